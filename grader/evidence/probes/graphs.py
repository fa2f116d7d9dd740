"""Probes for chapter 01."""

from __future__ import annotations

from typing import Any

from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched


@probe("graphs/two-graphs")
def two_graphs(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(a, b)`; returns its result, the default graph, and the number of added nodes."""
    outer = tf.Graph()
    with outer.as_default():
        tf.constant(0, name="before")
        with watched(tf):
            result = attempt(needs_function(answers[0]), inputs["a"], inputs["b"])
        same = tf.get_default_graph() is outer
    return {
        "result": result,
        "default": outer,
        "added": len(outer.get_operations()) - 1,
        "default is back": same,
    }


@probe("graphs/ingredients")
def ingredients(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(tensor)` for a tensor in each graph of the challenge."""
    results = []
    for serialized, name in inputs["graphs"]:
        with new_graph(tf) as graph:
            tf.import_graph_def(tf.GraphDef.FromString(serialized), name="")
            tensor = graph.get_tensor_by_name(name)
            with watched(tf):
                results.append(attempt(needs_function(answers[0]), tensor))
    return results
