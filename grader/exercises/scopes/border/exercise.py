"""The exercise on name scopes as boxes: which tensors go into a scope, and which come out of it."""

from __future__ import annotations

from itertools import chain
from textwrap import indent
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.scopes.evidence import called, names_in
from grader.judging import Case, WrongAnswer, describe, first_error, graph_def, listed
from grader.languages import N_, _

# None of them is the beginning or the end of another one.
SCOPES = ("loss", "error", "distance", "misfit", "penalty", "quality", "margin", "score")

# The first graph, as one builds it in the notebook.
SHOWN = """\
a, b = (tf.placeholder(tf.float32, [], name=name) for name in "ab")
with tf.name_scope("{scope}"):
    difference = tf.subtract(a, b, name="difference")
    square = tf.multiply(difference, difference, name="square")
    tf.add(square, a, name="unused")
tf.add(square, b, name="total")
"""


def _draw(rng: np.random.Generator) -> Challenge:
    shown, box, layer, other = (str(one) for one in rng.choice(SCOPES, 4, replace=False))
    scopes = [box, f"{box}/{layer}", f"{box}/{layer}_1", f"{box}_1", other]
    graphs: list[dict[str, Any]] = [
        _asked(graph_def(SHOWN.format(scope=shown)), shown),
        _asked(graph_def(_nested, box, layer, other), *scopes),
        _asked(graph_def(_round_about, box, other), box, other, box),
    ]
    graphs[2]["later"] = f"{box}/last:0"  # before the last call, something takes what no one took
    return Challenge("scopes/imported", {"graphs": graphs})


def _asked(graph: bytes, *scopes: str) -> dict[str, Any]:
    return {"graph": graph, "calls": [["", scope] for scope in scopes]}


def _paste(challenge: Challenge) -> str:
    _graph, scope = challenge.inputs["graphs"][0]["calls"][0]
    code = indent(SHOWN.format(scope=scope), "    ")
    return f"""\
with tf.Graph().as_default() as graph:
{code}[sorted(names) for names in border(graph, "{scope}")]"""


def _nested(box: str, layer: str, other: str) -> None:
    """Scopes within scopes, neighbours whose names begin in the same way, and a second output."""
    x, v = (tf.placeholder(tf.float32, [2], name=name) for name in "xv")
    with tf.name_scope(box):
        with tf.name_scope(layer):
            z = tf.multiply(x, tf.constant([1.0, 2.0], name="w"), name="z")
            act = tf.square(z, name="act")
        with tf.name_scope(layer):
            _first, second = tf.unstack(tf.multiply(act, v, name="z"), name="halves")
        out = tf.add(second, act, name="out")
    with tf.name_scope(box):
        again = tf.multiply(second, x, name="z")
        tf.add(second, again, name="again")
    with tf.name_scope(other), tf.name_scope(box):
        tf.add(out, x, name="z")
    with tf.name_scope(f"{box}/"):
        tf.add(v, again, name="end")


def _round_about(box: str, other: str) -> None:
    """A value that leaves a scope and comes back; control inputs both ways; a scope that takes nothing."""
    with tf.name_scope(other):
        ready = tf.constant(3.0, name="ready")
    seen = tf.negative(ready, name="seen")
    x, y = (tf.placeholder(tf.float32, [], name=name) for name in "xy")
    with tf.name_scope(box):
        start = tf.negative(x, name="start")
        with tf.control_dependencies([ready, y]):
            late = tf.square(start, name="late")
    twice = tf.add(late, late, name="twice")
    outside = tf.add(twice, seen, name="outside")
    with tf.name_scope(f"{box}/"):
        last = tf.multiply(outside, twice, name="last")
    with tf.control_dependencies([last, ready]):
        tf.negative(y, name="after")


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    (shown,), *others = (list(map(_two_lists, calls)) for calls in called(evidence, challenge))
    failed = first_error(chain(*others))
    return [shown, *([failed] * 2 if failed else others)]


def _two_lists(result: Any) -> Any:
    told = N_("expected two lists of names, but {function} returns {found}")
    both = listed(result, told, "border", ordered=True)
    if isinstance(both, Raised):
        return both
    if len(both) != 2:
        raise WrongAnswer(_(told).format(function="border", found=describe(result)))
    told = N_("expected two lists of names, but one of the two that {function} returns is {found}")
    return [names_in(part, told, "border") for part in both]


BORDER = exercise(
    id="scopes/border",
    title="The border of a scope",
    answers=("border",),
    cases=(
        Case.shown(
            "what goes into a scope, and what comes out of it",
            1,
            advice="An arrow is an input of an operation. It goes in if the operation is inside the scope "
            "and the tensor's own operation is not, and it comes out if it is the other way round.",
        ),
        Case(
            "five scopes of a graph: some within others, some with names that begin alike",
            1,
            advice="Look at the names. The name of an operation inside begins with the scope's name and a "
            "slash; more scopes may follow.",
        ),
        Case(
            "a value that leaves a scope and comes back, control inputs, a scope with no inputs from "
            "outside, a graph that has grown since the first call",
            1,
            advice="Look at each arrow of the graph separately, at every call, and follow `op.inputs` "
            "only: a control input carries no value. A list may be empty.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Which operations are inside? Their names tell you. Compare the start of each name with the "
        "scope's name and a slash.",
        "Every arrow of the graph is a tensor: `tensor.op` makes it, and it is an input of some other "
        "operation. When does such an arrow cross the border?",
        "Look at all operations, not only at those inside: what comes out is among the inputs of the "
        "others. A set holds each name once.",
    ),
    paste=_paste,
)
