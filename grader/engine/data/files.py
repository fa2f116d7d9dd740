"""Operations that read and write files, and that turn bytes into tensors and back."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError
from tensorboard.compat.proto import tensor_pb2

from grader.engine.core import dtypes as d
from grader.engine.core.errors import (
    KernelFailure,
    OpError,
    invalid,
)
from grader.engine.core.protos import make_ndarray, make_tensor_proto
from grader.engine.data.gfile import GFile
from grader.engine.graph.build import apply
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import public
from grader.engine.registry import any_type, define, flag, no_derivative, nothing, one_of, scalar

__all__ = ["decode_raw", "parse_tensor", "read_file", "serialize_tensor", "write_file"]


def on_disk(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a kernel so that its file errors name the node."""

    def located(node: Any, *inputs: Any) -> Any:
        try:
            return kernel(node, *inputs)
        except OpError as error:
            raise KernelFailure(type(error), error.message) from None

    return located


def decode_string(value: Any) -> str:
    """The string in a scalar string tensor."""
    string: Any = np.asarray(value, object)[()]
    return os.fsdecode(string)


def decode_strings(values: Any) -> list[str]:
    """The strings in a vector of strings."""
    return [os.fsdecode(value) for value in values]


def c_name(dtype: d.DType) -> str:
    """A type's name in TensorFlow's C++: `float`, `int32`."""
    return {"float32": "float", "float64": "double", "float16": "half"}.get(dtype.name, dtype.name)


# ---------------------------------------------------------------------------- files as strings


def read(node: Any, filename: Any) -> np.ndarray:
    with GFile(decode_string(filename), "rb") as file:
        return np.array(file.read(), object)


def write(node: Any, filename: Any, contents: Any) -> None:
    os.makedirs(os.path.dirname(decode_string(filename)) or ".", exist_ok=True)
    with GFile(decode_string(filename), "wb") as file:
        file.write(contents[()])


define(
    "ReadFile",
    "filename: string -> contents: string",
    shape=scalar,
    kernel=on_disk(read),
    stateful=True,
    files=True,
)
define(
    "WriteFile",
    "filename: string, contents: string -> ",
    shape=nothing,
    kernel=on_disk(write),
    stateful=True,
    files=True,
)


# ------------------------------------------------------------------------------ bytes and tensors


def decode(node: Any, values: np.ndarray) -> np.ndarray:
    """The bytes of each string as numbers along a new last axis."""
    dtype, flat = node.attrs["out_type"], list(values.ravel())
    size = len(flat[0]) if flat else 0
    for index, value in enumerate(flat):
        if len(value) != size:
            raise invalid(
                "DecodeRaw requires input strings to all be the same size, but element "
                f"{index} has size {size} != {len(value)}"
            )
    if size % dtype.size:
        raise invalid(
            f"Input to DecodeRaw has length {size} that is not a multiple of {dtype.size}, the size "
            f"of {c_name(dtype)}"
        )
    order = "<" if node.attrs["little_endian"] else ">"
    kind = np.dtype(dtype.as_numpy_dtype)
    stored = kind.newbyteorder(order) if kind.kind in "iufc" else kind
    found = np.frombuffer(b"".join(flat), stored).astype(kind)
    return found.reshape(*values.shape, size // dtype.size)


def parse(node: Any, serialized: Any) -> np.ndarray:
    """The tensor in a serialized TensorProto."""
    try:
        proto = tensor_pb2.TensorProto.FromString(serialized[()])
    except DecodeError:
        raise invalid("Cannot parse tensor from proto: it is no TensorProto") from None
    if len(proto.tensor_shape.dim) > 32:
        raise invalid("Cannot parse tensor from proto: it has more than 32 dimensions")
    wanted, limit = node.attrs["out_type"], 2**26 + 64 * len(serialized[()])
    if np.prod([float(dim.size) for dim in proto.tensor_shape.dim]) > limit:
        raise invalid(
            "Cannot parse tensor from proto: a few bytes that stand for very many elements"
        )
    if proto.dtype != wanted.as_datatype_enum:
        found = d.BY_NUMBER.get(proto.dtype)
        name = c_name(found) if found else str(proto.dtype)
        raise invalid(f"Type mismatch between parsed tensor ({name}) and dtype ({c_name(wanted)})")
    return make_ndarray(proto)


def serialize(node: Any, tensor: Any) -> np.ndarray:
    """A tensor as a serialized TensorProto, with its elements in one block."""
    value = np.asarray(tensor)
    dtype = node.attrs["T"]
    if dtype is d.string:
        return np.array(make_tensor_proto(value, dtype).SerializeToString(), object)
    proto = tensor_pb2.TensorProto(dtype=dtype.as_datatype_enum, tensor_content=value.tobytes())
    proto.tensor_shape.SetInParent()
    for size in value.shape:
        proto.tensor_shape.dim.add(size=size)
    return np.array(proto.SerializeToString(), object)


define(
    "DecodeRaw",
    "bytes: string -> output: out_type",
    out_type=one_of(d.NUMBERS - {d.uint32, d.uint64} | {d.bool}),
    little_endian=flag(True),
    shape=infer(lambda c: None if (outer := c.shape(0)) is None else (*outer, None)),
    kernel=decode,
)
define(
    "ParseTensor",
    "serialized: string -> output: out_type",
    out_type=any_type(),
    shape=infer(lambda c: None),
    kernel=parse,
)
define(
    "SerializeTensor",
    "tensor: T -> serialized: string",
    T=any_type(),
    shape=scalar,
    kernel=serialize,
)
OPERATIONS = "ReadFile WriteFile DecodeRaw ParseTensor SerializeTensor"
no_derivative(OPERATIONS)


def decode_raw(
    input_bytes: Any = None,
    out_type: Any = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: Any = None,
) -> Any:
    """The bytes of strings of one length as numbers of `out_type`, along a new last axis."""
    value = bytes if input_bytes is None else input_bytes
    return apply("DecodeRaw", name, bytes=value, out_type=out_type, little_endian=little_endian)


parse_tensor = public("ParseTensor", "The tensor that `serialize_tensor` serialized.")
serialize_tensor = public("SerializeTensor", "A tensor as a string: a serialized TensorProto.")
read_file = public("ReadFile", "The contents of a file, read when run.")


def write_file(filename: Any, contents: Any, name: str | None = None) -> Any:
    """Writes bytes to a file, when run."""
    return apply("WriteFile", name, filename=filename, contents=contents)
