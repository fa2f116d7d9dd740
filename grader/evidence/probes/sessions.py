"""Probes of chapter 02: each makes a small graph, hands it to the student's function, and looks.

What a function did shows in what it left behind: the values that the sessions hold afterwards, what
is left in a queue, whether its sessions are closed. Every probe works in a graph of its own, closes
the sessions that it opened, and puts the default session back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import _

# How long an answer to one-run may wait at the empty queue of a session that it opens itself.
# TensorFlow would wait for ever.
WAIT_IN_MILLISECONDS = 1000


def values_of(session: Any, variables: list[Any]) -> dict[str, Any]:
    """What `session` holds: each variable's value by its name, or the error that reading it gives."""
    return {variable.op.name: attempt(session.run, variable) for variable in variables}


def put(tf: Any, session: Any, variable: Any, value: Any) -> None:
    """Initialises `variable` in `session` and sets it to `value` (no placeholder, no constant kept)."""
    session.run(variable.initializer)
    session.run(tf.assign(variable, value))


# ---------------------------------------------------------------------------------- running a graph


def _polynomial(tf: Any, values: list[Any]) -> Any:
    x, y = tf.Variable(values[0], name="x"), tf.Variable(values[1], name="y")
    return x * x * y + y + 2


def _weighted(tf: Any, values: list[Any]) -> Any:
    a, b, c = (tf.Variable(value, name=name) for name, value in zip("abc", values, strict=True))
    return (a - b) * c + a


FORMULAS: dict[str, Callable[[Any, list[Any]], Any]] = {
    "polynomial": _polynomial,
    "weighted": _weighted,
}


@probe("sessions/first-run")
def first_run(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(f)` for each program of `inputs["programs"]`: its value, sessions left open."""
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            f = FORMULAS[program["formula"]](tf, program["values"])
            with watched(tf) as watch:
                value = attempt(function, f)
            results.append({"value": value, "left_open": watch.left_open})
    return results


@probe("sessions/default-session")
def default_session(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(x, f)` inside a default session in which z holds another value than at first.

    Returns, for each program, the function's value, what the session holds afterwards, and how many
    sessions the function opened.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            x = tf.Variable(program["x"], name="x")
            z = tf.Variable(program["z"], name="z")
            f = x * z + x
            session = tf.Session()
            put(tf, session, z, program["z now"])
            with session.as_default(), watched(tf) as watch:
                value = attempt(function, x, f)
            after = values_of(session, [x, z])
            results.append({"value": value, "after": after, "opened": len(watch.sessions)})
            session.close()
    return results


@probe("sessions/uninitialized")
def uninitialized(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, variables)` where only some variables are initialised.

    Returns, for each program, the function's value and what the session holds afterwards.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            session = tf.Session()
            variables = []
            for entry in program["variables"]:
                variable = tf.Variable(entry["initial"], name=entry["name"])
                if entry["now"] is not None:
                    put(tf, session, variable, entry["now"])
                if entry["asked"]:
                    variables.append(variable)
            with watched(tf):
                value = attempt(function, session, list(variables))
            results.append({"value": value, "after": values_of(session, tf.global_variables())})
            session.close()
    return results


# ------------------------------------------------------------------------------ fetching and feeding


@probe("sessions/one-run")
def one_run(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, batch, n)` where every run takes the next batch off a queue.

    Returns, for each program, the function's value, how many batches are left in the queue, and how
    many operations the function added to the graph. The queue is closed, so that taking too many
    is an OutOfRangeError and no endless wait.
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
        report = {"value": value, "left": attempt(session.run, left), "added": added}
        session.close()
    return report


def _output_of_a_number(tf: Any, program: dict[str, Any]) -> tuple[Any, Any]:
    """A scalar `middle` that can be computed, and an output that needs it twice."""
    start = tf.Variable(program["start"], name="start")
    middle = tf.multiply(start, 2.0, name="middle")
    weight = tf.Variable(program["weight"], name="weight")
    return middle, middle * middle + weight * middle


def _output_of_a_vector(tf: Any, program: dict[str, Any]) -> tuple[Any, Any]:
    """A vector `middle` that nobody can compute (its placeholder is never fed), and that changes a
    variable: only after the placeholder, or it would be chance whether a run that fails changes it."""
    missing = tf.placeholder(tf.float32, [2], name="missing")
    counter = tf.Variable(program["start"], name="start")
    count = tf.assign_add(counter, 1.0 + tf.reduce_sum(tf.abs(missing)))
    middle = tf.add(missing, count, name="middle")
    weight = tf.Variable(program["weight"], name="weight")
    return middle, tf.reduce_sum(middle * middle) * weight


MIDDLES: dict[str, Callable[[Any, dict[str, Any]], tuple[Any, Any]]] = {
    "number": _output_of_a_number,
    "vector": _output_of_a_vector,
}


@probe("sessions/what-if")
def what_if(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, output, middle, values)`; returns its value and what the session holds."""
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            middle, output = MIDDLES[program["middle"]](tf, program)
            session = tf.Session()
            session.run(tf.global_variables_initializer())
            with watched(tf):
                value = attempt(function, session, output, middle, program["values"])
            results.append({"value": value, "after": values_of(session, tf.global_variables())})
            session.close()
    return results


# ------------------------------------------------------------------------------- state, and Python


@probe("sessions/copy-state")
def copy_state(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(source, target)` with two sessions of one graph; returns what they hold then."""
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            source, target = tf.Session(), tf.Session()
            variables = []
            for entry in program["variables"]:
                initial = np.asarray(entry["initial"])
                variable = tf.Variable(initial, name=entry["name"])
                variables.append(variable)
                for name, session in (("source", source), ("target", target)):
                    if entry[name] is not None:
                        put(
                            tf,
                            session,
                            variable,
                            np.asarray(entry[name], initial.dtype),
                        )
            with watched(tf):
                value = attempt(function, source, target)
            results.append(
                {
                    "value": value,
                    "source": values_of(source, variables),
                    "target": values_of(target, variables),
                }
            )
            source.close()
            target.close()
    return results


@probe("sessions/py-func")
def py_func(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(function, x)` with a Python function that counts its calls, and runs the result.

    The function accepts arrays only: called with a tensor, while the graph is being built, it raises.
    Returns, for each program, the tensor, its values in the runs, and the calls before any run.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            counting = Counting(program["scale"])
            x = tf.placeholder(program["dtype"], program["shape"], name="x")
            with watched(tf):
                result = attempt(function, counting, x)
            calls, runs = counting.calls, []
            if isinstance(result, tf.Tensor):
                with tf.Session() as session:
                    runs = [attempt(session.run, result, {x: feed}) for feed in program["feeds"]]
            results.append({"result": result, "calls": calls, "runs": runs})
    return results


class Counting:
    """The function `value -> value * scale + calls so far`: only a call in every run gives its values."""

    __name__ = "counting"

    def __init__(self, scale: int):
        self.scale = scale
        self.calls = 0

    def __call__(self, value: Any) -> Any:
        self.calls += 1
        if not isinstance(value, (np.ndarray, np.generic)):
            raise TypeError(
                _(
                    "this Python function works on NumPy arrays, and it was called with a {type}"
                ).format(type=type(value).__name__)
            )
        return np.asarray(value * np.asarray(self.scale) + self.calls).astype(value.dtype)
