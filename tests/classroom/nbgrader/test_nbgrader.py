"""What instructors do with nbgrader itself works on a course that this grader has graded, and beside it."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import stub_grading as stub
import toy_catalogue as toys
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI

from grader.classroom.grading.submission import Settings
from grader.classroom.nbgrader import gradebook
from grader.classroom.nbgrader.course import open_course
from grader.classroom.runs.autograde import autograde
from grader.places import SOLUTIONS

ROOT = Path(__file__).parents[3]
CONFIG = (
    "from grader.classroom.config import course_config\n"
    "c = get_config()\nc.merge(course_config())\n"
    "c.JudgedExecute.catalogue = 'toy_catalogue'\nc.JudgedExecute.backend = 'engine'\n"
)


def nbgrader(course: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One of nbgrader's own commands, in the course's folder."""
    paths = [str(ROOT), str(Path(toys.__file__).parent)]
    return subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=course,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "JUPYTER_CONFIG_DIR": str(course),
            "GRADER_BACKEND": "engine",
        },
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def course(tmp_path_factory, toy_grader):
    """A class of five, graded by this grader: (folder, points by student)."""
    root = tmp_path_factory.mktemp("nbgrader") / "class"
    toys.write_source(root / "source")
    (root / "nbgrader_config.py").write_text(CONFIG)
    tampered = toy_grader.notebook(double="def double(x): return 7")
    for cell in tampered.cells:
        if cell.id == "double":
            cell.source = "100"
            cell.metadata["nbgrader"]["points"] = 100
    for student, notebook in {
        "ann": toy_grader.notebook(),
        "bob": toy_grader.notebook(double="def double(x): return x * x"),
        "cid": toy_grader.notebook(half="def half(x): raise ValueError"),
        "dot": tampered,
        "eva": toy_grader.notebook(double="from helper import twice as double"),
    }.items():
        folder = root / "submitted" / student / toys.CHAPTER
        folder.mkdir(parents=True)
        (folder / "toys.ipynb").write_bytes(toy_grader.bytes_of(notebook))
    beside = root / "submitted" / "eva" / toys.CHAPTER
    (beside / "helper.py").write_text("def twice(x):\n    return 2 * x\n")
    (beside / "numpy.py").write_text("raise SystemExit")
    settings: Settings = toy_grader.settings
    results = autograde(open_course(root), toys.CHAPTER, settings, 1, "toy_catalogue")
    return root, {one.student: one.points for one in results}


@pytest.mark.sampled(0, ci=0)
def test_the_formgraders_button_gives_the_same_points(course, tmp_path, monkeypatch):
    root, points = course
    assert points == {"ann": 4, "bob": 2, "cid": 2, "dot": 2, "eva": 4}
    other = tmp_path / "class"
    for name in ("source", "submitted"):
        shutil.copytree(root / name, other / name)
    (other / ".grader").mkdir()
    shutil.copy(root / ".grader" / "secret", other / ".grader" / "secret")
    (other / "nbgrader_config.py").write_text(CONFIG)
    opened = open_course(other)
    monkeypatch.chdir(other)
    api = NbGraderAPI(opened.directory(), config=opened.config)
    assert api.generate_assignment(toys.CHAPTER)["success"]
    for student in points:
        done = api.autograde(toys.CHAPTER, student)
        assert done["success"], done["log"][-2000:]
        assert gradebook.total(opened, toys.CHAPTER, student)[0] == points[student]


@pytest.mark.sampled(0, ci=0)
def test_its_own_feedback_shows_our_verdicts(course):
    root, points = course
    done = nbgrader(root, "generate_feedback", toys.CHAPTER, "--force")
    assert done.returncode == 0, done.stderr[-2000:]
    for student, score in points.items():
        page = (root / "feedback" / student / toys.CHAPTER / "toys.html").read_text()
        assert f"Score: {score:.1f} / 7.0" in page
    page = (root / "feedback" / "bob" / toys.CHAPTER / "toys.html").read_text()
    assert "Your function does not double" in page
    page = (root / "feedback" / "eva" / toys.CHAPTER / "toys.html").read_text()
    assert "numpy.py (a module of that name already exists; rename yours)" in page


@pytest.mark.sampled(0, ci=0)
def test_points_given_by_hand_count_in_its_feedback_and_export(course):
    root, points = course
    directory = open_course(root).directory(toys.CHAPTER)
    with Gradebook(directory.db_url, directory.course_id) as book:
        grade = book.find_grade("why", "toys", toys.CHAPTER, "ann")
        grade.manual_score, grade.needs_manual_grade = 3, False
        book.find_comment("why", "toys", toys.CHAPTER, "ann").manual_comment = "well doubled"
        book.db.commit()
    assert nbgrader(root, "generate_feedback", toys.CHAPTER, "--force").returncode == 0
    page = (root / "feedback" / "ann" / toys.CHAPTER / "toys.html").read_text()
    assert "Score: 7.0 / 7.0" in page and "well doubled" in page
    done = nbgrader(root, "export", "--to=grades.csv")
    assert done.returncode == 0, done.stderr[-2000:]
    with open(root / "grades.csv", newline="") as file:
        rows = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert rows == {**points, "ann": 7.0}


@pytest.mark.sampled(0, ci=0)
def test_grading_by_machine_again_keeps_what_was_given_by_hand(course, toy_grader):
    root, _ = course
    path = root / "submitted" / "bob" / toys.CHAPTER / "toys.ipynb"
    directory = open_course(root).directory(toys.CHAPTER)
    with Gradebook(directory.db_url, directory.course_id) as book:
        book.find_grade("why", "toys", toys.CHAPTER, "bob").manual_score = 1
        book.db.commit()
    path.write_bytes(toy_grader.bytes_of(toy_grader.notebook()))
    done = nbgrader(root, "autograde", toys.CHAPTER, "--student=bob", "--force")
    assert done.returncode == 0, done.stderr[-2000:]
    assert gradebook.total(open_course(root), toys.CHAPTER, "bob")[0] == 5


@pytest.mark.sampled(0, ci=0)
def test_validate_says_what_a_student_would_get(tmp_path):
    chapter = SOLUTIONS / "02-sessions" / "1-shelves.ipynb"
    shutil.copy(chapter, tmp_path / "right.ipynb")
    release = (ROOT / "notebooks" / "02-sessions" / "1-shelves.ipynb").read_text()
    (tmp_path / "untouched.ipynb").write_text(release)
    right = nbgrader(tmp_path, "validate", "right.ipynb")
    assert "Success! Your notebook passes all the tests." in right.stdout, right.stderr[-2000:]
    untouched = nbgrader(tmp_path, "validate", "untouched.ipynb")
    assert "VALIDATION FAILED" in untouched.stdout.upper()


@pytest.mark.sampled(0, ci=0)
def test_a_course_graded_by_the_stub_is_one_of_nbgraders(tmp_path):
    """Many students, none of whom ran: nbgrader reads what was written for all kinds of results."""
    root = stub.write_class(tmp_path / "class", 14)
    results = stub.run_class(root)
    done = nbgrader(root, "generate_feedback", toys.CHAPTER)
    assert done.returncode == 0, done.stderr[-2000:]
    pages = {path.parts[-3] for path in (root / "feedback").rglob("*.html")}
    assert pages == set(results)
