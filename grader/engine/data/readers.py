"""Readers: they take file names from a queue, and each run returns the next record of these files.

Sources: tensorflow/core/framework/reader_base.cc and the readers of tensorflow/core/kernels.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from grader.engine.core.absent import lacking
from grader.engine.core.errors import KernelFailure, OpError, invalid
from grader.engine.core.limits import waited
from grader.engine.core.shapes import TensorShape
from grader.engine.data.gfile import as_path, as_tensorflow
from grader.engine.data.records import TFRecordOptions, python_io
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.registry import define, no_derivative, number, scalar, string
from grader.engine.runtime.queues import Queue
from grader.engine.runtime.resources import Blocked

__all__ = ["ReaderBase", "TFRecordReader", "TextLineReader"]

Records = Iterator[tuple[bytes, bytes]]


class ReaderReadV2(NamedTuple):
    """A record, as `read` returns it."""

    key: Tensor
    value: Tensor


# The records of a file: (key, value), one at a time -----------------------------------------------


def lines(name: bytes, options: dict[str, Any]) -> Records:
    """The lines without their ends; keys count from 1. The file is opened at once."""
    skipped = options["skip_header_lines"]
    with as_tensorflow(name):
        file = open(as_path(name), "rb")  # noqa: SIM115

    def rest() -> Records:
        with file, as_tensorflow(name):
            for index, line in enumerate(file, 1):
                text = line.removesuffix(b"\n").removesuffix(b"\r")
                if index > skipped and (text or line.endswith(b"\n")):
                    yield b"%s:%d" % (name, index), text

    return rest()


def tf_records(name: bytes, options: dict[str, Any]) -> Records:
    """The records of a TFRecord file; keys are their places in it. The file is opened at once."""
    records = python_io.tf_record_iterator(name, options["compression_type"].decode())

    def rest() -> Records:
        at = 0
        for record in records:
            yield b"%s:%d" % (name, at), record
            at += len(record) + 16

    return rest()


# The resource -------------------------------------------------------------------------------------


class Reader:
    """The place of a reader in a session: the records that its file has left.

    Runs that read at the same time are served one after another: while one waits for the name of a
    file, the others wait for it. Thread-safe.
    """

    def __init__(self, name: str, kind: Kind, options: dict[str, Any]):
        self.name, self.kind, self.options = name, kind, options
        self._changed = threading.Condition()
        self._reading: object | None = None  # the run that reads now
        self._rest: Records | None = None  # without a file
        self._failure: Exception | None = None  # of this file, which fails again at each attempt

    def values(self) -> list[Any]:
        """It holds no arrays."""
        return []

    def cancel(self) -> None:
        """Drops its file, because the session closes."""
        self._rest = None

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
        return waited(self._changed, lambda: self._reading is None, seconds)

    def _end(self, run: object) -> None:
        with self._changed:
            if self._reading is run:
                self._reading = None
                self._changed.notify_all()

    def _go_on(self, run: object, queue: Queue, take: Callable[[], Any]) -> Any:
        """Reads on. take: gives the next element of the queue, or raises Blocked."""
        try:
            while (record := self._next()) is None:
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
        return tuple(np.array(text, object) for text in record)

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

    def _next(self) -> tuple[bytes, bytes] | None:
        """The next record of the file, if there is one."""
        if self._rest is None:
            return None
        try:
            if self._failure is not None:
                raise self._failure
            record = next(self._rest, None)
        except Exception as error:
            self._failure = error
            raise
        if record is None:
            self._rest = None
        return record


# The operations -----------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of reader: what it finds in a file, and its options."""

    records: Callable[[bytes, dict[str, Any]], Records]
    attributes: dict[str, Any]


KINDS = {
    "TextLineReaderV2": Kind(lines, {"skip_header_lines": number(0)}),
    "TFRecordReaderV2": Kind(tf_records, {"compression_type": string(b"")}),
}


def handle(node: Any) -> Reader:
    """The reader of a session."""
    kind = KINDS[node.operation.type]
    options = {name: node.attrs[name] for name in kind.attributes}
    return node.state.private("reader " + node.name, lambda: Reader(node.name, kind, options))


def read_next(node: Any, reader: Any, queue: Any) -> Any:
    if not isinstance(reader, Reader):
        raise invalid("The handle is not that of a reader")
    return reader.read(queue)


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
    kernel=read_next,
    stateful=True,
    waits=True,
    files=True,
)
no_derivative("ReaderReadV2", *KINDS)


# For users ----------------------------------------------------------------------------------------


class ReaderBase:
    """A reader, whose `read` returns the next record of the files that are named in a queue."""

    __getattr__ = lacking("tf.ReaderBase", "num_records_produced read_up_to reset serialize_state")

    def __init__(self, reader_ref: Tensor, supports_serialize: bool = False):
        self.reader_ref, self.supports_serialize = reader_ref, supports_serialize

    def read(self, queue: Any, name: str | None = None) -> ReaderReadV2:
        """(key, value): the next record, from the next file in the queue if the last has ended."""
        queue = getattr(queue, "queue_ref", queue)
        record = apply("ReaderReadV2", name, reader_handle=self.reader_ref, queue_handle=queue)
        return ReaderReadV2(*record)


class TextLineReader(ReaderBase):
    """Each line is one record: ("name:number", line). skip_header_lines: at the start of each file."""

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None):
        super().__init__(apply("TextLineReaderV2", name, skip_header_lines=skip_header_lines or 0))


class TFRecordReader(ReaderBase):
    """Reads TFRecord files. options: a TFRecordOptions, for compressed files."""

    def __init__(self, name: str | None = None, options: TFRecordOptions | None = None):
        kind = TFRecordOptions.get_compression_type_string(options)
        super().__init__(apply("TFRecordReaderV2", name, compression_type=kind))
