"""Probes of chapter 02: each makes a small graph, hands it to the student's function, and looks.

What a function did shows in what it left behind: the values that the sessions hold afterwards, what
is left in a queue, whether its sessions are closed. Every probe works in a graph of its own, closes
the sessions that it opened, and puts the default session back.
"""

from __future__ import annotations

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
    """Initializes variables in `session` with these values, in one run; the graph stays as it is."""
    if not values:
        return
    fed = {variable.initializer.inputs[1]: value for variable, value in values.items()}
    session.run([variable.initializer for variable in values], fed)


# ---------------------------------------------------------------------------------- running a graph


def _polynomial(tf: Any, values: list[Any], fixed: str) -> Any:
    x = tf.Variable(values[0], name="x", trainable="x" not in fixed)
    y = tf.Variable(values[1], name="y", trainable="y" not in fixed)
    return x * x * y + y + 2


def _weighted(tf: Any, values: list[Any], fixed: str) -> Any:
    a, b, c = (
        tf.Variable(value, name=name, trainable=name not in fixed)
        for name, value in zip("abc", values, strict=True)
    )
    return (a - b) * c + a


# Made of the variables' values and the names of those that are not trainable.
FORMULAS: dict[str, Callable[[Any, list[Any], str], Any]] = {
    "polynomial": _polynomial,
    "weighted": _weighted,
}


@probe("sessions/first-run")
def first_run(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(f)` for each program of `inputs["programs"]`: its value, and the sessions that it
    opened and closed.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            f = FORMULAS[program["formula"]](tf, program["values"], program["fixed"])
            with watched(tf, key=program["key"]) as watch:
                value = attempt(function, f)
            results.append({"value": value, **watch.report()})
    return results


@probe("sessions/start")
def default_session(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(x, f)` inside a default session in which z holds another value than at first, and
    w none.

    Returns, for each program, the function's value, what the session holds afterwards, and how many
    sessions the function opened.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            x = tf.Variable(program["x"], name="x")
            z = tf.Variable(program["z"], name="z")
            w = tf.Variable(program["z"], name="w")
            f = x * z + x
            session = tf.Session()
            put(session, {z: program["z now"]})
            with session.as_default(), watched(tf) as watch:
                value = attempt(function, x, f)
            after = values_of(session, [x, z, w])
            results.append({"value": value, "after": after, "opened": len(watch.sessions)})
            session.close()
    return results


@probe("sessions/uninitialized")
def uninitialized(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, variables)` where only some variables are initialized.

    Returns, for each program, the function's value, what the session holds afterwards, and the value of
    a second call with the same list, when the variables "later" have been initialized, too.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            session = tf.Session()
            variables, values = [], {}
            for entry in program["variables"]:
                collections = [tf.GraphKeys.LOCAL_VARIABLES] if entry["local"] else None
                variable = tf.Variable(
                    entry["initial"], name=entry["name"], collections=collections, trainable=False
                )
                variables.append(variable)
                if entry["now"] is not None:
                    values[variable] = entry["now"]
            put(session, values)
            asked = [variables[number] for number in program["asked"]]
            with watched(tf):
                value = attempt(function, session, asked)
            after = values_of(session, variables)
            for number in program["later"]:
                attempt(session.run, variables[number].initializer)
            with watched(tf):
                again = attempt(function, session, asked)
            results.append({"value": value, "after": after, "again": again})
            session.close()
    return results


# ------------------------------------------------------------------------------ fetching and feeding


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


@probe("sessions/wrong-steps")
def what_if(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(good, bad, chain)` with two sessions, in which the variables hold different values.

    Returns, for each program, the function's value, what the sessions hold afterwards, and the value of
    a second call, when the variables of the bad session hold other values.
    """
    function = snapshots_of(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            start = tf.Variable(np.ones_like(program["good"], np.float32), name="start")
            variables, chain = [start], [tf.identity(start, name="input")]
            good, bad = tf.Session(), tf.Session()
            for kind, in_good, _in_bad, _later in program["steps"]:
                variables.append(tf.Variable(np.ones_like(in_good, np.float32)))
                chain.append(STEPS[kind](tf, chain, variables[-1]))
            first, *others = variables
            in_good, in_bad, later = (
                dict(zip(others, (step[place] for step in program["steps"]), strict=True))
                for place in (1, 2, 3)
            )
            put(good, {first: program["good"], **in_good})
            unset = program["bad"] is None
            put(bad, in_bad if unset else {first: program["bad"], **in_bad})
            with watched(tf):
                value = attempt(function, good, bad, chain)
            after = [values_of(session, variables) for session in (good, bad)]
            attempt(put, bad, later)
            with watched(tf):
                again = attempt(function, good, bad, chain)
            results.append({"value": value, "after": after, "again": again})
            good.close()
            bad.close()
    return results


# ------------------------------------------------------------------------------- state, and Python


@probe("sessions/copy-state")
def copy_state(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(source, target)` with two sessions of one graph; returns what they hold then.

    "again" is what the target holds after a second call, when all that the source holds is
    another value.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            source, target = tf.Session(), tf.Session()
            variables = []
            held: dict[str, dict[Any, Any]] = {"source": {}, "target": {}}
            for entry in program["variables"]:
                initial = np.asarray(entry["initial"], entry["dtype"])
                variable = tf.Variable(initial, name=entry["name"], trainable=entry["trainable"])
                variables.append(variable)
                for name, values in held.items():
                    if entry[name] is not None:
                        values[variable] = np.asarray(entry[name], initial.dtype)
            put(source, held["source"])
            put(target, held["target"])
            with watched(tf):
                value = attempt(function, source, target)
            report = {
                "value": value,
                "source": values_of(source, variables),
                "target": values_of(target, variables),
            }
            later = {variable: _changed(now) for variable, now in held["source"].items()}
            attempt(put, source, later)
            with watched(tf):
                attempt(function, source, target)
            results.append({**report, "again": values_of(target, variables)})
            source.close()
            target.close()
    return results


def _changed(value: Any) -> Any:
    """Another value of the same dtype and shape."""
    if value.dtype.kind == "U":
        return np.char.replace(value, "text", "more")
    return ~value if value.dtype == bool else (value * 2 + 1).astype(value.dtype)


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
