"""Queues as kernels see them: their elements, and the operations that wait at them. Thread-safe."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core.dtypes import DType
from grader.engine.core.errors import CancelledError, KernelFailure, OutOfRangeError, invalid
from grader.engine.core.limits import waited
from grader.engine.core.philox import Stream
from grader.engine.core.shapes import TensorShape, bracketed
from grader.engine.runtime.resources import Blocked, VariableCell

Elements = list[tuple[Any, ...]]


class _Attempt:
    """An operation that has started on a queue, and waits until its turn comes and it can finish.

    go_on: does what can be done now; returns whether it did anything. text: says what it waits for.
    """

    def __init__(self, go_on: Callable[[_Attempt], bool], text: Callable[[_Attempt], str]):
        self.go_on = go_on
        self.text = text
        self.elements: deque[tuple[Any, ...]] = deque()  # still to be stored, or taken already
        self.wanted = 0  # elements still to be taken
        self.steps = 0
        self.done = False
        self.failure: KernelFailure | None = None

    def end(self, failure: KernelFailure | None = None) -> None:
        """Ends it, with an error if there is one."""
        self.done, self.failure = True, failure


class Queue:
    """The elements of one FIFO queue in a session. Thread-safe.

    Operations that have to wait are served in order: an enqueue of many elements is finished before the
    next one begins, and so is a dequeue. Source: tensorflow/core/kernels/queue_base.cc, fifo_queue.cc.
    """

    KIND = "FIFOQueue"

    def __init__(self, name: str, capacity: int, types: list[DType], shapes: list[TensorShape]):
        self.name = name
        self.title = f"_0_{name}"  # as TensorFlow's messages call it
        self.capacity = capacity
        self.types = types
        self.shapes = shapes
        self.elements: deque[tuple[Any, ...]] = deque()
        self.closed = False
        self.cancelled = False  # the session is closed
        self.changed = threading.Condition()
        self._enqueues: deque[_Attempt] = deque()  # and closings, which wait for them
        self._dequeues: deque[_Attempt] = deque()

    def put(self, elements: Elements) -> None:
        """Adds elements; raises Blocked while there is no room for all of them."""
        for element in elements:
            self._check_shapes(element)
        attempt = _Attempt(
            self._store_more,
            lambda attempt: f"the queue '{self.name}' is full ({self.capacity} elements)",
        )
        attempt.elements.extend(elements)
        self._begin(self._enqueues, attempt)

    def _store_more(self, attempt: _Attempt) -> bool:
        if self.closed:
            attempt.end(KernelFailure(CancelledError, f"{self.KIND} '{self.title}' is closed."))
            return True
        left = len(attempt.elements)
        while attempt.elements and self._has_room():
            self._store(attempt.elements.popleft())
        if not attempt.elements:
            attempt.end()
        return attempt.done or len(attempt.elements) < left

    def take(
        self, count: int, up_to: bool = False, then: Callable[[Elements], Any] = lambda taken: taken
    ) -> Any:
        """Removes `count` elements (`up_to`: fewer once it is closed) and returns `then(elements)`.

        Takes what is available and raises Blocked for the rest. A closed queue with too few elements
        keeps them and raises OutOfRangeError.
        """
        if count == 0:
            return then([])
        attempt = _Attempt(
            lambda attempt: self._take_more(attempt, up_to),
            lambda attempt: (
                f"the queue '{self.name}' has too few elements for this dequeue "
                f"({len(attempt.elements)} of {count})"
            ),
        )
        attempt.wanted = count
        return self._begin(self._dequeues, attempt, lambda: then(list(attempt.elements)))

    def _take_more(self, attempt: _Attempt, up_to: bool) -> bool:
        if self.closed and len(self.elements) < attempt.wanted:
            missing = (
                f"{self.KIND} '{self.title}' is closed and has insufficient elements (requested "
                f"{attempt.wanted}, current size {len(self.elements)})"
            )
            self._give_back(attempt)
            if self.cancelled:
                attempt.end(KernelFailure(CancelledError, "Dequeue operation was cancelled"))
                return True
            if not (up_to and self.elements):
                attempt.end(KernelFailure(OutOfRangeError, missing))
                return True
            attempt.wanted = len(self.elements)
        taken = len(attempt.elements)
        while attempt.wanted and self._available():
            attempt.elements.append(self._remove())
            attempt.wanted -= 1
        if not attempt.wanted:
            attempt.end()
        return len(attempt.elements) > taken

    def _give_back(self, attempt: _Attempt) -> None:
        self._put_back(list(attempt.elements))
        attempt.elements.clear()

    def _begin(
        self, line: deque[_Attempt], attempt: _Attempt, result: Callable[[], Any] = lambda: None
    ) -> Any:
        """Puts an attempt in line and returns its result; raises Blocked if it has to wait."""
        with self.changed:
            line.append(attempt)
            self._go_on()
        return self._result(attempt, result)

    def _go_on(self) -> None:
        """Serves those in line until nothing moves."""
        while self._serve(self._enqueues) | self._serve(self._dequeues):
            self.changed.notify_all()

    def _serve(self, line: deque[_Attempt]) -> bool:
        moved = False
        while line:
            attempt = line[0]
            if attempt.go_on(attempt):
                attempt.steps += 1
                moved = True
            if not attempt.done:
                break
            line.popleft()
        return moved

    def _result(self, attempt: _Attempt, result: Callable[[], Any]) -> Any:
        with self.changed:
            if not attempt.done:
                steps = attempt.steps
                raise Blocked(
                    attempt.text(attempt),
                    lambda seconds: self._wait(
                        lambda: attempt.done or attempt.steps > steps, seconds
                    ),
                    lambda: self._result(attempt, result),
                    lambda: self._abandon(attempt),
                )
        if attempt.failure is not None:
            raise attempt.failure
        return result()

    def _abandon(self, attempt: _Attempt) -> None:
        """Takes an attempt out of its line; a dequeue gives back what it has."""
        with self.changed:
            for line in (self._enqueues, self._dequeues):
                if attempt in line:
                    line.remove(attempt)
                    if line is self._dequeues:
                        self._give_back(attempt)
            self._go_on()
            self.changed.notify_all()

    # What the kinds of queues override; the caller holds the lock.

    def _store(self, element: tuple[Any, ...]) -> None:
        self.elements.append(element)

    def _available(self) -> int:
        return len(self.elements)

    def _remove(self) -> tuple[Any, ...]:
        return self.elements.popleft()

    def _put_back(self, taken: Elements) -> None:
        self.elements.extendleft(reversed(taken))

    def values(self) -> list[Any]:
        """The arrays that it holds. The one that a view shows may be its variable's, which holds it."""
        with self.changed:
            held = [component for element in self.elements for component in element]
        return [
            array
            for one in held
            for array in (one.values() if isinstance(one, VariableCell) else [one])
        ]

    def close(self, cancel: bool) -> None:
        """Refuses more elements when the enqueues in line have finished; with `cancel`, they fail now."""
        if not cancel:
            attempt = _Attempt(
                self._close_now,
                lambda attempt: f"enqueues wait for room in the queue '{self.name}'",
            )
            self._begin(self._enqueues, attempt)
            return
        with self.changed:
            self.closed = True
            self._refuse(self._enqueues, "Enqueue operation was cancelled")
            self._go_on()
            self.changed.notify_all()

    def _close_now(self, attempt: _Attempt) -> bool:
        again = f"Queue '{self.title}' is already closed."
        attempt.end(KernelFailure(CancelledError, again) if self.closed else None)
        self.closed = True
        return True

    def cancel(self) -> None:
        """Ends all waiting, because the session closes."""
        with self.changed:
            self.closed = self.cancelled = True
            self._refuse(self._enqueues, "Enqueue operation was cancelled")
            self._refuse(self._dequeues, "Dequeue operation was cancelled")
            self.changed.notify_all()

    def _refuse(self, line: deque[_Attempt], message: str) -> None:
        for attempt in line:
            attempt.end(KernelFailure(CancelledError, message))
        line.clear()

    def _has_room(self) -> bool:
        return self.capacity < 0 or len(self.elements) < self.capacity

    def _wait(self, ready: Callable[[], bool], seconds: float) -> bool:
        return waited(self.changed, ready, seconds)

    def _check_shapes(self, element: tuple[Any, ...]) -> None:
        if len(element) != len(self.types):
            raise invalid(
                f"Wrong number of components in tuple. Expected {len(self.types)}, got "
                f"{len(element)}"
            )
        for index, (component, shape) in enumerate(zip(element, self.shapes, strict=False)):
            if not shape.is_compatible_with(np.shape(component)):
                raise invalid(
                    f"Shape mismatch in tuple component {index}. Expected {bracketed(shape)}, got "
                    f"{bracketed(TensorShape(np.shape(component)))}"
                )


class ShuffledQueue(Queue):
    """Returns elements drawn at random, and keeps `least` of them until it is closed.

    seeds: of TensorFlow's generator, whose words choose the elements; both 0 for random ones.
    Source: tensorflow/core/kernels/random_shuffle_queue_op.cc.
    """

    KIND = "RandomShuffleQueue"
    CHUNK = 256  # words drawn at once

    def __init__(self, *description: Any, least: int, seeds: tuple[int, int]):
        super().__init__(*description)
        self.least, self.seeds = least, seeds
        self._stream = Stream(*seeds)
        self._words: deque[int] = deque()

    def _available(self) -> int:
        return max(0, len(self.elements) - (0 if self.closed else self.least))

    def _remove(self) -> tuple[Any, ...]:
        if not self._words:
            start = self._stream.reserve(self.CHUNK // 4)
            self._words.extend(self._stream.words(start, self.CHUNK).tolist())
        chosen = self._words.popleft() % len(self.elements)
        last = self.elements.pop()
        if chosen == len(self.elements):
            return last
        element, self.elements[chosen] = self.elements[chosen], last
        return element


class PaddedQueue(Queue):
    """A FIFO queue of elements that may differ in those sizes that its shapes leave unknown."""

    KIND = "PaddingFIFOQueue"
