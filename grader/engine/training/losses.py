"""`tf.losses`: losses of examples, weighted, reduced to a number, and kept in a collection.

A loss of predictions and labels is a row: its scope, and a function that builds the loss of each
example. Labels and predictions become float32 of the same shape; then all go one way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import (
    Tensor,
    add_to_collection,
    control_dependencies,
    get_collection,
    name_scope,
)
from grader.engine.nn import losses as nn_losses
from grader.engine.nn import softmax
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making as making
from grader.engine.ops.arrays import shape_functions as shapes
from grader.engine.ops.common.basic import stop_gradient
from grader.engine.ops.common.renamed import either
from grader.engine.ops.math import choices as choices
from grader.engine.ops.math import functions as m
from grader.engine.ops.reductions import functions as reductions
from grader.engine.training.example_weights import (
    assert_broadcastable,
    broadcast_weights,
    remove_squeezable_dimensions,
)

# fmt: off
__all__ = [
    "Reduction", "absolute_difference", "add_loss", "compute_weighted_loss", "cosine_distance",
    "get_losses", "get_regularization_loss", "get_regularization_losses", "get_total_loss", "hinge_loss",
    "huber_loss", "log_loss", "mean_pairwise_squared_error", "mean_squared_error",
    "sigmoid_cross_entropy", "softmax_cross_entropy", "sparse_softmax_cross_entropy",
]
# fmt: on


class Reduction:
    """How the weighted losses of the examples become one: the names that TensorFlow gives."""

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All reductions."""
        by_weights = cls.SUM_BY_NONZERO_WEIGHTS
        return (cls.NONE, cls.SUM, cls.MEAN, cls.SUM_OVER_BATCH_SIZE, by_weights, by_weights)

    @classmethod
    def validate(cls, key: str) -> None:
        """Raises ValueError for what is no reduction."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}. Key should be one of {cls.all()}.")


BY_WEIGHTS = Reduction.SUM_BY_NONZERO_WEIGHTS
LOSSES = GraphKeys.LOSSES


def _mean(total: Tensor, count: Tensor) -> Tensor:
    return m.div_no_nan(reductions.reduce_sum(total), count, name="value")


def _count(losses: Tensor) -> Tensor:
    with name_scope(None, "num_elements", [losses]) as scope:
        return m.cast(shapes.size(losses, name=scope), losses.dtype)


def _present(losses: Tensor, weights: Any, by_example: bool = False) -> Tensor:
    """How many losses have a weight that is not zero."""
    with name_scope(None, "num_present", [losses, weights]) as scope:
        weights = m.cast(weights, d.float32)
        absent, zeros = m.equal(weights, 0.0), making.zeros_like(weights)
        present = choices.where(absent, zeros, making.ones_like(weights))
        present = broadcast_weights(present, losses)
        if not by_example:
            return reductions.reduce_sum(present, name=scope)
        axes = making.range(1, shapes.rank(present))
        return reductions.reduce_sum(present, axis=axes, keepdims=True, name=scope)


def compute_weighted_loss(
    losses: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """The losses times their weights, reduced, and added to the collection.

    weights: a number, or of the losses' rank with their sizes or 1; ValueError for others.
    """
    Reduction.validate(reduction)
    with (
        name_scope(scope, "weighted_loss", [losses, weights]),
        control_dependencies([assert_broadcastable(weights, losses)]),
    ):
        losses = convert_to_tensor(losses)
        dtype = losses.dtype
        losses = m.cast(losses, d.float32)
        weights = m.cast(weights, d.float32)
        loss = m.multiply(losses, weights)
        if reduction != Reduction.NONE:
            loss = reductions.reduce_sum(loss)
        if reduction == Reduction.MEAN:
            loss = _mean(loss, reductions.reduce_sum(making.ones_like(losses) * weights))
        elif reduction == BY_WEIGHTS:
            loss = _mean(loss, _present(losses, weights))
        elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
            loss = _mean(loss, _count(losses))
        loss = m.cast(loss, dtype)
        add_loss(loss, loss_collection)
        return loss


# ---------------------------------------------------- losses of labels and predictions


def _required(**arguments: Any) -> None:
    for name, value in arguments.items():
        if value is None:
            raise ValueError(f"Argument `{name}` must not be None.")


def _floats(predictions: Any, labels: Any) -> tuple[Tensor, Tensor]:
    predictions, labels = m.cast(predictions, d.float32), m.cast(labels, d.float32)
    predictions.shape.assert_is_compatible_with(labels.shape)
    return predictions, labels


def _weighted(
    scope_name: str,
    build: Callable[[Tensor, Tensor], Tensor],
    given: dict[str, Any],
    weights: Any,
    scope: str | None,
    loss_collection: str | None,
    reduction: str,
) -> Tensor:
    """The loss that `build(predictions, labels)` makes of each example, weighted and reduced."""
    _required(**given)
    labels, predictions = given.values()
    with name_scope(scope, scope_name, [predictions, labels, weights]) as inner:
        losses = build(*_floats(predictions, labels))
        return compute_weighted_loss(losses, weights, inner, loss_collection, reduction)


def absolute_difference(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """|predictions - labels|."""
    given = {"labels": labels, "predictions": predictions}
    return _weighted(
        "absolute_difference",
        lambda y, z: m.abs(m.subtract(y, z)),
        given, weights, scope, loss_collection, reduction,
    )  # fmt: skip


def mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """(predictions - labels) squared."""
    given = {"labels": labels, "predictions": predictions}
    return _weighted(
        "mean_squared_error",
        m.squared_difference,
        given, weights, scope, loss_collection, reduction,
    )  # fmt: skip


def cosine_distance(
    labels: Any,
    predictions: Any,
    axis: int | None = None,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
    dim: int | None = None,
) -> Tensor:
    """1 - the sum of products along an axis, of vectors of length 1."""
    axis = either("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("You must specify argument `axis`.")
    given = {"labels": labels, "predictions": predictions}

    def distance(y: Tensor, z: Tensor) -> Tensor:
        return 1 - reductions.reduce_sum(m.multiply(y, z), axis=(axis,), keepdims=True)

    return _weighted(
        "cosine_distance_loss", distance, given, weights, scope, loss_collection, reduction
    )


def hinge_loss(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """max(0, 1 - (2 labels - 1) logits), of labels 0 and 1."""
    given = {"labels": labels, "logits": logits}

    def hinge(y: Tensor, z: Tensor) -> Tensor:
        ones = making.ones_like(z)
        z = m.subtract(2 * z, ones)
        return m.relu(m.subtract(ones, m.multiply(z, y)))

    return _weighted("hinge_loss", hinge, given, weights, scope, loss_collection, reduction)


def huber_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    delta: float = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """Half the square of the error up to `delta`, from there on linear."""
    given = {"labels": labels, "predictions": predictions}

    def huber(y: Tensor, z: Tensor) -> Tensor:
        error = m.abs(m.subtract(y, z))
        inside = m.minimum(error, delta)
        outside = m.subtract(error, inside)
        half = convert_to_tensor(0.5, inside.dtype)
        squares = m.multiply(half, m.multiply(inside, inside))
        return m.add(squares, m.multiply(delta, outside))

    return _weighted("huber_loss", huber, given, weights, scope, loss_collection, reduction)


def log_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    epsilon: float = 1e-7,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """-labels log(p + epsilon) - (1 - labels) log(1 - p + epsilon), of probabilities p."""
    given = {"labels": labels, "predictions": predictions}

    def logs(y: Tensor, z: Tensor) -> Tensor:
        first = -m.multiply(z, m.log(y + epsilon))
        return first - m.multiply(1 - z, m.log(1 - y + epsilon))

    return _weighted("log_loss", logs, given, weights, scope, loss_collection, reduction)


def mean_pairwise_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
) -> Tensor:
    """The squared differences of the errors of all pairs of elements of an example."""
    _required(labels=labels, predictions=predictions)
    tensors = [predictions, labels, weights]
    with name_scope(scope, "mean_pairwise_squared_error", tensors):
        weights, labels = m.cast(weights, d.float32), m.cast(labels, d.float32)
        with control_dependencies([assert_broadcastable(weights, labels)]):
            predictions = m.cast(predictions, d.float32)
            predictions.shape.assert_is_compatible_with(labels.shape)
            errors = m.subtract(predictions, labels)
            axes = making.range(1, shapes.rank(errors))
            squares = reductions.reduce_sum(m.square(errors), axis=axes, keepdims=True)
            count = _present(errors, weights, by_example=True)
            most = m.maximum(count - 1, 0)
            own = 2.0 * m.div_no_nan(squares, most, name="value")
            summed = reductions.reduce_sum(errors, axis=axes, keepdims=True)
            squared = m.square(summed)
            pairs = m.maximum(m.multiply(count, count - 1), 0)
            common = 2.0 * m.div_no_nan(squared, pairs, name="value")
            loss = reductions.reduce_sum(m.multiply(own - common, weights))
            some = reductions.reduce_sum(count) > 0
            result = choices.where(some, loss, making.zeros_like(loss), name="value")
            add_loss(result, loss_collection)
            return result


# ----------------------------------------------------------------------- cross entropies


def sigmoid_cross_entropy(
    multi_class_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """`tf.nn.sigmoid_cross_entropy_with_logits`; smoothing moves the labels towards 1/2."""
    _required(multi_class_labels=multi_class_labels, logits=logits)
    tensors = [logits, multi_class_labels, weights]
    with name_scope(scope, "sigmoid_cross_entropy_loss", tensors) as inner:
        logits = convert_to_tensor(logits)
        labels = m.cast(multi_class_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = nn_losses.sigmoid_cross_entropy_with_logits(labels, logits, "xentropy")
        return compute_weighted_loss(losses, weights, inner, loss_collection, reduction)


def softmax_cross_entropy(
    onehot_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """`tf.nn.softmax_cross_entropy_with_logits`; smoothing moves the labels towards 1/classes."""
    _required(onehot_labels=onehot_labels, logits=logits)
    tensors = [logits, onehot_labels, weights]
    with name_scope(scope, "softmax_cross_entropy_loss", tensors) as inner:
        logits = convert_to_tensor(logits)
        labels = m.cast(onehot_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            classes = m.cast(shapes.shape(labels)[-1], logits.dtype)
            least = label_smoothing / classes
            labels = labels * (1.0 - label_smoothing) + least
        labels = stop_gradient(labels, name="labels_stop_gradient")
        losses = softmax.softmax_cross_entropy_with_logits_v2(labels, logits, name="xentropy")
        return compute_weighted_loss(losses, weights, inner, loss_collection, reduction)


def sparse_softmax_cross_entropy(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = LOSSES,
    reduction: str = BY_WEIGHTS,
) -> Tensor:
    """`tf.nn.sparse_softmax_cross_entropy_with_logits`; labels may have a last dimension of 1."""
    _required(labels=labels, logits=logits)
    tensors = [logits, labels, weights]
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", tensors) as inner:
        labels, logits = remove_squeezable_dimensions(labels, logits, expected_rank_diff=1)
        if weights is not None:
            weights = convert_to_tensor(weights)
            ranks = weights.shape.rank, labels.shape.rank
            if None not in ranks and ranks[0] - ranks[1] == 1:
                weights = arrays.squeeze(weights, [-1])
        losses = softmax.sparse_softmax_cross_entropy_with_logits(labels, logits, "xentropy")
        return compute_weighted_loss(losses, weights, inner, loss_collection, reduction)


# -------------------------------------------------------------------------- collections


def add_loss(loss: Tensor, loss_collection: str | None = LOSSES) -> None:
    """Adds a loss to the collection."""
    if loss_collection:
        add_to_collection(loss_collection, loss)


def get_losses(scope: str | None = None, loss_collection: str = LOSSES) -> list[Any]:
    """The losses of the collection whose names begin with `scope`."""
    return get_collection(loss_collection, scope)


def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """The regularization losses whose names begin with `scope`."""
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(
    scope: str | None = None, name: str = "total_regularization_loss"
) -> Tensor:
    """The sum of the regularization losses; 0 where there are none."""
    losses = get_regularization_losses(scope)
    return choices.add_n(losses, name=name) if losses else constant(0.0)


def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Tensor:
    """The sum of all losses. Raises ValueError where there are none."""
    losses = get_losses(scope=scope)
    if add_regularization_losses:
        losses += get_regularization_losses(scope=scope)
    return choices.add_n(losses, name=name)
