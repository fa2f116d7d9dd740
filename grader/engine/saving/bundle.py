"""Checkpoints as TensorFlow's V2 bundles: `prefix.index` and `prefix.data-00000-of-00001`.

The index is a table (sstable.py) from the names of tensors to their places in the data; the entry under
the empty name is a header. Formats: tensorflow/core/util/tensor_bundle/tensor_bundle.h.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader.engine.core import dtypes
from grader.engine.core.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    KernelFailure,
    NotFoundError,
    UnimplementedError,
    invalid,
)
from grader.engine.core.schema import BundleEntryProto, BundleHeaderProto
from grader.engine.data.checksums import masked_crc, plain_crc
from grader.engine.ops.common.shape_algebra import format_shape
from grader.engine.saving.slices import (
    Part,
    add_part,
    parse_part,
    part_key,
    parts_of,
    whole,
    within,
)
from grader.engine.saving.sstable import damaged, read_table, read_varint, varint, write_table

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


# ------------------------------------------------------------------------------------- writing


def write_bundle(
    prefix: str,
    tensors: Sequence[tuple[str, np.ndarray, dtypes.DType]],
    slices: Sequence[str] | None = None,
) -> None:
    """Writes a checkpoint of (name, value, type); strings are object arrays of bytes.

    slices: for each value which part of its tensor it is (slices.py); "" for a whole one.
    Raises InvalidArgumentError for a name that occurs twice.
    """
    entries: dict[bytes, Any] = {}
    parts, offset = [], 0
    for (name, value, dtype), text in zip(tensors, slices or [""] * len(tensors), strict=True):
        key = name.encode()
        part = parse_part(text) if text else whole(list(value.shape))
        if part.shape != list(value.shape):
            raise invalid(
                "Slice in shape_and_slice specification does not match the shape of the tensor to  "
                f"save: {text}, tensor: {format_shape(value.shape)}"
            )
        if part.shape != part.full:
            tensor = entries.setdefault(key, _entry(part.full, dtype))
            add_part(tensor, part)
            if _sizes(tensor) != part.full or tensor.size:
                raise invalid(f"The parts of {name} do not belong to one tensor")
            key = part_key(key, part)
        if key in entries:
            raise InvalidArgumentError(None, None, f"Adding duplicate key: {name}")
        data, crc = _string_bytes(value) if dtype is dtypes.string else _plain_bytes(value)
        entries[key] = _entry(value.shape, dtype, offset=offset, size=len(data), crc32c=crc)
        parts.append(data)
        offset += len(data)
    write_atomically(data_path(prefix), parts)
    _write_index(prefix, entries, 1)


def _entry(sizes: Sequence[int], dtype: dtypes.DType, **place: int) -> Any:
    entry = BundleEntryProto(dtype=dtype.as_datatype_enum, **place)
    entry.shape.SetInParent()
    for size in sizes:
        entry.shape.dim.add(size=size)
    return entry


def _sizes(entry: Any) -> list[int]:
    return [dim.size for dim in entry.shape.dim]


def _write_index(prefix: str, entries: Mapping[bytes, Any], shards: int) -> None:
    header = BundleHeaderProto(num_shards=shards)
    header.version.producer = 1
    items = {key: entry.SerializeToString() for key, entry in entries.items()}
    write_atomically(f"{prefix}.index", [write_table({**items, b"": header.SerializeToString()})])


def _plain_bytes(value: np.ndarray) -> tuple[bytes, int]:
    data = np.ascontiguousarray(value).tobytes()
    return data, masked_crc(data)


def _string_bytes(value: np.ndarray) -> tuple[bytes, int]:
    """Lengths, their checksum, strings; the checksum of all takes each length as a 32-bit number."""
    strings = [bytes(string) for string in value.ravel()]
    crc = plain_crc(b"".join(_length_bytes(len(string)) for string in strings))
    check = masked_crc(b"".join(_length_bytes(len(string)) for string in strings)).to_bytes(
        4, "little"
    )
    body = b"".join(strings)
    lengths = b"".join(varint(len(string)) for string in strings)
    return lengths + check + body, masked_crc(check + body, crc)


def _length_bytes(length: int) -> bytes:
    return length.to_bytes(4 if length < 2**32 else 8, "little")


def merge_bundles(prefixes: Sequence[str], prefix: str, remove_folders: bool = True) -> None:
    """Merges several checkpoints into one, whose data files are renamed rather than copied.

    Raises InvalidArgumentError for one that is missing, or for two tensors of one name.
    """
    for one in prefixes:
        if not os.path.exists(f"{one}.index"):
            message = f"allow_missing_files was set to false and {one} did not exist."
            raise InvalidArgumentError(None, None, message)
    bundles = [Bundle(one) for one in prefixes]
    total = sum(bundle.shards for bundle in bundles)
    entries: dict[bytes, Any] = {}
    moved = 0
    for bundle in bundles:
        for shard in range(bundle.shards):
            os.replace(
                data_path(bundle.prefix, shard, bundle.shards),
                data_path(prefix, moved + shard, total),
            )
        for key, entry in bundle.table.items():
            entry.shard_id += moved
            known = entries.setdefault(key, entry)
            if known is not entry:
                if not (known.slices and entry.slices):
                    message = f"Two checkpoints hold the tensor {key.decode(errors='replace')}"
                    raise InvalidArgumentError(None, None, message)
                known.slices.extend(entry.slices)
        moved += bundle.shards
    _write_index(prefix, entries, total)
    for bundle in bundles:
        with suppress(OSError):
            os.unlink(f"{bundle.prefix}.index")
            if remove_folders and os.path.dirname(bundle.prefix) != os.path.dirname(prefix):
                os.rmdir(os.path.dirname(bundle.prefix))


# ------------------------------------------------------------------------------------- reading


class Bundle:
    """A checkpoint on disk: what it contains, and the values, read when needed.

    Raises NotFoundError if there is none, DataLossError for one that is damaged.
    """

    def __init__(self, prefix: str):
        self.prefix = prefix
        path = f"{prefix}.index"
        try:
            if os.path.getsize(path) > LARGEST_INDEX:
                raise damaged(path, "the index is too large")
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            raise NotFoundError(
                None,
                None,
                "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for "
                f"{prefix}",
            ) from None
        table = read_table(data, path)
        try:
            header = BundleHeaderProto.FromString(table.pop(b""))
            self.table = {key: BundleEntryProto.FromString(one) for key, one in table.items()}
            parts = {
                part_key(key, part) for key, entry in self.table.items() for part in parts_of(entry)
            }
            self.entries = {
                key.decode(): entry for key, entry in self.table.items() if key not in parts
            }
        except (KeyError, DecodeError, ValueError, OverflowError):
            raise damaged(path, "the index has no header, or an entry is no message") from None
        if header.endianness != 0:
            raise UnimplementedError(None, None, f"{path} was written on a big-endian machine")
        if header.version.min_consumer > 1:
            raise InvalidArgumentError(None, None, f"{path} has a format newer than this reader")
        self.shards = header.num_shards
        self._path = path
        for key, entry in self.table.items():
            self._check(key, entry)

    def _check(self, key: bytes, entry: Any) -> None:
        name = key.decode(errors="replace")
        sizes = _sizes(entry)
        dtype = dtypes.BY_NUMBER.get(entry.dtype)
        if dtype is None or dtype not in dtypes.NUMBERS | {dtypes.bool, dtypes.string}:
            raise damaged(self._path, f"{name} has the type number {entry.dtype}")
        impossible = (
            any(size < 0 for size in sizes) or math.prod(map(abs, filter(None, sizes))) > 2**59
        )
        if entry.shape.unknown_rank or len(sizes) > 32 or impossible:
            raise damaged(self._path, f"{name} has no shape that a tensor can have")
        if not 0 <= entry.shard_id < self.shards or entry.offset < 0 or entry.size < 0:
            raise damaged(self._path, f"{name} stands outside of the data")
        count = math.prod(sizes)
        if entry.slices:
            try:
                parts = {part_key(key, part): part.shape for part in parts_of(entry)}
            except KernelFailure:
                raise damaged(self._path, f"{name} has parts that lie outside of it") from None
            for place, shape in parts.items():
                held = self.table.get(place)
                if (
                    held is None
                    or held.slices
                    or (_sizes(held), held.dtype) != (shape, entry.dtype)
                ):
                    raise damaged(self._path, f"a part of {name} is missing or does not fit")
            return
        wrong = (
            entry.size < count + 4 if dtype is dtypes.string else entry.size != count * dtype.size
        )
        if wrong:
            raise damaged(self._path, f"{name} of shape {sizes} has {entry.size} bytes")

    def dtype(self, name: str) -> dtypes.DType:
        """The type of a tensor."""
        return dtypes.BY_NUMBER[self.entry(name).dtype]

    def shape(self, name: str) -> list[int]:
        """The shape of a tensor."""
        return _sizes(self.entry(name))

    def entry(self, name: str) -> Any:
        """The index entry of a tensor; NotFoundError if the checkpoint does not have it."""
        try:
            return self.entries[name]
        except KeyError:
            raise NotFoundError(None, None, f"Key {name} not found in checkpoint") from None

    def read(self, name: str, part: Part | None = None) -> np.ndarray:
        """The value of a tensor or of a part; DataLossError if its bytes or their checksum are wrong.

        Raises InvalidArgumentError if the checkpoint does not hold all of it.
        """
        entry = self.entry(name)
        if part is None and not entry.slices:
            return self._read(name, entry)
        wanted = part or whole(_sizes(entry))
        found: list[tuple[Any, np.ndarray]] = []
        for held in parts_of(entry) or [whole(_sizes(entry))]:
            both = [
                (max(a, start), min(b, stop))
                for (a, b), (start, stop) in zip(held.bounds, wanted.bounds, strict=True)
            ]
            if all(start < stop for start, stop in both):
                key = part_key(name.encode(), held)
                value = self._read(name, self.table[key] if entry.slices else entry)
                found.append((within(both, wanted), value[within(both, held)]))
        if sum(value.size for _, value in found) != math.prod(wanted.shape):
            raise InvalidArgumentError(
                None,
                None,
                f"Does not have sufficient slices for partitioned tensor {name} to restore in "
                f"slice_spec: {wanted}",
            )
        result = np.zeros(wanted.shape, self.dtype(name).as_numpy_dtype)
        covered = np.zeros(wanted.shape, bool)
        for to, value in found:
            result[to], covered[to] = value, True
        if not covered.all():
            raise damaged(self._path, f"Overlapping slices of {name}")
        return result

    def _read(self, name: str, entry: Any) -> np.ndarray:
        path = data_path(self.prefix, entry.shard_id, self.shards)
        try:
            with open(path, "rb") as file:
                if entry.offset + entry.size > os.fstat(file.fileno()).st_size:
                    raise damaged(path, f"{name} stands behind the end of the file")
                file.seek(entry.offset)
                data = file.read(entry.size)
        except OSError as error:
            raise NotFoundError(None, None, f"{path}; {error.strerror}") from None
        dtype, sizes = dtypes.BY_NUMBER[entry.dtype], _sizes(entry)
        crc, value = _read_strings(data, math.prod(sizes)) if dtype is dtypes.string else (0, None)
        check = masked_crc(data) if value is None and dtype is not dtypes.string else crc
        if check != entry.crc32c:
            raise damaged(
                path,
                f"Checksum does not match for {name}: stored {entry.crc32c:08x} vs. calculated on the "
                f"restored bytes {check & 0xFFFFFFFF:08x}",
            )
        try:
            if value is None:
                value = np.frombuffer(data, dtype.as_numpy_dtype)
            return value.reshape(sizes)
        except ValueError:
            raise damaged(path, f"{name} cannot have the shape {sizes}") from None


def _read_strings(data: bytes, count: int) -> tuple[int, np.ndarray]:
    """The checksum of a tensor of strings, and the strings; checksum -1 if the data are damaged."""
    value = np.empty(count, object)
    try:
        at, lengths = 0, []
        for _ in range(count):
            length, at = read_varint(data, at)
            lengths.append(length)
    except IndexError:
        return -1, value
    if sum(lengths) + at + 4 != len(data):
        return -1, value
    sizes = b"".join(_length_bytes(length) for length in lengths)
    if masked_crc(sizes) != int.from_bytes(data[at : at + 4], "little"):
        return -1, value
    crc = masked_crc(data[at:], plain_crc(sizes))
    at += 4
    for index, length in enumerate(lengths):
        value[index] = data[at : at + length]
        at += length
    return crc, value
