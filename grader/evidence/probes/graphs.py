"""Probes for chapter 01."""

from __future__ import annotations

from typing import Any

from grader.evidence.probes.bounded import within
from grader.evidence.probes.general import snapshots_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched


@probe("graphs/calls")
def calls(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(*arguments)` for each entry of `inputs["calls"]`, all in one graph, empty at first.

    inputs["before"]: whether it has a node at first. Returns the results, the graph, how many operations
    were added to it, and whether it is still the default one.
    """
    function = snapshots_of(answers[0])
    with new_graph(tf) as graph:
        if inputs.get("before"):
            tf.constant(0, name="before")
        before = len(graph.get_operations())
        with watched(tf):
            results = [attempt(function, *arguments) for arguments in inputs["calls"]]
        default = tf.get_default_graph() is graph
    added = len(graph.get_operations()) - before
    return {"results": results, "graph": graph, "added": added, "default": default}


@probe("graphs/given")
def given(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(tensor)` for each graph and name in `inputs["calls"]`, in the tensor's graph.

    Where the name is not a tensor's, it calls `answer(graph, name)`, and the graph is not the default one.
    Returns the graphs, and the result of each call.
    """
    function = snapshots_of(answers[0])
    with new_graph(tf), watched(tf):
        graphs, results = [], []
        for serialized in inputs["graphs"]:
            with tf.Graph().as_default() as graph:
                tf.import_graph_def(tf.GraphDef.FromString(serialized), name="")
            graphs.append(graph)
        for number, name in inputs["calls"]:
            if ":" in name:
                with graphs[number].as_default() as graph:
                    results.append(within(function, graph.get_tensor_by_name(name)))
            else:
                results.append(within(function, graphs[number], name))
    return {"graphs": graphs, "results": results}
