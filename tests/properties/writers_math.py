"""Writers of element-wise mathematics, comparisons, reductions and products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .pool import FLOATS, NARROW, NUMBERS, Known, Writer, dtype_argument, literal
from .programs import Call

# API names with the dtypes they take. Aliases stand beside the plain names.
UNARY: dict[str, tuple[str, ...]] = {
    "abs": NUMBERS,
    "negative": NUMBERS,
    "sign": NUMBERS,
    "square": NUMBERS,
    "math.square": NUMBERS,
    "sqrt": FLOATS,
    "rsqrt": FLOATS,
    "exp": FLOATS,
    "log": FLOATS,
    "log1p": FLOATS,
    "expm1": FLOATS,
    "math.exp": FLOATS,
    "math.log": FLOATS,
    "reciprocal": FLOATS,
    "sin": FLOATS,
    "cos": FLOATS,
    "tan": FLOATS,
    "tanh": FLOATS,
    "sinh": FLOATS,
    "cosh": FLOATS,
    "asin": FLOATS,
    "acos": FLOATS,
    "atan": FLOATS,
    "asinh": FLOATS,
    "acosh": FLOATS,
    "atanh": FLOATS,
    "sigmoid": FLOATS,
    "nn.sigmoid": FLOATS,
    "nn.tanh": FLOATS,
    "nn.softplus": FLOATS,
    "nn.relu": NUMBERS,
    "nn.relu6": FLOATS,
    "nn.elu": FLOATS,
    "nn.softsign": FLOATS,
    "erf": FLOATS,
    "floor": FLOATS,
    "ceil": FLOATS,
    "math.ceil": FLOATS,
    "round": NUMBERS,
    "rint": ("float32", "float64"),
    "operator.neg": NUMBERS,
    "operator.abs": NUMBERS,
    "identity": (*NUMBERS, "bool", "string"),
    "stop_gradient": NUMBERS,
    "zeros_like": (*NUMBERS, "bool"),
    "ones_like": (*NUMBERS, "bool"),
    "nn.l2_loss": FLOATS,
    "nn.softmax": FLOATS,
    "nn.log_softmax": FLOATS,
}
PREDICATES: dict[str, tuple[str, ...]] = {
    "is_nan": FLOATS,
    "is_inf": FLOATS,
    "is_finite": FLOATS,
    "math.is_nan": FLOATS,
    "logical_not": ("bool",),
    "operator.invert": ("bool",),
}
BINARY: dict[str, tuple[str, ...]] = {
    "add": NUMBERS,
    "subtract": NUMBERS,
    "multiply": NUMBERS,
    "divide": NUMBERS,
    "truediv": NUMBERS,
    "div": NUMBERS,
    "div_no_nan": ("float32", "float64"),
    "floordiv": NUMBERS,
    "floor_div": NUMBERS,
    "mod": NUMBERS,
    "floormod": NUMBERS,
    "pow": FLOATS,
    "maximum": NUMBERS,
    "minimum": NUMBERS,
    "squared_difference": NUMBERS,
    "atan2": FLOATS,
    "math.add": NUMBERS,
    "math.multiply": NUMBERS,
    "operator.add": (*NUMBERS, *NARROW),
    "operator.sub": (*NUMBERS, *NARROW),
    "operator.mul": (*NUMBERS, *NARROW),
    "operator.truediv": NUMBERS,
    "operator.floordiv": NUMBERS,
    "operator.mod": NUMBERS,
    "operator.pow": FLOATS,
    "logical_and": ("bool",),
    "logical_or": ("bool",),
    "logical_xor": ("bool",),
    "operator.and_": ("bool",),
    "operator.or_": ("bool",),
    "operator.xor": ("bool",),
    "math.subtract": NUMBERS,
    "math.pow": FLOATS,
}
COMPARISONS: dict[str, tuple[str, ...]] = {
    "equal": (*NUMBERS, "bool", "string"),
    "not_equal": (*NUMBERS, "bool", "string"),
    "less": NUMBERS,
    "less_equal": NUMBERS,
    "greater": NUMBERS,
    "greater_equal": NUMBERS,
    "operator.lt": NUMBERS,
    "operator.le": NUMBERS,
    "operator.gt": NUMBERS,
    "operator.ge": NUMBERS,
    "math.equal": NUMBERS,
}
REDUCTIONS: dict[str, tuple[str, ...]] = {
    "reduce_sum": NUMBERS, "reduce_mean": NUMBERS, "reduce_prod": NUMBERS, "reduce_max": NUMBERS,
    "reduce_min": NUMBERS, "reduce_all": ("bool",), "reduce_any": ("bool",), "reduce_logsumexp": FLOATS,
    "math.reduce_sum": NUMBERS,
    "norm": ("float32", "float64"),
}  # fmt: skip


def unary(w: Writer) -> None:
    api = w.choose(list(UNARY))
    x = w.operand(UNARY[api])
    shape = () if api == "nn.l2_loss" else x.shape
    named = () if api.startswith("operator.") else w.name()
    w.result(Call(api, (x.ref,), named), [x], x.dtype, shape)


def predicate(w: Writer) -> None:
    api = w.choose(list(PREDICATES))
    x = w.operand(PREDICATES[api])
    w.result(Call(api, (x.ref,)), [x], "bool", x.shape)


def partner(w: Writer, x: Known) -> tuple[Any, tuple[int, ...], Known | None]:
    """Something to combine with `x`: a value, a number, an array or a list, broadcastable with it."""
    fitting = [k for k in w.pool if k.dtype == x.dtype and broadcastable(k.shape, x.shape)]
    kind = w.choose(["value", "value", "value", "number", "number", "array", "list"])
    if kind == "value" and fitting:
        y = w.choose(fitting[-8:])
        return y.ref, y.shape, y
    if kind == "number" or x.dtype in ("bool", "string"):
        return literal(x.dtype, w.integer(-3, 5)), (), None
    shape = x.shape[w.integer(0, len(x.shape)) :]
    array = w.array(x.dtype, shape)
    if kind == "list" and x.dtype not in NARROW and 0 not in shape:
        return array.numpy().tolist(), shape, None
    return array, shape, None


def broadcastable(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    try:
        np.broadcast_shapes(one, other)
    except ValueError:
        return False
    return True


def binary_from(table: dict[str, tuple[str, ...]], result: str | None) -> Callable[[Writer], None]:
    def write(w: Writer) -> None:
        api = w.choose(list(table))
        x = w.operand(table[api])
        y, y_shape, y_known = partner(w, x)
        args = (y, x.ref) if w.chance(30) else (x.ref, y)
        named = () if api.startswith("operator.") else w.name()
        dtype = result or x.dtype
        if "truediv" in api or api == "divide":
            dtype = {"int32": "float64", "int64": "float64"}.get(dtype, dtype)
        shape = np.broadcast_shapes(x.shape, y_shape)
        w.result(Call(api, args, named), [x, y_known], dtype, shape)

    return write


def reduction(w: Writer) -> None:
    api = w.choose(list(REDUCTIONS))
    x = w.operand(REDUCTIONS[api])
    rank = len(x.shape)
    axes = list(range(-rank, rank))
    keyword = w.choose(["axis", "axis", "axis", "reduction_indices", "positional"])
    kind = w.choose(["none", "one", "one", "list"]) if rank else "none"
    axis: Any = None
    if kind == "one":
        axis = w.choose(axes)
    elif kind == "list":
        axis = sorted({w.choose(range(rank)) for _ in range(2)})
    keep = w.choose([None, None, False, True])
    args: tuple[Any, ...] = (x.ref,)
    kwargs: tuple[tuple[str, Any], ...] = w.name()
    if api == "norm":
        keyword = "axis"
    if api == "norm" and isinstance(axis, list):
        axis = axis[0]
    if axis is not None and keyword == "positional":
        args += (axis,)
    elif axis is not None:
        kwargs += ((keyword, axis),)
    if keep is not None:
        old = api in ("reduce_sum", "reduce_mean", "reduce_max", "reduce_all") and w.chance(20)
        kwargs += (("keep_dims" if old else "keepdims", keep),)
    removed = (
        {a % rank for a in (axis if isinstance(axis, list) else [axis])}
        if axis is not None
        else set(range(rank))
    )
    shape = tuple(
        1 if i in removed else n for i, n in enumerate(x.shape) if keep or i not in removed
    )
    w.result(Call(api, args, kwargs), [x], x.dtype, shape)


def position_of_extreme(w: Writer) -> None:
    api = w.choose(["argmax", "argmin", "math.argmax"])
    x = w.operand(NUMBERS, range(1, 4))
    axis = w.choose([None, 0, -1])
    kwargs = () if axis is None else ((w.choose(["axis", "dimension"]), axis),)
    dtype = w.choose([None, "int32", "int64"])
    if dtype:
        kwargs += (("output_type", dtype_argument(dtype)),)
    removed = (axis or 0) % len(x.shape)
    shape = x.shape[:removed] + x.shape[removed + 1 :]
    w.result(Call(api, (x.ref,), kwargs + w.name()), [x], dtype or "int64", shape)


def scan(w: Writer) -> None:
    api = w.choose(["cumsum", "cumprod", "math.cumsum"])
    x = w.operand(NUMBERS, range(1, 4))
    kwargs = tuple((key, True) for key in ("exclusive", "reverse") if w.chance(30))
    axis = w.integer(-len(x.shape), len(x.shape) - 1)
    w.result(Call(api, (x.ref,), (("axis", axis), *kwargs)), [x], x.dtype, x.shape)


def sum_of_many(w: Writer) -> None:
    x = w.operand(NUMBERS)
    others = [k for k in w.pool if k.dtype == x.dtype and k.shape == x.shape]
    chosen = [x] + [w.choose(others) for _ in range(w.integer(0, 2)) if others]
    api = "add_n"
    w.result(Call(api, ([k.ref for k in chosen],), w.name()), chosen, x.dtype, x.shape)


def clip(w: Writer) -> None:
    x = w.operand(NUMBERS)
    low, high = sorted((w.integer(-3, 3), w.integer(-3, 3)))
    ends = (float(low), float(high)) if x.dtype in FLOATS else (low, high)
    w.result(Call("clip_by_value", (x.ref, *ends), w.name()), [x], x.dtype, x.shape)


def select(w: Writer) -> None:
    api = w.choose(["where", "where", "where_v2"])
    condition = w.operand(("bool",))
    fitting = [k for k in w.pool if k.shape == condition.shape]
    if not fitting or w.chance(30):
        x: Any = None
        array = w.array(w.choose(NUMBERS), condition.shape)
        args, dtype = (array, w.array(array.dtype, condition.shape)), array.dtype
    else:
        x = w.choose(fitting)
        same = [k for k in fitting if k.dtype == x.dtype]
        y = w.choose(same)
        w.result(
            Call(api, (condition.ref, x.ref, y.ref), w.name()), [condition, x, y], x.dtype, x.shape
        )
        return
    w.result(Call(api, (condition.ref, *args), w.name()), [condition], dtype, condition.shape)


def nonzero(w: Writer) -> None:
    condition = w.operand(("bool",))
    # How many rows come out is not known here: later writers see the value as a scalar sum of it.
    found = w.write(Call("where", (condition.ref,)))
    w.result(
        Call("reduce_sum", (found,), (("axis", 0),)), [condition], "int64", (len(condition.shape),)
    )


def cast(w: Writer) -> None:
    x = w.operand((*NUMBERS, "bool", *NARROW))
    shortcuts = {
        "to_float": "float32",
        "to_double": "float64",
        "to_int32": "int32",
        "to_int64": "int64",
    }
    api = w.choose(["cast", "cast", "cast", *shortcuts])
    if api != "cast":
        w.result(Call(api, (x.ref,), w.name()), [x], shortcuts[api], x.shape)
        return
    dtype = w.choose((*NUMBERS, "bool", *NARROW))
    if x.dtype in FLOATS and dtype not in (*FLOATS, "bool"):
        # Out of range, C++ leaves the result open: keep to what every integer type holds.
        limited = w.write(Call("clip_by_value", (x.ref, 0.0, 100.0)))
        finite = w.write(
            Call(
                "where",
                (
                    w.write(Call("is_nan", (limited,))),
                    w.write(Call("zeros_like", (limited,))),
                    limited,
                ),
            )
        )
        w.result(Call("cast", (finite, dtype_argument(dtype)), w.name()), [x], dtype, x.shape)
        return
    w.result(Call("cast", (x.ref, dtype_argument(dtype)), w.name()), [x], dtype, x.shape)


def text(w: Writer) -> None:
    kind = w.choose(["string_join", "strings.join"])
    x = w.operand(("string",))
    separator = w.choose([(), (("separator", "-"),)])
    w.result(Call(kind, ([x.ref, "end", x.ref],), separator), [x], "string", x.shape)


WRITERS: list[tuple[int, Callable[[Writer], None]]] = [
    (6, unary),
    (1, predicate),
    (10, binary_from(BINARY, None)),
    (2, binary_from(COMPARISONS, "bool")),
    (5, reduction),
    (1, position_of_extreme),
    (1, scan),
    (1, sum_of_many),
    (1, clip),
    (1, select),
    (1, nonzero),
    (2, cast),
    (1, text),
]
