"""The exercise on how the gradient of an operation is looked up."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.gradient_control.evidence import case
from grader.exercises.sessions.evidence import reports, value_or_error
from grader.judging import Case, Exercise, Misconception

RULES = ("Steep", "Soft", "Flat", "Gentle", "Mirror", "Double")


def _override_all(first: str, second: str) -> None:
    graph = tf.get_default_graph()
    x = tf.placeholder("float32", [2], name="x")
    tf.identity(x, name="before")
    with graph.gradient_override_map({"Identity": first, "Floor": second}):
        tf.identity(x, name="inside")
        tf.reduce_mean(x, name="Floor")
        tf.floor(x, name="steps")
        tf.multiply(x, x, name="Identity")
    tf.floor(x, name="after")


NAMES = ("inside", "before", "Floor", "steps", "Identity", "after")


def _draw(rng: np.random.Generator) -> Challenge:
    """All operations of a graph; of one with rules that were never registered; of one with other rules."""
    cases = []
    first, part, other = (str(name) for name in rng.choice(RULES, 3, replace=False))
    # Names that contain others, or are contained in them: a name is looked up as a whole.
    second = f"{part}Twice"
    longer = map(str, rng.permutation(["IdentityN", "MatMul", second]))
    names = map(str, rng.permutation(["Floor", "Identity", *RULES]))
    # The first and the last one are asked for.
    known = ["Mean", *longer, *names, "Mul"]
    lacking = [name for name in known if name not in (second, "Mul")]
    for rules, registered in (
        ((first, second), known),
        ((first, second), lacking),
        ((second, other), known),
    ):
        for name in NAMES:
            cases.append(
                case(partial(_override_all, *rules), [{"operation": name}, list(registered)])
            )
    return Challenge("gradient_control/tensors", {"cases": cases}, {"rule": first})


def _paste(challenge: Challenge) -> str:
    return f"""
registered = {challenge.inputs["cases"][0]["arguments"][1]}
with tf.Graph().as_default() as graph:
    x = tf.placeholder(tf.float32, [2])
    before = tf.identity(x, name="before")
    with graph.gradient_override_map({{"Identity": "{challenge.hidden["rule"]}"}}):
        inside = tf.identity(x, name="inside")
[gradient_rule(inside.op, registered), gradient_rule(before.op, registered)]
"""


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    count = len(challenge.inputs["cases"])
    results = [report["result"] for report in reports(evidence, count, "result")]
    seen = [_seen(result) for result in results]
    size = len(NAMES)
    shown = zip(results[:2], seen, strict=False)
    return [
        value_or_error([one if isinstance(one, Raised) else name for one, name in shown]),
        [*seen[2:size], *seen[2 * size :]],
        seen[size : 2 * size],
    ]


def _seen(result: Any) -> Any:
    """A rule's name, bytes marked as such, or an error's name: some errors are LookupErrors."""
    if isinstance(result, Raised):
        return "LookupError" if result.type in ("KeyError", "IndexError") else result.type
    return repr(result) if isinstance(result, bytes) else result


def _rule(use_type: bool = True, use_override: bool = True, strict: bool = True) -> Any:
    def build() -> Callable[..., Any]:
        def gradient_rule(op: Any, registered: Any) -> Any:
            key = op.type if use_type else op.name
            if use_override:
                with contextlib.suppress(ValueError):
                    key = op.get_attr("_gradient_op_type").decode()
            if strict and key not in registered:
                raise LookupError(key)
            return key

        return gradient_rule

    return build


def _without_an_error(instead: Callable[[Any], Any]) -> Callable[[], Callable[..., Any]]:
    """Returns `instead(op)` where the name is not registered."""

    def build() -> Callable[..., Any]:
        def gradient_rule(op: Any, registered: Any) -> Any:
            try:
                return _rule()()(op, registered)
            except LookupError:
                return instead(op)

        return gradient_rule

    return build


def _raises_a_value_error(op: Any) -> Any:
    raise ValueError(op.type)


def _expects_a_note() -> Callable[..., Any]:
    def gradient_rule(op: Any, registered: Any) -> Any:
        key = op.get_attr("_gradient_op_type").decode()
        if key not in registered:
            raise LookupError(key)
        return key

    return gradient_rule


def _falls_back() -> Callable[..., Any]:
    def gradient_rule(op: Any, registered: Any) -> Any:
        with contextlib.suppress(ValueError):
            noted = op.get_attr("_gradient_op_type").decode()
            if noted in registered:
                return noted
        if op.type not in registered:
            raise LookupError(op.type)
        return op.type

    return gradient_rule


def _bytes_among_texts() -> Callable[..., Any]:
    def gradient_rule(op: Any, registered: Any) -> Any:
        key = op.type
        with contextlib.suppress(ValueError):
            key = op.get_attr("_gradient_op_type")
        if key not in registered:
            raise LookupError(key)
        return key

    return gradient_rule


def _returns_bytes() -> Callable[..., Any]:
    def gradient_rule(op: Any, registered: Any) -> Any:
        key = _rule()()(op, registered)
        noted = False
        with contextlib.suppress(ValueError):
            noted = bool(op.get_attr("_gradient_op_type"))
        return key.encode() if noted else key

    return gradient_rule


GRADIENT_RULE = Exercise(
    id="gradient_control/gradient_rule",
    title="Which rule?",
    answers=("gradient_rule",),
    cases=(
        Case(
            "an Identity made inside the block, and one made before it",
            1,
            True,
            True,
            advice="Take the name in the note, if the operation has one, and otherwise the operation's "
            "type. Return this name as a string if it is in `registered`, and raise a LookupError"
            " if it is not.",
        ),
        Case(
            "other operations, two of them with names that mislead, and a graph with other notes",
            1,
            advice="Ask each operation for its note and its type. Its name tells you nothing.",
        ),
        Case(
            "a graph in which some rules were never registered",
            1,
            advice="If the name, whether it comes from the note or is the type, is not in `registered`, "
            "raise a LookupError. Look for the whole name, not for a part of one.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_rule(),
    misconceptions=(
        Misconception(
            "ignores-the-override",
            _rule(use_override=False),
            "an operation made inside the block carries the name of its rule in the attribute "
            '"_gradient_op_type". That comes first: the type counts only if there is no such note.',
        ),
        Misconception(
            "goes-by-the-name",
            _rule(use_type=False, strict=False),
            "you use the operation's name. Names are irrelevant here: what counts is `op.type`.",
        ),
        Misconception(
            "looks-up-the-name",
            _rule(use_type=False),
            "you look up the operation's name. Names are irrelevant here: what counts is `op.type`.",
        ),
        Misconception(
            "expects-a-note",
            _expects_a_note,
            "you ask every operation for its note, and `get_attr` raises a ValueError where there is none. "
            "Catch it: without a note, the rule has the name of the operation's type.",
        ),
        Misconception(
            "never-raises",
            _rule(strict=False),
            "you return a rule that is not registered. TensorFlow raises a LookupError there.",
        ),
        Misconception(
            "falls-back-to-the-type",
            _without_an_error(lambda op: op.type),
            "where the name is not registered, you return the operation's type. The type counts only if the "
            "operation has no note, and a rule that is not registered is a LookupError.",
        ),
        Misconception(
            "falls-back-and-checks",
            _falls_back,
            "where the rule in the note is not registered, you use the operation's type. TensorFlow does not "
            "fall back on it: if there is a note, it decides, and an unknown name is a LookupError.",
        ),
        Misconception(
            "none-for-an-error",
            _without_an_error(lambda op: None),
            "you return None where the name is not registered. TensorFlow raises a LookupError there: use "
            "`raise`.",
        ),
        Misconception(
            "another-error",
            _without_an_error(_raises_a_value_error),
            "where the name is not registered, your code raises a ValueError. It should be a LookupError, "
            "as in TensorFlow.",
        ),
        Misconception(
            "bytes-among-texts",
            _bytes_among_texts,
            "where there is a note, you do not find its rule. `get_attr` gives bytes, as in "
            'b"Steep". In Python, bytes never equal a string, and `str` keeps the b and the quotes. Decode '
            "the note: `note.decode()`.",
        ),
        Misconception(
            "returns-bytes",
            _returns_bytes,
            'the rules are right, but you return some of them as bytes, b"Steep" instead of '
            '"Steep": `.decode()` turns bytes into a string.',
        ),
    ),
    hints=(
        "gradient_override_map leaves a note on each operation that it touches.",
        'op.get_attr("_gradient_op_type") gives bytes, or raises ValueError where there is none.',
        "Take the note if there is one, and `op.type` if not. In both cases the name has to be in "
        "the table.",
    ),
    paste=_paste,
)
