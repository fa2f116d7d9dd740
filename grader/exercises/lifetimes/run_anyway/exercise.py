"""The exercise on the birth of variables: initialize only what a run needs and the session lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, different, reports

# The name of a variable that no run needs begins with the name of one that a run does need.
NAMES = ("bias", "speed", "theta", "rate", "gain")

Program = dict[str, Any]


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [
        _program(rng, "product", ["kept", "fresh"], []),
        _program(rng, "counted", ["kept", "fresh"], ["behind"]),
        _program(rng, "chain", ["also", "kept"], ["fresh"]),
        _program(rng, "chain", ["also", "fresh"], ["kept"]),
        _program(rng, "counted-too", ["fresh", "behind"], ["kept"]),
        _program(rng, "far", ["kept", "behind"], ["fresh"]),
        _program(rng, "product", ["kept"], ["fresh"]),
    ]
    for program, born in zip(programs, BORN, strict=True):
        _give_values(rng, program, born)
    first, *_others, last = (program["variables"] for program in programs)
    _put_first(first, "fresh")
    _put_first(programs[2]["variables"], "fresh").reverse()
    # What the first run needed has the name of what the last one does not need, and that name is the
    # beginning of another one, as in "Variable" and "Variable_1".
    (taken,) = (name for part, name, *_ in first if part == "fresh")
    for variable in last:
        other = f"{taken}_1" if variable[0] == "fresh" else f"{variable[1]}_2"
        variable[1] = taken if variable[0] == "spare" else other
    _into_scopes(programs[4]["variables"], programs[5]["variables"])
    return Challenge("lifetimes/run-anyway", {"programs": programs})


# Which parts have a value in the session at first: the first of them has the value 0.
BORN = (
    ("kept",),
    ("kept", "fresh"),
    ("also", "kept"),
    ("fresh", "kept", "also"),
    ("kept", "fresh"),
    ("behind", "kept"),
    ("kept",),
)


def _program(rng: np.random.Generator, step: str, trained: list[str], fixed: list[str]) -> Program:
    """A program whose variables have no value yet; two of them are not needed: `idle` and `spare`."""
    parts = {part: part in trained for part in [*trained, *fixed]} | {"idle": True, "spare": False}
    needed = [part for part in parts if part not in ("idle", "spare")]
    names = dict(zip(needed, (str(name) for name in rng.permutation(NAMES)), strict=False))
    names |= {"idle": f"{names[needed[0]]}_old", "spare": f"{names['fresh']}_new"}
    initial = dict(zip(parts, different(rng, len(parts), 3, 30), strict=True))
    order = [list(parts)[int(place)] for place in rng.permutation(len(parts))]
    variables = [[part, names[part], float(initial[part]), None, parts[part]] for part in order]
    return {"step": step, "variables": variables}


def _into_scopes(one: list[Any], two: list[Any]) -> None:
    """Puts all variables of one program into one scope. In the other, two scopes have the same names in them.

    A scope does not say which of its variables a run needs, and nor does the last part of a name.
    """
    for variable in one:
        variable[1] = f"net/{variable[1]}"
    (fresh,) = (name for part, name, *_ in two if part == "fresh")
    for variable in two:
        variable[1] = f"old/{fresh}" if variable[0] == "spare" else f"new/{variable[1]}"


def _give_values(rng: np.random.Generator, program: Program, born: tuple[str, ...]) -> None:
    """The session's values, none of which is the variable's initial one; `idle` has one, too."""
    values = dict(zip(("idle", *born), (float(n) for n in different(rng, 4, 30, 90)), strict=False))
    values[born[0]] = 0.0
    for variable in program["variables"]:
        variable[3] = values.get(variable[0])


def _put_first(variables: list[Any], part: str) -> list[Any]:
    variables.sort(key=lambda variable: variable[0] != part)
    return variables


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    shown, *others = reports(evidence, len(challenge.inputs["programs"]), "values", "after")
    yield shown["values"][0]
    yield [shown["values"][1], [report["values"] for report in others]]
    yield [report["after"] for report in (shown, *others)]


def _paste(challenge: Challenge) -> str:
    variables = challenge.inputs["programs"][0]["variables"]
    made = "".join(
        f'    {part} = tf.Variable({initial}, name="{name}")\n'
        for part, name, initial, _now, _trainable in variables
    )
    put = "".join(
        f"    session.run(tf.assign({part}, {now}))\n"
        for part, _name, _initial, now, _trainable in variables
        if now is not None
    )
    return f"""
with tf.Graph().as_default():
    session = tf.Session()
{made}{put}    value = run_anyway(session, (kept + fresh) * fresh)
value
"""


STARTING = exercise(
    id="lifetimes/run-anyway",
    title="Initialize only what a run needs",
    answers=("run_anyway",),
    cases=(
        Case.shown(
            "the value of a run that needs a variable with the value 0 and one without a value",
            1,
            advice="In the session that is given, initialize the variables that the tensor needs and that "
            "have no value there. Then run the tensor in it, and return its value. What has a value keeps "
            "it, even if it is 0.",
        ),
        Case(
            "the values of thirteen more runs: the variables they need are several steps back, or are "
            "reached only through a control dependency; some change variables; some already have "
            "everything they need",
            1,
            gate=True,
            advice="Find out what is missing by reading the graph and the session: walk back from the "
            "tensor, through inputs and control inputs, to the end. Run the tensor "
            "only once, when everything is there: even a run that fails may change a variable.",
        ),
        Case(
            "what the session holds after each of them",
            1,
            advice="The value is right, but afterwards the session does not hold what it should. "
            "Variables that the run does not need stay as they were, with or without a value, and the "
            "run's own changes happen in this session.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("programs",),
    paste=_paste,
    hints=(
        "There are two questions about each variable: does the run need it, and does it have a value in "
        "this session? Only the graph answers the first, only the session the second.",
        "Start with `tensor.op`. Collect the operations of its inputs and its control inputs, then theirs, "
        "and so on. Variable `v` is needed if `v.op` is among them.",
        "`session.run(tf.is_variable_initialized(v))` tells you whether `v` has a value, and changes "
        "nothing. Run the initializers of the needed variables that have none, and then the tensor, once.",
    ),
)
