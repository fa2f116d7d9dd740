"""The exercise on reading the variables of one session and setting them in another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, Unreadable, different, left_behind, reports

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
        _variable(name, KINDS[kind], different(rng, 3, 10, 99), state)
        for name, kind, state in zip(names, kinds, states, strict=False)
    ]


def _draw_copy_state(rng: np.random.Generator) -> Challenge:
    # As tf.Variable(3.5) and tf.Variable(3) make them, so that the shown case can be pasted.
    rate, step = (str(name) for name in rng.permutation(NAMES)[:2])
    shown = [
        _variable(rate, KINDS[1], different(rng, 3, 10, 99), "ii", "float32"),
        _variable(step, KINDS[0], different(rng, 3, 10, 99), "II", "int32"),
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
    other.append(_variable(name, KINDS[5], different(rng, 3, 10, 99), "ii"))
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


COPY_STATE = exercise(
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
