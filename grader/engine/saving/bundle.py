"""Checkpoints as TensorFlow's V2 bundles: `prefix.index` and `prefix.data-00000-of-00001`.

The index is a table (sstable.py) from the names of tensors to their places in the data; the entry under
the empty name is a header. Formats: tensorflow/core/util/tensor_bundle/tensor_bundle.h.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress

import numpy as np
from google.protobuf.message import DecodeError

from grader.engine.core import dtypes
from grader.engine.core.absent import NOT_PART
from grader.engine.core.errors import (
    DataLossError,
    FailedPreconditionError,
    InvalidArgumentError,
    NotFoundError,
    OutOfRangeError,
    UnimplementedError,
)
from grader.engine.core.schema import BundleEntryProto, BundleHeaderProto
from grader.engine.data.checksums import masked_crc
from grader.engine.data.gfile import as_tensorflow, matching
from grader.engine.saving.sstable import damaged, read_table, write_table

LARGEST_INDEX = 2**28  # bytes; each tensor needs only a few


def data_path(prefix: str, shard: int = 0, shards: int = 1) -> str:
    """The name of the file with the tensors' bytes."""
    return f"{prefix}.data-{shard:05}-of-{shards:05}"


def write_atomically(path: str, parts: Iterable[bytes]) -> None:
    """Writes a file under another name first, so that readers find the old or the new one complete.

    Raises NotFoundError if the folder does not exist, FailedPreconditionError for other errors.
    """
    temporary = f"{path}.tempstate{os.urandom(4).hex()}"
    try:
        with open(temporary, "xb") as file:
            file.writelines(parts)
        os.replace(temporary, path)
    except OSError as error:
        with suppress(OSError):
            os.unlink(temporary)
        kind = NotFoundError if isinstance(error, FileNotFoundError) else FailedPreconditionError
        raise kind(None, None, f"{path}; {error.strerror}") from None


# Writing ------------------------------------------------------------------------------------------


def write_bundle(prefix: str, tensors: Sequence[tuple[str, np.ndarray, dtypes.DType]]) -> None:
    """Writes a checkpoint of (name, value, type).

    Raises InvalidArgumentError for a name that occurs twice.
    """
    header = BundleHeaderProto(num_shards=1)
    header.version.producer = 1
    items = {b"": header.SerializeToString()}
    parts, offset = [], 0
    for name, value, dtype in tensors:
        if name.encode() in items:
            raise InvalidArgumentError(None, None, f"Adding duplicate key: {name}")
        if dtype is dtypes.string:
            raise UnimplementedError(None, None, f"strings in a checkpoint ({name}) {NOT_PART}")
        data = np.ascontiguousarray(value).tobytes()
        entry = BundleEntryProto(
            dtype=dtype.as_datatype_enum, offset=offset, size=len(data), crc32c=masked_crc(data)
        )
        entry.shape.SetInParent()
        for size in value.shape:
            entry.shape.dim.add(size=size)
        items[name.encode()] = entry.SerializeToString()
        parts.append(data)
        offset += len(data)
    write_atomically(data_path(prefix), parts)
    write_atomically(f"{prefix}.index", [write_table(items)])


# Reading ------------------------------------------------------------------------------------------


def read_file(path: str) -> bytes:
    """The contents of an index, or of a file in its place."""
    with as_tensorflow(path), open(path, "rb") as file:
        if os.path.getsize(path) > LARGEST_INDEX:
            raise damaged(path, "not an sstable (bad magic number)")
        return file.read()


def foreign_file(path: str) -> None:
    """Raises DataLossError for a file of the checkpoint's name, unless it is a table.

    TensorFlow takes such a file for a checkpoint of version 1, which consists of one file.
    """
    try:
        read_table(read_file(path), path)
    except (DataLossError, FailedPreconditionError) as error:
        kind = "DATA_LOSS" if isinstance(error, DataLossError) else "FAILED_PRECONDITION"
        raise DataLossError(
            None,
            None,
            f"Unable to open table file {path}: {kind}: {error.message.partition(chr(10))[0]}: perhaps "
            "your file is in a different file format and you need to use a different restore operator?",
        ) from None


class Bundle:
    """A checkpoint on disk: what it contains, and the values, read when needed.

    Raises NotFoundError if there is none, DataLossError for one that is damaged, and for another file.
    """

    def __init__(self, prefix: str):
        self.prefix = prefix
        self.entries: dict[str, BundleEntryProto] = {}
        path = f"{prefix}.index"
        self.has_index = bool(matching(path))
        if not self.has_index:
            paths = matching(prefix)
            if not paths:
                raise NotFoundError(
                    None,
                    None,
                    "Unsuccessful TensorSliceReader constructor: Failed to find any matching files "
                    f"for {prefix}",
                )
            for other in paths:
                foreign_file(other)
            return  # a table, for example an index: TensorFlow finds no tensors in it
        table = read_table(read_file(path), path)
        try:
            header = BundleHeaderProto.FromString(table.pop(b""))
            entries = {key: BundleEntryProto.FromString(data) for key, data in table.items()}
            if any(entry.slices for entry in entries.values()):
                message = f"{path}: a tensor that is kept in parts {NOT_PART}"
                raise UnimplementedError(None, None, message)
            self.entries = {key.decode(): entry for key, entry in entries.items()}
        except (KeyError, DecodeError, ValueError, OverflowError):
            raise damaged(path, "the index has no header, or an entry is no message") from None
        if header.endianness != 0:
            raise UnimplementedError(None, None, f"{path} was written on a big-endian machine")
        if header.version.min_consumer > 1:
            raise InvalidArgumentError(None, None, f"{path} has a format newer than this reader")
        self.shards = header.num_shards
        for name, entry in self.entries.items():
            if (reason := self._impossible(entry)) is not None:
                raise damaged(path, f"{name} {reason}")

    def _impossible(self, entry: BundleEntryProto) -> str | None:
        """Why no tensor can have such an entry."""
        sizes = _sizes(entry)
        dtype = dtypes.BY_NUMBER.get(entry.dtype)
        if dtype is None or dtype not in dtypes.NUMBERS | {dtypes.bool, dtypes.string}:
            return f"has the type number {entry.dtype}"
        too_large = math.prod(map(abs, filter(None, sizes))) > 2**59
        if entry.shape.unknown_rank or len(sizes) > 32 or min(sizes, default=0) < 0 or too_large:
            return "has no shape that a tensor can have"
        if not 0 <= entry.shard_id < self.shards or entry.offset < 0 or entry.size < 0:
            return "stands outside of the data"
        count = math.prod(sizes)
        fits = (
            entry.size >= count + 4 if dtype is dtypes.string else entry.size == count * dtype.size
        )
        return None if fits else f"of shape {sizes} has {entry.size} bytes"

    def dtype(self, name: str) -> dtypes.DType:
        """The type of a tensor."""
        return dtypes.BY_NUMBER[self.entry(name).dtype]

    def shape(self, name: str) -> list[int]:
        """The shape of a tensor."""
        return _sizes(self.entry(name))

    def entry(self, name: str) -> BundleEntryProto:
        """The index entry of a tensor; NotFoundError if the checkpoint does not have it."""
        try:
            return self.entries[name]
        except KeyError:
            message = f"Key {name} not found in checkpoint"
            if not self.has_index:
                message = f'Tensor name "{name}" not found in checkpoint files {self.prefix}'
            raise NotFoundError(None, None, message) from None

    def read(self, name: str) -> np.ndarray:
        """The value of a tensor.

        Raises OutOfRangeError if its bytes are missing, DataLossError if they, or their checksum, are wrong.
        """
        entry = self.entry(name)
        path = data_path(self.prefix, entry.shard_id, self.shards)
        with as_tensorflow(path), open(path, "rb") as file:
            if entry.offset + entry.size > os.fstat(file.fileno()).st_size:
                raise OutOfRangeError(None, None, f"Read less bytes than requested\n{path}: {name}")
            file.seek(entry.offset)
            data = file.read(entry.size)
        dtype, sizes = dtypes.BY_NUMBER[entry.dtype], _sizes(entry)
        if dtype is dtypes.string:
            raise UnimplementedError(None, None, f"strings in a checkpoint ({name}) {NOT_PART}")
        crc, value = masked_crc(data), np.frombuffer(data, dtype.as_numpy_dtype)
        if crc != entry.crc32c:
            raise damaged(
                path,
                f"Checksum does not match for {name}: stored {entry.crc32c:08x} vs. calculated on the "
                f"restored bytes {crc & 0xFFFFFFFF:08x}",
            )
        return value.reshape(sizes)


def _sizes(entry: BundleEntryProto) -> list[int]:
    return [dim.size for dim in entry.shape.dim]
