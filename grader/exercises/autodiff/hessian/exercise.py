"""The exercise on second derivatives, and on None for what is not connected (row A7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, GraphRef, Raised, TensorRef
from grader.exercises.autodiff.evidence import eighths, filled
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import case, placeholder
from grader.judging import Case, Rerun, WrongAnswer, agree, describe, reports, together
from grader.languages import _

# "#" is a number that is drawn. In the second formula some pairs are not connected, and s is not used.
# The third one has the names of the first, in another graph, in which the function is called twice.
FORMULAS = {
    "# * x * x * y + # * y * y": "xy",
    "p * p * # * q + # * tf.exp(r) + # * p": "pqrs",
    "# * y * x * y + # * x * x": "xy",
}


def _draw(rng: np.random.Generator) -> Challenge:
    formulas = [filled(formula, rng) for formula in FORMULAS]
    cases: list[dict[str, Any]] = []
    feeds: list[dict[str, Any]] = []
    for number, (formula, names) in enumerate(zip(formulas, FORMULAS.values(), strict=True)):
        call = f"hessian({formula}, [{', '.join(names)}])"
        before = "hessian(x * y, [x, y])" if number == 2 else ""
        cases.append(case([*map(placeholder, names)], call, before=before))
        values = zip(names, eighths(rng, len(names)), strict=True)
        feeds.append({f"{name}:0": value / 2 for name, value in values})
    return Challenge("gradient-control/call", {"cases": cases}, {"feeds": feeds})


def _paste(challenge: Challenge) -> str:
    x, y = challenge.hidden["feeds"][0].values()
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    x, y = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    rows = {challenge.inputs["cases"][0]["call"]}
    feeds = {{x: {x}, y: {y}}}
    value = None if rows is None else session.run(tf.stack(rows), feeds)
value
"""


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, len(challenge.inputs["cases"]), "result", "graph")
    shown, *others = [
        _matrix(evidence, report, feeds)
        for report, feeds in zip(found, challenge.hidden["feeds"], strict=True)
    ]
    return [shown, together(others)]


def _matrix(evidence: Evidence, report: Mapping[str, Any], feeds: Any) -> Any:
    """The values of an answer for the feeds: numbers where it has tensors or numbers, None for None."""
    value = report["result"]
    if isinstance(value, Raised):
        return value
    tensors = list(_tensors(value))
    if any(GraphRef(tensor.graph) != report["graph"] for tensor in tensors):
        raise WrongAnswer(
            _("your tensors are not in the graph of y: build new ones in that graph in each call")
        )
    numbers = Rerun(evidence, tensors[0].graph).run(tensors, feeds) if tensors else []
    return numbers if isinstance(numbers, Raised) else _filled_in(value, iter(numbers))


def _tensors(value: Any, depth: int = 0) -> Iterator[TensorRef]:
    """The tensors in a list of lists. Raises WrongAnswer for what is neither a tensor nor a number."""
    if isinstance(value, TensorRef):
        yield value
    elif isinstance(value, (list, tuple)) and depth < 3:
        for part in value:
            yield from _tensors(part, depth + 1)
    elif not (value is None or isinstance(value, (bool, int, float, np.ndarray))):
        raise WrongAnswer(
            _(
                "expected rows of tensors, as lists or as one tensor, but your answer contains {found}"
            ).format(found=describe(value))
        )


def _filled_in(value: Any, numbers: Iterator[Any]) -> Any:
    if value is None:
        return None
    if isinstance(value, (list, tuple)):
        return [_filled_in(part, numbers) for part in value]
    array = np.asarray(next(numbers) if isinstance(value, TensorRef) else value)
    return (array.astype(float) if array.dtype.kind in "biuf" else array).tolist()


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
    parts=("cases", "feeds"),
    hints=(
        "The first derivatives are tensors like any other. What can you do with a tensor?",
        "One call of `tf.gradients` gives you the first derivatives; one more call for each of them gives "
        'you a row. With unconnected_gradients="zero", there is no None.',
        "You can meet a None in both rounds: for an input that `y` doesn't depend on, and for a first "
        "derivative that is constant.",
    ),
    paste=_paste,
)
