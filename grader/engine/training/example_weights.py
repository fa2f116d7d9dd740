"""Example weights: labels, predictions and weights are given compatible shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.control.cond import cond
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor, control_dependencies, name_scope
from grader.engine.ops.arrays.creation import ones_like
from grader.engine.ops.arrays.shapes import expand_dims, rank, shape, squeeze
from grader.engine.ops.common.basic import no_op
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.math.arithmetic import multiply
from grader.engine.ops.math.comparisons import equal, logical_or
from grader.engine.ops.reductions.sums import reduce_all

CANNOT = "weights can not be broadcast to values."


def remove_squeezable_dimensions(
    labels: TensorLike,
    predictions: TensorLike,
    expected_rank_diff: int = 0,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """(labels, predictions), with the last dimension squeezed where one has a dimension too many.

    expected_rank_diff: how many dimensions more predictions should have.
    """
    with name_scope(name, "remove_squeezable_dimensions", [labels, predictions]):
        predictions, labels = convert_to_tensor(predictions), convert_to_tensor(labels)
        pair = [predictions, labels]
        known = [tensor.shape.rank for tensor in pair]
        if None not in known:
            more = known[0] - known[1] - expected_rank_diff
            for index, wanted in ((0, 1), (1, -1)):
                if more == wanted and _may_be_one(pair[index]):
                    pair[index] = squeeze(pair[index], [-1])
                    break
            return pair[1], pair[0]
        more = rank(predictions) - rank(labels)
        for index, wanted in ((0, expected_rank_diff + 1), (1, expected_rank_diff - 1)):
            tensor = pair[index]
            if known[index] is None or _may_be_one(tensor):
                pair[index] = cond(equal(wanted, more), _squeezing(tensor), _itself(tensor))
        return pair[1], pair[0]


def _may_be_one(tensor: Tensor) -> bool:
    return bool(tensor.shape[-1].is_compatible_with(1))


def _squeezing(tensor: Tensor) -> Callable[[], Tensor]:
    return lambda: squeeze(tensor, [-1])


def _itself(tensor: Tensor) -> Callable[[], Tensor]:
    return lambda: tensor


def matched(
    predictions: TensorLike, labels: TensorLike | None, weights: TensorLike | None
) -> tuple[Tensor, Any, Any]:
    """(predictions, labels, weights) of compatible ranks; labels and weights may be None."""
    predictions = convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions = remove_squeezable_dimensions(labels, predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
    if weights is None:
        return predictions, labels, None
    weights = tensor = convert_to_tensor(weights)
    own, wanted = weights.shape.rank, predictions.shape.rank
    if own == 0:
        return predictions, labels, weights
    if own is not None and wanted is not None:
        if own - wanted == 1:
            weights = squeeze(weights, [-1])
        elif wanted - own == 1:
            weights = expand_dims(weights, [-1])
        return predictions, labels, weights
    own_rank = rank(weights)
    more = own_rank - rank(predictions)
    squeezes = own is None or _may_be_one(weights)

    def adjusted() -> Tensor:
        shorter = _squeezing(tensor) if squeezes else _itself(tensor)
        return cond(equal(more, 1), shorter, longer)

    def longer() -> Tensor:
        return cond(equal(more, -1), lambda: expand_dims(tensor, [-1]), _itself(tensor))

    weights = cond(equal(own_rank, 0), _itself(tensor), adjusted)
    return predictions, labels, weights


def broadcast_weights(weights: TensorLike, values: TensorLike) -> Tensor:
    """The weights in the shape of `values`; ValueError, or a run that fails, if they do not fit."""
    with name_scope(None, "broadcast_weights", [weights, values]) as scope:
        values = convert_to_tensor(values, name="values")
        weights = convert_to_tensor(weights, dtype=values.dtype.base_dtype, name="weights")
        shapes = weights.shape, values.shape
        if all(one.is_fully_defined() for one in shapes) and shapes[0].is_compatible_with(
            shapes[1]
        ):
            return weights
        with control_dependencies([assert_broadcastable(weights, values)]):
            return multiply(weights, ones_like(values), name=scope)


def assert_broadcastable(weights: TensorLike, values: TensorLike) -> Operation:
    """An operation that fails unless weights are scalar, or each size is 1 or that of `values`."""
    with name_scope(None, "assert_broadcastable", [weights, values]) as scope:
        with name_scope(None, "weights", [weights]) as inner:
            weights = convert_to_tensor(weights, name=inner)
            weights_shape, weights_rank = shape(weights, name="shape"), rank(weights, name="rank")
        with name_scope(None, "values", [values]) as inner:
            values = convert_to_tensor(values, name=inner)
            values_shape, values_rank = shape(values, name="shape"), rank(values, name="rank")
        own, wanted = weights.shape.rank, values.shape.rank
        if own is not None and wanted is not None:
            if own == 0:
                return no_op(name="static_scalar_check_success")
            if own != wanted:
                raise ValueError(
                    f"{CANNOT} values.rank={wanted}. weights.rank={own}. values.shape="
                    f"{values.shape}. weights.shape={weights.shape}. Received weights={weights}, "
                    f"values={values}"
                )
            if weights.shape.is_fully_defined() and values.shape.is_fully_defined():
                sizes, wanted_sizes = weights.shape.as_list(), values.shape.as_list()
                for axis, (size, wanted_size) in enumerate(zip(sizes, wanted_sizes, strict=True)):
                    if size not in (1, wanted_size):
                        raise ValueError(
                            f"{CANNOT} Mismatch at dim {axis}. values.shape={wanted_sizes}, "
                            f"weights.shape={sizes}. Received weights={weights}, values={values}"
                        )
                return no_op(name="static_dims_check_success")
        # TensorFlow checks with set operations, to the same effect.
        is_scalar = equal(0, weights_rank, name="is_scalar")
        fits = cond(
            is_scalar,
            lambda: is_scalar,
            lambda: _fits(weights_rank, weights_shape, values_rank, values_shape),
            name="is_valid_shape",
        )
        data = [CANNOT, "weights.shape=", weights.name, weights_shape]
        data += ["values.shape=", values.name, values_shape, "is_scalar=", is_scalar]
        return apply("Assert", name=scope, condition=fits, data=data)


def _fits(
    weights_rank: Tensor, weights_shape: Tensor, values_rank: Tensor, values_shape: Tensor
) -> Tensor:
    def sizes_fit() -> Tensor:
        fit = logical_or(equal(weights_shape, 1), equal(weights_shape, values_shape))
        return reduce_all(fit)

    with name_scope("has_valid_nonscalar_shape") as scope:
        same_rank = equal(values_rank, weights_rank, name="is_same_rank")
        return cond(same_rank, sizes_fit, lambda: same_rank, name=scope)
