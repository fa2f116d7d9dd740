"""What the reports of this chapter's probes show: names, and values for variables of our choice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, GraphRef, Raised, VariableData
from grader.judging import (
    UNREADABLE,
    Builder,
    Built,
    Rerun,
    Session,
    WrongAnswer,
    listed,
    reports,
)
from grader.languages import _

MOST_NUMBERS = 2**20  # in a variable; the largest of a right answer has a few dozen


def graphs(
    builder: Builder, evidence: Evidence, challenge: Challenge
) -> list[tuple[Rerun, list[Built]]]:
    """For each graph of a challenge a new session on it, and what the calls in it gave."""
    counts = challenge.inputs["graphs"]
    calls = iter(builder.built(evidence, sum(counts)))
    each = [list(islice(calls, count)) for count in counts]
    return [(_session_of(called[0]), called) for called in each]


def _session_of(call: Built) -> Rerun:
    graph = call.report["graph"]
    if not isinstance(graph, GraphRef):
        raise WrongAnswer(_(UNREADABLE))
    return Rerun(call.evidence, graph.graph)


def called(evidence: Evidence, challenge: Challenge) -> list[list[Any]]:
    """What the calls of the probe "scopes/imported" gave, for each graph."""
    wanted = [len(graph["calls"]) for graph in challenge.inputs["graphs"]]
    found = reports(evidence, len(wanted))
    if [len(calls) if isinstance(calls, list) else -1 for calls in found] != wanted:
        raise WrongAnswer(_(UNREADABLE))
    return found


def names_in(result: Any, told: str, function: str) -> Any:
    """The names in a list that a function returned, in alphabetical order, or an error.

    told: what to say of anything but a list (see `listed`).
    """
    names = listed(result, told, function)
    if isinstance(names, Raised):
        return names
    if not all(isinstance(name, str) for name in names):
        raise WrongAnswer(
            _(
                "expected names, which are strings, but a list from {function} holds something "
                "else; `op.name` is the name of an operation, `tensor.name` that of a tensor"
            ).format(function=function)
        )
    return sorted(names)


def value(rerun: Rerun, call: Built, **feeds: Any) -> Any:
    """What a call's result gives with these arguments; a text where it is remembered from another graph."""
    if isinstance(call.result, Raised):
        return call.result
    if call.elsewhere:
        return _("a tensor of another graph")
    return Session(rerun, call.names)(*call.builder.returns, **feeds)


def shape_of(rerun: Rerun, variable: VariableData) -> tuple[int, ...]:
    """The static shape of a variable; WrongAnswer where it is not known."""
    try:
        shape = rerun.graph.as_graph_element(variable.value).shape
    except (KeyError, ValueError, TypeError) as error:
        raise WrongAnswer(
            _("your variable {name} is not in your graph").format(name=repr(variable.name))
        ) from error
    if not shape.is_fully_defined():
        raise WrongAnswer(
            _("the shape of your variable {name} is not fully known").format(
                name=repr(variable.name)
            )
        )
    return tuple(shape.as_list())


def of_rank(rerun: Rerun, rank: int) -> list[VariableData]:
    """The variables with so many dimensions, in the order in which they were made."""
    return [item for item in rerun.data.variables if len(shape_of(rerun, item)) == rank]


def set_variables(
    rerun: Rerun, numbers: Sequence[float], variables: Sequence[VariableData]
) -> Raised | None:
    """Gives each variable a value in the place of its initial one: its number, and one more at each
    further position (see `filled`).

    Where there are more variables than numbers, the numbers begin again. Returns the first error.
    """
    runs: list[tuple[list[str], dict[Any, Any]]] = [([], {})]
    for place, variable in enumerate(variables):
        initial = _initial_value(rerun, variable)
        if initial in runs[-1][1]:  # two variables with one initial value: one run each
            runs.append(([], {}))
        shape = shape_of(rerun, variable)
        if math.prod(shape) > MOST_NUMBERS:
            raise _not_initialized(variable)
        runs[-1][0].append(variable.initializer)
        number = numbers[place % len(numbers)]
        runs[-1][1][initial] = filled(shape, number)
    results = [rerun.run(initializers, feeds) for initializers, feeds in runs]
    return next((result for result in results if isinstance(result, Raised)), None)


def filled(shape: Sequence[int], number: float) -> np.ndarray:
    """`number`, `number` + 1, `number` + 2 and so on, in this shape."""
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape) + np.float32(number)


def _initial_value(rerun: Rerun, variable: VariableData) -> str:
    try:
        return rerun.graph.get_operation_by_name(variable.initializer).inputs[1].name
    except (KeyError, ValueError, IndexError) as error:
        raise _not_initialized(variable) from error


def _not_initialized(variable: VariableData) -> WrongAnswer:
    return WrongAnswer(
        _("your variable {name} cannot be initialized").format(name=repr(variable.name))
    )


def short(variable: VariableData) -> str:
    """A variable's name without ":0"."""
    return variable.name.partition(":")[0]


def scope(name: str) -> str:
    """What stands before the first slash, or "" where there is none."""
    before, slash, _ = name.partition("/")
    return before if slash else ""
