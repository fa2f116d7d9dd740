"""What a grade rests on, before and now: what is judged again, and which verdicts hold."""

from __future__ import annotations

import pytest

from grader.classroom.course.result import GRADED, Result
from grader.classroom.runs.journal import Entry
from grader.classroom.runs.why_again import changed, holding, reason
from grader.judging import Verdict

BEFORE = {
    "settings": "1",
    "code": "1",
    "tests": "1",
    "points": "1",
    "judge of toys/double": "1",
    "judge of toys/half": "1",
    "judge of toys/nothing": "1",
    "submission": "1",
    "language": "en",
}
VERDICTS = (
    Verdict("toys/double", 2, 2, ""),
    Verdict("toys/half", 1, 2, ""),
    Verdict("toys/nothing", 0, 0, ""),  # worth nothing, so its points cannot be told in others
)
RESULT = Result("ann", "07-toys", "toys", GRADED, 3, 4, 0.1, "", "", verdicts=VERDICTS)
ENTRY = Entry("key", "ann", 3, True, (RESULT,), BEFORE)
BOTH = {"toys/double", "toys/half"}


@pytest.mark.parametrize(
    ("now", "names", "told", "held"),
    [
        ({}, [], "as before", BOTH),
        (
            {"judge of toys/half": "2"},
            ["judge of toys/half"],
            "another judge: toys/half",
            {"toys/double"},
        ),
        ({"judge of toys/half": ""}, [], "as before", BOTH),  # the course has dropped it
        (
            {"tests": "2", "judge of toys/new": "1"},
            ["tests"],
            "the chapter has other tests",
            BOTH,
        ),
        ({"points": "2"}, ["points"], "the chapter gives other points", BOTH),
        ({"submission": "2"}, ["submission"], "something else was handed in", set()),
        ({"code": "2"}, ["code"], "the program has changed in what decides every grade", set()),
        (
            {"settings": "2", "judge of toys/half": "2"},
            ["settings", "judge of toys/half"],
            "the settings of grading have changed; another judge: toys/half",
            set(),
        ),
    ],
)
def test_what_has_changed_and_what_holds(now, names, told, held):
    now = BEFORE | now
    assert changed(BEFORE, now) == names
    assert reason(ENTRY, now, "as before") == told
    assert {verdict["exercise"] for verdict in holding(ENTRY, now)} == held


def test_a_record_of_an_older_program_holds_nothing():
    entry = Entry("key", "ann", 3, True, (RESULT,))
    assert holding(entry, BEFORE) == () and changed({}, BEFORE)
    assert reason(entry, BEFORE, "") == "an older version of this program had graded it"
