"""How a wrong answer differs from the right one, and when nothing is said."""

from __future__ import annotations

import numpy as np
import pytest

from grader.evidence import OperationRef, Other, Raised, TensorRef
from grader.judging import relations
from grader.judging.relation_sentences import Clause
from grader.judging.relations import relation

TENSOR = TensorRef(0, "add:0", "float32", ())
OPERATION = OperationRef(0, "add", "AddV2")

# What the cases show, expected and got, and the words that are then told.
TOLD = [
    ([2.0, [3.0, -5.0]], [-2.0, [-3.0, 5.0]], "negatives of the right ones"),
    ([{"sum": 2.0, "batch": [1.0]}], [{"sum": TENSOR, "batch": [1.0]}], "result contains nodes"),
    ([2.0, [3.0, -5.0]], [8.0, [12.0, -20.0]], "4 times the right ones"),
    ([2.0, [3.0, -5.0]], [0.5, [0.75, -1.25]], "1/4 of the right ones"),
    ([2.0, [3.0, -5.0]], [3.5, [4.5, -3.5]], "too large by 1.5"),
    ([2.0, [3.0, -5.0]], [0.5, [1.5, -6.5]], "too small by 1.5"),
    ([2.0, [3.0, -5.0]], [7.0, [7.0, 7.0]], "all 7, but the right ones are not all the same"),
    ([np.arange(6).reshape(2, 3)], [np.arange(6).reshape(2, 3).T], "transpose"),
    ([[1, 2, 3], [[4, 5], [6, 6]]], [[3, 2, 1], [[5, 4], [6, 6]]], "reverse order"),
    ([["a", "b", "c"]], [["b", "a", "c"]], "in the wrong order"),
    ([["a", "b", "c"], ["d", "e"]], [["b", "c", "a"], ["e", "d"]], "in the wrong order"),
    ([[1, 2, 3, 4]], [[9, 1, 2, 3]], "one step late"),
    ([[1, 2, 3, 4]], [[2, 3, 4, 9]], "one step early"),
    ([[1, 2, 3, 4]], [[1, 2, 3]], "the last entry is missing"),
    ([[1, 2, 3, 4]], [[2, 3, 4]], "the first entry is missing"),
    ([[1, 2, 3]], [[1, 2, 3, 9]], "one entry too many"),
    ([[1, 2, 3]], [1], "only the first value"),
    ([3], [[1, 2, 3]], "only the last one is wanted"),
    ([{"a": 1, "b": 2}], [{"a": 1}], "something is missing"),
    ([["a", "b", "c"]], [["a", "b"]], "the last entry is missing"),
    ([["a", "b", "c"]], [["b", "c"]], "the first entry is missing"),
    ([["a", "b", "c"]], [["a"]], "only the first value"),
    ([["a", "b", "c"], "it"], [["a", "b"], "other"], "something is missing"),
    ([["a", "b"]], [["x", "a", "b"]], "something it should not have"),
    ([["a", "b"]], [["a", "a", "b"]], "some are there more than once"),
    ([["a", "b"], 5], [[], 6], "empty"),
    ([np.ones((2, 2))], [[]], "empty"),
    ([[1.0, 2.0]], [{"a": 1.0, "b": 2.0}], "they come as a dict"),
    ([np.ones(3)], [np.ones((1, 3))], "an array of shape (1, 3) instead of an array of shape (3,)"),
    ([[1.0, 2.0, 5.0]], [[[1.0], [2.0], [5.0]]], "each of them comes as a list with one element"),
    ([[1.0, 2.0, 5.0]], [[[1.0], 2.0, 5.0]], "one part comes as a list with one element"),
    ([[np.ones(2), 5.0]], [[np.ones((1, 2)), 5.0]], "one part comes as an array of shape (1, 2)"),
    ([["a", "b"]], [frozenset("ab")], "a set, which has no order"),
    ([["a", "b"]], [frozenset("abc")], "a set, which has no order"),
    ([["a", "b"]], [[TENSOR, TENSOR]], "nodes of the graph where their names are wanted"),
    ([["a", "b"]], [["a:0", "b:0"]], "with `:0`; the exercise asks for names of operations"),
    ([["a:0", "b:0"]], [["a", "b"]], "asks for names of tensors"),
    ([{"a": 1}], [{"a:0": 1}], "with `:0`; the exercise asks for names of operations"),
    ([TENSOR], [OPERATION], "asks for its output, a tensor"),
    ([5.0], [TENSOR], "gets its value in a run"),
    ([{"x": 5.0, "y": 2.0}], [{"y": TENSOR, "x": 5.0}], "gets its value in a run"),
    ([5], ["5"], "numbers as strings"),
    ([5, True], [None, False], "Is a `return` missing?"),
    ([[1, 2]], [7], "asks for a list with 2 elements, but your answer gives the value 7"),
    ([[1, 2]], [Other("generator")], "gives a value of type generator"),
    ([["a", "b"]], [["a", Other("generator")]], "contains a value of type generator"),
]


@pytest.mark.parametrize(("expected", "got", "words"), TOLD, ids=[words for *_, words in TOLD])
def test_a_relation_is_told(expected, got, words):
    told = relation(expected, got, [False] * len(got))
    assert told is not None and words in told.text


SILENT = {
    "one number has every relation": ([5.0], [-5.0], [False]),
    "two numbers agree by chance": ([2.0, 4.0], [4.0, 8.0], [False, False]),
    "no factor is an idea": ([2.0, 3.0, 7.0], [2.46, 3.69, 8.61], [False] * 3),
    "a case contradicts it": ([2.0, [3.0, -5.0, 7.0]], [2.0, [-3.0, 5.0, -7.0]], [True, False]),
    "it does not hold everywhere": ([[1, 2, 3], [4, 5, 6]], [[3, 2, 1], [6, 4, 4]], [False] * 2),
    "zeros and a one show no places": ([[1, 0, 0], [0, 1]], [[0, 0, 1], [1, 0]], [False] * 2),
    "nor one step": ([np.eye(4)[0]], [np.eye(4)[1]], [False]),
    "an error has its own message": ([[1, 2]], [Raised("ValueError", "no")], [False]),
    "a number is too large for a float": ([1.0, 2.0, 3.0], [10**400] * 3, [False] * 3),
    "zeros are no multiple": (
        [[3.0, 5.0, 7.0], [5e-9, 2e-9]],
        [[6.0, 10.0, 14.0], [0.0, 0.0]],
        [False, False],
    ),
    "all numbers are tiny": ([1e-9, [1e-6, 1e-10, 1e-5]], [1e-8, [2e-8, 1e-8, 1e-8]], [False] * 2),
    "everything is right": ([1], [1], [True]),
}


@pytest.mark.parametrize("why", SILENT)
def test_nothing_is_said_where(why):
    assert relation(*SILENT[why]) is None


def test_two_relations_that_both_hold_are_none(monkeypatch):
    one, other = Clause("one", False), Clause("other", False)
    both = (lambda wrong, kept: one, lambda wrong, kept: other)
    for found, told in ((both[:1], one), (both, None)):
        monkeypatch.setattr(relations, "OF_FORM", found)
        assert relation([1], [2], [False], choice=True) == told


def test_where_an_answer_chooses_among_values_no_relation_between_them_is_named():
    for got in ([-3.0, -5.0, -8.0], [30.0, 50.0, 80.0], [8.0, 5.0, 3.0]):
        assert relation([[3.0, 5.0, 8.0]], [got], [False])
        assert relation([[3.0, 5.0, 8.0]], [got], [False], choice=True) is None
    assert relation([3.0], [None], [False], choice=True)


def test_a_factor_holds_for_small_numbers_beside_large_ones():
    expected = [[1.5, 2.5], [3e14, 4e14]]
    assert relation([expected], [[[0.75, 1.25], [1.5e14, 2e14]]], [False])
    assert relation([expected], [[[1.5, 2.5], [1.5e14, 2e14]]], [False]) is None
