"""Honest submissions get the same points from nbgrader's own Execute step, cell by cell."""

from __future__ import annotations

import asyncio
import logging

import nbformat
import pytest
from nbgrader.preprocessors import Execute
from nbgrader.utils import determine_grade, setenv

from grader.classroom.course.plan import chapter_plans
from grader.classroom.grading.submission import Settings, grade
from grader.classroom.judge.judge_client import Judge
from grader.classroom.runs import demo
from grader.exercises.answers import answers
from grader.places import DATA, SOLUTIONS
from grader.sandbox import find_isolation

CHAPTER = "01-graphs"
KINDS = ("right", "wrong", "half-done", "untouched")


@pytest.fixture(scope="module")
def plan():
    return chapter_plans(CHAPTER, SOLUTIONS, DATA)[0]


@pytest.fixture(scope="module")
def students(plan):
    """One honest student of each kind."""
    made = demo.make_class((plan,), answers(CHAPTER), 12, 3)
    return {kind: next(one for one in made if one.kind == kind) for kind in KINDS}


@pytest.fixture(scope="module")
def stock(students, tmp_path_factory):
    """Points by kind and cell, from nbgrader's own step in a kernel of its own."""
    folder = tmp_path_factory.mktemp("stock")
    # The kernels inherit it; the second is set by nbgrader's command around this step.
    with setenv(GRADER_BACKEND="engine", NBGRADER_EXECUTION="autograde"):
        return {
            kind: _points(_executed(*one.files.values(), folder)) for kind, one in students.items()
        }


def _executed(data, folder):
    asyncio.set_event_loop(asyncio.new_event_loop())
    notebook = nbformat.reads(data.decode(), as_version=4)
    done, _ = Execute(timeout=120).preprocess(notebook, {"metadata": {"path": str(folder)}})
    return done


def _points(notebook):
    log = logging.getLogger("stock")
    return {
        cell.metadata.nbgrader.grade_id: float(determine_grade(cell, log)[0] or 0.0)
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade")
    }


@pytest.mark.sampled(0, ci=3)
@pytest.mark.parametrize(
    ("kind", "kernels"), [*((kind, "forked") for kind in KINDS), ("half-done", "ipykernel")]
)
def test_points_are_those_of_nbgraders_own_execute(plan, students, stock, kind, kernels):
    settings = Settings(find_isolation(), backend="engine", kernels=kernels)
    with Judge() as judge:
        result = grade(*students[kind].files.values(), plan, b"secret", kind, settings, judge)
    assert result.status == "graded", result.message
    assert _points(nbformat.reads(result.executed, as_version=4)) == stock[kind]
    if kind == "right":
        assert result.points == plan.max_points
    if kind == "untouched":
        assert result.points == 0
