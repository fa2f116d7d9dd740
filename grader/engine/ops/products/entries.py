"""Entries and kernels of products: matrices, batches of matrices, and Einstein summation."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.types import NUMBERS
from grader.engine.ops.products.shapes import batched_matrix_product, einsum, matrix_product
from grader.engine.registry import any_type, define, flag, number, one_of, string


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


# Einstein summation ------------------------------------------------------------------------


def einsum_kernel(node: Any, *inputs: np.ndarray) -> np.ndarray:
    """The sum over the labels missing from the output. Raises InvalidArgumentError."""
    equation = node.attrs["equation"]
    equation = equation.decode() if isinstance(equation, bytes) else equation
    arguments = [half_to_single(x) for x in inputs]
    require_labels(equation, inputs)
    terms, _, output = equation.partition("->")
    once = "".join(dict.fromkeys(output.replace("...", "0"))).replace("0", "...")
    try:
        result = np.asarray(np.einsum(f"{terms}->{once}", *arguments, optimize=len(inputs) > 2))
    except ValueError as error:
        raise invalid(f"{equation}: {error}") from None
    return on_diagonals(result, once, output).astype(inputs[0].dtype)


def on_diagonals(x: np.ndarray, once: str, output: str) -> np.ndarray:
    """x on the diagonal of the axes that share a label in the output ("i->ii"), zeros elsewhere."""
    if once == output:
        return x
    start, named = once.find("..."), once.replace("...", "")
    rest = x.ndim - len(named)
    shape = x.shape if start < 0 else x.shape[:start] + x.shape[start + rest :]
    sizes = dict(zip(named, shape, strict=True))
    before, _, after = output.partition("...")
    middle = x.shape[start : start + rest] if start >= 0 else ()
    result = np.zeros([*(sizes[n] for n in before), *middle, *(sizes[n] for n in after)], x.dtype)
    np.einsum(f"{output}->{once}", result)[...] = x  # a view of the diagonal
    return result


def half_to_single(x: np.ndarray) -> np.ndarray:
    return x.astype(np.float32) if x.dtype.itemsize == 2 and x.dtype.kind not in "iu" else x


def require_labels(equation: str, inputs: tuple[np.ndarray, ...]) -> None:
    """Checks that each label has one size: NumPy would broadcast a size of 1, TensorFlow does not."""
    sizes: dict[str, int] = {}
    for term, x in zip(equation.partition("->")[0].split(","), inputs, strict=True):
        named = term.replace("...", "")
        rest = x.ndim - len(named)
        if rest < 0 or (rest and "..." not in term):
            raise invalid(f"Expected input with {len(named)} dimensions for {term}, got {x.ndim}")
        start = term.find("...")
        shape = x.shape if start < 0 else x.shape[:start] + x.shape[start + rest :]
        for label, size in zip(named, shape, strict=True):
            if sizes.setdefault(label, size) != size:
                raise invalid(
                    f"Expected dimension {sizes[label]} at axis {named.index(label)} of the input "
                    f"shaped {list(x.shape)} but got dimension {size}"
                )


def einsum_work(op: Any, shapes: Any) -> int:
    """The product of the sizes of all labels, as many steps as plain nested loops take."""
    equation = op.get_attr("equation")
    equation = equation.decode() if isinstance(equation, bytes) else equation
    terms = equation.partition("->")[0].split(",")
    sizes: dict[str, int] = {}
    rest = 1
    for term, shape in zip(terms, shapes, strict=False):
        named = term.replace("...", "")
        if "..." in term:
            rest *= int(np.prod(shape, dtype=object))
        else:
            sizes |= dict(zip(named, shape, strict=False))
    return int(np.prod(list(sizes.values()), dtype=object)) * rest


define(
    "Einsum",
    "inputs: N * T -> output: T",
    equation=string(),
    N=number(minimum=1),
    T=any_type(),
    shape=infer(einsum),
    kernel=einsum_kernel,
    work=einsum_work,
)
