"""Losses made of several operations: logistic, and over a sample of the classes."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.nn.candidate_sampling import log_uniform_candidate_sampler
from grader.engine.nn.embedding import embedding_lookup
from grader.engine.nn.softmax import require_both
from grader.engine.ops.common.basic import stop_gradient
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.renamed import either
from grader.engine.ops.math import activations, arithmetic, powers
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.where import where
from grader.engine.ops.products.matmul import matmul

# fmt: off
__all__ = [
    "nce_loss", "sigmoid_cross_entropy_with_logits",
    "weighted_cross_entropy_with_logits",
]
# fmt: on


def _same_shape(labels: Tensor, logits: Tensor) -> None:
    if not labels.shape.is_compatible_with(logits.shape):
        raise ValueError(
            f"`logits` and `labels` must have the same shape, received ({logits.shape} vs "
            f"{labels.shape})."
        )


def sigmoid_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """-z log(sigmoid(x)) - (1 - z) log(1 - sigmoid(x)), computed without overflow."""
    require_both("sigmoid_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        _same_shape(labels, logits)
        zeros = tf.zeros_like(logits, dtype=logits.dtype)
        positive = logits >= zeros
        above = where(positive, logits, zeros)
        below = where(positive, -logits, logits)
        return arithmetic.add(above - logits * labels, powers.log1p(powers.exp(below)), name=scope)


def weighted_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    pos_weight: Any = None,
    name: str | None = None,
    targets: Any = None,
) -> Tensor:
    """`sigmoid_cross_entropy_with_logits` with positive labels weighted by `pos_weight`."""
    labels = either("labels", labels, "targets", targets)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        _same_shape(labels, logits)
        weight = 1 + (pos_weight - 1) * labels
        first = (1 - labels) * logits
        rest = powers.log1p(powers.exp(-arithmetic.abs(logits))) + activations.relu(-logits)
        return arithmetic.add(first, weight * rest, name=scope)


# Losses over a sample of the classes --------------------------------------------------------------


def _sum_rows(x: Tensor) -> Tensor:
    ones = tf.ones(tf.stack([tf.shape(x)[1], 1]), x.dtype)
    return tf.reshape(matmul(x, ones), [-1])


def _sampled_logits(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    name: str | None,
) -> tuple[Tensor, Tensor]:
    """(logits, labels) of the true and the sampled classes, each (rows, num_true + num_sampled).

    The log of a class's expected count is subtracted from its logit. Source: Jean et al., On using
    very large target vocabulary for neural machine translation (2014).
    """
    weights = weights if isinstance(weights, list) else [weights]
    with name_scope(name, "compute_sampled_logits", [*weights, biases, inputs, labels]):
        labels = cast(labels, d.int64) if labels.dtype != d.int64 else labels
        flat = tf.reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(
                labels, num_true, num_sampled, True, num_classes
            )
        sampled, of_true, of_sampled = (stop_gradient(part) for part in sampled_values)
        sampled = cast(sampled, d.int64)
        ids = tf.concat([flat, sampled], 0)
        all_w = embedding_lookup(weights, ids)
        all_w = cast(all_w, inputs.dtype) if all_w.dtype != inputs.dtype else all_w
        sizes = tf.stack([tf.shape(flat)[0], -1])
        true_w = tf.slice(all_w, [0, 0], sizes)
        start = tf.stack([tf.shape(flat)[0], 0])
        sampled_w = tf.slice(all_w, start, [-1, -1])
        sampled_logits = matmul(inputs, sampled_w, transpose_b=True)
        all_b = embedding_lookup(biases, ids)
        all_b = cast(all_b, inputs.dtype) if all_b.dtype != inputs.dtype else all_b
        true_b = tf.slice(all_b, [0], tf.shape(flat))
        sampled_b = tf.slice(all_b, tf.shape(flat), [-1])
        width = tf.shape(true_w)[1:2]
        by_row = tf.concat([[-1, num_true], width], 0)
        inputs = tf.expand_dims(inputs, 1)
        dots = arithmetic.multiply(inputs, tf.reshape(true_w, by_row))
        dots = tf.reshape(dots, tf.concat([[-1], width], 0))
        true_logits = tf.reshape(_sum_rows(dots), [-1, num_true])
        true_b = tf.reshape(true_b, [-1, num_true])
        true_logits += true_b
        sampled_logits += sampled_b
        true_logits -= powers.log(of_true)
        sampled_logits -= powers.log(of_sampled)
        logits = tf.concat([true_logits, sampled_logits], 1)
        true = tf.ones_like(true_logits) / num_true
        return logits, tf.concat([true, tf.zeros_like(sampled_logits)], 1)


def nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str | None = "nce_loss",
) -> Tensor:
    """Noise-contrastive estimation, true classes against sampled ones: one loss per row.

    weights: (num_classes, width); biases: (num_classes,); labels: (rows, num_true) int64; inputs:
    (rows, width). Source: Gutmann and Hyvarinen (2010).
    """
    if remove_accidental_hits:
        raise NotImplementedError("the engine does not remove accidental hits")
    logits, targets = _sampled_logits(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, name
    )
    sampled = sigmoid_cross_entropy_with_logits(targets, logits, "sampled_losses")
    return _sum_rows(sampled)
