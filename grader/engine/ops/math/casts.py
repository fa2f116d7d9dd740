"""Changes of type: tf.cast, its old spellings, and tf.bitcast, which keeps the bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import KernelFailure, UnimplementedError, invalid
from grader.engine.core.messages import DataType
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import described, public
from grader.engine.ops.common.shape_algebra import Shape, format_shape, merge_dimension
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.common.tangent_helpers import again
from grader.engine.ops.common.types import NUMBERS
from grader.engine.ops.math.elementwise import Array
from grader.engine.registry import (
    any_type,
    define,
    flag,
    gradient_of,
    missing_gradient,
    no_tangent,
    one_of,
    tangent_of,
)

__all__ = ["bitcast", "cast", "to_double", "to_float", "to_int32", "to_int64"]

# tf.cast ------------------------------------------------------------------------------------------


def cast_kernel(x: Array, dtype: np.dtype) -> Array:
    """`x` in another dtype.

    Floats are truncated. C++ leaves undefined what a float outside an integer type's range becomes;
    here, as in TensorFlow on x86-64, short types go through int32 and wrap.
    """
    x = np.asarray(x)
    if (x.dtype.kind == "O") != (dtype.kind == "O"):
        numbers = [d.as_dtype(one).as_datatype_enum for one in (x.dtype, dtype)]
        names = [DataType.Name(number).removeprefix("DT_").lower() for number in numbers]
        raise KernelFailure(UnimplementedError, f"Cast {' to '.join(names)} is not supported")
    if x.dtype.kind == "c" and dtype.kind not in "cb":
        x = x.real
    if x.dtype.kind == "f" and dtype.kind in "iu" and dtype.itemsize < 4:
        return x.astype(np.int32).astype(dtype)
    return x.astype(dtype)


define(
    "Cast",
    "x: SrcT -> y: DstT",
    SrcT=any_type(),
    DstT=any_type(),
    Truncate=flag(False),
    shape=infer(unchanged),
    kernel=lambda node, x: cast_kernel(x, np.dtype(node.attrs["DstT"].as_numpy_dtype)),
)


def cast(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """x in another type; x itself when it has that type already."""
    wanted = d.as_dtype(dtype).base_dtype
    if isinstance(x, Tensor) and x.dtype == wanted:
        return x
    with name_scope(name, "Cast", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return x if x.dtype == wanted else apply("Cast", scope, x=x, DstT=wanted)


def casting(dtype: d.DType, kind: str) -> Callable[..., Tensor]:
    """An old spelling of `cast` to one type."""

    def function(x: Any, name: str | None = f"To{kind}") -> Tensor:
        return cast(x, dtype, name=name)

    text = f"`tf.cast(x, {dtype!r})`, in an old spelling."
    return described(function, f"to_{kind.lower()}", text)


to_float = casting(d.float32, "Float")
to_double = casting(d.float64, "Double")
to_int32 = casting(d.int32, "Int32")
to_int64 = casting(d.int64, "Int64")


@gradient_of("Cast")
def _cast(op: Any, gradient: Any) -> Any:
    source, target = op.inputs[0].dtype.base_dtype, gradient.dtype.base_dtype
    smooth = all(one.is_floating or one.is_complex for one in (source, target))
    return cast(gradient, source) if smooth else None


@tangent_of("Cast")
def _tangent_of_cast(op: Any, tangent: Any) -> Any:
    dtype = op.outputs[0].dtype
    return again(op, {"x": tangent}) if dtype.is_floating or dtype.is_complex else None


# tf.bitcast ---------------------------------------------------------------------------------------


def bitcast_shape(c: Any) -> Shape:
    sizes, old, new = c.shape(0), c.op.inputs[0].dtype.size, c.attr("type").size
    if sizes is None or old == new:
        return sizes
    if old > new:
        return (*sizes, old // new)
    if not sizes:
        raise ValueError(f"Cannot bitcast due to shape: {sizes}")
    merge_dimension(sizes[-1], new // old)
    return sizes[:-1]


def bitcast_kernel(node: Any, x: Array) -> Array:
    dtype = np.dtype(node.output_dtypes[0].as_numpy_dtype)
    if x.itemsize < dtype.itemsize:
        ratio = dtype.itemsize // x.itemsize
        if not x.ndim or x.shape[-1] != ratio:
            raise invalid(
                f"Cannot bitcast from {x.dtype} to {dtype}: shape {format_shape(x.shape)}"
            )
        return np.ascontiguousarray(x).view(dtype).reshape(x.shape[:-1])
    more = () if x.itemsize == dtype.itemsize else (x.itemsize // dtype.itemsize,)
    return np.ascontiguousarray(x).view(dtype).reshape((*x.shape, *more))


define(
    "Bitcast",
    "input: T -> output: type",
    T=one_of(NUMBERS),
    type=one_of(NUMBERS),
    shape=infer(bitcast_shape),
    kernel=bitcast_kernel,
)
missing_gradient("Bitcast")
no_tangent("Bitcast")
bitcast = public("Bitcast", "The same bits, read as another type.")
