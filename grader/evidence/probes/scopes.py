"""Probes for chapter 08."""

from __future__ import annotations

import contextlib
import copy
import functools
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.files import attempt_in, files_in, scratch
from grader.evidence.probes.general import argument, needs_function
from grader.evidence.probes.sessions import put, values_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import (
    followed,
    new_graph,
    owners,
    receipt,
    replaced,
    watched,
)


@probe("scopes/calls")
@bounded
def calls(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer` several times in one graph, for each graph of `inputs["graphs"]`.

    A graph is a list of calls, and a call a list of arguments (see `argument`). Before its first call
    it gets the variables of inputs["variables"], a list of names for each graph, if there are any. Returns
    for each graph {"graph", "calls": [{"arguments", "result"}, ...]}.
    """
    function = needs_function(answers[0])
    variables = inputs.get("variables", [[]] * len(inputs["graphs"]))
    reports = []
    for names, wanted in zip(variables, inputs["graphs"], strict=True):
        with new_graph(tf) as graph:
            for name in names:
                tf.get_variable(name, [1, 1, 1])
            done = []
            for descriptions in wanted:
                arguments = argument(tf, descriptions)
                given = [list(part) if isinstance(part, list) else part for part in arguments]
                with watched(tf):
                    result = attempt(function, *given)
                done.append({"arguments": arguments, "result": result})
            reports.append({"graph": graph, "calls": done})
    return reports


@probe("scopes/imported")
@bounded
def imported(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer` on each of the graphs that the challenge brings; gives a list of results for each.

    inputs["graphs"]: each has its GraphDef, serialized, in "graph", and lists of arguments in "calls":
    "" is the graph, a name with a colon one of its tensors, and other text is itself. If it is "elsewhere",
    or an argument itself, another graph is the default graph. An operation takes the tensor "later", if
    there is one, before the last call.
    """
    function = needs_function(answers[0])
    results = []
    for described in inputs["graphs"]:
        with new_graph(tf) as graph:
            tf.import_graph_def(tf.GraphDef.FromString(described["graph"]), name="")
            found: list[Any] = []
            for texts in described["calls"]:
                if "later" in described and len(found) == len(described["calls"]) - 1:
                    tf.negative(graph.get_tensor_by_name(described["later"]), name="later")
                given = [
                    graph.get_tensor_by_name(text) if ":" in text else text or graph
                    for text in texts
                ]
                away = described.get("elsewhere") or "" in texts
                with new_graph(tf) if away else contextlib.nullcontext(), watched(tf):
                    found.append(attempt(function, *given))
            results.append(found)
    return results


@probe("scopes/programs")
@bounded
def programs(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(program)` for each of `inputs["programs"]`, with one default graph for all calls."""
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with watched(tf):
            results.append(attempt(function, copy.deepcopy(program)))
    return results


@probe("scopes/log-training")
@bounded
def log(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(folder, session, training_step, loss, feeds)` for each of inputs["runs"].

    A run has "weights" and "bias" (the values of a linear model, not its initial ones), "learning rate",
    and "batches": pairs of arrays. Returns a report for each, {"value", "files", "after", "opened",
    "closed", "nodes"}: the folder's files, the variables' values, the writers that were opened and those that
    were closed, and the names of the model's operations. The folder is not the current one.
    """
    function = needs_function(answers[0])
    return [_logged(tf, function, run) for run in inputs["runs"]]


def _logged(tf: Any, function: Any, run: dict[str, Any]) -> dict[str, Any]:
    with new_graph(tf) as graph, scratch() as place:
        folder = os.path.join(place, "logs", "run")
        os.makedirs(folder)
        X = tf.placeholder("float32", [None, len(run["weights"])], name="X")
        y = tf.placeholder("float32", [None, 1], name="y")
        weights = tf.Variable(np.zeros([len(run["weights"]), 1], np.float32), name="weights")
        bias = tf.Variable(np.float32(0), name="bias")
        with tf.name_scope("error"):
            error = tf.matmul(X, weights) + bias - y
            mse = tf.reduce_mean(tf.square(error), name="mse")
        step = tf.train.GradientDescentOptimizer(run["learning rate"]).minimize(mse)
        nodes = [operation.name for operation in graph.get_operations()]
        feeds = [{X: np.array(rows), y: np.array(targets)} for rows, targets in run["batches"]]
        session = tf.Session()
        put(session, {weights: np.array(run["weights"], np.float32), bias: np.float32(run["bias"])})
        with _writers(tf, run["key"]) as writers, watched(tf):
            value = attempt_in(place, function, folder, session, step, mse, feeds)
        after = attempt(values_of, session, [weights, bias])
        attempt(session.close)
        return {
            "value": value,
            "files": files_in(folder),
            "after": after,
            "nodes": nodes,
            **writers,
        }


@contextlib.contextmanager
def _writers(tf: Any, key: str) -> Iterator[dict[str, Any]]:
    """Afterwards: how many writers were opened in the block, and a receipt for each that is closed.

    Those that are not are closed then.
    """
    kind, report = tf.summary.FileWriter, dict[str, Any]()
    opening = kind.__init__
    opened: list[Any] = []
    events: list[tuple[str, Any]] = []

    def __init__(self: Any, *arguments: Any, **keywords: Any) -> None:
        opening(self, *arguments, **keywords)
        opened.append(self)

    with contextlib.ExitStack() as patches:
        patches.enter_context(replaced(kind, "__init__", __init__))
        for name in ("close", "reopen"):
            for owner in owners(name, kind):
                new = followed(getattr(owner, name), functools.partial(_note, events, name))
                patches.enter_context(replaced(owner, name, new))
        try:
            yield report
        finally:
            patches.close()
            closed = []
            for number, writer in enumerate(opened):
                last = ""
                for name, one in events:
                    last = name if one is writer else last
                if last == "close":
                    closed.append(receipt(key, number))
                else:
                    attempt(writer.close)
            report |= {"opened": len(opened), "closed": closed}


def _note(events: list[tuple[str, Any]], name: str, writer: Any) -> None:
    events.append((name, writer))
