"""Forward-mode differentiation: nodes that carry derivatives along with the values.

The machinery here knows no operation. Each rule stands in the table of operations (`@tangent_of`):
given the operation and the tangents of its inputs, it builds the tangents of its outputs. One pass
forward gives the derivative in one direction, however many ys there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.engine.autodiff.reverse import between, place_of
from grader.engine.control.contexts import within
from grader.engine.control.tangents import close_loop, is_loop_merge
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.registry import TANGENTS
from grader.engine.runtime.scheduling import inputs_of, sort

__all__ = ["tangents"]


def tangents(
    ys: Sequence[Any], xs: Sequence[Any], directions: Sequence[Any], name: str = "tangents"
) -> list[Tensor | None]:
    """For each y, its derivative along the directions: the sum over xs of dy/dx times direction.

    directions: one for each x, of its shape and type. None for a y that no x reaches.
    Raises LookupError when an operation between them has no forward rule.
    """
    if len(xs) != len(directions):
        raise ValueError(f"got {len(directions)} directions for {len(xs)} xs")
    with name_scope(name, "tangents", [*ys, *xs, *directions]):
        targets = [convert_to_tensor(y, name="y") for y in ys]
        sources = [place_of(x) for x in xs]
        carried: dict[Tensor, Tensor | None] = {
            source: convert_to_tensor(direction, source.dtype.base_dtype, "direction")
            for source, direction in zip(sources, directions, strict=True)
        }
        way = between(targets, sources)
        before = {one: {tensor.op for tensor in inputs_of(one)} & way for one in way}
        for operation in sort(before):
            arriving = [carried.get(tensor) for tensor in operation.inputs]
            if all(one is None for one in arriving) and not is_loop_merge(operation):
                continue
            leaving = _rule(operation, arriving)
            for output, tangent in zip(operation.outputs, leaving, strict=True):
                carried.setdefault(output, tangent)
        for operation in filter(is_loop_merge, way):
            close_loop(operation, carried)
        return [carried.get(target) for target in targets]


def _rule(operation: Any, arriving: list[Tensor | None]) -> Sequence[Tensor | None]:
    try:
        rule = TANGENTS[operation.type]
    except KeyError:
        raise LookupError(
            f"No tangent defined for operation '{operation.name}' (op type: {operation.type})"
        ) from None
    if rule is None:
        return [None] * len(operation.outputs)
    with name_scope(operation.name + "_tangent"), within(operation.context):
        leaving = rule(operation, *arriving)
    return leaving if isinstance(leaving, (list, tuple)) else [leaving]
