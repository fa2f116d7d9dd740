"""Why a submission is graded again, and which of its verdicts still hold (see `Job.basis`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from grader.classroom.course.plan import Plan
from grader.classroom.course.result import GRADED
from grader.classroom.runs.journal import Entry
from grader.classroom.workers.job import (
    CODE_OF_ALL,
    DATA_SETS,
    FILES,
    JUDGE,
    LANGUAGE,
    POINTS,
    SETTINGS,
    SUBMISSION,
    TESTS,
)
from grader.languages import N_, _

WORDS = {
    SUBMISSION: N_("something else was handed in"),
    LANGUAGE: N_("another language was chosen for the feedback"),
    SETTINGS: N_("the settings of grading have changed"),
    CODE_OF_ALL: N_("the program has changed in what decides every grade"),
    DATA_SETS: N_("the data sets have changed"),
    FILES: N_("the files of the chapter have changed"),
    TESTS: N_("the chapter has other tests"),
    POINTS: N_("the chapter gives other points"),
}
AGAIN = N_("--again was given")
FAILED_BEFORE = N_("grading had failed")
OTHER_GRADEBOOK = N_("the gradebook or the autograded notebook is not what grading had left")
OLDER_PROGRAM = N_("an older version of this program had graded it")


def changed(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The names of what a grade rests on that is no longer the same, in the order of `now`.

    The judge of an exercise that was not there is none of them: the tests are others then. Neither is
    one that the course no longer has: what it said still holds.
    """
    return [
        name
        for name, value in now.items()
        if before.get(name) != value
        and (not name.startswith(JUDGE) or (bool(value) and name in before))
    ]


def reason(entry: Entry, now: Mapping[str, str], otherwise: str) -> str:
    """Why the submission of an entry is graded again; `otherwise` if what its grade rests on is the same."""
    if not entry.basis:
        return _(OLDER_PROGRAM)
    names = changed(entry.basis, now)
    judges = [name.removeprefix(JUDGE) for name in names if name.startswith(JUDGE)]
    told = [_(WORDS[name]) for name in names if name in WORDS]
    if judges:
        told.append(_("another judge: {names}").format(names=", ".join(judges)))
    return "; ".join(told) or _(otherwise)


def holding(entry: Entry, now: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    """The verdicts that what has changed since cannot have changed, packed.

    None of an exercise that was worth nothing: its points cannot be told in others.
    """
    names = changed(entry.basis, now)
    if not entry.basis or any(_concerns_all(name) for name in names):
        return ()
    return tuple(
        verdict.to_json()
        for result in entry.results
        for verdict in result.verdicts
        if verdict.max_points
        and _has_judge(verdict.exercise, now)
        and f"{JUDGE}{verdict.exercise}" not in names
    )


def untouched(entry: Entry, now: Mapping[str, str], plans: Iterable[Plan]) -> tuple[str, ...]:
    """The notebooks whose results hold: all that has changed is judges, and of other notebooks."""
    names = changed(entry.basis, now)
    if not entry.basis or not names or any(not name.startswith(JUDGE) for name in names):
        return ()
    touched = {
        plan.notebook for plan in plans for cell in plan.cells if f"{JUDGE}{cell.exercise}" in names
    }
    return tuple(
        result.notebook
        for result in entry.results
        if result.status == GRADED and not result.unjudged and result.notebook not in touched
    )


def _concerns_all(name: str) -> bool:
    return name not in (TESTS, POINTS) and not name.startswith(JUDGE)


def _has_judge(exercise: str, now: Collection[str]) -> bool:
    return f"{JUDGE}{exercise}" in now
