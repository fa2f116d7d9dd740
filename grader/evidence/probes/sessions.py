"""Probes of chapter 02: each makes a small graph, hands it to the student's function, and looks.

What a function did shows in what it left behind: the values that the sessions hold afterwards, what
is left in a queue, whether its sessions are closed. Every probe works in a graph of its own, closes
the sessions that it opened, and puts the default session back.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.general import needs_function, snapshots_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import _

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
        with watched(tf, key=program.get("key", "")) as watch:
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


# ------------------------------------------------------------------------------------ what one run fetches


@probe("sessions/summaries")
def one_run(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, batch, n)` where every run takes the next batch off a queue.

    Returns, for each program, the function's value, how many operations it added to the graph, the
    value of a second call, and how many batches are then left in the queue. The queue is closed, so that
    taking too many is an OutOfRangeError rather than an endless wait.
    """
    function = needs_function(answers[0])
    return [_one_run(tf, function, program) for program in inputs["programs"]]


def _one_run(tf: Any, function: Any, program: dict[str, Any]) -> dict[str, Any]:
    batches = np.asarray(program["batches"], np.float32)
    with new_graph(tf) as graph:
        queue = tf.FIFOQueue(len(batches), [tf.float32], shapes=[[batches.shape[1]]])
        fill, close, left = queue.enqueue_many([batches]), queue.close(), queue.size()
        batch = queue.dequeue(name="batch")
        session = tf.Session()
        session.run(fill)
        session.run(close)
        before = len(graph.get_operations())
        with watched(tf, WAIT_IN_MILLISECONDS):
            value = attempt(function, session, batch, program["n"])
        added = len(graph.get_operations()) - before
        with watched(tf, WAIT_IN_MILLISECONDS):
            again = attempt(function, session, batch, program["n again"])
        report = {
            "value": value,
            "again": again,
            "left": attempt(session.run, left),
            "added": added,
        }
        session.close()
    return report


# ------------------------------------------------------------------------------- Python in a graph


@probe("sessions/lift")
def py_func(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(function, x)` with a Python function that counts its calls, and runs the result.

    The function accepts arrays only: called with a tensor, while the graph is being built, it raises.
    Programs with the same scale have the same function. Those with the same "graph" share one, and
    all its tensors are made before the first of them runs. Returns, for each program, the tensor and its
    values in the runs, which tell how often the function was called before.
    """
    function = needs_function(answers[0])
    results = []
    functions = {
        program["scale"]: counting(program["scale"], program["dtype"])
        for program in inputs["programs"]
    }
    for _graph, programs in groupby(inputs["programs"], lambda program: program["graph"]):
        with new_graph(tf):
            built = []
            for program in programs:
                x = tf.placeholder(program["dtype"], program["shape"], name=program["name"])
                with watched(tf):
                    result = attempt(function, functions[program["scale"]], x)
                built.append((result, x, program["feeds"]))
            for result, x, feeds in built:
                runs = []
                if isinstance(result, tf.Tensor):
                    with tf.Session() as session:
                        runs = [attempt(session.run, result, {x: feed}) for feed in feeds]
                results.append({"result": result, "runs": runs})
    return results


def counting(scale: int, dtype: str) -> Callable[[Any], Any]:
    """The function `value -> value * scale + calls so far`: only a call in every run gives its values.

    It reverses the rows of a matrix: the numbers alone, without their places, are not enough.

    It takes arrays of one dtype only, as x has it. (float32 is not looked at: a wider dtype loses nothing,
    and the pasted case stays short.)

    It has no attribute with the count, and a copy of it is itself: no call can be taken back.
    """
    numbers = (number for number in range(1, 1_000_000))

    def counting(value: Any) -> Any:
        number = next(numbers)
        if hasattr(value, "op"):
            raise TypeError(
                _(
                    "this Python function works on NumPy arrays, but it was called with a tensor. tf.py_func "
                    "calls a function with the values of its inputs: give it `[x]`"
                )
            )
        if not isinstance(value, (np.ndarray, np.generic)):
            raise TypeError(
                _(
                    "this Python function works on NumPy arrays, but it was called with a {type}"
                ).format(type=type(value).__name__)
            )
        if dtype not in ("float32", value.dtype.name):
            raise RuntimeError(
                _(
                    "this Python function works on dtype {wanted}, but it was called with {found}"
                ).format(wanted=dtype, found=value.dtype.name)
            )
        rows = np.flipud(value) if value.ndim == 2 else value
        return np.asarray(rows * np.asarray(scale) + number).astype(value.dtype)

    return counting
