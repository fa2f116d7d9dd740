"""`tf.losses`: the losses of examples, weighted, reduced to a number, and kept in a collection."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import (
    Tensor,
    add_to_collection,
    control_dependencies,
    get_collection,
    name_scope,
)
from grader.engine.nn import softmax
from grader.engine.ops.common.basic import stop_gradient
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.math import arithmetic, comparisons, division, powers
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.where import where
from grader.engine.ops.reductions import sums
from grader.engine.training.example_weights import (
    assert_broadcastable,
    broadcast_weights,
    remove_squeezable_dimensions,
)

# fmt: off
__all__ = [
    "Reduction", "add_loss", "compute_weighted_loss", "get_losses", "get_total_loss",
    "log_loss", "mean_squared_error", "softmax_cross_entropy",
    "sparse_softmax_cross_entropy",
]
# fmt: on


class Reduction:
    """How the weighted losses of the examples are reduced to one, under TensorFlow's names."""

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS


def require(**arguments: Any) -> None:
    """Raises ValueError for an argument that is None."""
    for name, value in arguments.items():
        if value is None:
            raise ValueError(f"Argument `{name}` must not be None.")


BY_WEIGHTS = Reduction.SUM_BY_NONZERO_WEIGHTS
REDUCTIONS = (
    Reduction.NONE, Reduction.SUM, Reduction.MEAN, Reduction.SUM_OVER_BATCH_SIZE, BY_WEIGHTS, BY_WEIGHTS,
)  # fmt: skip
LOSSES = GraphKeys.LOSSES


def _mean(total: Tensor, count: Tensor) -> Tensor:
    return division.div_no_nan(sums.reduce_sum(total), count, name="value")


def _count(losses: Tensor) -> Tensor:
    with name_scope(None, "num_elements", [losses]) as scope:
        return cast(tf.size(losses, name=scope), losses.dtype)


def _present(losses: Tensor, weights: Tensor) -> Tensor:
    """How many losses have a weight that is not zero."""
    with name_scope(None, "num_present", [losses, weights]) as scope:
        weights = cast(weights, d.float32)
        absent, zeros = comparisons.equal(weights, 0.0), tf.zeros_like(weights)
        present = where(absent, zeros, tf.ones_like(weights))
        present = broadcast_weights(present, losses)
        return sums.reduce_sum(present, name=scope)


def compute_weighted_loss(
    losses: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """The losses times their weights, reduced, and added to the collection.

    weights: a number, or a tensor that can be broadcast to the losses: of their rank, each size theirs or 1.
    Raises ValueError for weights of other shapes.
    """
    if reduction not in REDUCTIONS:
        raise ValueError(f"Invalid Reduction Key {reduction}. Key should be one of {REDUCTIONS}.")
    with (
        name_scope(scope, "weighted_loss", [losses, weights]),
        control_dependencies([assert_broadcastable(weights, losses)]),
    ):
        losses = convert_to_tensor(losses)
        dtype = losses.dtype
        losses = cast(losses, d.float32)
        weights = cast(weights, d.float32)
        loss = arithmetic.multiply(losses, weights)
        if reduction != Reduction.NONE:
            loss = sums.reduce_sum(loss)
        if reduction == Reduction.MEAN:
            loss = _mean(loss, sums.reduce_sum(tf.ones_like(losses) * weights))
        elif reduction == BY_WEIGHTS:
            loss = _mean(loss, _present(losses, weights))
        elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
            loss = _mean(loss, _count(losses))
        loss = cast(loss, dtype)
        add_loss(loss, loss_collection)
        return loss


# Losses of labels and predictions ----------------------------------------------------------------


def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """(predictions - labels) squared."""
    require(labels=labels, predictions=predictions)
    with name_scope(scope, "mean_squared_error", [predictions, labels, weights]) as scope:
        losses = arithmetic.squared_difference(*_floats(predictions, labels))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


def log_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    epsilon: float = 1e-7,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """-labels log(p + epsilon) - (1 - labels) log(1 - p + epsilon), for probabilities p."""
    require(labels=labels, predictions=predictions)
    with name_scope(scope, "log_loss", [predictions, labels, weights]) as scope:
        p, labels = _floats(predictions, labels)
        first = -arithmetic.multiply(labels, powers.log(p + epsilon))
        losses = first - arithmetic.multiply(1 - labels, powers.log(1 - p + epsilon))
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


def _floats(predictions: TensorLike, labels: TensorLike) -> tuple[Tensor, Tensor]:
    predictions, labels = cast(predictions, d.float32), cast(labels, d.float32)
    predictions.shape.assert_is_compatible_with(labels.shape)
    return predictions, labels


# Cross entropies ---------------------------------------------------------------------------------


def softmax_cross_entropy(
    onehot_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """`tf.nn.softmax_cross_entropy_with_logits`; smoothing moves the labels towards 1/classes."""
    require(onehot_labels=onehot_labels, logits=logits)
    tensors = [logits, onehot_labels, weights]
    with name_scope(scope, "softmax_cross_entropy_loss", tensors) as scope:
        logits, labels = _as_logits(logits, onehot_labels)
        if label_smoothing > 0:
            classes = cast(tf.shape(labels)[-1], logits.dtype)
            least = label_smoothing / classes
            labels = labels * (1.0 - label_smoothing) + least
        labels = stop_gradient(labels, name="labels_stop_gradient")
        losses = softmax.softmax_cross_entropy_with_logits_v2(labels, logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


def _as_logits(logits: TensorLike, labels: TensorLike) -> tuple[Tensor, Tensor]:
    logits = convert_to_tensor(logits)
    labels = cast(labels, logits.dtype)
    logits.shape.assert_is_compatible_with(labels.shape)
    return logits, labels


def sparse_softmax_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """`tf.nn.sparse_softmax_cross_entropy_with_logits`; labels may have a last dimension of 1."""
    require(labels=labels, logits=logits)
    tensors = [logits, labels, weights]
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", tensors) as scope:
        labels, logits = remove_squeezable_dimensions(labels, logits, expected_rank_diff=1)
        if weights is not None:
            weights = convert_to_tensor(weights)
            ranks = weights.shape.rank, labels.shape.rank
            if None not in ranks and ranks[0] - ranks[1] == 1:
                weights = tf.squeeze(weights, [-1])
        losses = softmax.sparse_softmax_cross_entropy_with_logits(labels, logits, "xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


# Collections -------------------------------------------------------------------------------------


def add_loss(loss: Tensor, loss_collection: str | None = LOSSES) -> None:
    """Adds a loss to the collection."""
    if loss_collection:
        add_to_collection(loss_collection, loss)


def get_losses(scope: str | None = None, loss_collection: str = LOSSES) -> list[Tensor]:
    """The losses of the collection whose names begin with `scope`."""
    return get_collection(loss_collection, scope)


def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Tensor:
    """The sum of all losses. Raises ValueError if there are none."""
    losses = get_losses(scope=scope)
    if add_regularization_losses:
        losses += get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)
    return arithmetic.add_n(losses, name=name)
