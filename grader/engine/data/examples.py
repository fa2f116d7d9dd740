"""Examples (tf.train.Example) parsed in a graph: tf.parse_example, tf.parse_single_example."""

from __future__ import annotations

import math
import re
from collections import namedtuple
from collections.abc import Mapping
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader.engine.control.assertions import Assert
from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.core.schema import Example
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import name_scope
from grader.engine.ops.arrays.sizes import rank
from grader.engine.ops.arrays.sparse import SparseTensor
from grader.engine.ops.common.basic import with_dependencies
from grader.engine.ops.common.inference import infer
from grader.engine.ops.math.functions import equal
from grader.engine.registry import define, many_types, no_derivative, number, shapes_of

# fmt: off
__all__ = [
    "FixedLenFeature", "FixedLenSequenceFeature", "VarLenFeature", "parse_example",
    "parse_single_example",
]
# fmt: on

FixedLenFeature = namedtuple(
    "FixedLenFeature", ["shape", "dtype", "default_value"], defaults=[None]
)
FixedLenSequenceFeature = namedtuple(
    "FixedLenSequenceFeature",
    ["shape", "dtype", "allow_missing", "default_value"],
    defaults=[False, None],
)
VarLenFeature = namedtuple("VarLenFeature", ["dtype"])

LISTS = {"float_list": d.float32, "int64_list": d.int64, "bytes_list": d.string}
MOST_PADDED = 2**26  # elements in the sequences after padding


# ------------------------------------------------------------------------------------- the kernel


class _ExampleParser:
    """One run of ParseExampleV2."""

    def __init__(self, node: Any, serialized: np.ndarray, names: np.ndarray):
        self.alone = np.ndim(serialized) == 0
        self.names = names
        self.features = []
        for data in np.ravel(serialized):
            try:
                self.features.append(Example.FromString(data).features.feature)
            except DecodeError:
                shown = data[:80].decode(errors="backslashreplace")
                raise invalid(f"Could not parse example input, value: '{shown}'") from None

    def where(self, index: int) -> str:
        """The example's name, for error messages."""
        name = self.names[index].decode(errors="replace") if len(self.names) else "<unknown>"
        return f"Name: {name}, "

    def values(self, index: int, key: str, dtype: d.DType) -> np.ndarray | None:
        """The values of a feature; None if it is missing."""
        features = self.features[index]
        kind = features[key].WhichOneof("kind") if key in features else None
        if kind is None:
            return None
        if LISTS[kind] is not dtype:
            raise invalid(
                f"{self.where(index)}Key: {key}, Index: {index}.  Data types don't match. Data type: "
                f"{_name(LISTS[kind])} but expected type: {_name(dtype)}"
            )
        found = getattr(features[key], kind).value
        if dtype is d.string:
            strings = np.empty(len(found), object)
            strings[:] = list(found)
            return strings
        return np.array(found, dtype.as_numpy_dtype)

    def sparse(self, key: str, dtype: d.DType) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The indices, values and shape of a feature of variable length."""
        rows = [self.values(index, key, dtype) for index in range(len(self.features))]
        filled = [np.empty(0, dtype.as_numpy_dtype) if row is None else row for row in rows]
        lengths = [len(row) for row in filled]
        places = [(index, at) for index, length in enumerate(lengths) for at in range(length)]
        indices = np.array(places, np.int64).reshape(-1, 2)
        values = np.concatenate([*filled, np.empty(0, dtype.as_numpy_dtype)])
        shape = np.array([len(filled), max(lengths, default=0)], np.int64)
        return (indices[:, 1:], values, shape[1:]) if self.alone else (indices, values, shape)

    def dense(
        self, key: str, dtype: d.DType, shape: TensorShape, default: np.ndarray
    ) -> np.ndarray:
        """A feature of a fixed shape or, if the first size is unknown, padded to the longest."""
        rows = []
        for index in range(len(self.features)):
            row = self.values(index, key, dtype)
            if shape.rank and shape.sizes[0] is None:
                rows.append(self._sequence(index, key, row, dtype, shape))
            else:
                rows.append(self._fixed(index, key, row, dtype, shape, default))
        if shape.rank and shape.sizes[0] is None:
            rows = _padded(rows, shape, default, dtype)
        sizes = [size or 0 for size in (shape.sizes if rows == [] else rows[0].shape)]
        whole = np.stack(rows) if rows else np.empty([0, *sizes], dtype.as_numpy_dtype)
        return whole[0] if self.alone else whole

    def _fixed(
        self, index: int, key: str, row: Any, dtype: d.DType, shape: TensorShape, default: Any
    ) -> np.ndarray:
        sizes = [int(size) for size in shape.sizes]  # type: ignore[arg-type]
        if row is None:
            if default.size != math.prod(sizes) or (default.size == 0 and math.prod(sizes) == 0):
                raise invalid(
                    f"{self.where(index)}Feature: {key} (data type: {_name(dtype)}) is required but "
                    "could not be found."
                )
            row = default
        if row.size != math.prod(sizes):
            raise invalid(
                f"{self.where(index)}Key: {key}, Index: {index}.  Number of {_name(dtype)} values != "
                f"expected.  Values size: {row.size} but output shape: {_shown(shape)}"
            )
        return row.reshape(sizes)

    def _sequence(
        self, index: int, key: str, row: Any, dtype: d.DType, shape: TensorShape
    ) -> np.ndarray:
        stride = math.prod(size or 0 for size in shape.sizes[1:])
        row = np.empty(0, dtype.as_numpy_dtype) if row is None else row
        if row.size % max(stride, 1):
            raise invalid(
                f"{self.where(index)}Key: {key}, Index: {index}.  Number of {_name(dtype)} values is "
                f"not a multiple of stride length. Saw {row.size} values but output shape is: "
                f"{_shown(shape)}"
            )
        sizes: Any = shape.sizes[1:]
        return row.reshape([row.size // max(stride, 1), *sizes])


def _padded(rows: list[Any], shape: TensorShape, default: Any, dtype: d.DType) -> list[Any]:
    longest = max((len(row) for row in rows), default=0)
    sizes = [longest, *(int(size) for size in shape.sizes[1:])]  # type: ignore[arg-type]
    if math.prod(sizes) * len(rows) > MOST_PADDED:
        raise invalid("the sequences, filled up to the longest of them, take too much memory")
    found = []
    for row in rows:
        filled = np.full(sizes, np.ravel(default)[0] if default.size else 0, dtype.as_numpy_dtype)
        filled[: len(row)] = row
        found.append(filled)
    return found


def _name(dtype: d.DType) -> str:
    return {"float32": "float"}.get(dtype.name, dtype.name)


def _shown(shape: TensorShape) -> str:
    return f"[{','.join('?' if size is None else str(size) for size in shape.sizes)}]"


def _parse_kernel(
    node: Any, serialized: Any, names: Any, sparse_keys: Any, dense_keys: Any, ragged_keys: Any,
    *defaults: Any,
) -> Any:  # fmt: skip
    keys = (names, sparse_keys, dense_keys, ragged_keys)
    for what, strings in zip(
        ("names", "sparse_keys", "dense_keys", "ragged_keys"), keys, strict=True
    ):
        if np.ndim(strings) > 1 or (what != "names" and np.ndim(strings) != 1):
            raise invalid(f"Expected {what} to be a vector, got shape: {list(np.shape(strings))}")
    if np.size(names) not in (0, np.size(serialized)):
        raise invalid(
            f"Expected one name for each of {np.size(serialized)} examples, got {len(names)}"
        )
    parser = _ExampleParser(node, serialized, np.ravel(names))
    attrs = node.attrs
    sparse = [
        parser.sparse(key.decode(errors="replace"), dtype)
        for key, dtype in zip(sparse_keys, attrs["sparse_types"], strict=True)
    ]
    dense = [
        parser.dense(key.decode(errors="replace"), *rest)
        for key, *rest in zip(
            dense_keys,
            attrs["Tdense"],
            attrs["dense_shapes"],
            map(np.asarray, defaults),
            strict=True,
        )
    ]
    return tuple([one[part] for part in range(3) for one in sparse] + dense)


def _shapes(c: Any) -> Any:
    outer = c.shape(0)
    if outer is not None and len(outer) > 1:
        raise ValueError(f"Shape must be at most rank 1 but is rank {len(outer)}")
    if c.attr("ragged_value_types"):
        raise ValueError("the engine has no ragged tensors")
    count, rank = c.attr("num_sparse"), None if outer is None else len(outer) + 1
    if len(c.attr("sparse_types")) != count:
        raise ValueError(f"num_sparse is {count}, but there are other types")
    if len(c.attr("dense_shapes")) != len(c.attr("Tdense")):
        raise ValueError("dense_shapes and Tdense must have the same length")
    if not set(c.attr("Tdense") + c.attr("sparse_types")) <= set(LISTS.values()):
        raise ValueError("features are of type float32, int64 or string")
    for shape in c.attr("dense_shapes"):
        if shape.rank is None or None in shape.sizes[1:]:
            raise ValueError(f"dense_shapes holds {shape}: all but the first size must be known")
    dense = [None if outer is None else (*outer, *shape.sizes) for shape in c.attr("dense_shapes")]
    return [(None, rank)] * count + [(None,)] * count + [(rank,)] * count + dense


define(
    "ParseExampleV2",
    "serialized: string, names: string, sparse_keys: string, dense_keys: string, ragged_keys: string, "
    "dense_defaults: Tdense -> sparse_indices: num_sparse * int64, sparse_values: sparse_types, "
    "sparse_shapes: num_sparse * int64, dense_values: Tdense, ragged_values: ragged_value_types, "
    "ragged_row_splits: ragged_split_types",
    Tdense=many_types(),
    num_sparse=number(minimum=0),
    sparse_types=many_types(),
    ragged_value_types=many_types(),
    ragged_split_types=many_types(),
    dense_shapes=shapes_of(),
    shape=infer(_shapes),
    kernel=_parse_kernel,
    work=lambda op, shapes: 100 * sum(math.prod(shape) for shape in shapes),
)
no_derivative("ParseExampleV2")


# ------------------------------------------------------------------------------------- for users


def parse_example(
    serialized: Any, features: Mapping[str, Any], name: str | None = None, example_names: Any = None
) -> dict[str, Any]:
    """The features of a vector of serialized examples: tensors, SparseTensors for VarLenFeature.

    Raises ValueError for a feature without type or shape; the run raises InvalidArgumentError for an
    example with a different type or shape.
    """
    _check(features)
    with name_scope(name, "ParseExample", [serialized, example_names]):
        serialized = convert_to_tensor(serialized, d.string, "serialized")
        return _outputs(serialized, features, name, example_names)


def parse_single_example(
    serialized: Any, features: Mapping[str, Any], name: str | None = None, example_names: Any = None
) -> dict[str, Any]:
    """The features of one serialized example."""
    _check(features)
    with name_scope(name, "ParseSingleExample", [serialized, example_names]):
        serialized = convert_to_tensor(serialized, d.string, "serialized")
        serialized = _as_scalar(serialized)
        with name_scope(name, "ParseExample", [serialized, example_names]):
            return _outputs(serialized, features, name, example_names)


def _as_scalar(serialized: Any) -> Any:
    """The tensor, which must be a scalar; checked in the run if its rank is not known earlier."""
    if serialized.shape.rank == 0:
        return serialized
    complaint = "Input serialized must be a scalar"
    if serialized.shape.rank is not None:
        raise ValueError(complaint)
    checked = Assert(equal(rank(serialized), 0), [complaint], name="SerializedIsScalar")
    checked_tensor = with_dependencies([checked], serialized, name="serializedDependencies")
    checked_tensor.set_shape([])
    return checked_tensor


def _check(features: Any) -> None:
    if not features:
        raise ValueError(f"Argument `features` cannot be None or falsy. Got {features}")
    for key in sorted(features):
        feature = features[key]
        if not isinstance(feature, (FixedLenFeature, FixedLenSequenceFeature, VarLenFeature)):
            raise ValueError(f"Unsupported {type(feature).__name__} {feature} for key '{key}'")
        if not feature.dtype:
            raise ValueError(f"Missing type for feature {key}. Received feature={feature}.")
        if d.as_dtype(feature.dtype) not in LISTS.values():
            raise TypeError(
                f"Value passed for feature {key} has DataType {d.as_dtype(feature.dtype).name} not in "
                "list of allowed values: float32, int64, string"
            )
        if isinstance(feature, VarLenFeature):
            continue
        if feature.shape is None:
            raise ValueError(f"Missing shape for feature {key}. Received feature={feature}.")
        sizes = TensorShape(feature.shape).sizes
        if isinstance(feature, FixedLenFeature) and sizes and sizes[0] is None:
            raise ValueError(
                f"First dimension of shape for feature {key} unknown. Consider using "
                f"FixedLenSequenceFeature. Received feature={feature}."
            )
        if None in sizes:
            raise ValueError(
                f"All dimensions of shape for feature {key} need to be known but received "
                f"{feature.shape}."
            )
        if isinstance(feature, FixedLenSequenceFeature) and not feature.allow_missing:
            raise ValueError(
                "Unsupported: FixedLenSequenceFeature requires allow_missing to be True."
            )


def _outputs(serialized: Any, features: Mapping[str, Any], name: Any, names: Any) -> dict[str, Any]:
    sparse = [key for key in sorted(features) if isinstance(features[key], VarLenFeature)]
    dense = [key for key in sorted(features) if key not in sparse]
    found = apply(
        "ParseExampleV2",
        name,
        serialized=serialized,
        names=[] if names is None else names,
        sparse_keys=sparse,
        dense_keys=dense,
        ragged_keys=[],
        dense_defaults=[_default(key, features[key]) for key in dense],
        num_sparse=len(sparse),
        sparse_types=[features[key].dtype for key in sparse],
        ragged_value_types=[],
        ragged_split_types=[],
        dense_shapes=[_dense_shape(features[key]) for key in dense],
    )
    count = len(sparse)
    parts = zip(found[:count], found[count : 2 * count], found[2 * count : 3 * count], strict=True)
    tensors = [SparseTensor(*part) for part in parts] + found[3 * count :]
    return dict(zip(sparse + dense, tensors, strict=True))


def _dense_shape(feature: Any) -> TensorShape:
    sizes = TensorShape(feature.shape).sizes
    return TensorShape([None, *sizes] if isinstance(feature, FixedLenSequenceFeature) else sizes)


def _default(key: str, feature: Any) -> Any:
    """The default as a tensor; an empty one makes the feature required."""
    dtype, value = d.as_dtype(feature.dtype), feature.default_value
    name = "key_" + re.sub(r"[^A-Za-z0-9_.\-/]", "_", key)
    if isinstance(feature, FixedLenSequenceFeature):
        if value is None:
            return convert_to_tensor("" if dtype is d.string else 0, dtype)
        padding = convert_to_tensor(value, dtype, name.replace("key_", "padding_", 1))
        return apply("Reshape", tensor=padding, shape=[])
    if value is None:
        return constant([], dtype)
    sizes = np.array(TensorShape(feature.shape).sizes, np.int32)
    return apply("Reshape", tensor=convert_to_tensor(value, dtype, name), shape=sizes)
