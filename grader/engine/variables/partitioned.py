"""Partitioned variables: a large variable in several parts, each of which is a variable of its own.

Checkpoints hold the whole under one name: a program with other partitions, or none, can restore it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from grader.engine.core.shapes import TensorShape
from grader.engine.graph.convert import register_tensor_conversion_function
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.arrays.functions import concat, split
from grader.engine.ops.common.basic import identity

__all__ = ["fixed_size_partitioner"]


class SaveSliceInfo(NamedTuple):
    """Which part of a whole variable a variable is: where the part begins on each axis, and its shape."""

    full_name: str
    full_shape: list[int]
    var_offset: list[int]
    var_shape: list[int]

    @property
    def spec(self) -> str:
        """The part as in checkpoints: "5 2 3,2:0,2"."""
        places = zip(self.var_offset, self.var_shape, strict=True)
        sizes = "".join(f"{size} " for size in self.full_shape)
        return sizes + ":".join(f"{start},{length}" for start, length in places)


class PartitionedVariable:
    """Iterates over its parts; used as a tensor, it is their concatenation."""

    def __init__(self, name: str, shape: TensorShape, dtype: Any, parts: list[Any], counts: Any):
        self.name, self.shape, self.dtype = name, shape, dtype
        self._variable_list, self._partitions = parts, counts
        self._axis = next((axis for axis, count in enumerate(counts) if count > 1), 0)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._variable_list)

    def __len__(self) -> int:
        return len(self._variable_list)

    def get_shape(self) -> TensorShape:
        """The static shape of the whole."""
        return self.shape

    def as_tensor(self) -> Tensor:
        """The whole value, read anew; it depends on no control inputs of the place where it is used."""
        with control_dependencies(None):
            value = self._variable_list[0]
            if len(self) > 1:
                with name_scope(self.name + "/ConcatPartitions/"):
                    value = concat(self._variable_list, self._axis)
            with name_scope(None):
                return identity(value, name=self.name)

    def _change(method: str) -> Callable[..., Any]:  # type: ignore[misc]
        def change(self: Any, value: Any, use_locking: bool = False, name: Any = None) -> list[Any]:
            if not isinstance(value, (list, PartitionedVariable)):
                sizes = [part.shape.as_list()[self._axis] for part in self]
                value = split(value, sizes, axis=self._axis)
            assert len(value) == len(self), f"{len(self)} parts, but {len(value)} values"
            parts = zip(self, value, strict=True)
            return [getattr(part, method)(new, use_locking, name) for part, new in parts]

        change.__doc__ = f"`{method}` for each part, of a whole value or a list of parts."
        return change

    assign, assign_add, assign_sub = map(_change, ("assign", "assign_add", "assign_sub"))


def _as_tensor(value: PartitionedVariable, dtype: Any, name: Any, as_ref: bool) -> Tensor:
    if dtype is not None and not dtype.is_compatible_with(value.dtype):
        raise ValueError(
            f"Incompatible type conversion requested to type '{dtype.name}' for variable of type "
            f"'{value.dtype.name}'"
        )
    if as_ref:
        raise NotImplementedError("PartitionedVariable doesn't support being used as a reference.")
    return value.as_tensor()


register_tensor_conversion_function(PartitionedVariable, _as_tensor)


def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Callable[..., list[int]]:
    """A function for `partitioner`: `num_shards` parts along an axis, one each where it is shorter."""

    def partitioner(shape: Any, **_: Any) -> list[int]:
        counts = [1] * len(shape)
        counts[axis] = min(num_shards, shape.as_list()[axis])
        return counts

    return partitioner


def partitions_of(partitioner: Any, shape: TensorShape, dtype: Any) -> Sequence[int]:
    """How many parts along each axis a partitioner wants; ValueError for what cannot be done."""
    if not shape.is_fully_defined():
        raise ValueError(
            f"Shape of a new partitioned variable must be fully defined, but instead was {shape}."
        )
    if not shape.rank:
        raise ValueError(f"A partitioned Variable must have rank at least 1, shape: {shape}")
    counts = partitioner(shape=shape, dtype=dtype)
    if not isinstance(counts, Sequence):
        raise ValueError(f"Partitioner must return a sequence, but saw: {counts}")
    if len(counts) != shape.rank:
        raise ValueError(
            "Partitioner returned a partition list that does not match the Variable's rank: "
            f"{counts} vs. {shape}"
        )
    if any(count < 1 for count in counts):
        raise ValueError(f"Partitioner returned zero partitions for some axes: {counts}")
    if sum(count > 1 for count in counts) > 1:
        raise ValueError(
            f"Can only slice a variable along one dimension: shape: {shape}, partitioning: {counts}"
        )
    return counts


def parts_along(name: str, whole: TensorShape, counts: Any) -> Iterator[SaveSliceInfo]:
    """Where the parts lie. The first ones are longer by one where the axis cannot be divided equally."""
    full: Any = whole.as_list()
    axis = next((axis for axis, count in enumerate(counts) if count > 1), 0)
    length, longer = divmod(full[axis], counts[axis])
    offset = [0] * len(full)
    for number in range(counts[axis]):
        shape = [*full[:axis], length + (number < longer), *full[axis + 1 :]]
        yield SaveSliceInfo(name, full, list(offset), shape)
        offset[axis] += shape[axis]
