"""Threads of a session that fill queues while others take from them, and what stops them together."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from grader.engine.core import errors, logging
from grader.engine.core.absent import lacking
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.graph import (
    Operation,
    add_to_collection,
    get_collection,
    get_default_session,
)
from grader.engine.queues.queue import QueueBase
from grader.engine.runtime.session import BaseSession

__all__ = ["Coordinator", "QueueRunner", "add_queue_runner", "start_queue_runners"]


class Coordinator:
    """Tells threads when to stop, and keeps the first error that one of them reports.

    clean_stop_exception_types: errors that only end the work (OutOfRangeError if None).
    """

    __getattr__ = lacking("tf.train.Coordinator", "clear_stop joined")

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


class QueueRunner:
    """A queue and the operations that fill it, each run in a loop by its own thread.

    close_op, cancel_op: run when nothing is left to enqueue, and when the coordinator stops.
    queue_closed_exception_types: errors that end a thread normally (OutOfRangeError if None).
    """

    def __init__(
        self,
        queue: QueueBase | None = None,
        enqueue_ops: Sequence[Operation] | None = None,
        close_op: Operation | None = None,
        cancel_op: Operation | None = None,
        queue_closed_exception_types: tuple[type[errors.OpError], ...] | None = None,
    ):
        if not queue or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        types = queue_closed_exception_types
        if types is not None and not (
            isinstance(types, tuple) and types and all(issubclass(t, errors.OpError) for t in types)
        ):
            raise TypeError(
                "queue_closed_exception_types, when provided, must be a tuple of tf.error types, "
                f"but saw: {types}"
            )
        self.queue, self.enqueue_ops = queue, enqueue_ops
        self.close_op = queue.close() if close_op is None else close_op
        if cancel_op is None:
            cancel_op = queue.close(cancel_pending_enqueues=True)
        self.cancel_op = cancel_op
        self.queue_closed_exception_types = types or (errors.OutOfRangeError,)
        self.exceptions_raised: list[Exception] = []
        self._running: Counter[BaseSession] = Counter()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The queue's name."""
        return self.queue.name

    def create_threads(
        self,
        sess: BaseSession,
        coord: Coordinator | None = None,
        daemon: bool = False,
        start: bool = False,
    ) -> list[threading.Thread]:
        """One thread for each enqueue operation, and one that closes the queue at a stop."""
        with self._lock:
            if self._running[sess] > 0:
                return []
            self._running[sess] = len(self.enqueue_ops)
            self.exceptions_raised = []
        prefix = f"QueueRunnerThread-{self.name}-"
        threads = [
            threading.Thread(
                target=self._run, args=(sess, operation, coord), name=prefix + operation.name
            )
            for operation in self.enqueue_ops
        ]
        if coord is not None:
            closing = (sess, coord)
            name = prefix + "close_on_stop"
            threads.append(threading.Thread(target=self._close_on_stop, args=closing, name=name))
        for thread in threads:
            thread.daemon = thread.daemon or daemon
            if coord is not None:
                coord.register_thread(thread)
            if start:
                thread.start()
        return threads

    def _run(self, sess: BaseSession, operation: Operation, coord: Coordinator | None) -> None:
        exhausted = False
        try:
            while coord is None or not coord.should_stop():
                try:
                    sess.run(operation)
                except self.queue_closed_exception_types:
                    exhausted = True
                    return
                except errors.DeadlineExceededError as waited:
                    if "is full" not in str(waited):  # nothing was dequeued: keep waiting
                        raise
        except Exception as error:
            if coord is not None:
                coord.request_stop(error)
            else:
                logging.error("Exception in QueueRunner: %s", error)
                self.exceptions_raised.append(error)
                raise
        finally:
            with self._lock:
                self._running[sess] -= 1
                last = self._running[sess] == 0
            if exhausted and last:
                self._quietly(sess, self.close_op)

    def _close_on_stop(self, sess: BaseSession, coord: Coordinator) -> None:
        coord.wait_for_stop()
        self._quietly(sess, self.cancel_op)

    @staticmethod
    def _quietly(sess: BaseSession, operation: Operation) -> None:
        try:
            sess.run(operation)
        except Exception as error:
            logging.debug("Ignored exception: %s", error)


def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Lists a runner among those that `start_queue_runners` starts."""
    add_to_collection(collection, qr)


def start_queue_runners(
    sess: BaseSession | None = None,
    coord: Coordinator | None = None,
    daemon: bool = True,
    start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:
    """The threads of all runners of the graph, started; ValueError without a session."""
    sess = get_default_session() if sess is None else sess
    if sess is None:
        raise ValueError(
            "Cannot start queue runners: No default session is registered. Use `with "
            "sess.as_default()` or pass an explicit session to tf.start_queue_runners(sess=sess)"
        )
    if not isinstance(sess, BaseSession):
        raise TypeError(f"sess must be a `tf.Session` object. Given class: {sess.__class__}")
    if not get_collection(collection):
        logging.warning(
            "`tf.train.start_queue_runners()` was called when no queue runners were defined. You "
            "can safely remove the call to this deprecated function."
        )
    with sess.graph.as_default():
        runners = get_collection(collection)
        return [
            thread for qr in runners for thread in qr.create_threads(sess, coord, daemon, start)
        ]
