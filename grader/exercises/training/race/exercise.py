"""The exercise on two optimizers: how many steps each needs to a given loss."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.training.errors import with_meaning
from grader.judging import Case, reports
from grader.languages import N_

MOMENTUM = 0.9
# (momentum, Nesterov's, forgetful): what students take in its place; their numbers of steps are told apart.
OTHER_RULES = ((0.5, False), (1.0, False), (0.9, True), (0.9, False, True))
# Every race takes fewer steps, as the text says; and the shown one more than a loop that stops too soon.
MAX_STEPS, MIN_STEPS = 60, 50
# Where momentum rises above the target again, it is below for good after this many steps. (Its peaks lose a
# tenth with each step: whatever is below the target for the rest of `MAX_STEPS` stays there.)
SETTLED = 40
# By so much a loss is above a target: far more than float32 rounds, less than what one would add.
NEAR_MISS = 0.0007

# A variable of the check's own, which its author has never seen: see `race` in the probes.
UNINITIALIZED = {
    "uninitialized value bottom": N_(
        "The loss needs the value of this variable, which is not trained. "
        "`tf.global_variables_initializer()` initializes all variables"
    ),
}


def _losses(
    program: dict[str, Any], momentum: float, nesterov: bool = False, forgetful: bool = False
) -> np.ndarray:
    """The loss before the first step, after it, after the second ... in float64.

    forgetful: the speed adds up slopes of now alone, as if those of earlier steps were fetched anew.
    """
    start, bottom, slopes = (
        np.array(program[name], float) for name in ("start", "bottom", "slopes")
    )
    away, speed, weight = start - bottom, np.zeros(len(start)), 0.0
    distances = []
    for _step in range(MAX_STEPS):
        distances.append(away)
        gradient = 2 * slopes * away
        weight = 1.0 + momentum * weight
        speed = gradient * weight if forgetful else gradient + momentum * speed
        step = gradient + momentum * speed if nesterov else speed
        away = away - program["learning_rate"] * step
    return np.sum(slopes * np.array(distances) ** 2, axis=1)


def _steps(losses: np.ndarray, target: float) -> int:
    """The number of steps after which the loss is at most the target; MAX_STEPS if it never is."""
    below = np.flatnonzero(losses <= target)
    return int(below[0]) if below.size else MAX_STEPS


def _clear(losses: np.ndarray, target: float, least: float = 0.01) -> bool:
    """Whether the target is reached, and no loss is as close to it as `least`."""
    return losses.min() <= target and np.abs(losses / target - 1).min() > least


def _bowl(rng: np.random.Generator, rate: float, size: int, least: float) -> dict[str, Any]:
    """A loss and a learning rate, without a target. least: the smallest slope."""
    bottom = np.round(rng.uniform(-3, 3, size), 1)
    start = bottom + rng.uniform(2, 5, size) * rng.choice([-1, 1], size)
    return {
        "start": start.round(1).tolist(),
        "bottom": bottom.tolist(),
        "slopes": np.round(rng.uniform(least, 4, size), 1).tolist(),
        "learning_rate": rate,
    }


def _program(rng: np.random.Generator, rate: float) -> dict[str, Any]:
    """A slow bowl, which momentum and all other rules leave after numbers of steps that are told apart.

    Momentum stays below the target: an answer that counts all steps above it is right here.
    """
    while True:
        program = _bowl(rng, rate, 3, 0.5)
        plain = _losses(program, 0.0)
        number = int(rng.integers(MIN_STEPS, MAX_STEPS))
        target = program["target"] = float(np.round(np.sqrt(plain[number - 1] * plain[number]), 2))
        first = _steps(plain, target)
        if not (0.02 < target / plain[0] < 0.2 and first >= MIN_STEPS and _clear(plain, target)):
            continue
        heavy = _losses(program, MOMENTUM)
        second = _steps(heavy, target)
        if (
            _clear(heavy, target)
            and 4 <= second <= first - 3
            and (heavy[second:] <= target).all()
            and all(
                _steps(_losses(program, *rule), target) not in (first, second)
                for rule in OTHER_RULES
            )
        ):
            return program


def _rising(rng: np.random.Generator, rate: float) -> dict[str, Any]:
    """A bowl in which momentum soon reaches the target, and rises far above it again.

    Gradient descent just misses the target one step earlier: nothing may be added to the target, and
    neither may be rounded to two digits.
    """
    while True:
        program = _bowl(rng, rate, 1, 2)
        plain, heavy = _losses(program, 0.0), _losses(program, MOMENTUM)
        last_above = plain[int(rng.integers(15, 25)) - 1]
        target = program["target"] = float(np.round(last_above - NEAR_MISS, 4))
        if last_above > 5 or not (_clear(plain, target, 1e-4) and _clear(heavy, target)):
            continue
        if round(last_above, 2) != round(target, 2):
            continue
        second = _steps(heavy, target)
        above = second + np.flatnonzero(heavy[second:] > target)
        if (
            second < _steps(plain, target)
            and len(above) >= 3
            and above[-1] < SETTLED
            and heavy[above].max() > 1.1 * target
        ):
            return program


def _arrived(rng: np.random.Generator, rate: float) -> list[dict[str, Any]]:
    """Two bowls that need no step: the loss is below the target, and it is equal to it.

    The numbers are whole, so that the second one's loss is exact on every machine.
    """
    bottom, away, slope = (int(rng.integers(*ends)) for ends in ((-3, 4), (2, 6), (1, 5)))
    bowl = {"start": [bottom + away], "bottom": [bottom], "slopes": [slope], "learning_rate": rate}
    return [{**bowl, "target": slope * away**2 + more} for more in (7, 0)]


def _draw(rng: np.random.Generator) -> Challenge:
    # One for all, so that an answer that knows a race again by its rate is wrong.
    rate = float(rng.integers(13, 22)) / 1000
    programs = [_program(rng, rate), _rising(rng, rate), *_arrived(rng, rate)]
    return Challenge("training/race", {"programs": programs})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, len(challenge.inputs["programs"]), "value")
    shown, *hidden = (with_meaning(report["value"], UNINITIALIZED) for report in found)
    return [shown, hidden]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    start = program["start"]
    return f"""
with tf.Graph().as_default():
    x, others = tf.Variable({start[0]}), tf.Variable({start[1:]})
    bottom = tf.Variable({program["bottom"]}, trainable=False)
    away = tf.concat([[x], others], axis=0) - bottom
    loss = tf.reduce_sum({program["slopes"]} * tf.square(away))
    value = race(loss, {program["learning_rate"]}, {program["target"]})
value
"""


RACE = exercise(
    id="training/race",
    title="How many steps to the target?",
    answers=("race",),
    cases=(
        Case.shown(
            "both optimizers on a new loss, with a new target",
            3,
            advice="Return two numbers, first for gradient descent, then for plain momentum of 0.9. Start "
            "each from the initial values, and count its steps until the loss is at most the target "
            "for the first time.",
        ),
        Case(
            "a loss that rises above the target again, and losses that need no step",
            1,
            advice="Stop at the first loss that is at most `target`, exactly as it is given. With momentum, "
            "later losses may be above it again. Look at the loss before the first step, too: if it is "
            "already that low, the number is 0.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("programs",),
    hints=(
        "First write a small function that counts the steps of one training operation in one session.",
        "Create both training operations, then `tf.global_variables_initializer()`: momentum has "
        "variables, too. Run the initializer before each of the two counts.",
        "Look at the loss before every step, and stop at the first loss that is at most the target: with "
        "momentum, later losses may be above it again.",
    ),
    paste=_paste,
)
