"""Writers of matrix products, einsum and tensordot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .pool import Known, Writer
from .programs import Call


def matrix_product(w: Writer) -> None:
    dtypes = ("float32", "float64", "int32", "float32", "float16")
    x = w.operand(dtypes, range(2, 4))
    a, b = w.chance(25), w.chance(25)
    inner = x.shape[-2] if a else x.shape[-1]
    rows = x.shape[-1] if a else x.shape[-2]
    batch = x.shape[:-2]
    shaped = [
        k for k in w.pool
        if k.dtype == x.dtype and k.shape[:-2] == batch and len(k.shape) == len(x.shape)
        and k.shape[-1 if b else -2] == inner
    ]  # fmt: skip
    if shaped and w.chance(60):
        known: Known | None = w.choose(shaped)
        y: Any = known.ref
        columns = known.shape[-2 if b else -1]
    else:
        known, columns = None, w.integer(1, 3)
        y = w.array(x.dtype, (*batch, *((columns, inner) if b else (inner, columns))))
    kwargs = tuple((key, True) for key, on in (("transpose_a", a), ("transpose_b", b)) if on)
    api = w.choose(["matmul", "matmul", "linalg.matmul", "operator.matmul"])
    if api == "operator.matmul" and kwargs:
        api = "matmul"
    named = () if api == "operator.matmul" else w.name()
    w.result(Call(api, (x.ref, y), kwargs + named), [x, known], x.dtype, (*batch, rows, columns))


EINSUMS = {
    1: "i-> i->i i,i-> i,j->ij i,i->i",
    2: "ij->ji ij-> ij->i ij,jk->ik ij,kj->ik ij,ij-> ij,jk ij,j->i ii->i ii-> ...j->...",
    3: "bij->bji bij,bjk->bik bij,jk->bik ijk->ik ...ij,...jk->...ik bij,bij->b",
}


def einsum(w: Writer) -> None:
    x = w.operand(("float32", "float64", "int32"), (1, 2, 3))
    equation = w.choose(EINSUMS[len(x.shape)].split())
    inputs, _, _ = equation.partition("->")
    first, _, second = inputs.partition(",")
    sizes: dict[str, int] = {}
    for label, size in zip(reversed(first.replace("...", "")), reversed(x.shape), strict=False):
        if sizes.setdefault(label, size) != size:
            equation, second = "ij->ji", ""
            break
    args: tuple[Any, ...] = (equation, x.ref)
    if second:
        leading = x.shape[: len(x.shape) - 2] if "..." in second else ()
        labels = second.replace("...", "")
        shape = leading + tuple(sizes.setdefault(label, w.integer(1, 3)) for label in labels)
        args += (w.array(x.dtype, shape),)
    # The shape is found by NumPy: einsum of ones.
    arrays = [np.ones(x.shape), *(np.ones(a.shape) for a in args[2:])]
    shape = np.shape(np.einsum(equation, *arrays))
    api = w.choose(["einsum", "linalg.einsum"])
    w.result(Call(api, args, w.name()), [x], x.dtype, shape)


def tensordot(w: Writer) -> None:
    x = w.operand(("float32", "float64", "int32"), (1, 2, 3))
    kind = w.choose(["count", "one", "lists"])
    rank = len(x.shape)
    extra = tuple(w.integer(1, 3) for _ in range(w.integer(0, 2)))
    if kind == "count":
        count = w.integer(0, min(2, rank))
        axes: Any = count
        y_shape = x.shape[rank - count :] + extra
        shape = x.shape[: rank - count] + extra
    elif kind == "one" or rank < 2:
        axis = w.integer(0, rank - 1)
        axes = [[axis], [0]]
        y_shape = (x.shape[axis], *extra)
        shape = x.shape[:axis] + x.shape[axis + 1 :] + extra
    else:
        axes = [[rank - 1, 0], [0, 1]]
        y_shape = (x.shape[-1], x.shape[0], *extra)
        shape = x.shape[1:-1] + extra
    y = w.array(x.dtype, y_shape)
    w.result(Call("tensordot", (x.ref, y, axes), w.name()), [x], x.dtype, shape)


WRITERS: list[tuple[int, Callable[[Writer], None]]] = [
    (3, matrix_product),
    (2, einsum),
    (2, tensordot),
]
