"""A filter for Markdown that does what a page's process must not be able to."""

import os
import socket
import time
from pathlib import Path


def misbehaving(source):
    """What became of it; the first word of a cell says what is tried."""
    word, _, rest = source.partition(" ")
    try:
        return f"<p>{DEEDS[word](rest) if word in DEEDS else 'nothing'}</p>"
    except OSError as error:
        return f"<p>refused: {error.strerror}</p>"


def _connect(_rest):
    with socket.create_connection(("127.0.0.1", 9), timeout=1):
        return "connected"


def _end(_rest):
    os._exit(9)


SEEN = []
DEEDS = {
    "connect": _connect,
    "socket": lambda rest: socket.socket().close() or "a socket",
    "read": lambda rest: Path(rest).read_text(),
    "write": lambda rest: Path(rest).write_text("x"),
    "list": lambda rest: os.listdir(rest),
    "remove": lambda rest: os.remove(rest),
    "sleep": lambda rest: time.sleep(600),
    "fill": lambda rest: len(b"x" * 10_000_000_000),
    "end": _end,
    "remember": lambda rest: SEEN.append(rest) or SEEN,
}
