"""Probes of chapter 07: programs that write files, and programs that find some.

Every probe works in a graph and a folder of its own; both are gone afterwards. What a function did
shows in the files that it wrote and in what the sessions hold.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.files import attempt_in, files_in, scratch
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.sessions import values_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched

# The graph is kept beside every checkpoint, and the last one's path in `checkpoint`: the judge
# reads the tensors alone.
NOT_NEEDED = (".meta", "checkpoint")


def set_all(tf: Any, session: Any, values: dict[Any, Any]) -> None:
    """Sets each of these variables to its value in `session`, initialised there or not."""
    session.run([tf.assign(variable, value) for variable, value in values.items()])


def all_values(session: Any, variables: list[Any]) -> dict[str, Any]:
    """`values_of`, in one run where all variables have a value."""
    together = attempt(session.run, {variable.op.name: variable for variable in variables})
    return values_of(session, variables) if isinstance(together, Raised) else together


# ------------------------------------------------------------------------------------- saving


@probe("savers/train-and-save")
@bounded
def train_and_save(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, step, epochs, every, path)`; returns the files in the path's folder."""
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf), scratch() as folder, tf.Session() as session:
            theta = tf.Variable(np.asarray(program["theta"], np.float32), name="theta")
            taken = tf.Variable(0, name="taken", trainable=False)
            change = tf.assign(theta, theta * program["factor"] + program["push"])
            step = tf.group(change, tf.assign_add(taken, 1), name="step")
            session.run(tf.global_variables_initializer())
            with watched(tf):
                arguments = session, step, program["epochs"], program["every"]
                value = attempt_in(folder, function, *arguments, os.path.join(folder, "model"))
            results.append({"value": value, "files": files_in(folder, NOT_NEEDED)})
    return results


@probe("savers/hand-over")
@bounded
def hand_over(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(trained, fresh, source, target, path)` with two sessions of one graph.

    Returns the files, and what the fresh session holds: at first it has a value for one variable
    only, which the function does not name.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf), scratch() as folder:
            trained, fresh = tf.Session(), tf.Session()
            variables = {
                name: tf.Variable(np.zeros_like(np.asarray(value, np.float32)), name=name)
                for name, value in program["variables"].items()
            }
            values = {
                variables[name]: np.asarray(value, np.float32)
                for name, value in program["variables"].items()
            }
            set_all(tf, trained, values)
            set_all(tf, fresh, {variables[program["kept"]]: np.float32(program["value"])})
            source, target = variables[program["source"]], variables[program["target"]]
            with watched(tf):
                arguments = trained, fresh, source, target, os.path.join(folder, "weights")
                value = attempt_in(folder, function, *arguments)
            results.append(
                {
                    "value": value,
                    "files": files_in(folder, NOT_NEEDED),
                    "fresh": all_values(fresh, list(variables.values())),
                }
            )
            trained.close()
            fresh.close()
    return results


# ------------------------------------------------------------------------------------- restoring


@probe("savers/start")
@bounded
def start(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, saver, folder)` with a fresh session; returns what it holds then.

    A program's `saved` lists [step, theta, taken] of the checkpoints in the folder, the oldest first.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf), scratch() as folder:
            theta = tf.Variable(np.asarray(program["initial"], np.float32), name="theta")
            taken = tf.Variable(0, name="taken", trainable=False)
            if program["saved"]:
                earlier = tf.train.Saver(name="earlier")
                with tf.Session() as session:
                    for step, value, count in program["saved"]:
                        set_all(tf, session, {theta: np.asarray(value, np.float32), taken: count})
                        earlier.save(
                            session, os.path.join(folder, "model"), step, write_meta_graph=False
                        )
            saver = tf.train.Saver()
            with tf.Session() as session:
                with watched(tf):
                    value = attempt_in(folder, function, session, saver, folder)
                after = all_values(session, [theta, taken])
            results.append({"value": value, "after": after})
    return results


def _linear(tf: Any, rows: Any, variables: dict[str, Any]) -> Any:
    return tf.matmul(rows, variables["theta"]) + variables["bias"]


def _two_layers(tf: Any, rows: Any, variables: dict[str, Any]) -> Any:
    hidden = tf.nn.relu(tf.matmul(rows, variables["first"]) + variables["shift"])
    return tf.matmul(hidden, variables["second"])


MODELS: dict[str, Callable[[Any, Any, dict[str, Any]], Any]] = {
    "linear": _linear,
    "two layers": _two_layers,
}


@probe("savers/predict")
@bounded
def predict(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(path, rows)` where a model was saved by code that the function does not see.

    A program's `variables` maps names to [initial value, saved value].
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        feed = np.asarray(program["rows"], np.float32)
        with scratch() as folder:
            path = os.path.join(folder, "model")
            with new_graph(tf), tf.Session() as session:
                rows = tf.placeholder(tf.float32, [None, feed.shape[1]], name="rows")
                variables = {
                    name: tf.Variable(np.asarray(initial, np.float32), name=name)
                    for name, (initial, _) in program["variables"].items()
                }
                output = MODELS[program["model"]](tf, rows, variables)
                tf.identity(output, name="prediction")
                values = {
                    variables[name]: np.asarray(value, np.float32)
                    for name, (_, value) in program["variables"].items()
                }
                set_all(tf, session, values)
                tf.train.Saver().save(session, path)
            with new_graph(tf), watched(tf):
                results.append({"value": attempt_in(folder, function, path, feed.copy())})
    return results


@probe("savers/warm-start")
@bounded
def warm_start(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, path)` in a graph that is not the one that was saved.

    A program's `saved` and `model` map names to the values in the checkpoint and the initial values.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with scratch() as folder:
            path = os.path.join(folder, "old")
            with new_graph(tf), tf.Session() as session:
                for name, value in program["saved"].items():
                    tf.Variable(np.asarray(value), name=name)
                session.run(tf.global_variables_initializer())
                tf.train.Saver().save(session, path, write_meta_graph=False)
            with new_graph(tf), tf.Session() as session:
                model = [
                    tf.Variable(np.asarray(value), name=name)
                    for name, value in program["model"].items()
                ]
                with watched(tf):
                    value = attempt_in(folder, function, session, path)
                results.append({"value": value, "after": all_values(session, model)})
    return results


# ------------------------------------------------------------------------------------- records


@probe("savers/write-file")
@bounded
def write_file(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(path, things)` for each of `inputs["calls"]`; returns the files it wrote."""
    function = needs_function(answers[0])
    results = []
    for things in inputs["calls"]:
        with new_graph(tf), scratch() as folder, watched(tf):
            path = os.path.join(folder, "out.tfrecord")
            value = attempt_in(folder, function, path, copy.deepcopy(things))
            results.append({"value": value, "files": files_in(folder)})
    return results


# ------------------------------------------------------------------------------------- going on


class PowerCut(Exception):
    """What interrupts the training in `resume`."""


@dataclass
class Meter:
    """Counts the batches that reach a model; at batch number `cut`, from 0, the power fails."""

    cut: int | None
    batches: int = 0

    def __call__(self, batch: Any) -> Any:
        self.batches += 1
        if self.batches - 1 == self.cut:
            raise PowerCut("the power failed in the middle of a batch")
        return batch


@probe("savers/resume")
@bounded
def resume(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, step, x, batches, folder)` again and again, with one folder.

    Each call has a new graph of the same model and a fresh session, as a program has that is started
    again. A program's `cuts` says for each call at which of its batches the power fails, or None.
    Returns, for each call, how many batches reached the model, and what the session held at its end.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        batches = np.asarray(program["batches"], np.float32)
        with scratch() as folder:
            calls = []
            for cut in program["cuts"]:
                with new_graph(tf), tf.Session() as session:
                    meter = Meter(cut)
                    x, step = _momentum_model(tf, program, meter)
                    with watched(tf):
                        arguments = session, step, x, list(batches.copy()), folder
                        value = attempt_in(folder, function, *arguments)
                    after = all_values(session, tf.global_variables())
                    calls.append({"value": value, "batches": meter.batches, "after": after})
            results.append({"calls": calls})
    return results


def _momentum_model(tf: Any, program: dict[str, Any], meter: Meter) -> tuple[Any, Any]:
    """A placeholder, and a step towards the mean of what it is fed, which counts the steps."""
    initial = np.asarray(program["theta"], np.float32)
    x = tf.placeholder(tf.float32, [len(initial)], name="x")
    seen = tf.py_func(meter, [x], tf.float32)
    seen.set_shape([len(initial)])
    theta = tf.Variable(initial, name="theta")
    loss = tf.reduce_mean(tf.square(theta - seen))
    optimizer = tf.train.MomentumOptimizer(program["rate"], program["momentum"])
    step = optimizer.minimize(loss, global_step=tf.train.get_or_create_global_step())
    return x, step
