"""Sparse tensors: the indices and values of some elements, and the dense shape; the rest are zero."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, NoReturn

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.absent import NOT_PART
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor, register_tensor_conversion_function
from grader.engine.graph.default_session import run_in_session
from grader.engine.graph.graph import Operation, Tensor, name_scope
from grader.engine.graph.nodes import Nodes
from grader.engine.ops.common.inference import held_shape, infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.shape_algebra import Shape, with_rank
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX
from grader.engine.registry import any_type, define, flag, gradient_of, one_of

# fmt: off
__all__ = [
    "SparseTensor", "SparseTensorValue", "sparse_tensor_to_dense", "sparse_to_dense",
]
# fmt: on

SparseTensorValue = namedtuple("SparseTensorValue", ["indices", "values", "dense_shape"])


class SparseTensor:
    """`values[i]` is the element at `indices[i]` of a tensor of shape `dense_shape`; the others are 0.

    indices: int64 (elements, rank). values: (elements,). dense_shape: int64 (rank,).
    """

    def __init__(self, indices: Any, values: Any, dense_shape: Any):
        with name_scope(None, "SparseTensor", [indices, values, dense_shape]):
            self.indices = convert_to_tensor(indices, d.int64, "indices")
            self.values = convert_to_tensor(values, name="values")
            self.dense_shape = convert_to_tensor(dense_shape, d.int64, "dense_shape")
        vectors = (self.values.shape.with_rank(1), self.dense_shape.shape.with_rank(1))
        self.indices.shape.with_rank(2).merge_with([one.sizes[0] for one in vectors])
        self._static_shape = TensorShape(held_shape(self.dense_shape))

    @property
    def dtype(self) -> d.DType:
        """The type of the elements."""
        return self.values.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape of the whole tensor."""
        return self._static_shape

    def get_shape(self) -> TensorShape:
        """The static shape of the whole tensor."""
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Refines the static shape; ValueError for one that contradicts it."""
        self._static_shape = self._static_shape.merge_with(shape)

    @property
    def op(self) -> Operation:
        """The operation that produces the values."""
        return self.values.op

    @property
    def graph(self) -> Nodes:
        """The graph of its tensors."""
        return self.values.graph

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """Its value in a session, a SparseTensorValue."""
        return run_in_session(self.graph, self, feed_dict, session, method="eval")

    def __mul__(self, other: Any) -> NoReturn:
        _no_arithmetic()

    __truediv__ = __mul__

    def _components(self) -> list[Tensor]:
        return [self.indices, self.values, self.dense_shape]

    def _rebuilt(self, components: Any) -> SparseTensor:
        return SparseTensor(*components)

    def _value_of(self, values: Any) -> Any:
        return SparseTensorValue(*values)

    def __repr__(self) -> str:
        return (
            f"SparseTensor(indices={self.indices}, values={self.values}, "
            f"dense_shape={self.dense_shape})"
        )


def _no_arithmetic(*_: Any) -> NoReturn:
    raise NotImplementedError(
        f"arithmetic with a tf.SparseTensor {NOT_PART}. Make it dense (tf.sparse_tensor_to_dense), "
        "or use TensorFlow itself: set GRADER_BACKEND=tensorflow before the kernel starts."
    )


register_tensor_conversion_function(SparseTensor, _no_arithmetic)


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


def dense_shape(c: Any) -> Shape:
    with_rank(c.shape(1), 1)
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
    values = tf.gather_nd(gradient, op.inputs[0])
    default = tf.reduce_sum(gradient) - tf.reduce_sum(values)
    return [tf.zeros_like(op.inputs[0]), tf.zeros_like(op.inputs[1]), values, default]


linear("sparse_values default_value", "SparseToDense")


def sparse_to_dense(
    sparse_indices: Any,
    output_shape: Any,
    sparse_values: Any,
    default_value: Any = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """A dense tensor with the values at their indices and `default_value` elsewhere."""
    return apply(
        "SparseToDense",
        name,
        sparse_indices=sparse_indices,
        output_shape=output_shape,
        sparse_values=sparse_values,
        default_value=default_value,
        validate_indices=validate_indices,
    )


def sparse_tensor_to_dense(
    sp_input: Any, default_value: Any = None, validate_indices: bool = True, name: str | None = None
) -> Tensor:
    """The dense form of a SparseTensor."""
    if isinstance(sp_input, SparseTensorValue):
        sp_input = SparseTensor(*sp_input)
    if not isinstance(sp_input, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    if default_value is None:
        default_value = tf.zeros((), sp_input.dtype)
    return sparse_to_dense(
        sp_input.indices,
        sp_input.dense_shape,
        sp_input.values,
        default_value,
        validate_indices,
        name,
    )
