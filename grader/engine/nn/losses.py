"""Losses made of several operations: logistic, Poisson, and over a sample of the classes."""

from __future__ import annotations

import math
from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.nn.candidate_sampling import (
    compute_accidental_hits,
    log_uniform_candidate_sampler,
)
from grader.engine.nn.embedding import embedding_lookup
from grader.engine.nn.softmax import require_both, softmax_cross_entropy_with_logits_v2
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.basic import stop_gradient
from grader.engine.ops.common.renamed import either
from grader.engine.ops.math import choices
from grader.engine.ops.math import functions as m
from grader.engine.ops.products.functions import matmul

# fmt: off
__all__ = [
    "log_poisson_loss", "nce_loss", "sampled_softmax_loss", "sigmoid_cross_entropy_with_logits",
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
        zeros = making.zeros_like(logits, dtype=logits.dtype)
        positive = logits >= zeros
        above = choices.where(positive, logits, zeros)
        below = choices.where(positive, -logits, logits)
        return m.add(above - logits * labels, m.log1p(m.exp(below)), name=scope)


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
        rest = m.log1p(m.exp(-m.abs(logits))) + m.relu(-logits)
        return m.add(first, weight * rest, name=scope)


def log_poisson_loss(
    targets: Any, log_input: Any, compute_full_loss: bool = False, name: str | None = None
) -> Tensor:
    """exp(c) - z c; the full loss adds Stirling's approximation z log z - z + log(2 pi z) / 2."""
    with name_scope(name, "log_poisson_loss", [log_input, targets]):
        log_input = convert_to_tensor(log_input, name="log_input")
        targets = convert_to_tensor(targets, name="targets")
        if not targets.shape.is_compatible_with(log_input.shape):
            raise ValueError(
                "`log_input` and `targets` must have the same shape, received "
                f"({log_input.shape} vs {targets.shape})."
            )
        result = m.exp(log_input) - log_input * targets
        if compute_full_loss:
            half, circle = constant(0.5, targets.dtype), constant(2 * math.pi, targets.dtype)
            exact = (targets * m.log(targets)) - targets
            exact += half * m.log(circle * targets)
            zeros = making.zeros_like(targets, dtype=targets.dtype)
            ones = making.ones_like(targets, dtype=targets.dtype)
            small = m.logical_and(targets >= zeros, targets <= ones)
            result += choices.where(small, zeros, exact)
        return result


# Losses over a sample of the classes --------------------------------------------------------------


def _sum_rows(x: Tensor) -> Tensor:
    ones = making.ones(arrays.stack([shapes.shape(x)[1], 1]), x.dtype)
    return arrays.reshape(matmul(x, ones), [-1])


def _sampled_logits(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    remove_accidental_hits: bool,
    partition_strategy: str,
    name: str | None,
    seed: int | None = None,
) -> tuple[Tensor, Tensor]:
    """(logits, labels) of the true and the sampled classes, each (rows, num_true + num_sampled).

    The log of a class's expected count is subtracted from its logit. Source: Jean et al., On using
    very large target vocabulary for neural machine translation (2014).
    """
    if not isinstance(weights, list):
        weights = list(weights) if hasattr(weights, "_variable_list") else [weights]
    with name_scope(name, "compute_sampled_logits", [*weights, biases, inputs, labels]):
        labels = m.cast(labels, d.int64) if labels.dtype != d.int64 else labels
        flat = arrays.reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(
                labels, num_true, num_sampled, True, num_classes, seed
            )
        sampled, of_true, of_sampled = (stop_gradient(one) for one in sampled_values)
        sampled = m.cast(sampled, d.int64)
        ids = arrays.concat([flat, sampled], 0)
        all_w = embedding_lookup(weights, ids, partition_strategy)
        all_w = m.cast(all_w, inputs.dtype) if all_w.dtype != inputs.dtype else all_w
        sizes = arrays.stack([shapes.shape(flat)[0], -1])
        true_w = arrays.slice(all_w, [0, 0], sizes)
        start = arrays.stack([shapes.shape(flat)[0], 0])
        sampled_w = arrays.slice(all_w, start, [-1, -1])
        sampled_logits = matmul(inputs, sampled_w, transpose_b=True)
        all_b = embedding_lookup(biases, ids, partition_strategy)
        all_b = m.cast(all_b, inputs.dtype) if all_b.dtype != inputs.dtype else all_b
        true_b = arrays.slice(all_b, [0], shapes.shape(flat))
        sampled_b = arrays.slice(all_b, shapes.shape(flat), [-1])
        width = shapes.shape(true_w)[1:2]
        by_row = arrays.concat([[-1, num_true], width], 0)
        inputs = arrays.expand_dims(inputs, 1)
        dots = m.multiply(inputs, arrays.reshape(true_w, by_row))
        dots = arrays.reshape(dots, arrays.concat([[-1], width], 0))
        true_logits = arrays.reshape(_sum_rows(dots), [-1, num_true])
        true_b = arrays.reshape(true_b, [-1, num_true])
        true_logits += true_b
        sampled_logits += sampled_b
        if remove_accidental_hits:
            rows, places, low = compute_accidental_hits(labels, sampled, num_true)
            rows = arrays.reshape(rows, [-1, 1])
            places = arrays.reshape(m.cast(places, d.int32), [-1, 1])
            where = arrays.concat([rows, places], 1, "sparse_indices")
            shape: Any = [shapes.shape(labels)[:1], arrays.expand_dims(num_sampled, 0)]
            shape = arrays.concat(shape, 0)
            low = m.cast(low, sampled_logits.dtype) if low.dtype != sampled_logits.dtype else low
            sampled_logits += apply(
                "SparseToDense",
                sparse_indices=where,
                output_shape=shape,
                sparse_values=low,
                default_value=0.0,
                validate_indices=False,
            )
        true_logits -= m.log(of_true)
        sampled_logits -= m.log(of_sampled)
        logits = arrays.concat([true_logits, sampled_logits], 1)
        true = making.ones_like(true_logits) / num_true
        return logits, arrays.concat([true, making.zeros_like(sampled_logits)], 1)


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
    logits, targets = _sampled_logits(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
        remove_accidental_hits, partition_strategy, name,
    )  # fmt: skip
    sampled = sigmoid_cross_entropy_with_logits(targets, logits, "sampled_losses")
    return _sum_rows(sampled)


def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str | None = "sampled_softmax_loss",
    seed: int | None = None,
) -> Tensor:
    """The softmax cross entropy over the true and the sampled classes, one loss per row.

    Arguments are those of `nce_loss`.
    """
    logits, targets = _sampled_logits(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
        remove_accidental_hits, partition_strategy, name, seed,
    )  # fmt: skip
    targets = stop_gradient(targets, name="labels_stop_gradient")
    return softmax_cross_entropy_with_logits_v2(targets, logits)
