"""Probes for chapter 01."""

from __future__ import annotations

import copy
from typing import Any

from grader.evidence.probes.general import needs_function, snapshots_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched


@probe("graphs/calls")
def calls(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(*arguments)` for each entry of `inputs["calls"]`, all in one graph, empty at first."""
    with new_graph(tf), watched(tf):
        return [
            attempt(snapshots_of(answers[0]), *copy.deepcopy(list(arguments)))
            for arguments in inputs["calls"]
        ]


@probe("graphs/two-graphs")
def two_graphs(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(a, b)` for each pair; returns the results, and what became of the default graph."""
    with new_graph(tf) as outer:
        tf.constant(0, name="before")
        with watched(tf):
            results = [attempt(snapshots_of(answers[0]), *pair) for pair in inputs["pairs"]]
        same = tf.get_default_graph() is outer
    return {
        "results": results,
        "default": outer,
        "added": len(outer.get_operations()) - 1,
        "default is back": same,
    }


@probe("graphs/ingredients")
def ingredients(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(tensor)` for tensors of each graph of the challenge; returns the results in one list."""
    results: list[Any] = []
    graphs: list[Any] = []
    for serialized, names in inputs["graphs"]:
        with new_graph(tf) as graph:
            graphs.append(graph)  # kept: an answer may tell operations apart by their id
            tf.import_graph_def(tf.GraphDef.FromString(serialized), name="")
            for name in names:
                tensor = graph.get_tensor_by_name(name)
                with watched(tf):
                    results.append(attempt(snapshots_of(answers[0]), tensor))
    return results


@probe("graphs/take-out")
def take_out(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(graph, name)` for a graph of the challenge, which is not the default one, and a name.

    Returns the graph and the result of each call of `inputs["calls"]`, some of which share a graph.
    """
    with new_graph(tf), watched(tf):
        graphs = []
        for serialized in inputs["graphs"]:
            with tf.Graph().as_default() as graph:
                tf.import_graph_def(tf.GraphDef.FromString(serialized), name="")
            graphs.append(graph)
        function = needs_function(answers[0])
        return [
            {"given": graphs[number], "result": attempt(function, graphs[number], name)}
            for number, name in inputs["calls"]
        ]
