"""Probes of chapter 05: functions, classes and graphs made from formulas that the challenge brings.

A formula is plain data: a number, a name, or a list ["+", formula, formula]. The same formula is
computed with floats, with a student's dual numbers, or with tensors. An answer that would not end
is stopped.
"""

from __future__ import annotations

import copy
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from grader.evidence.probes.bounded import Budget, TooLong, time_limit
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import WrongResult, attempt, probe, raised
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import N_, _

SECONDS = 2.0
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


def within(function: Callable[..., Any], *arguments: Any) -> Any:
    """`attempt`, stopped after `SECONDS`: the result, or what was raised."""
    try:
        with time_limit(SECONDS):
            return attempt(function, *arguments)
    except TooLong as error:
        return raised(error)


@probe("autodiff/central")
def central(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(f, point, h)` with a Python function of a list.

    The functions of inputs["counted"] share their calls. Together they have two for each input; the values
    of all further calls are wrong.
    """
    function = needs_function(answers[0])
    terms = _terms(sum(2 * len(one["names"]) for one in inputs["counted"]))
    programs = [(one, iter(())) for one in inputs["programs"]]
    programs += [(one, terms) for one in inputs["counted"]]
    results = []
    for program, added in programs:
        f = _polynomial(program, added)
        with new_graph(tf), watched(tf):
            results.append(within(function, f, list(program["point"]), program["h"]))
    return results


def _terms(calls: int) -> Iterator[int]:
    """Is added to the value of each call: 0 at first. A generator cannot be copied or set back."""
    yield from [0] * calls
    yield from (number * number for number in count(1))


def _polynomial(program: dict[str, Any], terms: Iterator[int]) -> Callable[[Any], Any]:
    """A formula as a function of a list of numbers."""
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


@probe("autodiff/best-step")
def best_step(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(f, x, slope, steps)` with a Python function of one number."""
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:

        def f(x: Any, formula: Any = program["formula"]) -> Any:
            return evaluate(formula, {"x": x})

        with new_graph(tf), watched(tf):
            steps = list(program["steps"])
            results.append(within(function, f, program["x"], program["slope"], steps))
    return results


@probe("autodiff/plain")
def plain(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls a function on copies of plain values, once for each entry of `inputs["calls"]`."""
    function = needs_function(answers[0])
    results = []
    for arguments in inputs["calls"]:
        with new_graph(tf), watched(tf):
            results.append(within(function, *copy.deepcopy(list(arguments))))
    return results


@probe("autodiff/backward")
def backward(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(nodes, output)` for each graph; too many look-ups of its nodes stop it."""
    function = needs_function(answers[0])
    results = []
    for nodes, output in inputs["calls"]:
        with new_graph(tf), watched(tf):
            results.append(within(function, Looked(copy.deepcopy(nodes)), output))
    return results


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

    with new_graph(tf), watched(tf):
        return [within(compute, *program) for program in inputs["programs"]]


@probe("autodiff/hessian")
def hessian(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(y, xs)` with a formula as a tensor, and the placeholders of its names."""
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf), watched(tf):
            xs = [tf.placeholder(tf.float32, [], name=name) for name in program["names"]]
            names = dict(zip(program["names"], xs, strict=True))
            y = evaluate(program["formula"], names, tf.exp)
            results.append({"xs": xs, "value": within(function, y, list(xs))})
    return results
