"""IndexedSlices, the gradient of gathered rows: some slices of a tensor; all others are zero."""

from __future__ import annotations

import warnings
from collections import namedtuple
from typing import Any

from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor, register_tensor_conversion_function
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.graph.nodes import Nodes
from grader.engine.ops.common.late import tf

__all__ = ["IndexedSlices", "IndexedSlicesValue"]

MANY = 100_000_000  # elements; making a dense tensor of that size earns a warning
IndexedSlicesValue = namedtuple("IndexedSlicesValue", ["values", "indices", "dense_shape"])


class IndexedSlices:
    """Row i of `values` is row `indices[i]` of a tensor of shape `dense_shape`; repeated rows add up.

    values: shape (slices, ...). indices: (slices,), int32 or int64. dense_shape: a vector, or None.
    """

    def __init__(self, values: Tensor, indices: Tensor, dense_shape: Tensor | None = None):
        self._values, self._indices, self._dense_shape = values, indices, dense_shape

    @property
    def values(self) -> Tensor:
        """The slices."""
        return self._values

    @property
    def indices(self) -> Tensor:
        """Which rows they are."""
        return self._indices

    @property
    def dense_shape(self) -> Tensor | None:
        """The shape of the whole tensor, if given."""
        return self._dense_shape

    @property
    def shape(self) -> Any:
        """The static shape of the whole tensor."""
        value = None if self._dense_shape is None else constant_value(self._dense_shape)
        return TensorShape(None if value is None else [int(size) for size in value])

    @property
    def name(self) -> str:
        """The name of the slices' tensor."""
        return self._values.name

    @property
    def device(self) -> str:
        """The device of the slices."""
        return self._values.device

    @property
    def op(self) -> Operation:
        """The operation that produces the slices."""
        return self._values.op

    @property
    def dtype(self) -> Any:
        """The type of the slices."""
        return self._values.dtype

    @property
    def graph(self) -> Nodes:
        """The graph that holds them."""
        return self._values.graph

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self._values, self._indices, self._dense_shape)

    def __repr__(self) -> str:
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape}"
        return f"IndexedSlices(indices={self._indices}, values={self._values}{shape})"

    # What sessions fetch, and what conditionals merge.

    def _components(self) -> list[Tensor]:
        shape = [] if self._dense_shape is None else [self._dense_shape]
        return [self._values, self._indices, *shape]

    def _rebuilt(self, components: Any) -> IndexedSlices:
        return IndexedSlices(*components)

    def _value_of(self, components: Any) -> Any:
        return IndexedSlicesValue(*components, *([None] if self._dense_shape is None else []))


def _as_tensor(value: IndexedSlices, dtype: Any, name: Any, as_ref: bool) -> Tensor:
    if dtype is not None and not dtype.is_compatible_with(value.dtype):
        raise ValueError(
            f"Tensor conversion requested dtype {dtype.name} for IndexedSlices with dtype "
            f"{value.dtype.name}"
        )
    if value.dense_shape is None:
        raise ValueError(
            "Tensor conversion requested for IndexedSlices for argument without dense_shape: "
            f"{value}. Give it the shape of the whole tensor."
        )
    size = value.shape.num_elements() or 0
    if size >= MANY:
        warnings.warn(
            f"Converting sparse IndexedSlices to a dense Tensor with {size} elements. This may "
            "consume a large amount of memory.",
            stacklevel=2,
        )
    rows = value.dense_shape[0]
    return apply(
        "UnsortedSegmentSum",
        name=name,
        data=value.values,
        segment_ids=value.indices,
        num_segments=rows,
    )


register_tensor_conversion_function(IndexedSlices, _as_tensor)


def convert_to_tensor_or_indexed_slices(value: Any, dtype: Any = None, name: Any = None) -> Any:
    """IndexedSlices unchanged, any other value as a tensor."""
    return value if isinstance(value, IndexedSlices) else convert_to_tensor(value, dtype, name)


def dense(gradient: Any) -> Any:
    """The gradient as a dense tensor, even if it arrives as IndexedSlices."""
    if not isinstance(gradient, IndexedSlices):
        return gradient
    return convert_to_tensor(gradient)


def as_indexed_slices(value: Any) -> IndexedSlices:
    """A tensor as IndexedSlices of all its rows; IndexedSlices unchanged."""
    if isinstance(value, IndexedSlices):
        return value
    sizes = tf.shape(value)
    return IndexedSlices(value, tf.range(0, sizes[0]), sizes)


def concatenated(slices: list[IndexedSlices]) -> IndexedSlices:
    """The sum of several IndexedSlices: their slices, concatenated."""
    if len(slices) == 1:
        return slices[0]
    indices = [one.indices for one in slices]
    if len({one.dtype for one in indices}) > 1:
        indices = [tf.cast(one, "int64") if one.dtype == "int32" else one for one in indices]
    values = tf.concat([one.values for one in slices], 0)
    return IndexedSlices(values, tf.concat(indices, 0), slices[0].dense_shape)
