"""Shape rules of products: matrices, batches of matrices, Einstein summation."""

from __future__ import annotations

from typing import Any

from grader.engine.ops.common.shape_algebra import (
    Shape,
    at_least_rank,
    broadcast,
    merge_dimension,
    with_rank,
)


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


def einsum(c: Any) -> Shape:
    """The sizes of the output's labels, found in the inputs; the axes under `...` broadcast."""
    equation = c.attr("equation")
    equation = equation.decode() if isinstance(equation, bytes) else equation
    inputs, _, output = equation.partition("->")
    terms = inputs.split(",")
    if len(terms) != c.count:
        raise ValueError(f"Expected {len(terms)} inputs for the equation {equation}, got {c.count}")
    sizes: dict[str, int | None] = {}
    ellipsis: Shape = ()
    for position, term in enumerate(terms):
        shape, named = c.shape(position), term.replace("...", "")
        if "..." not in term:
            shape = with_rank(
                shape, len(named), f"\n\t for {position}th input and equation: {equation}"
            )
        elif shape is None:
            ellipsis = None
            continue
        elif len(shape) < len(named):
            raise ValueError(f"Shape must be at least rank {len(named)} but is rank {len(shape)}")
        else:
            start, rest = term.index("..."), len(shape) - len(named)
            ellipsis = broadcast(ellipsis, shape[start : start + rest])
            shape = shape[:start] + shape[start + rest :]
        for label, size in zip(named, shape, strict=True):
            sizes[label] = merge_dimension(sizes.get(label), size)
    if "..." not in output:
        return tuple(sizes.get(label) for label in output)
    if ellipsis is None:
        return None
    start = output.index("...")
    named = output.replace("...", "")
    found = [sizes.get(label) for label in named]
    return (*found[:start], *ellipsis, *found[start:])
