"""The chapter's project: one round of federated averaging."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import reports
from grader.exercises.training.fitting import readable, table
from grader.judging import Case, Exercise, Misconception, WrongAnswer, describe
from grader.languages import _


def _program(
    rng: np.random.Generator,
    rows: Sequence[int],
    steps: int,
    rounds: int,
    columns: int,
    digits: int,
) -> dict[str, Any]:
    """Clients with tables of these numbers of rows, whose sessions all hold another theta."""
    return {
        "theta": rng.uniform(-1, 1, (columns, 1)).round(1).astype(np.float32),
        "learning_rate": float(rng.integers(3, 7)) / 100,
        "n_steps": steps,
        "rounds": rounds,
        "clients": [
            dict(
                zip("Xy", table(rng, int(count), columns, digits), strict=True),
                theta=rng.uniform(3, 5, (columns, 1)).round(1).astype(np.float32),
            )
            for count in rows
        ],
    }


def _draw(rng: np.random.Generator) -> Challenge:
    """First two clients with few rows, then five whose tables are of very different sizes.

    There are more of them than in the notebook, which has four.
    """
    few = rng.permutation([2, 4]).tolist()
    many = rng.permutation([4, 7, 11, 17, 26]).tolist()
    programs = [
        _program(rng, few, 1, 1, 2, 1),
        _program(rng, many, int(rng.integers(3, 6)), 2, 3, 9),
    ]
    return Challenge("training/federated", {"programs": programs})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, len(challenge.inputs["programs"]), "values", "kept", "moved")
    shown, longer = found[0], found[1:]
    first = shown["values"][0]
    if isinstance(first, np.ndarray) and first.ndim == 1:
        # The second round would fail with it, and say less.
        raise WrongAnswer(
            _("expected an array of shape {shape}, but federated_round returns {found}").format(
                shape=challenge.inputs["programs"][0]["theta"].shape, found=describe(first)
            )
        )
    # In a second round, a session whose theta was not sent may end where it ended before.
    return [
        shown["values"][0],
        longer[0]["values"][0] if longer else None,
        [value for one in longer for value in one["values"][1:]],
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


def _shares(rows: list[int]) -> list[float]:
    return [count / sum(rows) for count in rows]


def _round(
    *,
    weighs: Callable[[list[int]], list[float]] = _shares,
    sends: str = "theta",
    returns: str = "theta",
    steps_of: Callable[[int], int] = lambda steps: steps,
    in_place: bool = False,
    together: bool = False,
) -> Callable[[], Callable[..., Any]]:
    """One round; the keywords say how it goes wrong.

    weighs: the clients' weights from their numbers of rows. sends: what a client starts from: the
    common "theta", its own ("nothing"), the variable's "initial value", or the result of the client
    "before", which is then averaged ("before, averaged"). returns: the new "theta", or the "change".
    steps_of: how many steps a client takes of those asked for. in_place: whether the new theta is written
    into the array of the old one. together: whether all clients work in the first one's session.
    """

    def federated_round(model: Any, clients: list[Any], theta: Any, n_steps: int) -> Any:
        results, start = [], theta
        for client in clients:
            session = (clients[0] if together else client).session
            if sends == "initial value":
                session.run(model.theta.initializer)
            elif sends != "nothing":
                session.run(model.set_theta, {model.new_theta: start})
            for _step in range(steps_of(n_steps)):
                session.run(model.step, client.feeds)
            results.append(session.run(model.theta))
            if sends.startswith("before"):
                start = results[-1]
        if sends == "before":
            return results[-1]
        weights = weighs([client.rows for client in clients])
        average = np.sum([w * each for w, each in zip(weights, results, strict=True)], axis=0)
        if in_place:
            theta[...] = average
        return average - theta if returns == "change" else average

    return lambda: federated_round


def _adds_moves(
    *,
    weighs: Callable[[list[int]], list[float]] = _shares,
    sends_the_sum: bool = False,
    in_place: bool = False,
) -> Callable[[], Callable[..., Any]]:
    """One round that adds up how far the clients moved.

    sends_the_sum: to the next client, too. in_place: whether the sum is the array of the old theta.
    """

    def federated_round(model: Any, clients: list[Any], theta: Any, n_steps: int) -> Any:
        common = theta
        weights = weighs([client.rows for client in clients])
        for client, weight in zip(clients, weights, strict=True):
            start = common if sends_the_sum else theta
            client.session.run(model.set_theta, {model.new_theta: start})
            for _step in range(n_steps):
                client.session.run(model.step, client.feeds)
            move = weight * (client.session.run(model.theta) - start)
            common = np.add(common, move, out=theta if in_place else None)
        return common

    return lambda: federated_round


FEDERATED_ROUND = Exercise(
    id="training/federated-round",
    title="A round of federated averaging",
    answers=("federated_round",),
    cases=(
        Case(
            "the new theta of two clients after one step each",
            2,
            True,
            gate=True,
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
    reference=_round(),
    misconceptions=(
        Misconception(
            "every-client-the-same",
            _round(weighs=lambda rows: [1 / len(rows)] * len(rows)),
            "all clients have the same weight in your average. A client with more houses knows more: its "
            "weight is its share of all rows.",
        ),
        Misconception(
            "sums-without-dividing",
            _round(weighs=lambda rows: [float(count) for count in rows]),
            "you don't divide your sum of rows * theta by the total number of rows.",
        ),
        Misconception(
            "divides-by-all-houses",
            _round(weighs=lambda rows: [count / 21613 for count in rows]),
            "you divide by the `m` of the notebook, 21,613 houses. Divide by the number of rows that these "
            "clients have together.",
        ),
        Misconception(
            "shares-of-all-houses",
            _adds_moves(weighs=lambda rows: [count / 21613 for count in rows]),
            "you divide by the `m` of the notebook, 21,613 houses, so theta hardly moves. Divide by the "
            "number of rows that these clients have together.",
        ),
        Misconception(
            "sends-the-sum",
            _adds_moves(sends_the_sum=True),
            "your second client starts from a theta to which the first one's move has already been added. "
            "All clients should start from the theta you are given.",
        ),
        Misconception(
            "adds-into-theta",
            _adds_moves(sends_the_sum=True, in_place=True),
            "you add the moves to the array `theta` itself, as `+=` does. So your second client starts from "
            "a theta to which the first one's move has already been added. Add them to a copy.",
        ),
        Misconception(
            "nobody-sends-theta",
            _round(sends="nothing"),
            "your clients start from whatever theta their session happens to hold. Send them the common "
            "one first: run `model.set_theta` and feed `model.new_theta`.",
        ),
        Misconception(
            "sends-the-initial-value",
            _round(sends="initial value"),
            "your clients start from theta's initial value, as an initializer sets it. Send them the common "
            "one: run `model.set_theta` and feed `model.new_theta`.",
        ),
        Misconception(
            "one-after-the-other",
            _round(sends="before"),
            "your second client starts where the first one ended. All clients should start from the same "
            "theta; their results are averaged at the end.",
        ),
        Misconception(
            "one-after-the-other-averaged",
            _round(sends="before, averaged"),
            "your second client starts where the first one ended. All clients should start from the theta "
            "you are given. If you call a client's result `theta`, too, the one you are given is lost.",
        ),
        Misconception(
            "returns-the-change",
            _round(returns="change"),
            "your function returns how far theta moved. Add that to the theta you were given.",
        ),
        Misconception(
            "one-step-only",
            _round(steps_of=lambda steps: 1),
            "your clients end up where a single step would take them. They should take `n_steps` steps, "
            "and get the common theta only once, before the first step.",
        ),
        Misconception(
            "one-step-too-many",
            _round(steps_of=lambda steps: steps + 1),
            "each of your clients takes one step too many: `n_steps + 1` instead of `n_steps`.",
        ),
        Misconception(
            "one-step-too-few",
            _round(steps_of=lambda steps: steps - 1),
            "each of your clients takes one step too few: `n_steps - 1` instead of `n_steps`.",
        ),
        Misconception(
            "one-session-for-all",
            _round(together=True),
            "your result is right, but all clients work in the session of the first one, so their houses "
            "leave their owners. Run each client's steps in `client.session`.",
        ),
        Misconception(
            "overwrites-theta",
            _round(in_place=True),
            "your result is right, but your function writes it into the array `theta` it was given. "
            "Make a new array: the caller may still need the old one.",
        ),
    ),
    hints=(
        "First deal with each client: send theta, take the steps, read theta. Then take the average.",
        "To send theta, run `model.set_theta` and feed `model.new_theta`; to take a step, feed the "
        "client's own data. All of this happens in the client's session.",
        "Collect the thetas in a list. `np.average` accepts `weights`, and with `axis=0` it "
        "averages entry by entry.",
    ),
    paste=_paste,
)
