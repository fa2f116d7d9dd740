"""The operations with which a saver writes and reads checkpoints."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import numpy as np

from grader.engine.core.errors import (
    InvalidArgumentError,
    KernelFailure,
    NotFoundError,
    invalid,
)
from grader.engine.data.files import c_name, decode_string, decode_strings, on_disk
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import format_shape
from grader.engine.registry import define, flag, many_types, no_derivative, nothing, plain, scalar
from grader.engine.saving.bundle import Bundle, merge_bundles, write_bundle
from grader.engine.saving.slices import parse_part


def save(node: Any, prefix: Any, names: Any, slices: Any, *tensors: Any) -> None:
    """Writes the tensors as a checkpoint."""
    if not len(names) == len(slices) == len(tensors):
        raise invalid(f"Got {len(names)} tensor names and {len(tensors)} tensors")
    folder = os.path.dirname(decode_string(prefix))
    if folder and not os.path.isdir(folder) and os.path.isdir(os.path.dirname(folder) or "."):
        with suppress(OSError):  # what is wrong with it is said where the file is written
            os.mkdir(folder)
    write_bundle(
        decode_string(prefix),
        list(
            zip(decode_strings(names), map(np.asarray, tensors), node.attrs["dtypes"], strict=True)
        ),
        decode_strings(slices),
    )


def restore(node: Any, prefix: Any, names: Any, slices: Any) -> tuple[np.ndarray, ...]:
    """Reads tensors from a checkpoint."""
    bundle = Bundle(decode_string(prefix))
    missing = [name for name in decode_strings(names) if name not in bundle.entries]
    if missing:
        raise KernelFailure(NotFoundError, f"Key {missing[0]} not found in checkpoint")
    found = []
    for name, text, dtype in zip(
        decode_strings(names), decode_strings(slices), node.attrs["dtypes"], strict=True
    ):
        if bundle.dtype(name) != dtype:
            raise invalid(
                f"tensor_name = {name}; expected dtype {c_name(dtype)} does not equal original dtype "
                f"{c_name(bundle.dtype(name))}"
            )
        part = parse_part(text) if text else None
        if part and part.bounds and part.full != bundle.shape(name):
            raise invalid(
                f"tensor_name = {name}; shape in shape_and_slice spec {format_shape(part.full)} does "
                f"not match the shape stored in checkpoint: {format_shape(bundle.shape(name))}"
            )
        found.append(bundle.read(name, part))
    return tuple(found)


def restored(c: Any) -> Any:
    for index in (1, 2):
        shape = c.shape(index)
        if shape is not None and len(shape) != 1:
            raise ValueError(f"Shape must be rank 1 but is rank {len(shape)}")
        if shape is not None and index == 2 and shape[0] not in (None, len(c.op.outputs)):
            raise ValueError("The number of shape_and_slice doesn't match tensor outputs.")
    slices = c.value(2)
    if slices is None:
        return [None] * len(c.op.outputs)
    try:
        return [parse_part(one).shape if one else None for one in decode_strings(slices)]
    except KernelFailure as error:
        kind = error.kind
        raise (
            ValueError(error.message)
            if kind is InvalidArgumentError
            else kind(None, None, error.message)
        ) from None


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
            decode_strings(prefixes), decode_string(to), node.attrs["delete_old_dirs"]
        )
    ),
    stateful=True,
    files=True,
)
OPERATIONS = "SaveV2 RestoreV2 ShardedFilename MergeV2Checkpoints"
no_derivative(OPERATIONS)
