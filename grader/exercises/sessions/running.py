"""The exercise on opening a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import (
    agree_in_reason,
    all_closed,
    draw_key,
    numbers,
    reports,
)
from grader.judging import Case, Exercise, Misconception

NUMBERS = (int, float, np.ndarray, np.generic)  # what nobody has without a session


def _draw_first_run(rng: np.random.Generator) -> Challenge:
    a, b, c = (float(number) for number in numbers(rng, 3, 11, 60))
    hidden = [a + 0.5, b + 0.5, c]  # so the value is never a whole number
    programs = [
        # From 4 on: 3 and 4 give 42, as in the chapter's text.
        {"formula": "polynomial", "values": numbers(rng, 2, 4, 11), "fixed": "y"},
        {"formula": "weighted", "values": hidden, "fixed": "b"},
        {"formula": "polynomial", "values": numbers(rng, 2, 11, 60), "fixed": ""},
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


def _first_run() -> Callable[..., Any]:
    def first_run(f: Any) -> Any:
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            return session.run(f)

    return first_run


def _never_initializes() -> Callable[..., Any]:
    def first_run(f: Any) -> Any:
        with tf.Session() as session:
            tf.global_variables_initializer()
            return session.run(f)

    return first_run


def _returns_the_tensor() -> Callable[..., Any]:
    def first_run(f: Any) -> Any:
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            return f

    return first_run


def _returns_a_list() -> Callable[..., Any]:
    return lambda f: [_first_run()(f)]


def _leaves_it_open() -> Callable[..., Any]:
    def first_run(f: Any) -> Any:
        session = tf.Session()
        session.run(tf.global_variables_initializer())
        return session.run(f)

    return first_run


def _evaluates_without_session() -> Callable[..., Any]:
    return lambda f: f.eval()


def _initializes_the_trainable() -> Callable[..., Any]:
    def first_run(f: Any) -> Any:
        with tf.Session() as session:
            session.run(tf.variables_initializer(tf.trainable_variables()))
            return session.run(f)

    return first_run


def _uses_nodes_of_the_notebook() -> Callable[..., Any]:
    tf.Variable(3)
    init = tf.global_variables_initializer()

    def first_run(f: Any) -> Any:
        with tf.Session() as session:
            session.run(init)
            return session.run(f)

    return first_run


FIRST_RUN = Exercise(
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
    reference=_first_run,
    misconceptions=(
        Misconception(
            "never-initializes",
            _never_initializes,
            "the variables have no value when `f` is computed. `tf.global_variables_initializer()` "
            "only adds an operation to the graph. Run it in the same session and before `f`, in a run of its "
            "own: `session.run(tf.global_variables_initializer())`.",
        ),
        Misconception(
            "returns-the-tensor",
            _returns_the_tensor,
            "your function returns the tensor itself, which is a recipe and not a number. "
            "The number is what `session.run(f)` returns.",
        ),
        Misconception(
            "returns-a-list",
            _returns_a_list,
            "your function returns a list with the value in it. `run` answers in the form of the "
            "question: `run([f])` gives a list of one, `run(f)` gives the value.",
        ),
        Misconception(
            "leaves-the-session-open",
            _leaves_it_open,
            "the values are right, but your session stays open and keeps its memory. Open it in a "
            "`with tf.Session() as session:` block, which closes it at the end, even if there is a "
            "`return` in it.",
        ),
        Misconception(
            "evaluates-without-a-session",
            _evaluates_without_session,
            "`f.eval()` asks the default session, and there is none at that point. Call it inside a "
            "`with tf.Session() as session:` block.",
        ),
        Misconception(
            "initializes-only-the-trainable",
            _initializes_the_trainable,
            "`tf.trainable_variables()` leaves out the variables made with `trainable=False`, and they "
            "need a value, too. `tf.global_variables_initializer()` covers all of them.",
        ),
        Misconception(
            "uses-nodes-of-the-notebook",
            _uses_nodes_of_the_notebook,
            "your function runs a node that belongs to a different graph from the session's. `x`, `y` and "
            "`init` of this notebook are such nodes, since the check passes an f from a new graph: make "
            "the initializer inside your function. And if you reset the default graph, f is no longer in it.",
        ),
    ),
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
