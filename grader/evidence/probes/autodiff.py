"""Probes of chapter 05: functions, classes and graphs made from formulas that the challenge brings.

A formula is plain data: a number, a name, or a list ["+", formula, formula]. The same formula is
computed with floats, with a student's dual numbers, or with tensors. An answer that would not end
is stopped.
"""

from __future__ import annotations

import copy
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from grader.evidence.probes.bounded import Budget, within
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import WrongResult, probe
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import N_, _

MOST_CALLS = 1000
MOST_LOOKS = 50_000

OPERATORS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
    "neg": operator.neg,
}


def evaluate(formula: Any, names: Mapping[str, Any], exp: Callable[[Any], Any] = math.exp) -> Any:
    """The value of a formula; names: the value of each name; exp: the function "exp" for such values."""
    if isinstance(formula, str):
        return names[formula]
    if not isinstance(formula, (list, tuple)):
        return formula
    kind, *parts = formula
    values = [evaluate(part, names, exp) for part in parts]
    return exp(*values) if kind == "exp" else OPERATORS[kind](*values)


def results(tf: Any, function: Callable[..., Any], calls: Iterable[Sequence[Any]]) -> list[Any]:
    """What a function gives, called with each of these arguments, in a new graph each time."""
    found = []
    for arguments in calls:
        with new_graph(tf), watched(tf):
            found.append(within(function, *arguments))
    return found


@probe("autodiff/plain")
def plain(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls a function on copies of plain values, once for each entry of `inputs["calls"]`.

    Too many look-ups in a dictionary stop it.
    """
    return results(tf, needs_function(answers[0]), map(_copies, inputs["calls"]))


def _copies(arguments: Sequence[Any]) -> list[Any]:
    copies = copy.deepcopy(list(arguments))
    return [Looked(one) if isinstance(one, dict) else one for one in copies]


class Looked(dict[str, Any]):
    """A dictionary that stops an answer that walks along every path of a graph."""

    def __init__(self, nodes: dict[str, Any]):
        super().__init__(nodes)
        self.budget = Budget(
            MOST_LOOKS,
            N_(
                "your code looks up the nodes of this graph more than {amount} times. Compute the value and "
                "the slope of each node once, not once for every path"
            ),
        )

    def __getitem__(self, name: str) -> Any:
        self.budget.spend()
        return super().__getitem__(name)


@probe("autodiff/best-step")
def best_step(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(f, x, slope, steps)` with a Python function of one number."""
    programs = inputs["programs"]
    calls = [
        [_of_x(one["formula"]), one["x"], one["slope"], list(one["steps"])] for one in programs
    ]
    return results(tf, needs_function(answers[0]), calls)


def _of_x(formula: Any) -> Callable[[Any], Any]:
    return lambda x: evaluate(formula, {"x": x})


@probe("autodiff/central")
def central(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(f, point, h)` with a Python function of a list.

    The functions of inputs["counted"] share their calls. Together they have two for each input; the values
    of all further calls are wrong.
    """
    programs, counted = inputs["programs"], inputs["counted"]
    terms = _terms(sum(2 * len(one["names"]) for one in counted))
    pairs = [*((one, iter(())) for one in programs), *((one, terms) for one in counted)]
    calls = [[_of_a_list(one, added), list(one["point"]), one["h"]] for one, added in pairs]
    return results(tf, needs_function(answers[0]), calls)


def _terms(calls: int) -> Iterator[int]:
    """Is added to the value of each call: 0 at first. A generator cannot be copied or set back."""
    yield from [0] * calls
    yield from (number * number for number in count(1))


def _of_a_list(program: dict[str, Any], terms: Iterator[int]) -> Callable[[Any], Any]:
    names = program["names"]
    budget = Budget(
        MOST_CALLS, N_("your code calls the function that it was given more than {amount} times")
    )

    def f(point: Any) -> Any:
        budget.spend()
        values = list(point)
        if len(values) != len(names):
            raise ValueError(
                _(
                    "this function takes a list of {count} numbers, but it was called with {given}"
                ).format(count=len(names), given=len(values))
            )
        term = next(terms, 0)
        return evaluate(program["formula"], dict(zip(names, values, strict=True))) + term

    return f


@probe("autodiff/dual")
def dual(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Computes formulas with dual numbers `answer(value, slope)`.

    Returns for each {"result": [value, slope], "names": what the dual numbers that went in are now}.
    """
    kind = needs_function(answers[0])

    def compute(formula: Any, names: Mapping[str, Any]) -> Any:
        duals = {name: kind(value, slope) for name, (value, slope) in names.items()}
        result = evaluate(formula, duals, lambda number: number.exp())
        if not (hasattr(result, "value") and hasattr(result, "slope")):
            raise WrongResult(
                _(
                    "the result of a calculation should be a Dual, with a value and a slope, but "
                    "it is of type {type}"
                ).format(type=type(result).__name__)
            )
        after = {name: [one.value, one.slope] for name, one in duals.items()}
        return {"result": [result.value, result.slope], "names": after}

    return results(tf, compute, inputs["programs"])


@probe("autodiff/hessian")
def hessian(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(y, xs)` with a formula as a tensor, and the placeholders of its names."""
    function = needs_function(answers[0])

    def build(names: Sequence[str], formula: Any) -> Any:
        xs = [tf.placeholder(tf.float32, [], name=name) for name in names]
        y = evaluate(formula, dict(zip(names, xs, strict=True)), tf.exp)
        return {"xs": xs, "value": function(y, list(xs))}

    return results(tf, build, inputs["programs"])
