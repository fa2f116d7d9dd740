"""Bounds on what a graph from elsewhere may cost: a student's, when it is judged."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Limits(NamedTuple):
    """The most that one imported graph, and one run of it, may cost.

    nodes: operations in an imported GraphDef. graph_bytes: its serialized size.
    tensor_bytes: one value. alive_bytes: all values alive at one moment of a run.
    work: element operations of one run, each of which takes at most 10 nanoseconds. seconds: wall time of
    one run.
    blocking_seconds: how long a queue operation waits for another thread. A judge runs none, and waiting
    takes none of the processor time that bounds a verdict.
    """

    nodes: int = 20_000
    graph_bytes: int = 16 * 2**20
    tensor_bytes: int = 64 * 2**20
    alive_bytes: int = 128 * 2**20
    work: int = 10**8
    seconds: float = 5.0
    blocking_seconds: float = 0.001


# Element operations of one pass of a Python loop, which calls NumPy a few times.
PASS = 2_000


class _Current(threading.local):
    limits: Limits | None = None


_current = _Current()

# Seconds that a queue operation of an unbounded session waits before it fails.
PATIENCE = 10.0
# Python in WebAssembly has one thread: nobody else can end a wait.
ALONE = sys.platform in ("emscripten", "wasi")


def waited(changed: threading.Condition, ready: Callable[[], bool], seconds: float) -> bool:
    """Waits until another thread has made `ready` true, at most so long; whether it has."""
    with changed:
        return ready() if ALONE else changed.wait_for(ready, seconds)


@contextmanager
def bounded(limits: Limits | None = None) -> Iterator[Limits]:
    """Applies limits to graphs imported and sessions created inside the block, in this thread."""
    old, _current.limits = _current.limits, limits or Limits()
    try:
        yield _current.limits
    finally:
        _current.limits = old


def current() -> Limits | None:
    """The limits in force in this thread, or None."""
    return _current.limits
