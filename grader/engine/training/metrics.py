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
from grader.engine.ops.arrays.creation import zeros
from grader.engine.ops.arrays.shapes import rank, size
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.math import arithmetic, comparisons, division, powers
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.where import where
from grader.engine.ops.reductions.sums import reduce_sum
from grader.engine.training.example_weights import broadcast_weights, matched
from grader.engine.variables.assignment import assign_add
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = [
    "accuracy", "false_negatives", "false_positives", "mean", "mean_absolute_error",
    "mean_squared_error", "precision", "recall", "root_mean_squared_error", "true_negatives",
    "true_positives",
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


def metric_variable(name: str) -> Variable:
    """A local variable, 0.0 at first."""
    return Variable(
        lambda: zeros([], d.float32),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        name=name,
    )


def value_and_update(function: Callable[..., Tensor], *states: tuple[Any, Tensor]) -> Pair:
    """`function` of the variables' values, and of their values after the update."""
    values, updates = zip(*states, strict=True)
    return function(*values, "value"), function(*updates, "update_op")


def comparison(build: Callable[..., Pair]) -> Callable[..., Pair]:
    """The metric of labels and predictions that `build(labels, predictions, weights, name)` makes."""

    def metric(
        labels: TensorLike,
        predictions: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: Collections = None,
        updates_collections: Collections = None,
        name: str | None = None,
    ) -> Pair:
        pair = build(labels, predictions, weights, name or build.__name__)
        return listed(pair, metrics_collections, updates_collections)

    metric.__name__ = metric.__qualname__ = build.__name__
    metric.__doc__ = build.__doc__
    return metric


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
        total, count = metric_variable("total"), metric_variable("count")
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


@comparison
def accuracy(labels: Any, predictions: Any, weights: Any, name: str) -> Pair:
    """The fraction of predictions that equal their labels."""
    predictions, labels, weights = matched(predictions, labels, weights)
    if labels.dtype != predictions.dtype:
        predictions = cast(predictions, labels.dtype)
    return mean(cast(comparisons.equal(predictions, labels), d.float32), weights, name=name)


@comparison
def mean_absolute_error(labels: Any, predictions: Any, weights: Any, name: str) -> Pair:
    """The mean of |prediction - label|."""
    predictions, labels, weights = matched(predictions, labels, weights)
    return mean(arithmetic.abs(predictions - labels), weights, name=name)


@comparison
def mean_squared_error(labels: Any, predictions: Any, weights: Any, name: str) -> Pair:
    """The mean of (prediction - label)²."""
    predictions, labels, weights = matched(predictions, labels, weights)
    return mean(arithmetic.squared_difference(labels, predictions), weights, name=name)


@comparison
def root_mean_squared_error(labels: Any, predictions: Any, weights: Any, name: str) -> Pair:
    """The root of the mean squared error."""
    predictions, labels, weights = matched(predictions, labels, weights)
    value, update = mean_squared_error(labels, predictions, weights, name=name)
    return powers.sqrt(value), powers.sqrt(update)


# Counts of true and false predictions ------------------------------------------------------------


def _booleans(predictions: Any, labels: Any, weights: Any) -> tuple[Any, Any, Any]:
    return matched(cast(predictions, d.bool), cast(labels, d.bool), weights)


def _counter(kind: str, label: bool, prediction: bool) -> Callable[..., Pair]:
    """The metric `kind`: how often a label and its prediction were these."""

    def count(labels: Any, predictions: Any, weights: Any, name: str) -> Pair:
        with name_scope(name, None, [predictions, labels, weights]):
            predictions, labels, weights = _booleans(predictions, labels, weights)
            hits = comparisons.logical_and(
                comparisons.equal(labels, label), comparisons.equal(predictions, prediction)
            )
            always_holds("assert_type", "statically_determined_correct_type")
            count = metric_variable("count")
            hits = cast(hits, d.float32)
            if weights is not None:
                with control_dependencies([assert_rank_in(weights, (0, rank(hits)))]):
                    weights = cast(weights, d.float32)
                    hits = arithmetic.multiply(hits, weights)
            return identity(count), assign_add(count, reduce_sum(hits))

    count.__doc__ = f"The (weighted) number of {kind.replace('_', ' ')} so far."
    count.__name__ = kind
    return comparison(count)


true_positives = _counter("true_positives", True, True)
false_negatives = _counter("false_negatives", True, False)
true_negatives = _counter("true_negatives", False, False)
false_positives = _counter("false_positives", False, True)


def _share(kind: str, wrong: Callable[..., Pair]) -> Callable[..., Pair]:
    """The metric `kind`: the true positives among themselves and the `wrong` ones."""

    def divided(hits: Tensor, misses: Tensor, name: str) -> Tensor:
        some = comparisons.greater(hits + misses, 0)
        return where(some, division.divide(hits, hits + misses), 0, name)

    def share(labels: Any, predictions: Any, weights: Any, name: str) -> Pair:
        with name_scope(name, None, [predictions, labels, weights]):
            predictions, labels, weights = _booleans(predictions, labels, weights)
            hits = true_positives(labels, predictions, weights)
            return value_and_update(divided, hits, wrong(labels, predictions, weights))

    other = wrong.__name__.replace("_", " ")
    share.__doc__ = f"True positives / (true positives + {other}) so far."
    share.__name__ = kind
    return comparison(share)


precision = _share("precision", false_positives)
recall = _share("recall", false_negatives)
