"""The chapter's project: which operations, of which types, a run of a tensor needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, agree, describe
from grader.languages import _

UNARY = (tf.square, tf.negative, tf.exp, tf.identity)
BINARY = (tf.add, tf.multiply, tf.subtract, tf.maximum)
# Names that are op types of other operations: a student who reads names will be misled.
FALSE_NAMES = ("Mul", "Const", "Square", "Add", "Exp")


def _draw(rng: np.random.Generator) -> Challenge:
    code = _small_graph(rng)
    graphs = [
        _exported(lambda: _run(code)["e"]),
        # One tensor twice, then one that it needs: each call starts from nothing.
        _exported(lambda: _large_graph(rng, 7), "sum:0", "shared:0"),
        _exported(lambda: tf.placeholder(tf.float32, [], name="result")),
        _exported(lambda: _waits(_large_graph(rng, 8))),
        _exported(lambda: _waits()),
    ]
    return Challenge("graphs/ingredients", {"graphs": graphs}, {"code": code})


def _exported(build: Callable[[], Any], *more: str) -> list[Any]:
    """A new graph as [GraphDef bytes, names of tensors: of the one that `build` returns, and more]."""
    with tf.Graph().as_default() as graph:
        tensor = build()
        return [graph.as_graph_def().SerializeToString(), [tensor.name, *more]]


def _small_graph(rng: np.random.Generator) -> list[str]:
    """The lines that build it: shared parts, a part that is not needed, misleading names."""
    one, other = (str(name) for name in rng.choice(FALSE_NAMES, 2, replace=False))
    unary = [str(name) for name in rng.choice(["square", "negative", "exp", "sqrt"], 2)]
    binary = str(rng.choice(["add", "multiply", "subtract", "maximum"]))
    return [
        f'a = tf.placeholder(tf.float32, [], name="{one}")',
        f"b = tf.{unary[0]}(a)",
        f'c = tf.{binary}(a, b, name="{other}")',
        f"d = tf.{unary[1]}(c)",
        f"e = tf.{binary}(b, c)",
    ]


def _run(lines: list[str]) -> dict[str, Any]:
    """The names that our own lines define."""
    names: dict[str, Any] = {"tf": tf}
    exec("\n".join(lines), names)
    return names


def _paste(challenge: Challenge) -> str:
    lines = "\n".join(f"    {line}" for line in challenge.hidden["code"])
    return f"""
with tf.Graph().as_default():
{lines}
    counts = ingredients(e)
counts
"""


def _large_graph(rng: np.random.Generator, size: int) -> Any:
    """The last tensor of a random graph: shared parts, parts not needed, an operation with two outputs."""
    tensors = [tf.constant(1.0), tf.constant(2.0, name="Mul"), tf.placeholder(tf.float32, [])]
    # The result is a sum, too, so no graph has every type exactly once.
    tensors.append(tf.add(tensors[0], tensors[1]))
    for number in range(size):
        name = str(rng.choice(FALSE_NAMES)) if rng.integers(2) else None
        one, two = (tensors[int(index)] for index in rng.integers(len(tensors), size=2))
        if rng.integers(2):
            tensors.append(UNARY[int(rng.integers(len(UNARY)))](tensors[-1], name=name))
        else:
            function = BINARY[int(rng.integers(len(BINARY)))]
            tensors.append(function(tensors[-1], one if number % 2 else two, name=name))
    first, second = tf.unstack(tf.stack([tensors[-1], tensors[0]]))
    shared = tf.multiply(first, second, name="shared")
    tf.sqrt(shared, name="not_needed")
    # Two operations with the same type and the same input.
    return tf.add(tf.negative(shared), tf.negative(shared), name="sum")


def _waits(tensor: Any = None) -> Any:
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
            return tf.constant(1.0, name="result")
        return tf.add(tf.identity(tensor), tf.negative(tensor), name="result")


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    small, *others = (_counts(result) for result in evidence.result)
    return [small, others[:4], others[4:]]


def _counts(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if not isinstance(result, dict):
        raise WrongAnswer(
            _(
                "`ingredients` should return a dictionary with a count for each op type, but it "
                "returned {found}"
            ).format(found=describe(result))
        )
    return result


def _counts_agree(expected: Any, got: Any) -> bool:
    """Whether the counts are the same. A type with a count of 0 is as good as none."""
    return agree(_needed(expected), _needed(got))


def _needed(counts: Any) -> Any:
    if isinstance(counts, list):
        return [_needed(one) for one in counts]
    if not isinstance(counts, dict):
        return counts
    return {key: count for key, count in counts.items() if not agree(0, count)}


INGREDIENTS = exercise(
    id="graphs/ingredients",
    title="What does a run need?",
    answers=("ingredients",),
    cases=(
        Case(
            "the counts for a small graph",
            0.75,
            visible=True,
            gate=True,
            agree=_counts_agree,
            advice="Return a dictionary that maps each `op.type` (the type, not the name) to the number of "
            "different operations of that type that a run of the tensor needs. The operation that makes the "
            "tensor is one of them.",
        ),
        Case(
            "the counts for a larger graph, in several calls, and for a single operation",
            1,
            agree=_counts_agree,
            advice="Your counts are right for a small graph, but at least one later call is wrong: one with "
            "a larger graph, with the same graph again, or with a tensor whose operation needs no other. "
            "Each call must start from nothing and count all operations, constants included. An operation "
            "with several outputs counts once; two operations with the same type and inputs count as two.",
        ),
        Case(
            "the counts for two graphs with control dependencies",
            2.25,
            agree=_counts_agree,
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
