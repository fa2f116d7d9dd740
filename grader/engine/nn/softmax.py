"""Softmax, log softmax and the cross entropies built on them.

The operations work on the last axis; the public functions move any other axis there and back.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.control.assertions import assert_equal
from grader.engine.core import dtypes as d
from grader.engine.core.errors import InvalidArgumentError, invalid
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.common.basic import stop_gradient
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import broadcast, merge_dimension, with_rank
from grader.engine.ops.common.shapes import at_least_vector
from grader.engine.ops.common.tangent_helpers import total
from grader.engine.ops.common.types import FLOATS, INDEX
from grader.engine.ops.math import arithmetic, powers
from grader.engine.ops.math.casts import cast
from grader.engine.ops.products.matmul import matmul
from grader.engine.ops.reductions.sums import reduce_sum
from grader.engine.registry import define, gradient_of, one_of, plain, tangent_of

# fmt: off
__all__ = [
    "log_softmax", "softmax", "softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2", "sparse_softmax_cross_entropy_with_logits",
]
# fmt: on

Array = np.ndarray

# Kernels and shapes -------------------------------------------------------------------------------


def shifted(x: Array) -> Array:
    """x less its maximum along the last axis, so that exp(x) cannot overflow."""
    if not x.ndim:
        raise invalid("logits must have >= 1 dimension, got []")
    return x - np.maximum.reduce(x, axis=-1, keepdims=True, initial=-np.inf)


def softmax_of_rows(x: Array) -> Array:
    powers = np.exp(shifted(x))
    powers /= np.add.reduce(powers, axis=-1, keepdims=True)
    return without_subnormals(powers)


def without_subnormals(x: Array) -> Array:
    """x with 0 for numbers too small for full precision, as TensorFlow's processor flags have it."""
    if x.dtype not in (np.float32, np.float64):
        return x
    return np.where(np.abs(x) < np.finfo(x.dtype).tiny, x.dtype.type(0), x)


def log_softmax_of_rows(x: Array) -> Array:
    return softmax_and_log(x)[1]


def softmax_and_log(x: Array) -> tuple[Array, Array]:
    """The softmax of each row and its logarithm, with one exponential and one logarithm."""
    x = shifted(x)
    powers = np.exp(x)
    total = np.add.reduce(powers, axis=-1, keepdims=True)
    powers /= total
    x -= np.log(total)
    return powers, x


def cross_entropy(logits: Array, labels: Array) -> tuple[Array, Array]:
    """For each row: -sum(labels * log_softmax(logits)), and its gradient with respect to the logits."""
    if logits.shape != labels.shape:
        try:
            logits, labels = np.broadcast_arrays(logits, labels)
        except ValueError:
            raise invalid(
                "logits and labels must be broadcastable: logits_size="
                f"{list(logits.shape)} labels_size={list(labels.shape)}"
            ) from None
    if logits.ndim != 2:
        raise invalid("logits and labels must be either 2-dimensional, or broadcasted to be")
    back, logs = softmax_and_log(logits)
    back -= labels
    logs *= labels
    return -np.add.reduce(logs, axis=1), back


def sparse_cross_entropy(logits: Array, labels: Array) -> tuple[Array, Array]:
    """`cross_entropy` for labels that are class indices, one per row."""
    if logits.ndim != 2:
        raise invalid(f"logits must be 2-D, but got shape {list(logits.shape)}")
    if labels.shape != logits.shape[:1]:
        raise invalid(
            "logits and labels must have the same first dimension, got logits shape "
            f"{list(logits.shape)} and labels shape {list(labels.shape)}"
        )
    if logits.size and not np.all((labels >= 0) & (labels < logits.shape[1])):
        bad = labels[(labels < 0) | (labels >= logits.shape[1])][0]
        raise invalid(
            f"Received a label value of {bad} which is outside the valid range of [0, "
            f"{logits.shape[1]}).  Label values: {' '.join(map(str, labels[:100]))}"
        )
    if not logits.shape[1] and len(logits):
        raise invalid(f"Must have at least one class, but got logits shape {list(logits.shape)}")
    rows, (back, logs) = np.arange(len(labels)), softmax_and_log(logits)
    back[rows, labels] -= 1
    return -logs[rows, labels], back


def entropy_shape(c: Any) -> Any:
    shape = broadcast(c.shape(0), c.shape(1))
    shape = with_rank(shape, 2)
    return [shape[:1], shape]


def sparse_shape(c: Any) -> Any:
    logits, labels = with_rank(c.shape(0), 2), with_rank(c.shape(1), 1)
    rows = merge_dimension(logits[0], labels[0])
    return [(rows,), (rows, logits[1])]


# The entries --------------------------------------------------------------------------------------

for _type, _output, _kernel in (
    ("Softmax", "softmax", softmax_of_rows),
    ("LogSoftmax", "logsoftmax", log_softmax_of_rows),
):
    define(
        _type,
        f"logits: T -> {_output}: T",
        T=one_of(FLOATS),
        shape=infer(at_least_vector),
        kernel=plain(_kernel),
    )
define(
    "SoftmaxCrossEntropyWithLogits",
    "features: T, labels: T -> loss: T, backprop: T",
    T=one_of(FLOATS),
    shape=infer(entropy_shape),
    kernel=plain(cross_entropy),
)
define(
    "SparseSoftmaxCrossEntropyWithLogits",
    "features: T, labels: Tlabels -> loss: T, backprop: T",
    T=one_of(FLOATS),
    Tlabels=one_of(INDEX, d.int64),
    shape=infer(sparse_shape),
    kernel=plain(sparse_cross_entropy),
)


# Reverse rules ------------------------------------------------------------------------------------


@gradient_of("Softmax")
def _softmax(op: Any, gradient: Any) -> Any:
    y = op.outputs[0]
    return (gradient - reduce_sum(gradient * y, -1, keepdims=True)) * y


@gradient_of("LogSoftmax")
def _log_softmax(op: Any, gradient: Any) -> Any:
    probabilities = powers.exp(op.outputs[0])
    return gradient - reduce_sum(gradient, -1, keepdims=True) * probabilities


def by_rows(vector: Any, matrix: Any) -> Any:
    """Each row of the matrix times the vector's element."""
    return tf.expand_dims(vector, -1) * matrix


def _only_zeros(gradient: Any) -> bool:
    """Whether a gradient is the zeros that stand in for the gradient of an unused output."""
    op = gradient.op
    value = constant_value(op.inputs[1] if op.type == "Fill" else gradient)
    return op.type == "ZerosLike" or (value is not None and value.size > 0 and not np.any(value))


@gradient_of("SoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits")
def _cross_entropy(op: Any, of_loss: Any, of_backprop: Any) -> Any:
    logits = op.inputs[0]
    g = by_rows(of_loss, op.outputs[1])
    if of_backprop is not None and not _only_zeros(of_backprop):
        probabilities = apply("Softmax", logits=logits)
        column = tf.expand_dims(of_backprop, 1)
        product = matmul(column, tf.expand_dims(probabilities, 2))
        g += (of_backprop - tf.squeeze(product, axis=1)) * probabilities
    if op.type.startswith("Sparse"):
        return [g, None]
    return [g, by_rows(of_loss, -apply("LogSoftmax", logits=logits))]


# Forward rules ------------------------------------------------------------------------------------


@tangent_of("Softmax")
def _softmax_tangent(op: Any, tangent: Any) -> Any:
    y = op.outputs[0]
    return y * (tangent - reduce_sum(y * tangent, axis=-1, keepdims=True))


@tangent_of("LogSoftmax")
def _log_softmax_tangent(op: Any, tangent: Any) -> Any:
    share = powers.exp(op.outputs[0]) * tangent
    return tangent - reduce_sum(share, axis=-1, keepdims=True)


@tangent_of("SoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits")
def _cross_entropy_tangent(op: Any, of_logits: Any, of_labels: Any) -> Any:
    logits, loss, back = op.inputs[0], [], []
    if of_logits is not None:
        probabilities = softmax(logits)
        loss.append(reduce_sum(op.outputs[1] * of_logits, 1))
        mean = reduce_sum(probabilities * of_logits, 1, keepdims=True)
        back.append(probabilities * (of_logits - mean))
    if of_labels is not None and op.type.startswith("Softmax"):
        loss.append(-reduce_sum(of_labels * log_softmax(logits), 1))
        back.append(-of_labels)
    return [total(loss), total(back)]


# For users ----------------------------------------------------------------------------------------


def softmax_like(op_type: str) -> Callable[..., Tensor]:
    def function(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
        axis = either("axis", axis, "dim", dim)
        return along(op_type, logits, -1 if axis is None else axis, name)

    function.__doc__ = f"{op_type} of `logits` along an axis, the last if none is given."
    function.__name__ = function.__qualname__ = op_type.lower()
    return function


def along(op_type: str, logits: Any, axis: int, name: str | None) -> Tensor:
    """The operation along `axis`, which is swapped with the last axis and back."""
    x = convert_to_tensor(logits)
    rank = x.shape.rank
    if axis == -1 or (rank is not None and axis == rank - 1):
        return apply(op_type, name, logits=x)
    if rank is None:
        raise NotImplementedError("softmax along an inner axis needs a tensor of known rank")
    if not -rank <= axis < rank:
        raise InvalidArgumentError(
            None, None, f"`dim` must be in the range [{-rank}, {rank}). Received: dim={axis}"
        )
    ndims = tf.rank(x)
    position: Any = axis if axis >= 0 else axis + ndims
    total = tf.rank(x)
    position = position % rank
    result = apply(op_type, logits=swapped(x, position, arithmetic.subtract(total, 1)))
    result = swapped(result, position, arithmetic.subtract(total, 1), name)
    result.set_shape(x.shape)
    return result


def swapped(x: Tensor, axis: Any, last: Any, name: str | None = None) -> Tensor:
    order = [tf.range(axis), [last], tf.range(axis + 1, last), [axis]]
    return tf.transpose(x, tf.concat(order, 0), name=name or "transpose")


softmax = softmax_like("Softmax")
log_softmax = softmax_like("LogSoftmax")


def require_both(function: str, labels: Any, logits: Any) -> None:
    if labels is None or logits is None:
        raise ValueError(
            f"Both `labels` and `logits` must be provided for {function}Received: labels={labels} "
            f"and logits={logits}"
        )


def softmax_cross_entropy_with_logits_v2(
    labels: Any, logits: Any, axis: int | None = None, name: str | None = None, dim: Any = None
) -> Tensor:
    """-sum(labels * log(softmax(logits))) along an axis; gradients flow to the labels, too."""
    axis = either("axis", axis, "dim", dim)
    require_both("softmax_cross_entropy_with_logits", labels, logits)
    return _entropy(labels, logits, -1 if axis is None else axis, name)


def softmax_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    dim: int = -1,
    name: str | None = None,
    axis: int | None = None,
) -> Tensor:
    """-sum(labels * log(softmax(logits))) along an axis; no gradient flows to the labels."""
    axis = dim if axis is None else axis
    require_both("softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "softmax_cross_entropy_with_logits_sg", [logits, labels]) as scope:
        labels = stop_gradient(labels, name="labels_stop_gradient")
    return _entropy(labels, logits, axis, scope)


def _entropy(labels: Any, logits: Any, axis: int, name: str | None) -> Tensor:
    with name_scope(name, "softmax_cross_entropy_with_logits", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        short = logits.dtype in (d.float16, d.bfloat16)
        precise = cast(logits, d.float32) if short else logits
        labels = cast(labels, precise.dtype)
        rank = tf.rank(precise)
        shape = logits.shape
        if axis != -1:
            precise, labels = _to_end(precise, axis, rank), _to_end(labels, axis, rank)
        sizes = tf.shape(precise)
        precise, labels = _matrix(precise), _matrix(labels)
        cost, _ = apply("SoftmaxCrossEntropyWithLogits", scope, features=precise, labels=labels)
        cost = tf.reshape(cost, tf.slice(sizes, [0], [arithmetic.subtract(rank, 1)]))
        if shape.rank is not None:
            left = shape.as_list()
            del left[axis]
            cost.set_shape(left)
        return cast(cost, logits.dtype) if short else cost


def _to_end(x: Tensor, axis: int, rank: Tensor) -> Tensor:
    order = [tf.range(axis), tf.range(axis + 1, rank), [axis]]
    return tf.transpose(x, tf.concat(order, 0))


def _matrix(x: Tensor) -> Tensor:
    """x with all dimensions but the last flattened into one."""
    rank = tf.rank(x)
    last = tf.slice(tf.shape(x), [arithmetic.subtract(rank, 1)], [1])
    result: Tensor = tf.reshape(x, tf.concat([[-1], last], 0))
    if x.shape.rank is not None:
        *outer, columns = x.shape.as_list()
        known = [size for size in outer if size is not None]
        if len(known) == len(outer):
            result.set_shape([math.prod(known), columns])
    return result


def sparse_softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """-log(softmax(logits)) at the labels, which are class indices (integers)."""
    require_both("sparse_softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "SparseSoftmaxCrossEntropyWithLogits", [labels, logits]):
        labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
        short = logits.dtype == d.float16
        precise = cast(logits, d.float32) if short else logits
        own, sizes = labels.shape, tf.shape(labels)
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
            return cast(cost, d.float16) if short else cost
        checks = []
        if not known:
            checks = [assert_equal(tf.shape(labels), tf.shape(logits)[:-1])]
        with control_dependencies(checks):
            classes = tf.shape(logits)[tf.rank(logits) - 1]
            precise = tf.reshape(precise, [-1, classes])
            cost = _sparse(precise, tf.reshape(labels, [-1]), name)
            cost = tf.reshape(cost, sizes)
            cost.set_shape(own)
            return cast(cost, d.float16) if short else cost


def _sparse(logits: Tensor, labels: Tensor, name: str | None) -> Tensor:
    op_type = "SparseSoftmaxCrossEntropyWithLogits"
    return apply(op_type, name, features=logits, labels=labels)[0]
