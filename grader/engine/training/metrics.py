"""Streaming metrics: means and counts that accumulate in local variables over many runs.

Each is a pair, the value so far and the operation that updates it. The variables are also in the
collection METRIC_VARIABLES.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grader.engine.control.assertions import always_holds, assert_rank_in
from grader.engine.core import dtypes as d
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.graph import Tensor, add_to_collections, control_dependencies, name_scope
from grader.engine.ops.arrays.creation import ones, zeros
from grader.engine.ops.arrays.shapes import rank, reshape, size
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.math import arithmetic, comparisons, division, powers
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.choices import where
from grader.engine.ops.reductions.sums import reduce_mean, reduce_sum
from grader.engine.training.example_weights import broadcast_weights, matched
from grader.engine.variables.assignment import assign_add
from grader.engine.variables.scatter_updates import scatter_add
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = [
    "accuracy", "false_negatives", "false_positives", "mean", "mean_absolute_error",
    "mean_per_class_accuracy", "mean_squared_error", "precision", "recall",
    "root_mean_squared_error", "true_negatives", "true_positives",
]
# fmt: on

Pair = tuple[Tensor, Tensor]
Collections = str | Sequence[str] | None


# What all share ----------------------------------------------------------------------------------


def listed(pair: Pair, metrics: Collections, updates: Collections) -> Pair:
    """The pair, after its value and its update have been added to these collections."""
    for tensor, names in zip(pair, (metrics, updates), strict=True):
        if names:
            add_to_collections(names, tensor)
    return pair


def metric_variable(sizes: list[int], name: str) -> Variable:
    """A local variable of float32 zeros."""
    return Variable(
        lambda: zeros(sizes, d.float32),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        name=name,
    )


def value_and_update(function: Callable[..., Tensor], *states: tuple[Any, Tensor]) -> Pair:
    """`function` of the variables' values, and of their values after the update."""
    values, updates = zip(*states, strict=True)
    return function(*values, "value"), function(*updates, "update_op")


# Means -------------------------------------------------------------------------------------------


def mean(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Pair:
    """The weighted mean of all values so far."""
    with name_scope(name, "mean", [values, weights]):
        values = cast(values, d.float32)
        total, count = metric_variable([], "total"), metric_variable([], "count")
        if weights is None:
            number = cast(size(values), d.float32)
        else:
            values, _, weights = matched(values, None, weights)
            weights = broadcast_weights(cast(weights, d.float32), values)
            values = arithmetic.multiply(values, weights)
            number = reduce_sum(weights)
        totals = total, assign_add(total, reduce_sum(values))
        with control_dependencies([values]):
            counts = count, assign_add(count, number)
        pair = value_and_update(
            lambda t, c, n: division.div_no_nan(t, arithmetic.maximum(c, 0), name=n), totals, counts
        )
        return listed(pair, metrics_collections, updates_collections)


def accuracy(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Pair:
    """The fraction of predictions that equal their labels."""
    predictions, labels, weights = matched(predictions, labels, weights)
    if labels.dtype != predictions.dtype:
        predictions = cast(predictions, labels.dtype)
    right = cast(comparisons.equal(predictions, labels), d.float32)
    return mean(right, weights, metrics_collections, updates_collections, name or "accuracy")


def mean_absolute_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Pair:
    """The mean of |prediction - label|."""
    predictions, labels, weights = matched(predictions, labels, weights)
    errors = arithmetic.abs(predictions - labels)
    name = name or "mean_absolute_error"
    return mean(errors, weights, metrics_collections, updates_collections, name)


def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Pair:
    """The mean of (prediction - label)²."""
    predictions, labels, weights = matched(predictions, labels, weights)
    squares = arithmetic.squared_difference(labels, predictions)
    name = name or "mean_squared_error"
    return mean(squares, weights, metrics_collections, updates_collections, name)


def root_mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Pair:
    """The root of the mean squared error."""
    predictions, labels, weights = matched(predictions, labels, weights)
    pair = mean_squared_error(labels, predictions, weights, name=name or "root_mean_squared_error")
    roots = powers.sqrt(pair[0]), powers.sqrt(pair[1])
    return listed(roots, metrics_collections, updates_collections)


def mean_per_class_accuracy(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: int,
    weights: TensorLike | None = None,
    metrics_collections: Collections = None,
    updates_collections: Collections = None,
    name: str | None = None,
) -> Pair:
    """The mean over the classes of each one's accuracy."""
    with name_scope(name, "mean_accuracy", [predictions, labels, weights]):
        labels = _flat(cast(labels, d.int64))
        predictions = _flat(predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
        total = metric_variable([num_classes], "total")
        count = metric_variable([num_classes], "count")
        number = ones([size(labels)], d.float32)
        if labels.dtype != predictions.dtype:
            predictions = cast(predictions, labels.dtype)
        right = cast(comparisons.equal(predictions, labels), d.float32)
        if weights is not None:
            weights = cast(_flat(weights), d.float32)
            right, number = right * weights, number * weights
        totals = scatter_add(total, labels, number)
        counts = scatter_add(count, labels, right)
        by_class = division.div_no_nan(count, arithmetic.maximum(total, 0))
        value = reduce_mean(by_class, name="mean_accuracy")
        update = division.div_no_nan(counts, arithmetic.maximum(totals, 0), name="update_op")
        return listed((value, update), metrics_collections, updates_collections)


def _flat(tensor: Any) -> Tensor:
    return reshape(tensor, [-1]) if tensor.shape.rank > 1 else tensor


# Counts of true and false predictions ------------------------------------------------------------


def _counter(kind: str, label: bool, prediction: bool) -> Callable[..., Pair]:
    """The metric `kind`: how often a label and its prediction were these."""

    def metric(
        labels: TensorLike,
        predictions: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: Collections = None,
        updates_collections: Collections = None,
        name: str | None = None,
    ) -> Pair:
        with name_scope(name, kind, [predictions, labels, weights]):
            predictions, labels, weights = _booleans(predictions, labels, weights)
            hits = comparisons.logical_and(
                comparisons.equal(labels, label), comparisons.equal(predictions, prediction)
            )
            always_holds("assert_type", "statically_determined_correct_type")
            count = metric_variable([], "count")
            hits = cast(hits, d.float32)
            if weights is not None:
                with control_dependencies([assert_rank_in(weights, (0, rank(hits)))]):
                    weights = cast(weights, d.float32)
                    hits = arithmetic.multiply(hits, weights)
            pair = identity(count), assign_add(count, reduce_sum(hits))
            return listed(pair, metrics_collections, updates_collections)

    metric.__doc__ = f"The (weighted) number of {kind.replace('_', ' ')} so far."
    metric.__name__ = metric.__qualname__ = kind
    return metric


def _booleans(
    predictions: TensorLike, labels: TensorLike, weights: TensorLike | None
) -> tuple[Any, Any, Any]:
    return matched(cast(predictions, d.bool), cast(labels, d.bool), weights)


true_positives = _counter("true_positives", True, True)
false_negatives = _counter("false_negatives", True, False)
true_negatives = _counter("true_negatives", False, False)
false_positives = _counter("false_positives", False, True)


def _share(kind: str, wrong: Callable[..., Pair]) -> Callable[..., Pair]:
    """The metric `kind`: the true positives among themselves and the `wrong` ones."""

    def share(hits: Tensor, misses: Tensor, name: str) -> Tensor:
        some = comparisons.greater(hits + misses, 0)
        return where(some, division.divide(hits, hits + misses), 0, name)

    def metric(
        labels: TensorLike,
        predictions: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: Collections = None,
        updates_collections: Collections = None,
        name: str | None = None,
    ) -> Pair:
        with name_scope(name, kind, [predictions, labels, weights]):
            predictions, labels, weights = _booleans(predictions, labels, weights)
            hits = true_positives(labels, predictions, weights)
            pair = value_and_update(share, hits, wrong(labels, predictions, weights))
            return listed(pair, metrics_collections, updates_collections)

    other = wrong.__name__.replace("_", " ")
    metric.__doc__ = f"True positives / (true positives + {other}) so far."
    metric.__name__ = metric.__qualname__ = kind
    return metric


precision = _share("precision", false_positives)
recall = _share("recall", false_negatives)
