"""What a kernel says of itself earns no point: the wrong answers of the course stay wrong."""

from __future__ import annotations

import pytest
from lies import IN_VAIN, LIES, WRONG, Lie

BACK_ENDS = {"engine": "engine", "tensorflow": ""}
TENSORFLOW = pytest.param("tensorflow", marks=pytest.mark.sampled(0, ci=0))


def graded_both_ways(graded, lie, back_end):
    """The result where the process of the answer is believed, as in a notebook, and by way of a witness."""
    cells = [*filter(None, [lie.cell]), lie.answer()]
    return [
        graded(lie.wrong, *cells, backend=BACK_ENDS[back_end], witness=witness)
        for witness in (False, True)
    ]


@pytest.mark.sandbox
@pytest.mark.parametrize("back_end", [pytest.param("engine", marks=pytest.mark.slow), TENSORFLOW])
@pytest.mark.parametrize("name", LIES)
def test_a_lie_earns_points_where_it_is_believed_and_none_with_a_witness(graded, name, back_end):
    lie = LIES[name]
    believed, witnessed = graded_both_ways(graded, lie, back_end)
    deserved = WRONG[lie.wrong].points
    if back_end in lie.on:
        assert believed.points > deserved, believed.verdicts[0].message
    assert witnessed.status == "graded", witnessed.message
    assert witnessed.points <= deserved, witnessed.verdicts[0].message
    assert any(lie.flagged in flag for flag in witnessed.flags) or not lie.flagged, witnessed.flags


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("name", IN_VAIN)
def test_what_a_probe_has_noted_no_answer_can_change(graded, name):
    lie = IN_VAIN[name]
    for result in graded_both_ways(graded, lie, "engine"):
        assert result.points == WRONG[lie.wrong].points, result.verdicts[0].message


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "back_end", [pytest.param("engine", marks=pytest.mark.sampled(1)), TENSORFLOW]
)
@pytest.mark.parametrize("wrong", WRONG)
def test_without_a_lie_each_gets_what_it_deserves_and_no_flag(graded, wrong, back_end):
    for result in graded_both_ways(graded, Lie(wrong), back_end):
        assert result.points == WRONG[wrong].points, result.verdicts[0].message
        assert not result.flags
