"""What outlives a run: the variables and queues of a session, or of a server's containers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.engine.errors import FailedPreconditionError, KernelFailure


class Blocked(Exception):
    """Raised by a kernel that has to wait for somebody else.

    wait: waits at most so many seconds; returns whether it is worth to go on. resume: goes on
    where the kernel stopped; None to call the kernel again. abandon: undoes what was done by half.
    The text says what is waited for.
    """

    def __init__(
        self,
        text: str,
        wait: Callable[[float], bool],
        resume: Callable[[], Any] | None = None,
        abandon: Callable[[], None] = lambda: None,
    ):
        super().__init__(text)
        self.wait = wait
        self.resume = resume
        self.abandon = abandon


class VariableCell:
    """The place that a variable's reference points to."""

    def __init__(self, name: str):
        self.name = name
        self.value: Any = None
        self.lock = threading.RLock()

    @property
    def initialized(self) -> bool:
        """Whether the variable has a value."""
        return self.value is not None

    def read(self) -> Any:
        """The value; FailedPreconditionError before the variable's initializer has run."""
        if self.value is None:
            raise KernelFailure(
                FailedPreconditionError,
                f"Attempting to use uninitialized value {self.name}\n"
                "Run its initializer first: sess.run(tf.global_variables_initializer()).",
            )
        return self.value

    def write(self, value: Any) -> None:
        """Replaces the value. Arrays are never changed in place, so a copy is kept once."""
        self.value = value

    def values(self) -> list[Any]:
        """The arrays that it holds: its value, if it has one."""
        return [] if self.value is None else [self.value]

    def update(self, change: Callable[[np.ndarray], Any]) -> None:
        """Replaces the value by `change(value)`, with no other update in between."""
        with self.lock:
            self.write(change(self.read()))


class State:
    """Resources by container and name. Thread-safe."""

    def __init__(self) -> None:
        self._resources: dict[tuple[str, str], Any] = {}
        self._lock = threading.RLock()

    def resource(self, container: str, name: str, make: Callable[[], Any]) -> Any:
        """The resource called `name`; made at its first use."""
        key = (container, name)
        with self._lock:
            if key not in self._resources:
                self._resources[key] = make()
            return self._resources[key]

    def resources(self) -> list[Any]:
        """All resources."""
        with self._lock:
            return list(self._resources.values())

    def values(self) -> Iterator[Any]:
        """The arrays that the resources hold."""
        for resource in self.resources():
            yield from resource.values()

    def clear(self, containers: list[str] | None = None) -> None:
        """Forgets the resources in the given containers ("" is the default one), or all of them."""
        with self._lock:
            kept = {
                key: resource
                for key, resource in self._resources.items()
                if containers is not None and key[0] not in containers
            }
            self._resources = kept
