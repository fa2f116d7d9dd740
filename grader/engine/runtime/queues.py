"""Queues as kernels see them: the elements that a session's queue holds. Thread-safe."""

from __future__ import annotations

import threading
from bisect import insort
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core.errors import CancelledError, KernelFailure, OutOfRangeError, invalid
from grader.engine.core.philox import Stream
from grader.engine.core.shapes import TensorShape, bracketed
from grader.engine.runtime.resources import Blocked

Elements = list[tuple[Any, ...]]


class Queue:
    """The elements of one FIFO queue in a session. Thread-safe."""

    KIND = "FIFOQueue"

    def __init__(self, name: str, capacity: int, components: int, shapes: list[TensorShape]):
        self.name = name
        self.title = f"_0_{name}"  # as TensorFlow's messages call it
        self.capacity = capacity
        self.components = components
        self.shapes = shapes
        self.elements: deque[tuple[Any, ...]] = deque()
        self.closed = False
        self.cancelled = False  # the session is closed
        self.refusing = False  # enqueues that wait for room fail
        self.changed = threading.Condition()

    def put(self, elements: list[tuple[Any, ...]]) -> None:
        """Adds elements while there is room; raises Blocked for the rest."""
        for element in elements:
            self._check_shapes(element)
        if self.closed:
            raise KernelFailure(CancelledError, f"{self.KIND} '{self.title}' is closed.")
        self._put_checked(deque(elements))

    def _put_checked(self, left: deque[tuple[Any, ...]]) -> None:
        with self.changed:
            while left:
                if self.refusing:
                    raise KernelFailure(CancelledError, "Enqueue operation was cancelled")
                if not self._has_room():
                    raise Blocked(
                        f"the queue '{self.name}' is full ({self.capacity} elements)",
                        lambda seconds: self._wait(
                            lambda: self._has_room() or self.refusing, seconds
                        ),
                        lambda: self._put_checked(left),
                    )
                self._store(left.popleft())
                self.changed.notify_all()

    def take(
        self, count: int, up_to: bool = False, then: Callable[[Elements], Any] = lambda taken: taken
    ) -> Any:
        """Removes `count` elements (`up_to`: fewer once it is closed) and returns `then(elements)`.

        Takes what is available and raises Blocked for the rest. A closed queue with too few elements
        keeps them and raises OutOfRangeError.
        """
        return self._take_more([], count, up_to, then)

    def _take_more(
        self, taken: Elements, count: int, up_to: bool, then: Callable[[Elements], Any]
    ) -> Any:
        with self.changed:
            while self._available() and len(taken) < count:
                taken.append(self._remove())
                self.changed.notify_all()
            if len(taken) < count and not (self.closed and up_to and taken):
                if not self.closed:
                    raise Blocked(
                        f"the queue '{self.name}' has {len(taken)} elements, {count} are wanted",
                        lambda seconds: self._wait(
                            lambda: self._available() > 0 or self.closed, seconds
                        ),
                        lambda: self._take_more(taken, count, up_to, then),
                        lambda: self._give_back(taken),
                    )
                self._give_back(taken)
                if self.cancelled:
                    raise KernelFailure(CancelledError, "Dequeue operation was cancelled")
                raise KernelFailure(
                    OutOfRangeError,
                    f"{self.KIND} '{self.title}' is closed and has insufficient elements (requested "
                    f"{count}, current size {len(self.elements)})",
                )
        return then(taken)

    def _give_back(self, taken: Elements) -> None:
        with self.changed:
            self._put_back(taken)
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
        """The arrays that it holds."""
        with self.changed:
            return [component for element in self.elements for component in element]

    def close(self, cancel: bool) -> None:
        """Refuses more elements; with `cancel`, enqueues that wait for room fail at once."""
        with self.changed:
            if self.closed and not cancel:
                raise KernelFailure(CancelledError, f"Queue '{self.title}' is already closed.")
            self.closed = True
            self.refusing = self.refusing or cancel
            self.changed.notify_all()

    def cancel(self) -> None:
        """Ends all waiting, because the session closes."""
        with self.changed:
            self.closed = self.cancelled = self.refusing = True
            self.changed.notify_all()

    def _has_room(self) -> bool:
        return self.capacity < 0 or len(self.elements) < self.capacity

    def _wait(self, ready: Callable[[], bool], seconds: float) -> bool:
        with self.changed:
            return self.changed.wait_for(ready, seconds)

    def _check_shapes(self, element: tuple[Any, ...]) -> None:
        if len(element) != self.components:
            raise invalid(
                f"Wrong number of components in tuple. Expected {self.components}, got "
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
        self.least = least
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


class PriorityQueue(Queue):
    """Returns the element whose first component, an integer, is smallest."""

    KIND = "PriorityQueue"

    def _store(self, element: tuple[Any, ...]) -> None:
        insort(self.elements, element, key=lambda one: int(one[0]))

    def _put_back(self, taken: Elements) -> None:
        for element in taken:
            self._store(element)
