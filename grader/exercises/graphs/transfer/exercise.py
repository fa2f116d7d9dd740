"""An exercise on control dependencies: two updates, then a look."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Builder, Case, Session, different, placeholder, seeds, variable

BUILD = Builder("after = transfer(source, target, amount)")
# How many orders at random a graph is run in, beside those of its races (`judging/orders.py`).
AT_RANDOM = 4


def _draw(rng: np.random.Generator) -> Challenge:
    numbers = different(rng, 6, 200, 900)
    return BUILD.challenge(
        [
            [variable(one), variable(two), placeholder()]
            for one, two in zip(numbers[::2], numbers[1::2], strict=True)
        ],
        graphs=[2, 1],
        amounts=_amounts(rng),
        orders=seeds(rng, AT_RANDOM),
    )


def _amounts(rng: np.random.Generator) -> list[float]:
    """Three amounts: a small one (none of the text's example), one that no source holds, one below zero.

    The last is more than any target then holds. Neither of these two is a whole number.
    """
    first = int(rng.choice(np.setdiff1d(np.arange(3, 60), [10, 30])))
    return [first, int(rng.integers(1000, 1500)) + 0.25, 0.25 - int(rng.integers(3000, 4000))]


def _first(run: Session, amount: float) -> Any:
    run.initialize()
    return run("after", amount=amount)


def _all(run: Session, amounts: list[float]) -> Any:
    """The amounts after the first transfer, after each of the others, and in the variables."""
    run.initialize()
    before = run("source", "target")
    shown, *later = [run("after", amount=amount) for amount in amounts]
    return [shown, later, [before, run("source", "target")]]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    builds, amounts = BUILD.built(evidence, 3), challenge.hidden["amounts"]
    BUILD.refuse_the_same(builds)
    first, *others = (build.ask(_all, amounts) for build in builds)
    if isinstance(first, Raised):
        return [first] * 4
    for other in others:
        if isinstance(other, Raised):
            return [first[0], other, other, other]
    found = builds[0].ask_in_any_order(challenge.hidden["orders"], _first, amounts[0])
    # Which of several were seen is chance. Two empty places: of the right form, and no amounts.
    outcome = found[0] if len(found) == 1 else [None, None]
    later = [first[1], *(other[:2] for other in others)]
    return [first[0], later, [one[2] for one in (first, *others)], outcome]


TRANSFER = exercise(
    id="graphs/transfer",
    title="First move the money, then look",
    answers=("transfer",),
    cases=(
        Case.shown(
            "both amounts after the first transfer",
            1,
            advice="In each run the amount must leave `source` and arrive in `target`, once. Your tensor "
            "must have two numbers, both read after the updates: what `source` holds, and then what "
            "`target` holds, with nothing added or subtracted. What you make outside a "
            "`tf.control_dependencies` block waits for its inputs only.",
        ),
        Case(
            "both amounts after two more transfers, and with other variables",
            1,
            advice="Your tensor is right in the first run, but not in later runs, or not with "
            "other variables. Each run must start from what the variables hold at that time, move the "
            "amount fed to it, and assign to both variables. An amount may be a fraction, negative, or "
            "larger than what `source` holds: move it as it is.",
        ),
        Case(
            "the variables themselves hold the new amounts, and only a run changes them",
            1,
            advice="The values of your tensor are right, but the variables do not hold them "
            "afterwards, or they change without a run.",
        ),
        Case(
            "both amounts, in whatever order a run executes operations that do not wait for each other",
            1,
            advice="TensorFlow may run your operations in an order that gives your tensor other values. "
            "Where one must come before another, make it an input or a control input of the other.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "You need two updates, and a tensor that reads both variables after them.",
        "Make the two updates first. Then open `with tf.control_dependencies([...]):` and make the "
        "reading inside.",
        "A node that existed before the block does not wait. `read_value()` makes a new node that "
        "reads the variable.",
    ),
    paste=lambda challenge: BUILD.paste(challenge, _first, challenge.hidden["amounts"][0]),
)
