"""The chapter's project: one round of federated averaging."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.training.best_theta.exercise import readable, table
from grader.judging import Case, WrongAnswer, describe, reports
from grader.languages import _


def _program(
    rng: np.random.Generator, rows: list[int], steps: int, rounds: int, columns: int, digits: int
) -> dict[str, Any]:
    """Clients with tables of these numbers of rows, whose sessions all hold another theta."""
    return {
        "theta": rng.uniform(-1, 1, (columns, 1)).round(1).astype(np.float32),
        "learning_rate": float(rng.integers(3, 7)) / 100,
        "n_steps": steps,
        "rounds": rounds,
        "clients": [
            dict(
                zip("Xy", table(rng, count, columns, digits), strict=True),
                theta=rng.uniform(3, 5, (columns, 1)).round(1).astype(np.float32),
            )
            for count in rows
        ],
    }


def _draw(rng: np.random.Generator) -> Challenge:
    """First two clients with few rows, then five: two of one size, the others of very different ones.

    There are more of them than in the notebook, which has four.
    """
    few = rng.permutation([2, 4]).tolist()
    many = rng.permutation([4, 7, 11, 11, 26]).tolist()
    longer = _program(rng, many, int(rng.integers(3, 6)), 2, 3, 9)
    return Challenge(
        "training/federated-round", {"programs": [_program(rng, few, 1, 1, 2, 1), longer]}
    )


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, len(challenge.inputs["programs"]), "values", "kept", "moved")
    first, longer = found[0]["values"][0], found[-1]["values"]
    if isinstance(first, np.ndarray) and first.ndim == 1:
        # The second round would fail with it, and say less.
        text = _("expected an array of shape {shape}, but federated_round returns {found}")
        shape = challenge.inputs["programs"][0]["theta"].shape
        raise WrongAnswer(text.format(shape=shape, found=describe(first)))
    # In a second round, a session whose theta was not sent may end where it ended before.
    return [
        first,
        longer[0],
        longer[1:],
        [[one["kept"], np.any(one["moved"], axis=0).tolist()] for one in found],
    ]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    tables = [
        tuple(readable(client[name]) for name in ("X", "y", "theta"))
        for client in program["clients"]
    ]
    return f"""
import types
with tf.Graph().as_default():
    model = types.SimpleNamespace(theta=tf.Variable(tf.zeros([2, 1])))
    model.X, model.y = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.float32, [None, 1])
    model.new_theta = tf.placeholder(tf.float32, [2, 1])
    model.set_theta = tf.assign(model.theta, model.new_theta)
    model.mse = tf.reduce_mean(tf.square(tf.matmul(model.X, model.theta) - model.y))
    model.step = tf.train.GradientDescentOptimizer({program["learning_rate"]}).minimize(model.mse)
    clients = []
    for *table, start in {tables}:
        client = types.SimpleNamespace(session=tf.Session(), rows=len(table[0]))
        client.feeds = dict(zip([model.X, model.y], table))
        client.session.run(model.set_theta, {{model.new_theta: start}})
        clients.append(client)
    value = federated_round(model, clients, np.array({readable(program["theta"])}), 1)
value
"""


FEDERATED_ROUND = exercise(
    id="training/federated-round",
    title="A round of federated averaging",
    answers=("federated_round",),
    cases=(
        Case.shown(
            "the new theta of two clients after one step each",
            2,
            advice="Each client, in its own session, starts from the `theta` you are given and takes "
            "`n_steps` steps with its own feeds. The new theta is the mean of the results, weighted "
            "by `rows`: the weights add up to 1. Set theta in a run of its own: nothing makes a step in the "
            "same run wait for it.",
        ),
        Case(
            "five clients with several steps each",
            1,
            gate=True,
            advice="Your result is right for two clients with one step each, but not for five with "
            "several. Every client gets the common theta once, and takes `n_steps` steps from there.",
        ),
        Case(
            "their second round, which starts from the result of the first",
            1,
            advice="The first round is right, but the second is not. Start from the `theta` that "
            "this round is given, and leave `clients` unchanged.",
        ),
        Case(
            "each client works in its own session, and the theta you are given stays unchanged",
            1,
            advice="Run each client's steps in `client.session`: its houses should not go anywhere else. If "
            "you write into the array `theta`, make a new one instead, for instance with "
            "`np.zeros_like(theta)`: the caller may still need the old one.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("programs",),
    hints=(
        "First deal with each client: send theta, take the steps, read theta. Then take the average.",
        "To send theta, run `model.set_theta` and feed `model.new_theta`; to take a step, feed the "
        "client's own data. All of this happens in the client's session.",
        "Collect the thetas in a list. `np.average` accepts `weights`, and with `axis=0` it "
        "averages entry by entry.",
    ),
    paste=_paste,
)
