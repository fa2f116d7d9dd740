"""Public products: tf.matmul, tf.einsum, tf.tensordot."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sizes import rank as rank_of
from grader.engine.ops.arrays.sizes import shape as shape_of
from grader.engine.ops.math.arithmetic import conj
from grader.engine.ops.math.choices import where
from grader.engine.ops.reductions.functions import reduce_prod

__all__ = ["einsum", "matmul", "tensordot"]


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
            a = conj(a) if transpose_a else a
            b = conj(b) if transpose_b else b
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
        a = conj(a) if adjoint_a else a
        b = conj(b) if adjoint_b else b
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


# Einstein summation --------------------------------------------------------------------------

ELLIPSIS = "0"  # replaces `...` while an equation is parsed


def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Tensor:
    """The sum of products over the labels missing from the output: "ij,jk->ik" is a matrix product.

    Three or more inputs are contracted in pairs, in the order that `optimize` ("greedy") finds.
    Raises ValueError if the equation does not match the inputs.
    """
    name, optimize = kwargs.pop("name", None), kwargs.pop("optimize", "greedy")
    if kwargs:
        raise TypeError(
            f"Invalid keyword arguments for einsum: {', '.join(kwargs)}. "
            "Valid arguments: name, optimize, greedy."
        )
    with name_scope(name, "einsum", [equation, list(inputs)]):
        operands = list(inputs)
        shapes = [static_shape(x) for x in operands]
        resolved = resolve(equation, len(operands))
        if len(operands) <= 2:
            return apply("Einsum", inputs=operands, equation=resolved.replace(ELLIPSIS, "..."))
        for positions, part in contraction_path(equation, resolved, shapes, optimize):
            pair = [operands.pop(position) for position in positions]
            operands.append(apply("Einsum", inputs=pair, equation=part.replace(ELLIPSIS, "...")))
        return operands[0]


def static_shape(x: Any) -> list[int | None] | None:
    known = x.shape  # an AttributeError for a plain list, as in TensorFlow
    if isinstance(known, tuple):
        return list(known)
    return known.as_list() if known.rank else None


def resolve(equation: str, count: int) -> str:
    """The equation with an explicit output. Raises ValueError for an invalid equation."""
    resolved = equation.replace(" ", "")
    labels = "a-zA-Z"
    if "..." in resolved:
        if ELLIPSIS in resolved:
            raise ValueError(f'Invalid character "{ELLIPSIS}" in equation: {equation}.')
        resolved = resolved.replace("...", ELLIPSIS)
        labels += ELLIPSIS
    match = re.match(f"^([{labels},]*)(->[{labels}]*)?$", resolved)
    if match is None:
        raise ValueError(f"Subscripts have incorrect format: {resolved}")
    terms = match.group(1)
    if count != len(terms.split(",")):
        raise ValueError(
            f'Got {count} inputs for equation "{equation}", expecting {len(terms.split(","))}'
        )
    if match.group(2) is None:
        once = [label for label in sorted(set(terms) - {","}) if terms.count(label) == 1]
        resolved += "->" + "".join(once)
    output = resolved.partition("->")[2]
    if len(set(output)) != len(output):
        raise ValueError(f"Output subscripts contain a label appearing more than once: {equation}")
    for label in output:
        if label != ELLIPSIS and label not in terms:
            raise ValueError(
                f"Output subscripts contain the label {label} not present in the input subscripts."
            )
    return resolved


def contraction_path(
    equation: str, resolved: str, shapes: list[list[int | None] | None], optimize: Any
) -> list[tuple[tuple[int, ...], str]]:
    """The steps: positions of the operands to contract, and the equation. Unknown sizes count as 1."""
    terms = resolved.partition("->")[0].split(",")
    sizes: dict[str, int] = {}
    for position, (term, shape) in enumerate(zip(terms, shapes, strict=True)):
        if shape is None:
            continue
        found = without_ellipsis(term, shape, position, equation)
        for label, size in zip(term, found, strict=True):
            if size is not None:
                sizes[label] = max(sizes.get(label, 1), size)
    views = [tuple(sizes.get(label, 1) for label in term) for term in terms]
    import opt_einsum  # here, since it is slow to import and most graphs never need it

    _, steps = opt_einsum.contract_path(
        resolved, *views, optimize=optimize, einsum_call=True, use_blas=True, shapes=True
    )
    return [(step[0], step[2]) for step in steps]


def without_ellipsis(
    term: str, shape: list[int | None], position: int, equation: str
) -> list[int | None]:
    """The shape with the axes under `...` merged into one. Raises ValueError for the wrong rank."""
    if ELLIPSIS not in term:
        if len(term) != len(shape):
            raise ValueError(
                f"Number of named labels in input #{position} of equation {equation} must be equal "
                f"to the number of dimensions in shape {shape}"
            )
        return shape
    if term.count(ELLIPSIS) > 1:
        raise ValueError(f"Too many ellipses in input label {term.replace(ELLIPSIS, '...')}.")
    if len(term) > len(shape) + 1:
        raise ValueError(
            f"Too many named labels in {position}th subscript string of equation {equation} for "
            f"input shape {shape} "
        )
    start = term.index(ELLIPSIS)
    end = start + len(shape) + 1 - len(term)
    covered = int(np.prod([n for n in shape[start:end] if n], dtype=np.int64))
    return [*shape[:start], covered, *shape[end:]]


# Tensor contraction --------------------------------------------------------------------------


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Tensor:
    """The sum of products over pairs of axes: a number (the last axes of a, the first of b) or two lists.

    Built as one matrix product of the reshaped operands. Raises ValueError for invalid axes.
    """
    with name_scope(name, "Tensordot", [a, b, axes]) as scope:
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, name="b")
        a_axes, b_axes = contracted_axes(a, axes)
        left, a_free, a_static = as_matrix(a, a_axes, False)
        right, b_free, b_static = as_matrix(b, b_axes, True)
        product = matmul(left, right)
        if isinstance(a_free, list) and isinstance(b_free, list):
            wanted = a_free + b_free
            if product.shape.is_fully_defined() and product.shape.as_list() == wanted:
                return product
            return arrays.reshape(product, wanted, name=scope)
        a_free = convert_to_tensor(a_free, dtype=d.int32)
        b_free = convert_to_tensor(b_free, dtype=d.int32)
        sizes = arrays.concat([a_free, b_free], 0)
        result = arrays.reshape(product, sizes, name=scope)
        if a_static is not None and b_static is not None:
            result.set_shape(a_static + b_static)
        return result


def contracted_axes(a: Tensor, axes: Any) -> tuple[Any, Any]:
    """The axes of a and the axes of b to contract."""
    if isinstance(axes, (int, np.integer)):
        if axes < 0:
            raise ValueError(f"`axes` must be at least 0. Received: {axes}.")
        rank = a.shape.rank
        if rank is None:
            total = rank_of(a)
            last = making.range(total - int(axes), total, dtype=d.int32)
            return last, making.range(axes, dtype=d.int32)
        if axes > rank:
            raise ValueError(
                f"`axes` must not be larger than the number of dimensions of tensor {a}.  "
                f"Received {axes}, vs tensor dimensions {rank}."
            )
        return list(range(rank - int(axes), rank)), list(range(int(axes)))
    if isinstance(axes, (list, tuple)):
        if len(axes) != 2:
            raise ValueError(f"`axes` must be an integer or have length 2. Received {axes}.")
        first, second = axes
        if isinstance(first, (int, np.integer)) and isinstance(second, (int, np.integer)):
            return [first], [second]
        if len(first) != len(second):
            raise ValueError(
                f"Different number of contraction axes `a` and `b`, {len(first)} != {len(second)}."
            )
        return first, second
    tensor = convert_to_tensor(axes, name="axes", dtype=d.int32)
    return tensor[0], tensor[1]


def as_matrix(x: Tensor, axes: Any, flipped: bool) -> tuple[Tensor, Any, list[int | None] | None]:
    """x as a matrix whose columns (rows if `flipped`) run over the contracted axes.

    Returns the matrix, the sizes of the other axes (a list, or a tensor if the shape is unknown),
    and the static values of those sizes, if known.
    """
    if not (x.shape.is_fully_defined() and isinstance(axes, (list, tuple))):
        return as_matrix_at_run_time(x, axes, flipped)
    sizes = x.shape.as_list()
    axes = [axis if axis >= 0 else axis + len(sizes) for axis in axes]
    free = [axis for axis in range(len(sizes)) if axis not in axes]
    free_sizes = [sizes[axis] for axis in free]
    outside = int(np.prod([sizes[axis] or 0 for axis in free], dtype=np.int64))
    inside = int(np.prod([sizes[axis] or 0 for axis in axes], dtype=np.int64))
    order = [*axes, *free] if flipped else [*free, *axes]
    wanted = [inside, outside] if flipped else [outside, inside]
    moved = arrays.transpose(x, order) if order != list(range(len(sizes))) else x
    matrix = moved if moved.shape.as_list() == wanted else arrays.reshape(moved, wanted)
    return matrix, free_sizes, free_sizes


def as_matrix_at_run_time(
    x: Tensor, axes: Any, flipped: bool
) -> tuple[Tensor, Any, list[int | None] | None]:
    """`as_matrix` for sizes that are known only at run time."""
    if x.shape.rank is not None and isinstance(axes, (list, tuple)):
        sizes = x.shape.as_list()
        positions = [axis if axis >= 0 else axis + len(sizes) for axis in axes]
        others = [axis for axis in range(len(sizes)) if axis not in positions]
        static: list[int | None] | None = [sizes[axis] for axis in others]
        contracted = convert_to_tensor(positions, dtype=d.int32, name="axes")
        free = convert_to_tensor(others, dtype=d.int32, name="free")
        shape = shape_of(x)
    else:
        static = None
        shape = shape_of(x)
        total = rank_of(x)
        contracted = convert_to_tensor(axes, dtype=d.int32, name="axes")
        contracted = where(contracted >= 0, contracted, contracted + total)
        free, _ = apply("ListDiff", x=making.range(total), y=contracted, out_idx=d.int32)
    free_sizes = arrays.gather(shape, free)
    contracted_sizes = arrays.gather(shape, contracted)
    outside, inside = reduce_prod(free_sizes), reduce_prod(contracted_sizes)
    if flipped:
        order = arrays.concat([contracted, free], 0)
        wanted = arrays.stack([inside, outside])
    else:
        order = arrays.concat([free, contracted], 0)
        wanted = arrays.stack([outside, inside])
    matrix = arrays.reshape(arrays.transpose(x, order), wanted)
    return matrix, free_sizes, static
