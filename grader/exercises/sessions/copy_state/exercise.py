"""The exercise on reading the variables of one session and setting them in another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, Unreadable, different, left_behind, reports

# Dtypes, and values of a variable, made from a number.
KINDS: dict[str, tuple[str, Callable[[int], Any]]] = {
    "whole": ("int64", lambda n: n),
    "half": ("float64", lambda n: n + 0.5),
    "large": ("float64", lambda n: [1e200 * n, -2e200 * n]),  # too large for float32
    # The last number is odd, and no float is equal to it.
    "odd": ("int64", lambda n: [[n, 1], [2, n + 2**53 + n % 2 + 1]]),
    "truth": ("bool", lambda n: [n % 2 == 0, n % 3 == 0]),
    "text": ("string", lambda n: f"text {n}"),
}
NAMES = ("weights", "bias", "step", "rate", "average", "table")


def _variable(
    rng: np.random.Generator, name: str, kind: str, states: str, **more: Any
) -> dict[str, Any]:
    """A variable, and what it holds in the source, in the target, and later in the source.

    states: two letters, for source and target: i(nitialised), u(ninitialized), z(ero is its value).
    Capital letters are for a variable that is not trainable. more: see the probe.
    """
    in_source, in_target = list(states.lower())
    dtype, made = KINDS[kind]
    initial, source, target = different(rng, 3, 10, 99)
    entry = {"name": name, "initial": made(initial), "dtype": dtype, "trainable": states.islower()}
    return {
        "entry": {**entry, **more},
        "source": {"i": made(source), "z": made(0)}.get(in_source),
        "target": made(target) if in_target == "i" else None,
        "later": None if in_source == "u" else made(source + 1),
    }


def _program(*variables: dict[str, Any]) -> dict[str, Any]:
    source, target, later = (
        [variable[key] for variable in variables] for key in ("source", "target", "later")
    )
    entries = [variable["entry"] for variable in variables]
    return {
        "variables": entries,
        "held": [source, target],
        "later": [later],
        "arguments": "none",
    }


def _draw(rng: np.random.Generator) -> Challenge:
    # As tf.Variable(3.5) and tf.Variable(3) make them, so that the shown case can be pasted.
    rate, step = (str(name) for name in rng.permutation(NAMES)[:2])
    shown = [
        _variable(rng, rate, "half", "ii", dtype="float32"),
        _variable(rng, step, "whole", "II", dtype="int32"),
    ]
    first, *names = (str(name) for name in rng.permutation(NAMES))
    # In both directions something to copy follows on a variable that has no value in the source, also where
    # the target has values. All kinds whose values another dtype may not hold are copied.
    copied, others = (
        _shuffled(rng, kinds) for kinds in (["large", "odd", "truth"], ["whole", "half"])
    )
    middle: list[str] = []
    while [state.lower() for state in middle[:2]] in ([], ["ii", "ii"]):
        middle = _shuffled(rng, ["ui", "UU", "II", "ii"])
    other = [_variable(rng, first, "whole", "zi")]
    for name, states in zip(names, [*middle, "iu"], strict=True):
        kinds = others if states.lower()[0] == "u" else copied
        other.append(_variable(rng, name, kinds.pop(), states))
    # One whose name has the same last part as that of another one, and one with the same initial tensor.
    other.append(_variable(rng, f"layer/{first}", "text", "ii"))
    other.append(_variable(rng, "twin", "whole", "ii", like=first))
    return Challenge("sessions/call", {"programs": [_program(*shown), _program(*other)]})


def _shuffled(rng: np.random.Generator, texts: Sequence[str]) -> list[str]:
    return [str(text) for text in rng.permutation(texts)]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = shown, other = reports(evidence, 2, "value", "after", "later")
    return [
        _target_or_error(shown),
        [_target(other, "after"), left_behind(shown["later"][1]), _target(other, "later")],
        [left_behind(report["after"][0]) for report in found],
    ]


def _target(report: Mapping[str, Any], key: str) -> Any:
    """What the target held, or the error of the call."""
    value = report["value"]
    return value if isinstance(value, Raised) else left_behind(report[key][1])


def _target_or_error(report: Mapping[str, Any]) -> Any:
    """As `_target`, or the first error in it: what a student sees who reads all variables in one run."""
    held = _target(report, "after")
    values = held.values() if isinstance(held, Mapping) else ()
    return next((value for value in values if isinstance(value, Unreadable)), held)


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    one, two = program["variables"]
    a, b = one["name"], two["name"]
    source, target = (
        f"[tf.assign({a}, {held[0]}), tf.assign({b}, {held[1]})]" for held in program["held"]
    )
    return f"""
with tf.Graph().as_default():
    {a} = tf.Variable({one["initial"]}, name="{a}")
    {b} = tf.Variable({two["initial"]}, name="{b}", trainable=False)
    source, target = tf.Session(), tf.Session()
    source.run({source})
    target.run({target})
    copy_state(source, target)
    held = target.run({{"{a}": {a}, "{b}": {b}}})
held
"""


COPY_STATE = exercise(
    id="sessions/copy-state",
    title="Copy the variables of one session into another",
    answers=("copy_state",),
    cases=(
        Case.shown("what the target holds afterwards, for two variables", 2),
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
    draw=_draw,
    observe=_observe,
    hints=(
        "Two steps for every variable: read its value in one session, set it in the other. What "
        "happens in the first step when there is no value?",
        "A placeholder of the variable's dtype, and a tf.assign fed by it, set a variable to any "
        "value in any session. Catch FailedPreconditionError around the reading.",
        "Go through `tf.global_variables()`. Where reading fails, there is nothing to copy: "
        "go on with the next variable.",
    ),
    paste=_paste,
)
