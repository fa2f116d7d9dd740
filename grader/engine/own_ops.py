"""Operations of your own: one more entry in the table, for as long as this Python process lives.

    from grader import engine
    from grader.engine.own_ops import own_op

    double = own_op(
        "Double",
        "x: T -> y: T",
        shape=lambda x: x,
        kernel=lambda x: x + x,
        gradient=lambda op, g: g + g,
    )
    y = double(engine.placeholder(engine.float32, [3]))

The engine's own entries are trusted; an entry from a notebook is not: the results of its three functions
are checked, and an error says what raised it. The importer refuses graphs that run such Python code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from traceback import format_tb
from typing import Any

import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.types import FLOATS
from grader.engine.registry import GRADIENTS, TABLE, Attribute, define, one_of

__all__ = ["forget_own_ops", "kept_own_ops", "own_op"]

OWN: set[str] = set()


def own_op(
    op_type: str,
    signature: str,
    kernel: Callable[..., Any],
    shape: Callable[..., Any] | None = None,
    gradient: Callable[..., Any] | None = None,
    types: Sequence[Any] = (),
) -> Callable[..., Tensor]:
    """Adds an operation with one output to the table; returns the function that builds its nodes.

    op_type: a new name ("Double"). Reusing one of your own names replaces that operation, so that a
        notebook cell can be run twice; existing nodes keep their kernel.
    signature: inputs and output with their types, as the table's entries write them:
        "a: T, b: T -> product: T". T stands for one type, the same wherever it is written.
    kernel: arrays in, array out. It must not change its inputs, and its result has the type that
        the signature promises.
    shape: static shapes in (one TensorShape per input), static shape out. Without it, the output's
        shape is unknown before the run.
    gradient: the reverse rule `(op, g) -> gradients`. From the gradient of the output it builds, with
        the engine's functions, one gradient for each of `op.inputs` (None where nothing flows).
        Without it, asking for a gradient raises a LookupError.
    types: the types allowed for T ("float32", engine.float32); by default any floating type.

    The returned function takes the inputs in the signature's order, and `name=`.
    Raises ValueError for a name that the engine already uses, for one that is not made of letters, digits
    and underscores, and for a malformed signature.
    """
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", op_type):
        raise ValueError(
            f"{op_type!r} cannot be the type of an operation: take letters, digits and underscores, and "
            'begin with a letter, as in "LeakyRelu"'
        )
    if op_type in TABLE and op_type not in OWN:
        raise ValueError(f"the engine has an operation {op_type!r}; give yours another name")
    _forget(op_type)
    attributes: dict[str, Attribute] = {}
    if "T" in signature.replace(",", " ").replace("->", " ").split():
        attributes["T"] = one_of([dtypes.as_dtype(dtype) for dtype in types] or FLOATS)
    define(
        op_type,
        signature,
        shape=_shape_rule(op_type, shape),
        kernel=_kernel(op_type, kernel),
        gradient=None if gradient is None else _reverse_rule(op_type, gradient),
        importable=False,
        attributes=attributes,
    )
    OWN.add(op_type)
    entry = TABLE[op_type]
    if len(entry.outputs) != 1:
        _forget(op_type)
        raise ValueError(f"{signature!r} promises {len(entry.outputs)} outputs; own_op makes one")
    names = [argument.name for argument in entry.inputs]

    def build(*inputs: Any, name: str | None = None) -> Tensor:
        if len(inputs) != len(names):
            raise TypeError(
                f"{op_type} takes {len(names)} inputs ({', '.join(names)}), got {len(inputs)}"
            )
        for argument, value in zip(names, inputs, strict=True):
            _refuse_tensorflow(value, f"the input {argument} of {op_type}")
        return apply(op_type, name, **dict(zip(names, inputs, strict=True)))

    build.__name__ = build.__qualname__ = op_type
    build.__doc__ = f"Makes a node of the operation {op_type}: {signature}."
    return build


def forget_own_ops() -> None:
    """Removes all operations of `own_op` from the table."""
    for op_type in list(OWN):
        _forget(op_type)


@contextmanager
def kept_own_ops() -> Iterator[None]:
    """Undoes, at the end of the block, all changes that it made to own operations."""
    entries = {op_type: TABLE[op_type] for op_type in OWN}
    rules = {op_type: GRADIENTS[op_type] for op_type in OWN if op_type in GRADIENTS}
    try:
        yield
    finally:
        forget_own_ops()
        OWN.update(entries)
        TABLE.update(entries)
        GRADIENTS.update(rules)


def _forget(op_type: str) -> None:
    if op_type in OWN:
        OWN.discard(op_type)
        TABLE.pop(op_type, None)
        GRADIENTS.pop(op_type, None)


# ------------------------------------------------------------- the three functions, each checked


def _kernel(op_type: str, kernel: Callable[..., Any]) -> Callable[..., np.ndarray]:
    def run(node: Any, *inputs: Any) -> np.ndarray:
        try:
            result = np.asarray(kernel(*(_read_only(value) for value in inputs)))
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise invalid(f"the kernel of {op_type} raised {told}") from error
        promised = node.output_dtypes[0]
        if result.dtype != promised.as_numpy_dtype:
            raise invalid(
                f"the kernel of {op_type} returned {result.dtype}, but its signature promises "
                f"{promised.name}; return an array of the inputs' type"
            )
        static = node.operation.outputs[0].shape
        if not static.is_compatible_with(result.shape):
            raise invalid(
                f"the kernel of {op_type} returned an array of shape {result.shape}, but its shape "
                f"rule promised {static}"
            )
        return result

    return run


def _read_only(value: Any) -> np.ndarray:
    """The kernel's view of an input; other nodes need the same array unchanged."""
    view = np.asarray(value).view()
    view.flags.writeable = False
    return view


def _shape_rule(op_type: str, shape: Callable[..., Any] | None) -> Callable[[Any], TensorShape]:
    def rule(op: Any) -> TensorShape:
        if shape is None:
            return TensorShape(None)
        try:
            return TensorShape(shape(*(tensor.shape for tensor in op.inputs)))
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise ValueError(f"the shape rule of {op_type} raised {told}") from error

    return rule


def _counted(things: Sequence[Any], noun: str) -> str:
    return f"{len(things)} {noun}{'s' * (len(things) != 1)}"


def _reverse_rule(op_type: str, gradient: Callable[..., Any]) -> Callable[..., list[Any]]:
    def rule(op: Any, g: Any) -> list[Any]:
        what = f"the gradient of {op_type}"
        try:
            found = gradient(op, g)
        except Exception as error:
            if "/tensorflow/python/" in "".join(format_tb(error.__traceback__)):
                raise TypeError(
                    f"{what} called a function of TensorFlow on the engine's tensors; build it with "
                    "the engine's functions (`engine.expand_dims` and not `tf.expand_dims`)"
                ) from error
            if isinstance(error, NotImplementedError) and "to a numpy array" in str(error):
                raise TypeError(
                    f"{what} called a function of NumPy on tensors, which have no values yet; build it "
                    "with the engine's functions (`engine.reduce_sum` and not `np.sum`)"
                ) from error
            raise ValueError(f"{what} raised {type(error).__name__}: {error}") from error
        parts = list(found) if isinstance(found, (list, tuple)) else [found]
        if len(parts) != len(op.inputs):
            raise ValueError(
                f"{what} returned {_counted(parts, 'gradient')} for {_counted(op.inputs, 'input')}; "
                "return one for each, None where nothing flows"
            )
        for part, tensor in zip(parts, op.inputs, strict=True):
            _refuse_tensorflow(part, what)
            if isinstance(part, Tensor) and not part.shape.is_compatible_with(tensor.shape):
                raise ValueError(
                    f"{what} has the shape {part.shape} for an input of shape {tensor.shape}; a "
                    "gradient has the shape of its input"
                )
        return parts

    return rule


def _refuse_tensorflow(value: Any, what: str) -> None:
    """Raises TypeError for a tensor of TensorFlow: a graph cannot contain nodes of both."""
    if type(value).__module__.startswith("tensorflow."):
        raise TypeError(
            f"{what} is a tensor of TensorFlow; build it with the engine's functions "
            "(`engine.matmul` and not `tf.matmul`)"
        )
