"""The exercise on two optimizers: how many steps each needs to a given loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import reports
from grader.exercises.training.errors import with_meaning
from grader.judging import Case, Exercise, Misconception
from grader.languages import N_

MOMENTUM = 0.9
OPTIMIZERS: Any = tf.train
# (momentum, Nesterov's, forgetful): what students take in its place; their numbers of steps are told apart.
OTHER_RULES = ((0.5, False), (1.0, False), (0.9, True), (0.9, False, True))
# Every race takes fewer steps, as the text says; and the shown one more than a loop that stops too soon.
MAX_STEPS, MIN_STEPS = 60, 50
# Where momentum rises above the target again, it is below for good after this many steps. (Its peaks lose a
# tenth with each step: whatever is below the target for the rest of `MAX_STEPS` stays there.)
SETTLED = 40
# By so much a loss is above a target: far more than float32 rounds, less than what one would add.
NEAR_MISS = 0.0007
# More than the mistakes below take anywhere.
LONGEST = 300

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
    total = np.zeros(MAX_STEPS)
    for start, bottom, slope in zip(
        program["start"], program["bottom"], program["slopes"], strict=True
    ):
        away, speed, weight = float(start - bottom), 0.0, 0.0
        losses = []
        for _step in range(MAX_STEPS):
            losses.append(slope * away * away)
            gradient = 2 * slope * away
            weight = 1.0 + momentum * weight
            speed = gradient * weight if forgetful else gradient + momentum * speed
            step = gradient + momentum * speed if nesterov else speed
            away -= program["learning_rate"] * step
        total += losses
    return total


def _steps(losses: np.ndarray, target: float, least: float = 0.01) -> int | None:
    """The first step after which the loss is below the target, if none is as close to it as `least`."""
    count = _first(losses, target)
    gap = np.abs(losses / target - 1).min()
    return count if count < MAX_STEPS and gap > least else None


def _first(losses: np.ndarray, target: float) -> int:
    """The number of steps after which the loss is at most the target; MAX_STEPS if it never is."""
    below = np.flatnonzero(losses <= target)
    return int(below[0]) if below.size else MAX_STEPS


def _bowl(rng: np.random.Generator, size: int, least: float) -> dict[str, Any]:
    """A loss and a learning rate, without a target. least: the smallest slope."""
    bottom = np.round(rng.uniform(-3, 3, size), 1)
    start = bottom + rng.uniform(2, 5, size) * rng.choice([-1, 1], size)
    return {
        "start": start.round(1).tolist(),
        "bottom": bottom.tolist(),
        "slopes": np.round(rng.uniform(least, 4, size), 1).tolist(),
        "learning_rate": float(rng.integers(13, 22)) / 1000,
    }


def _between(losses: np.ndarray, number: int) -> float:
    """A target that is first reached after this number of steps."""
    return float(np.round(np.sqrt(losses[number - 1] * losses[number]), 2))


def _program(rng: np.random.Generator) -> dict[str, Any]:
    """A slow bowl, which momentum and all other rules leave after numbers of steps that are told apart.

    Momentum stays below the target: an answer that counts all steps above it is right here.
    """
    while True:
        program = _bowl(rng, 3, 0.5)
        plain, heavy = _losses(program, 0.0), _losses(program, MOMENTUM)
        target = program["target"] = _between(plain, int(rng.integers(MIN_STEPS, MAX_STEPS)))
        if not 0.02 < target / plain[0] < 0.2:
            continue
        found = [_steps(losses, target) for losses in (plain, heavy)]
        if None in found:
            continue
        first, second = (number or 0 for number in found)
        if first < MIN_STEPS or second < 4 or first - second < 3 or (heavy[second:] > target).any():
            continue
        others = {_first(_losses(program, *rule), target) for rule in OTHER_RULES}
        if not others & {first, second}:
            return program


def _rising(rng: np.random.Generator) -> dict[str, Any]:
    """A bowl in which momentum soon reaches the target, and rises far above it again.

    Gradient descent just misses the target one step earlier: nothing may be added to the target.
    """
    while True:
        program = _bowl(rng, 1, 2)
        plain, heavy = _losses(program, 0.0), _losses(program, MOMENTUM)
        last_above = plain[int(rng.integers(15, 25)) - 1]
        target = program["target"] = float(np.round(last_above - NEAR_MISS, 4))
        found = [_steps(plain, target, 1e-4), _steps(heavy, target)]
        if None in found or last_above > 5:
            continue
        first, second = (number or 0 for number in found)
        above = second + np.flatnonzero(heavy[second:] > target)
        if (
            second < first
            and len(above) >= 3
            and above[-1] < SETTLED
            and heavy[above].max() > 1.1 * target
        ):
            return program


def _arrived(rng: np.random.Generator) -> list[dict[str, Any]]:
    """Two bowls that need no step: the loss is below the target, and it is equal to it.

    The numbers are whole, so that the second one's loss is exact on every machine.
    """
    programs = []
    for more in (7, 0):
        bottom = rng.integers(-3, 4, 1)
        program = {
            "start": (bottom + rng.integers(2, 6, 1)).tolist(),
            "bottom": bottom.tolist(),
            "slopes": rng.integers(1, 5, 1).tolist(),
            "learning_rate": float(rng.integers(15, 40)) / 1000,
        }
        programs.append({**program, "target": _losses(program, 0.0)[0] + more})
    return programs


def _draw(rng: np.random.Generator) -> Challenge:
    return Challenge("training/race", {"programs": [_program(rng), _rising(rng), *_arrived(rng)]})


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    found = reports(evidence, len(challenge.inputs["programs"]), "value")
    shown, *hidden = (with_meaning(report["value"], UNINITIALIZED) for report in found)
    yield shown
    yield hidden


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


def _race(
    *,
    rate: float | None = None,
    momentum: float = MOMENTUM,
    starts_again: bool = True,
    late: int = 0,
    looks_back: bool = False,
    at_least_one: bool = False,
    turned: bool = False,
    early: bool = False,
    below: bool = False,
    goes_on: bool = False,
) -> Callable[[], Callable[..., Any]]:
    """The keywords say how it goes wrong: see the misconceptions."""

    def count(session: Any, step: Any, loss: Any, target: float) -> int:
        def above() -> bool:
            value = session.run(loss)
            return value >= target if below else value > target

        steps = 0
        while steps < LONGEST and ((at_least_one and steps == 0) or above()):
            session.run(step)
            steps += 1
        if goes_on and steps:
            for _ in range(steps, SETTLED):
                session.run(step)
                steps += above()
        return steps + (late if steps or not looks_back else 0)

    def race(loss: Any, learning_rate: float, target: float) -> list[int]:
        initialize = tf.global_variables_initializer()
        makers = [
            OPTIMIZERS.GradientDescentOptimizer(rate or learning_rate),
            OPTIMIZERS.MomentumOptimizer(rate or learning_rate, momentum),
        ]
        gradients = makers[0].compute_gradients(loss)
        steps = [maker.apply_gradients(gradients) for maker in makers]
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
        Case(
            "both optimizers on a new loss, with a new target",
            3,
            True,
            gate=True,
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
    reference=_race(),
    misconceptions=(
        # The first, since the others need their time where the student's code raises an error.
        Misconception(
            "initializes-too-early",
            _race(early=True),
            "`minimize` creates variables of its own for the momentum. You created your initializer "
            "before that, so it doesn't know about them. Create it after all calls to `minimize`.",
        ),
        Misconception(
            "goes-on-where-the-first-ended",
            _race(starts_again=False),
            "your second optimizer starts where the first one ended, so there is nothing left for it "
            "to do. Before it starts, run the initializer again or open a new session.",
        ),
        Misconception(
            "one-step-too-many",
            _race(late=1),
            "your numbers are too large by one. Does your count start at 0? A loss that you fetch together "
            "with the step may be the loss before it: look at the loss in a run of its own.",
        ),
        Misconception(
            "loss-of-before-the-step",
            _race(late=1, looks_back=True),
            "your numbers are too large by one, except where no step is needed. Here, a loss that you "
            "fetch together with the step is the loss before it: you stop one step too late. Look at the "
            "loss in a run of its own, after the step.",
        ),
        Misconception(
            "always-takes-a-step",
            _race(at_least_one=True),
            "you always take a step before you look. If the loss is already low enough, the "
            "number is 0.",
        ),
        Misconception(
            "stops-below-the-target",
            _race(below=True),
            "you go on until the loss is less than the target. Stop as soon as it is at most the target: "
            "go on while `loss > target`.",
        ),
        Misconception(
            "counts-on",
            _race(goes_on=True),
            "you go on counting after the loss has reached the target. Stop at the first loss that is at "
            "most the target: with momentum, later losses may be above it again.",
        ),
        Misconception(
            "no-momentum",
            _race(momentum=0.0),
            "both of your numbers are for plain gradient descent. Give the second optimizer its "
            "momentum: `tf.train.MomentumOptimizer(learning_rate, 0.9)`.",
        ),
        Misconception(
            "a-rate-of-its-own",
            _race(rate=0.01),
            "you take steps with a learning rate of 0.01, that of the notebook. Use the `learning_rate` "
            "that you are given.",
        ),
        Misconception(
            "turned-around",
            _race(turned=True),
            "your two numbers are in the wrong order: gradient descent comes first, then momentum.",
        ),
    ),
    hints=(
        "First write a small function that counts the steps of one training operation in one session.",
        "Create both training operations, then `tf.global_variables_initializer()`: momentum has "
        "variables, too. Run the initializer before each of the two counts.",
        "Look at the loss before every step, and stop at the first loss that is at most the target: with "
        "momentum, later losses may be above it again.",
    ),
    paste=_paste,
    parts=("programs",),
)
