"""Probes of chapter 02: each makes a small graph, hands it to the student's function, and looks.

What a function did shows in what it left behind: the values that the sessions hold afterwards, what
is left in a queue, whether its sessions are closed. Every probe works in a graph of its own, closes
the sessions that it opened, and puts the default session back.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from grader.evidence.data import Raised
from grader.evidence.probes.general import snapshots_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched

# How long an answer may wait at an empty or full queue, where nothing else would end its run.
# TensorFlow would wait forever.
WAIT_IN_MILLISECONDS = 1000


def values_of(session: Any, variables: list[Any]) -> dict[str, Any]:
    """What `session` holds: each variable's value by its name, or the error that reading it gives."""
    by_name = {variable.op.name: variable for variable in variables}
    together = attempt(session.run, by_name)  # with TensorFlow, every first run takes milliseconds
    if not isinstance(together, Raised):
        return dict(together)
    return {name: attempt(session.run, variable) for name, variable in by_name.items()}


def put(session: Any, values: Mapping[Any, Any]) -> None:
    """Initializes variables in `session` with these values; the graph stays as it is."""
    if not values:
        return
    together = [values]
    if len({variable.initializer.inputs[1] for variable in values}) < len(values):
        # One run could feed what two of them share, an initial value, only once.
        together = [{variable: value} for variable, value in values.items()]
    for some in together:
        fed = {variable.initializer.inputs[1]: value for variable, value in some.items()}
        session.run([variable.initializer for variable in some], fed)


# ------------------------------------------------------------------------------ variables and sessions

# What a step computes from its variable and the tensors before it.
STEPS: dict[str, Callable[[Any, list[Any], Any], Any]] = {
    "times": lambda tf, before, w: before[-1] * w,
    "plus": lambda tf, before, w: before[-1] + w,
    "plus before last": lambda tf, before, w: before[-1] + w * before[-2],
    "minus first": lambda tf, before, w: before[-1] * w - before[0],
    "all before": lambda tf, before, w: w * sum(before[1:], before[0]),
    "at most": lambda tf, before, w: tf.minimum(before[-1], w),
    "sum": lambda tf, before, w: tf.reduce_sum(before[-1] * w),
}


def _chain(tf: Any, variables: list[Any], program: dict[str, Any]) -> list[Any]:
    chain = [tf.identity(variables[0], name="input")]
    for kind, variable in zip(program["steps"], variables[1:], strict=True):
        chain.append(STEPS[kind](tf, chain, variable))
    return [chain]


def _product(x: Any, z: Any, w: Any) -> list[Any]:
    return [x, x * z + x]


# What an answer is called with after the sessions, made of the variables.
ARGUMENTS: dict[str, Callable[[Any, list[Any], dict[str, Any]], list[Any]]] = {
    "none": lambda tf, variables, program: [],
    "polynomial": lambda tf, v, program: [v[0] * v[0] * v[1] + v[1] + 2],
    "weighted": lambda tf, v, program: [(v[0] - v[1]) * v[2] + v[0]],
    "product": lambda tf, variables, program: _product(*variables),
    "asked": lambda tf, variables, program: [[variables[number] for number in program["asked"]]],
    "chain": _chain,
}


@probe("sessions/call")
def call(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(*sessions, *arguments)` for each program of `inputs["programs"]`, and then once more.

    A program's "variables" are described as for `_variables`; "held" is a list for each session, of what the
    variables hold in it (None: nothing), "later" another one, for what they are given before the second
    call. With "default", the only session is the default one and no argument.

    Returns for each program the "value" of the call and what each session holds "after" it; the sessions that
    the call "opened" and "closed"; the value of the call "again", and what the sessions hold "later".
    """
    return [_call(tf, snapshots_of(answers[0]), program) for program in inputs["programs"]]


def _call(tf: Any, function: Any, program: dict[str, Any]) -> dict[str, Any]:
    with new_graph(tf), contextlib.ExitStack() as stack:
        variables = _variables(tf, program["variables"])
        arguments = ARGUMENTS[program["arguments"]](tf, variables, program)
        sessions = [tf.Session() for _held in program["held"]]
        for session, held in zip(sessions, program["held"], strict=True):
            stack.callback(session.close)
            put(session, _known(variables, held))
        if program.get("default"):
            stack.enter_context(sessions[0].as_default())
        else:
            arguments = [*sessions, *arguments]
        with watched(tf) as watch:
            value = attempt(function, *arguments)
        after = [values_of(session, variables) for session in sessions]
        for session, held in zip(sessions, program.get("later", ()), strict=False):
            attempt(put, session, _known(variables, held))
        with watched(tf):
            again = attempt(function, *arguments)
        later = [values_of(session, variables) for session in sessions]
    return {"value": value, "after": after, **watch.report(), "again": again, "later": later}


def _variables(tf: Any, entries: list[dict[str, Any]]) -> list[Any]:
    """The variables, with these names and initial values; one that is "like" another has that one's."""
    made: dict[str, Any] = {}
    for entry in entries:
        initial = made[entry["like"]].initial_value if "like" in entry else entry["initial"]
        made[entry["name"]] = tf.Variable(
            initial,
            name=entry["name"],
            dtype=entry.get("dtype"),
            trainable=entry.get("trainable", True),
            collections=[tf.GraphKeys.LOCAL_VARIABLES] if entry.get("local") else None,
        )
    return list(made.values())


def _known(variables: list[Any], held: list[Any]) -> dict[Any, Any]:
    return {
        variable: value
        for variable, value in zip(variables, held, strict=True)
        if value is not None
    }
