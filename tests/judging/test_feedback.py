"""What a student reads of a value."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from grader.judging import CaseResult, Verdict
from grader.judging.feedback import MAX_TEXT, prose_html, text_of, to_html, to_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"Neg": 1, "Add": 2}, "{'Add': 2, 'Neg': 1}"),
        ({"Add": 2, "Neg": 1}, "{'Add': 2, 'Neg': 1}"),
        ({"b", "a", "c"}, "['a', 'b', 'c']"),
        (["b", "a"], "['b', 'a']"),
        ((1,), "(1,)"),
        (np.float32(0.1), "0.1"),
        (np.array([[1.0, 2.5]]), "[[1, 2.5]]"),
        (np.bool_(True), "True"),
        (None, "None"),
        (b"x", "b'x'"),
    ],
)
def test_values_read_the_same_on_every_day(value, text):
    assert text_of(value) == text


def test_a_case_behind_a_gate_that_is_closed_says_that_it_earns_nothing_yet():
    case = CaseResult("its sessions are closed", True, 0, 1)
    verdict = Verdict("toy/one", 0, 2, "0 of 2 points: no.", (replace(case, holds=False), case))
    for shown in (to_text(verdict), to_html(verdict)):
        assert shown.count("failed") == 1
        assert shown.count("passed, waits for a row above") == 1
    earned = to_text(replace(verdict, cases=(replace(case, points=1),)))
    assert "passed, 1 of 1: its sessions" in earned


@pytest.mark.parametrize("holds", [True, False])
def test_a_case_that_holds_is_not_given_as_code(holds):
    shown = CaseResult("x = 7", holds, 0, 1, "1", "2")
    other = CaseResult("other numbers", False, 0, 1)
    verdict = Verdict("toy/one", 0, 2, "0 of 2 points: no.", (shown, other), paste="one(7)")
    for text in (to_text(verdict), to_html(verdict)):
        assert ("one(7)" in text) is ("as code" in text) is not holds


def test_long_values_are_cut():
    text = text_of(list(range(1000)))
    assert len(text) == MAX_TEXT
    assert text.endswith("\N{HORIZONTAL ELLIPSIS}")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("use `a * b * c`", "use <code>a * b * c</code>"),
        ("the *other* one", "the <strong>other</strong> one"),
        ("从多条路回来的斜率要*相加*：", "从多条路回来的斜率要<strong>相加</strong>："),
        ("x*x*y + y and (x + z) * x * 2", "x*x*y + y and (x + z) * x * 2"),
        ("f(k*x)*a*b", "f(k*x)*a*b"),
        ("g times *b*: `<*>`", "g times <strong>b</strong>: <code>&lt;*&gt;</code>"),
    ],
)
def test_code_and_emphasis_of_a_sentence(text, shown):
    assert prose_html(text) == shown
