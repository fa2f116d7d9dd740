"""tf.nn for users: cross entropies, moments, batch normalisation."""

from __future__ import annotations

import math
from collections import namedtuple
from typing import Any

from grader.engine.control.assertions import assert_equal
from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making as making
from grader.engine.ops.arrays import shape_functions as shapes
from grader.engine.ops.common.basic import stop_gradient
from grader.engine.ops.common.renamed import either
from grader.engine.ops.math import choices as choices
from grader.engine.ops.math import functions as m
from grader.engine.ops.reductions import functions as reductions

# fmt: off
__all__ = [
    "batch_normalization", "fused_batch_norm", "log_poisson_loss", "moments", "normalize_moments",
    "sigmoid_cross_entropy_with_logits", "softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2", "sparse_softmax_cross_entropy_with_logits",
    "sufficient_statistics", "weighted_cross_entropy_with_logits", "weighted_moments",
]
# fmt: on

_classes: dict[str, Any] = {}


def named(kind: str, fields: str, values: Any) -> Any:
    """The outputs of an operation as a named tuple."""
    made = _classes.setdefault(kind, namedtuple(kind, fields))
    return made(*values)


# ---------------------------------------------------------------------- cross entropies


def _both(function: str, labels: Any, logits: Any) -> None:
    if labels is None or logits is None:
        raise ValueError(
            f"Both `labels` and `logits` must be provided for {function}Received: labels={labels} "
            f"and logits={logits}"
        )


def _same_shape(labels: Tensor, logits: Tensor) -> None:
    if not labels.shape.is_compatible_with(logits.shape):
        raise ValueError(
            f"`logits` and `labels` must have the same shape, received ({logits.shape} vs "
            f"{labels.shape})."
        )


def sigmoid_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """-z log(sigmoid(x)) - (1 - z) log(1 - sigmoid(x)), so that nothing overflows."""
    _both("sigmoid_cross_entropy_with_logits", labels, logits)
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
    """As `sigmoid_cross_entropy_with_logits`; what is true weighs `pos_weight`."""
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
    """exp(c) - z c, and with the full loss Stirling's z log z - z + log(2 pi z) / 2."""
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


def softmax_cross_entropy_with_logits_v2(
    labels: Any, logits: Any, axis: int | None = None, name: str | None = None, dim: Any = None
) -> Tensor:
    """-sum of labels * log(softmax(logits)) along an axis; gradients flow to the labels, too."""
    axis = either("axis", axis, "dim", dim)
    _both("softmax_cross_entropy_with_logits", labels, logits)
    return _entropy(labels, logits, -1 if axis is None else axis, name)


def softmax_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    dim: int = -1,
    name: str | None = None,
    axis: int | None = None,
) -> Tensor:
    """-sum of labels * log(softmax(logits)) along an axis; the labels are taken as constants."""
    axis = dim if axis is None else axis
    _both("softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "softmax_cross_entropy_with_logits_sg", [logits, labels]) as scope:
        labels = stop_gradient(labels, name="labels_stop_gradient")
    return _entropy(labels, logits, axis, scope)


def _entropy(labels: Any, logits: Any, axis: int, name: str | None) -> Tensor:
    with name_scope(name, "softmax_cross_entropy_with_logits", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        short = logits.dtype in (d.float16, d.bfloat16)
        precise = m.cast(logits, d.float32) if short else logits
        labels = m.cast(labels, precise.dtype)
        rank = shapes.rank(precise)
        shape = logits.shape
        if axis != -1:
            precise, labels = _to_end(precise, axis, rank), _to_end(labels, axis, rank)
        sizes = shapes.shape(precise)
        precise, labels = _matrix(precise), _matrix(labels)
        cost, _ = apply("SoftmaxCrossEntropyWithLogits", scope, features=precise, labels=labels)
        cost = arrays.reshape(cost, arrays.slice(sizes, [0], [m.subtract(rank, 1)]))
        if shape.rank is not None:
            left = shape.as_list()
            del left[axis]
            cost.set_shape(left)
        return m.cast(cost, logits.dtype) if short else cost


def _to_end(x: Tensor, axis: int, rank: Tensor) -> Tensor:
    order = [making.range(axis), making.range(axis + 1, rank), [axis]]
    return arrays.transpose(x, arrays.concat(order, 0))


def _matrix(x: Tensor) -> Tensor:
    """All but the last dimension as one."""
    rank = shapes.rank(x)
    last = arrays.slice(shapes.shape(x), [m.subtract(rank, 1)], [1])
    result = arrays.reshape(x, arrays.concat([[-1], last], 0))
    if x.shape.rank is not None:
        *outer, columns = x.shape.as_list()
        if None not in outer:
            result.set_shape([math.prod(outer), columns])
    return result


def sparse_softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """-log(softmax(logits)) at the labels, which are indices of classes (integers)."""
    _both("sparse_softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "SparseSoftmaxCrossEntropyWithLogits", [labels, logits]):
        labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
        short = logits.dtype == d.float16
        precise = m.cast(logits, d.float32) if short else logits
        own, sizes = labels.shape, shapes.shape(labels)
        known = own.is_fully_defined() and logits.shape[:-1].is_fully_defined()
        rank = logits.shape.rank
        if rank == 0:
            raise ValueError(f"`logits` cannot be a scalar. Received logits={logits}`")
        if rank is not None and own.rank is not None and own.rank != rank - 1:
            raise ValueError(
                "`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape="
                f"{own} of rank {own.rank} and logits.shape={logits.shape} of rank {rank}"
            )
        if known and own != logits.shape[:-1]:
            raise ValueError(
                "`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
                f"labels.shape={own} and logits.shape={logits.shape}"
            )
        if rank == 2:
            cost = _sparse(precise, labels, name)
            return m.cast(cost, d.float16) if short else cost
        checks = []
        if not known:
            checks = [assert_equal(shapes.shape(labels), shapes.shape(logits)[:-1])]
        with control_dependencies(checks):
            classes = shapes.shape(logits)[shapes.rank(logits) - 1]
            precise = arrays.reshape(precise, [-1, classes])
            cost = _sparse(precise, arrays.reshape(labels, [-1]), name)
            cost = arrays.reshape(cost, sizes)
            cost.set_shape(own)
            return m.cast(cost, d.float16) if short else cost


def _sparse(logits: Tensor, labels: Tensor, name: str | None) -> Tensor:
    op_type = "SparseSoftmaxCrossEntropyWithLogits"
    return apply(op_type, name, features=logits, labels=labels)[0]


# ------------------------------------------------------------------------------ moments


def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """The mean and the variance along axes. shift: not used."""
    keep = either("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "moments", [x, axes]):
        short = x.dtype == d.float16
        y = m.cast(x, d.float32) if short else x
        mean = reductions.reduce_mean(y, axes, keepdims=True, name="mean")
        squares = m.squared_difference(y, stop_gradient(mean))
        variance = reductions.reduce_mean(squares, axes, keepdims=True, name="variance")
        if not keep:
            mean, variance = arrays.squeeze(mean, axes), arrays.squeeze(variance, axes)
        return (m.cast(mean, d.float16), m.cast(variance, d.float16)) if short else (mean, variance)


def weighted_moments(
    x: Any,
    axes: Any,
    frequency_weights: Any,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """The mean and the variance along axes, each number counted by its weight."""
    keep = either("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "weighted_moments", [x, frequency_weights, axes]):
        x = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(frequency_weights, name="frequency_weights")
        short = x.dtype == d.float16
        x = m.cast(x, d.float32) if short else x
        weights = m.cast(weights, x.dtype) if weights.dtype != x.dtype else weights

        def summed(value: Tensor, label: str) -> Tensor:
            return reductions.reduce_sum(value, axes, name=label, keepdims=True)

        total = summed(weights * x, "weighted_input_sum")
        count = summed(weights + making.zeros_like(x), "sum_of_weights")
        mean = m.div_no_nan(total, count)
        distance = summed(weights * m.squared_difference(x, mean), "weighted_distsq")
        pair = mean, m.div_no_nan(distance, count)
        if not keep:
            pair = arrays.squeeze(pair[0], axis=axes), arrays.squeeze(pair[1], axis=axes)
        return (m.cast(pair[0], d.float16), m.cast(pair[1], d.float16)) if short else pair


def sufficient_statistics(
    x: Any,
    axes: Any,
    shift: Any = None,
    keep_dims: bool | None = None,
    name: str | None = None,
    keepdims: bool | None = None,
) -> tuple[Any, ...]:
    """(count, sum, sum of squares, shift) along axes, of x less the shift."""
    axes = list(set(axes))
    keep = bool(either("keepdims", keepdims, "keep_dims", keep_dims))
    with name_scope(name, "sufficient_statistics", [x, shift]):
        x = convert_to_tensor(x, name="x")
        known = x.shape.as_list() if x.shape.rank is not None else None
        if known is not None and all(known[axis] is not None for axis in axes):
            counts = constant(math.prod(known[axis] for axis in axes), x.dtype)
        else:
            rank = shapes.rank(x)
            places = [axis + rank if axis < 0 else axis for axis in axes]
            sizes = arrays.gather(m.cast(shapes.shape(x), x.dtype), places)
            counts = reductions.reduce_prod(sizes, name="count")
        if shift is None:
            moved, squares = x, m.square(x)
        else:
            shift = convert_to_tensor(shift, name="shift")
            moved, squares = m.subtract(x, shift), m.squared_difference(x, shift)
        mean = reductions.reduce_sum(moved, axes, keepdims=keep, name="mean_ss")
        variance = reductions.reduce_sum(squares, axes, keepdims=keep, name="var_ss")
        return counts, mean, variance, shift


def normalize_moments(
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The mean and the variance that belong to sufficient statistics."""
    with name_scope(name, "normalize", [counts, mean_ss, variance_ss, shift]):
        divisor = m.reciprocal(counts, name="divisor")
        if shift is None:
            mean = moved = m.multiply(mean_ss, divisor, name="mean")
        else:
            moved = m.multiply(mean_ss, divisor, name="shifted_mean")
            mean = m.add(moved, shift, name="mean")
        squares = m.multiply(variance_ss, divisor)
        return mean, m.subtract(squares, m.square(moved), name="variance")


def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: float,
    name: str | None = None,
) -> Tensor:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset; the last two may be None."""
    with name_scope(name, "batchnorm", [x, mean, variance, scale, offset]):
        factor = m.rsqrt(variance + variance_epsilon)
        if scale is not None:
            factor *= scale
        scaled = x * m.cast(factor, x.dtype)
        moved = offset - mean * factor if offset is not None else -mean * factor
        return scaled + m.cast(moved, x.dtype)


def fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any = None,
    variance: Any = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> tuple[Tensor, Tensor, Tensor]:
    """(y, mean, variance) of a batch normalisation by one operation.

    In training mean and variance are those of the batch (its running averages where the factor is
    below 1), else those given. Raises ValueError where they are needed and None.
    """
    if (not is_training or exponential_avg_factor != 1.0) and (mean is None or variance is None):
        raise ValueError(
            "Both `mean` and `variance` must be a 1D tensor when `is_training` is False or "
            f"`exponential_avg_factor` != 1.0. Received: `mean` {mean!r} and `variance` "
            f"{variance!r}"
        )
    x = convert_to_tensor(x, name="input")
    scale = convert_to_tensor(scale, name="scale")
    offset = convert_to_tensor(offset, name="offset")
    y, new_mean, new_variance, *_ = apply(
        "FusedBatchNormV3",
        name,
        x=x,
        scale=scale,
        offset=offset,
        mean=constant([]) if mean is None else mean,
        variance=constant([]) if variance is None else variance,
        epsilon=epsilon,
        exponential_avg_factor=exponential_avg_factor,
        data_format=data_format,
        is_training=is_training,
    )
    return y, new_mean, new_variance
