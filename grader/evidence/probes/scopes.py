"""The probe of chapter 08."""

from __future__ import annotations

import contextlib
from typing import Any

from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched


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
