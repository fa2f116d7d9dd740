"""The exercise on reading the variables of one session and setting them in another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.sessions.evidence import left_behind, numbers, reports
from grader.judging import Case, Exercise, Misconception, Unreadable

KINDS: tuple[Callable[[int], Any], ...] = (
    lambda n: n,
    lambda n: n + 0.5,
    lambda n: [1e200 * n, -2e200 * n],  # too large for float32
    lambda n: [
        [n, 1],
        [2, n + 2**53 + n % 2 + 1],
    ],  # the last number is odd, and no float is equal to it
    lambda n: [n % 2 == 0, n % 3 == 0],
    lambda n: f"text {n}",
)
NAMES = ("weights", "bias", "step", "rate", "average", "table")


def _variable(
    name: str, kind: Callable[[int], Any], values: list[int], states: str, dtype: str | None = None
) -> Any:
    """states: two letters, for source and target: i(nitialised), u(ninitialized), z(ero is its value).

    A capital letter is for a variable that is not trainable.
    """
    in_source, in_target = states[0].lower(), states[1].lower()
    return {
        "name": name,
        "initial": kind(values[0]),
        "source": {"i": kind(values[1]), "z": kind(values[1] * 0)}.get(in_source),
        "target": kind(values[2]) if in_target == "i" else None,
        "trainable": states.islower(),
        "dtype": dtype,
    }


def _variables(rng: np.random.Generator, kinds: list[int], states: list[str]) -> list[Any]:
    names = [str(name) for name in rng.permutation(NAMES)]
    return [
        _variable(name, KINDS[kind], numbers(rng, 3, 10, 99), state)
        for name, kind, state in zip(names, kinds, states, strict=False)
    ]


def _draw_copy_state(rng: np.random.Generator) -> Challenge:
    # As tf.Variable(3.5) and tf.Variable(3) make them, so that the shown case can be pasted.
    rate, step = (str(name) for name in rng.permutation(NAMES)[:2])
    shown = [
        _variable(rate, KINDS[1], numbers(rng, 3, 10, 99), "ii", "float32"),
        _variable(step, KINDS[0], numbers(rng, 3, 10, 99), "II", "int32"),
    ]
    # In both directions something to copy follows on a variable that has no value in the source, also where
    # the target has values. All kinds whose values another dtype may not hold are copied.
    copied, others = (list(map(int, rng.permutation(kinds))) for kinds in ([2, 3, 4], [0, 1]))
    middle: list[str] = []
    while [state.lower() for state in middle[:2]] in ([], ["ii", "ii"]):
        middle = [str(state) for state in rng.permutation(["ui", "UU", "II", "ii"])]
    kinds = [(others if state.lower()[0] == "u" else copied).pop() for state in middle]
    other = _variables(rng, [0, *kinds, *copied], ["zi", *middle, "iu"])
    # A string, with the same last part of its name as another variable.
    name = f"layer/{other[0]['name']}"
    other.append(_variable(name, KINDS[5], numbers(rng, 3, 10, 99), "ii"))
    return Challenge(
        "sessions/copy-state", {"programs": [{"variables": shown}, {"variables": other}]}
    )


def _observe_copy_state(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other = reports(evidence, 2, "value", "source", "target", "again")
    return [
        _target_or_error(shown),
        [_target(other), shown["again"], _target({**other, "target": other["again"]})],
        [left_behind(shown["source"]), left_behind(other["source"])],
    ]


def _paste_copy_state(challenge: Challenge) -> str:
    one, two = challenge.inputs["programs"][0]["variables"]
    a, b = one["name"], two["name"]
    return f"""
with tf.Graph().as_default():
    {a} = tf.Variable({one["initial"]}, name="{a}")
    {b} = tf.Variable({two["initial"]}, name="{b}", trainable=False)
    source, target = tf.Session(), tf.Session()
    source.run([tf.assign({a}, {one["source"]}), tf.assign({b}, {two["source"]})])
    target.run([tf.assign({a}, {one["target"]}), tf.assign({b}, {two["target"]})])
    copy_state(source, target)
    held = target.run({{"{a}": {a}, "{b}": {b}}})
held
"""


def _target(report: Mapping[str, Any]) -> Any:
    value = report["value"]
    return value if isinstance(value, Raised) else left_behind(report["target"])


def _target_or_error(report: Mapping[str, Any]) -> Any:
    """As `_target`, or the first error in it: what a student sees who reads all variables in one run."""
    held = _target(report)
    values = held.values() if isinstance(held, Mapping) else ()
    return next((value for value in values if isinstance(value, Unreadable)), held)


def _copy(source: Any, target: Any, variables: Any) -> None:
    for variable in variables:
        value = source.run(variable)
        target.run(variable.initializer, {variable.initial_value: value})


def _initialized(session: Any) -> list[Any]:
    variables = tf.global_variables()
    known = session.run([tf.is_variable_initialized(variable) for variable in variables])
    return [variable for variable, found in zip(variables, known, strict=True) if found]


def _copy_state() -> Callable[..., Any]:
    return lambda source, target: _copy(source, target, _initialized(source))


def _initializes_the_target() -> Callable[..., Any]:
    return lambda source, target: target.run(tf.global_variables_initializer())


def _copies_backwards() -> Callable[..., Any]:
    return lambda source, target: _copy(target, source, _initialized(target))


def _closes_the_source() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        _copy(source, target, _initialized(source))
        source.close()

    return copy_state


def _closes_the_target() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        _copy(source, target, _initialized(source))
        target.close()

    return copy_state


def _closes_both() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        with source, target:
            _copy(source, target, _initialized(source))

    return copy_state


def _stops_silently() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        with suppress(tf.errors.FailedPreconditionError):
            _copy(source, target, tf.global_variables())

    return copy_state


def _fills_the_source() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        known, variables = _initialized(source), tf.global_variables()
        source.run([v.initializer for v in variables if v not in known])
        _copy(source, target, variables)

    return copy_state


def _stops_at_uninitialized() -> Callable[..., Any]:
    return lambda source, target: _copy(source, target, tf.global_variables())


def _initializes_the_rest() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        known = _initialized(source)
        target.run(tf.global_variables_initializer())
        _copy(source, target, known)

    return copy_state


def _copies_the_trainable() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        trainable = tf.trainable_variables()
        _copy(source, target, [v for v in _initialized(source) if v in trainable])

    return copy_state


def _never_runs_the_assignment() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        for variable in _initialized(source):
            tf.assign(variable, source.run(variable))

    return copy_state


def _initializes_the_known() -> Callable[..., Any]:
    return lambda source, target: target.run([v.initializer for v in _initialized(source)])


def _assigns_to_itself() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        for variable in tf.global_variables():
            target.run(tf.assign(variable, variable))

    return copy_state


def _initializes_the_source() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        source.run(tf.global_variables_initializer())
        _copy(source, target, tf.global_variables())

    return copy_state


def _all_or_nothing() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        known, variables = _initialized(source), tf.global_variables()
        _copy(source, target, known if len(known) == len(variables) else [])

    return copy_state


def _fills_gaps() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        held = _initialized(target)
        _copy(source, target, [v for v in _initialized(source) if v not in held])

    return copy_state


def _only_where_both_have() -> Callable[..., Any]:
    def copy_state(source: Any, target: Any) -> None:
        held = _initialized(target)
        _copy(source, target, [v for v in _initialized(source) if v in held])

    return copy_state


COPY_STATE = Exercise(
    id="sessions/copy-state",
    title="Copy the variables of one session into another",
    answers=("copy_state",),
    cases=(
        Case(
            "what the target holds afterwards, for two variables",
            2,
            visible=True,
            gate=True,
        ),
        Case(
            "more variables, some without a value in the source: those stay as they were",
            2,
            gate=True,
            advice="Whenever your function is called, a variable of any shape and dtype, whatever its name, "
            "should get exactly the source's value. One that has no value in the source should stay in the "
            "target as it was, with its value or without.",
        ),
        Case(
            "the source holds exactly what it held before",
            1,
            advice="Your function changes the source. It should only read it.",
        ),
    ),
    draw=_draw_copy_state,
    observe=_observe_copy_state,
    reference=_copy_state,
    misconceptions=(
        Misconception(
            "initializes-the-target",
            _initializes_the_target,
            "your target holds the initial values, which come from the graph. The source's values "
            "are in the source session: read them with `source.run` and assign them in the target.",
        ),
        Misconception(
            "initializes-what-it-should-copy",
            _initializes_the_known,
            "your target holds the initial values, which come from the graph. The source's values "
            "are in the source session: read them with `source.run` and assign them in the target.",
        ),
        Misconception(
            "assigns-to-itself",
            _assigns_to_itself,
            "in a run of the target, `tf.assign(v, v)` gives v the value that it has there. Read the value "
            "first, with `source.run(v)`, and then assign what you read.",
        ),
        Misconception(
            "copies-backwards",
            _copies_backwards,
            "your function copies from target to source. Read with `source.run`, and run the "
            "assignment with `target.run`.",
        ),
        Misconception(
            "stops-at-a-variable-without-a-value",
            _stops_at_uninitialized,
            "reading a variable that has no value in the source raises "
            "FailedPreconditionError, and your function stops there. Catch the error, as in exercise 3, "
            "and leave such variables out.",
        ),
        Misconception(
            "initializes-the-rest",
            _initializes_the_rest,
            "variables that have no value in the source get their initial value in the target. "
            "They should stay in the target as they were: run no initializer there.",
        ),
        Misconception(
            "never-runs-the-assignment",
            _never_runs_the_assignment,
            "nothing changes in the target. `tf.assign` only adds an operation to the graph: run it in the "
            "target session. And a feed stores nothing: it is for one run.",
        ),
        Misconception(
            "initializes-the-source",
            _initializes_the_source,
            "your function initializes the source before it reads, so the values that should be "
            "copied are lost.",
        ),
        Misconception(
            "gives-the-source-values",
            _fills_the_source,
            "your function initializes the variables that have no value in the source. It should only read "
            "the source, and leave them out.",
        ),
        Misconception(
            "stops-without-an-error",
            _stops_silently,
            "your function stops at the first variable that has no value in the source. Go on with the "
            "next one: a `try` belongs inside the loop.",
        ),
        Misconception(
            "closes-the-source",
            _closes_the_source,
            "your function closes the source: `session.close()` does, and so does the end of a "
            "`with session:` block. It is not yours, so leave it open.",
        ),
        Misconception(
            "closes-the-target",
            _closes_the_target,
            "your function closes the target: `session.close()` does, and so does the end of a "
            "`with session:` block. It is not yours, so leave it open.",
        ),
        Misconception(
            "closes-both",
            _closes_both,
            "your function closes both sessions: `session.close()` does, and so does the end of a "
            "`with session:` block. They are not yours, so leave them open.",
        ),
        Misconception(
            "copies-only-the-trainable",
            _copies_the_trainable,
            "`tf.trainable_variables()` leaves out the variables made with `trainable=False`, such as a "
            "counter of steps. `tf.global_variables()` lists them all.",
        ),
        Misconception(
            "all-or-nothing",
            _all_or_nothing,
            "if one variable has no value in the source, your function copies none of the others. Read the "
            "variables one by one, and leave out only those without a value.",
        ),
        Misconception(
            "only-where-the-target-has-none",
            _fills_gaps,
            "you skip variables that have a value in the target. They should get the source's value, too: "
            "what counts is whether the *source* has one.",
        ),
        Misconception(
            "only-where-the-target-has-one",
            _only_where_both_have,
            "you skip variables that have no value in the target. They should get the source's value, too: "
            "what counts is whether the *source* has one.",
        ),
    ),
    hints=(
        (
            "Two steps for every variable: read its value in one session, set it in the other. What "
            "happens in the first step when there is no value?"
        ),
        (
            "A placeholder of the variable's dtype, and a tf.assign fed by it, set a variable to any "
            "value in any session. Catch FailedPreconditionError around the reading."
        ),
        (
            "Go through `tf.global_variables()`. Where reading fails, there is nothing to copy: "
            "go on with the next variable."
        ),
    ),
    paste=_paste_copy_state,
)
