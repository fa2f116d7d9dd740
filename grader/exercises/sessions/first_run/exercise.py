"""The exercise on opening a session."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.sessions.evidence import agree_in_reason
from grader.judging import Case, all_closed, different, reports

NUMBERS = (int, float, np.ndarray, np.generic)  # what nobody has without a session


def _draw(rng: np.random.Generator) -> Challenge:
    a, b, c = (float(number) for number in different(rng, 3, 11, 60))
    programs = [
        # From 4 on: 3 and 4 give 42, as in the chapter's text.
        _program(rng, "polynomial", different(rng, 2, 4, 11), fixed=1),
        # Here, the value is never a whole number.
        _program(rng, "weighted", [a + 0.5, b + 0.5, c], fixed=1),
        _program(rng, "polynomial", different(rng, 2, 11, 60)),
    ]
    return Challenge("sessions/call", {"programs": programs})


def _program(
    rng: np.random.Generator, formula: str, values: list[Any], fixed: int | None = None
) -> dict[str, Any]:
    """A formula of variables with these values. fixed: the number of the one that is not trainable."""
    variables = [
        {"name": name, "initial": value, "trainable": number != fixed}
        for number, (name, value) in enumerate(zip("xyz", values, strict=False))
    ]
    return {"variables": variables, "held": [], "arguments": formula}


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    programs = challenge.inputs["programs"]
    found = shown, *others = reports(evidence, 3, "value", "opened", "closed", "again")
    closed = [
        all_closed(report, int(isinstance(report["value"], NUMBERS)))
        for report, program in zip(found, programs, strict=True)
    ]
    return [
        shown["value"],
        [shown["again"], *([other["value"], other["again"]] for other in others)],
        all(closed),
    ]


def _paste(challenge: Challenge) -> str:
    x, y = (entry["initial"] for entry in challenge.inputs["programs"][0]["variables"])
    return f"""
with tf.Graph().as_default():
    a, b = tf.Variable({x}, name="x"), tf.Variable({y}, name="y", trainable=False)
    value = first_run(a * a * b + b + 2)
value
"""


FIRST_RUN = exercise(
    id="sessions/first-run",
    title="Open a session, initialize, run, close",
    answers=("first_run",),
    cases=(
        Case.shown(
            "the value of x*x*y + y + 2, with new x and y at every check",
            1,
            agree=agree_in_reason,
        ),
        Case(
            "the values of two more graphs",
            1,
            gate=True,
            advice="Your value is right for the first graph, but not for all. Each time it is called, your "
            "function should initialize the variables of f's graph, run f, and return its value as it is.",
        ),
        Case(
            "every session that your function opened is closed",
            1,
            advice="Your function leaves a session open: close it, or open it in a `with` block.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "You need four steps: open a session, give the variables their values, run f, close.",
        "In a `with tf.Session() as session:` block the last step happens by itself, even when you "
        "`return` in the middle of the block.",
        "`tf.global_variables_initializer()` makes an operation. When it has run, the variables have "
        "values. After that, run `f` itself: a list with `f` in it would give you a list.",
    ),
    paste=_paste,
)
