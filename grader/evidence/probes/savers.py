"""Probes of chapter 07: programs that write files, and programs that find some.

Every program has a graph and a folder of its own; both are gone afterwards. What a function did
shows in the files that it wrote and in what the sessions hold.
"""

from __future__ import annotations

import contextlib
import copy
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.files import attempt_in, elsewhere, files_in
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.sessions import put, values_of
from grader.evidence.probes.table import probe
from grader.evidence.probes.watching import new_graph, watched

# The graph is kept beside every checkpoint, and the last one's path in `checkpoint`: the judge
# reads the tensors alone.
NOT_NEEDED = (".meta", "checkpoint")

Reports = Callable[[Any, Callable[..., Any], Any, str], Iterator[dict[str, Any]]]


def in_folders(name: str, key: str = "programs") -> Callable[[Reports], Reports]:
    """Registers a probe that yields reports of each of inputs[key], in a new graph and a folder (see
    `elsewhere`): it is given `tf`, a function that calls the answer, the program and the folder.
    """

    def register(reports: Reports) -> Reports:
        @probe(name)
        @bounded
        def all_reports(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
            function = needs_function(answers[0])
            found: list[dict[str, Any]] = []
            for program in inputs[key]:
                with new_graph(tf), elsewhere() as folder:

                    def call(*arguments: Any, folder: str = folder) -> Any:
                        with watched(tf):
                            return attempt_in(folder, function, *arguments)

                    found += reports(tf, call, program, folder)
            return found

        return reports

    return register


def _variables(tf: Any, values: dict[str, Any], frozen: list[str]) -> dict[str, Any]:
    """Variables with these initial values, by name; the `frozen` ones are not trainable."""
    return {
        name: tf.Variable(value, name=name, trainable=name not in frozen)
        for name, value in values.items()
    }


class PowerCut(Exception):
    """What interrupts the training in `resume`."""


@dataclass
class Meter:
    """Counts the steps that a model takes; at step number `cut`, from 0, the power fails."""

    cut: int | None = None
    folder: str = ""
    calls: int = 0

    def __call__(self, value: Any) -> Any:
        self.calls += 1
        if self.calls - 1 == self.cut:
            with contextlib.suppress(OSError):  # only an answer that wants to harm can cause one
                shutil.copytree(self.folder, self.folder + " left", symlinks=True)
            raise PowerCut("the power failed in the middle of a batch")
        return value

    def undo_later_writing(self) -> None:
        """What was done with the folder after the power failed, by a `finally` for example, is undone."""
        if os.path.isdir(self.folder + " left"):
            shutil.rmtree(self.folder, ignore_errors=True)
            os.rename(self.folder + " left", self.folder)


@in_folders("savers/train-and-save")
def train_and_save(tf: Any, call: Any, program: Any, folder: str) -> Iterator[dict[str, Any]]:
    """Calls `answer(session, step, epochs, every, path)` for each [epochs, every] in a program's `calls`.

    The variables do not hold their initial values at the start. Gives the files in the path's folder,
    and how many steps were run.
    """
    meter, session = Meter(), tf.Session()
    theta = tf.Variable(np.float32(program["initial"]), name="theta")
    taken = tf.Variable(0, name="taken", trainable=False)
    factor = tf.py_func(meter, [np.float32(program["factor"])], tf.float32)
    change = tf.assign(theta, theta * factor + program["push"])
    step = tf.group(change, tf.assign_add(taken, 1), name="step")
    put(session, {theta: program["theta"], taken: 100})
    path = os.path.join(folder, program["name"])
    values = [call(session, step, epochs, every, path) for epochs, every in program["calls"]]
    value = next((one for one in values if isinstance(one, Raised)), values[-1])
    yield {"value": value, "files": files_in(folder, NOT_NEEDED), "steps": meter.calls}


@in_folders("savers/hand-over")
def hand_over(tf: Any, call: Any, program: Any, folder: str) -> Iterator[dict[str, Any]]:
    """Calls `answer(trained, fresh, source, target, path)` with two sessions of one graph.

    Gives the files, and what the fresh session holds; a program's `fresh` says what it holds at first.
    """
    trained, fresh = tf.Session(), tf.Session()
    zeros = {name: np.zeros_like(value) for name, value in program["variables"].items()}
    variables = _variables(tf, zeros, [])
    put(trained, {variables[name]: value for name, value in program["variables"].items()})
    put(fresh, {variables[name]: value for name, value in program["fresh"].items()})
    both = variables[program["source"]], variables[program["target"]]
    value = call(trained, fresh, *both, os.path.join(folder, program["name"]))
    after = values_of(fresh, [*variables.values()])
    yield {"value": value, "files": files_in(folder, NOT_NEEDED), "fresh": after}


# ------------------------------------------------------------------------------------- restoring


@in_folders("savers/start")
def start(tf: Any, call: Any, program: Any, folder: str) -> Iterator[dict[str, Any]]:
    """Calls `answer(session, saver, folder)` twice, each time with a fresh session; gives what it holds then.

    A program's `saved` lists [step, theta, taken] of the checkpoints in the folder, the oldest first, all
    with its `name`; its `nearby` lists others, in the working directory. Its `notes` are the names
    of text files in the folder.
    """
    theta = tf.Variable(np.float32(program["initial"]), name="theta")
    taken = tf.Variable(7, name="taken", trainable=False)
    earlier, session = tf.train.Saver(max_to_keep=10, name="earlier"), tf.Session()
    places = [(folder, one) for one in program["saved"]]
    for place, (step, *values) in places + [(os.getcwd(), one) for one in program["nearby"]]:
        for file in Path(place).iterdir():  # an hour older: an answer may ask which of two is newer
            os.utime(file, (then := file.stat().st_mtime - 3600, then))
        put(session, dict(zip([theta, taken], values, strict=True)))
        earlier.save(session, os.path.join(place, program["name"]), step, write_meta_graph=False)
    for note in program["notes"]:
        Path(folder, note).write_text("There is no checkpoint here.\n", encoding="utf-8")
    saver = tf.train.Saver()
    for _again in range(2):
        session = tf.Session()
        value = call(session, saver, folder)
        yield {"value": value, "after": values_of(session, [theta, taken])}


def _linear(tf: Any, rows: Any, variables: dict[str, Any]) -> Any:
    return tf.matmul(rows, variables["theta"]) + variables["bias"]


def _two_layers(tf: Any, rows: Any, variables: dict[str, Any]) -> Any:
    hidden = tf.nn.relu(tf.matmul(rows, variables["first"]) + variables["shift"])
    return tf.matmul(hidden, variables["second"])


MODELS: dict[str, Callable[[Any, Any, dict[str, Any]], Any]] = {
    "linear": _linear,
    "two layers": _two_layers,
}


@in_folders("savers/forecast")
def forecast(tf: Any, call: Any, program: Any, folder: str) -> Iterator[dict[str, Any]]:
    """Calls `answer(path, rows)` where a model was saved by code that the function does not see.

    A program's `variables` maps names to [initial value, saved values]; those named in `frozen` are not
    trainable. For each of the saved values, the model is saved again, with the same path, and the function
    is called, in one default graph. A program's `others` are the names of checkpoints in the same folder with
    other values, one saved before it and one after. If the program is `crowded`, the default graph has nodes
    with the names of the model's.
    """
    initial = {name: values[0] for name, values in program["variables"].items()}
    with tf.Graph().as_default():
        rows = tf.placeholder(tf.float32, [None, program["rows"].shape[1]], name="rows")
        variables = _variables(tf, initial, program["frozen"])
        tf.identity(MODELS[program["model"]](tf, rows, variables), name="prediction")
        saver, session = tf.train.Saver(), tf.Session()
    if program["crowded"]:
        tf.identity(tf.placeholder(tf.float32, rows.shape, "rows"), "prediction")
    path, *others = [os.path.join(folder, name) for name in (program["name"], *program["others"])]
    sets = list(zip(*(saved for _, saved in program["variables"].values()), strict=True))
    for number, values in enumerate(sets):
        for one in (*others[:1], path, *others[1:]):
            held = values if one == path else sets[number - 1]
            put(session, dict(zip(variables.values(), held, strict=True)))
            saver.save(session, one)
        yield {"value": call(path, program["rows"].copy())}


@in_folders("savers/warm-start")
def warm_start(tf: Any, call: Any, program: Any, folder: str) -> Iterator[dict[str, Any]]:
    """Calls `answer(session, path)` in a graph that is not the one that was saved.

    A program's `saved` and `model` map names to the values in the checkpoint and the initial values;
    the variables named in `frozen` are not trainable.
    """
    path = os.path.join(folder, program["name"])
    with tf.Graph().as_default(), tf.Session() as session:
        _variables(tf, program["saved"], program["frozen"])
        session.run(tf.global_variables_initializer())
        tf.train.Saver().save(session, path)
    model = [*_variables(tf, program["model"], program["frozen"]).values()]
    for _again in range(2):
        session = tf.Session()
        value = call(session, path)
        yield {"value": value, "after": values_of(session, model)}


# ------------------------------------------------------------------------------------- records


@in_folders("savers/write-file", "calls")
def write_file(tf: Any, call: Any, things: Any, folder: str) -> Iterator[dict[str, Any]]:
    """Calls `answer(path, things)` twice with the same things; gives the files it wrote."""
    things = copy.deepcopy(things)
    for _again in range(2):
        value = call(os.path.join(folder, "out.tfrecord"), things)
        yield {"value": value, "files": files_in(folder)}
        shutil.rmtree(folder)
        os.mkdir(folder)


# ------------------------------------------------------------------------------------- going on


@in_folders("savers/resume")
def resume(tf: Any, call: Any, program: Any, folder: str) -> Iterator[dict[str, Any]]:
    """Calls `answer(session, step, x, batches, folder)` repeatedly, with one folder per program.

    Each call has a new graph of the same model, a fresh session and another working directory, like
    a program that is started again. A program's `cuts` says for each call at which of its batches the
    power fails, or None; what the call writes after that is lost. Gives, for each call, how many
    batches reached the model, and what the session held at its end.
    """
    initial = np.float32(program["theta"])
    for cut in program["cuts"]:
        with elsewhere(), new_graph(tf):
            meter, session = Meter(cut, folder), tf.Session()
            x = tf.placeholder(tf.float32, initial.shape, name="x")
            seen = tf.py_func(meter, [x], tf.float32)
            seen.set_shape(initial.shape)
            theta = tf.Variable(initial, name="theta")
            optimizer = tf.train.MomentumOptimizer(program["rate"], program["momentum"])
            # The gradient of half the squared distance: to differentiate it in each graph would take longer.
            gradients = [(theta - seen, theta)]
            step = optimizer.apply_gradients(gradients, tf.train.get_or_create_global_step())
            value = call(
                session, step, x, list(np.asarray(program["batches"], np.float32).copy()), folder
            )
            meter.undo_later_writing()
            after = values_of(session, tf.global_variables())
            yield {"value": value, "batches": meter.calls, "after": after}
