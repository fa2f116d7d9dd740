"""The exercise on a second session beside the first: what would happen, without letting it happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import (
    all_closed,
    draw_key,
    numbers,
    reports,
    value_or_error,
)
from grader.judging import Case, Exercise, Misconception, agree


def _draw_rehearse(rng: np.random.Generator) -> Challenge:
    counting = _program(rng, int(rng.integers(4, 8)), 0.5)
    counting["speed"] = [[start, start + 1.5] for start in counting["speed"]]
    counting["count"] = numbers(rng, 2, 2, 9)
    programs = [_program(rng, 3), counting, _program(rng, 1)]
    for program in programs:
        program |= {"key": draw_key(rng), "seed": int(rng.integers(1, 2**31))}
    return Challenge("lifetimes/rehearse", {"programs": programs})


def _program(rng: np.random.Generator, n: int, half: float = 0.0) -> dict[str, Any]:
    """Two variables: the initial value and the present one of each."""
    w = w_now = speed = speed_now = 0.0
    # Not both starts on one way: n steps would lead from either to the same place.
    while w + n * speed == w_now + n * speed_now:
        w, w_now, speed, speed_now = (float(number) for number in numbers(rng, 4, 10, 90))
    push = float(numbers(rng, 1, 2, 9)[0]) + half
    return {"n": n, "w": [w, w_now], "speed": [speed, speed_now], "push": push}


def _observe_rehearse(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, 3, "value", "later", "after", "opened", "closed", "pulse")
    programs = challenge.inputs["programs"]
    shown = found[0]
    return [
        value_or_error([shown["value"], shown["after"].get("w"), shown["after"].get("speed")]),
        [[report["value"], report["later"]] for report in found],
        [report["after"] for report in found],
        all(_tidy(report, program) for report, program in zip(found, programs, strict=True)),
    ]


def _tidy(report: Any, program: dict[str, Any]) -> bool:
    """Whether each session was closed. Where none was seen, `step` must have run in the given one."""
    if not all_closed(report, program["key"]):
        return False
    return report["opened"] > 0 or any(
        agree(pulse, report["pulse"]) for pulse in _pulses(program["seed"])[program["n"] :]
    )


def _pulses(seed: int, count: int = 40) -> list[Any]:
    """The numbers that a session takes, one in each run of `step`."""
    with tf.Graph().as_default(), tf.Session() as session:
        pulse = tf.random_uniform([], seed=seed)
        return [session.run(pulse) for _ in range(count)]


def _paste_rehearse(challenge: Challenge) -> str:
    shown = challenge.inputs["programs"][0]
    (speed, speed_now), (w, w_now) = shown["speed"], shown["w"]
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    speed, w = tf.Variable({speed}, trainable=False), tf.Variable({w})
    step = tf.assign_add(w, tf.assign_add(speed, {shown["push"]}))
    session.run([tf.assign(speed, {speed_now}), tf.assign(w, {w_now})])
    values = [rehearse(session, step, {shown["n"]}), *session.run([w, speed])]
values
"""


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


def _only_trainable() -> Callable[..., Any]:
    def rehearse(session: Any, step: Any, n: int) -> Any:
        with tf.Session() as other:
            other.run(tf.global_variables_initializer())
            for variable in tf.trainable_variables():
                other.run(tf.assign(variable, session.run(variable)))
            return _steps(other, step, n)

    return rehearse


def _one_step() -> Callable[..., Any]:
    return lambda session, step, n: _rehearse()(session, step, 1)


REHEARSE = Exercise(
    id="lifetimes/rehearse",
    title="Try it in a second session",
    answers=("rehearse",),
    cases=(
        Case(
            "what the third run of `step` would give, then w and speed in the session afterwards",
            1,
            visible=True,
            gate=True,
            advice="In a session of your own, give every variable the value that it has in `session`, "
            "and run `step` there n times: the last run gives the answer. `session` itself stays "
            "open and as it was.",
        ),
        Case(
            "the value of a single run, of more runs in a larger graph, and of later ones",
            1,
            gate=True,
            advice="Look at n: with n = 1, `step` runs once. Then look at the variables: some "
            "are vectors, some hold whole numbers, and some are not trainable. Copy all of them, with the "
            "values that they have at the time of the call.",
        ),
        Case(
            "every session holds what it held before, and is open",
            1,
            advice="Your function changes or closes the session that it was given. The runs "
            "should happen in a session of your own.",
        ),
        Case(
            "every session that your function opened is closed",
            1,
            advice="Your function leaves a session open. Open it in a `with` block.",
        ),
    ),
    draw=_draw_rehearse,
    observe=_observe_rehearse,
    paste=_paste_rehearse,
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
            "your second session starts from the variables' initial values. It shares no values "
            "with the first: read them there, and set them in yours.",
        ),
        Misconception(
            "without-values",
            _without_values,
            "a new session has no values, whatever the first one holds. Read the values of all "
            "variables in the first, those that are not trainable, too, and set them in the second.",
        ),
        Misconception(
            "leaves-the-session-open",
            _leaves_it_open,
            "everything is right except one thing: your second session stays open, and its "
            "variables stay alive with it. Open it in a `with` block.",
        ),
        Misconception(
            "one-step",
            _one_step,
            "your function runs `step` once. It should run it n times and return the last value.",
        ),
        Misconception(
            "only-trainable-variables",
            _only_trainable,
            "your second session gets the values of the trainable variables only; the others start "
            "from their initial values. Copy all variables: `tf.global_variables()`.",
        ),
    ),
    hints=(
        "Two sessions on one graph have two copies of every variable. How do the values get from one "
        "to the other?",
        "Open the second session in a `with` block. Read every variable in the one session, and "
        "assign what you have read in the other.",
        "Copy all of `tf.global_variables()`, not only what is trained. Then run `step` in the "
        "second session; the n-th run gives the answer.",
    ),
)
