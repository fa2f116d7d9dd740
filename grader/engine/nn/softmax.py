"""Biases, cross entropies, the largest few: the table's entries with their rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making as making
from grader.engine.ops.arrays import shape_functions as shapes
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import (
    at_least_rank,
    broadcast,
    merge_dimension,
    with_rank,
)
from grader.engine.ops.common.tangent_helpers import linear, total
from grader.engine.ops.common.types import INDEX, NUMBERS, REAL, SHORT_INDEX
from grader.engine.ops.math import functions as m
from grader.engine.ops.products import functions as products
from grader.engine.ops.reductions import functions as reductions
from grader.engine.ops.reductions.entries import log_softmax
from grader.engine.registry import (
    define,
    flag,
    gradient_of,
    missing_gradient,
    no_tangent,
    number,
    one_of,
    plain,
    string,
    tangent_of,
)

__all__: list[str] = []  # users call the functions of api_nn.py

Array = np.ndarray
FLOATS = [d.bfloat16, d.float16, d.float32, d.float64]


# ------------------------------------------------------------------------------- a bias


def biased(c: Any) -> Any:
    shape, bias = c.shape(0), with_rank(c.shape(1), 1)
    first = c.attr("data_format") == b"NCHW"
    at_least_rank(shape, 3 if first else 2)
    if shape is None:
        return None
    axis = 1 if first else len(shape) - 1
    if first and len(shape) > 4:
        axis = 1
    channels = merge_dimension(shape[axis], bias[0])
    return (*shape[:axis], channels, *shape[axis + 1 :])


def of_channels(c: Any) -> Any:
    first = c.attr("data_format") == b"NCHW"
    shape = at_least_rank(c.shape(0), 3 if first else 2)
    return (None,) if shape is None else (shape[1 if first else -1],)


def add_bias(node: Any, x: Array, bias: Array) -> Array:
    """The bias is added to each channel."""
    first = node.attrs["data_format"] == b"NCHW"
    if x.ndim < (3 if first else 2):
        raise invalid(f"Input tensor must be at least 2D: {list(x.shape)}")
    if bias.ndim != 1:
        raise invalid(f"Biases must be 1D: {list(bias.shape)}")
    if bias.size != x.shape[1 if first else -1]:
        raise invalid(
            "Must provide as many biases as the last dimension of the input tensor: "
            f"{list(bias.shape)} vs. {list(x.shape)}"
        )
    return x + bias.reshape(-1, *[1] * (x.ndim - 2)) if first else x + bias


def bias_gradient(node: Any, g: Array) -> Array:
    """The sum over everything but the channels."""
    first = node.attrs["data_format"] == b"NCHW"
    if g.ndim < (3 if first else 2):
        raise invalid(f"Input tensor must be at least 2D: {list(g.shape)}")
    channels = 1 if first else g.ndim - 1
    if not first and g.dtype.itemsize > 2 and g.dtype.kind == "f":
        rows = g.reshape(-1, g.shape[-1]) if g.size else np.zeros((0, g.shape[-1]), g.dtype)
        return np.ones(len(rows), g.dtype) @ rows
    exact = np.float32 if g.dtype.itemsize == 2 and g.dtype.kind not in "iu" else g.dtype
    axes = tuple(axis for axis in range(g.ndim) if axis != channels)
    return np.sum(g, axes, dtype=exact).astype(g.dtype, copy=False)


define(
    "BiasAdd",
    "value: T, bias: T -> output: T",
    T=one_of(NUMBERS),
    data_format=string("NHWC"),
    shape=infer(biased),
    kernel=add_bias,
)
define(
    "BiasAddGrad",
    "out_backprop: T -> output: T",
    T=one_of(NUMBERS),
    data_format=string("NHWC"),
    shape=infer(of_channels),
    kernel=bias_gradient,
)
linear("value bias", "BiasAdd")
linear("out_backprop", "BiasAddGrad")


@gradient_of("BiasAdd")
def _bias_add(op: Any, g: Any) -> Any:
    data_format = op.get_attr("data_format")
    return [g, apply("BiasAddGrad", out_backprop=g, data_format=data_format)]


@gradient_of("BiasAddGrad")
def _bias_add_grad(op: Any, g: Any) -> Any:
    shape, bias = shapes.shape(op.inputs[0]), shapes.shape(g)
    if op.get_attr("data_format") == b"NCHW":
        spread: Any = [making.ones_like(shape[:1]), bias, making.ones_like(shape[2:])]
        spread = arrays.concat(spread, 0)
        times = arrays.concat([shape[:1], [1], shape[2:]], 0)
    else:
        spread = arrays.concat([making.ones_like(shape[:-1]), bias], 0)
        times = arrays.concat([shape[:-1], [1]], 0)
    return arrays.tile(arrays.reshape(g, spread), times)


# ---------------------------------------------------------------------- cross entropies


def entropy_shape(c: Any) -> Any:
    shape = broadcast(c.shape(0), c.shape(1))
    shape = with_rank(shape, 2)
    return [shape[:1], shape]


def cross_entropy(logits: Array, labels: Array) -> tuple[Array, Array]:
    """(-sum labels * log softmax, its gradient by the logits) of each row."""
    try:
        logits, labels = np.broadcast_arrays(logits, labels)
    except ValueError:
        raise invalid(
            "logits and labels must be broadcastable: logits_size="
            f"{list(logits.shape)} labels_size={list(labels.shape)}"
        ) from None
    if logits.ndim != 2:
        raise invalid("logits and labels must be either 2-dimensional, or broadcasted to be")
    logs = log_softmax(logits)
    return -np.sum(labels * logs, 1, dtype=logits.dtype), np.exp(logs) - labels


def sparse_shape(c: Any) -> Any:
    logits, labels = with_rank(c.shape(0), 2), with_rank(c.shape(1), 1)
    rows = merge_dimension(logits[0], labels[0])
    return [(rows,), (rows, logits[1])]


def sparse_cross_entropy(logits: Array, labels: Array) -> tuple[Array, Array]:
    """As `cross_entropy`, the label of each row being the index of a class."""
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
    rows, logs = np.arange(len(labels)), log_softmax(logits)
    back = np.exp(logs)
    back[rows, labels] -= 1
    return -logs[rows, labels], back


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


def by_rows(vector: Any, matrix: Any) -> Any:
    """Each row times the vector's number."""
    return arrays.expand_dims(vector, -1) * matrix


def _only_zeros(gradient: Any) -> bool:
    """Whether a gradient stands for that of an output that nobody uses."""
    op = gradient.op
    value = constant_value(op.inputs[1] if op.type == "Fill" else gradient)
    return op.type == "ZerosLike" or (value is not None and value.size > 0 and not np.any(value))


@gradient_of("SoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits")
def _cross_entropy(op: Any, of_loss: Any, of_backprop: Any) -> Any:
    logits = op.inputs[0]
    g = by_rows(of_loss, op.outputs[1])
    if of_backprop is not None and not _only_zeros(of_backprop):
        likely = apply("Softmax", logits=logits)
        column = arrays.expand_dims(of_backprop, 1)
        product = products.matmul(column, arrays.expand_dims(likely, 2))
        g += (of_backprop - arrays.squeeze(product, axis=1)) * likely
    if op.type.startswith("Sparse"):
        return [g, None]
    return [g, by_rows(of_loss, -apply("LogSoftmax", logits=logits))]


@tangent_of("SoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits")
def _cross_entropy_tangent(op: Any, of_logits: Any, of_labels: Any) -> Any:
    logits, loss, back = op.inputs[0], [], []
    if of_logits is not None:
        likely = reductions.softmax(logits)
        loss.append(reductions.reduce_sum(op.outputs[1] * of_logits, 1))
        mean = reductions.reduce_sum(likely * of_logits, 1, keepdims=True)
        back.append(likely * (of_logits - mean))
    if of_labels is not None and op.type.startswith("Softmax"):
        loss.append(-reductions.reduce_sum(of_labels * reductions.log_softmax(logits), 1))
        back.append(-of_labels)
    return [total(loss), total(back)]


# ----------------------------------------------------------------------- the largest few


def top_shape(c: Any) -> Any:
    shape, k = at_least_rank(c.shape(0), 1), c.value(1)
    with_rank(c.shape(1), 0)
    if k is not None and k < 0:
        raise ValueError(f"Need k >= 0, got {k}")
    if shape is None:
        return [None, None]
    if k is not None and shape[-1] is not None and shape[-1] < k:
        raise ValueError(f"input must have last dimension >= k = {k} but is {shape[-1]}")
    shape = (*shape[:-1], None if k is None else int(k))
    return [shape, shape]


def top(node: Any, x: Array, k: Array) -> tuple[Array, Array]:
    """The k largest of each row, the largest first; of equal ones the first."""
    if k.ndim or k < 0:
        raise invalid(f"k must be a scalar >= 0, got {k}")
    if x.ndim < 1 or x.shape[-1] < k:
        raise invalid(f"input must have at least k({k}) columns")
    order = np.argsort(x[..., ::-1], axis=-1, kind="stable")[..., ::-1][..., : int(k)]
    index = x.shape[-1] - 1 - order
    dtype = node.output_dtypes[1].as_numpy_dtype
    return np.take_along_axis(x, index, -1), index.astype(dtype)


define(
    "TopKV2",
    "input: T, k: Tk -> values: T, indices: index_type",
    sorted=flag(True),
    T=one_of(REAL),
    Tk=one_of(SHORT_INDEX, d.int32),
    index_type=one_of(SHORT_INDEX, d.int32),
    shape=infer(top_shape),
    kernel=top,
    work=lambda op, given: 16 * int(np.prod(given[0], dtype=object)),
)


@gradient_of("TopKV2")
def _top(op: Any, g: Any, _: Any) -> Any:
    shape, picked = shapes.shape(op.inputs[0]), shapes.shape(op.outputs[1])
    last = arrays.gather(m.cast(picked, d.int64), shapes.size(picked) - 1)
    index = arrays.reshape(op.outputs[1], arrays.stack([-1, last]))
    width = arrays.gather(m.cast(shape, d.int64), shapes.size(shape) - 1)
    rows = shapes.shape(index)[0]
    starts = making.range(0, m.cast(rows, d.int64) * width, width)
    index = arrays.reshape(index + m.cast(arrays.expand_dims(starts, -1), d.int32), [-1])
    index = arrays.expand_dims(index, -1)
    flat = arrays.reshape(g, [-1])
    count = [reductions.reduce_prod(shape)]
    spread = apply("ScatterNd", indices=index, updates=flat, shape=count)
    return [arrays.reshape(spread, shape), making.zeros([], dtype=d.int32)]


@tangent_of("TopKV2")
def _top_tangent(op: Any, tangent: Any, _: Any) -> Any:
    rank = op.outputs[1].shape.rank
    if rank is None:
        raise NotImplementedError("the tangent of TopKV2 needs a tensor of known rank")
    return [arrays.gather(tangent, op.outputs[1], batch_dims=rank - 1), None]


def in_top_shape(c: Any) -> Any:
    rows = with_rank(c.shape(0), 2)[0]
    return (merge_dimension(rows, with_rank(c.shape(1), 1)[0]),)


def in_top(node: Any, predictions: Array, targets: Array, k: Any = None) -> Array:
    """Whether fewer than k classes are more likely than the target's."""
    if predictions.ndim != 2 or targets.ndim != 1 or len(predictions) != len(targets):
        raise invalid(
            f"First dimension of predictions {list(predictions.shape)} must match length of "
            f"targets {list(targets.shape)}"
        )
    k = node.attrs["k"] if k is None else k
    known = (targets >= 0) & (targets < predictions.shape[1])
    if not predictions.shape[1]:
        return known
    own = np.take_along_axis(predictions, np.where(known, targets, 0)[:, None], 1)
    finite = np.isfinite(own[:, 0]) & np.all(np.isfinite(predictions) | (predictions < own), 1)
    return known & finite & (np.sum(predictions > own, 1) < k)


define(
    "InTopK",
    "predictions: float32, targets: T -> precision: bool",
    k=number(),
    T=one_of(INDEX, d.int32),
    shape=infer(in_top_shape),
    kernel=in_top,
)
define(
    "InTopKV2",
    "predictions: float32, targets: T, k: T -> precision: bool",
    T=one_of(INDEX, d.int32),
    shape=infer(in_top_shape),
    kernel=in_top,
)
missing_gradient("InTopK InTopKV2")
no_tangent("InTopK InTopKV2")
