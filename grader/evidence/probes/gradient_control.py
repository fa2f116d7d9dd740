"""Probes for chapter 06."""

from __future__ import annotations

from typing import Any

from grader.evidence.data import Raised
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import watched


@probe("gradient_control/tensors")
def tensors(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer` with tensors of a graph that the challenge brings.

    inputs["cases"]: dicts with "graph" (a serialized GraphDef), "arguments" (see `_argument`), and
    "towards": the names of the tensors that the result is differentiated for, or an empty list.
    Returns for each case {"result", "gradients"}; "gradients" has one entry for each name.
    """
    reports = []
    for case in inputs["cases"]:
        with tf.Graph().as_default() as graph:
            tf.import_graph_def(tf.GraphDef.FromString(case["graph"]), name="")
            arguments = [_argument(graph, part) for part in case["arguments"]]
            with watched(tf):
                result = attempt(needs_function(answers[0]), *arguments)
            gradients: Any = None
            if case["towards"] and isinstance(result, tf.Tensor):
                towards = [graph.get_tensor_by_name(name) for name in case["towards"]]
                gradients = attempt(tf.gradients, result, towards)
            reports.append({"result": result, "gradients": gradients})
    return reports


def _argument(graph: Any, description: Any) -> Any:
    """The argument for {"tensor": name}, {"operation": name}, a list of these, or a plain value."""
    if isinstance(description, list):
        return [_argument(graph, part) for part in description]
    if isinstance(description, dict) and "tensor" in description:
        return graph.get_tensor_by_name(description["tensor"])
    if isinstance(description, dict) and "operation" in description:
        return graph.get_operation_by_name(description["operation"])
    if isinstance(description, dict):
        return dict(description)
    return description


@probe("gradient_control/train")
def train(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(optimizer, loss, weights, mask)` for a small model of two layers.

    Returns the step that it gives, the placeholders, and the model's three variables.
    """
    with tf.Graph().as_default():
        features = tf.placeholder("float32", [None, len(inputs["weights"])], name="features")
        targets = tf.placeholder("float32", [None, 1], name="targets")
        weights = tf.Variable(inputs["weights"], name="weights")
        bias = tf.Variable(inputs["bias"], name="bias")
        output = tf.Variable(inputs["output"], name="output")
        guess = tf.matmul(tf.matmul(features, weights) + bias, output)
        loss = tf.reduce_mean(tf.square(guess - targets))
        optimizer = tf.train.GradientDescentOptimizer(inputs["learning rate"])
        with watched(tf):
            function = attempt(needs_function, answers[0])
            if isinstance(function, Raised):
                step = function
            else:
                step = attempt(function, optimizer, loss, weights, inputs["mask"].copy())
        return {
            "step": step,
            "features": features,
            "targets": targets,
            "variables": [weights, bias, output],
        }
