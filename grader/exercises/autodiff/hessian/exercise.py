"""The exercise on second derivatives, and on None for what is not connected (row A7)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.autodiff.evidence import eighths, filled, text_of_formula
from grader.exercises.definition import exercise
from grader.judging import UNREADABLE, Case, Rerun, WrongAnswer, agree, describe, reports, together
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
    programs = [[list(names), filled(formula, rng)] for names, formula in FORMULAS]
    points = [[value / 2 for value in eighths(rng, len(names))] for names, _ in FORMULAS]
    return Challenge("autodiff/hessian", {"programs": programs}, {"points": points})


def _paste(challenge: Challenge) -> str:
    formula = text_of_formula(challenge.inputs["programs"][0][1])
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
    found = reports(evidence, len(FORMULAS))
    points = challenge.hidden["points"]
    shown, *others = [
        _matrix(evidence, one, point) for one, point in zip(found, points, strict=True)
    ]
    return [shown, together(others)]


def _matrix(evidence: Evidence, report: Any, point: list[float]) -> Any:
    """The values of an answer at the point: numbers where it has tensors or numbers, None for None."""
    if isinstance(report, Raised):
        return report
    if not isinstance(report, dict) or not {"xs", "value"} <= report.keys():
        raise WrongAnswer(_(UNREADABLE))
    value, xs = report["value"], report["xs"]
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


def _agree(expected: Any, got: Any) -> bool:
    """As `agree`; two errors agree if both say that a None was found, or neither does."""
    if isinstance(expected, Raised) and isinstance(got, Raised):
        told = ["None" in one.message for one in (expected, got)]
        return expected.type == got.type and told[0] == told[1]
    return agree(expected, got)


HESSIAN = exercise(
    id="autodiff/hessian",
    title="All second derivatives",
    answers=("hessian",),
    cases=(
        Case.shown(
            "the four second derivatives of a function of x and y",
            1,
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
    hints=(
        "The first derivatives are tensors like any other. What can you do with a tensor?",
        "One call of `tf.gradients` gives you the first derivatives; one more call for each of them gives "
        'you a row. With unconnected_gradients="zero", there is no None.',
        "You can meet a None in both rounds: for an input that `y` doesn't depend on, and for a first "
        "derivative that is constant.",
    ),
    paste=_paste,
)
