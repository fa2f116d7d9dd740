"""Writers of calls that move, cut, join and make arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .pool import ALL, INTS, NUMBERS, Known, Writer, dtype_argument, literal
from .programs import Call

MOVABLE = tuple(name for name in ALL if name != "string")


def reshape(w: Writer) -> None:
    x = w.operand()
    size = int(np.prod(x.shape))
    shape = w.choose(
        [s for s in ((size,), (1, size), (size, 1), (2, -1), (-1, 3), (-1,)) if fits(s, size)]
    )
    result = tuple(size // -int(np.prod(shape)) if n == -1 else n for n in shape)
    given: Any = list(shape) if w.chance(50) else shape
    if w.chance(15) and len(shape) == 1:
        given = w.write(Call("size", (x.ref,)))
        given = [given]
    w.result(Call("reshape", (x.ref, given), w.name()), [x], x.dtype, result)


def fits(shape: tuple[int, ...], size: int) -> bool:
    known = int(np.prod([n for n in shape if n != -1]))
    return (known > 0 and size % known == 0 and size > 0) if -1 in shape else known == size


def transpose(w: Writer) -> None:
    x = w.operand(MOVABLE)
    if w.chance(50):
        w.result(Call("transpose", (x.ref,), w.name()), [x], x.dtype, x.shape[::-1])
        return
    rank = len(x.shape)
    order = list(range(rank))
    shift = w.integer(0, max(rank - 1, 0))
    order = order[shift:] + order[:shift]
    shape = tuple(x.shape[i] for i in order)
    api = w.choose(["transpose", "linalg.transpose"]) if rank >= 2 else "transpose"
    if api == "linalg.transpose":
        shape = (*x.shape[:-2], x.shape[-1], x.shape[-2])
        w.result(Call(api, (x.ref,)), [x], x.dtype, shape)
        return
    w.result(Call(api, (x.ref, order), w.name()), [x], x.dtype, shape)


def expand(w: Writer) -> None:
    x = w.operand()
    axis = w.integer(-len(x.shape) - 1, len(x.shape))
    at = axis % (len(x.shape) + 1)
    call = Call("expand_dims", (x.ref, axis), w.name())
    if w.chance(30):
        call = Call("expand_dims", (x.ref,), (("axis", axis),))
    w.result(call, [x], x.dtype, (*x.shape[:at], 1, *x.shape[at:]))


def squeeze(w: Writer) -> None:
    x = w.operand()
    ones = [i for i, n in enumerate(x.shape) if n == 1]
    if ones and w.chance(50):
        axis: Any = w.choose(ones)
        shape = x.shape[:axis] + x.shape[axis + 1 :]
        kwargs = ((w.choose(["axis", "squeeze_dims"]), w.choose([axis, [axis]])),)
    else:
        kwargs, shape = (), tuple(n for n in x.shape if n != 1)
    w.result(Call("squeeze", (x.ref,), kwargs), [x], x.dtype, shape)


def join(w: Writer) -> None:
    api = w.choose(["concat", "concat", "stack"])
    x = w.operand(ALL, range(0 if api == "stack" else 1, 4))
    others = [k for k in w.pool if k.dtype == x.dtype and k.shape == x.shape]
    chosen = [x] + [w.choose(others) for _ in range(w.integer(0, 2)) if others]
    refs: list[Any] = [k.ref for k in chosen]
    if w.chance(25) and x.dtype in NUMBERS:
        refs.append(w.array(x.dtype, x.shape))
    rank = len(x.shape)
    if api == "stack":
        axis = w.integer(-rank - 1, rank)
        at = axis % (rank + 1)
        shape = (*x.shape[:at], len(refs), *x.shape[at:])
        args = (refs,) if axis == 0 else (refs, axis)
    else:
        axis = w.integer(-rank, rank - 1)
        at = axis % rank
        shape = tuple(n * len(refs) if i == at else n for i, n in enumerate(x.shape))
        args = (refs, axis)
    w.result(Call(api, args, w.name()), chosen, x.dtype, shape)


def part(w: Writer) -> None:
    x = w.operand(ALL, range(1, 4))
    axis = w.integer(0, len(x.shape) - 1)
    if w.chance(50):
        shape = x.shape[:axis] + x.shape[axis + 1 :]
        call = Call("unstack", (x.ref,), (("axis", axis), *w.name()))
        w.result(call, [x], x.dtype, shape, parts=x.shape[axis])
        return
    size = x.shape[axis]
    count = w.choose([n for n in (1, 2, 3) if size % n == 0])
    if size and w.chance(40):
        first = w.integer(1, size)
        sizes = [first, size - first]
        call = Call("split", (x.ref, sizes, axis), w.name())
        shape = (*x.shape[:axis], first, *x.shape[axis + 1 :])
        w.result(call, [x], x.dtype, shape, parts=1)
        return
    shape = (*x.shape[:axis], size // count, *x.shape[axis + 1 :])
    w.result(Call("split", (x.ref, count, axis), w.name()), [x], x.dtype, shape, parts=count)


def cut(w: Writer) -> None:
    x = w.operand(ALL, range(1, 4))
    begin = [w.integer(0, n) for n in x.shape]
    size = [w.choose([-1, w.integer(0, n - b)]) for b, n in zip(begin, x.shape, strict=True)]
    shape = tuple(n - b if s == -1 else s for b, s, n in zip(begin, size, x.shape, strict=True))
    w.result(Call("slice", (x.ref, begin, size), w.name()), [x], x.dtype, shape)


def index(w: Writer) -> None:
    """`x[...]`: integers, slices, steps, Ellipsis, newaxis, and tensors as indices."""
    x = w.operand(ALL, range(1, 4))
    key: list[Any] = []
    sample: list[Any] = []
    left = list(x.shape)
    operands = [x]
    while left and w.chance(75):
        kind = w.choose(["int", "slice", "slice", "step", "new", "dots", "tensor", "whole"])
        size = left[0]
        if kind == "new":
            key.append(None)
            sample.append(None)
            continue
        if kind == "dots":
            if Ellipsis not in key:
                key.append(Ellipsis)
                sample.append(Ellipsis)
                left = left[w.integer(0, len(left)) :]
            continue
        left.pop(0)
        if kind == "int" and size:
            entry: Any = w.integer(-size, size - 1)
        elif kind == "tensor" and size:
            known = w.constant("int32", ())
            # A constant's value is drawn from its seed: the sample must use the same.
            value = int(w.statements[known.ref.index].args[0].numpy())
            if -size <= value < size:
                key.append(known.ref)
                sample.append(value)
                operands.append(known)
                continue
            entry = slice(None)
        elif kind == "step":
            entry = slice(
                w.choose([None, 0, 1, -1]), w.choose([None, 2, -2]), w.choose([1, 2, -1, -2])
            )
        elif kind == "slice":
            entry = slice(w.choose([None, 0, 1, -2]), w.choose([None, 1, 2, -1, 5]))
        else:
            entry = slice(None)
        key.append(entry)
        sample.append(entry)
    if not key:
        key, sample = [0 if x.shape[0] else slice(None)], [0 if x.shape[0] else slice(None)]
    try:
        shape = np.zeros(x.shape)[tuple(sample)].shape
    except IndexError:
        return
    given: Any = tuple(key) if len(key) > 1 or w.chance(50) else key[0]
    w.result(Call("getitem", (x.ref, given)), operands, x.dtype, shape)


def gather(w: Writer) -> None:
    x = w.operand(ALL, range(1, 4))
    if 0 in x.shape:
        return
    if w.chance(30):
        depth = w.integer(1, len(x.shape))
        indices = [[w.integer(0, n - 1) for n in x.shape[:depth]] for _ in range(2)]
        w.result(Call("gather_nd", (x.ref, indices), w.name()), [x], x.dtype, (2, *x.shape[depth:]))
        return
    axis = w.integer(0, len(x.shape) - 1)
    indices = w.choose([0, [0], [0, x.shape[axis] - 1], [[0, 0], [x.shape[axis] - 1, 0]]])
    kwargs = (("axis", axis),) if axis else ()
    shape = x.shape[:axis] + np.shape(indices) + x.shape[axis + 1 :]
    w.result(Call("gather", (x.ref, indices), kwargs), [x], x.dtype, shape)


def enlarge(w: Writer) -> None:
    api = w.choose(["pad", "tile", "reverse", "broadcast_to", "roll"])
    x = w.operand(NUMBERS, range(1, 4))
    if api == "pad":
        widths = [[w.integer(0, 2), w.integer(0, 2)] for _ in x.shape]
        kwargs = w.choose([(), (("constant_values", literal(x.dtype, 4)),)])
        shape = tuple(n + a + b for n, (a, b) in zip(x.shape, widths, strict=True))
        w.result(Call(api, (x.ref, widths), kwargs), [x], x.dtype, shape)
    elif api == "tile":
        times = [w.integer(0, 2) for _ in x.shape]
        shape = tuple(n * t for n, t in zip(x.shape, times, strict=True))
        w.result(Call(api, (x.ref, times), w.name()), [x], x.dtype, shape)
    elif api == "broadcast_to":
        shape = (w.integer(1, 3), *x.shape)
        w.result(Call(api, (x.ref, list(shape)), w.name()), [x], x.dtype, shape)
    elif api == "reverse":
        axis = [w.integer(-len(x.shape), len(x.shape) - 1)]
        w.result(Call(api, (x.ref, axis), w.name()), [x], x.dtype, x.shape)
    else:
        axis = w.integer(0, len(x.shape) - 1)
        w.result(Call(api, (x.ref, w.integer(-3, 3), axis), w.name()), [x], x.dtype, x.shape)


def describe(w: Writer) -> None:
    x = w.operand()
    api = w.choose(["shape", "rank", "size", "shape"])
    kwargs = (("out_type", dtype_argument("int64")),) if api != "rank" and w.chance(25) else ()
    shape = (len(x.shape),) if api == "shape" else ()
    w.result(Call(api, (x.ref,), w.name() + kwargs), [x], "int64" if kwargs else "int32", shape)


def make(w: Writer) -> None:
    api = w.choose(
        ["zeros", "ones", "fill", "range", "linspace", "one_hot", "eye", "range", "like"]
    )
    shape: Any = [w.integer(0, 3) for _ in range(w.integer(0, 2))]
    operands: list[Known] = []
    given = shape
    if api in ("zeros", "ones", "fill") and w.chance(30):
        source = w.operand(NUMBERS)
        operands, shape = [source], list(source.shape)
        given = w.write(Call("shape", (source.ref,)))
    dtype = w.choose(("float32", "float32", "int32", "float64", "bool", "int64"))
    if api in ("zeros", "ones"):
        kwargs = () if dtype == "float32" else (("dtype", dtype_argument(dtype)),)
        w.result(Call(api, (given,), kwargs + w.name()), operands, dtype, tuple(shape))
    elif api == "fill":
        w.result(Call(api, (given, literal(dtype, 3)), w.name()), operands, *filled(dtype, shape))
    elif api == "range":
        start, limit, step = w.choose(
            [(0, 3, 1), (1, 7, 2), (5, 0, -2), (0, 0, 1), (0.0, 2.0, 0.5)]
        )
        dtype = "float32" if isinstance(start, float) else "int32"
        args = (limit,) if step == 1 else (start, limit, step)
        if dtype == "int32" and w.chance(30):
            known = w.constant("int32", ())
            value = int(w.statements[known.ref.index].args[0].numpy())
            if value > 0:
                w.result(Call(api, (known.ref,)), [known], "int32", (value,))
            return
        count = len(np.arange(start, limit, step))
        w.result(Call(api, args, w.name()), [], dtype, (count,))
    elif api == "linspace":
        w.result(Call(api, (0.0, 4.0, 5), w.name()), [], "float32", (5,))
    elif api == "one_hot":
        x = w.operand(INTS)
        depth = w.integer(1, 4)
        kwargs = w.choose([(), (("on_value", 5.0), ("off_value", -1.0)), (("axis", 0),)])
        shape = (depth, *x.shape) if kwargs and kwargs[0][0] == "axis" else (*x.shape, depth)
        w.result(Call(api, (x.ref, depth), kwargs), [x], "float32", shape)
    elif api == "eye":
        rows = w.integer(1, 3)
        w.result(Call(api, (rows,), w.name()), [], "float32", (rows, rows))
    else:
        x = w.operand((*NUMBERS, "bool"))
        kwargs = w.choose([(), (("optimize", False),), (("dtype", dtype_argument("float64")),)])
        dtype = "float64" if kwargs and kwargs[0][0] == "dtype" else x.dtype
        w.result(Call(w.choose(["zeros_like", "ones_like"]), (x.ref,), kwargs), [x], dtype, x.shape)


def filled(dtype: str, shape: list[int]) -> tuple[str, tuple[int, ...]]:
    """What a Python number makes of `fill`: float64 cannot come out, nor int64."""
    return {"float64": "float32", "int64": "int32"}.get(dtype, dtype), tuple(shape)


def diagonal(w: Writer) -> None:
    x = w.operand(("float32", "int32", "float64"), (1,))
    w.result(Call("diag", (x.ref,)), [x], x.dtype, x.shape * 2)


WRITERS: list[tuple[int, Callable[[Writer], None]]] = [
    (3, reshape),
    (2, transpose),
    (1, expand),
    (1, squeeze),
    (2, join),
    (2, part),
    (1, cut),
    (3, index),
    (2, gather),
    (2, enlarge),
    (2, describe),
    (3, make),
    (1, diagonal),
]
