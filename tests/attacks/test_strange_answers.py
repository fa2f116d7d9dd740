"""Code that Python reads, but neither writes again nor walks through: who looks at answers goes on."""

from __future__ import annotations

import ast

import pytest

from grader.classroom.course.check_lines import check_line
from grader.classroom.report.alike import LONGEST, fragments, pairs
from grader.classroom.report.answers import without_remarks

ANSWERS = {
    "a number of thousands of digits": f"x = 0x{'f' * 4000}",
    "a long sum": f"x = {'+'.join('1' * 2000)}",
    "a long chain": f"x = y{'.a' * 2000}",
    "a choice in a choice": f"x = {'1 if y else ' * 900}1",
    "signs": f"x = {'-' * 5000}1",
    "brackets": f"x = {'(' * 5000}",
    "a null character": "x = '\0'",
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_each_look_at_it_comes_to_an_end(kind):
    source = ANSWERS[kind]
    fragments(source)
    assert without_remarks(source) in ("", source)
    assert check_line(source) == ("", ())
    honest = "def twice(x):\n    return 2 * x"
    assert without_remarks(honest) == honest
    assert pairs({"ann": source, "bob": honest, "eve": honest}) == ()


def test_nobody_parses_what_no_hand_has_written(monkeypatch):
    """Of twenty million characters, Python makes a tree of gigabytes."""
    monkeypatch.setattr(ast, "parse", lambda source: pytest.fail(f"{len(source)} characters"))
    assert fragments("1," * LONGEST) == frozenset()
    assert without_remarks("1," * LONGEST) == ""
