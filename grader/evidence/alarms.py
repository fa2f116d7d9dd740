"""Interrupts the running code when it has used its time: by a signal, from a thread, or in its own loops.

Which one depends on the system: Windows has no signal for processor time, a browser no threads either.
"""

from __future__ import annotations

import contextlib
import ctypes
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

CLOCK = time.process_time  # before an answer can put another in its place
AGAIN = 1.0  # seconds of processor time until it is interrupted once more
LOOK = 0.05  # seconds between two looks of the thread at the clock
STEPS = 64  # turns of loops between two looks at the clock, where nobody else can look

Ways = Callable[[float, type[BaseException]], contextlib.AbstractContextManager[None]]
_running = threading.local()


@contextlib.contextmanager
def interrupted(seconds: float, error: type[BaseException]) -> Iterator[None]:
    """Raises `error` in the block after so many seconds of processor time, and every second after that.

    Within a block of this kind, another has no effect. There is no limit where no way is possible.
    """
    way = _way()
    if way is None or getattr(_running, "alarm", False):
        yield
        return
    _running.alarm = True
    try:
        with way(seconds, error):
            yield
    finally:
        _running.alarm = False


def _way() -> Ways | None:
    signals = hasattr(signal, "setitimer") and hasattr(signal, "SIGVTALRM")
    if signals and threading.current_thread() is threading.main_thread():
        free = signal.getitimer(signal.ITIMER_VIRTUAL)[0] <= 0
        return by_signal if free else None
    if sys.platform != "emscripten" and hasattr(ctypes, "pythonapi"):
        return by_thread
    return by_counting if hasattr(sys, "monitoring") else None


@contextlib.contextmanager
def by_signal(seconds: float, error: type[BaseException]) -> Iterator[None]:
    """As `interrupted`, in the main thread of a Unix system."""
    inside, begun = True, CLOCK()

    def over(number: int, frame: Any) -> None:
        # The timer counts ticks, and charges those of a machine that stood still; this clock does not.
        if inside and CLOCK() - begun >= seconds:
            raise error

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
    try:
        yield
        over(0, None)  # the block may have stopped the timer
    finally:
        inside = False  # an alarm before the next line must not raise
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextlib.contextmanager
def by_thread(seconds: float, error: type[BaseException]) -> Iterator[None]:
    """As `interrupted`, in any thread of any system with threads.

    Python raises the error between two of its own steps: a single long call of a library goes on.
    """
    mine = ctypes.c_ulong(threading.get_ident())
    interrupt = ctypes.pythonapi.PyThreadState_SetAsyncExc
    ended, lock = threading.Event(), threading.Lock()
    until = time.process_time() + seconds

    def watch(until: float) -> None:
        while not ended.wait(LOOK):
            if time.process_time() < until:
                continue
            with lock:
                if not ended.is_set():
                    interrupt(mine, ctypes.py_object(error))
            until += AGAIN

    watcher = threading.Thread(target=watch, args=(until,), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        _whatever_comes(error, lambda: _end(ended, lock, mine))


def _end(ended: threading.Event, lock: threading.Lock, thread: ctypes.c_ulong) -> None:
    with lock:
        ended.set()
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, None)  # one that has not come yet


def _whatever_comes(error: type[BaseException], step: Callable[[], None]) -> None:
    """Takes a step that an interruption may hit, until it is taken."""
    while True:
        try:
            return step()
        except error:
            continue


@contextlib.contextmanager
def by_counting(seconds: float, error: type[BaseException]) -> Iterator[None]:
    """As `interrupted`, without signals and threads: looks at the clock where a loop turns back.

    Needs Python 3.12, and that no debugger and no profiler uses the same number. The clock is the wall's:
    where nothing else can run, it is the process's, too, whose own stands still in some releases of Pyodide.
    """
    monitoring: Any = getattr(sys, "monitoring")  # noqa: B009 (not in Python 3.11)
    tool, events = monitoring.PROFILER_ID, monitoring.events
    if monitoring.get_tool(tool) is not None:
        yield
        return
    until, left = time.monotonic() + seconds, STEPS

    def look(code: CodeType, place: int, target: int = 0) -> None:
        nonlocal until, left
        left -= 1
        if left > 0:
            return
        left = STEPS
        if time.monotonic() >= until:
            until += AGAIN
            raise error

    monitoring.use_tool_id(tool, "grader")
    try:
        monitoring.register_callback(tool, events.JUMP, look)
        monitoring.register_callback(tool, events.PY_START, look)
        monitoring.set_events(tool, events.JUMP | events.PY_START)
        yield
    finally:
        monitoring.set_events(tool, 0)
        monitoring.free_tool_id(tool)
