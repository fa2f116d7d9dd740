"""Exercises on opening a session and on the default session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.sessions.evidence import (
    agree_in_reason,
    all_closed,
    draw_key,
    left_behind,
    numbers,
    reports,
)
from grader.judging import Case, Exercise, Misconception

# ------------------------------------------------------------------------------------- first-run


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
            "the value of another graph with other variables",
            1,
            gate=True,
            advice="Your value is right for the first graph, but not for all. Each time it is called, your "
            "function should initialize and run the graph that f belongs to, and return the value as it is.",
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
            "`with tf.Session() as session:` block, which closes it: `as_default()` does not, and a line "
            "after `return` is never executed.",
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
            "`init` of this notebook are such nodes, since the check calls it with an f of a new graph: make "
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
            "Variables get their values when `tf.global_variables_initializer()` is run. After "
            "that, run `f` itself: a list with `f` in it would give you a list."
        ),
    ),
    paste=_paste_first_run,
)

# ------------------------------------------------------------------------------- default-session


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
        Case("the value of f", 0.75, True, gate=True, agree=_agree_on_x),
        Case(
            "another program; and afterwards the default session is open, holds x, and holds the "
            "other variables as before",
            1.25,
            advice="Your value is right, but afterwards the default session is not as it should "
            "be: x initialized, other variables as they were, the session still open. No other "
            "session is needed.",
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
            "`x.initializer.run()`. Within one run nothing says which of two nodes comes first.",
        ),
        Misconception(
            "initializes-what-is-empty",
            _initializes_what_is_empty,
            "your function gives a value to every variable that has none. Here, others should "
            "stay without a value: run `x.initializer` alone.",
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
