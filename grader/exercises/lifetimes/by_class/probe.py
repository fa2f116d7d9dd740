"""Has `by_class(labels, answers, classes)` make two metrics in one graph, beside a model's variable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.evidence.probes.table import attempt
from grader.evidence.probes.watching import watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what the probe "build" does of a call that is repeated, and the initializers of all global and
    of all local variables.
    """
    tf.Variable(1.0, name="weight")
    labels = tf.placeholder(tf.int32, [program["size"]], name="labels")
    given = tf.placeholder(tf.int32, [program["size"]], name="answers")
    arguments = [labels, given, program["classes"]]
    with watched(tf):
        result, again = (attempt(answer, *arguments) for _metric in range(2))
    with labels.graph.as_default():
        initializers = {
            "local": tf.local_variables_initializer(),
            "global": tf.global_variables_initializer(),
        }
    report = {"arguments": arguments, "result": result, "graph": labels.graph, "again": again}
    return report | initializers
