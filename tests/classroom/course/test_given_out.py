"""A notebook of another chapter is called that, once; one of this chapter never is, whatever became of it."""

from __future__ import annotations

import functools
import json

import nbformat
import pytest

from grader.classroom.course.given_out import Given, given_out, other_chapter
from grader.classroom.course.plan import chapter_plans
from grader.classroom.grading.restore import restore
from grader.classroom.workers.job import Job, SubmissionFiles
from grader.classroom.workers.worker import Worker
from grader.places import NOTEBOOKS, ROOT, SOLUTIONS

GIVEN = given_out(SOLUTIONS)
CHAPTERS = sorted({one.chapter for one in GIVEN if one.cells})


def released(chapter, root=NOTEBOOKS):
    path = sorted((root / chapter).glob("*.ipynb"))[0]
    return nbformat.read(path, as_version=4)


@functools.cache
def plan_of(chapter):
    return chapter_plans(chapter, SOLUTIONS)[0]


def without_metadata(notebook):
    for cell in notebook.cells:
        cell.metadata = {}


def with_one_test_left(notebook):
    tests = [cell for cell in notebook.cells if cell.source.startswith("check(")]
    notebook.cells = tests[:1] + [cell for cell in notebook.cells if cell not in tests]


def with_a_cell_of_another(notebook):
    notebook.cells += released("02-sessions").cells[-12:]


def with_no_cells(notebook):
    notebook.cells = []


def with_edited_tests(notebook):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.source = "True"


@pytest.mark.parametrize(
    "change",
    [
        lambda notebook: None,
        without_metadata,
        with_one_test_left,
        with_a_cell_of_another,
        with_no_cells,
        with_edited_tests,
    ],
)
def test_a_chapters_own_notebook_is_never_anothers(change):
    notebook = released("01-graphs")
    change(notebook)
    assert other_chapter(notebook, plan_of("01-graphs"), GIVEN) == ""


@pytest.mark.parametrize(
    ("handed_in", "wanted"),
    # Two pairs of chapters have grade ids in common.
    [("01-graphs", "03-lifetimes"), ("02-sessions", "07-savers"), ("09-kernels", "05-autodiff")],
)
def test_another_chapters_notebook_is_recognized_in_both_languages(handed_in, wanted):
    for root in (NOTEBOOKS, ROOT / "translations" / "zh_CN" / "notebooks"):
        assert other_chapter(released(handed_in, root), plan_of(wanted), GIVEN) == handed_in


def test_a_class_has_chapters_of_its_own_beside_the_courses(tmp_path):
    cell = {"cell_type": "code", "source": ["assert x\n", "x"], "metadata": {}}
    cell["metadata"]["nbgrader"] = {"grade": True, "grade_id": "x", "solution": False}
    for name, text in {"a.ipynb": json.dumps({"cells": [cell]}), "broken.ipynb": "{"}.items():
        (tmp_path / "01-graphs").mkdir(exist_ok=True)
        (tmp_path / "01-graphs" / name).write_text(text)
    found = given_out(tmp_path)
    assert [one for one in found if one.chapter == "01-graphs"] == [
        Given("01-graphs", "a.ipynb", frozenset({("x", "assert x")}))
    ]
    assert {one.chapter for one in found} >= set(CHAPTERS)
    assert [Given.unpack(json.loads(json.dumps(one.pack()))) for one in found] == found


def test_the_students_table_says_which_chapter_it_is():
    plan = plan_of("03-lifetimes")
    job = Job(
        chapter=plan.chapter,
        source=str(SOLUTIONS),
        data="",
        secret="5" * 64,
        catalogue="grader.exercises",
        isolation="none",
        plans=[plan.pack()],
        given=[one.pack() for one in GIVEN],
    )
    assert job.basis() == Job(**{**job.__dict__, "given": []}).basis()
    worker = Worker(job)
    data = nbformat.writes(released("01-graphs")).encode()
    (result,) = worker.grade(SubmissionFiles("anna", {"1-after-a-run.ipynb": data}, {}, ()))
    assert (result.status, result.points, result.flags) == ("rejected", 0, ())
    assert result.message == (
        "1-after-a-run.ipynb is the notebook of chapter 01-graphs; that of 03-lifetimes was expected."
    )
    assert "01-graphs" in result.executed  # on the student's page, too


def test_without_the_list_of_chapters_it_is_said_once_too():
    _notebook, flags = restore(released("01-graphs"), plan_of("03-lifetimes"))
    assert flags == ["this is no notebook of 03-lifetimes: it has none of its tests"]
