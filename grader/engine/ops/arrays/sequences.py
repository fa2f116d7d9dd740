"""The places of sequences of different lengths in one batch: tf.sequence_mask."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays.functions import expand_dims
from grader.engine.ops.arrays.sizes import rank

__all__ = ["sequence_mask"]


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
