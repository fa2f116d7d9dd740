"""Forward-mode differentiation: nodes that carry derivatives along with the values.

The code here knows no particular operation. Each operation's rule is in the table of operations
(`@tangent_of`): given the operation and the tangents of its inputs, it builds the tangents of its
outputs. One forward pass computes the derivative in one direction, however many ys there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.engine.autodiff.paths import between
from grader.engine.autodiff.reverse import as_source
from grader.engine.control.contexts import within
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.registry import TANGENTS
from grader.engine.runtime.scheduling import inputs_of, sort

__all__ = ["tangents"]


def tangents(
    ys: Sequence[Any], xs: Sequence[Any], directions: Sequence[Any], name: str = "tangents"
) -> list[Tensor | None]:
    """For each y, its derivative along the directions: the sum over xs of dy/dx times direction.

    directions: one per x, of its shape and type. The derivative is None for a y that depends on no x.
    Raises LookupError if an operation between them has no forward rule.
    """
    if len(xs) != len(directions):
        raise ValueError(f"got {len(directions)} directions for {len(xs)} xs")
    with name_scope(name, "tangents", [*ys, *xs, *directions]):
        targets = [convert_to_tensor(y, name="y") for y in ys]
        sources = [as_source(x) for x in xs]
        carried: dict[Tensor, Tensor | None] = {
            source: convert_to_tensor(direction, source.dtype.base_dtype, "direction")
            for source, direction in zip(sources, directions, strict=True)
        }
        visited = between(targets, sources)
        before = {one: {tensor.op for tensor in inputs_of(one)} & visited for one in visited}
        for operation in sort(before):
            incoming = [carried.get(tensor) for tensor in operation.inputs]
            if all(tangent is None for tangent in incoming):
                continue
            outgoing = _tangents_of(operation, incoming)
            for output, tangent in zip(operation.outputs, outgoing, strict=True):
                carried.setdefault(output, tangent)
        return [carried.get(target) for target in targets]


def _tangents_of(operation: Any, incoming: list[Tensor | None]) -> Sequence[Tensor | None]:
    try:
        rule = TANGENTS[operation.type]
    except KeyError:
        raise LookupError(
            f"No tangent defined for operation '{operation.name}' (op type: {operation.type})"
        ) from None
    if rule is None:
        return [None] * len(operation.outputs)
    with name_scope(operation.name + "_tangent"), within(operation.context):
        outgoing = rule(operation, *incoming)
    return outgoing if isinstance(outgoing, (list, tuple)) else [outgoing]
