"""An exercise on control dependencies: two updates, then a look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.judging import Case, Exercise, Misconception, Rerun, expect_tensor
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    source, target = (int(number) for number in rng.choice(np.arange(200, 900), 2, replace=False))
    first, second, third = (
        int(number) for number in rng.choice(np.arange(3, 60), 3, replace=False)
    )
    account = {"variable": np.float32(source), "name": "source"}
    other = {"variable": np.float32(target), "name": "target"}
    amount = {"placeholder": "float32", "shape": [], "name": "amount"}
    return Challenge(
        "build", {"builds": [[account, other, amount]]}, {"amounts": (first, second, third)}
    )


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    (build,) = evidence.result
    result = build["result"]
    if isinstance(result, Raised):
        return [result] * 3
    after = expect_tensor(result, _("what transfer returns"))
    source, target, amount = build["arguments"]
    rerun = Rerun(evidence, after.graph)
    rerun.initialize()
    first, *others = challenge.hidden["amounts"]
    untouched = rerun.run([source, target])
    shown = rerun.run(after, {amount: first})
    later = [rerun.run(after, {amount: other}) for other in others]
    left = rerun.run([source, target])
    return [shown, later, [untouched, left]]


def _transfer() -> Callable[..., Any]:
    def transfer(source: Any, target: Any, amount: Any) -> Any:
        with tf.control_dependencies(
            [tf.assign_sub(source, amount), tf.assign_add(target, amount)]
        ):
            return _read(source, target)

    return transfer


def _read(source: Any, target: Any) -> Any:
    return tf.stack([source.read_value(), target.read_value()])


def _does_not_wait() -> Callable[..., Any]:
    def transfer(source: Any, target: Any, amount: Any) -> Any:
        tf.assign_sub(source, amount)
        tf.assign_add(target, amount)
        return _read(source, target)

    return transfer


def _only_one() -> Callable[..., Any]:
    def transfer(source: Any, target: Any, amount: Any) -> Any:
        tf.assign_sub(source, amount)
        with tf.control_dependencies([tf.assign_add(target, amount)]):
            return _read(source, target)

    return transfer


def _sums_only() -> Callable[..., Any]:
    return lambda source, target, amount: tf.stack([source - amount, target + amount])


TRANSFER = Exercise(
    id="graphs/transfer",
    title="First move the money, then look",
    answers=("transfer",),
    cases=(
        Case("both amounts after the first transfer", 1, visible=True, gate=True),
        Case("both amounts after two more transfers", 1),
        Case(
            "the variables themselves hold the new amounts, and only a run changes them",
            1,
            advice="What your tensor shows is right, but the variables do not hold it afterwards.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_transfer,
    misconceptions=(
        Misconception(
            "does-not-wait",
            _does_not_wait,
            "your updates never run: the tensor that you return does not wait for them. Name them in "
            "`tf.control_dependencies`, and make the reading inside that block.",
        ),
        Misconception(
            "one-update-forgotten",
            _only_one,
            "the money arrives, but it does not leave the source. Put both updates into the list of "
            "`tf.control_dependencies`.",
        ),
        Misconception(
            "computes-without-assigning",
            _sums_only,
            "you compute the new amounts, but no variable is assigned, so each transfer starts "
            "again from the old amounts. Use tf.assign_sub and tf.assign_add.",
        ),
    ),
    hints=(
        "You need two updates, and a tensor that reads both variables after them.",
        "Make the two updates first. Then open `with tf.control_dependencies([...]):` and make the "
        "reading inside.",
        "Inside the block: return tf.stack([source.read_value(), target.read_value()]).",
    ),
)
