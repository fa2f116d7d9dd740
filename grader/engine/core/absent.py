"""Names of TensorFlow that the engine does not have: the error says what the engine is for."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NoReturn

# In the message of every error about something that the engine does not have, after its name.
NOT_PART = "is not part of the reference engine"


def absent(owner: str) -> Callable[[str], NoReturn]:
    """A `__getattr__` for what users call `owner`: raises AttributeError for every name."""

    def missing(name: str) -> NoReturn:
        if name.startswith("_"):  # what Python and its tools ask for
            raise AttributeError(f"{owner} has no attribute {name!r}")
        raise AttributeError(
            f"{owner}.{name} {NOT_PART}, which is there for this course: "
            "graphs, sessions, gradients, variables, queues, checkpoints and training as in "
            "TensorFlow 1. For all the rest, use TensorFlow itself: set GRADER_BACKEND=tensorflow "
            "before the kernel starts."
        )

    return missing


def lacking(owner: str, names: str) -> Callable[[Any, str], Any]:
    """A `__getattr__` of the class `owner`, which lacks these members of TensorFlow's."""
    refuse, lacks = absent(owner), frozenset(names.split())

    def missing(self: Any, name: str) -> Any:  # for any other name, Python's own error
        return refuse(name) if name in lacks else object.__getattribute__(self, name)

    return missing


def left_out(owner: str, **arguments: Any) -> None:
    """Raises NotImplementedError where an argument is given that the engine's `owner` does not have."""
    for name, value in arguments.items():
        if value is not None:
            raise NotImplementedError(
                f"{owner}(..., {name}=...) {NOT_PART}. To use it, use "
                "TensorFlow itself: set GRADER_BACKEND=tensorflow before the kernel starts."
            )


class Namespace(SimpleNamespace):
    """What users call `title`, for example "tf.nn": the given functions, and no others."""

    __slots__ = ("_title",)

    def __init__(self, title: str, /, **names: Any):
        super().__init__(**names)
        self._title = title

    def __getattr__(self, name: str) -> Any:
        return absent("this namespace" if name == "_title" else self._title)(name)
