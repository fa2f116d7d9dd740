"""Examples (tf.train.Example) parsed in a graph: tf.parse_example, tf.parse_single_example."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError

from grader.engine.control.assertions import Assert
from grader.engine.core import dtypes as d
from grader.engine.core.absent import NOT_PART
from grader.engine.core.errors import invalid
from grader.engine.core.schema import Example
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays.shapes import rank
from grader.engine.ops.common.basic import with_dependencies
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import ShapeLike, TensorLike, TypeLike
from grader.engine.ops.math.comparisons import equal
from grader.engine.registry import (
    define,
    many_types,
    missing_gradient,
    no_tangent,
    number,
    shapes_of,
)

__all__ = ["FixedLenFeature", "parse_example", "parse_single_example"]


class FixedLenFeature(NamedTuple):
    """A feature of one shape in all examples; those without it get the default, if there is one."""

    shape: ShapeLike
    dtype: TypeLike
    default_value: TensorLike = None


LISTS = {"float_list": d.float32, "int64_list": d.int64, "bytes_list": d.string}


# The operation ------------------------------------------------------------------------------------


class _Parser:
    """One run of ParseExampleV2."""

    def __init__(self, serialized: np.ndarray, names: np.ndarray):
        self.names = names
        self.examples = []
        for data in np.ravel(serialized):
            try:
                self.examples.append(Example.FromString(data).features.feature)
            except DecodeError:
                shown = data[:80].decode(errors="backslashreplace")
                raise invalid(f"Could not parse example input, value: '{shown}'") from None

    def column(self, key: str, dtype: d.DType, shape: TensorShape, default: Any) -> np.ndarray:
        """A feature of all examples."""
        sizes: Any = shape.sizes
        rows = np.empty([len(self.examples), math.prod(sizes)], dtype.as_numpy_dtype)
        for index, features in enumerate(self.examples):
            rows[index] = self._values(index, features, key, dtype, sizes, default)
        return rows.reshape([len(self.examples), *sizes])

    def _values(
        self, index: int, features: Any, key: str, dtype: d.DType, sizes: list[int], default: Any
    ) -> list[Any]:
        name = self.names[index].decode(errors="replace") if len(self.names) else "<unknown>"
        where, size = f"Name: {name}, Key: {key}, Index: {index}.  ", math.prod(sizes)
        kind = features[key].WhichOneof("kind") if key in features else None
        if kind is None:
            if default.size != size or size == 0:
                raise invalid(
                    f"Name: {name}, Feature: {key} (data type: {_name(dtype)}) is required but could "
                    "not be found."
                )
            return default.ravel().tolist()
        if LISTS[kind] is not dtype:
            raise invalid(
                f"{where}Data types don't match. Data type: {_name(LISTS[kind])} but expected type: "
                f"{_name(dtype)}"
            )
        values = getattr(features[key], kind).value
        if len(values) != size:
            raise invalid(
                f"{where}Number of {_name(dtype)} values != expected.  Values size: {len(values)} but "
                f"output shape: [{','.join(map(str, sizes))}]"
            )
        return list(values)


def _name(dtype: d.DType) -> str:
    return {"float32": "float"}.get(dtype.name, dtype.name)


def parsed(
    node: Any, serialized: Any, names: Any, sparse_keys: Any, dense_keys: Any, ragged_keys: Any,
    *defaults: Any,
) -> Any:  # fmt: skip
    for what, strings, ranks in (("names", names, (0, 1)), ("dense_keys", dense_keys, (1,))):
        if np.ndim(strings) not in ranks:
            raise invalid(f"Expected {what} to be a vector, got shape: {list(np.shape(strings))}")
    if np.size(names) not in (0, np.size(serialized)):
        raise invalid(
            f"Expected one name for each of {np.size(serialized)} examples, got {len(names)}"
        )
    parser = _Parser(serialized, np.ravel(names))
    types, shapes = node.attrs["Tdense"], node.attrs["dense_shapes"]
    columns = []
    for key, dtype, shape, default in zip(dense_keys, types, shapes, defaults, strict=True):
        columns.append(
            parser.column(key.decode(errors="replace"), dtype, shape, np.asarray(default))
        )
    return tuple(columns if np.ndim(serialized) else [column[0] for column in columns])


def parsed_shapes(c: Any) -> Any:
    outer = c.shape(0)
    if outer is not None and len(outer) > 1:
        raise ValueError(f"Shape must be at most rank 1 but is rank {len(outer)}")
    if c.attr("num_sparse") or c.attr("sparse_types") or c.attr("ragged_value_types"):
        raise ValueError(f"features of variable length: ParseExampleV2 with them {NOT_PART}")
    if len(c.attr("dense_shapes")) != len(c.attr("Tdense")):
        raise ValueError("dense_shapes and Tdense must have the same length")
    if not set(c.attr("Tdense")) <= set(LISTS.values()):
        raise ValueError("features are of type float32, int64 or string")
    for shape in c.attr("dense_shapes"):
        if not shape.is_fully_defined():
            raise ValueError(f"dense_shapes holds {shape}: all sizes must be known")
    return [None if outer is None else (*outer, *shape.sizes) for shape in c.attr("dense_shapes")]


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
    shape=infer(parsed_shapes),
    kernel=parsed,
    work=lambda op, shapes: 2000 * sum(math.prod(shape) for shape in shapes),
)
missing_gradient("ParseExampleV2")
no_tangent("ParseExampleV2")


# For users ----------------------------------------------------------------------------------------


def parse_example(
    serialized: TensorLike,
    features: Mapping[str, FixedLenFeature],
    name: str | None = None,
    example_names: TensorLike = None,
) -> dict[str, Tensor]:
    """The features of a vector of serialized examples.

    Raises ValueError for a feature without type or shape; the run raises InvalidArgumentError for an
    example with a different type or shape.
    """
    _check(features)
    with name_scope(name, "ParseExample", [serialized, example_names]):
        serialized = convert_to_tensor(serialized, d.string, "serialized")
        return _outputs(serialized, features, name, example_names)


def parse_single_example(
    serialized: TensorLike,
    features: Mapping[str, FixedLenFeature],
    name: str | None = None,
    example_names: TensorLike = None,
) -> dict[str, Tensor]:
    """The features of one serialized example."""
    _check(features)
    with name_scope(name, "ParseSingleExample", [serialized, example_names]):
        serialized = convert_to_tensor(serialized, d.string, "serialized")
        serialized = _as_scalar(serialized)
        with name_scope(name, "ParseExample", [serialized, example_names]):
            return _outputs(serialized, features, name, example_names)


def _as_scalar(serialized: Tensor) -> Tensor:
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
        if not isinstance(feature, FixedLenFeature):
            raise ValueError(f"Unsupported {type(feature).__name__} {feature} for key '{key}'")
        if not feature.dtype:
            raise ValueError(f"Missing type for feature {key}. Received feature={feature}.")
        if d.as_dtype(feature.dtype) not in LISTS.values():
            raise TypeError(
                f"Value passed for feature {key} has DataType {d.as_dtype(feature.dtype).name} not in "
                "list of allowed values: float32, int64, string"
            )
        if feature.shape is None:
            raise ValueError(f"Missing shape for feature {key}. Received feature={feature}.")
        sizes = TensorShape(feature.shape).sizes
        if sizes and sizes[0] is None:
            raise ValueError(
                f"First dimension of shape for feature {key} unknown. Consider using "
                f"FixedLenSequenceFeature. Received feature={feature}."
            )
        if None in sizes:
            raise ValueError(
                f"All dimensions of shape for feature {key} need to be known but received "
                f"{feature.shape}."
            )


def _outputs(
    serialized: Tensor, features: Mapping[str, FixedLenFeature], name: str | None, names: TensorLike
) -> dict[str, Tensor]:
    keys = sorted(features)
    columns = apply(
        "ParseExampleV2",
        name,
        serialized=serialized,
        names=[] if names is None else names,
        sparse_keys=[],
        dense_keys=keys,
        ragged_keys=[],
        dense_defaults=[_default(key, features[key]) for key in keys],
        num_sparse=0,
        sparse_types=[],
        ragged_value_types=[],
        ragged_split_types=[],
        dense_shapes=[TensorShape(features[key].shape) for key in keys],
    )
    return dict(zip(keys, columns, strict=True))


def _default(key: str, feature: FixedLenFeature) -> Tensor:
    """The default as a tensor; an empty one makes the feature required."""
    dtype, value = d.as_dtype(feature.dtype), feature.default_value
    name = "key_" + re.sub(r"[^A-Za-z0-9_.\-/]", "_", key)
    if value is None:
        return constant([], dtype)
    sizes = np.array(TensorShape(feature.shape).sizes, np.int32)
    return apply("Reshape", tensor=convert_to_tensor(value, dtype, name), shape=sizes)
