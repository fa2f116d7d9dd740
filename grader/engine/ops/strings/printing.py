"""Printing values while a graph runs: `tf.Print`, `tf.print`, `tf.strings.format`, `Assert`'s message."""

from __future__ import annotations

import os
import pprint
import sys
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import nest
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import is_tensor
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.registry import (
    any_type,
    define,
    many_types,
    no_gradient,
    nothing,
    number,
    same_shape,
    string,
)

__all__ = ["Print", "string_format"]


def element_text(one: Any, quote: str = "") -> str:
    """One element as C++ streams write it: numbers with 6 digits, strings with escapes."""
    if isinstance(one, bytes):
        return quote + one.decode(errors="backslashreplace").translate(_ESCAPES) + quote
    if isinstance(one, np.complexfloating):
        return "?"  # so does TensorFlow
    if not isinstance(one, np.floating):
        return str(int(one))
    few, all_of_them = (15, 17) if isinstance(one, np.float64) else (6, 9)
    short = f"{float(one):.{few}g}"
    exact = one != one or (float if few == 15 else np.float32)(short) == one
    return short if exact else f"{float(one):.{all_of_them}g}"


_ESCAPES = str.maketrans(
    {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "'": "\\'", "\\": "\\\\"}
)


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


def pretty(value: Any, most: int) -> str:
    """The first and the last `most` elements of each axis, as NumPy prints arrays."""
    value = np.asarray(value)
    most = value.size if most < 0 else min(most, value.size)

    def level(part: Any) -> str:
        if np.ndim(part) == 0:
            return element_text(part[()] if isinstance(part, np.ndarray) else part, '"')
        all_of_them = len(part) <= 2 * most
        head, tail = (part, []) if all_of_them else (part[:most], part[len(part) - most :])
        rows = [*map(level, head), *([] if all_of_them else ["..."]), *map(level, tail)]
        rows = rows if most or all_of_them else ["", "..."]
        deeper = part.ndim - 1
        between = "\n" * deeper + " " * (value.ndim - deeper) if deeper else " "
        return f"[{between.join(rows)}]"

    return level(value)


def _assert(node: Any, condition: Any, *data: Any) -> None:
    if condition.ndim:
        raise invalid(f"In[0] should be a scalar: {list(condition.shape)}")
    if not condition:
        shown = " ".join(f"[{summarized(one, node.attrs['summarize'])}]" for one in data)
        raise invalid(f"assertion failed: {shown}")


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
        shown = "".join(f"[{summarized(one, node.attrs['summarize'])}]" for one in data)
        print(message + shown, file=sys.stderr)
    return value


def _print_line(node: Any, line: Any) -> None:
    if line.ndim:
        raise invalid(f"Input is expected to be scalar, but got {list(line.shape)}")
    where, end = node.attrs["output_stream"].decode(), node.attrs["end"].decode()
    shown = line[()].decode(errors="replace")
    if where.startswith("log("):
        import logging  # here, since it is not needed to import the engine

        level = getattr(logging, where[4:-1].upper(), logging.INFO)
        logging.getLogger("tensorflow").log(level, shown)
    else:  # files are never written
        print(shown, end=end, file=sys.stdout if where == "stdout" else sys.stderr)


def _one_line(op: Any) -> Any:
    rank = op.inputs[0].shape.rank
    if rank:
        raise ValueError(f"input must be a scalar, but has rank: {rank}")
    return []


def _placeholders(op: Any) -> Any:
    wanted = op.attributes["template"].count(op.attributes["placeholder"])
    if wanted != len(op.inputs):
        raise ValueError(
            f"num placeholders in template and num inputs must match: {wanted} vs. {len(op.inputs)}"
        )
    return TensorShape(())


def _format(node: Any, *inputs: Any) -> Any:
    placeholder, most = node.attrs["placeholder"].decode(), node.attrs["summarize"]
    parts = node.attrs["template"].decode().split(placeholder)
    shown = [pretty(one, most) + rest for one, rest in zip(inputs, parts[1:], strict=True)]
    return np.array((parts[0] + "".join(shown)).encode(), object)


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
    message=string(b""),
    first_n=number(-1),
    summarize=number(3),
    shape=same_shape,
    kernel=_print,
    stateful=True,
)
define(
    "PrintV2",
    "input: string ->",
    output_stream=string(b"stderr"),
    end=string(b"\n"),
    shape=_one_line,
    kernel=_print_line,
    stateful=True,
)
define(
    "StringFormat",
    "inputs: T -> output: string",
    T=many_types(),
    template=string(b"%s"),
    placeholder=string(b"%s"),
    summarize=number(3),
    shape=_placeholders,
    kernel=_format,
)
no_gradient("StringFormat")


def Print(
    input_: Any,
    data: Any,
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """`input_`; computing it also writes `message` and `data` to the standard error stream.

    first_n: how many times it prints. summarize: how many elements of each tensor it prints (3).
    """
    return apply(
        "Print",
        name,
        input=input_,
        data=list(data),
        message=message,
        first_n=first_n,
        summarize=summarize,
    )


def string_format(
    template: str,
    inputs: Any,
    placeholder: str = "{}",
    summarize: int = 3,
    name: str | None = None,
) -> Tensor:
    """The template with each placeholder replaced by the value of a tensor."""
    inputs = [inputs] if is_tensor(inputs) else list(inputs)
    if template.count(placeholder) != len(inputs):
        raise ValueError(
            f"The template expects {template.count(placeholder)} tensors, but the inputs only has "
            f"{len(inputs)}. Please ensure the number of placeholders in template matches inputs "
            "length."
        )
    return apply(
        "StringFormat",
        name,
        inputs=inputs,
        template=template,
        placeholder=placeholder,
        summarize=summarize,
    )


_STREAMS = {
    "INFO": "log(info)",
    "WARNING": "log(warning)",
    "WARN": "log(warning)",
    "ERROR": "log(error)",
}


def tf_print(*inputs: Any, **how: Any) -> Operation:
    """Prints a line with the values of tensors, of other objects and of structures of both, when run.

    output_stream: sys.stderr or sys.stdout, a logging level or function. summarize: how many elements
    are shown at each end of an axis (-1: all). sep, end: as in Python's print.
    """
    stream, name = how.pop("output_stream", sys.stderr), how.pop("name", None)
    summarize = how.pop("summarize", 3)
    sep, end = how.pop("sep", " "), how.pop("end", os.linesep)
    if how:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {how}")
    (only,) = inputs if len(inputs) == 1 else (None,)
    if isinstance(only, Tensor) and only.shape.rank == 0 and only.dtype.name == "string":
        line = only
    else:
        template, tensors = _template(inputs, sep)
        line = apply(
            "StringFormat",
            name and f"{name}_format",
            inputs=tensors,
            template=template.replace("'{}'", "{}"),
            placeholder="{}",
            summarize=summarize,
        )
    return apply("PrintV2", name, input=line, output_stream=_stream(stream), end=end)


def _template(inputs: Any, sep: str) -> tuple[str, list[Tensor]]:
    tensors: list[Tensor] = []

    def place(leaf: Any) -> Any:
        if not is_tensor(leaf):
            return leaf
        tensors.append(leaf)
        return "{}"

    parts = []
    for one in inputs:
        one = OrderedDict(sorted(one.items())) if isinstance(one, OrderedDict) else one
        parts.append(one if isinstance(one, str) else pprint.pformat(nest.over(place, one)))
    return sep.join(parts), tensors


def _stream(stream: Any) -> str:
    import logging  # here, since it is not needed to import the engine

    if stream in (sys.stdout, sys.stderr):
        return "stdout" if stream is sys.stdout else "stderr"
    level: Callable[..., Any] | str = (
        logging.getLevelName(stream) if isinstance(stream, int) else getattr(stream, "__name__", "")
    )
    found = _STREAMS.get(str(level).upper())
    if found is None:
        raise ValueError(
            f"Unsupported output stream, logging level, or file.{stream}. Supported streams are "
            "sys.stdout, sys.stderr, tf.logging.info, tf.logging.warning, tf.logging.error. Files are "
            "not written."
        )
    return found
