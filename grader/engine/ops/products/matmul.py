"""Products of matrices and of batches of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.shape_algebra import (
    Shape,
    at_least_rank,
    broadcast,
    merge_dimension,
    with_rank,
)
from grader.engine.ops.common.tangent_helpers import bilinear
from grader.engine.ops.common.types import NUMBERS
from grader.engine.registry import define, flag, gradient_of, one_of

__all__ = ["matmul"]

# Kernels ------------------------------------------------------------------------------------------


def half_to_single(x: np.ndarray) -> np.ndarray:
    return x.astype(np.float32) if x.dtype.itemsize == 2 and x.dtype.kind not in "iu" else x


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a @ b in their type. Half precision is multiplied in single precision, as in TensorFlow."""
    if a.dtype.itemsize == 2 and a.dtype.kind not in "iu":
        return np.matmul(a.astype(np.float32), b.astype(np.float32)).astype(a.dtype)
    return np.matmul(a, b)


def matmul_kernel(node: Any, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product of two matrices, either of them transposed first."""
    for name, matrix in (("a", a), ("b", b)):
        if matrix.ndim != 2:
            raise invalid(
                f"In[{'ab'.index(name)}] and In[{1 - 'ab'.index(name)}] has different ndims or "
                f"is no matrix: {list(a.shape)} vs. {list(b.shape)}"
            )
    a = a.T if node.attrs["transpose_a"] else a
    b = b.T if node.attrs["transpose_b"] else b
    if a.shape[1] != b.shape[0]:
        raise invalid(
            f"Matrix size-incompatible: In[0]: {list(node_shape(a, node, 'transpose_a'))}, "
            f"In[1]: {list(node_shape(b, node, 'transpose_b'))}"
        )
    return multiply(a, b)


def node_shape(matrix: np.ndarray, node: Any, flag_name: str) -> tuple[int, ...]:
    """The shape of the input, before it was transposed."""
    return matrix.shape[::-1] if node.attrs[flag_name] else matrix.shape


def batch_matmul_kernel(node: Any, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Products of the last two axes; the others broadcast. `adj` takes the conjugate transpose."""
    for position, matrix in enumerate((x, y)):
        if matrix.ndim < 2:
            raise invalid(f"In[{position}] ndims must be >= 2: {matrix.ndim}")
    x = np.conj(np.swapaxes(x, -1, -2)) if node.attrs["adj_x"] else x
    y = np.conj(np.swapaxes(y, -1, -2)) if node.attrs["adj_y"] else y
    if x.shape[-1] != y.shape[-2]:
        raise invalid(
            f"Matrix size-incompatible: In[0] mismatch In[1] shape: {x.shape[-1]} vs. "
            f"{y.shape[-2]}: {list(x.shape)} {list(y.shape)}"
        )
    try:
        np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    except ValueError:
        raise invalid(
            f"In[0] and In[1] must have compatible batch dimensions: {list(x.shape)} vs. "
            f"{list(y.shape)}"
        ) from None
    return multiply(x, y)


def matmul_work(op: Any, shapes: Any) -> int:
    """Multiplications and additions: rows x inner x columns, for every matrix of the batch."""
    a, b = shapes[0], shapes[1]
    transposed = op.get_attr("transpose_b" if op.type == "MatMul" else "adj_y")
    columns = b[-2 if transposed else -1] if len(b) >= 2 else 1
    batch = np.prod(b[:-2], dtype=object) if len(b) > 2 else 1
    return int(np.prod(a, dtype=object) * columns * batch)


# Shapes and entries -------------------------------------------------------------------------------


def matrix_product(c: Any) -> Shape:
    a, b = with_rank(c.shape(0), 2), with_rank(c.shape(1), 2)
    rows, inner = a[::-1] if c.attr("transpose_a") else a
    other, columns = b[::-1] if c.attr("transpose_b") else b
    merge_dimension(inner, other)
    return (rows, columns)


def batched_matrix_product(c: Any) -> Shape:
    a, b = at_least_rank(c.shape(0), 2), at_least_rank(c.shape(1), 2)
    if a is None or b is None:
        return None
    rows, inner = a[:-3:-1] if c.attr("adj_x") else a[-2:]
    other, columns = b[:-3:-1] if c.attr("adj_y") else b[-2:]
    batch = broadcast(a[:-2], b[:-2])
    merge_dimension(inner, other)
    return (*(batch or ()), rows, columns)


define(
    "MatMul",
    "a: T, b: T -> product: T",
    transpose_a=flag(False),
    transpose_b=flag(False),
    T=one_of(NUMBERS - {d.int8, d.int16}),
    grad_a=flag(False),
    grad_b=flag(False),
    shape=infer(matrix_product),
    kernel=matmul_kernel,
    work=matmul_work,
)
define(
    "BatchMatMulV2",
    "x: T, y: T -> output: T",
    T=one_of(NUMBERS - {d.int8}),
    adj_x=flag(False),
    adj_y=flag(False),
    grad_x=flag(False),
    grad_y=flag(False),
    shape=infer(batched_matrix_product),
    kernel=batch_matmul_kernel,
    work=matmul_work,
)

# The public function ------------------------------------------------------------------------------


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """The matrix product a @ b; axes before the last two are batches.

    transpose_a, adjoint_a: multiplies by the transpose (the conjugate transpose) of a; b likewise.
    """
    with name_scope(name, "MatMul", [a, b]) as scope:
        for label, transposed, adjoint in (
            ("a", transpose_a, adjoint_a),
            ("b", transpose_b, adjoint_b),
        ):
            if transposed and adjoint:
                raise ValueError(
                    f"Only one of `transpose_{label}` and `adjoint_{label}` can be True."
                )
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, name="b", dtype_hint=a.dtype.base_dtype)
        if any(x.shape.rank is None or x.shape.rank > 2 for x in (a, b)):
            a = tf.conj(a) if transpose_a else a
            b = tf.conj(b) if transpose_b else b
            return apply(
                "BatchMatMulV2",
                scope,
                x=a,
                y=b,
                adj_x=adjoint_a or transpose_a,
                adj_y=adjoint_b or transpose_b,
                grad_x=grad_a,
                grad_y=grad_b,
            )
        a = tf.conj(a) if adjoint_a else a
        b = tf.conj(b) if adjoint_b else b
        return apply(
            "MatMul",
            scope,
            a=a,
            b=b,
            transpose_a=transpose_a or adjoint_a,
            transpose_b=transpose_b or adjoint_b,
            grad_a=grad_a,
            grad_b=grad_b,
        )


# Rules of differentiation: a product is linear in each factor -------------------------------------

# For each (first transposed, second transposed): the factors of both gradients. `g` is the incoming
# gradient; a star marks a transposed factor.
FACTORS = {
    (False, False): ("g b*", "a* g"),
    (False, True): ("g b", "g* a"),
    (True, False): ("b g*", "a g"),
    (True, True): ("b* g*", "g* a*"),
}


def _products(op: Any, gradient: Any, flags: tuple[str, str], own: tuple[str, str]) -> list[Any]:
    """Both gradients of a product of matrices. own: attributes that mark the gradient of a, and of b."""
    names = [one.name for one in op.definition.inputs]
    tensors = {"a": op.inputs[0], "b": op.inputs[1], "g": gradient}
    if op.type == "MatMul":
        tensors |= {name: tf.conj(tensors[name]) for name in "ab"}
    found = []
    for formula, mark in zip(
        FACTORS[op.get_attr(flags[0]), op.get_attr(flags[1])], own, strict=True
    ):
        arguments: dict[str, Any] = {mark: True}
        for factor, name, transposed in zip(formula.split(), names, flags, strict=True):
            arguments |= {name: tensors[factor[0]], transposed: factor.endswith("*")}
        found.append(apply(op.type, name="MatMul", **arguments))
    return found


@gradient_of("MatMul")
def _matmul(op: Any, gradient: Any) -> Any:
    return _products(op, gradient, ("transpose_a", "transpose_b"), ("grad_a", "grad_b"))


@gradient_of("BatchMatMulV2")
def _batch_matmul(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    of_x, of_y = _products(op, gradient, ("adj_x", "adj_y"), ("grad_x", "grad_y"))
    batches = [_batch(x), _batch(y)]
    plain = x.shape.rank is not None and x.shape.rank <= 2 and (y.shape.rank or 3) <= 2
    known = all(batch.is_fully_defined() for batch in batches)
    if plain or (known and batches[0].as_list() == batches[1].as_list()):
        return of_x, of_y
    sizes = tf.shape(x), tf.shape(y)
    axes = apply("BroadcastGradientArgs", s0=sizes[0][:-2], s1=sizes[1][:-2])
    of_x = tf.reshape(tf.reduce_sum(of_x, axes[0]), sizes[0])
    return of_x, tf.reshape(tf.reduce_sum(of_y, axes[1]), sizes[1])


def _batch(x: Any) -> TensorShape:
    return x.shape[:-2] if x.shape.rank is not None else TensorShape(None)


bilinear("x y", "BatchMatMulV2")
bilinear("a b", "MatMul")
