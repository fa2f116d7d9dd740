"""The exercise on the birth of variables: initialize only what a run needs and the session lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception

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
    return Challenge("lifetimes/is-alive", {"programs": programs})


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
    initial = dict(zip(parts, numbers(rng, len(parts), 3, 30), strict=True))
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
    values = dict(zip(("idle", *born), (float(n) for n in numbers(rng, 4, 30, 90)), strict=False))
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


def _before(operation: Any) -> list[Any]:
    return [tensor.op for tensor in operation.inputs] + list(operation.control_inputs)


def _inputs(operation: Any) -> list[Any]:
    return [tensor.op for tensor in operation.inputs]


def _needed(tensor: Any, before: Callable[[Any], list[Any]] = _before) -> set[Any]:
    found, waiting = {tensor.op}, [tensor.op]
    while waiting:
        for operation in before(waiting.pop()):
            if operation not in found:
                found.add(operation)
                waiting.append(operation)
    return found


def _alive(session: Any, variable: Any) -> bool:
    return bool(session.run(tf.is_variable_initialized(variable)))


def _initializing(
    choose: Callable[[Any, Any], Iterable[Any]],
) -> Callable[[], Callable[..., Any]]:
    """The answer that initializes what `choose` chooses for a session and a tensor, and then runs."""

    def run_anyway(session: Any, tensor: Any) -> Any:
        for variable in choose(session, tensor):
            session.run(variable.initializer)
        return session.run(tensor)

    return lambda: run_anyway


def _missing(
    before: Callable[[Any], list[Any]] = _before,
    variables: Callable[[], Any] = tf.global_variables,
    alive: Callable[[Any, Any], bool] = _alive,
) -> Callable[[Any, Any], Iterable[Any]]:
    """Chooses the variables that the tensor needs and that are not alive in the session."""

    def choose(session: Any, tensor: Any) -> Iterable[Any]:
        needed = _needed(tensor, before)
        return [one for one in variables() if one.op in needed and not alive(session, one)]

    return choose


def _different_from_zero(session: Any, variable: Any) -> bool:
    return _alive(session, variable) and bool(session.run(variable))


def _one_step_back() -> Callable[..., Any]:
    def near(session: Any, tensor: Any) -> list[Any]:
        operations = _before(tensor.op)
        operations += [one for operation in operations for one in _before(operation)]
        return [
            one
            for one in tf.global_variables()
            if one.op in operations and not _alive(session, one)
        ]

    return _initializing(near)()


def _tries_first() -> Callable[..., Any]:
    def run_anyway(session: Any, tensor: Any) -> Any:
        try:
            return session.run(tensor)
        except tf.errors.FailedPreconditionError:
            return STARTING.reference()(session, tensor)

    return run_anyway


def _runs_it_elsewhere() -> Callable[..., Any]:
    def run_anyway(session: Any, tensor: Any) -> Any:
        with tf.Session() as other:
            for variable in tf.global_variables():
                if _alive(session, variable):
                    other.run(tf.assign(variable, session.run(variable)))
                else:
                    other.run(variable.initializer)
            return other.run(tensor)

    return run_anyway


def _runs_it_twice() -> Callable[..., Any]:
    def run_anyway(session: Any, tensor: Any) -> Any:
        STARTING.reference()(session, tensor)
        return session.run(tensor)

    return run_anyway


def _closes_the_session() -> Callable[..., Any]:
    def run_anyway(session: Any, tensor: Any) -> Any:
        with session:
            return STARTING.reference()(session, tensor)

    return run_anyway


STARTING = Exercise(
    id="lifetimes/is-alive",
    title="Initialize only what a run needs",
    answers=("run_anyway",),
    cases=(
        Case(
            "the value of a run that needs a variable with the value 0 and one without a value",
            1,
            visible=True,
            gate=True,
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
    reference=_initializing(_missing()),
    misconceptions=(
        Misconception(
            "initializes-everything",
            _initializing(lambda session, tensor: tf.global_variables()),
            "your function initializes every variable, so those that have been trained are back "
            "at their initial values. Leave alone what has a value in the session.",
        ),
        Misconception(
            "initializes-all-that-it-needs",
            _initializing(_missing(alive=lambda session, variable: False)),
            "your function initializes every variable that the run needs, even those that have a "
            "value: the initializer resets them. Ask the session first.",
        ),
        Misconception(
            "initializes-all-that-is-empty",
            _initializing(_missing(lambda op: op.graph.get_operations())),
            "the values are right, but your function also initializes variables that the run does not "
            "need. Walk back from the tensor to see which ones it does need.",
        ),
        Misconception(
            "just-runs",
            _initializing(lambda session, tensor: ()),
            "your function initializes nothing that the run needs, so the run fails. Which variables "
            "stand behind the tensor, and which of them have no value?",
        ),
        Misconception(
            "forgets-control-inputs",
            _initializing(_missing(_inputs)),
            "your function follows the inputs only. A run also needs the operations in "
            "`control_inputs`, and they may need variables of their own.",
        ),
        Misconception(
            "looks-a-step-or-two-back",
            _one_step_back,
            "your function looks only a few steps back. A variable may stand many operations "
            "behind the tensor: go on until you find nothing new.",
        ),
        Misconception(
            "only-trainable-variables",
            _initializing(_missing(variables=tf.trainable_variables)),
            "your function looks only at trainable variables. Counters, for example, are not trainable, "
            "and have to be initialized as well: `tf.global_variables()`.",
        ),
        Misconception(
            "takes-zero-for-no-value",
            _initializing(_missing(alive=_different_from_zero)),
            "your function resets a variable whose value is 0. Zero is a value, too: ask the session with "
            "`tf.is_variable_initialized`.",
        ),
        Misconception(
            "tries-first",
            _tries_first,
            "your function runs the tensor to see what is missing. A run that fails has often done part of "
            "its work: here a counter went up each time. Read the graph instead.",
        ),
        Misconception(
            "runs-it-twice",
            _runs_it_twice,
            "your function runs the tensor twice, so what the run changes is changed twice. Keep the value "
            "of the first run, and return it.",
        ),
        Misconception(
            "closes-the-session",
            _closes_the_session,
            "your function closes the session that is given, as `with session:` does at the end of the "
            "block. Leave it open: the next call needs it, and its variables die with it.",
        ),
        Misconception(
            "runs-it-elsewhere",
            _runs_it_elsewhere,
            "your function runs the tensor in another session, so the changes that the run makes are lost "
            "with it. Run the tensor in the session that is given.",
        ),
    ),
    hints=(
        "There are two questions about each variable: does the run need it, and does it have a value in "
        "this session? Only the graph answers the first, only the session the second.",
        "Start with `tensor.op`. Collect the operations of its inputs and its control inputs, then theirs, "
        "and so on. Variable `v` is needed if `v.op` is among them.",
        "`session.run(tf.is_variable_initialized(v))` tells you whether `v` has a value, and changes "
        "nothing. Run the initializers of the needed variables that have none, and then the tensor, once.",
    ),
)
