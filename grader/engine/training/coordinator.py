"""`tf.train.Coordinator`, which stops threads together."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from grader.engine.core import errors, logging

__all__ = ["Coordinator"]


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

    def raise_requested_exception(self) -> None:
        """Raises the error that was reported, if any."""
        if self._error is not None:
            raise self._error
