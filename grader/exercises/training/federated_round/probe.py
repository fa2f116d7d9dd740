"""Calls `federated_round(model, clients, theta, n_steps)`, `rounds` times, each from the last result."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.evidence.probes.table import attempt
from grader.evidence.probes.training import bounded_runs, make_model
from grader.evidence.probes.watching import watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """A program's clients have rows X and y, and the theta that their session holds before the first round.

    Returns what the function returned in each round ("values"), whether it left the given theta unchanged
    ("kept"), and whether each client's session ended with another theta ("moved").
    """
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
    # An answer may put others in the place of those that it gets.
    held, sessions = model.theta, [client.session for client in clients]
    for _ in range(program["rounds"]):
        before = theta.copy() if isinstance(theta, np.ndarray) else theta
        started = _thetas(held, sessions)
        with watched(tf), bounded_runs(tf):
            after = attempt(answer, model, given, theta, program["n_steps"])
        kept.append(not isinstance(theta, np.ndarray) or before.tobytes() == theta.tobytes())
        pairs = zip(started, _thetas(held, sessions), strict=True)
        moved.append([not np.array_equal(one, other) for one, other in pairs])
        values.append(after)
        # A result in the same array would change with it; the next round gets one of its own.
        theta = after.copy() if isinstance(after, np.ndarray) else after
    for session in sessions:
        session.close()
    return {"values": values, "kept": kept, "moved": moved}


def _thetas(theta: Any, sessions: list[Any]) -> list[Any]:
    """The theta that each session holds."""
    return [attempt(session.run, theta) for session in sessions]
