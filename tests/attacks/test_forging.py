"""A wrong answer gets no points, whatever the notebook does; nbgrader alone is deceived by most of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
import stock
from forgeries import FORGERIES, WRONG
from nbformat.v4 import new_output

RIGHT = "def double(x): return 2 * x"
# One of each kind of test cell, on every run of the tests; the others by `make attacks`.
SHORT = ("equal to everything", "check replaced", "NumPy patched", "solutions read from the disk")
DECEIVED = {name: (one.beats, one.double, one.cell) for name, one in FORGERIES.items() if one.beats}


@pytest.mark.sampled(3)
@pytest.mark.sandbox
@pytest.mark.parametrize("name", FORGERIES)
def test_a_wrong_answer_stays_wrong_and_is_flagged(toy_grader, name):
    forgery = FORGERIES[name]
    result = toy_grader.grade_cells(double=forgery.double, between=forgery.cell or "pass")
    assert result.status == "graded", result.message
    double, half = (verdict.points for verdict in result.verdicts)
    assert double == 0
    # Who breaks the way to the grader loses what comes after it, too.
    assert half == 2 or (half == 0 and not forgery.honest), result.verdicts[1].message
    assert result.points == half
    assert any(forgery.flagged in flag for flag in result.flags) or not forgery.flagged


def test_a_forged_output_in_the_submitted_file_is_dropped(toy_grader, output_of):
    notebook = toy_grader.notebook(double=WRONG)
    for cell in notebook.cells:
        if cell.id == "double":
            cell.source = "100"
            cell.outputs = [new_output("execute_result", {"text/plain": "100"})]
    result = toy_grader.grade(notebook)
    assert result.verdicts[0].points == 0
    assert "100" not in output_of(result, "double")
    assert any("test cell 'double' was edited" in flag for flag in result.flags)


def test_an_output_drawn_like_a_verdict_stays_and_the_verdict_is_below_the_test_cell(
    toy_grader, output_of
):
    drawn = FORGERIES["printed points"].cell
    result = toy_grader.grade_cells(double=WRONG, between=drawn)
    assert "<b>2 of 2 points</b>" in output_of(result, drawn)
    assert "0 of 2 points" in output_of(result, "double")
    assert result.points == 2  # those of `half`


def test_an_assert_of_an_instructors_own_is_deceived_as_with_nbgrader(toy_grader):
    plan = toy_grader.plan
    cell = replace(plan.cell("double"), exercise="", test=stock.KINDS["assert"])
    cells = tuple(cell if one.grade_id == "double" else one for one in plan.cells)
    own = replace(toy_grader, plan=replace(plan, cells=cells))
    forgery = FORGERIES["equal to everything"]
    points = [own.grade_cells(double=answer).points for answer in (WRONG, forgery.double)]
    assert points == [2, 4]


@pytest.mark.slow
def test_nbgrader_alone_is_deceived_by_some(tmp_path):
    """Or else the attacks are none, and what stands above shows nothing."""
    tries = {name: DECEIVED[name] for name in SHORT}
    tries["wrong"] = ("assert", WRONG)
    found = stock.points_of_all(stock.course(tmp_path), tries)
    assert found == {**dict.fromkeys(SHORT, 2), "wrong": 0}


@pytest.mark.long_attack
def test_nbgrader_alone_is_deceived_by_all_that_are_said_to(tmp_path):
    tries = {f"wrong/{kind}": (kind, WRONG) for kind in stock.KINDS}
    tries |= {f"right/{kind}": (kind, RIGHT) for kind in stock.KINDS}
    found = stock.points_of_all(stock.course(tmp_path), tries | DECEIVED)
    expected = {name: 0 if name.startswith("wrong/") else 2 for name in [*tries, *DECEIVED]}
    assert found == expected
