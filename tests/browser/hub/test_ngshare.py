"""The exchange over HTTP, for hubs whose users share no folder: what deploy/jupyterhub/ngshare.md says.

nbgrader's commands run as in a terminal of each one's server: with the variables that the hub gives it.
"""

import contextlib
import pwd
import subprocess
from pathlib import Path

import nbformat
import psutil
import pytest
import requests

from tests.browser.hub import ngshare
from tests.browser.hub.conftest import ANN, BEN, TEACHER
from tests.browser.hub.making import BASE
from tests.browser.hub.test_hub import log_in
from tests.browser.test_student import answer

COURSE, CHAPTER = "remote", "01-graphs"
PREFIX = "JUPYTERHUB_SERVICE_PREFIX"
STUDENT = f"""
from ngshare_exchange import configureExchange

c = get_config()
configureExchange(c, "{ngshare.URL}")
c.CourseDirectory.course_id = "{COURSE}"
c.Exchange.path_includes_course = True
"""
STUDENTS = f"student_id,first_name,last_name,email\n{ANN},Ann,Ng,\n{BEN},Ben,Li,\n"
CLASS = f"""
from ngshare_exchange import configureExchange

from grader.classroom.config import course_config
from grader.places import NOTEBOOKS, SOLUTIONS

c = get_config()
c.merge(course_config())
configureExchange(c, "{ngshare.URL}")
c.CourseDirectory.course_id = "{COURSE}"
c.CourseDirectory.source_directory = str(SOLUTIONS)
c.CourseDirectory.release_directory = str(NOTEBOOKS)
"""


def home(user):
    return Path(pwd.getpwnam(user).pw_dir)


def variables(user):
    """What the hub gives to somebody's server, a token among it."""
    number = pwd.getpwnam(user).pw_uid
    for one in psutil.process_iter():
        # The instructor runs another one, which graders share: to the hub, that one is no user.
        with contextlib.suppress(psutil.Error):  # it has just ended
            if one.uids().real == number and f"/user/{user}/" in one.environ().get(PREFIX, ""):
                return one.environ()
    raise AssertionError(f"{user} has no server")


def run(user, *command, folder="", **options):
    """What a command prints, as in a terminal of the user's server. Its end must be a good one."""
    owner = pwd.getpwnam(user)
    programs = BASE / ("course/.venv/bin" if user == TEACHER else "students/bin")
    done = subprocess.run(
        [programs / command[0] if (programs / command[0]).exists() else command[0], *command[1:]],
        cwd=home(user) / folder,
        env=variables(user),
        user=owner.pw_uid,
        group=owner.pw_gid,
        extra_groups=[],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )
    assert done.returncode == 0, f"{user}: {command}\n{done.stdout}"
    return done.stdout


def write(user, place, text):
    """A file of the user's."""
    run(user, "mkdir", "-p", str(Path(place).parent))
    run(user, "sh", "-c", 'cat > "$1"', "sh", place, input=text)


def hand_in(user, source):
    """Answers an exercise of the fetched chapter, and submits."""
    place = f"{COURSE}/{CHAPTER}/1-recipes.ipynb"
    notebook = nbformat.read(home(user) / place, as_version=4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "polynomial-answer":
            cell.source = source
    write(user, place, nbformat.writes(notebook))
    run(user, "nbgrader", "submit", CHAPTER)


@pytest.fixture
def pages(hub, open_page):
    """Everybody's server runs; the students' nbgrader and a class of the instructor's use ngshare."""
    opened = {user: log_in(open_page(), hub, user) for user in (TEACHER, ANN, BEN)}
    for user in (ANN, BEN):
        write(user, ".jupyter/nbgrader_config.py", STUDENT)
    write(TEACHER, f"{COURSE}/nbgrader_config.py", CLASS)
    yield opened
    for user in (ANN, BEN):
        run(user, "rm", ".jupyter/nbgrader_config.py")


def test_a_class_goes_from_release_to_feedback_without_a_shared_folder(pages):
    def in_class(*command):
        return run(TEACHER, *command, folder=COURSE)

    in_class("ngshare-course-management", "create_course", COURSE, TEACHER)
    write(TEACHER, f"{COURSE}/students.csv", STUDENTS)
    in_class("ngshare-course-management", "add_students", COURSE, "students.csv")
    in_class("nbgrader", "release_assignment", CHAPTER)
    for user in (ANN, BEN):
        run(user, "nbgrader", "fetch_assignment", CHAPTER)
        hand_in(user, answer(False, "doubles-instead-of-squaring"))
    in_class("nbgrader", "collect", CHAPTER)
    hand_in(ANN, answer(True))
    assert f"Updating submission: {ANN}" in in_class("nbgrader", "collect", CHAPTER, "--update")
    told = in_class("grader", "autograde", CHAPTER)
    assert "6 notebooks graded" in told and told.count("doubles-instead-of-squaring") == 1
    in_class("nbgrader", "release_feedback", CHAPTER)
    for user in (ANN, BEN):
        run(user, "nbgrader", "fetch_feedback", CHAPTER)
        (page,) = (home(user) / COURSE / CHAPTER / "feedback").glob("*/1-recipes.html")
        table = page.read_text().partition("<strong>graphs/polynomial</strong>")[2]
        assert ("failed" in table.partition("</table>")[0]) is (user == BEN)

    # What the Assignment List asks for.
    page = pages[ANN].page
    listed = page.goto(pages[ANN].address(f"/assignments?course_id={COURSE}")).json()["value"]
    submissions = [made for one in listed for made in one.get("submissions", [])]
    assert [one["status"] for one in listed] == ["fetched", "submitted"], listed
    assert [one["has_local_feedback"] for one in submissions] == [False, True]
    forbidden = (
        ("post", f"course/{COURSE}-2"),
        ("post", f"assignment/{COURSE}/02-sessions"),
        ("get", f"submissions/{COURSE}/{CHAPTER}"),
        ("get", f"submission/{COURSE}/{CHAPTER}/{ANN}"),
        ("delete", f"student/{COURSE}/{ANN}"),
        ("get", "initialize-Data6ase?action=dump"),
    )
    token = {"Authorization": f"token {variables(BEN)['JUPYTERHUB_API_TOKEN']}"}
    for method, path in forbidden:
        told = requests.request(method, f"{ngshare.URL}/{path}", headers=token, timeout=30)
        assert told.status_code == 403, f"{method} {path}: {told.text}"
