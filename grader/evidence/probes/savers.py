"""Probes of chapter 07: programs that write files, and programs that find some.

Every probe works in a graph and a folder of its own; both are gone afterwards. What a function did
shows in the files that it wrote and in what the sessions hold.
"""

from __future__ import annotations

import contextlib
import copy
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.files import attempt_in, elsewhere, files_in, wait_for_a_later_time
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.sessions import values_of
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched

# The graph is kept beside every checkpoint, and the last one's path in `checkpoint`: the judge
# reads the tensors alone.
NOT_NEEDED = (".meta", "checkpoint")


@contextlib.contextmanager
def new_session(tf: Any) -> Iterator[Any]:
    """A session that is not the default one, and is closed after the block."""
    session = tf.Session()
    try:
        yield session
    finally:
        session.close()


def set_all(tf: Any, session: Any, values: dict[Any, Any]) -> None:
    """Sets each of these variables to its value in `session`, initialized there or not."""
    session.run([tf.assign(variable, value) for variable, value in values.items()])


def all_values(session: Any, variables: list[Any]) -> dict[str, Any]:
    """`values_of`, in one run where all variables have a value."""
    together = attempt(session.run, {variable.op.name: variable for variable in variables})
    return values_of(session, variables) if isinstance(together, Raised) else together


class PowerCut(Exception):
    """What interrupts the training in `resume`."""


@dataclass
class Meter:
    """Counts the steps that a model takes.

    At step number `cut`, from 0, the power fails; `left` is what is in the `folder` at this moment.
    """

    cut: int | None = None
    folder: str = ""
    calls: int = 0
    left: dict[str, bytes] | None = None

    def __call__(self, value: Any) -> Any:
        self.calls += 1
        if self.calls - 1 == self.cut:
            self.left = files_in(self.folder)
            raise PowerCut("the power failed in the middle of a batch")
        return value

    def undo_later_writing(self) -> None:
        """What was done with the folder after the power failed, by a `finally` for example, is undone."""
        if self.left is None:
            return
        found = files_in(self.folder)
        with contextlib.suppress(OSError):  # only an answer that wants to harm can cause one
            for name in found.keys() - self.left.keys():
                Path(self.folder, name).unlink()
            for name, data in self.left.items():
                if found.get(name) != data:  # a file that is as it was keeps its time
                    path = Path(self.folder, name)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)


@probe("savers/train-and-save")
@bounded
def train_and_save(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, step, epochs, every, path)` for each [epochs, every] in a program's `calls`.

    The variables do not hold their initial values at the start. Returns the files in the path's folder,
    and how many steps were run.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with new_graph(tf), elsewhere() as folder, new_session(tf) as session:
            meter = Meter()
            theta = tf.Variable(np.asarray(program["initial"], np.float32), name="theta")
            taken = tf.Variable(0, name="taken", trainable=False)
            factor = tf.py_func(meter, [np.float32(program["factor"])], tf.float32)
            change = tf.assign(theta, theta * factor + program["push"])
            step = tf.group(change, tf.assign_add(taken, 1), name="step")
            set_all(tf, session, {theta: np.asarray(program["theta"], np.float32), taken: 100})
            path = os.path.join(folder, program["name"])
            with watched(tf):
                values = [
                    attempt_in(folder, function, session, step, epochs, every, path)
                    for epochs, every in program["calls"]
                ]
            value = next((one for one in values if isinstance(one, Raised)), values[-1])
            files = files_in(folder, NOT_NEEDED)
            results.append({"value": value, "files": files, "steps": meter.calls})
    return results


@probe("savers/hand-over")
@bounded
def hand_over(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(trained, fresh, source, target, path)` with two sessions of one graph.

    Returns the files, and what the fresh session holds; a program's `fresh` says what it holds at first.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with (
            new_graph(tf),
            elsewhere() as folder,
            new_session(tf) as trained,
            new_session(tf) as fresh,
        ):
            variables = {
                name: tf.Variable(np.zeros_like(np.asarray(value, np.float32)), name=name)
                for name, value in program["variables"].items()
            }
            values = {
                variables[name]: np.asarray(value, np.float32)
                for name, value in program["variables"].items()
            }
            set_all(tf, trained, values)
            held = {
                variables[name]: np.asarray(value, np.float32)
                for name, value in program["fresh"].items()
            }
            set_all(tf, fresh, held)
            source, target = variables[program["source"]], variables[program["target"]]
            with watched(tf):
                arguments = trained, fresh, source, target, os.path.join(folder, program["name"])
                value = attempt_in(folder, function, *arguments)
            results.append(
                {
                    "value": value,
                    "files": files_in(folder, NOT_NEEDED),
                    "fresh": all_values(fresh, list(variables.values())),
                }
            )
    return results


# ------------------------------------------------------------------------------------- restoring


@probe("savers/start")
@bounded
def start(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, saver, folder)` with a fresh session; returns what it holds then.

    A program's `saved` lists [step, theta, taken] of the checkpoints in the folder, the oldest first, all
    with its `name`; its `nearby` lists others, in the working directory. Its `notes` are the names
    of text files in the folder.
    """
    function = needs_function(answers[0])
    results = []
    theta = tf.Variable(np.asarray(inputs["initial"], np.float32), name="theta")
    taken = tf.Variable(7, name="taken", trainable=False)
    initial = theta.initial_value, taken.initial_value
    for program in inputs["programs"]:
        with elsewhere() as folder:
            earlier = tf.train.Saver(max_to_keep=10, name="earlier")
            places = [(folder, one) for one in program["saved"]]
            places += [(os.getcwd(), one) for one in program["nearby"]]
            with tf.Session() as session:
                for place, (step, *values) in places:
                    wait_for_a_later_time(place)
                    feeds = dict(zip(initial, values, strict=True))
                    session.run([theta.initializer, taken.initializer], feeds)
                    path = os.path.join(place, program["name"])
                    earlier.save(session, path, step, write_meta_graph=False)
            for note in program["notes"]:
                Path(folder, note).write_text("There is no checkpoint here.\n", encoding="utf-8")
            saver = tf.train.Saver()
            with new_session(tf) as session:
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


@probe("savers/forecast")
@bounded
def predict(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(path, rows)` where a model was saved by code that the function does not see.

    A program's `variables` maps names to [initial value, saved values]; those named in `frozen` are not
    trainable. For each of the saved values, the model is saved again, with the same path, and the function
    is called, in one default graph. A program's `others` are the names of checkpoints in the same folder with
    other values, one saved before it and one after. If the program is `crowded`, the default graph has nodes
    with the names of the model's.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        feed = np.asarray(program["rows"], np.float32)
        with tf.Graph().as_default(), elsewhere() as folder, new_session(tf) as session:
            rows = tf.placeholder(tf.float32, [None, feed.shape[1]], name="rows")
            variables = {
                name: tf.Variable(
                    np.asarray(initial, np.float32),
                    name=name,
                    trainable=name not in program["frozen"],
                )
                for name, (initial, _) in program["variables"].items()
            }
            tf.identity(MODELS[program["model"]](tf, rows, variables), name="prediction")
            saver = tf.train.Saver()
            path, *others = [
                os.path.join(folder, name) for name in (program["name"], *program["others"])
            ]
            sets = list(zip(*(saved for _, saved in program["variables"].values()), strict=True))
            with new_graph(tf):
                if program["crowded"]:
                    tf.identity(tf.placeholder(tf.float32, rows.shape, "rows"), "prediction")
                for number, values in enumerate(sets):
                    for one in (*others[:1], path, *others[1:]):
                        held = values if one == path else sets[number - 1]
                        feeds = {
                            v.initial_value: new
                            for v, new in zip(variables.values(), held, strict=True)
                        }
                        session.run([v.initializer for v in variables.values()], feeds)
                        saver.save(session, one)
                    with watched(tf):
                        value = attempt_in(folder, function, path, feed.copy())
                    results.append({"value": value})
    return results


@probe("savers/warm-start")
@bounded
def warm_start(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, path)` in a graph that is not the one that was saved.

    A program's `saved` and `model` map names to the values in the checkpoint and the initial values;
    the variables named in `frozen` are not trainable.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        with elsewhere() as folder:
            path = os.path.join(folder, program["name"])
            frozen = program["frozen"]
            with new_graph(tf), tf.Session() as session:
                for name, value in program["saved"].items():
                    tf.Variable(np.asarray(value), name=name, trainable=name not in frozen)
                session.run(tf.global_variables_initializer())
                tf.train.Saver().save(session, path)
            with new_graph(tf), new_session(tf) as session:
                model = [
                    tf.Variable(np.asarray(value), name=name, trainable=name not in frozen)
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
        with new_graph(tf), elsewhere() as folder, watched(tf):
            path = os.path.join(folder, "out.tfrecord")
            value = attempt_in(folder, function, path, copy.deepcopy(things))
            results.append({"value": value, "files": files_in(folder)})
    return results


# ------------------------------------------------------------------------------------- going on


@probe("savers/resume")
@bounded
def resume(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(session, step, x, batches, folder)` repeatedly, with one folder per program.

    Each call has a new graph of the same model, a fresh session and another working directory, like
    a program that is started again. A program's `cuts` says for each call at which of its batches the
    power fails, or None; what the call writes after that is lost. Returns, for each call, how many
    batches reached the model, and what the session held at its end.
    """
    function = needs_function(answers[0])
    results = []
    for program in inputs["programs"]:
        batches = np.asarray(program["batches"], np.float32)
        with elsewhere() as folder:
            calls = []
            for cut in program["cuts"]:
                with elsewhere(), new_graph(tf), new_session(tf) as session:
                    meter = Meter(cut, folder)
                    x, step = _momentum_model(tf, program, meter)
                    with watched(tf):
                        arguments = session, step, x, list(batches.copy()), folder
                        value = attempt_in(folder, function, *arguments)
                    meter.undo_later_writing()
                    after = all_values(session, tf.global_variables())
                    calls.append({"value": value, "batches": meter.calls, "after": after})
            results.append({"calls": calls})
    return results


def _momentum_model(tf: Any, program: dict[str, Any], meter: Meter) -> tuple[Any, Any]:
    """A placeholder, and a step towards what it is fed, which counts the steps."""
    initial = np.asarray(program["theta"], np.float32)
    x = tf.placeholder(tf.float32, [len(initial)], name="x")
    seen = tf.py_func(meter, [x], tf.float32)
    seen.set_shape([len(initial)])
    theta = tf.Variable(initial, name="theta")
    optimizer = tf.train.MomentumOptimizer(program["rate"], program["momentum"])
    # The gradient of half the squared distance: to differentiate it in each graph would take longer.
    counter = tf.train.get_or_create_global_step()
    step = optimizer.apply_gradients([(theta - seen, theta)], global_step=counter)
    return x, step
