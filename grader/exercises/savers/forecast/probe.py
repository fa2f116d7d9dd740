"""Calls `forecast(path, rows)` where a model was saved by code that the function does not see."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grader.evidence.probes.savers import called_in_folder, variables_of
from grader.evidence.probes.sessions import put


def _linear(tf: Any, rows: Any, variables: dict[str, Any]) -> Any:
    return tf.matmul(rows, variables["theta"]) + variables["bias"]


def _two_layers(tf: Any, rows: Any, variables: dict[str, Any]) -> Any:
    hidden = tf.nn.relu(tf.matmul(rows, variables["first"]) + variables["shift"])
    return tf.matmul(hidden, variables["second"])


MODELS: dict[str, Callable[[Any, Any, dict[str, Any]], Any]] = {
    "linear": _linear,
    "two layers": _two_layers,
}


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the value of each call.

    A program's `variables` maps names to [initial value, saved values]; those named in `frozen` are not
    trainable. For each of the saved values, the model is saved again, with the same path, and the function
    is called, in one default graph. A program's `others` are the names of checkpoints in the same folder with
    other values, one saved before it and one after. If the program is `crowded`, the default graph has nodes
    with the names of the model's.
    """
    with called_in_folder(tf, answer) as (call, folder):
        initial = {name: values[0] for name, values in program["variables"].items()}
        with tf.Graph().as_default():
            rows = tf.placeholder(tf.float32, [None, program["rows"].shape[1]], name="rows")
            variables = variables_of(tf, initial, program["frozen"])
            tf.identity(MODELS[program["model"]](tf, rows, variables), name="prediction")
            saver, session = tf.train.Saver(), tf.Session()
        if program["crowded"]:
            tf.identity(tf.placeholder(tf.float32, rows.shape, "rows"), "prediction")
        path, *others = [
            os.path.join(folder, name) for name in (program["name"], *program["others"])
        ]
        sets = list(zip(*(saved for _, saved in program["variables"].values()), strict=True))
        for number, values in enumerate(sets):
            for one in (*others[:1], path, *others[1:]):
                held = values if one == path else sets[number - 1]
                put(session, dict(zip(variables.values(), held, strict=True)))
                saver.save(session, one)
            yield {"value": call(path, program["rows"].copy())}
