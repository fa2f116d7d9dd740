"""Streaming metrics that are means, over values or over classes."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.graph import control_dependencies, name_scope
from grader.engine.ops.arrays.functions import reshape
from grader.engine.ops.arrays.making import ones, ones_like, tensor_diag_part, zeros_like
from grader.engine.ops.arrays.sizes import size
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.choices import where
from grader.engine.ops.reductions.functions import reduce_mean, reduce_sum
from grader.engine.training.confusion import confusion_matrix
from grader.engine.training.example_weights import (
    broadcast_weights,
    matched,
    remove_squeezable_dimensions,
)
from grader.engine.training.streaming.base import (
    Pair,
    metric_variable,
    metrics_in,
    streaming,
    value_and_update,
)
from grader.engine.variables.entries import assign_add
from grader.engine.variables.scatter_updates import scatter_add

# Means -----------------------------------------------------------------------------------------


@streaming()
def mean(values: Any, weights: Any = None, name: str | None = None) -> Pair:
    """The weighted mean of all values so far."""
    with name_scope(name, "mean", [values, weights]):
        values = m.cast(values, d.float32)
        total, count = metric_variable([], "total"), metric_variable([], "count")
        if weights is None:
            number = m.cast(size(values), d.float32)
        else:
            values, weights = _weighted(values, weights)
            number = reduce_sum(weights)
        return _mean_of(total, count, reduce_sum(values), number, values)


def _weighted(values: Any, weights: Any) -> Pair:
    values, _, weights = matched(values, None, weights)
    weights = broadcast_weights(m.cast(weights, d.float32), values)
    return m.multiply(values, weights), weights


def _mean_of(total: Any, count: Any, more: Any, number: Any, values: Any) -> Pair:
    totals = total, assign_add(total, more)
    with control_dependencies([values]):
        counts = count, assign_add(count, number)
    return value_and_update(
        lambda t, c, n: m.div_no_nan(t, m.maximum(c, 0), name=n), totals, counts
    )


@streaming()
def mean_tensor(values: Any, weights: Any = None, name: str | None = None) -> Pair:
    """The weighted mean so far, element by element."""
    with name_scope(name, "mean", [values, weights]):
        values = m.cast(values, d.float32)
        total, count = (metric_variable(values.shape, f"{n}_tensor") for n in ("total", "count"))
        number = ones_like(values)
        if weights is not None:
            values, weights = _weighted(values, weights)
            number = m.multiply(number, weights)
        return _mean_of(total, count, values, number, values)


@streaming()
def accuracy(labels: Any, predictions: Any, weights: Any = None, name: str | None = None) -> Pair:
    """The fraction of predictions that equal their labels."""
    predictions, labels, weights = matched(predictions, labels, weights)
    if labels.dtype != predictions.dtype:
        predictions = m.cast(predictions, labels.dtype)
    right = m.cast(m.equal(predictions, labels), d.float32)
    return mean(right, weights, name=name or "accuracy")


@streaming()
def mean_absolute_error(
    labels: Any, predictions: Any, weights: Any = None, name: str | None = None
) -> Pair:
    """The mean of |prediction - label|."""
    predictions, labels, weights = matched(predictions, labels, weights)
    return mean(m.abs(predictions - labels), weights, name=name or "mean_absolute_error")


@streaming()
def mean_squared_error(
    labels: Any, predictions: Any, weights: Any = None, name: str | None = None
) -> Pair:
    """The mean of (prediction - label)²."""
    predictions, labels, weights = matched(predictions, labels, weights)
    squares = m.squared_difference(labels, predictions)
    return mean(squares, weights, name=name or "mean_squared_error")


@streaming()
def root_mean_squared_error(
    labels: Any, predictions: Any, weights: Any = None, name: str | None = None
) -> Pair:
    """The root of the mean squared error."""
    predictions, labels, weights = matched(predictions, labels, weights)
    pair = mean_squared_error(labels, predictions, weights, name=name or "root_mean_squared_error")
    return m.sqrt(pair[0]), m.sqrt(pair[1])


@streaming()
def mean_relative_error(
    labels: Any, predictions: Any, normalizer: Any, weights: Any = None, name: str | None = None
) -> Pair:
    """The mean of |label - prediction| / normalizer (0 where that is 0)."""
    predictions, labels, weights = matched(predictions, labels, weights)
    predictions, normalizer = remove_squeezable_dimensions(predictions, normalizer)
    predictions.shape.assert_is_compatible_with(normalizer.shape)
    is_zero, none = m.equal(normalizer, 0.0), zeros_like(labels)
    errors = where(is_zero, none, m.divide(m.abs(labels - predictions), normalizer))
    return mean(errors, weights, name=name or "mean_relative_error")


@streaming()
def mean_cosine_distance(
    labels: Any, predictions: Any, dim: int, weights: Any = None, name: str | None = None
) -> Pair:
    """1 minus the mean dot product along `dim` of labels and predictions, which have length 1."""
    predictions, labels, weights = matched(predictions, labels, weights)
    cosines = reduce_sum(m.multiply(predictions, labels), axis=[dim], keepdims=True)
    value, update = mean(cosines, weights, name=name or "mean_cosine_distance")
    return m.subtract(1.0, value), m.subtract(1.0, update)


@streaming()
def percentage_below(
    values: Any, threshold: Any, weights: Any = None, name: str | None = None
) -> Pair:
    """The fraction of the values below the threshold."""
    below = m.cast(m.less(values, threshold), d.float32)
    return mean(below, weights, name=name or "percentage_below_threshold")


# Classes ----------------------------------------------------------------------------------------


def _flat(tensor: Any) -> Any:
    return reshape(tensor, [-1]) if tensor.shape.rank > 1 else tensor


@streaming()
def mean_per_class_accuracy(
    labels: Any, predictions: Any, num_classes: int, weights: Any = None, name: str | None = None
) -> Pair:
    """The mean over the classes of each one's accuracy."""
    with name_scope(name, "mean_accuracy", [predictions, labels, weights]):
        labels = _flat(m.cast(labels, d.int64))
        predictions = _flat(predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
        total, count = (
            metric_variable([num_classes], "total"),
            metric_variable([num_classes], "count"),
        )
        number = ones([size(labels)], d.float32)
        if labels.dtype != predictions.dtype:
            predictions = m.cast(predictions, labels.dtype)
        right = m.cast(m.equal(predictions, labels), d.float32)
        if weights is not None:
            weights = m.cast(_flat(weights), d.float32)
            right, number = right * weights, number * weights
        totals = scatter_add(total, labels, number)
        counts = scatter_add(count, labels, right)
        by_class = m.div_no_nan(count, m.maximum(total, 0))
        value = reduce_mean(by_class, name="mean_accuracy")
        return value, m.div_no_nan(counts, m.maximum(totals, 0), name="update_op")


@streaming()
def mean_iou(
    labels: Any, predictions: Any, num_classes: int, weights: Any = None, name: str | None = None
) -> Pair:
    """The mean over the classes of intersection over union (the update: the confusion matrix)."""
    with name_scope(name, "mean_iou", [predictions, labels, weights]):
        predictions.shape.assert_is_compatible_with(labels.shape)
        matrix = metric_variable([num_classes, num_classes], "total_confusion_matrix", d.float64)
        predictions, labels = m.cast(predictions, d.int64), m.cast(labels, d.int64)
        classes = m.cast(num_classes, d.int64)
        predictions, labels = _flat(predictions), _flat(labels)
        weights = None if weights is None else _flat(weights)
        counted = confusion_matrix(labels, predictions, classes, weights=weights, dtype=d.float64)
        update = assign_add(matrix, counted)
        rows = m.cast(reduce_sum(matrix, 0), d.float32)
        columns = m.cast(reduce_sum(matrix, 1), d.float32)
        both = m.cast(tensor_diag_part(matrix), d.float32)
        union = rows + columns - both
        seen = reduce_sum(m.cast(m.not_equal(union, 0), d.float32))
        union = where(m.greater(union, 0), union, ones_like(union))
        share = m.divide(both, union)
        some = m.greater(seen, 0)
        return where(some, reduce_sum(share, name="mean_iou") / seen, 0), update


__all__ = metrics_in(globals())
