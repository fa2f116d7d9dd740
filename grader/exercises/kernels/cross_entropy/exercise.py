"""The exercise on cross-entropy that large logits do not break."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Builder, Case, Session, agree, first_error, part, placeholder, together

BUILD = Builder("losses, gradient = cross_entropy(logits, classes)")


def _draw(rng: np.random.Generator) -> Challenge:
    # Far up, far down, a wide gap: together they break every shortcut. Whatever the logits are clipped at,
    # below 9,000, changes some of them.
    large = np.zeros([4, 5])
    large[0] += rng.integers(9000, 9900)
    large[1] -= rng.integers(9000, 9900)
    large[2] += [4600, *rng.permutation([0, 2300, 6900, 9200])]
    shown, more, last = np.zeros([2, 3]), np.zeros([5, rng.integers(4, 7)]), np.zeros([2, 3])
    feeds = [_feed(rng, rows) for rows in (shown, more, large, last)]
    builds = [[placeholder(one.shape, one.dtype.name) for one in two.values()] for two in feeds]
    return BUILD.challenge(builds, graphs=[1, 1, 2], feeds=feeds)


def _feed(rng: np.random.Generator, rows: Any) -> dict[str, Any]:
    """Logits near these, whose differences are exact. Of all classes but the first, each row has the
    least likely one: no untrained guess finds it.
    """
    logits = (rows + rng.integers(-24, 25, rows.shape) / 8).astype(np.float32)
    return {"logits": logits, "classes": 1 + logits[:, 1:].argmin(axis=1).astype(np.int32)}


def _losses(run: Session, feed: dict[str, Any]) -> Any:
    return run("losses", **feed)


def _both(run: Session, feed: dict[str, Any]) -> list[Any]:
    return [run("losses", **feed), run("gradient", **feed)]


def _own(run: Session) -> bool:
    """Whether it needs none of TensorFlow's softmax operations, one of which is cross-entropy."""
    needed = [op for name in BUILD.returns for op in run.rerun.ancestors(run.names[name])]
    return not any("Softmax" in op.type for op in needed)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    builds = BUILD.built(evidence, 4, in_graph=True)
    feeds = challenge.hidden["feeds"]
    found = [build.ask(_both, feed) for build, feed in zip(builds, feeds, strict=True)]
    losses, gradients = ([part(one, number) for one in found] for number in (0, 1))
    own = [one for one in (build.ask(_own) for build in builds) if not isinstance(one, Raised)]
    return [
        losses[0],
        together([losses[1], losses[3], gradients[0], gradients[1], gradients[3]]),
        all(own) if own else first_error(losses),
        together([losses[2], gradients[2]]),
    ]


def _nearly(expected: Any, got: Any) -> bool:
    """As `agree`, but a float32 near 9000 has no more than three digits after the point."""
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return all(map(_nearly, expected, got))
    if isinstance(expected, np.ndarray) and isinstance(got, np.ndarray):
        fits = expected.shape == got.shape and got.dtype.kind == "f"
        return fits and np.allclose(got, expected, rtol=1e-4, atol=2e-3, equal_nan=True)
    return agree(expected, got)


CROSS_ENTROPY = exercise(
    id="kernels/cross-entropy",
    title="Cross-entropy from logits, numerically safe",
    answers=("cross_entropy",),
    cases=(
        Case.shown(
            "the losses of two rows",
            0.5,
            advice="There is one loss for each row of logits: minus the log of the probability that softmax "
            "gives to the row's class.",
        ),
        Case(
            "the losses of other rows, and the gradient",
            0.75,
            advice="The losses of two rows of three logits are right. Either those of more rows are "
            "not, or the gradient is not: it is softmax minus one-hot, row by row.",
        ),
        Case(
            "made without TensorFlow's softmax operations",
            0.5,
            gate=True,
            advice="One of TensorFlow's softmax operations did the work. Build the losses from exp, "
            "log, sums and differences.",
        ),
        Case(
            "rows with logits of both signs, in the thousands",
            2.25,
            agree=_nearly,
            advice="Small logits work, but large ones do not. Subtract each row's largest logit before "
            "you take exp, do not clip anything or add a small number, and stay with logs: a probability may "
            "be 0, and a loss in the thousands.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "log(a / b) is log a - log b. Which of the two logs can be simplified at once?",
        "Subtract each row's largest logit before you take `tf.exp`; with `keepdims=True` the "
        "shapes fit. The loss is minus the log probability of the row's class.",
        "A product with `tf.one_hot` picks one number from each row. For the gradient, compare "
        "the probabilities with that same one-hot: what is their difference?",
    ),
    paste=lambda challenge: BUILD.paste(challenge, _losses, challenge.hidden["feeds"][0]),
)
