"""What a kernel says of itself earns no point: the wrong answers of the course stay wrong."""

from __future__ import annotations

import nbformat
import pytest
import toy_catalogue as toys
from lies import LIES, WRONG, Lie
from nbformat.v4 import new_code_cell, new_notebook

from grader.classroom.course.plan import chapter_plans
from grader.classroom.grading.submission import grade
from grader.classroom.judge.judge_client import Judge


@pytest.fixture(scope="module")
def course_judge():
    with Judge(seconds=60) as judge:
        yield judge


@pytest.fixture(scope="module")
def graded(tmp_path_factory, settings, course_judge):
    """The result of a notebook with one exercise of the course and these cells before its graded cell."""
    plans = {}

    def plan_of(wrong):
        if wrong not in plans:
            one = WRONG[wrong]
            metadata = toys.managed("graded", grade=True, locked=True, points=one.most)
            check = f'check("{one.exercise}", {one.name})'
            first = new_code_cell(
                "import numpy as np\nfrom grader.notebook import tf, check", id="a"
            )
            cells = [first, new_code_cell(check, id="graded", metadata=metadata)]
            kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
            folder = tmp_path_factory.mktemp("course")
            path = folder / "07-lies" / "lies.ipynb"
            path.parent.mkdir()
            nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
            (plans[wrong],) = chapter_plans("07-lies", folder)
        return plans[wrong]

    def result(wrong, *sources):
        plan = plan_of(wrong)
        notebook = nbformat.reads(plan.release, as_version=4)
        notebook.cells[1:1] = [new_code_cell(source) for source in sources]
        data = str(nbformat.writes(notebook)).encode()
        return grade(data, plan, b"secret", "ann", settings, course_judge)

    return result


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("name", LIES)
def test_a_lie_earns_nothing_and_is_flagged(graded, name):
    lie = LIES[name]
    result = graded(lie.wrong, *filter(None, [lie.cell]), lie.answer())
    assert result.status == "graded", result.message
    assert result.points <= WRONG[lie.wrong].points, result.verdicts[0].message
    assert any(lie.flagged in flag for flag in result.flags) or not lie.flagged, result.flags


@pytest.mark.sampled(1)
@pytest.mark.sandbox
@pytest.mark.parametrize("wrong", WRONG)
def test_without_a_lie_each_gets_what_it_deserves_and_no_flag(graded, wrong):
    result = graded(wrong, "lifted = {}", Lie(wrong).answer())
    assert result.points == WRONG[wrong].points, result.verdicts[0].message
    assert not result.flags
