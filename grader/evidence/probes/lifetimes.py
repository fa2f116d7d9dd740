"""Probes of chapter 03: programs in which something lives longer than a run, or not as long.

As in chapter 02 every probe works in a graph of its own and closes the sessions that it opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence.probes.general import needs_function
from grader.evidence.probes.sessions import put, values_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import is_open, new_graph, watched

# ---------------------------------------------------------------------------------- inside one run


@probe("lifetimes/evaluations")
def evaluations(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(runs)` with lists of tensors, for each program of `inputs["programs"]`.

    A program's `nodes` are [name, function, names of inputs], its `runs` lists of names.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            tensors = _nodes(tf, program["nodes"])
            runs = [[tensors[name] for name in fetched] for fetched in program["runs"]]
            with watched(tf):
                results.append({"value": attempt(function, runs)})
    return results


def _nodes(tf: Any, nodes: list[Any]) -> dict[str, Any]:
    functions = {"add": tf.add, "multiply": tf.multiply, "subtract": tf.subtract}
    tensors: dict[str, Any] = {}
    for number, (name, kind, sources) in enumerate(nodes):
        if kind == "constant":
            tensors[name] = tf.constant(float(number), name=name)
        else:
            tensors[name] = functions[kind](*[tensors[source] for source in sources], name=name)
    return tensors


# --------------------------------------------------------------------------- the life of a variable


def _alive(tf: Any, w: Any, value: Any) -> Any:
    session = tf.Session()
    put(tf, session, w, value)
    return session


def _assigned(tf: Any, w: Any, value: Any) -> Any:
    """A session in which no initializer ran, but an assignment did."""
    session = tf.Session()
    session.run(tf.assign(w, value))
    return session


def _never(tf: Any, w: Any, value: Any) -> Any:
    return tf.Session()


def _closed(tf: Any, w: Any, value: Any) -> Any:
    session = _alive(tf, w, value)
    session.close()
    return session


LIVES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "alive": _alive,
    "assigned": _assigned,
    "never": _never,
    "closed": _closed,
}


@probe("lifetimes/is-alive")
def is_alive(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, w)` for sessions in which w lives, was never born, or died.

    Returns, for each program, the function's values in order, what the sessions hold afterwards, and
    which of them are open. All sessions of a program are on one graph.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            w = tf.Variable(float(program["initial"]), name="w")
            sessions = [LIVES[life](tf, w, float(value)) for life, value in program["lives"]]
            values = []
            for session in sessions:
                with watched(tf):
                    values.append(attempt(function, session, w))
            after = [values_of(session, [w]) for session in sessions]
            still_open = [is_open(session) for session in sessions]
            results.append({"values": values, "after": after, "open": still_open})
            for session in sessions:
                session.close()
    return results


@probe("lifetimes/rehearse")
def rehearse(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, step, n)`, where running `step` changes the variables `w` and `speed`.

    Returns, for each program, the function's value, what the session holds afterwards, whether it is
    open, and how many sessions the function left open.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            w = tf.Variable(program["w"][0], name="w", dtype=tf.float32)
            speed = tf.Variable(program["speed"][0], name="speed", dtype=tf.float32)
            faster = tf.assign_add(speed, program["push"])
            step = tf.assign_add(w, faster, name="step")
            session = tf.Session()
            put(tf, session, w, program["w"][1])
            put(tf, session, speed, program["speed"][1])
            with watched(tf) as watch:
                value = attempt(function, session, step, program["n"])
            results.append(
                {
                    "value": value,
                    "after": values_of(session, [w, speed]),
                    "open": is_open(session),
                    "left_open": watch.left_open,
                }
            )
            session.close()
    return results


# ---------------------------------------------------------------------------- the life of an evaluation


@probe("lifetimes/evaluate")
def evaluate(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, metric, update, feeds)` for a streaming mean of x * weight.

    A program's `earlier` is a batch that an earlier evaluation has counted (None: there was none).
    Returns, for each program, the function's value and what the model's variables hold afterwards.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            x = tf.placeholder(tf.float32, [None], name="x")
            weight = tf.Variable(1.0, name="weight")
            metric, update = tf.metrics.mean(x * weight)
            session = tf.Session()
            put(tf, session, weight, program["weight"])
            if program["earlier"] is not None:
                session.run(tf.local_variables_initializer())
                session.run(update, {x: np.asarray(program["earlier"], np.float32)})
            feeds = [{x: np.asarray(batch, np.float32)} for batch in program["batches"]]
            with watched(tf):
                value = attempt(function, session, metric, update, feeds)
            results.append({"value": value, "after": values_of(session, [weight])})
            session.close()
    return results
