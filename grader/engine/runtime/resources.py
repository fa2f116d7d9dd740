"""State that outlives a run: the variables and queues of a session or of a server's containers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.engine.core.errors import FailedPreconditionError, KernelFailure

# The value of a tensor in a branch that is not taken.
DEAD = object()


class Blocked(Exception):
    """Raised by a kernel that has to wait for another thread.

    text: what it waits for. wait: waits for at most that many seconds; returns whether to continue.
    resume: continues where the kernel stopped; None to call the kernel again. abandon: undoes what is
    half done.
    """

    def __init__(
        self,
        text: str,
        wait: Callable[[float], bool],
        resume: Callable[[], Any] | None = None,
        abandon: Callable[[], None] = lambda: None,
    ):
        super().__init__(text)
        self.operation: Any = None  # the one that waits; set by the run
        self.wait = wait
        self.resume = resume
        self.abandon = abandon


class VariableCell:
    """The cell that a variable's reference points to."""

    def __init__(self, name: str, dtype: Any = None):
        self.name = name
        self.dtype = dtype
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
        """Replaces the value. Arrays are never changed in place."""
        self.value = value

    def values(self) -> list[Any]:
        """The arrays that it holds: its value, if any."""
        return [] if self.value is None else [self.value]

    def update(self, change: Callable[[np.ndarray], Any]) -> None:
        """Atomically replaces the value with `change(value)`."""
        with self.lock:
            self.write(change(self.read()))


class Containers:
    """Resources by container and name ("" is the default container). Thread-safe."""

    def __init__(self) -> None:
        self._resources: dict[tuple[str, str], Any] = {}
        self._lock = threading.RLock()

    def resource(self, container: str, name: str, make: Callable[[], Any]) -> Any:
        """The resource called `name`, created on first use."""
        key = (container, name)
        with self._lock:
            if key not in self._resources:
                self._resources[key] = make()
            return self._resources[key]

    def resources(self) -> list[Any]:
        """All resources."""
        with self._lock:
            return list(self._resources.values())

    def clear(self, names: list[str] | None = None) -> None:
        """Drops the resources in the named containers, by default all."""
        with self._lock:
            self._resources = {
                key: resource
                for key, resource in self._resources.items()
                if names is not None and key[0] not in names
            }


class State:
    """What a session's kernels keep between runs: shared and private resources.

    elsewhere: for a session on servers, finds the containers for a device's resources.
    """

    def __init__(self, elsewhere: Callable[[str], Containers] | None = None) -> None:
        self.own = Containers()
        self._elsewhere = elsewhere

    def resource(self, container: str, name: str, make: Callable[[], Any], device: str = "") -> Any:
        """A resource that other sessions on the same server share: a variable, a named queue."""
        shared = self.own if self._elsewhere is None else self._elsewhere(device)
        return shared.resource(container, name, make)

    def private(self, name: str, make: Callable[[], Any]) -> Any:
        """A resource of this session alone: a stream of random numbers, a counter."""
        return self.own.resource("private to the session", name, make)

    def resources(self) -> list[Any]:
        """All resources of this session alone."""
        return self.own.resources()

    def values(self) -> Iterator[Any]:
        """The arrays that the session's own resources hold."""
        for resource in self.resources():
            yield from resource.values()

    def clear(self) -> None:
        """Drops the session's own resources."""
        self.own.clear()
