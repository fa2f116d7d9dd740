"""Sends what a notebook's cells print and show to the host."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import io
import json
import os
import select
import socket
import struct
import termios
import threading
import time
from collections.abc import Callable
from typing import Any

from jupyter_client.session import json_packer

from grader.inside import frames

PART = 1 << 16  # a longer string is sent in parts


class Outbox:
    """Sends messages to the host, from any thread. Bounded, so that a flood does not fill the channel.

    A cell may send `size` bytes in all, and `count` messages that are not text. The rest is dropped;
    the host, whose bounds are lower, reports that.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.channel: socket.socket | None = None
        self.size = self.count = 0
        self.earlier: Callable[[], None] = lambda: None  # sends what native code wrote earlier

    def open(self, size: int, count: int) -> None:
        """Starts a new cell, with these bounds."""
        self.size, self.count = size, count

    def message(self, kind: str, content: dict[str, Any]) -> None:
        """Sends what a Jupyter kernel would publish."""
        body = json_packer({"msg_type": kind, "content": content})
        if kind != "stream":
            self.earlier()
        with self.lock:
            if self.channel is None or self.size <= 0 or self.count <= 0:
                return
            self.size -= len(body)
            self.count -= kind != "stream"
            frames.send(self.channel, b"o", body)

    def done(self, about: dict[str, Any]) -> None:
        """Says that the cell has ended."""
        with self.lock:
            assert self.channel is not None
            frames.send(self.channel, b"d", json.dumps(about).encode())


class Text(io.TextIOBase):
    """`sys.stdout` or `sys.stderr` of a notebook."""

    encoding = "UTF-8"
    errors = "replace"
    EVERY, LONGEST = 0.1, 8192  # seconds and characters that are collected before sending

    def __init__(self, name: str, outbox: Outbox, file: int):
        self.name = name
        self.outbox = outbox
        self.file = file
        self.parts: list[str] = []
        self.length = 0
        self.sent = 0.0

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text)}")
        with self.outbox.lock:
            self.parts.append(text)
            self.length += len(text)
            if self.length > self.LONGEST or time.monotonic() - self.sent > self.EVERY:
                self.flush()
        return len(text)

    def flush(self) -> None:
        with self.outbox.lock:
            text, self.parts, self.length = "".join(self.parts), [], 0
            self.sent = time.monotonic()
            for start in range(0, len(text), PART):
                part = {"name": self.name, "text": text[start : start + PART]}
                self.outbox.message("stream", part)

    def fileno(self) -> int:
        return self.file

    def writable(self) -> bool:
        return True

    def set_parent(self, parent: object) -> None:
        """Does nothing; ipykernel calls it."""


class Native:
    """Forwards what programs and libraries write directly to the file descriptors 1 and 2."""

    def __init__(self, outbox: Outbox):
        self.outbox = outbox
        self.pipes = []
        self.flush = ctypes.CDLL(None).fflush
        for file, name in ((1, "stdout"), (2, "stderr")):
            reading, writing = os.pipe()
            os.dup2(writing, file)
            os.close(writing)
            os.set_inheritable(file, True)
            self.pipes.append(reading)
            threading.Thread(target=self._forward, args=(reading, name), daemon=True).start()

    def _forward(self, reading: int, name: str) -> None:
        while True:
            select.select([reading], [], [])
            # Hold the lock from reading to sending: `drain` relies on it.
            with self.outbox.lock:
                data = os.read(reading, PART)
                if not data:
                    return
                text = data.decode("utf-8", "replace")
                with contextlib.suppress(OSError):
                    self.outbox.message("stream", {"name": name, "text": text})

    def drain(self, seconds: float = 0.1) -> None:
        """Waits until everything written so far has been forwarded."""
        self.flush(None)
        until = time.monotonic() + seconds
        while any(_waiting(pipe) for pipe in self.pipes) and time.monotonic() < until:
            time.sleep(0.001)
        with self.outbox.lock:
            pass


def _waiting(pipe: int) -> int:
    (size,) = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))
    return int(size)
