"""Exercises between `compute_gradients` and `apply_gradients`: a mask, a limit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.gradient_control.asking import _observe_results
from grader.exercises.gradient_control.evidence import case, named
from grader.exercises.sessions.evidence import numbers
from grader.judging import Case, Exercise, Misconception, Rerun, WrongAnswer, describe

# ----------------------------------------------------------------------------------- masked_step


def _draw_masked(rng: np.random.Generator) -> Challenge:
    mask = np.ones(6, np.float32)
    mask[rng.choice(6, 3, replace=False)] = 0
    size = rng.uniform(0.5, 1.5, 6) * rng.choice([-1, 1], 6)
    batches = [
        (
            rng.uniform(0.5, 2.0, (4, 3)).astype(np.float32),
            rng.uniform(2.0, 4.0, (4, 1)).astype(np.float32),
        )
        for _ in range(3)
    ]
    return Challenge(
        "gradient_control/train",
        {
            "weights": size.reshape(3, 2).astype(np.float32),
            "bias": rng.uniform(0.1, 0.5, 2).astype(np.float32),
            "output": rng.uniform(0.5, 1.0, (2, 1)).astype(np.float32),
            "mask": mask.reshape(3, 2),
            "learning rate": float(rng.integers(10, 20)) / 1000,
        },
        {"batches": batches},
    )


def _observe_masked(evidence: Evidence, challenge: Challenge) -> list[Any]:
    report = evidence.result
    step = report["step"]
    if isinstance(step, Raised):
        return [step] * 3
    if not isinstance(step, (OperationRef, TensorRef)):
        raise WrongAnswer(f"expected an operation to run, but masked_step returns {describe(step)}")
    rerun = Rerun(evidence, step.graph)
    rerun.initialize()
    seen = []
    for features, targets in challenge.hidden["batches"]:
        outcome = rerun.run(step, {report["features"]: features, report["targets"]: targets})
        if isinstance(outcome, Raised):
            return [outcome] * 3
        seen.append(rerun.run(report["variables"]))
    return [seen[0][0], [each[0] for each in seen[1:]], [seen[0][1:], seen[2][1:]]]


def _step(
    mask_of: Callable[[Any], Any], everything: bool = False, minimize: bool = False
) -> Callable[..., Any]:
    def masked_step(optimizer: Any, loss: Any, weights: Any, mask: Any) -> Any:
        if minimize:
            return optimizer.minimize(loss, var_list=[weights])
        pairs = optimizer.compute_gradients(loss, None if everything else [weights])
        return optimizer.apply_gradients(
            [(g * mask_of(mask) if v is weights else g, v) for g, v in pairs]
        )

    return masked_step


def _multiplies_the_weights() -> Callable[..., Any]:
    def masked_step(optimizer: Any, loss: Any, weights: Any, mask: Any) -> Any:
        with tf.control_dependencies([optimizer.minimize(loss, var_list=[weights])]):
            return tf.assign(weights, weights.read_value() * mask).op

    return masked_step


def _never_applied() -> Callable[..., Any]:
    def masked_step(optimizer: Any, loss: Any, weights: Any, mask: Any) -> Any:
        ((gradient, _),) = optimizer.compute_gradients(loss, [weights])
        return gradient * mask

    return masked_step


MASKED_STEP = Exercise(
    id="gradient_control/masked_step",
    title="Train a pruned layer",
    answers=("masked_step",),
    cases=(
        Case("the weights after one step", 2, True, True),
        Case("the weights after two more steps", 1),
        Case("the other variables stay as they are", 1),
    ),
    draw=_draw_masked,
    observe=_observe_masked,
    reference=lambda: _step(lambda mask: mask),
    misconceptions=(
        Misconception(
            "masks-nothing",
            lambda: _step(lambda mask: mask, minimize=True),
            "all entries of the weights move: the mask is not used. Multiply the gradient by it "
            "between `compute_gradients` and `apply_gradients`.",
        ),
        Misconception(
            "trains-everything",
            lambda: _step(lambda mask: mask, everything=True),
            "the weights are right, but the other variables are trained, too. Name the weights in "
            "`var_list`.",
        ),
        Misconception(
            "mask-turned-around",
            lambda: _step(lambda mask: 1 - mask),
            "the mask is turned around: entries with 1 should learn, entries with 0 should stay.",
        ),
        Misconception(
            "multiplies-the-weights",
            _multiplies_the_weights,
            "you multiply the weights by the mask, so the entries with mask 0 become zero. They "
            "should keep their values: multiply the gradient.",
        ),
        Misconception(
            "never-applied",
            _never_applied,
            "your step computes the masked gradient, and nobody applies it: no variable moves. "
            "Give the pairs to `apply_gradients`.",
        ),
    ),
    hints=(
        "minimize does two things. The mask belongs between them.",
        "compute_gradients(loss, var_list=[weights]) gives a list with one (gradient, variable).",
        "return optimizer.apply_gradients([(g * mask, v) for g, v in pairs])",
    ),
)

# --------------------------------------------------------------------------------------- clipped


def _bowl(k: float) -> None:
    a = tf.placeholder("float32", [2], name="a")
    b = tf.placeholder("float32", [], name="b")
    tf.add(k * tf.reduce_sum(a * a), k * b * b, name="loss")


def _draw_clipped(rng: np.random.Generator) -> Challenge:
    cases, feeds = [], []
    for limit in (2.0, 100.0):
        k, *values = (float(number) for number in numbers(rng, 4, 2, 9))
        limit *= float(rng.integers(2, 5))
        arguments = [{"tensor": "loss:0"}, named("a:0", "b:0"), limit]
        cases.append(case(partial(_bowl, k), arguments))
        feeds.append({"a:0": values[:2], "b:0": values[2]})
    return Challenge("gradient_control/tensors", {"cases": cases}, {"feeds": feeds})


def _each_alone() -> Callable[..., Any]:
    return lambda loss, xs, limit: [tf.clip_by_norm(g, limit) for g in tf.gradients(loss, xs)]


def _by_value() -> Callable[..., Any]:
    return lambda loss, xs, limit: [
        tf.clip_by_value(g, -limit, limit) for g in tf.gradients(loss, xs)
    ]


def _always() -> Callable[..., Any]:
    def clipped(loss: Any, xs: Any, limit: Any) -> Any:
        gradients = tf.gradients(loss, xs)
        return [g * limit / tf.global_norm(gradients) for g in gradients]

    return clipped


CLIPPED = Exercise(
    id="gradient_control/clipped",
    title="Shorten a gradient that is too long",
    answers=("clipped",),
    cases=(
        Case("gradients that are too long together", 1, True, True),
        Case("gradients that are short enough stay as they are", 1),
    ),
    draw=_draw_clipped,
    observe=_observe_results,
    reference=lambda: (
        lambda loss, xs, limit: tf.clip_by_global_norm(tf.gradients(loss, xs), limit)[0]
    ),
    misconceptions=(
        Misconception(
            "each-alone",
            _each_alone,
            "you shorten each gradient alone, and the direction of the step changes. The limit is "
            "for all of them together: `tf.clip_by_global_norm`.",
        ),
        Misconception(
            "by-value",
            _by_value,
            "you cut every entry by itself, and the direction of the step changes. Multiply all "
            "entries by one number: `tf.clip_by_global_norm`.",
        ),
        Misconception(
            "always-scales",
            _always,
            "you always scale to the limit, so short gradients become longer. Scale only where the "
            "norm is above the limit.",
        ),
    ),
    hints=(
        "The direction must stay: all entries of all gradients are multiplied by one number.",
        "That number is 1 where the common norm is below the limit, else limit / norm.",
        "tf.clip_by_global_norm(gradients, limit) returns a list and the norm: return the list.",
    ),
)
