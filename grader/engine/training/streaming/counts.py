"""Streaming metrics of binary predictions: counts, precision, recall, areas under curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grader.engine.control.assertions import (
    assert_greater_equal,
    assert_less_equal,
    assert_rank_in,
    assert_type,
)
from grader.engine.core import dtypes as d
from grader.engine.core import logging
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import control_dependencies, name_scope
from grader.engine.ops.arrays.functions import expand_dims, reshape, stack, tile, transpose
from grader.engine.ops.arrays.making import ones_like
from grader.engine.ops.arrays.sizes import rank, shape
from grader.engine.ops.common.basic import identity
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.choices import where
from grader.engine.ops.reductions.functions import argmax, argmin, cumsum, reduce_min, reduce_sum
from grader.engine.training.example_weights import broadcast_weights, matched
from grader.engine.training.streaming.base import (
    Pair,
    metric_variable,
    metrics_in,
    streaming,
    value_and_update,
)
from grader.engine.variables.entries import assign_add

# What is counted -> (the label, the prediction).
COUNTS = {
    "true_positives": (True, True),
    "false_negatives": (True, False),
    "true_negatives": (False, False),
    "false_positives": (False, True),
}


def _as_booleans(predictions: Any, labels: Any, weights: Any) -> tuple[Any, Any, Any]:
    return matched(m.cast(predictions, d.bool), m.cast(labels, d.bool), weights)


def _count(kind: str) -> Callable[..., Pair]:
    label, prediction = COUNTS[kind]

    @streaming()
    def metric(labels: Any, predictions: Any, weights: Any = None, name: str | None = None) -> Pair:
        with name_scope(name, kind, [predictions, labels, weights]):
            predictions, labels, weights = _as_booleans(predictions, labels, weights)
            found = m.logical_and(m.equal(labels, label), m.equal(predictions, prediction))
            assert_type(found, d.bool)  # as TensorFlow does, which leaves a node
            count = metric_variable([], "count")
            found = m.cast(found, d.float32)
            if weights is not None:
                with control_dependencies([assert_rank_in(weights, (0, rank(found)))]):
                    weights = m.cast(weights, d.float32)
                    found = m.multiply(found, weights)
            return identity(count), assign_add(count, reduce_sum(found))

    metric.__doc__ = f"The (weighted) number of {kind.replace('_', ' ')} so far."
    metric.__name__ = metric.__qualname__ = kind
    return metric


true_positives, false_negatives = _count("true_positives"), _count("false_negatives")
true_negatives, false_positives = _count("true_negatives"), _count("false_positives")


def _ratio(kind: str, other: str) -> tuple[Callable[..., Pair], Callable[..., Pair]]:
    """true positives / (true positives + `other`): the metric, and the one at several thresholds."""

    def ratio(right: Any, wrong: Any, name: str) -> Any:
        some = m.greater(right + wrong, 0)
        return where(some, m.divide(right, right + wrong), 0, name)

    @streaming()
    def metric(labels: Any, predictions: Any, weights: Any = None, name: str | None = None) -> Pair:
        with name_scope(name, kind, [predictions, labels, weights]):
            predictions, labels, weights = _as_booleans(predictions, labels, weights)
            right = true_positives(labels, predictions, weights)
            wrong = (false_positives if kind == "precision" else false_negatives)(
                labels, predictions, weights
            )
            return value_and_update(ratio, right, wrong)

    @streaming()
    def at_thresholds(
        labels: Any,
        predictions: Any,
        thresholds: Sequence[float],
        weights: Any = None,
        name: str | None = None,
    ) -> Pair:
        with name_scope(name, f"{kind}_at_thresholds", [predictions, labels, weights]):
            counts = _counts_at(labels, predictions, thresholds, weights, ("true_positives", other))
            return value_and_update(
                lambda right, wrong, name: m.divide(
                    right, 1e-7 + right + wrong, name=f"{kind}_{name}"
                ),
                counts["true_positives"],
                counts[other],
            )

    metric.__doc__ = f"True positives / (true positives + {other.replace('_', ' ')}) so far."
    metric.__name__ = metric.__qualname__ = kind
    at_thresholds.__doc__ = (
        "The same for each of several thresholds, above which predictions count as true."
    )
    at_thresholds.__name__ = at_thresholds.__qualname__ = f"{kind}_at_thresholds"
    return metric, at_thresholds


precision, precision_at_thresholds = _ratio("precision", "false_positives")
recall, recall_at_thresholds = _ratio("recall", "false_negatives")


def _counts_at(
    labels: Any,
    predictions: Any,
    thresholds: Sequence[float],
    weights: Any = None,
    kinds: Sequence[str] = tuple(COUNTS),
) -> dict[str, Pair]:
    """For each kind, a variable with one count per threshold, and its update."""
    message = "predictions must be in [0, 1]"
    with control_dependencies(
        [
            assert_greater_equal(predictions, m.cast(0.0, predictions.dtype), message=message),
            assert_less_equal(predictions, m.cast(1.0, predictions.dtype), message=message),
        ]
    ):
        predictions, labels, weights = matched(
            m.cast(predictions, d.float32), m.cast(labels, d.bool), weights
        )
    number = len(thresholds)
    column = reshape(predictions, [-1, 1])
    row = reshape(m.cast(labels, d.bool), [1, -1])
    rows = column.shape[0].value
    rows = shape(column)[0] if rows is None else rows
    limits = tile(expand_dims(constant(thresholds), [1]), stack([1, rows]))
    positive = m.greater(tile(transpose(column), [number, 1]), limits)
    negative = m.logical_not(positive) if {"false_negatives", "true_negatives"} & {*kinds} else None
    is_true = tile(row, [number, 1])
    is_false = m.logical_not(is_true) if {"false_positives", "true_negatives"} & {*kinds} else None
    if weights is not None:
        weights = broadcast_weights(m.cast(weights, d.float32), predictions)
        weights = tile(reshape(weights, [1, -1]), [number, 1])
        limits.shape.assert_is_compatible_with(weights.shape)
    found = {}
    for kind, (label, prediction) in COUNTS.items():
        if kind in kinds:
            counts = metric_variable([number], kind)
            pair = is_true if label else is_false, positive if prediction else negative
            which = m.cast(m.logical_and(*pair), d.float32)
            which = which if weights is None else which * weights
            found[kind] = counts, assign_add(counts, reduce_sum(which, 1))
    return found


def _count_at(kind: str) -> Callable[..., Pair]:
    @streaming()
    def metric(
        labels: Any,
        predictions: Any,
        thresholds: Sequence[float],
        weights: Any = None,
        name: str | None = None,
    ) -> Pair:
        with name_scope(name, kind, [predictions, labels, weights]):
            pair = _counts_at(labels, predictions, thresholds, weights, (kind,))[kind]
            return identity(pair[0]), pair[1]

    metric.__doc__ = f"The (weighted) number of {kind.replace('_', ' ')}, for each threshold."
    metric.__name__ = metric.__qualname__ = f"{kind}_at_thresholds"
    return metric


true_positives_at_thresholds = _count_at("true_positives")
false_negatives_at_thresholds = _count_at("false_negatives")
true_negatives_at_thresholds = _count_at("true_negatives")
false_positives_at_thresholds = _count_at("false_positives")


def _thresholds(number: int, top: float = 1.0 + 1e-7) -> list[float]:
    """Thresholds from just below 0 to just above 1."""
    return [-1e-7, *((i + 1) * 1.0 / (number - 1) for i in range(number - 2)), top]


@streaming(before="curve")
def auc(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    num_thresholds: int = 200,
    curve: str = "ROC",
    name: str | None = None,
    summation_method: str = "trapezoidal",
    thresholds: Sequence[float] | None = None,
) -> Pair:
    """The area under the ROC (or PR) curve so far, from counts at many thresholds."""
    with name_scope(name, "auc", [labels, predictions, weights]):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"Curve must be either ROC or PR. Curve {curve} is unknown.")
        limits = _thresholds(num_thresholds)
        if thresholds is not None:
            limits = [limits[0], *sorted(thresholds), limits[-1]]
        counts = _counts_at(labels, predictions, limits, weights)
        last = len(limits) - 1

        def area(tp: Any, fn: Any, tn: Any, fp: Any, name: str) -> Any:
            if curve == "PR" and summation_method == "careful_interpolation":
                return _interpolated_area(tp, fp, fn, last)
            if curve == "PR" and summation_method == "trapezoidal":
                logging.warning(
                    "Trapezoidal rule is known to produce incorrect PR-AUCs; please switch to "
                    '"careful_interpolation" instead.'
                )
            y = m.divide(tp + 1e-6, tp + fn + 1e-6)
            if curve == "ROC":
                x = m.divide(fp, fp + tn + 1e-6)
            else:
                x, y = y, m.divide(tp + 1e-6, tp + fp + 1e-6)
            if summation_method not in heights:
                raise ValueError(
                    f"Invalid summation_method: {summation_method} summation_method should be "
                    "'trapezoidal', 'careful_interpolation', 'minoring', or 'majoring'."
                )
            width = x[:last] - x[1:]
            return reduce_sum(
                m.multiply(width, heights[summation_method](y[:last], y[1:])), name=name
            )

        heights: dict[str, Callable[[Any, Any], Any]] = {
            "trapezoidal": lambda left, right: (left + right) / 2.0,
            "careful_interpolation": lambda left, right: (left + right) / 2.0,
            "minoring": m.minimum,
            "majoring": m.maximum,
        }
        return value_and_update(area, *counts.values())


def _interpolated_area(tp: Any, fp: Any, fn: Any, last: int) -> Any:
    """Davis and Goadrich, "The Relationship Between Precision-Recall and ROC Curves" (2006)."""
    more = tp[:last] - tp[1:]
    positives = tp + fp
    slope = m.div_no_nan(more, m.maximum(positives[:last] - positives[1:], 0), name="prec_slope")
    intercept = tp[1:] - m.multiply(slope, positives[1:])
    ratio = where(
        m.logical_and(positives[:last] > 0, positives[1:] > 0),
        m.div_no_nan(positives[:last], m.maximum(positives[1:], 0), name="recall_relative_ratio"),
        ones_like(positives[1:]),
    )
    parts = m.div_no_nan(
        slope * (more + intercept * m.log(ratio)),
        m.maximum(tp[1:] + fn[1:], 0),
        name="pr_auc_increment",
    )
    return reduce_sum(parts, name="interpolate_pr_auc")


@streaming()
def sensitivity_at_specificity(
    labels: Any,
    predictions: Any,
    specificity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    name: str | None = None,
) -> Pair:
    """The recall at the threshold whose specificity is nearest to the given one."""
    _require_fraction("specificity", specificity)
    with name_scope(name, "sensitivity_at_specificity", [predictions, labels, weights]):
        counts = _counts_at(labels, predictions, _thresholds(num_thresholds), weights)

        def sensitivity(tp: Any, fn: Any, tn: Any, fp: Any, name: str) -> Any:
            found = m.divide(tn, tn + fp + 1e-7)
            here = m.cast(argmin(m.abs(found - specificity), 0), d.int32)
            return m.divide(tp[here], tp[here] + fn[here] + 1e-7, name)

        return value_and_update(sensitivity, *counts.values())


@streaming()
def specificity_at_sensitivity(
    labels: Any,
    predictions: Any,
    sensitivity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    name: str | None = None,
) -> Pair:
    """The specificity at the last threshold whose recall is nearest to the given one."""
    _require_fraction("sensitivity", sensitivity)
    with name_scope(name, "specificity_at_sensitivity", [predictions, labels, weights]):
        limits = _thresholds(num_thresholds, top=1.0 - 1e-7)
        counts = _counts_at(labels, predictions, limits, weights)

        def specificity(tp: Any, fn: Any, tn: Any, fp: Any, name: str) -> Any:
            found = m.divide(tp, tp + fn + 1e-7)
            nearest = reduce_min(m.abs(found - sensitivity))
            is_nearest = m.cast(m.equal(m.abs(found - sensitivity), nearest), d.int64)
            here = m.cast(argmax(cumsum(is_nearest), 0), d.int32)
            return m.divide(tn[here], tn[here] + fp[here] + 1e-7, name)

        return value_and_update(specificity, *counts.values())


def _require_fraction(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"`{name}` must be in the range [0, 1]. Currently, `{name}` is {value}.")


__all__ = metrics_in(globals())
