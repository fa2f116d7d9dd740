"""The exercise on cross-entropy that large logits do not break."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Builder, Case, Session, agree, first_error, part, placeholder, together

BUILD = Builder("losses, gradient = cross_entropy(logits, classes)", "kernels/build")
# TensorFlow's own softmax operations, which this exercise rebuilds.
READY_MADE = {
    "Softmax",
    "LogSoftmax",
    "SoftmaxCrossEntropyWithLogits",
    "SparseSoftmaxCrossEntropyWithLogits",
}


def _rows(rng: np.random.Generator, n: int, k: int) -> Any:
    """Logits whose differences are exact even when thousands are added to them."""
    return (rng.integers(-24, 25, (n, k)) / 8).astype(np.float32)


def _classes(rng: np.random.Generator, logits: Any) -> Any:
    """One class a row, never the one that an untrained guess (the first, the largest) would take."""
    n, k = logits.shape
    classes = rng.integers(1, k, n)
    worst = logits.argmin(axis=1)
    return np.where(rng.random(n) < 0.5, np.where(worst > 0, worst, classes), classes)


def _draw(rng: np.random.Generator) -> Challenge:
    shown, more = _rows(rng, 2, 3), _rows(rng, 5, int(rng.integers(4, 7)))
    large = _rows(rng, 4, 5)
    # One row far up, one far down, one with a wide gap: together they break every shortcut.
    # Whatever the logits are clipped at, below 9,000, changes some of these.
    large[0] += float(rng.integers(9000, 9900))
    large[1] -= float(rng.integers(9000, 9900))
    large[2] += np.float32(rng.permutation([0, 2300, 4600, 6900, 9200]))
    feeds = []
    for logits in (shown, more, large, _rows(rng, 2, 3)):  # the last is as large as the first
        classes = _classes(rng, logits)
        if logits is large:
            classes[2] = int(logits[2].argmin())
        feeds.append({"logits": logits, "classes": classes.astype(np.int32)})
    return BUILD.challenge(
        [
            [placeholder(feed["logits"].shape), placeholder(feed["classes"].shape, "int32")]
            for feed in feeds
        ],
        feeds=feeds,
    )


def _losses(run: Session, feed: dict[str, Any]) -> Any:
    return run("losses", **feed)


def _both(run: Session, feed: dict[str, Any]) -> list[Any]:
    return [run("losses", **feed), run("gradient", **feed)]


def _own(run: Session) -> bool:
    needed = [op for name in BUILD.returns for op in run.rerun.ancestors(run.names[name])]
    return not any(op.type in READY_MADE for op in needed)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    builds = BUILD.built(evidence, 4, in_graph=True)
    found = [
        build.ask(_both, feed)
        for build, feed in zip(builds, challenge.hidden["feeds"], strict=True)
    ]
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
