"""`tf.train.Coordinator`, which stops threads together, and threads that call a function in a loop."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from grader.engine.core import errors, logging

__all__ = ["Coordinator", "LooperThread"]


class Coordinator:
    """Tells threads when to stop, and keeps the first error that one of them reports.

    clean_stop_exception_types: errors that only end the work (OutOfRangeError if None).
    """

    def __init__(self, clean_stop_exception_types: Any = None):
        clean = clean_stop_exception_types
        self._clean = (errors.OutOfRangeError,) if clean is None else tuple(clean)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._error: BaseException | None = None
        self._joined = False
        self._threads: set[threading.Thread] = set()

    def request_stop(self, ex: Any = None) -> None:
        """Asks all threads to stop. ex: the error why (or what sys.exc_info() returns)."""
        error = ex[1] if isinstance(ex, tuple) else ex
        with self._lock:
            if isinstance(error, self._clean):
                error = None
            if error is not None and not isinstance(error, BaseException):
                error = ValueError(f"ex must be an exception or sys.exc_info(): {ex}")
            if self._joined and error is not None:
                raise error
            if not self._stop.is_set():
                if error is not None and self._error is None:
                    logging.info("Error reported to Coordinator: %s, %s", type(error), error)
                    self._error = error
                self._stop.set()

    def clear_stop(self) -> None:
        """Withdraws the request to stop."""
        with self._lock:
            self._joined, self._error = False, None
            self._stop.clear()

    def should_stop(self) -> bool:
        """Whether a stop was requested."""
        return self._stop.is_set()

    @contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """Requests a stop if the block raises; the error is kept for `join`."""
        try:
            yield
        except BaseException:
            self.request_stop(ex=sys.exc_info())

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Waits (seconds) until a stop is requested; returns whether one was."""
        return self._stop.wait(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        """Adds a thread that `join` waits for."""
        with self._lock:
            self._threads.add(thread)

    def join(
        self,
        threads: Iterable[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Waits for the threads, at most `stop_grace_period_secs` after a stop; raises the reported error.

        Raises RuntimeError if threads are still running, unless they are ignored.
        """
        with self._lock:
            waited = [*self._threads.union(threads or ())]
        while any(thread.is_alive() for thread in waited) and not self.wait_for_stop(0.05):
            pass
        end = time.monotonic() + stop_grace_period_secs
        for thread in waited:
            if thread.is_alive():
                thread.join(max(0.0, end - time.monotonic()))
        with self._lock:
            self._joined, self._threads = True, set()
        self.raise_requested_exception()
        alive = " ".join(thread.name for thread in waited if thread.is_alive())
        if alive and not ignore_live_threads:
            raise RuntimeError(f"Coordinator stopped with threads still running: {alive}")
        if alive:
            logging.info("Coordinator stopped with threads still running: %s", alive)

    @property
    def joined(self) -> bool:
        """Whether `join` has returned."""
        return self._joined

    def raise_requested_exception(self) -> None:
        """Raises the error that was reported, if any."""
        if self._error is not None:
            raise self._error


class LooperThread(threading.Thread):
    """A thread that calls `target` in a loop until its coordinator says stop.

    timer_interval_secs: seconds from one call to the next; None for no pause.
    """

    def __init__(
        self,
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any] | None = None,
        args: Any = None,
        kwargs: Any = None,
    ):
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        if target is None and (args or kwargs):
            raise ValueError("'args' and 'kwargs' argument require that you also pass 'target'")
        super().__init__(daemon=True)
        self._coord, self._timer_interval_secs = coord, timer_interval_secs
        self._called = (target, args or (), kwargs or {})
        coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Any = None,
        kwargs: Any = None,
    ) -> LooperThread:
        """Creates and starts such a thread."""
        looper = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        looper.start()
        return looper

    def run(self) -> None:
        """The loop."""
        with self._coord.stop_on_exception():
            self.start_loop()
            following = time.time()
            while not self._coord.wait_for_stop(max(0.0, following - time.time())):
                following += self._timer_interval_secs or 0.0
                self.run_loop()
            self.stop_loop()

    def start_loop(self) -> None:
        """Called before the first iteration; for subclasses."""

    def stop_loop(self) -> None:
        """Called after the last iteration."""

    def run_loop(self) -> None:
        """One iteration."""
        target, args, kwargs = self._called
        if target is not None:
            target(*args, **kwargs)
