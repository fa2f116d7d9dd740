"""Readers: they take file names from a queue, and each run returns the next record of these files.

Sources: tensorflow/core/framework/reader_base.cc and the readers of tensorflow/core/kernels.
"""

from __future__ import annotations

import os
import threading
from collections import namedtuple
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from grader.engine.core.errors import (
    KernelFailure,
    OpError,
    OutOfRangeError,
    invalid,
)
from grader.engine.core.shapes import TensorShape
from grader.engine.data.gfile import as_path, as_tensorflow
from grader.engine.data.records import LARGEST_UNPACKED, TFRecordOptions, Unpacked, python_io
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.registry import define, no_derivative, nothing, number, scalar, string
from grader.engine.runtime.queues import Queue
from grader.engine.runtime.resources import Blocked

# fmt: off
__all__ = [
    "FixedLengthRecordReader", "ReaderBase", "TFRecordReader", "TextLineReader", "WholeFileReader",
]
# fmt: on

Records = Iterator[tuple[bytes, bytes]]
ReaderReadV2 = namedtuple("ReaderReadV2", ["key", "value"])

# ------------------------------------------------- a file's records: (key, value), one at a time


def opened(name: bytes) -> Any:
    """The file, open for reading."""
    with as_tensorflow(name):
        return open(as_path(name), "rb")


def whole_file(name: bytes, options: dict[str, Any]) -> Records:
    """The contents as one record."""
    with opened(name) as file, as_tensorflow(name):
        yield name, file.read()


def lines(name: bytes, options: dict[str, Any]) -> Records:
    """The lines without their ends; keys count from 1. The file is opened at once."""
    file, skipped = opened(name), options["skip_header_lines"]

    def rest() -> Records:
        with file, as_tensorflow(name):
            for index, line in enumerate(file, 1):
                text = line.removesuffix(b"\n").removesuffix(b"\r")
                if index > skipped and (text or line.endswith(b"\n")):
                    yield b"%s:%d" % (name, index), text

    return rest()


def tf_records(name: bytes, options: dict[str, Any]) -> Records:
    """The records of a TFRecord file; keys are their places in it. The file is opened at once."""
    found = python_io.tf_record_iterator(name, options["compression_type"].decode())

    def rest() -> Records:
        at = 0
        for record in found:
            yield b"%s:%d" % (name, at), record
            at += len(record) + 16

    return rest()


def equal_parts(name: bytes, options: dict[str, Any]) -> Records:
    """Records of one length; keys count from 0. The file is opened, its header skipped, at once."""
    file, kind = opened(name), options["encoding"].decode()
    kind = kind if kind in ("ZLIB", "GZIP") else ""
    source, largest = Unpacked(file, kind), LARGEST_UNPACKED
    if not kind:
        largest = os.fstat(file.fileno()).st_size

    def read(count: int) -> bytes:
        return source.read(min(max(count, 0), largest + 1))

    if len(read(options["header_bytes"])) < options["header_bytes"]:
        file.close()
        raise OutOfRangeError(None, None, "reached end of file")

    def rest() -> Records:
        size, hop = options["record_bytes"], options["hop_bytes"] or options["record_bytes"]
        cache, index, wanted = b"", 0, size + options["footer_bytes"]
        with file:
            while True:
                cache += read(wanted - len(cache))
                if len(cache) < wanted:
                    return
                yield b"%s:%d" % (name, index), cache[:size]
                index += 1
                read(hop - len(cache))
                cache = cache[hop:]

    return rest()


# ---------------------------------------------------------------------------------- the resource


class Reader:
    """The place of a reader in a session: its file, the records left, and how much it has read.

    Runs that read at the same time are served one after another: while one waits for the name of a
    file, the others wait for it. Thread-safe.
    """

    def __init__(self, name: str, kind: Kind, options: dict[str, Any]):
        self.name, self.kind, self.options = name, kind, options
        self._changed = threading.Condition()
        self._reading: object | None = None  # the run that reads now
        self.reset()

    def reset(self) -> None:
        """Forgets the file and the counts."""
        self.started = self.finished = self.produced = 0  # files; records
        self._rest: Records = iter(())
        self._failure: Exception | None = None  # of this file, which fails again at each attempt

    def values(self) -> list[Any]:
        """It holds no arrays."""
        return []

    def cancel(self) -> None:
        """Drops its file, because the session closes."""
        self._rest = iter(())

    def read(self, queue: Any) -> Any:
        """The next record, (key, value); raises Blocked while it has to wait."""
        if not isinstance(queue, Queue):
            raise invalid("A reader takes the names of its files from a queue")
        run = object()
        with self._changed:
            if self._reading is not None:
                raise Blocked(f"another run reads from the reader '{self.name}'", self._free)
            self._reading = run
        return self._go_on(run, queue, lambda: queue.take(1))

    def _free(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._reading is None, seconds)

    def _end(self, run: object) -> None:
        with self._changed:
            if self._reading is run:
                self._reading = None
                self._changed.notify_all()

    def _go_on(self, run: object, queue: Queue, take: Callable[[], Any]) -> Any:
        """Reads on. take: gives the next element of the queue, or raises Blocked."""
        try:
            while (found := self._found()) is None:
                self._open(take())
                take = lambda: queue.take(1)  # noqa: E731
        except Blocked as blocked:
            again, abandon = blocked.resume or take, blocked.abandon

            def abandoned() -> None:
                abandon()
                self._end(run)

            text, wait = str(blocked), blocked.wait
            raise Blocked(text, wait, lambda: self._go_on(run, queue, again), abandoned) from None
        except BaseException as error:
            self._end(run)
            if isinstance(error, OpError):
                raise KernelFailure(type(error), error.message) from None
            raise
        self._end(run)
        return tuple(np.array(one, object) for one in found)

    def _open(self, elements: list[tuple[Any, ...]]) -> None:
        (element,) = elements
        if len(element) != 1:
            raise invalid("Expected single component queue")
        value: Any = np.asarray(element[0], object)
        if value.size != 1:
            raise invalid("Expected to dequeue a one-element string tensor")
        if not isinstance(value.item(), bytes):
            raise invalid("Expected queue with single string component")
        self._rest, self._failure = self.kind.records(value.item(), self.options), None
        self.started += 1

    def _found(self) -> tuple[bytes, bytes] | None:
        """The next record of the file in work, if there is one."""
        if self.started == self.finished:
            return None
        try:
            if self._failure is not None:
                raise self._failure
            found = next(self._rest, None)
        except Exception as error:
            self._failure = error
            raise
        self.produced += found is not None
        if found is None or self.kind.records is whole_file:  # whose end needs no look
            self.finished = self.started
        return found


# ----------------------------------------------------------------------------------- operations


class Kind(NamedTuple):
    """A kind of reader: what it finds in a file, and its options."""

    records: Callable[[bytes, dict[str, Any]], Records]
    attributes: dict[str, Any]


_COUNTS = {"record_bytes": number()}
_COUNTS |= {f"{part}_bytes": number(0) for part in ("header", "footer", "hop")}
KINDS = {
    "WholeFileReaderV2": Kind(whole_file, {}),
    "TextLineReaderV2": Kind(lines, {"skip_header_lines": number(0)}),
    "TFRecordReaderV2": Kind(tf_records, {"compression_type": string(b"")}),
    "FixedLengthRecordReaderV2": Kind(equal_parts, {**_COUNTS, "encoding": string(b"")}),
}


def handle(node: Any) -> Reader:
    """The reader of a session."""
    kind = KINDS[node.operation.type]
    options = {name: node.attrs[name] for name in kind.attributes}
    for name in _COUNTS:
        if options.get(name, 0) < 0:
            raise invalid(f"{name} must be >= 0 not {options[name]}")
    return node.state.private("reader " + node.name, lambda: Reader(node.name, kind, options))


def on_reader(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel whose first input must be a reader."""

    def checked(node: Any, reader: Any, *inputs: Any) -> Any:
        if not isinstance(reader, Reader):
            raise invalid("The handle is not that of a reader")
        return kernel(reader, *inputs)

    return checked


for _type, _kind in KINDS.items():
    define(
        _type,
        "-> reader_handle: resource",
        shape=scalar,
        kernel=handle,
        stateful=True,
        container=string(b""),
        shared_name=string(b""),
        **_kind.attributes,
    )
define(
    "ReaderReadV2",
    "reader_handle: resource, queue_handle: resource -> key: string, value: string",
    shape=lambda op: [TensorShape(())] * 2,
    kernel=on_reader(Reader.read),
    stateful=True,
    waits=True,
    files=True,
)
for _op_type, _output, _count in (
    ("ReaderNumRecordsProducedV2", "records_produced", lambda reader: np.int64(reader.produced)),
    ("ReaderNumWorkUnitsCompletedV2", "units_completed", lambda reader: np.int64(reader.finished)),
):
    define(
        _op_type,
        f"reader_handle: resource -> {_output}: int64",
        shape=scalar,
        kernel=on_reader(_count),
        stateful=True,
    )
define(
    "ReaderResetV2",
    "reader_handle: resource -> ",
    shape=nothing,
    kernel=on_reader(Reader.reset),
    stateful=True,
)
OPERATIONS = [f"Reader{name}V2" for name in ("Read", "NumRecordsProduced", "Reset")]
no_derivative(*OPERATIONS, *KINDS, "ReaderNumWorkUnitsCompletedV2")


# -------------------------------------------------------------------------------------- classes


class ReaderBase:
    """A reader, whose `read` returns the next record of the files that are named in a queue."""

    def __init__(self, reader_ref: Tensor, supports_serialize: bool = False):
        self._reader_ref, self._supports_serialize = reader_ref, supports_serialize

    @property
    def reader_ref(self) -> Tensor:
        """The reader's handle."""
        return self._reader_ref

    @property
    def supports_serialize(self) -> bool:
        """Whether its state can be saved as a string."""
        return self._supports_serialize

    def read(self, queue: Any, name: str | None = None) -> Any:
        """(key, value): the next record, from the next file in the queue if the last has ended."""
        queue = getattr(queue, "queue_ref", queue)
        return ReaderReadV2(*self._apply("ReaderReadV2", name, queue_handle=queue))

    def num_records_produced(self, name: str | None = None) -> Tensor:
        """How many records it has read."""
        return self._apply("ReaderNumRecordsProducedV2", name)

    def num_work_units_completed(self, name: str | None = None) -> Tensor:
        """How many files it has finished."""
        return self._apply("ReaderNumWorkUnitsCompletedV2", name)

    def reset(self, name: str | None = None) -> Operation:
        """Forgets the file and the counts."""
        return self._apply("ReaderResetV2", name)

    def _apply(self, op_type: str, name: str | None, **inputs: Any) -> Any:
        return apply(op_type, name, reader_handle=self._reader_ref, **inputs)


class WholeFileReader(ReaderBase):
    """Each file is one record: (name, contents)."""

    def __init__(self, name: str | None = None):
        super().__init__(apply("WholeFileReaderV2", name), supports_serialize=True)


class TextLineReader(ReaderBase):
    """Each line is one record: ("name:number", line). skip_header_lines: at the start of each file."""

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None):
        super().__init__(apply("TextLineReaderV2", name, skip_header_lines=skip_header_lines or 0))


class TFRecordReader(ReaderBase):
    """Reads TFRecord files. options: a TFRecordOptions, for compressed files."""

    def __init__(self, name: str | None = None, options: Any = None):
        kind = TFRecordOptions.get_compression_type_string(options)
        super().__init__(apply("TFRecordReaderV2", name, compression_type=kind))


class FixedLengthRecordReader(ReaderBase):
    """Records of `record_bytes`, each `hop_bytes` after the last (by default its length).

    header_bytes, footer_bytes: not part of any record. encoding: "ZLIB" or "GZIP" for compressed files.
    """

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ):
        made = apply(
            "FixedLengthRecordReaderV2",
            name,
            record_bytes=record_bytes,
            header_bytes=header_bytes or 0,
            footer_bytes=footer_bytes or 0,
            hop_bytes=hop_bytes or 0,
            encoding=encoding or "",
        )
        super().__init__(made)
