"""Exercises on the life of a variable in a session, and on a second session beside the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception

# -------------------------------------------------------------------------------------- is-alive


def _draw_is_alive(rng: np.random.Generator) -> Challenge:
    programs = [
        {
            "initial": numbers(rng, 1, 2, 99)[0],
            "lives": [[str(life), number] for life, number in zip(lives, values, strict=True)],
        }
        for lives, values in (
            (rng.permutation(["alive", "closed", "never"]), numbers(rng, 3, 100, 900)),
            (
                rng.permutation(["alive", "closed", "never", "assigned", "closed", "never"]),
                numbers(rng, 6, 100, 900),
            ),
        )
    ]
    return Challenge("lifetimes/is-alive", {"programs": programs})


def _observe_is_alive(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other = reports(evidence, 2, "values", "after", "open")
    return [
        shown["values"],
        other["values"],
        [[report["after"], report["open"]] for report in (shown, other)],
    ]


def _is_alive() -> Callable[..., Any]:
    def is_alive(session: Any, w: Any) -> bool:
        try:
            session.run(w)
        except (tf.errors.FailedPreconditionError, RuntimeError):
            return False
        return True

    return is_alive


def _forgets_closed_sessions() -> Callable[..., Any]:
    def is_alive(session: Any, w: Any) -> bool:
        try:
            session.run(w)
        except tf.errors.FailedPreconditionError:
            return False
        return True

    return is_alive


def _only_asks_whether_it_is_open() -> Callable[..., Any]:
    def is_alive(session: Any, w: Any) -> bool:
        try:
            session.run([])
        except RuntimeError:
            return False
        return True

    return is_alive


def _initialises_first() -> Callable[..., Any]:
    def is_alive(session: Any, w: Any) -> bool:
        try:
            session.run(w.initializer)
            session.run(w)
        except (tf.errors.FailedPreconditionError, RuntimeError):
            return False
        return True

    return is_alive


def _asks_the_graph() -> Callable[..., Any]:
    return lambda session, w: True


IS_ALIVE = Exercise(
    id="lifetimes/is-alive",
    title="Does the variable live here?",
    answers=("is_alive",),
    cases=(
        Case(
            "three sessions: one where w lives, one where it was never born, a closed one",
            1,
            visible=True,
            gate=True,
        ),
        Case("six more sessions, one of which gave w its value with an assignment", 1),
        Case(
            "every session holds exactly what it held before",
            1,
            advice="Your function changes a session. It should only look.",
        ),
    ),
    draw=_draw_is_alive,
    observe=_observe_is_alive,
    reference=_is_alive,
    misconceptions=(
        Misconception(
            "forgets-closed-sessions",
            _forgets_closed_sessions,
            "using a closed session raises RuntimeError, and your function does not catch it. With its "
            "session the variable has died, so the answer is False.",
        ),
        Misconception(
            "only-asks-whether-it-is-open",
            _only_asks_whether_it_is_open,
            "your function tells whether the session is open. In an open session a "
            "variable lives only after its initializer (or an assignment) has run there.",
        ),
        Misconception(
            "initialises-first",
            _initialises_first,
            "your function runs the initializer before it looks, so every variable of an open session "
            "lives, and its old value is lost.",
        ),
        Misconception(
            "asks-the-graph",
            _asks_the_graph,
            "your function says True for every session. The variable's node is in the graph always; "
            "its value is in a session, and only for a time.",
        ),
    ),
    hints=(
        "Try to read the variable. What can go wrong?",
        "Reading a variable without a value is a tf.errors.FailedPreconditionError, using a closed "
        "session a RuntimeError.",
        "try: session.run(w) - except (tf.errors.FailedPreconditionError, RuntimeError): return "
        "False - and True after it.",
    ),
)

# -------------------------------------------------------------------------------------- rehearse


def _draw_rehearse(rng: np.random.Generator) -> Challenge:
    programs = []
    for n, half in ((3, 0.0), (int(rng.integers(4, 8)), 0.5)):
        w = w_now = speed = speed_now = 0.0
        # Not both starts on one way: n steps would lead from either to the same place.
        while w + n * speed == w_now + n * speed_now:
            w, w_now, speed, speed_now = (float(number) for number in numbers(rng, 4, 10, 90))
        push = float(numbers(rng, 1, 2, 9)[0]) + half
        programs.append({"n": n, "w": [w, w_now], "speed": [speed, speed_now], "push": push})
    return Challenge("lifetimes/rehearse", {"programs": programs})


def _observe_rehearse(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other = reports(evidence, 2, "value", "after", "open", "left_open")
    return [
        shown["value"],
        other["value"],
        [[report["after"], report["open"]] for report in (shown, other)],
        [shown["left_open"], other["left_open"]] == [0, 0],
    ]


def _steps(session: Any, step: Any, n: int) -> Any:
    values = [session.run(step) for _ in range(n)]
    return values[-1]


def _copy(source: Any, target: Any) -> None:
    for variable in tf.global_variables():
        target.run(variable.initializer, {variable.initial_value: source.run(variable)})


def _rehearse() -> Callable[..., Any]:
    def rehearse(session: Any, step: Any, n: int) -> Any:
        with tf.Session() as other:
            _copy(session, other)
            return _steps(other, step, n)

    return rehearse


def _leaves_it_open() -> Callable[..., Any]:
    def rehearse(session: Any, step: Any, n: int) -> Any:
        other = tf.Session()
        _copy(session, other)
        return _steps(other, step, n)

    return rehearse


def _in_the_same_session() -> Callable[..., Any]:
    return _steps_function


def _steps_function(session: Any, step: Any, n: int) -> Any:
    return _steps(session, step, n)


def _from_the_initial_values() -> Callable[..., Any]:
    def rehearse(session: Any, step: Any, n: int) -> Any:
        with tf.Session() as other:
            other.run(tf.global_variables_initializer())
            return _steps(other, step, n)

    return rehearse


def _without_values() -> Callable[..., Any]:
    def rehearse(session: Any, step: Any, n: int) -> Any:
        with tf.Session() as other:
            return _steps(other, step, n)

    return rehearse


def _one_step() -> Callable[..., Any]:
    return lambda session, step, n: _rehearse()(session, step, 1)


REHEARSE = Exercise(
    id="lifetimes/rehearse",
    title="Try it in a second session",
    answers=("rehearse",),
    cases=(
        Case("what the third run of `step` would give", 1, visible=True, gate=True),
        Case("more runs of another graph's `step`", 1),
        Case(
            "the session holds what it held before, and is open",
            1,
            advice="Your function changes or closes the session that it was given. The runs "
            "should happen in a session of your own.",
        ),
        Case("every session that your function opened is closed", 1),
    ),
    draw=_draw_rehearse,
    observe=_observe_rehearse,
    reference=_rehearse,
    misconceptions=(
        Misconception(
            "in-the-same-session",
            _in_the_same_session,
            "the value is right, but you ran `step` in the session itself, and its variables have "
            "changed. Open a second session: it has variables of its own.",
        ),
        Misconception(
            "from-the-initial-values",
            _from_the_initial_values,
            "your second session starts from the initial values that stand in the graph. It shares "
            "nothing with the first: read the values there, and set them in yours.",
        ),
        Misconception(
            "without-values",
            _without_values,
            "in a new session no variable has a value yet, whatever the first one holds. Read the "
            "values from the first, and set them in the second.",
        ),
        Misconception(
            "leaves-the-session-open",
            _leaves_it_open,
            "all is right but one thing: your second session stays open, and its variables stay "
            "alive with it. Open it in a `with` block.",
        ),
        Misconception(
            "one-step",
            _one_step,
            "your function runs `step` once. It should run it n times and return the last value.",
        ),
    ),
    hints=(
        "Two sessions on one graph have two copies of every variable. How do the values get from one "
        "to the other?",
        "Read all variables with session.run(tf.global_variables()). In the second session, set each "
        "with tf.assign and a placeholder, or feed its initializer. Then run step n times there.",
        "with tf.Session() as other: for v in tf.global_variables(): other.run(tf.assign(v, "
        "session.run(v))) - then value = other.run(step), n times - and return the last value.",
    ),
)
