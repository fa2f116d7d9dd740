"""The table's operations on sparse tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.ops.arrays.gathering import gather_nd
from grader.engine.ops.arrays.making import zeros_like
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.tangent_helpers import zeros_for
from grader.engine.ops.common.types import INDEX
from grader.engine.ops.reductions.functions import reduce_sum
from grader.engine.registry import any_type, define, flag, gradient_of, one_of, tangent_of


def to_dense(node: Any, indices: Any, shape: Any, values: Any, default: Any) -> np.ndarray:
    """The values at their indices, and the default elsewhere."""
    places = np.asarray(indices)
    places = places.reshape(-1, 1) if places.ndim < 2 else places
    sizes = [int(size) for size in shape]
    if places.ndim > 2:
        raise invalid(
            f"sparse_indices should be a scalar, vector, or matrix, got shape {list(places.shape)}"
        )
    if places.shape[1] != len(sizes):
        raise invalid(
            f"output_shape has incorrect number of elements: {len(sizes)} should be: "
            f"{places.shape[1]}"
        )
    if np.ndim(default):
        raise invalid("default_value should be a scalar.")
    if np.ndim(values) > 1 or (np.ndim(values) and len(values) != len(places)):
        raise invalid(
            f"sparse_values has incorrect shape {list(np.shape(values))}, should be [] or "
            f"[{len(places)}]"
        )
    if any(size < 0 for size in sizes):
        raise invalid(f"output_shape has a negative size: {sizes}")
    _check_places(places, sizes, node.attrs["validate_indices"])
    found = np.full(sizes, default, node.output_dtypes[0].as_numpy_dtype)
    found[tuple(places.T)] = values
    return found


def _check_places(places: np.ndarray, sizes: list[int], in_order: bool) -> None:
    last: tuple[int, ...] | None = None
    for index, place in enumerate(map(tuple, places.tolist())):
        shown = f"indices[{index}] = [{','.join(map(str, place))}]"
        if any(not 0 <= at < size for at, size in zip(place, sizes, strict=True)):
            whole = ",".join(map(str, sizes))
            raise invalid(f"{shown} is out of bounds: need 0 <= index < [{whole}]")
        if in_order and last is not None and place <= last:
            order = "is out of order. Many sparse ops require sorted indices."
            raise invalid(f"{shown} {'is repeated' if place == last else order}")
        last = place


def dense_shape(c: Any) -> Any:
    for index, most in ((1, 1), (3, 0)):
        shape = c.shape(index)
        if index == 1 and shape is not None and len(shape) != most:
            raise ValueError(f"Shape must be rank {most} but is rank {len(shape)}")
    return c.value_as_shape(1)


define(
    "SparseToDense",
    "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T "
    "-> dense: T",
    T=any_type(),
    Tindices=one_of(INDEX),
    validate_indices=flag(True),
    shape=infer(dense_shape),
    kernel=to_dense,
)


@gradient_of("SparseToDense")
def _sparse_to_dense(op: Any, gradient: Any) -> Any:
    values = gather_nd(gradient, op.inputs[0])
    default = reduce_sum(gradient) - reduce_sum(values)
    return [zeros_like(op.inputs[0]), zeros_like(op.inputs[1]), values, default]


@tangent_of("SparseToDense")
def _sparse_to_dense_tangent(op: Any, *tangents: Any) -> Any:
    values, default = (
        zeros_for(tensor, tangent)
        for tensor, tangent in zip(op.inputs[2:], tangents[2:], strict=True)
    )
    return apply(
        "SparseToDense",
        sparse_indices=op.inputs[0],
        output_shape=op.inputs[1],
        sparse_values=values,
        default_value=default,
        validate_indices=op.get_attr("validate_indices"),
    )
