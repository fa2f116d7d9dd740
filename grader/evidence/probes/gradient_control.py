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
    Returns for each case {"result", "gradients", "of the square"}; the last two are the gradients of
    the result and of its square, with one entry for each name, or None.
    """
    reports = []
    for case in inputs["cases"]:
        with new_graph(tf) as graph:
            tf.import_graph_def(tf.GraphDef.FromString(case["graph"]), name="")
            arguments = [_argument(graph, part) for part in case["arguments"]]
            with watched(tf):
                result = attempt(needs_function(answers[0]), *arguments)
            report = {"result": result, "gradients": None, "of the square": None}
            if case["towards"] and isinstance(result, tf.Tensor) and result.graph is graph:
                towards = [graph.get_tensor_by_name(name) for name in case["towards"]]
                report["gradients"] = attempt(_gradients, tf, result, towards)
                if case["squared"]:
                    report["of the square"] = attempt(
                        lambda y, xs: _gradients(tf, y * y, xs), result, towards
                    )
            reports.append(report)
    return reports


def _gradients(tf: Any, y: Any, xs: list[Any]) -> list[Any]:
    """tf.gradients, as tensors: what comes back through a `tf.gather` would be IndexedSlices."""
    return [None if one is None else tf.convert_to_tensor(one) for one in tf.gradients(y, xs)]


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


@probe("gradient-control/override")
def override(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(build, x, factor, rule)` for each of inputs["programs"] and its factor.

    `rule` is a name that no gradient has in this kernel. Returns for each program {"result",
    "gradients", "later"}: the gradients for x, taken where no block of the answer should be open any
    more, and the gradient of a Floor that is made there, or None.
    """
    reports = []
    for program, factor in zip(inputs["programs"], inputs["factors"], strict=True):
        with new_graph(tf):
            x = tf.placeholder("float32", [None], name="x")
            build = _program(tf, program)
            rule = f"OpenFloors{next(RULE_NUMBERS)}"
            with watched(tf):
                result = attempt(needs_function(answers[0]), build, x, factor, rule)
            gradients: Any = None
            if isinstance(result, tf.Tensor):
                gradients = attempt(_gradients, tf, result, [x])
            later = attempt(lambda x: tf.gradients(tf.floor(x), x)[0], x)
            reports.append({"result": result, "gradients": gradients, "later": later})
    return reports


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
    return [_trained(tf, answers[0], case) for case in inputs["cases"]]


def _trained(tf: Any, answer: Any, case: dict[str, Any]) -> dict[str, Any]:
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
            step = attempt(needs_function(answer), optimizer, loss, masks, case["limit"])
        return {"step": step, "features": features, "targets": targets, "variables": variables}
