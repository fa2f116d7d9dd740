"""Calls `train_and_save(session, step, epochs, every, path)`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.files import files_in
from grader.evidence.probes.savers import NOT_NEEDED, called_in_folder
from grader.evidence.probes.sessions import put


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the files in the path's folder, and how many steps were run, after calls for all of `calls`.

    A call is [epochs, every]. The variables do not hold their initial values at the start.
    """
    with called_in_folder(tf, answer) as (call, folder):
        steps: list[Any] = []

        def step_taken(value: Any) -> Any:
            steps.append(value)
            return value

        session = tf.Session()
        theta = tf.Variable(np.float32(program["initial"]), name="theta")
        taken = tf.Variable(0, name="taken", trainable=False)
        factor = tf.py_func(step_taken, [np.float32(program["factor"])], tf.float32)
        change = tf.assign(theta, theta * factor + program["push"])
        step = tf.group(change, tf.assign_add(taken, 1), name="step")
        put(session, {theta: program["theta"], taken: 100})
        path = os.path.join(folder, program["name"])
        values = [call(session, step, epochs, every, path) for epochs, every in program["calls"]]
        value = next((one for one in values if isinstance(one, Raised)), values[-1])
        yield {"value": value, "files": files_in(folder, NOT_NEEDED), "steps": len(steps)}
