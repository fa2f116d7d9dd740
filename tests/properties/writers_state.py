"""Writers of sources (constants, placeholders) and of state (variables, assignments)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .pool import COMMON, SHAPES, Known, Writer, dtype_argument, merge
from .programs import Call

NARROW_OR_TEXT = ("uint8", "int8", "int16", "string")


def constant(w: Writer) -> None:
    """A constant from a number, a list, or an array; a dtype or a shape given or not."""
    kind = w.choose(["number", "number", "list", "array", "array", "filled", "rare"])
    named = w.name()
    if kind == "number":
        value = w.choose([0, 1, 2, 3, 42, -1, 1.5, 2.0, -0.5, True, "text", b"bytes"])
        dtype = {int: "int32", float: "float32", bool: "bool", str: "string", bytes: "string"}
        if type(value) is int and w.chance(40):
            chosen = w.choose(["float32", "float64", "int64", "float16", "uint8"])
            if value >= 0:
                ref = w.write(
                    Call("constant", (value,), (("dtype", dtype_argument(chosen)), *named))
                )
                w.source(Known(ref, chosen, ()))
                return
        w.source(Known(w.write(Call("constant", (value,), named)), dtype[type(value)], ()))
    elif kind == "list":
        shape = w.choose([s for s in SHAPES if 0 not in s])
        dtype = w.choose(["float32", "int32", "bool"])
        value = w.array(dtype, shape).numpy().tolist()
        w.source(Known(w.write(Call("constant", (value,), named)), dtype, shape))
    elif kind == "filled":
        shape = w.choose([(3,), (2, 2), ()])
        value = w.choose([0, 7, 2.5])
        ref = w.write(Call("constant", (value,), (("shape", list(shape)), *named)))
        w.source(Known(ref, "float32" if isinstance(value, float) else "int32", shape))
    else:
        dtype = w.choose(NARROW_OR_TEXT if kind == "rare" else COMMON)
        w.constant(dtype, w.choose(SHAPES))


def placeholder(w: Writer) -> None:
    """A placeholder with a static shape that is known, partly known, or unknown."""
    dtype = w.choose(COMMON)
    shape = w.choose(SHAPES)
    static: Any = [None if w.chance(35) else n for n in shape]
    if w.chance(15):
        static = None
    args: tuple[Any, ...] = (dtype_argument(dtype),)
    if static is not None or w.chance(50):
        args += (static,)
    ref = w.write(Call("placeholder", args, w.name()))
    w.source(Known(ref, dtype, shape))
    w.feeds.append((ref, w.array(dtype, shape)))


def default_placeholder(w: Writer) -> None:
    dtype, shape = w.choose(("float32", "int32")), w.choose(SHAPES)
    static = [None if w.chance(35) else n for n in shape]
    ref = w.write(Call("placeholder_with_default", (w.array(dtype, shape), static), w.name()))
    w.source(Known(ref, dtype, shape))


def variable(w: Writer) -> None:
    """A variable from an array, a number or a tensor."""
    kind = w.choose(["array", "array", "number", "tensor"])
    kwargs = w.name()
    if w.chance(20):
        kwargs += (("trainable", False),)
    fitting = [
        k
        for k in w.pool
        if not (k.reads or k.effects or k.racy) and k.dtype != "string" and 0 not in k.shape
    ]
    if kind == "tensor" and fitting:
        source = w.choose(fitting)
        initial, dtype, shape = source.ref, source.dtype, source.shape
    elif kind == "number":
        initial, dtype, shape = w.choose(
            [(3, "int32", ()), (1.5, "float32", ()), ([1, 2], "int32", (2,))]
        )
    else:
        # Without elements, TensorFlow takes a variable for initialized before it is.
        dtype, shape = w.choose(COMMON), w.choose([s for s in SHAPES if 0 not in s])
        initial = w.array(dtype, shape)
    ref = w.write(Call("Variable", (initial,), kwargs))
    known = Known(ref, dtype, shape, reads=frozenset([ref.index]))
    w.variables.append(known)
    w.add(known)


def assignment(w: Writer) -> None:
    """Assigns to a variable, and reads it after the assignment by a control dependency."""
    if not w.variables:
        variable(w)
    target = w.choose(w.variables)
    numeric = target.dtype in ("float32", "float64", "int32", "int64", "float16")
    apis = ["assign", "assign_add", "assign_sub"] if numeric else ["assign"]
    api = w.choose(apis + ["." + name for name in apis])
    fitting = [
        k for k in w.pool
        if k.dtype == target.dtype and k.shape == target.shape and not k.effects and not k.racy
        and k.ref != target.ref
    ]  # fmt: skip
    source = w.choose(fitting) if fitting and w.chance(60) else None
    value: Any = source.ref if source else w.array(target.dtype, target.shape)
    ref = w.write(Call(api, (target.ref, value)))
    touched = merge([k for k in [source, *(k for level in w.controls for k in level)] if k])
    effect = replace(
        touched, ref=ref, dtype=target.dtype, shape=target.shape,
        effects=touched.effects | {target.ref.index}, reads=touched.reads | target.reads,
        # An assigned value that reads the variable itself, or a control input that changes it, races.
        racy=touched.racy or target.ref.index in touched.effects | touched.reads,
    )  # fmt: skip
    w.add(effect)
    if w.chance(60) and not effect.racy:
        w.enter("control_dependencies", [ref])
        read = w.write(Call(".read_value", (target.ref,)))
        w.leave()
        w.add(replace(effect, ref=read))


SOURCES: list[Callable[[Writer], None]] = [constant, constant, placeholder, placeholder, variable]
WRITERS: list[tuple[int, Callable[[Writer], None]]] = [
    (4, constant),
    (4, placeholder),
    (1, default_placeholder),
    (2, variable),
    (2, assignment),
]
