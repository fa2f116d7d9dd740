"""Calls `stop_early(session, model, fetch_batch, m, batch_size, judged, patience)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.sessions import put
from grader.evidence.probes.table import attempt
from grader.evidence.probes.training import bounded_runs, make_model
from grader.evidence.probes.watching import watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """A program says how often the function is called, in one session.

    Returns the function's values, and theta and the number of steps as the session holds them at the end.
    """
    theta = np.asarray(program["theta"], np.float32)
    model = make_model(tf, np.zeros_like(theta), program["learning_rate"], counts=True)
    judged = {
        getattr(model, name): np.asarray(values, np.float32)
        for name, values in program["judged"].items()
    }
    rest = (len(program["learned"]["y"]), program["batch_size"], judged, program["patience"])
    fetch_batch = _fetching(program)
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    put(session, {model.theta: theta})
    # An answer may put others in the place of those that it gets.
    held = {name: getattr(model, name) for name in ("theta", "taken")}
    with watched(tf), bounded_runs(tf):
        values = [
            attempt(answer, session, model, fetch_batch, *rest) for _call in range(program["calls"])
        ]
    after = {name: attempt(session.run, tensor) for name, tensor in held.items()}
    session.close()
    return {"values": values, **after}


def _fetching(program: Mapping[str, Any]) -> Callable[..., Any]:
    """The chapter's `fetch_batch` for a program's data; the orders of the rows are the challenge's."""
    X, y = (np.asarray(program["learned"][name], np.float32) for name in ("X", "y"))
    orders = program["orders"]

    def fetch_batch(epoch: int, batch_index: int, batch_size: int) -> tuple[Any, Any]:
        order = np.asarray(orders[epoch % len(orders)])
        rows = order[batch_index * batch_size : (batch_index + 1) * batch_size]
        return X[rows], y[rows]

    return fetch_batch
