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
from grader.evidence.probes.watching import new_graph, watched

# ---------------------------------------------------------------------------------- inside one run


@probe("lifetimes/evaluations")
def evaluations(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(runs)` with lists of tensors, for each program of `inputs["programs"]`.

    A program's `nodes` are [name, function, names of tensors], its `runs` lists of names of tensors: the
    second output of a node "a" is "a:1".
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
        inputs = [tensors[source] for source in sources]
        if kind == "constant":
            made = [tf.constant(float(number), name=name)]
        elif kind == "pair":
            made = [tf.constant([1.0, float(number)], name=name)]
        elif kind == "unstack":
            made = tf.unstack(inputs[0], num=2, name=name)
        else:
            made = [functions[kind](*inputs, name=name)]
        for output, tensor in enumerate(made):
            tensors[f"{name}:{output}" if output else name] = tensor
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

    Two more variables, made before and after w, have values where w was never born and where it was
    assigned, and nowhere else. Returns, for each program, the function's values in order, what the
    sessions hold afterwards (a closed one: errors), and the values later, when w was initialised where
    it had no value, and the other sessions were closed. All sessions of a program are on one graph.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            others = [tf.Variable(1.0, name="earlier")]
            initial = np.asarray(program["initial"], np.float32)
            w = tf.Variable(initial, name=program["name"], trainable=program["trainable"])
            others.append(tf.Variable(2.0, name="later"))
            sessions = [
                LIVES[life](tf, w, np.asarray(value, np.float32))
                for life, value in program["lives"]
            ]
            for session, (life, _value) in zip(sessions, program["lives"], strict=True):
                if life in ("never", "assigned"):
                    session.run([other.initializer for other in others])
            values = _each(tf, function, sessions, w)
            after = [values_of(session, [w, *others]) for session in sessions]
            for session, (life, _value) in zip(sessions, program["lives"], strict=True):
                if life == "never":
                    attempt(session.run, w.initializer)
                else:
                    session.close()
            later = _each(tf, function, sessions, w)
            results.append({"values": values, "after": after, "later": later})
            for session in sessions:
                session.close()
    return results


def _each(tf: Any, function: Any, sessions: list[Any], w: Any) -> list[Any]:
    """The function's values for the sessions."""
    values = []
    for session in sessions:
        with watched(tf):
            values.append(attempt(function, session, w))
    return values


@probe("lifetimes/rehearse")
def rehearse(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, step, n)`, where running `step` changes some variables, not all trainable.

    Returns, for each program, the function's value, what the session holds afterwards (if it is open), the
    sessions that the function opened and closed, and its value later, after one run of `step`. The pulse is
    the next number of a random sequence, of which every run of `step` in this session takes one: it cannot
    be put back.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            variables, step, pulse = _moving(tf, program)
            session = tf.Session()
            for variable in variables:
                put(tf, session, variable, program[variable.op.name][1])
            with watched(tf, key=program["key"]) as watch:
                value = attempt(function, session, step, program["n"])
            report = {"value": value, "after": values_of(session, variables), **watch.report()}
            report["pulse"] = attempt(session.run, pulse)
            attempt(session.run, step)
            with watched(tf):
                later = attempt(function, session, step, program["n"])
            results.append({**report, "later": later})
            session.close()
    return results


def _moving(tf: Any, program: dict[str, Any]) -> tuple[list[Any], Any, Any]:
    """The variables, a step that pushes `speed`, moves w by it, and perhaps counts, and the pulse."""
    speed = tf.Variable(program["speed"][0], name="speed", dtype=tf.float32, trainable=False)
    w = tf.Variable(program["w"][0], name="w", dtype=tf.float32)
    variables = [speed, w]
    way = tf.assign_add(speed, tf.fill(tf.shape(speed), program["push"]))
    if "count" in program:
        count = tf.Variable(program["count"][0], name="count", dtype=tf.int32, trainable=False)
        variables.append(count)
        way = tf.reduce_sum(way) * tf.cast(tf.assign_add(count, 1), tf.float32)
    pulse = tf.random_uniform([], seed=program["seed"], name="pulse")
    with tf.control_dependencies([pulse]):
        return variables, tf.assign_add(w, way, name="step"), pulse


# ---------------------------------------------------------------------------- the life of an evaluation


@probe("lifetimes/evaluate")
def evaluate(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, metric, update, feeds)` for a streaming mean of x * weight.

    A program's `earlier` is a batch that an earlier evaluation has counted (None: there was none). It calls
    the function so many `times` with the same feeds; after each call the model's weight changes, as in
    training. Returns, for each program, the values and what the model's variables hold afterwards.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            x = tf.placeholder(tf.float32, [None], name="x")
            weight = tf.Variable(1.0, name="weight")
            steps = tf.Variable(0, name="steps", trainable=False)
            train = tf.group(tf.assign_add(weight, 1.0), tf.assign_add(steps, 1))
            metric, update = tf.metrics.mean(x * weight)
            session = tf.Session()
            put(tf, session, weight, program["weight"])
            put(tf, session, steps, program["steps"])
            if program["earlier"] is not None:
                session.run(tf.local_variables_initializer())
                session.run(update, {x: np.asarray(program["earlier"], np.float32)})
            feeds = [{x: np.asarray(batch, np.float32)} for batch in program["batches"]]
            values = []
            for _evaluation in range(program["times"]):
                with watched(tf):
                    values.append(attempt(function, session, metric, update, feeds))
                attempt(session.run, train)
            after = values_of(session, [weight, steps])
            results.append({"values": values, "after": after})
            session.close()
    return results
