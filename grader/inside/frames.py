"""Messages on a socket: a length, a one-letter kind, that many bytes, and possibly open files."""

from __future__ import annotations

import array
import os
import select
import socket
import struct
import time
from collections.abc import Sequence

HEAD = struct.Struct(">Ic")
DROPPED = b"*"  # the kind of a message that was too long, in the place of its own
MAX_FILES = 4


class Ended(OSError):
    """The other side is gone."""


class TooLate(TimeoutError):
    """Nothing arrived, or could be sent, before the deadline."""


def send(channel: socket.socket, kind: bytes, body: bytes = b"", files: Sequence[int] = ()) -> None:
    """Sends one message, with copies of the open `files`. Blocks until all of it is sent."""
    data = memoryview(HEAD.pack(len(body), kind) + body)
    extra = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else []
    sent = channel.sendmsg([data], extra)
    if sent < len(data):
        channel.sendall(data[sent:])


def receive(channel: socket.socket) -> tuple[bytes, bytes, list[int]]:
    """The next message: its kind, its bytes, the open files that came with it. Blocks.

    Raises Ended when the other side closed the channel.
    """
    head, extra, _, _ = channel.recvmsg(
        HEAD.size, socket.CMSG_SPACE(MAX_FILES * array.array("i").itemsize)
    )
    files = array.array("i")
    for level, what, data in extra:
        if level == socket.SOL_SOCKET and what == socket.SCM_RIGHTS:
            files.frombytes(data[: len(data) - len(data) % files.itemsize])
    size, kind = HEAD.unpack(head + _exactly(channel, HEAD.size - len(head)))
    return kind, _exactly(channel, size), list(files)


def _exactly(channel: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        part = channel.recv(min(size - len(found), 1 << 20))
        if not part:
            raise Ended("the channel was closed")
        found += part
    return bytes(found)


class Line:
    """The host's end of a channel to an untrusted process, with bounds on size and time."""

    def __init__(self, channel: socket.socket, longest: int):
        channel.setblocking(False)
        self.channel = channel
        self.longest = longest
        self.buffer = bytearray()
        self.dropping = 0  # bytes still to come of a message that is too long

    def send(self, kind: bytes, body: bytes, deadline: float) -> None:
        """Sends one message. Raises TooLate at `deadline` (of the monotonic clock), or Ended."""
        data = memoryview(HEAD.pack(len(body), kind) + body)
        while data:
            try:
                data = data[self.channel.send(data) :]
            except BlockingIOError:
                self._wait(select.POLLOUT, deadline)
            except OSError as error:
                raise Ended(str(error)) from None

    def receive(self, deadline: float) -> tuple[bytes, bytes]:
        """The next message's kind and bytes. Raises TooLate or Ended.

        A message that has only partly arrived by the deadline is kept for the next call. Of one that is too
        long, nothing is kept: it arrives as (`DROPPED`, its kind).
        """
        while True:
            gone = min(self.dropping, len(self.buffer))
            del self.buffer[:gone]
            self.dropping -= gone
            if not self.dropping and len(self.buffer) >= HEAD.size:
                size, kind = HEAD.unpack_from(self.buffer)
                end = HEAD.size + size
                if size > self.longest:
                    self.dropping = end
                    return DROPPED, kind
                if len(self.buffer) >= end:
                    body = bytes(memoryview(self.buffer)[HEAD.size : end])
                    del self.buffer[:end]
                    return kind, body
            try:
                part = self.channel.recv(1 << 18)
            except BlockingIOError:
                self._wait(select.POLLIN, deadline)
                continue
            except OSError as error:
                raise Ended(str(error)) from None
            if not part:
                raise Ended("the channel was closed")
            self.buffer += part
            if time.monotonic() > deadline:
                raise TooLate

    def _wait(self, event: int, deadline: float) -> None:
        left = deadline - time.monotonic()
        poll = select.poll()
        poll.register(self.channel, event)
        if left <= 0 or not poll.poll(left * 1000):
            raise TooLate

    def close(self) -> None:
        """Closes this end."""
        self.channel.close()


def close_all(files: Sequence[int]) -> None:
    """Closes open files by their numbers."""
    for file in files:
        os.close(file)
