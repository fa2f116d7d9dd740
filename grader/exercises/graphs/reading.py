"""The chapter's project: which operations, of which types, a run of a tensor needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.judging import Case, Exercise, Misconception, WrongAnswer, describe
from grader.languages import _

UNARY = (tf.square, tf.negative, tf.exp, tf.identity)
BINARY = (tf.add, tf.multiply, tf.subtract, tf.maximum)
# Names that are op types of other operations: a student who reads names will be misled.
FALSE_NAMES = ("Mul", "Const", "Square", "Add", "Exp")


def _draw(rng: np.random.Generator) -> Challenge:
    graphs = [_graph(rng, size, control) for size, control in ((4, False), (7, False), (8, True))]
    return Challenge("graphs/ingredients", {"graphs": graphs})


def _graph(rng: np.random.Generator, size: int, control: bool) -> list[Any]:
    """A random graph as [GraphDef bytes, name of the tensor]: shared parts, parts not needed."""
    with tf.Graph().as_default() as graph:
        tensors = [tf.constant(1.0), tf.constant(2.0, name="Mul"), tf.placeholder(tf.float32, [])]
        # As the result is a sum, too, there is no graph in which every type occurs once.
        tensors.append(tf.add(tensors[0], tensors[1]))
        for number in range(size):
            name = str(rng.choice(FALSE_NAMES)) if rng.integers(2) else None
            one, two = (tensors[int(index)] for index in rng.integers(len(tensors), size=2))
            if rng.integers(2):
                tensors.append(UNARY[int(rng.integers(len(UNARY)))](tensors[-1], name=name))
            else:
                function = BINARY[int(rng.integers(len(BINARY)))]
                tensors.append(function(tensors[-1], one if number % 2 else two, name=name))
        shared = tf.multiply(tensors[-1], tensors[-1], name="shared")
        tf.sqrt(shared, name="not_needed")
        if control:
            hidden = tf.floor(tf.constant(3.5, name="Exp"), name="before")
            with tf.control_dependencies([hidden]):
                shared = tf.identity(shared)
        result = tf.add(tf.negative(shared), shared, name="result")
        return [graph.as_graph_def().SerializeToString(), result.name]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    small, large, control = (_counts(result) for result in evidence.result)
    return [small, large, control]


def _counts(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if not isinstance(result, dict):
        raise WrongAnswer(
            _(
                "expected a dictionary with a count for each op type, but ingredients returns {found}"
            ).format(found=describe(result))
        )
    return result


def _ingredients(after: Callable[[Any], list[Any]], key: Callable[[Any], str]) -> Callable[[], Any]:
    def ingredients(tensor: Any) -> dict[str, int]:
        found, waiting = {tensor.op}, [tensor.op]
        while waiting:
            for operation in after(waiting.pop()):
                if operation not in found:
                    found.add(operation)
                    waiting.append(operation)
        return dict(Counter(key(operation) for operation in found))

    return lambda: ingredients


def _data(operation: Any) -> list[Any]:
    return [tensor.op for tensor in operation.inputs]


def _all(operation: Any) -> list[Any]:
    return _data(operation) + list(operation.control_inputs)


def _counts_paths() -> Callable[..., Any]:
    def ingredients(tensor: Any) -> dict[str, int]:
        found = Counter([tensor.op.type])
        for operation in _all(tensor.op):
            found.update(
                ingredients(operation.outputs[0]) if operation.outputs else [operation.type]
            )
        return dict(found)

    return ingredients


def _whole_graph() -> Callable[..., Any]:
    return lambda tensor: dict(Counter(op.type for op in tensor.graph.get_operations()))


def _one_step() -> Callable[..., Any]:
    return lambda tensor: dict(Counter(op.type for op in {tensor.op, *_all(tensor.op)}))


INGREDIENTS = Exercise(
    id="graphs/ingredients",
    title="What does a run need?",
    answers=("ingredients",),
    cases=(
        Case("the counts for a small graph", 1, visible=True, gate=True),
        Case("the counts for a larger graph", 1),
        Case(
            "the counts for a graph with a control dependency",
            2,
            advice="Your function misses what only a control dependency asks for. An operation "
            "needs the operations of its inputs and those in its control_inputs.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_ingredients(_all, lambda operation: operation.type),
    misconceptions=(
        Misconception(
            "forgets-control-inputs",
            _ingredients(_data, lambda operation: operation.type),
            "your function follows the inputs only. An operation also waits for its "
            "`control_inputs`, so a run needs them, too.",
        ),
        Misconception(
            "counts-names",
            _ingredients(_all, lambda operation: operation.name),
            "you count names. The type of an operation is `op.type`; its name may be anything, even "
            "the type of another operation.",
        ),
        Misconception(
            "the-whole-graph",
            _whole_graph,
            "you count every operation of the graph. A run of the tensor computes only what the "
            "tensor needs: start at tensor.op and follow the inputs.",
        ),
        Misconception(
            "counts-shared-nodes-again",
            _counts_paths,
            "you count a node once for each way that leads to it. A run evaluates it once: remember "
            "which operations you have seen.",
        ),
        Misconception(
            "one-step-back",
            _one_step,
            "you look one step back only. The inputs have inputs, too: go on until nothing new "
            "comes.",
        ),
    ),
    hints=(
        "Start at tensor.op. Which operations does it need directly?",
        "Keep a set of the operations seen and a list of those still to visit. op.inputs are "
        "tensors (tensor.op is what makes them), op.control_inputs are operations.",
        "When the list is empty, count op.type over the set: collections.Counter does it.",
    ),
)
