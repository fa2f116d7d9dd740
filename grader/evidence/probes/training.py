"""Probes of chapter 04: small models that the student's function builds, trains, or averages.

As in the chapters before, every probe works in a graph of its own and closes its sessions.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.general import build, call, needs_function, snapshots_of
from grader.evidence.probes.sessions import put
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import _

# More runs than any answer needs, and few enough that a loop without an end stops soon.
MAX_RUNS = 1500

probe("training/call")(bounded(call))
probe("training/build")(bounded(build))


@contextlib.contextmanager
def bounded_runs(tf: Any, most: int = MAX_RUNS) -> Iterator[None]:
    """Inside the block at most `most` runs of sessions; the next one raises a RuntimeError."""
    owner: Any = next(kind for kind in tf.Session.__mro__ if "run" in vars(kind))
    original: Callable[..., Any] = owner.run
    runs = 0

    def run(self: Any, *arguments: Any, **keywords: Any) -> Any:
        nonlocal runs
        runs += 1
        if runs > most:
            raise RuntimeError(
                _(
                    "your function made more than {count} runs, far more than it needs: does its "
                    "loop ever end?"
                ).format(count=most)
            )
        return original(self, *arguments, **keywords)

    owner.run = run
    try:
        yield
    finally:
        owner.run = original


def make_model(tf: Any, theta: Any, learning_rate: float, counts: bool = False) -> SimpleNamespace:
    """Linear regression as the chapter builds it: X, y, theta, mse and step, in the default graph.

    theta: its initial value, (n, 1). counts: whether `step` also counts, in the variable `taken`.
    """
    theta = np.asarray(theta, np.float32)
    model = SimpleNamespace()
    model.X = tf.placeholder(tf.float32, [None, len(theta)], name="X")
    model.y = tf.placeholder(tf.float32, [None, 1], name="y")
    model.theta = tf.Variable(theta, name="theta")
    model.mse = tf.reduce_mean(tf.square(tf.matmul(model.X, model.theta) - model.y), name="mse")
    model.step = tf.train.GradientDescentOptimizer(learning_rate).minimize(model.mse)
    if counts:
        model.taken = tf.Variable(0, trainable=False, name="taken")
        model.step = tf.group(model.step, tf.assign_add(model.taken, 1))
    model.new_theta = tf.placeholder(tf.float32, theta.shape, name="new_theta")
    model.set_theta = tf.assign(model.theta, model.new_theta)
    return model


# ------------------------------------------------------------------------------- counting the steps


@probe("training/race")
@bounded
def race(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(loss, learning_rate, target)` for each program: a bowl over one variable or two.

    Another one, which is not trained, says where its bottom is. Where the program's lists have one number
    each, all is scalar.
    """
    function = snapshots_of(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            start, bottom, slopes = (
                np.asarray(program[name], np.float32) for name in ("start", "bottom", "slopes")
            )
            x = tf.Variable(start[0], name="x")
            if len(start) == 1:
                away = x - tf.Variable(bottom[0], trainable=False, name="bottom")
                loss = slopes[0] * tf.square(away)
            else:
                others = tf.Variable(start[1:], name="others")
                place = tf.concat([[x], others], axis=0)
                away = place - tf.Variable(bottom, trainable=False, name="bottom")
                loss = tf.reduce_sum(slopes * tf.square(away))
            with watched(tf), bounded_runs(tf):
                rate, target = program["learning_rate"], program["target"]
                value = attempt(function, loss, rate, target)
            results.append({"value": value})
    return results


# ------------------------------------------------------------------------------------ mini-batches


@probe("training/train")
@bounded
def train(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, model, fetch_batch, m, n_epochs, batch_size)` for each program.

    A program says how often it is called, each time with the same arguments.
    Returns the function's value, and theta and the number of steps as the session holds them.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            model = make_model(tf, program["initial"], program["learning_rate"], counts=True)
            session = tf.Session()
            session.run(tf.global_variables_initializer())
            put(session, {model.theta: np.asarray(program["theta"], np.float32)})
            fetch = _fetching(program)
            sizes = (len(program["X"]), program["n_epochs"], program["batch_size"])
            with watched(tf), bounded_runs(tf):
                for _ in range(program["calls"]):
                    value = attempt(function, session, model, fetch, *sizes)
            after = {
                "theta": attempt(session.run, model.theta),
                "taken": attempt(session.run, model.taken),
            }
            results.append({"value": value, **after})
            session.close()
    return results


def _fetching(program: dict[str, Any]) -> Callable[..., Any]:
    """The chapter's `fetch_batch` for a program's data; the orders of the rows are the challenge's."""
    X, y = (np.asarray(program[name], np.float32) for name in ("X", "y"))
    orders = program["orders"]

    def fetch_batch(epoch: int, batch_index: int, batch_size: int) -> tuple[Any, Any]:
        order = np.asarray(orders[epoch % len(orders)])
        rows = order[batch_index * batch_size : (batch_index + 1) * batch_size]
        return X[rows], y[rows]

    return fetch_batch


# ---------------------------------------------------------------------------------- half precision


@probe("training/small-gradients")
@bounded
def small_gradients(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(loss, [w, v], scale)`, or with [w]; the loss is float16, and its gradients are small.

    The factors of `shrink` multiply to less than float16 can hold. Returns the result, w and v, and the
    list as the function leaves it.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf):
            a = tf.constant(np.asarray(program["a"], np.float16), name="a")
            w = tf.placeholder(tf.float16, a.shape, name="w")
            v = tf.placeholder(tf.float16, [], name="v")
            loss = tf.reduce_sum(w * a) + v * v
            for factor in program["shrink"]:
                loss = loss * tf.constant(np.float16(factor))
            xs = [w, v][: program["count"]]
            with watched(tf):
                result = attempt(function, loss, xs, program["scale"])
            results.append({"result": result, "xs": xs, "w": w, "v": v})
    return results


# ------------------------------------------------------------------------------------- first weights


@probe("training/make-cell")
@bounded
def make_cell(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(n_inputs, n_units)` for each pair of `inputs["sizes"]`, in a new graph each time.

    Returns the results, each with that of a second call in the same graph, which may raise an error, and
    with the graph that was the default one.
    """
    function = needs_function(answers[0])
    results = []
    for sizes in inputs["sizes"]:
        with new_graph(tf):
            with watched(tf):
                result, again = (attempt(function, *sizes) for _ in range(2))
            graph = tf.get_default_graph()
            results.append({"result": result, "again": again, "graph": graph})
    return results


# ------------------------------------------------------------------------------ federated averaging


@probe("training/federated")
@bounded
def federated(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(model, clients, theta, n_steps)`, `rounds` times, each from the last result.

    A program's clients have rows X and y, and the theta that their session holds before the first
    round. Returns, for each program, what the function returned in each round ("values"), whether it left
    the given theta unchanged ("kept"), and whether each client's session ended with another theta ("moved").
    """
    function = needs_function(answers[0])
    return [_federated(tf, function, program) for program in inputs["programs"]]


def _federated(tf: Any, function: Callable[..., Any], program: dict[str, Any]) -> dict[str, Any]:
    with new_graph(tf):
        theta: Any = np.asarray(program["theta"], np.float32)
        model = make_model(tf, np.zeros_like(theta), program["learning_rate"])
        initialize = tf.global_variables_initializer()
        clients = []
        for entry in program["clients"]:
            X, y = (np.asarray(entry[name], np.float32) for name in ("X", "y"))
            session = tf.Session()
            session.run(initialize)
            session.run(model.set_theta, {model.new_theta: np.asarray(entry["theta"], np.float32)})
            feeds = {model.X: X, model.y: y}
            clients.append(SimpleNamespace(session=session, feeds=feeds, rows=len(X)))
        given, values, kept, moved = list(clients), [], [], []
        for _ in range(program["rounds"]):
            before = theta.copy() if isinstance(theta, np.ndarray) else theta
            started = _thetas(model, clients)
            with watched(tf), bounded_runs(tf):
                after = attempt(function, model, given, theta, program["n_steps"])
            kept.append(not isinstance(theta, np.ndarray) or before.tobytes() == theta.tobytes())
            pairs = zip(started, _thetas(model, clients), strict=True)
            moved.append([not np.array_equal(one, other) for one, other in pairs])
            values.append(after)
            # A result in the same array would change with it; the next round gets one of its own.
            theta = after.copy() if isinstance(after, np.ndarray) else after
        for client in clients:
            client.session.close()
        return {"values": values, "kept": kept, "moved": moved}


def _thetas(model: Any, clients: list[Any]) -> list[Any]:
    """The theta that each client's session holds."""
    return [attempt(client.session.run, model.theta) for client in clients]
