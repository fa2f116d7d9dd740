"""Exercises on what `tf.gradients` is asked: which sums, which weights, what is held."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.gradient_control.evidence import case, named, runner
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception

# -------------------------------------------------------------------------------------- weighted


def _pair_of_losses(k: float, m: float) -> None:
    a, b, c = (tf.placeholder("float32", [], name=name) for name in "abc")
    tf.add(k * a * a, b, name="first")
    tf.multiply(m * a, b, name="second")
    tf.identity(c, name="apart")


def _draw_weighted(rng: np.random.Generator) -> Challenge:
    cases, feeds = [], []
    for _ in range(2):
        k, m, w1, w2, *values = (float(number) for number in numbers(rng, 7, 2, 15))
        cases.append(
            case(
                partial(_pair_of_losses, k, m),
                [named("first:0", "second:0"), named("a:0", "b:0", "c:0"), [w1, w2]],
            )
        )
        feeds.append(dict(zip(("a:0", "b:0", "c:0"), values, strict=True)))
    return Challenge("gradient_control/tensors", {"cases": cases}, {"feeds": feeds})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """The values of the results: the first case's, and those of the others together."""
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, len(feeds), "result", "gradients")
    if isinstance(found[0]["result"], Raised):
        return [found[0]["result"]] * 2
    run = runner(evidence)
    values = [run(report["result"], fed) for report, fed in zip(found, feeds, strict=True)]
    return [values[0], values[1:]]


def _fill(ys: Any, weights: Any) -> list[Any]:
    return [tf.fill(tf.shape(y), weight) for y, weight in zip(ys, weights, strict=True)]


WEIGHTED = Exercise(
    id="gradient_control/weighted",
    title="A weighted sum of gradients",
    answers=("weighted",),
    cases=(
        Case(
            "two losses, k*a*a + b and m*a*b: gradients for a, b, and an unconnected c",
            1,
            True,
            True,
        ),
        Case("the gradients in another graph, with other weights", 1),
    ),
    draw=_draw_weighted,
    observe=_observe,
    reference=lambda: (
        lambda ys, xs, weights: tf.gradients(
            ys, xs, grad_ys=_fill(ys, weights), unconnected_gradients="zero"
        )
    ),
    misconceptions=(
        Misconception(
            "forgets-the-weights",
            lambda: lambda ys, xs, weights: tf.gradients(ys, xs, unconnected_gradients="zero"),
            "your gradients are the plain sum over the losses: every loss counts once. Give the "
            "weights as `grad_ys`, one for each loss.",
        ),
        Misconception(
            "none-where-unconnected",
            lambda: lambda ys, xs, weights: tf.gradients(ys, xs, grad_ys=_fill(ys, weights)),
            "the weights are right, but no path leads from c to a loss, and there your function gives "
            'None. `unconnected_gradients="zero"` gives a tensor of zeros.',
        ),
        Misconception(
            "only-the-first-loss",
            lambda: (
                lambda ys, xs, weights: tf.gradients(
                    ys[0], xs, _fill(ys, weights)[0], unconnected_gradients="zero"
                )
            ),
            "your gradients know the first loss only. `tf.gradients` takes the whole list of losses.",
        ),
    ),
    hints=(
        "tf.gradients takes a list of ys and sums over them. How can one y count more?",
        "grad_ys is a list with one tensor for each y, of the same shape as that y.",
        "grad_ys=[tf.constant(w) for w in weights], and unconnected_gradients='zero'.",
    ),
)

# ---------------------------------------------------------------------------------------- direct


def _chain(k: float, m: float) -> None:
    a = tf.placeholder("float32", [], name="a")
    b = tf.multiply(a, k, name="b")
    c = tf.add(b * b, m * a, name="c")
    tf.add(a + m * b, a * c, name="end")


def _draw_direct(rng: np.random.Generator) -> Challenge:
    cases, feeds = [], []
    for parts in (("a:0", "b:0"), ("a:0", "b:0", "c:0")):
        k, m, a = (float(number) for number in numbers(rng, 3, 2, 8))
        cases.append(case(partial(_chain, k, m), [{"tensor": "end:0"}, named(*parts)]))
        feeds.append({"a:0": a})
    return Challenge("gradient_control/tensors", {"cases": cases}, {"feeds": feeds})


def _stops_the_end() -> Callable[..., Any]:
    return lambda y, parts: tf.gradients(tf.stop_gradient(y), parts)


DIRECT = Exercise(
    id="gradient_control/direct",
    title="Derivatives with the other parts held still",
    answers=("direct",),
    cases=(
        Case("y = a + m*b + a*c, b = k*a, c = b*b + m*a: for the parts a and b", 1, True, True),
        Case("the same with other numbers: for the parts a, b and c", 1),
    ),
    draw=_draw_direct,
    observe=_observe,
    reference=lambda: lambda y, parts: tf.gradients(y, parts, stop_gradients=parts),
    misconceptions=(
        Misconception(
            "total-derivative",
            lambda: lambda y, parts: tf.gradients(y, parts),
            "you give total derivatives: a change of the first part also moves the parts that are "
            "made from it. `stop_gradients=parts` holds them still.",
        ),
        Misconception(
            "holds-the-last",
            lambda: lambda y, parts: tf.gradients(y, parts, stop_gradients=parts[-1:]),
            "you hold the last part only. With three parts the middle one still passes gradients on "
            "to the first: hold all of them.",
        ),
        Misconception(
            "stops-the-end",
            _stops_the_end,
            "you stop the gradient at y itself, and then nothing reaches any part: every entry is "
            "None. Stop it at the parts.",
        ),
    ),
    hints=(
        "tf.gradients has an argument for tensors that should count as constants.",
        "A gradient arrives at a stopped tensor, and goes no further back.",
        "return tf.gradients(y, parts, stop_gradients=parts)",
    ),
)
