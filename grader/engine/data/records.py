"""TFRecord files: a sequence of records, each with its length and checksums.

A record is its length (8 bytes), the length's checksum (4), the data, and the data's checksum (4);
the file as a whole may be compressed. (tensorflow/core/lib/io/record_writer.h)
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from typing import Any

from grader.engine.core.absent import Namespace
from grader.engine.core.errors import DataLossError, FailedPreconditionError
from grader.engine.data.checksums import masked_crc
from grader.engine.data.gfile import PathLike, as_path, as_tensorflow

__all__ = ["python_io"]

LARGEST_UNPACKED = 2**28  # bytes in one record of a compressed file
WINDOWS = {"ZLIB": 15, "GZIP": 31}  # wbits, by which zlib knows the header to write and expect
CHUNK = 2**16  # bytes


class TFRecordCompressionType:
    """The kinds of compression."""

    NONE, ZLIB, GZIP = 0, 1, 2


_NAMES = {None: "", 0: "", 1: "ZLIB", 2: "GZIP", "": "", "ZLIB": "ZLIB", "GZIP": "GZIP"}


class TFRecordOptions:
    """How a file of records is written: its compression, and zlib's level (1 fast to 9 small)."""

    def __init__(
        self,
        compression_type: Any = None,
        flush_mode: Any = None,
        input_buffer_size: Any = None,
        output_buffer_size: Any = None,
        window_bits: Any = None,
        compression_level: Any = None,
        compression_method: Any = None,
        mem_level: Any = None,
        compression_strategy: Any = None,
    ):
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.compression_level = compression_level

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """ "", "ZLIB" or "GZIP"; ValueError for another type."""
        kind = getattr(options, "compression_type", options)
        if kind not in _NAMES:
            raise ValueError(f'Not a valid compression_type: "{kind}"')
        return _NAMES[kind]


class TFRecordWriter:
    """Writes records to a new file. options: a TFRecordOptions or the name of a compression."""

    def __init__(self, path: PathLike, options: TFRecordOptions | str | None = None):
        kind = TFRecordOptions.get_compression_type_string(options)
        level = getattr(options, "compression_level", None)
        with as_tensorflow(path):
            self._file: Any = open(as_path(path), "wb")  # noqa: SIM115
        self._packer = None
        if kind:
            level = zlib.Z_DEFAULT_COMPRESSION if level is None else level
            self._packer = zlib.compressobj(level, wbits=WINDOWS[kind])

    def write(self, record: bytes | str) -> None:
        """Appends one record of bytes."""
        if isinstance(record, str):
            record = record.encode()
        if not isinstance(record, bytes):
            raise TypeError(f"write(): a record is bytes, but it is a {type(record).__name__}")
        length = len(record).to_bytes(8, "little")
        data = length + _crc(length) + record + _crc(record)
        self._open_file().write(self._packer.compress(data) if self._packer else data)

    def flush(self) -> None:
        """Passes what was written to the operating system."""
        file = self._open_file()
        if self._packer:
            file.write(self._packer.flush(zlib.Z_SYNC_FLUSH))
        file.flush()

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            if self._packer:
                self._file.write(self._packer.flush())
            self._file.close()
            self._file = None

    def _open_file(self) -> Any:
        if self._file is None:
            raise FailedPreconditionError(None, None, "Writer is closed.")
        return self._file

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


def _crc(data: bytes) -> bytes:
    return masked_crc(data).to_bytes(4, "little")


def tf_record_iterator(
    path: PathLike, options: TFRecordOptions | str | None = None
) -> Iterator[bytes]:
    """The records of a file, one at a time.

    Raises NotFoundError if there is no file, DataLossError for one that is truncated or damaged.
    """
    kind = TFRecordOptions.get_compression_type_string(options)
    with as_tensorflow(path):
        file = open(as_path(path), "rb")  # noqa: SIM115
        size = os.fstat(file.fileno()).st_size
    return _records(Unpacked(file, kind), LARGEST_UNPACKED if kind else size)


class Unpacked:
    """Reads a file, compressed or not."""

    def __init__(self, file: Any, kind: str):
        self.file = file
        self._unpacker = zlib.decompressobj(WINDOWS[kind]) if kind else None
        self._ready = b""

    def read(self, count: int) -> bytes:
        """The next bytes; fewer only at the end. DataLossError for bad compressed data."""
        if self._unpacker is None:
            return self.file.read(count)
        parts, missing = [self._ready[:count]], count - len(self._ready[:count])
        self._ready = self._ready[count:]
        while missing > 0 and not self._unpacker.eof:
            packed = self._unpacker.unconsumed_tail or self.file.read(CHUNK)
            if not packed:
                break
            try:
                data = self._unpacker.decompress(packed, max(missing, CHUNK))
            except zlib.error as error:
                text = str(error).replace("Error -3 while decompressing data", "")
                raise DataLossError(None, None, f"inflate() failed with error -3{text}") from None
            parts.append(data[:missing])
            self._ready = data[missing:]
            missing -= len(parts[-1])
        return b"".join(parts)


def _records(source: Unpacked, largest: int) -> Iterator[bytes]:
    at = 0
    with source.file:
        while True:
            header = source.read(12)
            if not header:
                return
            _check_size(header, 12, at)
            length = int.from_bytes(header[:8], "little")
            if header[8:] != _crc(header[:8]):
                raise DataLossError(
                    None, None, f"corrupted record at {at} (Is this even a TFRecord file?)"
                )
            if length > largest:
                raise DataLossError(
                    None, None, f"truncated record at {at}' failed with a length of {length} bytes"
                )
            body = source.read(length + 4)
            _check_size(body, length + 4, at)
            record = body[:length]
            if body[length:] != _crc(record):
                raise DataLossError(None, None, f"corrupted record at {at + 12}")
            at += length + 16
            yield record


def _check_size(data: bytes, size: int, at: int) -> None:
    if len(data) < size:
        message = f"truncated record at {at}' failed with Read less bytes than requested"
        raise DataLossError(None, None, message)


python_io = Namespace(
    "tf.python_io", TFRecordCompressionType=TFRecordCompressionType, TFRecordOptions=TFRecordOptions,
    TFRecordWriter=TFRecordWriter, tf_record_iterator=tf_record_iterator,
)  # fmt: skip
