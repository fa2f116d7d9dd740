"""The exercise on the default session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.sessions.evidence import agree_in_reason
from grader.judging import Case, different, left_behind, reports


def _draw(rng: np.random.Generator) -> Challenge:
    (x, z, now), (one, other, half) = different(rng, 3, 2, 10), different(rng, 3, 11, 30)
    programs = [
        _program(float(x), float(z), float(now)),
        # The value is never a whole number, and z never what it was at first.
        _program(one + 0.5, other + 0.5, 2.0 * half),
    ]
    return Challenge("sessions/call", {"programs": programs})


def _program(x: float, z: float, now: float) -> dict[str, Any]:
    """The initial values of x and of z, and what z holds; w holds nothing."""
    initial = {"x": x, "z": z, "w": z}
    return {
        "variables": [{"name": name, "initial": value} for name, value in initial.items()],
        "held": [[None, now, None]],
        "arguments": "product",
        "default": True,
    }


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = shown, other = reports(evidence, 2, "value", "after", "opened", "again")
    value = other["value"]
    again = value if isinstance(value, Raised) else other["again"]
    return [
        shown["value"],
        [value, again, *([_after(report), report["opened"]] for report in found)],
    ]


def _after(report: Mapping[str, Any]) -> Any:
    """What the session held afterwards; of x not after an error: the run that failed may have set it."""
    after = left_behind(report["after"][0])
    if isinstance(report["value"], Raised) and isinstance(after, Mapping):
        return {name: value for name, value in after.items() if name != "x"}
    return after


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    x, z, _w = (entry["initial"] for entry in program["variables"])
    return f"""
with tf.Graph().as_default(), tf.Session().as_default() as session:
    a, b, c = tf.Variable({x}, name="x"), tf.Variable({z}, name="z"), tf.Variable({z}, name="w")
    session.run(tf.assign(b, {program["held"][0][1]}))
    value = start(a, a * b + a)
value
"""


def _agree_on_x(expected: Any, got: Any) -> bool:
    """As `agree_in_reason`; but an error because x has no value agrees with no other."""
    if isinstance(expected, Raised) and isinstance(got, Raised):
        about_x = ["uninitialized value x" in error.message for error in (expected, got)]
        if about_x[0] != about_x[1]:
            return False
    return agree_in_reason(expected, got)


START = exercise(
    id="sessions/start",
    title="Initialize one variable in the default session",
    answers=("start",),
    cases=(
        Case.shown(
            "the value of f",
            0.75,
            agree=_agree_on_x,
            advice="x should get its own initial value (run `x.initializer`), the other variables should "
            "keep theirs, and your function should return the value that f has then.",
        ),
        Case(
            "the value of f in another program; no session is opened or closed, x has a value, and the other "
            "variables are as before",
            1.25,
            advice="Your value is right, but not everything else. Your function should open no session "
            "of its own, and leave the default session open. There, x should be initialized, and the "
            "other variables should be as they were.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Someone else opened the session. Both short forms, `op.run()` and `tensor.eval()`, "
        "find it by themselves.",
        "A variable brings its own initializing operation: `x.initializer`.",
        "The initializer is an operation, and `f` is a tensor. Which of the two short forms "
        "belongs to which, and which comes first?",
    ),
    paste=_paste,
)
