"""The exercise on the copy-and-paste bug: a tool that finds what was forgotten."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import UNREADABLE, Case, WrongAnswer, describe
from grader.languages import _

SCOPES = ("relu", "layer", "part", "unit", "block")


def _draw_forgotten(rng: np.random.Generator) -> Challenge:
    used, forgotten = (str(name) for name in rng.choice(SCOPES, 2, replace=False))
    large = _graph(rng, int(rng.integers(4, 6)), slips=2, aside=True)
    clean = _graph(rng, 3, slips=0)
    return Challenge(
        "scopes/imported",
        {"graphs": [_shown(used, forgotten), large, clean, _unused(rng)]},
        {"names": [used, forgotten]},
    )


def _shown(used: str, forgotten: str) -> list[Any]:
    """The graph of `_paste_forgotten`, as [GraphDef, x, output]."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="X")
        w = tf.ones([2, 1], name="w")
        z1 = tf.add(tf.matmul(x, w, name=f"{used}/product"), 1.0, name=f"{used}/z")
        tf.add(tf.matmul(x, w, name=f"{forgotten}/product"), 2.0, name=f"{forgotten}/z")
        output = tf.add_n([tf.maximum(z1, 0.0), tf.maximum(z1, 0.0)], name="output")
        return [graph.as_graph_def().SerializeToString(), x.name, output.name]


def _paste_forgotten(challenge: Challenge) -> str:
    used, forgotten = challenge.hidden["names"]
    return f"""\
with tf.Graph().as_default():
    X = tf.placeholder(tf.float32, [None, 2], name="X")
    w = tf.ones([2, 1], name="w")
    z1 = tf.add(tf.matmul(X, w, name="{used}/product"), 1.0, name="{used}/z")
    z2 = tf.add(tf.matmul(X, w, name="{forgotten}/product"), 2.0, name="{forgotten}/z")
    output = tf.add_n([tf.maximum(z1, 0.0), tf.maximum(z1, 0.0)], name="output")
    names = sorted(str(name) for name in forgotten(X, output))
names"""


def _graph(rng: np.random.Generator, relus: int, slips: int, aside: bool = False) -> list[Any]:
    """A sum of ReLUs, some of them built from another one's z, as [GraphDef, x, output].

    aside: whether something else is computed, too: from x and the first ReLU, from the output, from
        the second output of an operation, and from another placeholder.
    """
    wrong = {int(number) for number in rng.choice(np.arange(1, relus), slips, replace=False)}
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="X")
        sums: list[Any] = []
        ends = []
        for number in range(relus):
            with tf.name_scope(str(rng.choice(SCOPES))):
                w = tf.constant(rng.normal(size=(2, 1)).astype(np.float32), name="w")
                if rng.integers(2):
                    w = tf.negative(w, name="flipped")
                sums.append(tf.add(tf.matmul(x, w, name="product"), float(number), name="z"))
                used = sums[number - 1] if number in wrong else sums[number]
                ends.append(tf.maximum(used, 0.0, name="relu"))
        # What is needed stands behind the second input of an operation, too,
        ends[-1] = tf.subtract(1.0, ends[-1], name="opposite")
        # and where no gradient flows.
        positive = tf.greater(sums[0], 0.0, name="positive")
        ends.append(tf.cast(positive, tf.float32, name="counted"))
        if aside:
            left, right = tf.split(x, 2, axis=1, name="halves")
            ends.append(tf.negative(left, name="left"))
            tf.exp(right, name="right")
            tf.reduce_max(tf.square(ends[0], name="watch"), name="watch")
            tf.square(tf.placeholder(tf.float32, [], name="Y"), name="other")
        tf.sqrt(tf.constant(2.0, name="apart"), name="apart")
        output = tf.add_n(ends, name="output")
        if aside:
            tf.abs(output, name="after")
        return [graph.as_graph_def().SerializeToString(), x.name, output.name]


def _unused(rng: np.random.Generator) -> list[Any]:
    """A graph whose output does not need x at all, as [GraphDef, x, output]."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="X")
        with tf.name_scope(str(rng.choice(SCOPES))):
            tf.maximum(tf.add(x, 1.0, name="z"), 0.0, name="relu")
        output = tf.negative(tf.placeholder(tf.float32, [], name="Y"), name="output")
        return [graph.as_graph_def().SerializeToString(), x.name, output.name]


def _observe_forgotten(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if not isinstance(result, list) or len(result) != 4:
        raise WrongAnswer(_(UNREADABLE))
    shown, large, *others = (_unordered(part) for part in result)
    return [shown, large, next((one for one in others if isinstance(one, Raised)), others)]


def _unordered(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if isinstance(result, np.ndarray):
        result = result.tolist()
    if not isinstance(result, (list, tuple, set, frozenset)):
        raise WrongAnswer(
            _("expected a list of names, but {function} returns {found}").format(
                function="forgotten", found=describe(result)
            )
        )
    if not all(isinstance(name, (str, bytes)) for name in result):
        raise WrongAnswer(
            _(
                "expected names, which are strings, but the list from {function} holds something "
                "else; `op.name` is the name of an operation"
            ).format(function="forgotten")
        )
    names = [name if isinstance(name, str) else name.decode("utf-8", "replace") for name in result]
    if any(":" in name for name in names):
        raise WrongAnswer(
            _(
                "expected names of operations, but the list from {function} holds names of tensors, "
                "with `:0`; `op.name` is the name of an operation"
            ).format(function="forgotten")
        )
    # Their order is free, but none may be there twice.
    return frozenset(names) if 0 < len(set(names)) == len(names) else sorted(names)


FORGOTTEN = exercise(
    id="scopes/forgotten",
    title="A tool that finds forgotten nodes",
    answers=("forgotten",),
    cases=(
        Case("the names in a graph of two ReLUs", 1, visible=True, gate=True),
        Case(
            "the names in a larger graph",
            1,
            advice="In a larger graph, an operation may have several inputs, and several outputs, each with "
            "its consumers. An operation that `output` needs may also be used by one that `output` does not "
            "need, and so may `output` itself: go on from there, too. Each name appears only once.",
        ),
        Case(
            "a graph in which nothing was forgotten, and one whose output does not need x",
            1,
            advice="Where nothing was forgotten, the list is empty. Where the output does not need x, "
            "everything that depends on x is in the list, but not x itself. The graph, `x.graph`, need not "
            "be the default graph.",
        ),
    ),
    draw=_draw_forgotten,
    observe=_observe_forgotten,
    hints=(
        "Two walks: forwards from x, and backwards from the output. Which set minus which?",
        "Backwards: tensor.op for each tensor in op.inputs. Forwards: tensor.consumers() for each "
        "tensor in op.outputs; it gives operations.",
        "Both walks are the same loop, just with different neighbours: a set of what was found, and a "
        "list of what is still to be visited. `x.op` itself is not in the answer.",
    ),
    paste=_paste_forgotten,
)
