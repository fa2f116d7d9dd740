"""Sequences of different lengths in one batch: tf.reverse_sequence, tf.sequence_mask."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays.functions import expand_dims
from grader.engine.ops.arrays.sizes import rank
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shape_algebra import (
    Shape,
    axis_in,
    format_shape,
    merge_dimension,
    with_rank,
)
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX
from grader.engine.registry import any_type, define, gradient_of, number, one_of

__all__ = ["reverse_sequence", "sequence_mask"]

Array = np.ndarray


def reverse_sequence_shape(c: Any) -> Shape:
    sizes, along, batch = c.shape(0), c.attr("seq_dim"), c.attr("batch_dim")
    lengths = with_rank(c.shape(1), 1)
    if sizes is None:
        return None
    if batch >= len(sizes):
        raise ValueError(f"batch_dim must be < input rank: {batch} vs. {len(sizes)}")
    if along >= len(sizes):
        raise ValueError(f"seq_dim must be < input rank: {along} vs. {len(sizes)}")
    batch = axis_in(batch, len(sizes), "batch_dim must not be negative")
    known = merge_dimension(sizes[batch], lengths[0])
    return (*sizes[:batch], known, *sizes[batch + 1 :])


def reverse_sequence_kernel(node: Any, x: Array, lengths: Array) -> Array:
    along, batch = node.attrs["seq_dim"], node.attrs["batch_dim"]
    if along == batch or max(along, batch) >= x.ndim or lengths.ndim != 1:
        raise invalid(f"batch_dim == seq_dim == {along}, or not axes of {format_shape(x.shape)}")
    if len(lengths) != x.shape[batch]:
        raise invalid(
            f"Length of seq_lengths != input.dims({batch}), ({len(lengths)} vs. {x.shape[batch]})"
        )
    for i, length in enumerate(lengths):
        if not 0 <= length <= x.shape[along]:
            raise invalid(f"seq_lens({i}) < 0 or > input.dims({along})")
    place = np.arange(x.shape[along])
    ends = lengths.astype(np.int64)[:, None]
    index = np.where(place < ends, ends - 1 - place, place)
    index = index if batch < along else index.T
    others = [axis for axis in range(x.ndim) if axis not in (along, batch)]
    return np.take_along_axis(x, np.expand_dims(index, others), along)


define(
    "ReverseSequence",
    "input: T, seq_lengths: Tlen -> output: T",
    seq_dim=number(),
    batch_dim=number(0),
    T=any_type(),
    Tlen=one_of(INDEX, d.int64),
    shape=infer(reverse_sequence_shape),
    kernel=reverse_sequence_kernel,
)
linear("input", "ReverseSequence")


@gradient_of("ReverseSequence")
def _reverse_sequence(op: Any, gradient: Any) -> Any:
    axes = {"seq_axis": op.get_attr("seq_dim"), "batch_axis": op.get_attr("batch_dim")}
    return reverse_sequence(gradient, seq_lengths=op.inputs[1], **axes), None


def reverse_sequence(
    input: Any,
    seq_lengths: Any,
    seq_axis: Any = None,
    batch_axis: Any = None,
    name: str | None = None,
    seq_dim: Any = None,
    batch_dim: Any = None,
) -> Tensor:
    """The first seq_lengths[i] elements of row i of the batch reversed, the rest unchanged."""
    axes = {
        "seq_dim": either("seq_axis", seq_axis, "seq_dim", seq_dim),
        "batch_dim": either("batch_axis", batch_axis, "batch_dim", batch_dim),
    }
    return apply("ReverseSequence", name, input=input, seq_lengths=seq_lengths, **axes)


def all_axes(x: Tensor) -> Tensor:
    if x.shape.rank is not None:
        return constant(np.arange(x.shape.rank), dtype=d.int32)
    return apply("Range", start=0, limit=rank(x), delta=1)


def sequence_mask(
    lengths: Any, maxlen: Any = None, dtype: Any = d.bool, name: str | None = None
) -> Tensor:
    """A row per length, true in its first `length` places; `maxlen` long (default: the largest length)."""
    with name_scope(name, "SequenceMask", [lengths, maxlen]):
        numbers = convert_to_tensor(lengths)
        if maxlen is None:
            longest = apply("Max", input=numbers, reduction_indices=all_axes(numbers))
            longest = apply("Maximum", x=constant(0, longest.dtype), y=longest)
        else:
            longest = convert_to_tensor(maxlen)
        if longest.shape.rank not in (None, 0):
            raise ValueError(
                f"Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = {longest} "
                f"with shape '{longest.shape}' instead"
            )
        start, step = constant(0, longest.dtype), constant(1, longest.dtype)
        row = apply("Range", start=start, limit=longest, delta=step)
        column = apply("Cast", x=expand_dims(numbers, -1), DstT=longest.dtype)
        result = row < column
        wanted = d.as_dtype(d.bool if dtype is None else dtype)
        return result if wanted == d.bool else apply("Cast", x=result, DstT=wanted)
