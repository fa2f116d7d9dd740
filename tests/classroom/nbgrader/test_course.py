"""A course folder with nothing but submissions: graded, entered, exported, as nbgrader would."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import toy_catalogue as toys
from nbgrader.api import Gradebook

from grader.classroom.course.seeds import SECRET, course_secret, submission_seed
from grader.classroom.nbgrader import gradebook, patch_alembic
from grader.classroom.nbgrader.chapters import register
from grader.classroom.nbgrader.course import open_course, submissions
from grader.classroom.nbgrader.environment import prepare_environment
from grader.classroom.nbgrader.feedback import export_csv, feedback
from grader.classroom.runs.autograde import RunOptions, autograde
from grader.errors import CourseError

ROOT = Path(__file__).parents[3]


def hand_in(course: Path, student: str, data: bytes, name: str = "toys.ipynb") -> Path:
    folder = course / "submitted" / student / toys.CHAPTER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def graded(tmp_path_factory, toy_grader, plan, settings):
    """A class of six, graded; (folder, results by student)."""
    root = tmp_path_factory.mktemp("course")
    toys.write_source(root / "source")
    hand_in(root, "ann", toy_grader.bytes_of(toy_grader.notebook()))
    hand_in(
        root, "bob", toy_grader.bytes_of(toy_grader.notebook(double="def double(x): return x * x"))
    )
    hand_in(root, "cid", plan.release.encode())
    hand_in(root, "dora", b"{not json")
    hand_in(root, "emil", toy_grader.bytes_of(toy_grader.notebook()), "Toys (1).ipynb")
    folder = hand_in(root, "fay", toy_grader.bytes_of(toy_grader.notebook()))
    (folder / "notes.txt").write_text("mine")
    (folder / "stolen.txt").symlink_to("/etc/passwd")
    (folder / "timestamp.txt").write_text("2020-01-02 03:04:05 UTC")
    course = open_course(root)
    results = {
        result.student: result
        for result in autograde(course, toys.CHAPTER, settings, 2, "toy_catalogue")
    }
    return root, course, results


@pytest.mark.slow
def test_every_submission_has_a_result(graded):
    _, _, results = graded
    found = {name: (result.status, result.points) for name, result in results.items()}
    assert found == {
        "ann": ("graded", 4),
        "bob": ("graded", 2),
        "cid": ("graded", 0),
        "dora": ("rejected", 0),
        "emil": ("rejected", 0),
        "fay": ("graded", 4),
    }
    assert "found Toys (1).ipynb, which looks like it" in results["emil"].message


@pytest.mark.slow
def test_the_gradebook_holds_the_same_points(graded):
    _, course, results = graded
    for name, result in results.items():
        score, most, _ = gradebook.total(course, toys.CHAPTER, name)
        assert (score, most) == (result.points, 7)


@pytest.mark.slow
def test_a_person_is_asked_to_look_where_it_is_needed(graded):
    _, course, _ = graded
    directory = course.directory(toys.CHAPTER)
    with Gradebook(directory.db_url) as book:
        waiting = {
            (name, grade.name)
            for name in ["ann", "bob", "cid", "dora"]
            for grade in book.find_submission_notebook("toys", toys.CHAPTER, name).grades
            if grade.needs_manual_grade
        }
    # Untouched written answers are zero by themselves; a rejected file is looked at cell by cell.
    assert ("dora", "double") in waiting and ("dora", "half") in waiting
    assert ("ann", "double") not in waiting
    assert ("cid", "double") not in waiting


@pytest.mark.slow
def test_autograded_notebooks_show_the_verdict(graded):
    root, _, _ = graded
    notebook = nbformat.read(root / "autograded/bob" / toys.CHAPTER / "toys.ipynb", 4)
    cell = next(cell for cell in notebook.cells if cell.id == "double")
    assert "Your function does not double" in cell.outputs[0].data["text/html"]
    assert cell.outputs[0].data["text/plain"] == "0"
    assert not any(output.output_type == "stream" for output in cell.outputs)


@pytest.mark.slow
def test_links_in_a_submission_are_not_followed(graded):
    root, _, _ = graded
    folder = root / "autograded/fay" / toys.CHAPTER
    assert (folder / "notes.txt").exists()
    assert not (folder / "stolen.txt").exists()


@pytest.mark.slow
def test_late_submissions_carry_their_time(graded):
    _, course, _ = graded
    directory = course.directory(toys.CHAPTER)
    with Gradebook(directory.db_url) as book:
        assert book.find_submission(toys.CHAPTER, "fay").timestamp.year == 2020


@pytest.mark.slow
def test_feedback_pages_show_score_and_reason(graded):
    root, course, results = graded
    pages = {student: files for student, files, trouble in feedback(course, toys.CHAPTER)}
    assert set(pages) == set(results)
    text = pages["bob"][0].read_text()
    assert "Score: 2.0 / 7.0" in text and "Your function does not double" in text
    assert "could not be graded" in pages["dora"][0].read_text()
    export_csv(course, toys.CHAPTER, root / "grades.csv")
    assert "bob" in (root / "grades.csv").read_text()


@pytest.mark.slow
def test_grading_again_gives_the_same_grades(graded, settings):
    _, course, results = graded
    before = {name: [v.to_json() for v in one.verdicts] for name, one in results.items()}
    options = RunOptions(again=True)
    again = autograde(course, toys.CHAPTER, settings, 1, "toy_catalogue", options=options)
    assert {one.student: [v.to_json() for v in one.verdicts] for one in again} == before


@pytest.mark.sampled(0, ci=0)
def test_nbgraders_own_autograde_gives_the_same_verdicts(graded, tmp_path):
    root, course, _ = graded
    other = tmp_path / "other"
    shutil.copytree(root / "source", other / "source")
    for student in ("ann", "bob"):
        shutil.copytree(root / "submitted" / student, other / "submitted" / student)
    (other / ".grader").mkdir()
    shutil.copy(root / SECRET, other / SECRET)
    (other / "nbgrader_config.py").write_text(
        "from grader.classroom.config import course_config\n"
        "c = get_config()\nc.merge(course_config())\n"
        "c.JudgedExecute.catalogue = 'toy_catalogue'\nc.JudgedExecute.backend = 'engine'\n"
    )
    paths = [str(ROOT), str(Path(toys.__file__).parent)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment["JUPYTER_CONFIG_DIR"] = str(tmp_path)
    for command in ("generate_assignment", "autograde"):
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", command, toys.CHAPTER],
            cwd=other,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[-2000:]
    twin = open_course(other)
    for student in ("ann", "bob"):
        assert gradebook.total(twin, toys.CHAPTER, student) == gradebook.total(
            course, toys.CHAPTER, student
        )
        shown = [_shown(folder, student) for folder in (root, other)]
        assert shown[0] == shown[1]


def _shown(root: Path, student: str) -> list[str]:
    notebook = nbformat.read(root / "autograded" / student / toys.CHAPTER / "toys.ipynb", 4)
    return [json.dumps(cell.outputs) for cell in notebook.cells if cell.id in ("double", "half")]


def test_the_secret_is_made_once_and_belongs_to_its_owner(tmp_path):
    first = course_secret(tmp_path)
    assert course_secret(tmp_path) == first and len(first) == 64
    assert stat.S_IMODE((tmp_path / SECRET).stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / SECRET).parent.iterdir()] == ["secret"]


def test_a_seed_depends_on_secret_student_chapter_and_answers(toy_grader):
    one, other = toy_grader.notebook(), toy_grader.notebook(double="x = 1")
    seeds = {
        submission_seed(*arguments)
        for arguments in (
            (b"s", "c", "ann", one),
            (b"t", "c", "ann", one),
            (b"s", "d", "ann", one),
            (b"s", "c", "bob", one),
            (b"s", "c", "ann", other),
            (b"s", "c", "ann", one, [("helper.py", b"f = 1")]),
            (b"s", "c", "ann", one, [("helper.py", b"f = 2")]),
            (b"s", "c", "ann", one, [("other.py", b"f = 1")]),
        )
    }
    assert len(seeds) == 8
    # As it has always been: without files beside the notebook, a grade can be made again.
    assert submission_seed(b"s", "c", "ann", one, []) == submission_seed(b"s", "c", "ann", one)


def test_what_is_missing_is_said(tmp_path):
    with pytest.raises(CourseError, match="there is no folder"):
        open_course(tmp_path / "nowhere")
    course = open_course(tmp_path)
    with pytest.raises(CourseError, match="no chapter '99-none'"):
        course.plans("99-none")
    with pytest.raises(CourseError, match="no submissions for '07-toys'"):
        submissions(course, toys.CHAPTER)
    (tmp_path / "nbgrader_config.py").write_text("1 / 0")
    with pytest.raises(CourseError, match="cannot be loaded: ZeroDivisionError"):
        open_course(tmp_path)


def test_another_database_needs_a_course(tmp_path, plan):
    (tmp_path / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.db_url = 'postgresql://nobody@127.0.0.1:9/x'\n"
    )
    with pytest.raises(CourseError, match=r"add c\.CourseDirectory\.course_id"):
        register(open_course(tmp_path), toys.CHAPTER, (plan,))


@pytest.mark.slow
def test_a_new_gradebook_has_the_version_that_nbgraders_own_way_gives(tmp_path):
    prepare_environment()
    newest = patch_alembic.version_from_command()
    path = tmp_path / "gradebook.db"
    Gradebook(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as database:
        assert database.execute("select version_num from alembic_version").fetchall() == [(newest,)]
    assert patch_alembic.version_from_library() == newest
