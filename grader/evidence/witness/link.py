"""Two processes that call each other over a socket, in JSON."""

from __future__ import annotations

import contextlib
import json
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

HEAD = struct.Struct(">I")
MOST = 32 * 2**20  # bytes of a message
LOOK_SECONDS = 0.5

Request = dict[str, Any]


class Gone(ConnectionError):
    """The other process has ended, or speaks another language."""


class Link:
    """One end. While it waits for a reply, it handles what the other asks: calls may nest.

    handle: turns a request into a reply. watch: called every half a second of waiting; may raise.
    """

    def __init__(
        self,
        channel: socket.socket,
        handle: Callable[[Request], Request],
        watch: Callable[[], None] = lambda: None,
    ):
        channel.setblocking(True)
        self.channel, self.handle, self.watch = channel, handle, watch
        self.lock = threading.RLock()

    def ask(self, request: Request) -> Request:
        """The other's reply. Raises Gone."""
        with self.lock:
            self.post(request)
            return self.reply()

    @contextlib.contextmanager
    def lent(self) -> Iterator[None]:
        """In the block, another thread may ask, while this one waits for something else than a reply."""
        before, self.lock = self.lock, threading.RLock()
        try:
            yield
        finally:
            with self.lock:
                self.lock = before

    def post(self, request: Request) -> None:
        """Asks, and does not wait for the reply."""
        self._send({"ask": request})

    def reply(self) -> Request:
        """The reply to what was posted. Raises Gone."""
        while "reply" not in (message := self._receive()):
            self._answer(message)
        return message["reply"]

    def serve(self) -> None:
        """Handles requests until the other says that it is done, or is gone."""
        with contextlib.suppress(Gone):
            while "done" not in (message := self._receive()):
                self._answer(message)

    def done(self) -> None:
        """Ends the other's `serve`."""
        with contextlib.suppress(Gone):
            self._send({"done": True})

    def _answer(self, message: dict[str, Any]) -> None:
        if not isinstance(message.get("ask"), dict):
            raise Gone("a message that is neither a request nor a reply")
        self._send({"reply": self.handle(message["ask"])})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message, separators=(",", ":")).encode("ascii")
        try:
            self.channel.sendall(HEAD.pack(len(data)) + data)
        except OSError as error:
            raise Gone(str(error)) from None

    def _receive(self) -> dict[str, Any]:
        (size,) = HEAD.unpack(self._exactly(HEAD.size))
        if size > MOST:
            raise Gone(f"a message of {size} bytes")
        try:
            message = json.loads(self._exactly(size))
        except (ValueError, RecursionError) as error:
            raise Gone(str(error)) from None
        if not isinstance(message, dict):
            raise Gone("a message that is no dictionary")
        return message

    def _exactly(self, size: int) -> bytes:
        data = bytearray()
        last = time.monotonic()
        while len(data) < size:
            if not select.select([self.channel], [], [], LOOK_SECONDS)[0]:
                self.watch()
                continue
            try:
                part = self.channel.recv(min(size - len(data), 1 << 18))
            except OSError as error:
                raise Gone(str(error)) from None
            if not part:
                raise Gone("the channel was closed")
            data += part
            if time.monotonic() > last + LOOK_SECONDS:
                self.watch()
                last = time.monotonic()
        return bytes(data)
