"""Running sums and products: tf.cumsum, tf.cumprod."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.public import described
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX, NUMBERS
from grader.engine.registry import define, flag, gradient_of, one_of, tangent_of

__all__ = ["cumprod", "cumsum"]

# Kernels and entries ------------------------------------------------------------------------------


def scan_kernel(accumulate: Callable[..., Any], start: int) -> Callable[..., Any]:
    """A kernel for Cumsum or Cumprod. `exclusive` starts with `start`; `reverse` runs backwards."""

    def kernel(node: Any, x: np.ndarray, axis: np.ndarray) -> Any:
        if not -x.ndim <= axis < x.ndim:
            raise invalid(
                f"ScanOp: Expected scan axis in the range [{-x.ndim}, {x.ndim}), "
                f"but got {int(axis)}"
            )
        values = np.moveaxis(x, int(axis), 0)
        if node.attrs["reverse"]:
            values = values[::-1]
        if node.attrs["exclusive"] and len(values):
            values = np.concatenate([np.full_like(values[:1], start), values[:-1]])
        result = accumulate(values, axis=0, dtype=x.dtype)
        if node.attrs["reverse"]:
            result = result[::-1]
        return np.ascontiguousarray(np.moveaxis(result, 0, int(axis)))

    return kernel


for _type, _accumulate, _start in (("Cumsum", np.cumsum, 0), ("Cumprod", np.cumprod, 1)):
    define(
        _type,
        "x: T, axis: Tidx -> out: T",
        exclusive=flag(False),
        reverse=flag(False),
        T=one_of(NUMBERS),
        Tidx=one_of(INDEX, d.int32),
        shape=infer(unchanged),
        kernel=scan_kernel(_accumulate, _start),
    )


# Public functions ---------------------------------------------------------------------------------


def scan(op_type: str, text: str) -> Callable[..., Tensor]:
    """A public function of running sums or products."""

    def function(
        x: Any,
        axis: Any = 0,
        exclusive: bool = False,
        reverse: bool = False,
        name: str | None = None,
    ) -> Tensor:
        with name_scope(name, op_type, [x]) as scope:
            x = convert_to_tensor(x, name="x")
            return apply(op_type, scope, x=x, axis=axis, exclusive=exclusive, reverse=reverse)

    text = f"{text} along an axis; `exclusive` leaves out the element itself."
    return described(function, op_type.lower(), text)


cumsum = scan("Cumsum", "Running sums")
cumprod = scan("Cumprod", "Running products")

# Rules of differentiation -------------------------------------------------------------------------


def _running(op: Any) -> dict[str, Any]:
    return {"exclusive": op.get_attr("exclusive"), "reverse": op.get_attr("reverse")}


@gradient_of("Cumsum")
def _cumsum(op: Any, gradient: Any) -> Any:
    how = _running(op)
    found = cumsum(gradient, op.inputs[1], how["exclusive"], not how["reverse"])
    return found, None


@gradient_of("Cumprod")
def _cumprod(op: Any, gradient: Any) -> Any:
    x, axis = op.inputs
    how = _running(op)
    product = cumprod(x, axis, **how)
    sums = cumsum(product * gradient, axis, how["exclusive"], not how["reverse"])
    return tf.div_no_nan(sums, x), None


linear("x", "Cumsum")


@tangent_of("Cumprod")
def _running_product(op: Any, tangent: Any, _: Any = None) -> Any:
    shares = apply(
        "Cumsum",
        x=tangent / op.inputs[0],
        axis=op.inputs[1],
        exclusive=op.get_attr("exclusive"),
        reverse=op.get_attr("reverse"),
    )
    return op.outputs[0] * shares
