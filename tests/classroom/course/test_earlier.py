"""A submission is graded by the checks of the release that it answered, in today's points."""

from __future__ import annotations

from dataclasses import replace

import nbformat
import pytest
import toy_catalogue as toys

from grader.classroom.course.earlier import as_answered, remember, with_earlier
from grader.classroom.course.plan import chapter_plans
from grader.classroom.grading.restore import restore

OLD = {"double": 'check("toys/double", doubled)', "half": 'check("toys/half", half)'}


@pytest.fixture
def plan(tmp_path):
    """Today's: three exercises."""
    source = toys.write_source(tmp_path / "source", ("double", "half", "slow"))
    remember(tmp_path, toys.CHAPTER, "toys", OLD)
    return with_earlier(chapter_plans(toys.CHAPTER, source), tmp_path)[0]


def notebook_of(plan, **sources):
    """A notebook as handed in; cells that are None are not there, and neither are their answers."""
    notebook = nbformat.reads(plan.release, as_version=4)
    gone = {one for name in sources if sources[name] is None for one in (name, f"{name}-answer")}
    about = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    notebook.cells = [
        cell for cell, name in zip(notebook.cells, about, strict=True) if name not in gone
    ]
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "").replace("-", "_")
        cell.source = sources.get(name, cell.source)
    return notebook


def test_todays_notebook_is_graded_by_todays_checks(plan):
    assert as_answered(plan, notebook_of(plan)) == (plan, [])


def test_a_check_of_an_earlier_release_asks_for_what_was_asked(plan):
    notebook = notebook_of(plan, double=OLD["double"], slow=None)
    answered, flags = as_answered(plan, notebook)
    assert answered.cell("double").names == ("doubled",)
    assert answered.cell("double").points == plan.cell("double").points
    assert answered.cell("half") == plan.cell("half")
    assert answered.cell("slow") is None and answered.cell("slow-answer") is None
    told = "(graded by its own checks: double; not asked there: slow)"
    assert [flag.endswith(told) for flag in flags] == [True]
    restored, others = restore(notebook, answered)
    assert others == [] and len(restored.cells) == len(notebook.cells)


@pytest.mark.parametrize(
    "line",
    ['check("toys/half", doubled)', 'check("toys/double", anything)', "1", "check(", ""],
)
def test_a_check_that_no_release_had_is_todays(plan, line):
    answered, flags = as_answered(plan, notebook_of(plan, double=line))
    assert (answered, flags) == (plan, [])


@pytest.mark.parametrize(
    "written",
    [
        {"half_answer": "def slow(x):\n    return x"},  # in another cell
        {"half": 'check("toys/half", half)\nslow = 1'},
    ],
)
def test_an_exercise_that_a_notebook_answers_is_judged_whatever_its_release(plan, written):
    notebook = notebook_of(plan, slow=None, **written)
    assert as_answered(plan, notebook)[0].cell("slow") == plan.cell("slow")


def test_an_exercise_that_every_release_had_is_put_back(plan):
    notebook = notebook_of(plan, half=None, slow=None)
    answered, _ = as_answered(plan, notebook)
    assert answered.cell("half") is not None and answered.cell("slow") is None


def test_without_an_earlier_release_all_is_todays(plan):
    first = replace(plan, earlier=())
    notebook = notebook_of(plan, double=OLD["double"], slow=None)
    assert as_answered(first, notebook) == (first, [])


def test_what_is_remembered_once_is_not_remembered_twice(tmp_path):
    for tests in (OLD, OLD, {"plain": "assert True"}, {**OLD, "plain": "assert True"}):
        remember(tmp_path, toys.CHAPTER, "toys", tests)
    path = tmp_path / ".grader" / "earlier-releases.jsonl"
    assert path.read_text().count("\n") == 1
    path.write_text(path.read_text() + '{"chapter": "07-')  # the disk was full
    source = toys.write_source(tmp_path / "source")
    assert with_earlier(chapter_plans(toys.CHAPTER, source), tmp_path)[0].earlier == (OLD,)
