"""Probes for chapter 06."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched

# A name of a gradient can be taken once in the life of a kernel.
RULE_NUMBERS = count()


@probe("gradient-control/tensors")
def tensors(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer` with tensors of a graph that the challenge brings.

    inputs["cases"]: dicts with "graph" (a serialized GraphDef), "arguments" (see `_argument`), and
    "towards": the names of the tensors that the result is differentiated for, or an empty list; "squared":
    whether its square is differentiated, too.
    Returns for each case {"result", "gradients", "of the square", "later"}: the gradients of the result and
    of its square, with one entry for each name, and that of a Floor made after the call, or None.
    """
    return [_report(tf, needs_function(answers[0]), case) for case in inputs["cases"]]


def _report(tf: Any, function: Any, case: dict[str, Any]) -> dict[str, Any]:
    with new_graph(tf) as graph:
        tf.import_graph_def(tf.GraphDef.FromString(case["graph"]), name="")
        arguments = [_argument(tf, graph, part) for part in case["arguments"]]
        with watched(tf):
            result = attempt(function, *arguments)
        report = {"result": result, "gradients": None, "of the square": None, "later": None}
        if case["towards"] and isinstance(result, tf.Tensor) and result.graph is graph:
            xs = [graph.get_tensor_by_name(name) for name in case["towards"]]
            report["gradients"] = attempt(_gradients, tf, result, xs)
            if case["squared"]:
                report["of the square"] = attempt(lambda: _gradients(tf, result * result, xs))
            report["later"] = attempt(lambda: tf.gradients(tf.floor(xs[0]), xs[0])[0])
        return report


def _gradients(tf: Any, y: Any, xs: list[Any]) -> list[Any]:
    """tf.gradients, as tensors: what comes back through a `tf.gather` would be IndexedSlices."""
    return [None if one is None else tf.convert_to_tensor(one) for one in tf.gradients(y, xs)]


def _argument(tf: Any, graph: Any, description: Any) -> Any:
    """The argument that is described: as it is, unless it is a dict of one of these kinds, or a list."""
    if isinstance(description, list):
        return [_argument(tf, graph, part) for part in description]
    if not isinstance(description, dict):
        return description
    ((kind, value),) = description.items()
    made: dict[str, Callable[[Any], Any]] = {
        "tensor": graph.get_tensor_by_name,
        "operation": graph.get_operation_by_name,
        "program": lambda steps: _program(tf, steps),
        "new rule": lambda name: f"{name}{next(RULE_NUMBERS)}",
    }
    return made[kind](value)


def _program(tf: Any, steps: list[Any]) -> Callable[[Any], Any]:
    """The function that takes these steps, (name, number) each, one after the other."""
    # Somebody else's module has its own `floor`: whoever replaces `tf.floor` changes nothing in it.
    floor, ceil, round_, identity = tf.floor, tf.ceil, tf.round, tf.identity
    known = {
        "floor": lambda value, number: floor(value),
        "times": lambda value, number: number * value,
        "square": lambda value, number: value * value,
        "plus ceil": lambda value, number: number * value + ceil(value),
        "plus round": lambda value, number: number * value + round_(value),
        "identity": lambda value, number: identity(value),
    }

    def build(x: Any) -> Any:
        for name, number in steps:
            x = known[name](x, number)
        return x

    return build


@probe("gradient-control/train")
def train(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(optimizer, loss, masks, limit)` for each of inputs["cases"].

    A case has "weights", "output" and "apart", the initial values of a small model (the
    loss does not depend on "apart"), "frozen": the names of those that are not trainable, "masks":
    pairs of such a name and an array, "limit", "optimizer", a class's name before "Optimizer", and
    "settings", what its constructor gets.
    Returns for each case the step, the placeholders, and the model's variables by their names.
    """
    return [_trained(tf, needs_function(answers[0]), case) for case in inputs["cases"]]


def _trained(tf: Any, function: Any, case: dict[str, Any]) -> dict[str, Any]:
    with new_graph(tf):
        features = tf.placeholder("float32", [None, len(case["weights"])], name="features")
        targets = tf.placeholder("float32", [None, 1], name="targets")
        variables = {
            name: tf.Variable(case[name], name not in case["frozen"], name=name)
            for name in ("weights", "output", "apart")
        }
        guess = tf.matmul(tf.matmul(features, variables["weights"]), variables["output"])
        loss = tf.nn.l2_loss(guess - targets)
        optimizer = getattr(tf.train, f"{case['optimizer']}Optimizer")(*case["settings"])
        masks = [(variables[name], np.array(mask)) for name, mask in case["masks"]]
        with watched(tf):
            step = attempt(function, optimizer, loss, masks, case["limit"])
        return {"step": step, "features": features, "targets": targets, "variables": variables}
