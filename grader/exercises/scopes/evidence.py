"""What the reports of this chapter's probes show: names, and values for variables of our choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import dedent
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, GraphRef, Raised, TensorRef, VariableData
from grader.judging import UNREADABLE, Rerun, WrongAnswer, expect_returned_tensor, reports
from grader.languages import _


def graphs(evidence: Evidence, challenge: Challenge) -> list[tuple[Rerun, list[Mapping[str, Any]]]]:
    """For each graph of the probe "scopes/calls": a rerun, and what its calls gave.

    Each call says in "graph" which graph of the evidence it was made in. Raises WrongAnswer when the
    evidence is something else, which our probe never writes.
    """
    wanted = challenge.inputs["graphs"]
    found: list[tuple[Rerun, list[Mapping[str, Any]]]] = []
    for report, calls in zip(reports(evidence, len(wanted), "graph", "calls"), wanted, strict=True):
        done = report["calls"]
        if not isinstance(report["graph"], GraphRef) or not isinstance(done, list):
            raise WrongAnswer(_(UNREADABLE))
        if len(done) != len(calls) or not all(isinstance(call, Mapping) for call in done):
            raise WrongAnswer(_(UNREADABLE))
        number = report["graph"].graph
        found.append((Rerun(evidence, number), [{**call, "graph": number} for call in done]))
    return found


def built_from(build: str | Callable[..., None], *given: Any, **names: Any) -> bytes:
    """The graph, serialized, that a function builds, or lines of code with these names put in."""
    with tf.Graph().as_default() as graph:
        if isinstance(build, str):
            exec(dedent(build).format(**names), {"tf": tf})
        else:
            build(*given, **names)
        return bytes(graph.as_graph_def().SerializeToString())


def called(evidence: Evidence, challenge: Challenge) -> list[list[Any]]:
    """What the calls of the probe "scopes/imported" gave, for each graph."""
    wanted = [len(graph["calls"]) for graph in challenge.inputs["graphs"]]
    found = reports(evidence, len(wanted))
    if [len(calls) if isinstance(calls, list) else -1 for calls in found] != wanted:
        raise WrongAnswer(_(UNREADABLE))
    return found


def value(rerun: Rerun, call: Mapping[str, Any], function: str, *feeds: Any) -> Any:
    """What a call's result gives when its first arguments are fed with `feeds`."""
    if isinstance(call["result"], Raised):
        return call["result"]
    return run(rerun, call, expect_returned_tensor(call["result"], function), *feeds)


def run(rerun: Rerun, call: Mapping[str, Any], tensor: TensorRef, *feeds: Any) -> Any:
    """The value of one of a call's tensors; a text where it is remembered from another graph."""
    if tensor.graph != call["graph"]:
        return _("a tensor of another graph")
    return rerun.run(tensor, dict(zip(call["arguments"], feeds, strict=False)))


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
        runs[-1][0].append(variable.initializer)
        number = numbers[place % len(numbers)]
        runs[-1][1][initial] = filled(shape_of(rerun, variable), number)
    results = [rerun.run(initializers, feeds) for initializers, feeds in runs]
    return next((result for result in results if isinstance(result, Raised)), None)


def filled(shape: Sequence[int], number: float) -> np.ndarray:
    """`number`, `number` + 1, `number` + 2 and so on, in this shape."""
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape) + np.float32(number)


def _initial_value(rerun: Rerun, variable: VariableData) -> str:
    try:
        return rerun.graph.get_operation_by_name(variable.initializer).inputs[1].name
    except (KeyError, ValueError, IndexError) as error:
        raise WrongAnswer(
            _("your variable {name} cannot be initialized").format(name=repr(variable.name))
        ) from error


def short(variable: VariableData) -> str:
    """A variable's name without ":0"."""
    return variable.name.partition(":")[0]


def scope(name: str) -> str:
    """What stands before the first slash, or "" where there is none."""
    before, slash, _ = name.partition("/")
    return before if slash else ""
