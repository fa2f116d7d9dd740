"""Python processes of our own that answer messages on their standard streams.

Each message is its length (8 bytes, big endian), followed by that many bytes. `Child` is the asking
side, which never waits longer than it was told to; `take_pipes`, `read_message` and `write_message`
are for the process that answers.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO

import grader

HEAD = 8
MAX_MESSAGE = 512 * 2**20


class TooSlow(Exception):
    """The process took longer than it was given. The message is that time in seconds."""


class Child:
    """A process that runs a module of ours. Not for two threads at once.

    arguments: the module and its arguments. stderr, and further `options`, are as for `Popen`.
    variables: of its environment, beside ours.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        stderr: int | IO[Any],
        variables: Mapping[str, str] | None = None,
        **options: Any,
    ):
        self.process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env={**_environment(), **(variables or {})},
            **options,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        # Files, not descriptors: a descriptor that another thread closes may be somebody else's soon.
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        os.set_blocking(self.stdin.fileno(), False)

    def send(self, message: bytes, seconds: float) -> None:
        """Sends a message. Raises TooSlow, OSError for an ended process, or ValueError after a close."""
        deadline = time.monotonic() + seconds
        view = memoryview(len(message).to_bytes(HEAD, "big") + message)
        while view:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([], [self.stdin], [], left)[1]:
                raise TooSlow(f"{seconds:g}")
            view = view[os.write(self.stdin.fileno(), view) :]

    def receive(self, seconds: float) -> bytes:
        """The next message. Raises as `send`, and OSError for a message that is too long."""
        deadline = time.monotonic() + seconds
        found, wanted = bytearray(), HEAD
        while len(found) < wanted:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.stdout], [], [], left)[0]:
                raise TooSlow(f"{seconds:g}")
            part = os.read(self.stdout.fileno(), min(1 << 20, wanted - len(found)))
            if not part:
                raise OSError("it ended without an answer")
            found += part
            if wanted == HEAD and len(found) == HEAD:
                wanted = HEAD + int.from_bytes(found, "big")
                if wanted > MAX_MESSAGE:
                    raise OSError(f"it sent {wanted} bytes")
        return bytes(found[HEAD:])

    def close_pipes(self) -> None:
        """Closes our ends of its streams."""
        for pipe in (self.stdin, self.stdout):
            with contextlib.suppress(OSError):
                pipe.close()


def _environment() -> dict[str, str]:
    """This process's environment, where the child finds the same modules and the same hashes."""
    environment = dict(os.environ)
    root = str(Path(grader.__file__).parent.parent)
    paths = [root, *filter(None, sys.path), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, dict.fromkeys(paths)))
    environment["PYTHONHASHSEED"] = "0"
    return environment


# ----------------------------------------------------------------------- in the process that answers


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for messages alone.

    What the process prints goes to standard error from now on, so that no library's output can be
    taken for a message; what it reads is empty.
    """
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return inbox, outbox


def read_message(stream: BinaryIO) -> bytes | None:
    """The next message, or None at the end. Raises ValueError for one that is too long."""
    head = stream.read(HEAD)
    if len(head) < HEAD:
        return None
    size = int.from_bytes(head, "big")
    if size > MAX_MESSAGE:
        raise ValueError(f"a message of {size} bytes; at most {MAX_MESSAGE} are accepted")
    body = stream.read(size)
    return body if len(body) == size else None


def write_message(stream: BinaryIO, message: bytes) -> None:
    """Sends one message."""
    stream.write(len(message).to_bytes(HEAD, "big") + message)
    stream.flush()
