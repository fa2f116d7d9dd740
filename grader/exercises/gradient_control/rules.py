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
from grader.exercises.sessions.evidence import reports
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
    cases = []
    for number in range(2):
        first, second, other = (str(name) for name in rng.choice(RULES, 3, replace=False))
        # In the second graph the rule for the overridden Floor was never registered.
        known = ["Floor", "Identity", "Mean", other, first] + ([second] if number == 0 else [])
        known = [str(name) for name in rng.permutation(known)]
        known += ["Mul"] if number == 0 else []
        order = NAMES if number == 0 else [str(name) for name in rng.permutation(NAMES)]
        for name in order:
            cases.append(
                case(
                    partial(_override_all, first, second),
                    [{"operation": name}, list(known)],
                )
            )
    return Challenge("gradient_control/tensors", {"cases": cases})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    count = len(challenge.inputs["cases"])
    seen = [_seen(report["result"]) for report in reports(evidence, count, "result")]
    if all(value == "NotImplementedError" for value in seen):
        return [Raised("NotImplementedError", "")] * 3
    half = len(NAMES)
    return [seen[:2], seen[2:half], seen[half:]]


def _seen(result: Any) -> Any:
    """A rule's name, or the name of the error: a KeyError is a LookupError."""
    if isinstance(result, Raised):
        return "LookupError" if result.type == "KeyError" else result.type
    return result


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


GRADIENT_RULE = Exercise(
    id="gradient_control/gradient_rule",
    title="Which rule gives the gradient?",
    answers=("gradient_rule",),
    cases=(
        Case("an Identity made inside the block, and one made before it", 1, True, True),
        Case("four other operations: two have names that mislead", 1),
        Case("a graph in which some rules were never registered", 1),
    ),
    draw=_draw,
    observe=_observe,
    reference=_rule(),
    misconceptions=(
        Misconception(
            "ignores-the-override",
            _rule(use_override=False),
            "you look at the type only. An operation made inside the block carries the name of its "
            'rule in the attribute "_gradient_op_type", and that comes first.',
        ),
        Misconception(
            "goes-by-the-name",
            _rule(use_type=False, strict=False),
            "you use the operation's name. Names are irrelevant here: the rule belongs to `op.type`.",
        ),
        Misconception(
            "never-raises",
            _rule(strict=False),
            "you return a rule that is not registered. There TensorFlow raises a LookupError.",
        ),
    ),
    hints=(
        "gradient_override_map leaves a note on each operation that it touches.",
        'op.get_attr("_gradient_op_type") gives bytes, or raises ValueError where there is none.',
        "Take the note if there is one, else op.type; raise LookupError if it is not registered.",
    ),
)
