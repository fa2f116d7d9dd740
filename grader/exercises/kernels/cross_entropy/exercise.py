"""The exercise on cross-entropy that large logits do not break."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.kernels.evidence import builds, pasted, placeholder, rerun, run, tensors
from grader.judging import Case, agree, first_error, together

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
        feeds.append([logits, classes.astype(np.int32)])
    described = [
        [placeholder("logits", logits.shape), placeholder("classes", classes.shape, "int32")]
        for logits, classes in feeds
    ]
    return Challenge("kernels/build", {"builds": described}, {"feeds": feeds})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    built = builds(evidence, 4)
    losses: list[Any] = []
    gradients: list[Any] = []
    own: list[bool] = []
    for report, feed in zip(built, challenge.hidden["feeds"], strict=True):
        if isinstance(report["result"], Raised):
            losses.append(report["result"])
            gradients.append(report["result"])
            continue
        two = tensors(report["result"], ("losses", "gradient"), "cross_entropy(logits, classes)")
        graph = rerun(evidence, two)
        for tensor, values in zip(two, (losses, gradients), strict=True):
            values.append(run(graph, report, tensor, feed))
            own.append(not any(op.type in READY_MADE for op in graph.ancestors(tensor)))
    return [
        losses[0],
        together([_each(one) for one in (losses[1], losses[3], *gradients[:2], gradients[3])]),
        all(own) if own else first_error(one["result"] for one in built),
        together([_each(losses[2]), _each(gradients[2])]),
    ]


def _each(value: Any) -> Any:
    """Row by row: one huge loss must not hide what is wrong in a small one."""
    if isinstance(value, np.ndarray) and value.ndim:
        return [float(part) if part.ndim == 0 else part for part in value]
    return value


def _nearly(expected: Any, got: Any) -> bool:
    """As `agree`, but a float32 near 9000 has no more than three digits after the point."""
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return all(_nearly(one, other) for one, other in zip(expected, got, strict=True))
    if isinstance(expected, (float, np.ndarray)) and isinstance(got, (float, np.ndarray)):
        fits = np.shape(expected) == np.shape(got) and np.asarray(got).dtype.kind == "f"
        return fits and np.allclose(got, expected, rtol=1e-4, atol=2e-3, equal_nan=True)
    return agree(expected, got)


CROSS_ENTROPY = exercise(
    id="kernels/cross-entropy",
    title="Cross-entropy from logits, numerically safe",
    answers=("cross_entropy",),
    cases=(
        Case(
            "the losses of two rows",
            0.5,
            visible=True,
            gate=True,
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
    paste=lambda challenge: pasted("cross_entropy(logits, classes)", challenge, "losses, _"),
)
