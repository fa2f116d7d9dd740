"""The chapter's project: one round of federated averaging."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.training.fitting import table
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _

COLUMNS = 3


def _program(rng: np.random.Generator, clients: int, steps: int, rounds: int) -> dict[str, Any]:
    """Clients with tables of very different sizes, whose sessions all hold another theta."""
    rows = rng.choice([4, 7, 11, 17, 26], clients, replace=False)
    return {
        "theta": rng.uniform(-1, 1, (COLUMNS, 1)).astype(np.float32),
        "learning_rate": float(rng.integers(3, 7)) / 100,
        "n_steps": steps,
        "rounds": rounds,
        "clients": [
            dict(
                zip("Xy", table(rng, int(count), COLUMNS), strict=True),
                theta=rng.uniform(3, 5, (COLUMNS, 1)).astype(np.float32),
            )
            for count in rows
        ],
    }


def _draw(rng: np.random.Generator) -> Challenge:
    steps = int(rng.integers(3, 6))
    programs = [_program(rng, 2, 1, 1), _program(rng, 3, steps, 2)]
    return Challenge("training/federated", {"programs": programs})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if not isinstance(result, list) or len(result) != 2 or not all(map(_is_rounds, result)):
        raise WrongAnswer(_("the evidence of your answer is not what this exercise collects"))
    shown, longer = result
    return [shown[0], longer[0], longer[1:]]


def _is_rounds(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0


def _shares(rows: list[int]) -> list[float]:
    return [count / sum(rows) for count in rows]


def _round(
    *,
    weighs: Callable[[list[int]], list[float]] = _shares,
    sends: str = "theta",
    returns: str = "theta",
    steps_of: Callable[[int], int] = lambda steps: steps,
) -> Callable[[], Callable[..., Any]]:
    """One round; the keywords say how it goes wrong.

    weighs: the clients' weights from their numbers of rows. sends: what a client starts from: the
    common "theta", its own ("nothing"), or the result of the client "before". returns: the new
    "theta", or the "change". steps_of: how many steps a client takes of those asked for.
    """

    def federated_round(model: Any, clients: list[Any], theta: Any, n_steps: int) -> Any:
        results, start = [], theta
        for client in clients:
            if sends != "nothing":
                client.session.run(model.set_theta, {model.new_theta: start})
            for _step in range(steps_of(n_steps)):
                client.session.run(model.step, client.feeds)
            results.append(client.session.run(model.theta))
            if sends == "before":
                start = results[-1]
        if sends == "before":
            return results[-1]
        weights = weighs([client.rows for client in clients])
        average = np.sum([w * each for w, each in zip(weights, results, strict=True)], axis=0)
        return average - theta if returns == "change" else average

    return lambda: federated_round


FEDERATED_ROUND = Exercise(
    id="training/federated-round",
    title="A round of federated averaging",
    answers=("federated_round",),
    cases=(
        Case("the new theta of two clients after one step each", 2, True, gate=True),
        Case("three clients with several steps each", 2),
        Case("their second round, which starts from the result of the first", 1),
    ),
    draw=_draw,
    observe=_observe,
    reference=_round(),
    misconceptions=(
        Misconception(
            "every-client-the-same",
            _round(weighs=lambda rows: [1 / len(rows)] * len(rows)),
            "all clients weigh the same in your average. A client with more houses knows more: its "
            "weight is its share of all rows.",
        ),
        Misconception(
            "sums-without-dividing",
            _round(weighs=lambda rows: [float(count) for count in rows]),
            "your sum of rows * theta is not divided by the number of all rows.",
        ),
        Misconception(
            "nobody-sends-theta",
            _round(sends="nothing"),
            "your clients start from the theta that their session happens to hold. Send them the common "
            "one first: run `model.set_theta`, fed through `model.new_theta`.",
        ),
        Misconception(
            "one-after-the-other",
            _round(sends="before"),
            "your second client starts where the first one ended. All clients start from the same "
            "theta, and their results are averaged at the end.",
        ),
        Misconception(
            "returns-the-change",
            _round(returns="change"),
            "your function returns how far theta moved. Add it to the theta of before.",
        ),
        Misconception(
            "one-step-only",
            _round(steps_of=lambda steps: 1),
            "your clients take one step each. They should take `n_steps`.",
        ),
    ),
    hints=(
        "Each client for itself first: send theta, take the steps, read theta. Then the average.",
        "client.session.run(model.set_theta, {model.new_theta: theta}); n_steps times "
        "client.session.run(model.step, client.feeds); client.session.run(model.theta).",
        "rows = [client.rows for client in clients]; return np.average(thetas, axis=0, weights=rows), "
        "where thetas is the list of what the clients' sessions hold.",
    ),
)
