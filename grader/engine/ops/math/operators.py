"""Python's operators on tensors (and variables): + - * / // % ** @ & | ^ ~ < <= > >= abs() [].

Importing this module gives tensors their operators.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays.brackets import getitem
from grader.engine.ops.math import arithmetic, comparisons, division, powers
from grader.engine.ops.products.matmul import matmul

Binary = Callable[..., Tensor]


def plus(x: Any, y: Any, name: str | None = None) -> Tensor:
    if not isinstance(y, Tensor):
        y = convert_to_tensor(y, name="y", dtype_hint=x.dtype.base_dtype)
    return apply("Add" if x.dtype == d.string else "AddV2", name, x=x, y=y)


def times(x: Any, y: Any, name: str | None = None) -> Tensor:
    if any(isinstance(value, Tensor) and value.dtype == d.bool for value in (x, y)):
        whole = [apply("Cast", x=value, DstT=d.int32) for value in (x, y)]
        return apply("Cast", x=arithmetic.multiply(*whole, name=name), DstT=d.bool)
    return arithmetic.multiply(x, y, name=name)


def both(x: Any, y: Any, name: str | None = None) -> Tensor:
    return (
        comparisons.logical_and(x, y, name) if x.dtype == d.bool else apply("BitwiseAnd", x=x, y=y)
    )


def either(x: Any, y: Any, name: str | None = None) -> Tensor:
    return comparisons.logical_or(x, y, name) if x.dtype == d.bool else apply("BitwiseOr", x=x, y=y)


def one_of_both(x: Any, y: Any, name: str | None = None) -> Tensor:
    return (
        comparisons.logical_xor(x, y, name) if x.dtype == d.bool else apply("BitwiseXor", x=x, y=y)
    )


def invert(x: Any, name: str | None = None) -> Tensor:
    return comparisons.logical_not(x, name) if x.dtype == d.bool else apply("Invert", name, x=x)


def matrix_product(x: Any, y: Any, name: str | None = None) -> Tensor:
    return matmul(x, y, name=name)


# Operator -> function. The node is named after the operator: `add`, `add_1`.
BINARY: dict[str, Binary] = {
    "add": plus,
    "and": both,
    "div": division.div,
    "floordiv": division.floordiv,
    "matmul": matrix_product,
    "mod": division.scoped_mod,
    "mul": times,
    "or": either,
    "pow": powers.pow,
    "sub": arithmetic.subtract,
    "truediv": division.truediv,
    "xor": one_of_both,
}
COMPARISONS: dict[str, Binary] = {
    "lt": comparisons.less,
    "le": comparisons.less_equal,
    "gt": comparisons.greater,
    "ge": comparisons.greater_equal,
}
UNARY: dict[str, Callable[..., Tensor]] = {
    "neg": arithmetic.negative,
    "abs": arithmetic.abs,
    "invert": invert,
}


def forward(operator: str, function: Binary) -> Callable[[Any, Any], Any]:
    """`x + y` where x is the tensor. If that fails, y's reflected operator has a try."""
    reflected = f"__r{operator}__"

    def method(x: Any, y: Any) -> Any:
        with name_scope(None, operator, [x, y]) as scope:
            try:
                return function(x, y, name=scope)
            except (TypeError, ValueError) as error:
                other = getattr(type(y), reflected, None)
                if other is None:
                    raise
                try:
                    result = getattr(y, reflected)(x)
                except (TypeError, ValueError):
                    raise error from None
                if result is NotImplemented:
                    raise
                return result

    return method


def backward(operator: str, function: Binary) -> Callable[[Any, Any], Any]:
    """`y + x` where x is the tensor, and y on the left is not."""

    def method(x: Any, y: Any) -> Any:
        with name_scope(None, operator, [y, x]) as scope:
            y = convert_to_tensor(y, dtype=x.dtype.base_dtype, name="x")
            return function(y, x, name=scope)

    return method


def without_name(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda *values: function(*values)


for _operator, _function in BINARY.items():
    Tensor._override_operator(f"__{_operator}__", forward(_operator, _function))
    Tensor._override_operator(f"__r{_operator}__", backward(_operator, _function))
for _operator, _function in (*COMPARISONS.items(), *UNARY.items()):
    Tensor._override_operator(f"__{_operator}__", without_name(_function))
Tensor._override_operator("__getitem__", getitem)
