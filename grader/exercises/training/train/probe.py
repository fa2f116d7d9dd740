"""Calls `train(session, model, fetch_batch, m, n_epochs, batch_size)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.sessions import put
from grader.evidence.probes.table import attempt
from grader.evidence.probes.training import bounded_runs, make_model
from grader.evidence.probes.watching import watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """A program says how often the function is called, each time with the same arguments.

    Returns the function's value, and theta and the number of steps as the session holds them.
    """
    model = make_model(tf, program["initial"], program["learning_rate"], counts=True)
    sizes = (len(program["X"]), program["n_epochs"], program["batch_size"])
    fetch_batch = _fetching(program)
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    put(session, {model.theta: np.asarray(program["theta"], np.float32)})
    with watched(tf), bounded_runs(tf):
        for _call in range(program["calls"]):
            value = attempt(answer, session, model, fetch_batch, *sizes)
    after = {name: attempt(session.run, getattr(model, name)) for name in ("theta", "taken")}
    session.close()
    return {"value": value, **after}


def _fetching(program: Mapping[str, Any]) -> Callable[..., Any]:
    """The chapter's `fetch_batch` for a program's data; the orders of the rows are the challenge's."""
    X, y = (np.asarray(program[name], np.float32) for name in ("X", "y"))
    orders = program["orders"]

    def fetch_batch(epoch: int, batch_index: int, batch_size: int) -> tuple[Any, Any]:
        order = np.asarray(orders[epoch % len(orders)])
        rows = order[batch_index * batch_size : (batch_index + 1) * batch_size]
        return X[rows], y[rows]

    return fetch_batch
