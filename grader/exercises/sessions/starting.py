"""The exercise on the default session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.sessions.evidence import agree_in_reason, left_behind, numbers, reports
from grader.judging import Case, Exercise, Misconception


def _draw_default_session(rng: np.random.Generator) -> Challenge:
    (x, z, now), (one, other, half) = numbers(rng, 3, 2, 10), numbers(rng, 3, 11, 30)
    programs = [
        {"x": float(x), "z": float(z), "z now": float(now)},
        # The value is never a whole number, and z never what it was at first.
        {"x": one + 0.5, "z": other + 0.5, "z now": 2.0 * half},
    ]
    return Challenge("sessions/default-session", {"programs": programs})


def _observe_default_session(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other = reports(evidence, 2, "value", "after", "opened")
    found = [[_after(report), report["opened"]] for report in (shown, other)]
    return [shown["value"], [other["value"], *found]]


def _after(report: Mapping[str, Any]) -> Any:
    """What the session held afterwards; of x not after an error: the run that failed may have set it."""
    after = left_behind(report["after"])
    if isinstance(report["value"], Raised) and isinstance(after, Mapping):
        return {name: value for name, value in after.items() if name != "x"}
    return after


def _initializes_what_is_empty() -> Callable[..., Any]:
    def start(x: Any, f: Any) -> Any:
        for variable in tf.global_variables():
            if not tf.is_variable_initialized(variable).eval():
                variable.initializer.run()
        return f.eval()

    return start


def _paste_default_session(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    x, z, now = program["x"], program["z"], program["z now"]
    return f"""
with tf.Graph().as_default(), tf.Session().as_default() as session:
    a, b, c = tf.Variable({x}, name="x"), tf.Variable({z}, name="z"), tf.Variable({z}, name="w")
    session.run(tf.assign(b, {now}))
    value = start(a, a * b + a)
value
"""


def _start() -> Callable[..., Any]:
    def start(x: Any, f: Any) -> Any:
        x.initializer.run()
        return f.eval()

    return start


def _initializes_everything() -> Callable[..., Any]:
    def start(x: Any, f: Any) -> Any:
        tf.global_variables_initializer().run()
        return f.eval()

    return start


def _own_session() -> Callable[..., Any]:
    def start(x: Any, f: Any) -> Any:
        with tf.Session():
            x.initializer.run()
            return f.eval()

    return start


def _own_session_with_everything() -> Callable[..., Any]:
    def start(x: Any, f: Any) -> Any:
        with tf.Session():
            tf.global_variables_initializer().run()
            return f.eval()

    return start


def _closes_the_default_session() -> Callable[..., Any]:
    def start(x: Any, f: Any) -> Any:
        with tf.get_default_session() as session:
            session.run(x.initializer)
            return session.run(f)

    return start


def _returns_x() -> Callable[..., Any]:
    def start(x: Any, f: Any) -> Any:
        x.initializer.run()
        return x.eval()

    return start


def _uses_a_node_of_the_notebook() -> Callable[..., Any]:
    tf.Variable(3)
    init = tf.global_variables_initializer()

    def start(x: Any, f: Any) -> Any:
        tf.get_default_session().run(init)
        return f.eval()

    return start


def _never_runs_the_initializer() -> Callable[..., Any]:
    return lambda x, f: f.eval()


def _agree_on_x(expected: Any, got: Any) -> bool:
    """As `agree_in_reason`; but an error because x has no value agrees with no other."""
    if isinstance(expected, Raised) and isinstance(got, Raised):
        about_x = ["uninitialized value x" in error.message for error in (expected, got)]
        if about_x[0] != about_x[1]:
            return False
    return agree_in_reason(expected, got)


DEFAULT_SESSION = Exercise(
    id="sessions/default-session",
    title="Initialize one variable in the default session",
    answers=("start",),
    cases=(
        Case(
            "the value of f",
            0.75,
            True,
            gate=True,
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
    draw=_draw_default_session,
    observe=_observe_default_session,
    reference=_start,
    misconceptions=(
        Misconception(
            "initializes-everything",
            _initializes_everything,
            "`global_variables_initializer` sets every variable back to its initial value, so the "
            "value that another variable had in this session is lost. Run `x.initializer` alone.",
        ),
        Misconception(
            "opens-a-session-of-its-own",
            _own_session,
            "your function opens a session of its own. Values of variables belong to one session: "
            "in yours the other variable was never initialized. Use the default session.",
        ),
        Misconception(
            "initializes-everything-in-its-own-session",
            _own_session_with_everything,
            "your function opens a session of its own and starts everything afresh there. The "
            "default session, with the values that it holds, is never used.",
        ),
        Misconception(
            "closes-the-default-session",
            _closes_the_default_session,
            "your function closes the default session: `session.close()` does, and so does the end of a "
            "`with session:` block. It is not yours, so leave it open.",
        ),
        Misconception(
            "f-before-the-initializer",
            _never_runs_the_initializer,
            "x has no value yet when f is computed. Run its initializer first, in a run of its own: "
            "`x.initializer.run()`. Within one run nothing says which of the two comes first.",
        ),
        Misconception(
            "initializes-what-is-empty",
            _initializes_what_is_empty,
            "your function gives a value to every variable that has none. Here, others should "
            "stay without a value: run `x.initializer` alone.",
        ),
        Misconception(
            "uses-a-node-of-the-notebook",
            _uses_a_node_of_the_notebook,
            "your function runs a node that belongs to a different graph from the session's. `y` and `init` "
            "of this notebook are such nodes: the x and the f that your function is given belong to a new "
            "graph. Run `x.initializer`.",
        ),
        Misconception(
            "returns-x",
            _returns_x,
            "your function returns the value of x. It should return that of f.",
        ),
    ),
    hints=(
        (
            "Someone else opened the session. Both short forms, `op.run()` and `tensor.eval()`, "
            "find it by themselves."
        ),
        "A variable brings its own initializing operation: `x.initializer`.",
        "The initializer is an operation, and `f` is a tensor. Which of the two short forms "
        "belongs to which, and which comes first?",
    ),
    paste=_paste_default_session,
)
