"""Probes that serve many exercises."""

from __future__ import annotations

import contextlib
import copy
import functools
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import _


@probe("export")
def export(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """The answers themselves: for tensors and graphs that the student built at top level."""
    return list(answers)


@probe("call")
@bounded
def call(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls a function on plain values, once for each entry of `inputs["calls"]`.

    Every call gets copies of its arguments and a new default graph, or all have one, inputs["one graph"].
    Returns a list of the results, or of the errors that were raised.
    """
    function = answers[0]
    results = []
    with new_graph(tf):
        for arguments in inputs["calls"]:
            graph = contextlib.nullcontext() if inputs.get("one graph") else new_graph(tf)
            with graph, watched(tf):
                results.append(attempt(needs_function(function), *copy.deepcopy(list(arguments))))
    return results


@probe("build")
@bounded
def build(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Has a function build a graph, once for each entry of `inputs["builds"]`.

    An entry is a list of arguments, each described by a dict (see `argument`). Returns, for every entry, the
    arguments in a new graph, the result, and the graph that is then the default one; for those of the numbers
    `inputs["again"]`, also the result of a second call, with the same arguments.
    inputs["graphs"]: how many entries, one after the other, share a graph. inputs["crowded"]: the numbers
    of the graphs that have a variable at first.
    """
    function = needs_function(answers[0])
    builds = enumerate(inputs["builds"])
    results = []
    for place, count in enumerate(inputs.get("graphs", [1] * len(inputs["builds"]))):
        with new_graph(tf):
            if place in inputs.get("crowded", ()):
                tf.get_variable("other", [1, 1, 1])
            for number, descriptions in islice(builds, count):
                repeats = number in inputs.get("again", ())
                results.append(_built(tf, function, descriptions, repeats))
    return results


def _built(tf: Any, function: Any, descriptions: list[Any], repeats: bool) -> dict[str, Any]:
    arguments = [argument(tf, description) for description in descriptions]
    given = [list(one) if isinstance(one, list) else one for one in arguments]
    with watched(tf):
        result = attempt(function, *given)
        graph = tf.get_default_graph()  # the second call may reset it
        again = attempt(function, *given) if repeats else None
    return {"arguments": arguments, "result": result, "graph": graph, "again": again}


def argument(tf: Any, description: dict[str, Any] | list[Any]) -> Any:
    """The argument that a description specifies, created in the default graph; a list of them for a list.

    {"placeholder": dtype, "shape": [None, 3], "name": "A"}: a placeholder
    {"variable": array, "name": "w"}: a variable with that initial value
    {"constant": array, "name": "c"}: a constant
    {"value": anything}: the plain value itself
    """
    if isinstance(description, list):
        return [argument(tf, part) for part in description]
    if "placeholder" in description:
        return tf.placeholder(
            description["placeholder"], description.get("shape"), name=description.get("name")
        )
    if "variable" in description:
        return tf.Variable(description["variable"], name=description.get("name"))
    if "constant" in description:
        return tf.constant(description["constant"], name=description.get("name", "Const"))
    return copy.deepcopy(description["value"])


class NotAFunction(TypeError):
    """The answer cannot be called; it may be that a later cell uses its name for something else."""


def needs_function(answer: Any) -> Any:
    """Returns `answer` if it can be called; else raises NotAFunction, which names its type."""
    if isinstance(answer, Raised) or not callable(answer):
        raise NotAFunction(
            _("the answer should be a function, but it is of type {type}").format(
                type=type(answer).__name__
            )
        )
    return answer


def snapshots_of(answer: Any) -> Callable[..., Any]:
    """The answer; what it returns is copied, since a list of its own may grow in later calls."""
    function = needs_function(answer)

    @functools.wraps(function)
    def called(*arguments: Any) -> Any:
        result = function(*arguments)
        return copy.copy(result) if isinstance(result, (list, dict, set, np.ndarray)) else result

    return called
