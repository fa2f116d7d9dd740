"""Values that share a variable's buffer in TensorFlow: its parts and other forms, and what a queue keeps.

In TensorFlow, `reshape(v, [-1])` shares its memory with the variable `v`, like `identity(v)`: whoever
reads it after an assignment in the same run sees the new values. An element of a queue that was `v` does
so in later runs, too. The engine never changes an array in place; it computes such a value again when it
is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from grader.engine.runtime.resources import VariableCell

# TensorFlow shares the buffer wherever it can, and copies otherwise (a transposed matrix).
VIEWS = frozenset(
    [
        "Bitcast",
        "CheckNumerics",
        "ConcatV2",
        "EnsureShape",
        "ExpandDims",
        "IdentityN",
        "Pack",
        "Reshape",
        "Slice",
        "Split",
        "SplitV",
        "Squeeze",
        "StridedSlice",
        "Transpose",
    ]
)
# Operations that keep a value as it is, and those that give it back.
KEEPERS = frozenset(["QueueEnqueueV2", "TensorArrayWriteV3"])
GIVERS = frozenset(["QueueDequeueV2", "TensorArrayReadV3"])
# Bytes. TensorFlow copies rows that do not begin and end at a multiple of it.
ALIGNMENT = 64


class View(VariableCell):
    """A value that changes with a variable, as long as the variable keeps its buffer.

    make: computes the value from the variable's.
    """

    def __init__(self, cell: VariableCell, value: Any, make: Callable[[Any], Any]):
        super().__init__(cell.name)
        self.value = value
        self._cell, self._make, self._seen = cell, make, cell.read()

    def read(self) -> Any:
        """The value now. A variable of another size has another buffer: then the value before."""
        now = self._cell.read()
        if now is not self._seen and now.size == self._seen.size:
            self.value, self._seen = self._make(now.reshape(self._seen.shape)), now
        return self.value

    def values(self) -> list[Any]:
        """The array that it keeps alive, if the variable has another one by now."""
        return [] if self._seen is self._cell.value else [self._seen]

    # Queues and tensor arrays look at what they keep.

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the value."""
        return self.value.shape

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self.read(), dtype)


def viewing(kernel: Callable[..., Any], to_read: Sequence[int]) -> Callable[..., Any]:
    """The kernel, with views for its results where TensorFlow would share a variable's buffer.

    to_read: the positions of the inputs that may be variables.
    """

    def call(node: Any, *inputs: Any) -> Any:
        cells = {i: inputs[i] for i in to_read if isinstance(inputs[i], VariableCell)}
        values = [cells[i].read() if i in cells else one for i, one in enumerate(inputs)]

        def made(position: int, place: int, value: Any) -> Any:
            """Output `position`, with this value at `place` among the inputs."""
            given = [value if i == place else one for i, one in enumerate(values)]
            result = kernel(node, *given)
            one = result[position] if isinstance(result, tuple) else result
            return node.tidy(one, position)

        def view(value: Any, position: int) -> Any:
            value = node.tidy(value, position)
            for place, variable in cells.items():
                if value is values[place]:
                    return variable
                if _shares(value, values[place]):
                    return View(variable, value, partial(made, position, place))
            return value

        result = kernel(node, *values)
        if isinstance(result, tuple):
            return tuple(view(one, position) for position, one in enumerate(result))
        return view(result, 0)

    return call


def keeping(kernel: Callable[..., Any], to_read: Sequence[int]) -> Callable[..., Any]:
    """The kernel of one of KEEPERS, which is given views of the variables at these positions."""

    def call(node: Any, *inputs: Any) -> Any:
        return kernel(node, *[_kept(one) if i in to_read else one for i, one in enumerate(inputs)])

    return call


def _kept(value: Any) -> Any:
    if isinstance(value, View) or not isinstance(value, VariableCell):
        return value
    return View(value, value.read(), lambda now: now)


def _shares(part: Any, whole: Any) -> bool:
    """Whether TensorFlow would give this part of an array without a copy: all of it, or aligned rows."""
    if not (part.flags.c_contiguous and whole.flags.c_contiguous):
        return False
    if not np.may_share_memory(part, whole):
        return False
    if part.nbytes == whole.nbytes:
        return True
    begin = part.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    row = whole.nbytes // len(whole)
    return part.nbytes % row == 0 and begin % ALIGNMENT == part.nbytes % ALIGNMENT == 0
