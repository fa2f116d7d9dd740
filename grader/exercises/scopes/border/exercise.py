"""The exercise on name scopes as boxes: which tensors go into a scope, and which come out of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import UNREADABLE, Case, WrongAnswer, describe
from grader.languages import _

# None of them is the beginning or the end of another one.
SCOPES = ("loss", "error", "distance", "misfit", "penalty", "quality", "margin", "score")


def _draw(rng: np.random.Generator) -> Challenge:
    shown, box, layer, other = (str(one) for one in rng.choice(SCOPES, 4, replace=False))
    within = [f"{box}/{layer}", f"{box}/{layer}_1"]
    graphs = [
        [_shown(shown), [shown], ""],
        [_nested(box, layer, other), [box, *within, f"{box}_1", other], ""],
        [_round_about(rng, box, other), [box, other], f"{box}/last:0"],
    ]
    return Challenge("scopes/borders", {"graphs": graphs}, {"scope": shown})


def _shown(scope: str) -> bytes:
    """The graph of `_paste`."""
    with tf.Graph().as_default() as graph:
        a, b = (tf.placeholder(tf.float32, [], name=name) for name in "ab")
        with tf.name_scope(scope):
            difference = tf.subtract(a, b, name="difference")
            square = tf.multiply(difference, difference, name="square")
            tf.add(square, a, name="unused")
        tf.add(square, b, name="total")
        return _bytes(graph)


def _paste(challenge: Challenge) -> str:
    scope = challenge.hidden["scope"]
    return f"""\
with tf.Graph().as_default() as graph:
    a, b = (tf.placeholder(tf.float32, [], name=name) for name in "ab")
    with tf.name_scope("{scope}"):
        difference = tf.subtract(a, b, name="difference")
        square = tf.multiply(difference, difference, name="square")
        tf.add(square, a, name="unused")
    tf.add(square, b, name="total")
[sorted(names) for names in border(graph, "{scope}")]"""


def _nested(box: str, layer: str, other: str) -> bytes:
    """Scopes within scopes, neighbours whose names begin in the same way, and a second output."""
    with tf.Graph().as_default() as graph:
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
        return _bytes(graph)


def _round_about(rng: np.random.Generator, box: str, other: str) -> bytes:
    """A value that leaves a scope and comes back; control inputs both ways; a scope that takes nothing."""
    with tf.Graph().as_default() as graph:
        with tf.name_scope(other):
            ready = tf.constant(float(rng.integers(2, 9)), name="ready")
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
        return _bytes(graph)


def _bytes(graph: Any) -> bytes:
    return bytes(graph.as_graph_def().SerializeToString())


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    wanted = [len(scopes) + bool(later) for _graph, scopes, later in challenge.inputs["graphs"]]
    if not isinstance(result, list) or [_length(part) for part in result] != wanted:
        raise WrongAnswer(_(UNREADABLE))
    (shown,), *others = ([_two_lists(answer) for answer in answers] for answers in result)
    failed = next((one for answers in others for one in answers if isinstance(one, Raised)), None)
    return [shown, *([failed] * 2 if failed else others)]


def _length(part: Any) -> int:
    return len(part) if isinstance(part, list) else -1


def _two_lists(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _("expected two lists of names, but {function} returns {found}").format(
                function="border", found=describe(result)
            )
        )
    return [_names(part) for part in result]


def _names(part: Any) -> list[str]:
    if isinstance(part, np.ndarray):
        part = part.tolist()
    if not isinstance(part, (list, tuple, set, frozenset)):
        raise WrongAnswer(
            _(
                "expected two lists of names, but one of the two that {function} returns is {found}"
            ).format(function="border", found=describe(part))
        )
    if not all(isinstance(name, str) for name in part):
        raise WrongAnswer(
            _(
                "expected names, which are strings, but a list from {function} holds something "
                "else; `tensor.name` is the name of a tensor"
            ).format(function="border")
        )
    return sorted(part)


BORDER = exercise(
    id="scopes/border",
    title="The border of a scope",
    answers=("border",),
    cases=(
        Case(
            "what goes into a scope, and what comes out of it",
            1,
            visible=True,
            gate=True,
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
