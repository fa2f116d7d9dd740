"""The chapter's project: which operations, of which types, a run of a tensor needs."""

from __future__ import annotations

from textwrap import indent
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, agree, describe, graph_def
from grader.languages import _

UNARY = (tf.square, tf.negative, tf.exp, tf.identity)
BINARY = (tf.add, tf.multiply, tf.subtract, tf.maximum)
# Names that are op types of other operations: a student who reads names will be misled.
FALSE_NAMES = ("Mul", "Const", "Square", "Add", "Exp")


def _draw(rng: np.random.Generator) -> Challenge:
    code = _small_graph(rng)
    graphs = [
        graph_def(code),
        graph_def(_large_graph, rng, 7),
        graph_def('tf.placeholder(tf.float32, [], name="result")'),
        graph_def(_loop),
        graph_def(lambda: _waits(_large_graph(rng, 8))),
        graph_def(_waits),
    ]
    # Of the second graph one tensor twice, then one that it needs: each call starts from nothing.
    tensors = ["result:0", "sum:0", "sum:0", "shared:0", *["result:0"] * 4]
    calls = list(zip([0, 1, 1, 1, 2, 3, 4, 5], tensors, strict=True))
    return Challenge("graphs/given", {"graphs": graphs, "calls": calls}, {"code": code})


def _small_graph(rng: np.random.Generator) -> str:
    """The code that builds it: shared parts, a part that is not needed, misleading names."""
    one, other = rng.choice(FALSE_NAMES, 2, replace=False)
    unary = rng.choice(["square", "negative", "exp", "sqrt"], 2)
    binary = rng.choice(["add", "multiply", "subtract", "maximum"])
    return f"""\
a = tf.placeholder(tf.float32, [], name="{one}")
b = tf.{unary[0]}(a)
c = tf.{binary}(a, b, name="{other}")
d = tf.{unary[1]}(c)
e = tf.{binary}(b, c, name="result")
"""


def _large_graph(rng: np.random.Generator, size: int) -> Any:
    """A random graph: shared parts, parts not needed, an operation with two outputs."""
    tensors = [tf.constant(1.0), tf.constant(2.0, name="Mul"), tf.placeholder(tf.float32, [])]
    # The result is a sum, too, so no graph has every type exactly once.
    tensors.append(tf.add(tensors[0], tensors[1]))
    for _number in range(size):
        name = str(rng.choice(FALSE_NAMES)) if rng.integers(2) else None
        function: Any = (UNARY + BINARY)[rng.integers(8)]
        inputs = [tensors[-1], tensors[rng.integers(len(tensors))]]
        tensors.append(function(*inputs[: 1 + (function in BINARY)], name=name))
    first, second = tf.unstack(tf.stack([tensors[-1], tensors[0]]))
    shared = tf.multiply(first, second, name="shared")
    tf.sqrt(shared, name="not_needed")
    # Two operations with the same type and the same input.
    return tf.add(tf.negative(shared), tf.negative(shared), name="sum")


def _loop() -> None:
    """In a loop, operations need some that are made later; `factor` is needed by none but these."""
    factor = tf.square(tf.placeholder(tf.float32, []), name="factor")
    _count, product = tf.while_loop(
        lambda count, product: count < 3,
        lambda count, product: (count + 1, product * factor),
        [0, 1.0],
    )
    tf.exp(product, name="result")


def _waits(tensor: Any = None) -> None:
    """A sum of two that wait, or a constant that does: for two operations; one ends a chain without outputs.

    Who follows only some of the control inputs loses the chain: nobody comes to its start by luck.
    """
    first = tf.floor(tf.constant(3.5, name="Exp"), name="first")
    last: Any = tf.ceil(tf.constant(2.5), name="Add")
    for _link in range(4):
        with tf.control_dependencies([last]):
            last = tf.no_op(name="Floor")
    with tf.control_dependencies([first, last]):
        if tensor is None:
            tf.constant(1.0, name="result")
        else:
            tf.add(tf.identity(tensor), tf.negative(tensor), name="result")


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    small, *others = map(_counts, evidence.result["results"])
    return [small, others[:4], others[4:5], others[5:]]


def _counts(result: Any) -> Any:
    """The counts. A type with a count of 0 is as good as none."""
    if isinstance(result, Raised):
        return result
    if not isinstance(result, dict):
        raise WrongAnswer(
            _(
                "`ingredients` should return a dictionary with a count for each op type, but it "
                "returned {found}"
            ).format(found=describe(result))
        )
    return {kind: count for kind, count in result.items() if not agree(0, count)}


def _paste(challenge: Challenge) -> str:
    code = indent(challenge.hidden["code"], "    ")
    return f"""
with tf.Graph().as_default():
{code}    counts = ingredients(e)
counts
"""


INGREDIENTS = exercise(
    id="graphs/ingredients",
    title="What does a run need?",
    answers=("ingredients",),
    cases=(
        Case.shown(
            "the counts for a small graph",
            0.75,
            advice="Return a dictionary that maps each `op.type` (the type, not the name) to the number of "
            "different operations of that type that a run of the tensor needs. The operation that makes the "
            "tensor is one of them.",
        ),
        Case(
            "the counts for a larger graph, in several calls, and for a single operation",
            0.75,
            advice="Your counts are right for a small graph, but at least one later call is wrong: one with "
            "a larger graph, with the same graph again, or with a tensor whose operation needs no other. "
            "Each call must start from nothing and count all operations, constants included. An operation "
            "with several outputs counts once; two operations with the same type and inputs count as two.",
        ),
        Case(
            "the counts for a graph with a loop",
            0.5,
            advice="Your counts are wrong for a loop (`tf.while_loop`). There, an operation may need one "
            "that was made after it, and even itself. So go on from what is needed until nothing new is "
            "found.",
        ),
        Case(
            "the counts for two graphs with control dependencies",
            2,
            advice="Your counts are wrong where there are control dependencies. An operation needs the "
            "operations of its inputs and all those in its control_inputs; an operation without inputs "
            "may have some, too. Each counts once, even if several operations wait for it.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Start at tensor.op. Which operations does it need directly?",
        "Keep a set of the operations seen and a list of those still to visit. op.inputs are "
        "tensors (tensor.op is what makes them), op.control_inputs are operations.",
        "When the list is empty, count op.type over the set: collections.Counter does it.",
    ),
    paste=_paste,
)
