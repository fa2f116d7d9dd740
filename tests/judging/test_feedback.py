"""What a student reads of a value."""

from __future__ import annotations

import numpy as np
import pytest

from grader.judging.feedback import MAX_TEXT, prose_html, text_of


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
