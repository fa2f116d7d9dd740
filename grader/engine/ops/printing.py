"""Values written out while a graph runs: `tf.Print`, and the message of a failed `Assert`."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.ops.common.public import TensorLike
from grader.engine.registry import (
    any_type,
    define,
    gradient_of,
    many_types,
    nothing,
    number,
    same_shape,
    string,
    tangent_of,
)

__all__ = ["Print"]

_ESCAPES = str.maketrans(
    {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "'": "\\'", "\\": "\\\\"}
)


def element_text(element: Any) -> str:
    """One element as C++ streams write it: numbers with 6 digits, strings with escapes."""
    if isinstance(element, bytes):
        return element.decode(errors="backslashreplace").translate(_ESCAPES)
    if isinstance(element, np.complexfloating):
        return "?"  # so does TensorFlow
    if not isinstance(element, np.floating):
        return str(int(element))
    few, exactly = (15, 17) if isinstance(element, np.float64) else (6, 9)
    short = f"{float(element):.{few}g}"
    exact = element != element or (float if few == 15 else np.float32)(short) == element
    return short if exact else f"{float(element):.{exactly}g}"


def summarized(value: Any, most: int) -> str:
    """The first `most` elements (all if negative), rows in brackets, as in Tensor::SummarizeValue."""
    value = np.asarray(value)
    flat = value.ravel()
    limit = flat.size if most < 0 else min(most, flat.size)
    done = 0

    def level(axis: int) -> str:
        nonlocal done
        shown = ""
        for index in range(value.shape[axis] if done < limit else 0):
            if axis < value.ndim - 1:
                shown += f"[{level(axis + 1)}]" if done < limit else ""
            elif done >= limit:
                return shown + ("..." if axis else "")
            else:
                shown += (" " if index else "") + element_text(flat[done])
                done += 1
        return shown

    shown = level(0) if value.ndim else " ".join(map(element_text, flat[:limit]))
    return shown + ("..." if flat.size > limit else "")


# Assert -------------------------------------------------------------------------------------------


def _assert(node: Any, condition: Any, *data: Any) -> None:
    if condition.ndim:
        raise invalid(f"In[0] should be a scalar: {list(condition.shape)}")
    if not condition:
        shown = " ".join(f"[{summarized(value, node.attrs['summarize'])}]" for value in data)
        raise invalid(f"assertion failed: {shown}")


define(
    "Assert",
    "condition: bool, data: T ->",
    T=many_types(1),
    summarize=number(3),
    shape=nothing,
    kernel=_assert,
    stateful=True,
)

# Print --------------------------------------------------------------------------------------------


class _Count:
    """The number of times that a Print has printed in a session."""

    count = 0

    def values(self) -> list[Any]:
        """No arrays."""
        return []


def _print(node: Any, value: Any, *data: Any) -> Any:
    printed = node.state.private("printed " + node.name, _Count)
    printed.count += 1
    most, message = node.attrs["first_n"], node.attrs["message"].decode(errors="replace")
    if most < 0 or printed.count <= most:
        shown = "".join(f"[{summarized(item, node.attrs['summarize'])}]" for item in data)
        print(message + shown, file=sys.stderr)
    return value


def _printed(op: Any, given: Any) -> int:
    most = op.get_attr("summarize")
    sizes = [math.prod(shape) for shape in given]
    return 600 * sum(size if most < 0 else min(size, most) for size in sizes) + sum(sizes)


define(
    "Print",
    "input: T, data: U -> output: T",
    T=any_type(),
    U=many_types(),
    message=string(b""),
    first_n=number(-1),
    summarize=number(3),
    shape=same_shape,
    kernel=_print,
    stateful=True,
    work=_printed,
)


def Print(
    input_: TensorLike,
    data: Sequence[TensorLike],
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """`input_`; computing it also writes `message` and `data` to the standard error stream.

    first_n: how many times it prints. summarize: how many elements of each tensor it prints (3).
    """
    return apply(
        "Print", name, input=input_, data=list(data), message=message, first_n=first_n,
        summarize=summarize,
    )  # fmt: skip


@gradient_of("Print")
def _print_gradient(op: Operation, gradient: Any, *_: Any) -> Any:
    return [gradient, *[None] * (len(op.inputs) - 1)]


@tangent_of("Print")
def _print_tangent(op: Operation, tangent: Any, *_: Any) -> Any:
    return tangent
