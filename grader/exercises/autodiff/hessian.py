"""The exercise on second derivatives, and on None for what is not connected (row A7)."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.autodiff.evidence import eighths, results, text_of_formula, together
from grader.judging import (
    UNREADABLE,
    Case,
    Exercise,
    Misconception,
    Rerun,
    WrongAnswer,
    agree,
    describe,
)
from grader.languages import _

# "#" is a number that is drawn. In the second formula some pairs are not connected, and s is not used.
# The third one has the names of the first, in a graph of its own.
FORMULAS = (
    ("xy", ["+", ["*", "#", ["*", "x", ["*", "x", "y"]]], ["*", "#", ["*", "y", "y"]]]),
    (
        "pqrs",
        [
            "+",
            ["*", ["*", "p", "p"], ["*", "#", "q"]],
            ["+", ["*", "#", ["exp", "r"]], ["*", "#", "p"]],
        ],
    ),
    ("xy", ["+", ["*", "#", ["*", "y", ["*", "x", "y"]]], ["*", "#", ["*", "x", "x"]]]),
)


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [
        {"names": list(names), "formula": _filled(formula, rng)} for names, formula in FORMULAS
    ]
    points = [[value / 2 for value in eighths(rng, len(names))] for names, _ in FORMULAS]
    return Challenge("autodiff/hessian", {"programs": programs}, {"points": points})


def _filled(skeleton: Any, rng: np.random.Generator) -> Any:
    if skeleton == "#":
        return float(rng.integers(2, 8))
    if isinstance(skeleton, list):
        return [skeleton[0], *(_filled(part, rng) for part in skeleton[1:])]
    return skeleton


def _paste(challenge: Challenge) -> str:
    formula = text_of_formula(challenge.inputs["programs"][0]["formula"])
    x, y = challenge.hidden["points"][0]
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    x, y = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    rows = hessian({formula}, [x, y])
    feeds = {{x: {x}, y: {y}}}
    value = None if rows is None else session.run(tf.stack(rows), feeds)
value
"""


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = results(evidence, len(FORMULAS))
    points = challenge.hidden["points"]
    shown, *others = [
        _matrix(evidence, one, point) for one, point in zip(found, points, strict=True)
    ]
    return [shown, together(others)]


def _matrix(evidence: Evidence, report: Any, point: list[float]) -> Any:
    """The values of an answer at the point: numbers where it has tensors or numbers, None for None."""
    if not isinstance(report, dict) or not {"xs", "value"} <= report.keys():
        raise WrongAnswer(_(UNREADABLE))
    value, xs = report["value"], report["xs"]
    if isinstance(value, Raised):
        return value
    graph = xs[0].graph
    tensors: list[TensorRef] = []
    _collect(value, tensors)
    if any(tensor.graph != graph for tensor in tensors):
        raise WrongAnswer(
            _("your tensors are not in the graph of y: build them in that graph, anew in each call")
        )
    numbers: Any = []
    if tensors:
        numbers = Rerun(evidence, graph).run(tensors, dict(zip(xs, point, strict=True)))
    if isinstance(numbers, Raised):
        return numbers
    return _filled_in(value, iter(numbers))


def _collect(value: Any, tensors: list[TensorRef], depth: int = 0) -> None:
    if isinstance(value, TensorRef):
        tensors.append(value)
    elif isinstance(value, (list, tuple)) and depth < 3:
        for part in value:
            _collect(part, tensors, depth + 1)
    elif not (value is None or isinstance(value, (bool, int, float, np.ndarray))):
        raise WrongAnswer(
            _(
                "expected rows of tensors, as lists or as one tensor, but your answer contains {found}"
            ).format(found=describe(value))
        )


def _filled_in(value: Any, numbers: Any) -> Any:
    if isinstance(value, TensorRef):
        number = np.asarray(next(numbers))
        return (number.astype(float) if number.dtype.kind in "biuf" else number).tolist()
    if isinstance(value, (list, tuple)):
        return [_filled_in(part, numbers) for part in value]
    if isinstance(value, np.ndarray):
        return value.tolist()
    try:
        return value if value is None else float(value)
    except OverflowError:
        return math.inf


def _slopes(y: Any, xs: Any) -> Any:
    return tf.gradients(y, xs, unconnected_gradients="zero")


def _hessian() -> Callable[..., Any]:
    return lambda y, xs: [_slopes(one, xs) for one in _slopes(y, xs)]


def _row_sums() -> Callable[..., Any]:
    return lambda y, xs: _slopes(_slopes(y, xs), xs)


def _diagonal_alone() -> Callable[..., Any]:
    return lambda y, xs: [row[i] for i, row in enumerate(_hessian()(y, xs))]


def _products_of_first() -> Callable[..., Any]:
    def hessian(y: Any, xs: Any) -> Any:
        first = _slopes(y, xs)
        return [[one * other for other in first] for one in first]

    return hessian


def _keeps_none() -> Callable[..., Any]:
    def hessian(y: Any, xs: Any) -> Any:
        return [
            [None] * len(xs) if one is None else tf.gradients(one, xs)
            for one in tf.gradients(y, xs)
        ]

    return hessian


def _differentiates_none() -> Callable[..., Any]:
    return lambda y, xs: [tf.gradients(one, xs) for one in tf.gradients(y, xs)]


def _drops_rows() -> Callable[..., Any]:
    return lambda y, xs: [_slopes(one, xs) for one in tf.gradients(y, xs) if one is not None]


def _half(kept: Callable[[int, int], bool]) -> Callable[[], Callable[..., Any]]:
    """The matrix with zeros on one side of the diagonal."""

    def hessian(y: Any, xs: Any) -> Any:
        return [
            [entry if kept(i, j) else tf.zeros_like(entry) for j, entry in enumerate(row)]
            for i, row in enumerate(_hessian()(y, xs))
        ]

    return lambda: hessian


def _mixed_doubled() -> Callable[..., Any]:
    def hessian(y: Any, xs: Any) -> Any:
        rows = _hessian()(y, xs)
        return [
            [entry if i == j else entry + rows[j][i] for j, entry in enumerate(row)]
            for i, row in enumerate(rows)
        ]

    return hessian


def _with_respect_to_a_stack() -> Callable[..., Any]:
    return lambda y, xs: tf.hessians(y, tf.stack(xs))[0]


def _agree(expected: Any, got: Any) -> bool:
    """As `agree`; two errors agree if both say that a None was found, or neither does."""
    if isinstance(expected, Raised) and isinstance(got, Raised):
        told = ["None" in one.message for one in (expected, got)]
        return expected.type == got.type and told[0] == told[1]
    return agree(expected, got)


ADDS_UP = (
    "you pass the whole list of first derivatives to one call of `tf.gradients`. It returns the "
    "derivatives of their *sum*. Call it once per first derivative."
)

ONE_HALF = (
    "one half of your matrix is zero. The matrix is symmetric: entry j of row i equals entry i of row "
    "j. Fill in both halves."
)

HESSIAN = Exercise(
    id="autodiff/hessian",
    title="All second derivatives",
    answers=("hessian",),
    cases=(
        Case(
            "the four second derivatives of a function of x and y",
            1,
            visible=True,
            gate=True,
            agree=_agree,
            advice="Return one row for each first derivative: its slopes with respect to each of the "
            "`xs`, one by one and not added up. Use the `xs` themselves: `y` was made from these, and not "
            "from a tensor that you build from them, such as their stack.",
        ),
        Case(
            "four inputs, one of them unused; then x and y again, in a new graph",
            2,
            agree=_agree,
            advice="Where a first derivative doesn't depend on an input, the second derivative is 0. "
            "`tf.gradients` returns None there.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_hessian,
    misconceptions=(
        Misconception(
            "adds-up-the-rows",
            _row_sums,
            ADDS_UP,
        ),
        Misconception(
            "the-sums-in-every-row", lambda: lambda y, xs: [_row_sums()(y, xs) for _ in xs], ADDS_UP
        ),
        Misconception(
            "only-the-diagonal",
            _half(operator.eq),
            "you have the second derivatives with respect to the same input twice, and zeros everywhere "
            "else. But you can also differentiate with respect to x and then to y: every first derivative "
            "has a slope with respect to every input.",
        ),
        Misconception("only-above-the-diagonal", _half(operator.le), ONE_HALF),
        Misconception("only-below-the-diagonal", _half(operator.ge), ONE_HALF),
        Misconception(
            "a-list-of-the-diagonal",
            _diagonal_alone,
            "you return one second derivative per input, but one row per input is expected: every "
            "first derivative has a slope with respect to every input.",
        ),
        Misconception(
            "mixed-doubled",
            _mixed_doubled,
            "your mixed derivatives are twice as large as they should be. Entry j of row i is a single "
            "derivative, first with respect to `xs[i]` and then to `xs[j]`. Don't add the other order to it.",
        ),
        Misconception(
            "differentiates-with-respect-to-a-stack",
            _with_respect_to_a_stack,
            "you ask for slopes with respect to a new tensor, such as `tf.stack(xs)`. You built it after y: "
            "no path leads from it to y, so every slope is None. Ask with respect to the `xs`, from which "
            "y was made.",
        ),
        Misconception(
            "products-of-first-derivatives",
            _products_of_first,
            "you multiply first derivatives by each other. A second derivative is the derivative of a "
            "derivative.",
        ),
        Misconception(
            "leaves-none",
            _keeps_none,
            "your list contains None where a first derivative doesn't depend on an input. The slope there "
            'is zero: return a zero, for example with `unconnected_gradients="zero"`.',
        ),
        Misconception(
            "differentiates-none",
            _differentiates_none,
            "where y doesn't depend on an input, the first derivative is None, and your second round asks "
            'for the slopes of that None. `unconnected_gradients="zero"` gives you tensors, in both rounds.',
        ),
        Misconception(
            "drops-rows",
            _drops_rows,
            "you leave out the row of an input that y doesn't depend on. That row is all zeros.",
        ),
    ),
    hints=(
        "The first derivatives are tensors like any other. What can you do with a tensor?",
        "One call of `tf.gradients` gives you the first derivatives; one more call for each of them gives "
        'you a row. With unconnected_gradients="zero", there is no None.',
        "You can meet a None in both rounds: for an input that `y` doesn't depend on, and for a first "
        "derivative that is constant.",
    ),
    paste=_paste,
)
