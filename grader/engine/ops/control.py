"""Control flow: the operations that let a value pass on one side only, or round and round.

A value that does not come (the side of a `Switch` that is not taken) is *dead*, and so is whatever is
computed from it or after it; a `Merge` hands on the one input that is alive. Loops run in frames:
`Enter` brings a value into a frame, `NextIteration` to the frame's next round, `Exit` out of it. How a
run does this is in plan.py; what Python functions build from these operations is in control_flow.py.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import numpy as np

from grader.engine.errors import AbortedError, KernelFailure, invalid
from grader.engine.ops.inference import infer
from grader.engine.registry import (
    any_type,
    define,
    flag,
    many_types,
    nothing,
    number,
    plain,
    same_shape,
    text,
)
from grader.engine.state import DEAD

__all__: list[str] = []


def _switch(node: Any, data: Any, pred: Any) -> tuple[Any, Any]:
    if np.shape(pred) != ():
        raise invalid(f"The second input must be a scalar, but it has shape {list(np.shape(pred))}")
    return (DEAD, data) if pred else (data, DEAD)


def _merge(node: Any, *values: Any) -> tuple[Any, Any]:
    alive = [index for index, value in enumerate(values) if value is not DEAD]
    if len(alive) > 1:
        raise KernelFailure(AbortedError, "Merge has more than one input that is alive")
    return values[alive[0]], np.int32(alive[0])


def _merged(c: Any) -> Any:
    first, others = c.shape(0), [c.shape(index) for index in range(1, c.count)]
    if first is None or any(other is None or len(other) != len(first) for other in others):
        return [None, ()]
    same = zip(first, *others, strict=True)
    return [tuple(sizes[0] if len(set(sizes)) == 1 else None for sizes in same), ()]


def _entered(c: Any) -> Any:
    return c.shape(0) if c.attr("is_constant") else None


def _scalar_condition(c: Any) -> Any:
    if c.shape(1 if c.count > 1 else 0) not in (None, ()):
        raise ValueError(
            f"Shape must be rank 0 but is rank {len(c.shape(1 if c.count > 1 else 0))}"
        )
    return [c.shape(0), c.shape(0)] if c.count > 1 else ()


for _prefix, _T, _N in (("", "T", "N * T"), ("Ref", "Ref(T)", "N * Ref(T)")):
    define(
        _prefix + "Switch",
        f"data: {_T}, pred: bool -> output_false: {_T}, output_true: {_T}",
        T=any_type(),
        shape=infer(_scalar_condition),
        kernel=_switch,
    )
    define(
        _prefix + "Merge",
        f"inputs: {_N} -> output: {_T}, value_index: int32",
        T=any_type(),
        N=number(minimum=1),
        shape=infer(_merged),
        kernel=_merge,
    )
    define(
        _prefix + "Enter",
        f"data: {_T} -> output: {_T}",
        T=any_type(),
        frame_name=text(),
        is_constant=flag(False),
        parallel_iterations=number(10),
        shape=infer(_entered),
        kernel=plain(lambda value: value),
    )
    for _type in ("Exit", "NextIteration"):
        define(
            _prefix + _type,
            f"data: {_T} -> output: {_T}",
            T=any_type(),
            shape=same_shape,
            kernel=plain(lambda value: value),
        )
define(
    "RefIdentity",
    "input: Ref(T) -> output: Ref(T)",
    T=any_type(),
    shape=same_shape,
    kernel=plain(lambda value: value),
)
define(
    "LoopCond",
    "input: bool -> output: bool",
    shape=infer(_scalar_condition),
    kernel=plain(lambda value: value),
)
define("ControlTrigger", "->", shape=nothing, kernel=lambda node: None)


# ----------------------------------------------------------------------- checks and messages


def summarized(value: Any, most: int) -> str:
    """The first `most` elements (all if negative), as TensorFlow's Tensor::SummarizeValue has them."""
    value = np.asarray(value)
    shown = value.ravel() if most < 0 else value.ravel()[:most]
    words = [element_text(one, value.dtype) for one in shown]
    if value.ndim <= 1:
        return " ".join(words) + ("..." if len(words) < value.size else "")
    rows = iter(words)

    def level(sizes: tuple[int, ...]) -> str:
        if len(sizes) == 1:
            own = [word for _, word in zip(range(sizes[0]), rows, strict=False)]
            return " ".join(own) + ("..." if len(own) < sizes[0] else "")
        return "".join(f"[{inner}]" for inner in _until_empty(level, sizes))

    return level(value.shape)


def _until_empty(level: Any, sizes: tuple[int, ...]) -> list[str]:
    found = []
    for _ in range(sizes[0]):
        found.append(level(sizes[1:]))
        if found[-1].endswith("..."):
            break
    return found


def element_text(one: Any, dtype: Any) -> str:
    """One element: `%g` for numbers, texts in quotes where they stand in arrays."""
    if isinstance(one, bytes):
        return '"' + one.decode(errors="backslashreplace") + '"'
    if dtype.kind == "f":
        return f"{float(one):g}"
    if dtype.kind == "c":
        return f"({one.real:g},{one.imag:g})"
    return str(int(one))


def _assert(node: Any, condition: Any, *data: Any) -> None:
    if condition.ndim:
        raise invalid(f"In[0] should be a scalar: {list(condition.shape)}")
    if not condition:
        shown = " ".join(f"[{summarized(one, node.attrs['summarize'])}]" for one in data)
        raise invalid(f"assertion failed: {shown}")


def _print(node: Any, value: Any, *data: Any) -> Any:
    # The count of prints is the operation's own, in each session.
    printed = node.state.resource("", "printed " + node.name, _Count)
    printed.count += 1
    most, message = node.attrs["first_n"], node.attrs["message"].decode(errors="replace")
    if most < 0 or printed.count <= most:
        shown = "".join(f"[{summarized(one, node.attrs['summarize'])}]" for one in data)
        print(message + shown, file=sys.stderr)
    return value


class _Count:
    """How often a Print has printed in a session."""

    count = 0

    def values(self) -> list[Any]:
        return []


def _print_line(node: Any, line: Any) -> None:
    if line.ndim:
        raise invalid(f"Input is expected to be scalar, but got {list(line.shape)}")
    where, end = node.attrs["output_stream"].decode(), node.attrs["end"].decode()
    shown = line[()].decode(errors="replace")
    if where.startswith("log("):
        level = where[4:-1].upper()
        logging.getLogger("tensorflow").log(getattr(logging, level, logging.INFO), shown)
    else:  # files are never written
        print(shown, end=end, file=sys.stdout if where == "stdout" else sys.stderr)


def _abort(node: Any) -> None:
    if not node.attrs["exit_without_error"]:
        said = node.attrs["error_msg"].decode(errors="replace")
        raise KernelFailure(AbortedError, f"the graph asks to abort: {said}")


define(
    "Assert",
    "condition: bool, data: T ->",
    T=many_types(1),
    summarize=number(3),
    shape=nothing,
    kernel=_assert,
    stateful=True,
)
define(
    "Print",
    "input: T, data: U -> output: T",
    T=any_type(),
    U=many_types(),
    message=text(b""),
    first_n=number(-1),
    summarize=number(3),
    shape=same_shape,
    kernel=_print,
    stateful=True,
)
define(
    "PrintV2",
    "input: string ->",
    output_stream=text(b"stderr"),
    end=text(b"\n"),
    shape=nothing,
    kernel=_print_line,
    stateful=True,
)
define(
    "Abort",
    "->",
    error_msg=text(b""),
    exit_without_error=flag(False),
    shape=nothing,
    kernel=_abort,
)
