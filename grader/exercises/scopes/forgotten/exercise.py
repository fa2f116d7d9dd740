"""The exercise on the copy-and-paste bug: a tool that finds what was forgotten."""

from __future__ import annotations

from textwrap import indent
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.scopes.evidence import called, names_in
from grader.judging import Case, WrongAnswer, first_error, graph_def
from grader.languages import N_, _

SCOPES = ("relu", "layer", "part", "unit", "block")

# The first graph, as one builds it in the notebook.
SHOWN = """\
X = tf.placeholder(tf.float32, [None, 2], name="X")
w = tf.ones([2, 1], name="w")
z1 = tf.add(tf.matmul(X, w, name="{used}/product"), 1.0, name="{used}/z")
z2 = tf.add(tf.matmul(X, w, name="{forgotten}/product"), 2.0, name="{forgotten}/z")
output = tf.add_n([tf.maximum(z1, 0.0), tf.maximum(z1, 0.0)], name="output")
"""


def _draw(rng: np.random.Generator) -> Challenge:
    used, forgotten = (str(name) for name in rng.choice(SCOPES, 2, replace=False))
    code = SHOWN.format(used=used, forgotten=forgotten)
    graphs = [
        graph_def(code),
        graph_def(_sum, rng, int(rng.integers(4, 6)), slips=2, aside=True),
        graph_def(_sum, rng, 3, slips=0),
        graph_def(_unused, rng),
    ]
    described: list[dict[str, Any]] = [
        {"graph": graph, "calls": [["X:0", "output:0"]]} for graph in graphs
    ]
    described[-1]["elsewhere"] = True
    return Challenge("scopes/imported", {"graphs": described}, {"code": code})


def _paste(challenge: Challenge) -> str:
    code = indent(challenge.hidden["code"], "    ")
    return f"""\
with tf.Graph().as_default():
{code}    names = sorted(str(name) for name in forgotten(X, output))
names"""


def _sum(rng: np.random.Generator, relus: int, slips: int, aside: bool = False) -> None:
    """A sum of ReLUs, some of them built from another one's z.

    aside: whether something else is computed, too: from x and the first ReLU, from the output, from
        the second output of an operation, and from another placeholder.
    """
    wrong = {int(number) for number in rng.choice(np.arange(1, relus), slips, replace=False)}
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


def _unused(rng: np.random.Generator) -> None:
    """A graph whose output does not need x at all."""
    x = tf.placeholder(tf.float32, [None, 2], name="X")
    with tf.name_scope(str(rng.choice(SCOPES))):
        tf.maximum(tf.add(x, 1.0, name="z"), 0.0, name="relu")
    tf.negative(tf.placeholder(tf.float32, [], name="Y"), name="output")


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, large, *others = [_unordered(result) for (result,) in called(evidence, challenge)]
    return [shown, large, first_error(others) or others]


def _unordered(result: Any) -> Any:
    told = N_("expected a list of names, but {function} returns {found}")
    names = names_in(result, told, "forgotten")
    if isinstance(names, Raised):
        return names
    if any(":" in name for name in names):
        raise WrongAnswer(
            _(
                "expected names of operations, but the list from {function} holds names of tensors, "
                "with `:0`; `op.name` is the name of an operation"
            ).format(function="forgotten")
        )
    # Their order is free, but none may be there twice.
    return frozenset(names) if 0 < len(set(names)) == len(names) else names


FORGOTTEN = exercise(
    id="scopes/forgotten",
    title="A tool that finds forgotten nodes",
    answers=("forgotten",),
    cases=(
        Case.shown("the names in a graph of two ReLUs", 1),
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
    draw=_draw,
    observe=_observe,
    hints=(
        "Two walks: forwards from x, and backwards from the output. Which set minus which?",
        "Backwards: tensor.op for each tensor in op.inputs. Forwards: tensor.consumers() for each "
        "tensor in op.outputs; it gives operations.",
        "Both walks are the same loop, just with different neighbours: a set of what was found, and a "
        "list of what is still to be visited. `x.op` itself is not in the answer.",
    ),
    paste=_paste,
)
