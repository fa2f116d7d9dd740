"""Exercises on building nodes: an expression, and one node in each of two graphs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.graphs.evidence import expect_in_the_same_graph, expect_new
from grader.judging import (
    Case,
    Exercise,
    Misconception,
    Rerun,
    WrongAnswer,
    describe,
    expect_returned_tensor,
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
        {"builds": [[SCALAR, SCALAR]] * 2},
        {"pairs": [(x, y), (-xs[0], ys[0] + 0.5), (xs[1] + 0.25, -ys[1])]},
    )


def _observe_polynomial(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, second = challenge.hidden["pairs"][:1], challenge.hidden["pairs"][1:]
    shown, hidden = (
        _polynomials(evidence, build, pairs)
        for build, pairs in zip(evidence.result, (first, second), strict=True)
    )
    results = [build["result"] for build in evidence.result]
    expect_new((result for result in results if isinstance(result, TensorRef)), "polynomial")
    return [shown if isinstance(shown, Raised) else shown[0], hidden]


def _polynomials(evidence: Evidence, build: Any, pairs: Any) -> Any:
    """The values of one built polynomial for some pairs of x and y."""
    if isinstance(build["result"], Raised):
        return build["result"]
    tensor = expect_returned_tensor(build["result"], "polynomial(x, y)")
    expect_in_the_same_graph(build, tensor, "polynomial")
    rerun = Rerun(evidence, tensor.graph)
    return [rerun.run(tensor, dict(zip(build["arguments"], pair, strict=True))) for pair in pairs]


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


def _own_variables() -> Callable[..., Any]:
    def polynomial(_x: Any, _y: Any) -> Any:
        x, y = (tf.Variable(value).read_value() for value in (3.0, 4.0))
        return 2.0 * x * x * y - y + 5.0

    return polynomial


def _own_placeholders() -> Callable[..., Any]:
    def polynomial(_x: Any, _y: Any) -> Any:
        x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        return 2.0 * x * x * y - y + 5.0

    return polynomial


POLYNOMIAL = Exercise(
    id="graphs/polynomial",
    title="Build 2x²y − y + 5",
    answers=("polynomial",),
    cases=(
        Case("the value for one pair of x and y", 0.5, visible=True, gate=True),
        Case(
            "the values for two hidden pairs that contain negative numbers",
            1.5,
            advice="Your node gives the right value for one pair, but not for all. x and y may be "
            "negative, and need not be whole numbers.",
        ),
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
            "squares-the-other",
            lambda: lambda x, y: 2.0 * x * y * y - y + 5.0,
            "your node squares y. In 2x²y the square belongs to x: multiply by x twice and by y once.",
        ),
        Misconception(
            "squares-the-two",
            lambda: lambda x, y: tf.square(2.0 * x) * y - y + 5.0,
            "your node squares 2x, which turns the 2 into a 4. Square x alone, then multiply by 2.",
        ),
        Misconception(
            "doubles-instead-of-squaring",
            lambda: lambda x, y: 2.0 * x * 2.0 * y - y + 5.0,
            "your node computes x times 2 instead of x². The square of x is x * x.",
        ),
        Misconception(
            "forgets-the-constant",
            lambda: lambda x, y: 2.0 * x * x * y - y,
            "your value is too small by 5: the last term, + 5, is missing.",
        ),
        Misconception(
            "runs-the-graph",
            _runs_it,
            "your function runs the graph, but x and y have no values yet. It should only "
            "build: return the tensor, the recipe; someone else will feed it and run it "
            "later.",
        ),
        Misconception(
            "makes-its-own-variables",
            _own_variables,
            "your function makes variables of its own, and they have no value yet. Use the x and y "
            "that it is given.",
        ),
        Misconception(
            "makes-its-own-placeholders",
            _own_placeholders,
            "your function makes placeholders of its own, and nobody feeds them. Use the x and y that it is "
            "given.",
        ),
    ),
    hints=(
        "Write it as you would for two numbers. The operators *, - and + make nodes when they "
        "meet a tensor.",
        "x² is x * x (or tf.square(x)). No session is needed: return the last node.",
        "There are three terms: 2 times x² times y, minus y, plus 5. A Python number such as 5 "
        "becomes a constant by itself when it meets a tensor.",
    ),
    paste=_paste_polynomial,
)

# ------------------------------------------------------------------------------------ two-graphs


def _draw_two_graphs(rng: np.random.Generator) -> Challenge:
    a, b, c = (int(number) for number in rng.choice(np.arange(10, 99), 3, replace=False))
    # Two equal numbers are two constants, and the first pair again is two more.
    return Challenge("graphs/two-graphs", {"pairs": [(a, b), (c + 0.5, c + 0.5), (a, b)]})


def _observe_two_graphs(evidence: Evidence, challenge: Challenge) -> list[Any]:
    report = evidence.result
    first, *later = report["results"]
    if isinstance(first, Raised):
        return [first] * 5
    failed = next((result for result in later if isinstance(result, Raised)), None)
    if failed:
        shown = [Rerun(evidence, one.graph).run(one) for one in _two_tensors(first)]
        # Within a list: the case's advice follows the error, which is not one of the call shown.
        return [shown, [failed], failed, failed, failed]
    pairs = [_two_tensors(result) for result in report["results"]]
    shown, *others = ([Rerun(evidence, one.graph).run(one) for one in pair] for pair in pairs)
    constants = [constant for pair in pairs for constant in pair]
    graphs = [constant.graph for constant in constants]
    default = report["default"].graph
    return [
        shown,
        others,
        ["default" if graph == default else graphs.index(graph) for graph in graphs],
        report["added"] == 0 and report["default is back"],
        [constant.name for constant in constants],
    ]


def _two_tensors(result: Any) -> list[TensorRef]:
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _("`two_graphs` should return two tensors, but it returned {found}").format(
                found=describe(result)
            )
        )
    return [expect_tensor(part, _("each of the two results")) for part in result]


def _paste_two_graphs(challenge: Challenge) -> str:
    a, b = challenge.inputs["pairs"][0]
    return f"""
values = []
for constant in two_graphs({a}, {b}):
    with tf.Session(graph=constant.graph) as session:
        values.append(session.run(constant))
values
"""


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


def _variables() -> Callable[..., Any]:
    def two_graphs(a: Any, b: Any) -> Any:
        tensors = []
        for value in (a, b):
            with tf.Graph().as_default():
                tensors.append(tf.Variable(value, name="c"))
        return tensors

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
        Case("the values of the two constants", 0.25, visible=True, gate=True),
        Case(
            "the values in two more calls, one of them with two equal numbers",
            0.25,
            gate=True,
            advice="Your constants hold the right numbers in the first call, but not in every call. "
            "Call `two_graphs(7.5, 7.5)` after another call, and look at the two values.",
        ),
        Case(
            "the constants are in two new graphs, in each call",
            1.25,
            advice="The two constants are not in two different new graphs. Each call should make two graphs "
            "with `tf.Graph()`, and one constant in each, inside `with graph.as_default():`.",
        ),
        Case(
            "no node was added to the default graph, and it is the default again",
            0.75,
            advice="Your function adds a node to the default graph, or leaves another graph as "
            "the default. Use `with graph.as_default():`, which restores the old one at its end, and leave "
            "out `tf.reset_default_graph()`, which replaces it.",
        ),
        Case(
            "each constant has the name c",
            0.5,
            advice="The two constants are not both named `c`. A name must be unique only within its "
            'graph: nodes in two graphs may both be called c. Pass name="c".',
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
            "a constant joins it only inside `with graph.as_default():`.",
        ),
        Misconception(
            "one-graph-for-both",
            _one_new_graph,
            "both constants are in one graph, so the second one had to be called c_1. Give "
            "each constant a graph of its own.",
        ),
        Misconception(
            "second-after-the-block",
            _second_in_default,
            "your first constant is in a new graph, but the second one is in the default graph. "
            "By then the `with` block had ended: make the second constant in a block of its own.",
        ),
        Misconception(
            "variables-for-constants",
            _variables,
            "you make variables, which have no value before they are initialized. A constant has one from "
            "the start: use `tf.constant`.",
        ),
    ),
    hints=(
        "Which graph does a new node join? Look at the cell that made the node `other`.",
        "You need two graphs and two `with graph.as_default():` blocks.",
        "A tensor outlives the block that it was made in: keep one from each block, and return "
        "both at the end. Being in different graphs, both can be called `c`.",
    ),
    paste=_paste_two_graphs,
)
