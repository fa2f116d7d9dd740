"""The words of flags: what a person should look at in a submission, beside its points.

What the code of a submission reaches for is worded in `grading/suspicious_code.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nbformat import NotebookNode

from grader.languages import _

MOST_NAMES = 3
LONGEST = 60  # characters of what a student wrote


def begins(source: str) -> str:
    """The first line of a cell, quoted, by which a person finds it."""
    lines = [line for line in source.strip().splitlines() if line.strip()]
    return repr(lines[0][:LONGEST]) if lines else _("an empty cell")


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def claims_points(cell: NotebookNode) -> str:
    text = _("a cell claims points that the chapter does not give: {cell}")
    return text.format(cell=begins(cell.source))


def more_than_once(grade_id: str) -> str:
    return _("the cell {name} occurs more than once").format(name=repr(grade_id))


def other_metadata(grade_id: str, key: str, found: Any, wanted: Any) -> str:
    return _("the cell {name} had {key} {found} instead of {wanted}").format(
        name=repr(grade_id), key=key, found=_short(_value(found)), wanted=_value(wanted)
    )


def _value(one: Any) -> str:
    """Points are integers or floats, as they were read; a whole number is written in one way."""
    whole = isinstance(one, float) and one.is_integer()
    return repr(int(one) if whole else one)


def other_type(grade_id: str, found: str) -> str:
    return _("the cell {name} was of type {found}").format(name=repr(grade_id), found=_short(found))


def edited(grade_id: str, is_test: bool, source: str) -> str:
    text = (
        _("the test cell {name} was edited: {cell}")
        if is_test
        else _("the locked cell {name} was edited: {cell}")
    )
    return text.format(name=repr(grade_id), cell=begins(source))


def answer_deleted(grade_id: str) -> str:
    return _("the answer cell {name} was deleted").format(name=repr(grade_id))


def put_back(grade_id: str) -> str:
    return _("the cell {name} was deleted and put back").format(name=repr(grade_id))


def half_letters(source: str) -> str:
    text = _("a cell has lone surrogates, which were replaced with question marks: {cell}")
    return text.format(cell=begins(source))


def no_evidence(exercise: str) -> str:
    text = _("{exercise}: the kernel gave no evidence, or more than once")
    return text.format(exercise=exercise)


def undated() -> str:
    return _("timestamp.txt contains no time, so nobody knows whether this came late")


def not_graded(names: str) -> str:
    return _("not graded: {names}").format(names=names)


def of_no_chapter(chapter: str) -> str:
    text = _("this is no notebook of {chapter}: it has none of its tests")
    return text.format(chapter=chapter)


def earlier_release(
    other: Iterable[str] = (),
    gone: Iterable[str] = (),
    missing: Iterable[str] = (),
    own: Iterable[str] = (),
    not_asked: Iterable[str] = (),
) -> str:
    """A notebook of an earlier release of its chapter.

    other: tests whose source or points are others today; gone: tests that the chapter no longer has;
    missing: cells of today's that it lacks; own: tests by whose earlier form it was graded;
    not_asked: tests that came later, and do not count.
    """
    parts = (
        (_("other tests today: {names}"), other),
        (_("no longer in the chapter: {names}"), gone),
        (_("missing from it: {names}"), missing),
        (_("graded by its own checks: {names}"), own),
        (_("not asked there: {names}"), not_asked),
    )
    listed = "; ".join(
        text.format(names=_few(list(dict.fromkeys(names)))) for text, names in parts if names
    )
    text = _("this notebook is of an earlier release of the chapter ({listed})")
    return text.format(listed=listed)


def _few(names: list[str]) -> str:
    more = len(names) - MOST_NAMES
    told = list(map(_short, names[:MOST_NAMES]))
    return ", ".join([*told, _("and {count} more").format(count=more)] if more > 0 else told)
