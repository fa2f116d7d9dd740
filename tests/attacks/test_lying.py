"""What a kernel says of itself earns no point: the wrong answers of the course stay wrong."""

from __future__ import annotations

import pytest
from lies import LIES, WRONG, Lie


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
