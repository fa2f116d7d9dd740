"""The exercise on two optimizers: how many steps each needs to a given loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import reports
from grader.judging import Case, Exercise, Misconception

MOMENTUM = 0.9
OPTIMIZERS: Any = tf.train
OTHER_MOMENTUM = 0.5  # of a student who did not read on; its number of steps is told apart, too
MAX_STEPS = 60


def _losses(program: dict[str, Any], momentum: float) -> np.ndarray:
    """The loss before the first step, after it, after the second ... in float64."""
    place, bottom, slopes = (
        np.asarray(program[name], float) for name in ("start", "bottom", "slopes")
    )
    speed, losses = np.zeros_like(place), []
    for _ in range(MAX_STEPS):
        losses.append(float(np.sum(slopes * (place - bottom) ** 2)))
        speed = momentum * speed + 2 * slopes * (place - bottom)
        place = place - program["learning_rate"] * speed
    return np.asarray(losses)


def _steps(losses: np.ndarray, target: float) -> int | None:
    """The first step after which the loss is below the target, if it is far from a near miss."""
    below = np.flatnonzero(losses <= target)
    if not below.size:
        return None
    count = int(below[0])
    gap = np.abs(losses[: count + 2] / target - 1).min()
    return count if gap > 0.01 else None


def _program(rng: np.random.Generator, size: int) -> dict[str, Any]:
    """A bowl which momentum and plain descent leave after numbers of steps that are told apart."""
    while True:
        bottom = np.round(rng.uniform(-3, 3, size), 1)
        program = {
            "start": (bottom + rng.uniform(2, 5, size) * rng.choice([-1, 1], size))
            .round(1)
            .tolist(),
            "bottom": bottom.tolist(),
            "slopes": np.round(rng.uniform(0.5, 4, size), 1).tolist(),
            "learning_rate": float(rng.integers(15, 40)) / 1000,
        }
        plain, heavy = _losses(program, 0.0), _losses(program, MOMENTUM)
        program["target"] = float(np.round(plain[0] * rng.uniform(0.02, 0.2), 3))
        found = [_steps(losses, program["target"]) for losses in (plain, heavy)]
        if None in found:
            continue
        first, second = (number or 0 for number in found)
        other = np.flatnonzero(_losses(program, OTHER_MOMENTUM) <= program["target"])
        if other.size and other[0] == second:
            continue
        if first >= 8 and second >= 4 and abs(first - second) >= 3:
            return program


def _draw(rng: np.random.Generator) -> Challenge:
    arrived = _program(rng, 2)
    arrived["target"] = float(np.round(_losses(arrived, 0.0)[0] * 1.5, 3))
    return Challenge("training/race", {"programs": [_program(rng, 3), arrived]})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    return [report["value"] for report in reports(evidence, 2, "value")]


def _race(
    *,
    momentum: float = MOMENTUM,
    starts_again: bool = True,
    late: int = 0,
    at_least_one: bool = False,
    turned: bool = False,
    early: bool = False,
) -> Callable[[], Callable[..., Any]]:
    """The keywords say how it goes wrong: see the misconceptions."""

    def count(session: Any, step: Any, loss: Any, target: float) -> int:
        steps = 0
        while steps < MAX_STEPS and ((at_least_one and steps == 0) or session.run(loss) > target):
            session.run(step)
            steps += 1
        return steps + late

    def race(loss: Any, learning_rate: float, target: float) -> list[int]:
        initialize = tf.global_variables_initializer()
        makers = [
            OPTIMIZERS.GradientDescentOptimizer(learning_rate),
            OPTIMIZERS.MomentumOptimizer(learning_rate, momentum),
        ]
        steps = [maker.minimize(loss) for maker in makers]
        if not early:
            initialize = tf.global_variables_initializer()
        counts = []
        with tf.Session() as session:
            session.run(initialize)
            for step in steps:
                if starts_again:
                    session.run(initialize)
                counts.append(count(session, step, loss, target))
        return counts[::-1] if turned else counts

    return lambda: race


RACE = Exercise(
    id="training/race",
    title="How many steps to the target?",
    answers=("race",),
    cases=(
        Case("both optimizers on a new loss, with a new target", 3, True, gate=True),
        Case(
            "a loss that is below its target before the first step",
            1,
            advice="Look at the loss before the first step, too: where it is below the target already, no "
            "step is needed, and the number is 0.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_race(),
    misconceptions=(
        Misconception(
            "goes-on-where-the-first-ended",
            _race(starts_again=False),
            "your second optimizer goes on where the first one has ended, so it has nothing left to "
            "do. Run the initializer again, or open a new session, before it starts.",
        ),
        Misconception(
            "one-step-too-many",
            _race(late=1),
            "your numbers are too large by one. A loss that is fetched together with the step is the loss "
            "before the step: look at the loss in a run of its own.",
        ),
        Misconception(
            "always-takes-a-step",
            _race(at_least_one=True),
            "you always take a step before you look. Where the loss is below the target already, the "
            "number is 0.",
        ),
        Misconception(
            "no-momentum",
            _race(momentum=0.0),
            "both of your numbers are those of plain gradient descent. Give the second optimizer its "
            "momentum: `tf.train.MomentumOptimizer(learning_rate, 0.9)`.",
        ),
        Misconception(
            "turned-around",
            _race(turned=True),
            "your two numbers have changed places: gradient descent first, then momentum.",
        ),
        Misconception(
            "initialises-too-early",
            _race(early=True),
            "`minimize` makes variables of its own for the momentum, and your initializer was "
            "made before them, so it does not know them. Make it after all optimizers.",
        ),
    ),
    hints=(
        "Write a small function first that counts the steps of one training operation in one session.",
        "Make both training operations, then tf.global_variables_initializer(): the momentum has "
        "variables, too. Run the initializer before each of the two counts.",
        "steps = 0; while session.run(loss) > target: session.run(step); steps += 1.",
    ),
)
