"""The errors of a run, under TensorFlow's names (`tf.errors.InvalidArgumentError` ...)."""

from __future__ import annotations

from typing import Any

from grader.engine.core.absent import absent

__getattr__ = absent("tf.errors")


class OpError(Exception):
    """An operation could not run. `op` and `node_def` say which, `message` says why."""

    error_code = 2

    def __init_subclass__(cls, code: int | None = None) -> None:
        cls.error_code = cls.error_code if code is None else code

    def __init__(self, node_def: Any, op: Any, message: str, *_: Any):
        super().__init__(message)
        self._node_def = node_def
        self._op = op
        self._message = message

    @property
    def node_def(self) -> Any:
        """The NodeDef of the operation that failed, or None."""
        return self._node_def

    @property
    def op(self) -> Any:
        """The operation that failed, or None."""
        return self._op

    @property
    def message(self) -> str:
        """What was found, what was expected, what to do."""
        return self._message

    def __str__(self) -> str:
        return self._message


class CancelledError(OpError, code=1):
    """The operation was cancelled, by closing its session or its queue."""


class UnknownError(OpError, code=2):
    """Something failed that fits no other class (an exception inside `py_func`, for example)."""


class InvalidArgumentError(OpError, code=3):
    """An operation received a value or a shape that it cannot work with."""


class DeadlineExceededError(OpError, code=4):
    """A run took longer than it was allowed to."""


class NotFoundError(OpError, code=5):
    """A file, or an entry of a checkpoint, does not exist."""


class AlreadyExistsError(OpError, code=6):
    """Something that was to be created exists already."""


class PermissionDeniedError(OpError, code=7):
    """The caller lacks permission."""


class ResourceExhaustedError(OpError, code=8):
    """A run needs more memory or work than its limits allow."""


class FailedPreconditionError(OpError, code=9):
    """The state that an operation needs is missing; most often a variable is not initialized."""


class AbortedError(OpError, code=10):
    """The operation was aborted."""


class OutOfRangeError(OpError, code=11):
    """There is nothing left to read: a closed, empty queue, or an iterator at its end."""


class UnimplementedError(OpError, code=12):
    """The operation exists, but not for these types or attributes."""


class InternalError(OpError, code=13):
    """The engine contradicts itself: please report it."""


class UnavailableError(OpError, code=14):
    """A service cannot be reached at the moment."""


class DataLossError(OpError, code=15):
    """A file is damaged: a checksum does not match, or the file is too short."""


class UnauthenticatedError(OpError, code=16):
    """The caller has not identified itself."""


# The codes by name (`tf.errors.NOT_FOUND`).
OK = 0
CANCELLED, UNKNOWN, INVALID_ARGUMENT, DEADLINE_EXCEEDED, NOT_FOUND, ALREADY_EXISTS = range(1, 7)
PERMISSION_DENIED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, OUT_OF_RANGE = range(7, 12)
UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS, UNAUTHENTICATED = range(12, 17)


class OperatorNotAllowedInGraphError(TypeError):
    """A tensor was used where Python needs a value: as a condition, or as an iterable."""


class InaccessibleTensorError(ValueError):
    """A tensor inside a branch of a cond, or inside a loop, was used outside it."""


class KernelFailure(Exception):
    """Raised by kernels, which do not know their node; the run turns it into the OpError `kind`."""

    def __init__(self, kind: type[OpError], message: str):
        super().__init__(message)
        self.kind = kind
        self.message = message


def invalid(message: str) -> KernelFailure:
    """The failure of a kernel that cannot work with its arguments: an InvalidArgumentError."""
    return KernelFailure(InvalidArgumentError, message)
