"""The exercise on opening a session."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.sessions.evidence import agree_in_reason
from grader.judging import Case, all_closed, different, draw_key, reports

NUMBERS = (int, float, np.ndarray, np.generic)  # what nobody has without a session


def _draw_first_run(rng: np.random.Generator) -> Challenge:
    a, b, c = (float(number) for number in different(rng, 3, 11, 60))
    hidden = [a + 0.5, b + 0.5, c]  # so the value is never a whole number
    programs = [
        # From 4 on: 3 and 4 give 42, as in the chapter's text.
        {"formula": "polynomial", "values": different(rng, 2, 4, 11), "fixed": "y"},
        {"formula": "weighted", "values": hidden, "fixed": "b"},
        {"formula": "polynomial", "values": different(rng, 2, 11, 60), "fixed": ""},
    ]
    programs = [{**program, "key": draw_key(rng)} for program in programs]
    return Challenge("sessions/first-run", {"programs": programs})


def _observe_first_run(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, 3, "value", "opened", "closed")
    shown, *others = found
    keys = [program["key"] for program in challenge.inputs["programs"]]
    return [
        shown["value"],
        [other["value"] for other in others],
        all(
            all_closed(report, key, int(isinstance(report["value"], NUMBERS)))
            for report, key in zip(found, keys, strict=True)
        ),
    ]


def _paste_first_run(challenge: Challenge) -> str:
    x, y = challenge.inputs["programs"][0]["values"]
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
        Case(
            "the value of x*x*y + y + 2, with new x and y at every check",
            1,
            True,
            gate=True,
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
    draw=_draw_first_run,
    observe=_observe_first_run,
    hints=(
        "You need four steps: open a session, give the variables their values, run f, close.",
        (
            "In a `with tf.Session() as session:` block the last step happens by itself, even when you "
            "`return` in the middle of the block."
        ),
        (
            "`tf.global_variables_initializer()` makes an operation. When it has run, the variables have "
            "values. After that, run `f` itself: a list with `f` in it would give you a list."
        ),
    ),
    paste=_paste_first_run,
)
