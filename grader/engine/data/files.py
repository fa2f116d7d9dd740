"""Operations that read and write files, and that turn bytes into tensors and back."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError
from tensorboard.compat.proto import tensor_pb2

from grader.engine.core import dtypes as d
from grader.engine.core.errors import (
    KernelFailure,
    NotFoundError,
    OpError,
    UnimplementedError,
    invalid,
)
from grader.engine.core.protos import make_ndarray, make_tensor_proto
from grader.engine.data.gfile import GFile
from grader.engine.graph.build import apply
from grader.engine.ops.common.inference import infer
from grader.engine.registry import (
    any_type,
    define,
    flag,
    many_types,
    no_gradient,
    no_tangent,
    nothing,
    one_of,
    plain,
    scalar,
    string,
)
from grader.engine.saving.bundle import Bundle, merge_bundles, write_bundle

# fmt: off
__all__ = ["decode_raw", "parse_tensor", "read_file", "serialize_tensor", "write_file"]
# fmt: on


def on_disk(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel whose errors about files name the node."""

    def located(node: Any, *inputs: Any) -> Any:
        try:
            return kernel(node, *inputs)
        except OpError as error:
            raise KernelFailure(type(error), error.message) from None

    return located


def as_text(value: Any) -> str:
    """A tensor of one text as a path."""
    text: Any = np.asarray(value, object)[()]
    return os.fsdecode(text)


def texts(values: Any) -> list[str]:
    """A vector of texts."""
    return [os.fsdecode(value) for value in values]


# ---------------------------------------------------------------------------------- checkpoints


def save(node: Any, prefix: Any, names: Any, slices: Any, *tensors: Any) -> None:
    """Writes the tensors as a checkpoint."""
    if any(slices):
        raise KernelFailure(UnimplementedError, "the engine saves no slices of tensors")
    if not len(names) == len(slices) == len(tensors):
        raise invalid(f"Got {len(names)} tensor names and {len(tensors)} tensors")
    folder = os.path.dirname(as_text(prefix))
    if folder and not os.path.isdir(folder) and os.path.isdir(os.path.dirname(folder) or "."):
        os.mkdir(folder)
    write_bundle(
        as_text(prefix),
        list(zip(texts(names), map(np.asarray, tensors), node.attrs["dtypes"], strict=True)),
    )


def restore(node: Any, prefix: Any, names: Any, slices: Any) -> tuple[np.ndarray, ...]:
    """Reads tensors from a checkpoint."""
    bundle = Bundle(as_text(prefix))
    missing = [name for name in texts(names) if name not in bundle.entries]
    if missing:
        raise KernelFailure(NotFoundError, f"Key {missing[0]} not found in checkpoint")
    if any(slices):
        raise KernelFailure(UnimplementedError, "the engine restores no slices of tensors")
    for name, dtype in zip(texts(names), node.attrs["dtypes"], strict=True):
        if bundle.dtype(name) != dtype:
            raise invalid(
                f"tensor_name = {name}; expected dtype {c_name(dtype)} does not equal original dtype "
                f"{c_name(bundle.dtype(name))}"
            )
    return tuple(bundle.read(name) for name in texts(names))


def c_name(dtype: d.DType) -> str:
    """A type as TensorFlow's C++ calls it: `float`, `int32`."""
    return {"float32": "float", "float64": "double", "float16": "half"}.get(dtype.name, dtype.name)


def restored(c: Any) -> Any:
    for index in (1, 2):
        shape = c.shape(index)
        if shape is not None and len(shape) != 1:
            raise ValueError(f"Shape must be rank 1 but is rank {len(shape)}")
        if shape is not None and index == 2 and shape[0] not in (None, len(c.op.outputs)):
            raise ValueError("The number of shape_and_slice doesn't match tensor outputs.")
    return [None] * len(c.op.outputs)


def saved(op: Any) -> Any:
    for index, tensor in enumerate(op.inputs[:3]):
        rank = 1 if index else 0
        if tensor.shape.rank not in (None, rank):
            raise ValueError(f"Shape must be rank {rank} but is rank {tensor.shape.rank}")
        size = tensor.shape.sizes[0] if index and tensor.shape.rank else None
        if size not in (None, len(op.inputs) - 3):
            raise ValueError(f"Dimension must be {len(op.inputs) - 3} but is {size}")
    return []


define(
    "SaveV2",
    "prefix: string, tensor_names: string, shape_and_slices: string, tensors: dtypes -> ",
    dtypes=many_types(1),
    shape=saved,
    kernel=on_disk(save),
    stateful=True,
    files=True,
)
define(
    "RestoreV2",
    "prefix: string, tensor_names: string, shape_and_slices: string -> tensors: dtypes",
    dtypes=many_types(1),
    shape=infer(restored),
    kernel=on_disk(restore),
    stateful=True,
    files=True,
)
define(
    "ShardedFilename",
    "basename: string, shard: int32, num_shards: int32 -> filename: string",
    shape=scalar,
    kernel=plain(
        lambda name, shard, shards: np.array(
            name[()] + b"-%05d-of-%05d" % (int(shard), int(shards)), object
        )
    ),
)
define(
    "MergeV2Checkpoints",
    "checkpoint_prefixes: string, destination_prefix: string -> ",
    delete_old_dirs=flag(True),
    allow_missing_files=flag(False),
    shape=nothing,
    kernel=on_disk(
        lambda node, prefixes, to: merge_bundles(
            texts(prefixes), as_text(to), node.attrs["delete_old_dirs"]
        )
    ),
    stateful=True,
    files=True,
)
define(
    "StaticRegexFullMatch",
    "input: string -> output: bool",
    pattern=string(),
    shape=lambda op: op.inputs[0].shape,
    kernel=lambda node, x: np.vectorize(
        lambda item: re.fullmatch(node.attrs["pattern"], item) is not None, otypes=[bool]
    )(x),
    stateful=True,
    files=True,  # no file, but a pattern from elsewhere may take for ever
)


# -------------------------------------------------------------------------------- files as texts


def read(node: Any, filename: Any) -> np.ndarray:
    with GFile(as_text(filename), "rb") as file:
        return np.array(file.read(), object)


def write(node: Any, filename: Any, contents: Any) -> None:
    os.makedirs(os.path.dirname(as_text(filename)) or ".", exist_ok=True)
    with GFile(as_text(filename), "wb") as file:
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
    """The bytes of each text as numbers along a new last axis."""
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
    """The tensor in the bytes of a TensorProto."""
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
    """A tensor as the bytes of a TensorProto, its elements in one block."""
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
OPERATIONS = (
    "SaveV2 RestoreV2 ShardedFilename MergeV2Checkpoints StaticRegexFullMatch ReadFile WriteFile "
    "DecodeRaw ParseTensor SerializeTensor"
)
no_gradient(OPERATIONS)
no_tangent(OPERATIONS)


def decode_raw(
    input_bytes: Any = None,
    out_type: Any = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: Any = None,
) -> Any:
    """The bytes of texts of one length as numbers of `out_type`, along a new last axis."""
    value = bytes if input_bytes is None else input_bytes
    return apply("DecodeRaw", name, bytes=value, out_type=out_type, little_endian=little_endian)


def parse_tensor(serialized: Any, out_type: Any, name: str | None = None) -> Any:
    """The tensor that `serialize_tensor` made bytes of."""
    return apply("ParseTensor", name, serialized=serialized, out_type=out_type)


def serialize_tensor(tensor: Any, name: str | None = None) -> Any:
    """A tensor as bytes (of a TensorProto)."""
    return apply("SerializeTensor", name, tensor=tensor)


def read_file(filename: Any, name: str | None = None) -> Any:
    """The bytes of a file, when run."""
    return apply("ReadFile", name, filename=filename)


def write_file(filename: Any, contents: Any, name: str | None = None) -> Any:
    """Writes bytes to a file, when run."""
    return apply("WriteFile", name, filename=filename, contents=contents)
