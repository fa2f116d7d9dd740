"""Exercises on building nodes: an expression, two graphs, a placeholder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.judging import (
    Case,
    Exercise,
    Misconception,
    Rerun,
    WrongAnswer,
    describe,
    expect_tensor,
)
from grader.languages import _

# ------------------------------------------------------------------------------------ polynomial

SCALAR = {"placeholder": "float32", "shape": []}


def _draw_polynomial(rng: np.random.Generator) -> Challenge:
    # From 3 on: the square of 2 is its double.
    x, *xs = (int(number) for number in rng.choice(np.arange(3, 12), 3, replace=False))
    y, *ys = (int(number) for number in rng.choice(np.arange(12, 30), 3, replace=False))
    return Challenge(
        "build",
        {"builds": [[SCALAR, SCALAR]]},
        {"pairs": [(x, y), (-xs[0], ys[0] + 0.5), (xs[1] + 0.25, -ys[1])]},
    )


def _observe_polynomial(evidence: Evidence, challenge: Challenge) -> list[Any]:
    (build,) = evidence.result
    result = build["result"]
    if isinstance(result, Raised):
        return [result, result]
    tensor = expect_tensor(result, _("what polynomial(x, y) returns"))
    rerun = Rerun(evidence, tensor.graph)
    values = [
        rerun.run(tensor, dict(zip(build["arguments"], pair, strict=True)))
        for pair in challenge.hidden["pairs"]
    ]
    return [values[0], values[1:]]


def _paste_polynomial(challenge: Challenge) -> str:
    x, y = challenge.hidden["pairs"][0]
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    value = session.run(polynomial(x, y), {{x: {x}, y: {y}}})
value
"""


def _runs_it() -> Callable[..., Any]:
    def polynomial(x: Any, y: Any) -> Any:
        with tf.Session() as session:
            return session.run(2.0 * x * x * y - y + 5.0)

    return polynomial


POLYNOMIAL = Exercise(
    id="graphs/polynomial",
    title="Build 2x²y − y + 5",
    answers=("polynomial",),
    cases=(
        Case("its value for one pair of x and y", 1, visible=True, gate=True),
        Case("its values for two hidden pairs, some of them negative", 1),
    ),
    draw=_draw_polynomial,
    observe=_observe_polynomial,
    reference=lambda: lambda x, y: 2.0 * x * x * y - y + 5.0,
    misconceptions=(
        Misconception(
            "squares-the-product",
            lambda: lambda x, y: tf.square(x * y) * 2.0 - y + 5.0,
            "your node squares x·y. Only x is squared in 2x²y: multiply by x twice and by y once.",
        ),
        Misconception(
            "squares-the-two",
            lambda: lambda x, y: tf.square(2.0 * x) * y - y + 5.0,
            "your node squares 2x, which makes a 4 of the 2. Square x alone, then multiply by 2.",
        ),
        Misconception(
            "doubles-instead-of-squaring",
            lambda: lambda x, y: 2.0 * x * 2.0 * y - y + 5.0,
            "your node takes x² as x times 2. The square of x is x * x.",
        ),
        Misconception(
            "forgets-the-constant",
            lambda: lambda x, y: 2.0 * x * x * y - y,
            "your value is too small by 5: the last term, + 5, is missing.",
        ),
        Misconception(
            "runs-the-graph",
            _runs_it,
            "your function runs the graph, but x and y have no values yet. It should only build: "
            "return the tensor, the recipe; somebody else feeds it and runs it later.",
        ),
    ),
    hints=(
        "Write it as you would for two numbers. The operators *, - and + make nodes when they "
        "meet a tensor.",
        "x² is x * x (or tf.square(x)). No session is needed: return the last node.",
        "return 2 * x * x * y - y + 5, with float numbers if TensorFlow asks for them.",
    ),
    paste=_paste_polynomial,
)

# ------------------------------------------------------------------------------------ two-graphs


def _draw_two_graphs(rng: np.random.Generator) -> Challenge:
    a, b = (int(number) for number in rng.choice(np.arange(10, 99), 2, replace=False))
    return Challenge("graphs/two-graphs", {"a": a, "b": b})


def _observe_two_graphs(evidence: Evidence, challenge: Challenge) -> list[Any]:
    report = evidence.result
    result = report["result"]
    if isinstance(result, Raised):
        return [result] * 4
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _("expected two tensors, but two_graphs returns {found}").format(found=describe(result))
        )
    first, second = (expect_tensor(part, _("each of the two results")) for part in result)
    values = [Rerun(evidence, part.graph).run(part) for part in (first, second)]
    default = report["default"].graph
    return [
        values,
        first.graph != second.graph and default not in (first.graph, second.graph),
        report["added"] == 0 and report["default is back"],
        [first.name, second.name],
    ]


def _two_graphs() -> Callable[..., Any]:
    def two_graphs(a: Any, b: Any) -> Any:
        tensors = []
        for value in (a, b):
            with tf.Graph().as_default():
                tensors.append(tf.constant(value, name="c"))
        return tuple(tensors)

    return two_graphs


def _never_enters() -> Callable[..., Any]:
    def two_graphs(a: Any, b: Any) -> Any:
        tf.Graph(), tf.Graph()
        return tf.constant(a, name="c"), tf.constant(b, name="c")

    return two_graphs


def _one_new_graph() -> Callable[..., Any]:
    def two_graphs(a: Any, b: Any) -> Any:
        with tf.Graph().as_default():
            return tf.constant(a, name="c"), tf.constant(b, name="c")

    return two_graphs


def _second_in_default() -> Callable[..., Any]:
    def two_graphs(a: Any, b: Any) -> Any:
        with tf.Graph().as_default():
            first = tf.constant(a, name="c")
        return first, tf.constant(b, name="c")

    return two_graphs


TWO_GRAPHS = Exercise(
    id="graphs/two-graphs",
    title="Two graphs, one node in each",
    answers=("two_graphs",),
    cases=(
        Case("the values of the two constants", 0.5, visible=True, gate=True),
        Case(
            "the constants are in two new graphs",
            1,
            advice="The two constants are not in two different new graphs. Make a `tf.Graph()` for "
            "each, and make the constant inside `with graph.as_default():`.",
        ),
        Case(
            "no node was added to the default graph",
            1,
            advice="Your function leaves a node in the default graph, or another graph as the "
            "default. Use `with graph.as_default():`, which puts the old one back at its end.",
        ),
        Case(
            "each constant has the name c",
            0.5,
            advice="The constants' names are not both `c`. Names must be unique in one graph only: "
            'in two graphs two nodes may have the name c. Pass name="c".',
        ),
    ),
    draw=_draw_two_graphs,
    observe=_observe_two_graphs,
    reference=_two_graphs,
    misconceptions=(
        Misconception(
            "never-enters-the-graphs",
            _never_enters,
            "both constants went into the default graph. Making a `tf.Graph()` does not enter it: "
            "nodes join a graph only inside `with graph.as_default():`.",
        ),
        Misconception(
            "one-graph-for-both",
            _one_new_graph,
            "both constants are in one graph, so the second one had to be called c_1. Make a graph "
            "of its own for each.",
        ),
        Misconception(
            "second-after-the-block",
            _second_in_default,
            "your first constant is in a new graph, but the second one is in the default graph. "
            "The `with` block had ended: make the second constant in a block of its own.",
        ),
    ),
    hints=(
        "Which graph does a new node join? Look at the cell that made the node `other`.",
        "You need two graphs and two `with graph.as_default():` blocks.",
        "Inside each block call tf.constant(value, name='c'), keep the tensor, and return both "
        "after the blocks.",
    ),
)

# ----------------------------------------------------------------------------------- placeholder


def _draw_placeholder(rng: np.random.Generator) -> Challenge:
    k = int(rng.integers(3, 30))
    rows = rng.choice(np.arange(1, 99), (4, 3), replace=False).astype(np.float32)
    return Challenge("build", {"builds": [[{"value": k}]]}, {"one": rows[:1], "three": rows[1:]})


def _observe_placeholder(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result[0]["result"]
    if isinstance(result, Raised):
        return [result] * 3
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _("expected the two tensors A and B, but got {found}").format(found=describe(result))
        )
    given, shifted = (expect_tensor(part, _("each of A and B")) for part in result)
    if given.graph != shifted.graph:
        raise WrongAnswer(_("A and B are in two different graphs, so B cannot use A"))
    rerun = Rerun(evidence, given.graph)
    rerun.initialize()
    return [
        rerun.run(shifted, {given: challenge.hidden["one"]}),
        rerun.run(shifted, {given: challenge.hidden["three"]}),
        [_sizes(given), given.dtype, _kind(rerun.run(shifted))],
    ]


def _sizes(tensor: TensorRef) -> Any:
    return "any shape" if tensor.shape is None else list(tensor.shape)


def _kind(value: Any) -> str:
    return value.type if isinstance(value, Raised) else "a value"


def _shifted(shape: Any) -> Callable[[], Callable[..., Any]]:
    def build(k: Any) -> Any:
        given = tf.placeholder(tf.float32, shape)
        return given, tf.add(given, float(k))

    return lambda: build


def _variable_for_data() -> Callable[..., Any]:
    def build(k: Any) -> Any:
        given = tf.Variable(tf.zeros([1, 3]))
        return given, tf.add(given, float(k))

    return build


PLACEHOLDER = Exercise(
    id="graphs/placeholder",
    title="A placeholder for any number of rows",
    answers=("shift",),
    cases=(
        Case("the value of B for one row", 1, visible=True, gate=True),
        Case(
            "the value of B for three rows",
            1,
            advice="B does not work for three rows. The number of rows is not known before the "
            "run, so its size in the shape is None.",
        ),
        Case(
            "A takes rows of three float32 numbers only, and B fails when A is not fed",
            1,
            advice="A should be a float32 placeholder of shape (None, 3): any number of rows, three "
            "numbers in each, and no value of its own.",
        ),
    ),
    draw=_draw_placeholder,
    observe=_observe_placeholder,
    reference=_shifted((None, 3)),
    misconceptions=(
        Misconception(
            "one-row-only",
            _shifted((1, 3)),
            "your placeholder takes exactly one row. Write None for a size that may differ from run "
            "to run: shape (None, 3).",
        ),
        Misconception(
            "no-shape",
            _shifted(None),
            "your placeholder has no shape, so it takes anything, also what makes no sense here. "
            "With shape (None, 3) a wrong feed is found at once.",
        ),
        Misconception(
            "both-sizes-unknown",
            _shifted((None, None)),
            "your placeholder takes rows of any length. Only the number of rows is open: shape "
            "(None, 3).",
        ),
        Misconception(
            "rows-and-columns-swapped",
            _shifted((3, None)),
            "your placeholder has three rows of any length. Rows come first in a shape: (None, 3).",
        ),
        Misconception(
            "a-variable-for-data",
            _variable_for_data,
            "your A is a variable, which has a shape of its own and keeps a value. Data that change "
            "in every run go into a placeholder.",
        ),
    ),
    hints=(
        "Look at the placeholder A in the text. Which part of its shape lets it take one row or "
        "two?",
        "tf.placeholder(tf.float32, shape=...): None stands for a size that is not known yet.",
        "A = tf.placeholder(tf.float32, (None, 3)), then return A, A + k.",
    ),
)
