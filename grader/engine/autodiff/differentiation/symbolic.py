"""Symbolic differentiation: from the graph of y, a new graph of dy/dx, without running anything.

As textbooks do it, the derivative of an expression is another expression: every factor is copied to
where the product rule needs it, and factors of 0 or 1 stay. The new graph can be far larger than the
old one. `simplify=True` writes each expression once and drops those that have no effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.engine.autodiff.differentiation.cost import Cost, Counting, Derivative, jacobian
from grader.engine.autodiff.differentiation.simplify import Simplifier
from grader.engine.autodiff.paths import reachable, sources
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Graph, Operation, Tensor, get_default_session
from grader.engine.ops.common.basic import placeholder
from grader.engine.ops.common.tangent_helpers import again, by_argument
from grader.engine.registry import TANGENTS
from grader.engine.runtime.session import Session

MOST_NODES = 200_000


@dataclass(frozen=True)
class SymbolicDerivative:
    """The new graph. xs: its placeholders, one for each x; value: of y.

    partials: the derivative of y by each x; if x is not a scalar, along a direction, which is a
    placeholder in `directions` (None for a scalar) to be fed a 1 and zeros.
    nodes: the number of operations that compute the partials. others: tensors of the old graph that the
    new one treats as given (placeholders, variables), with the placeholders that replace them.
    """

    graph: Graph
    xs: Sequence[Tensor]
    directions: Sequence[Tensor | None]
    value: Tensor
    partials: Sequence[Tensor]
    nodes: int
    others: Mapping[Tensor, Tensor]


def symbolic_graph(y: Any, xs: Any, *, simplify: bool = True) -> SymbolicDerivative:
    """The graph of the derivative of y by xs. No session is needed.

    Raises LookupError for an operation without a rule, ValueError if the graph exceeds 200,000 nodes.
    """
    sources = [convert_to_tensor(x) for x in (xs if isinstance(xs, (list, tuple)) else [xs])]
    target = convert_to_tensor(y)
    graph = Graph()
    with graph.as_default():
        writer = (_Sharing if simplify else _Writer)(graph, sources)
        value = writer.copy(target)
        found = [writer.derivative(target, source) for source in writer.sources]
        partials = [apply("ZerosLike", x=value) if one is None else one for one in found]
    copied = SymbolicDerivative(
        graph, writer.xs, writer.directions(), value, partials, 0, writer.others
    )
    return _counted(_simplified(copied) if simplify else copied)


def symbolic(
    y: Any,
    xs: Any,
    feed_dict: Mapping[Any, Any] | None = None,
    session: Any = None,
    *,
    simplify: bool = True,
) -> Derivative:
    """The derivative, by running the graph that `symbolic_graph` builds.

    The original graph is only asked for the xs and what is given (placeholders, variables), so
    cost.passes is 0; cost.nodes is the size of the derivative's graph.
    """
    session = session or get_default_session()
    if session is None:
        raise ValueError("Cannot differentiate: pass a session, or use `with sess.as_default()`.")
    alone = not isinstance(xs, (list, tuple))
    written = symbolic_graph(y, xs, simplify=simplify)
    old = [convert_to_tensor(x) for x in ([xs] if alone else xs)]
    given = session.run([*old, *written.others], dict(feed_dict or {}))
    feeds = dict(zip([*written.xs, *written.others.values()], given, strict=True))
    points = [np.asarray(point) for point in given[: len(old)]]
    derivatives = []
    with Session(graph=written.graph) as own:
        counting = Counting(own)
        value = own.run(written.value, feeds)
        for point, partial, direction in zip(
            points, written.partials, written.directions, strict=True
        ):
            columns = []
            for index in np.ndindex(point.shape):
                along = np.zeros_like(point)
                along[index] = 1
                moved = {} if direction is None else {direction: along}
                columns.append(counting.run(partial, {**feeds, **moved}))
            derivatives.append(jacobian(columns, point)[()])
    cost = Cost(0, counting.evaluations, written.nodes)
    return Derivative(value, derivatives[0] if alone else derivatives, cost)


class _Writer:
    """Writes expressions into the new graph, with a new copy for every mention."""

    def __init__(self, graph: Graph, sources: Sequence[Tensor]):
        self.graph = graph
        self.sources = list(sources)
        self.xs = [_placeholder_for(source, f"x{number}") for number, source in enumerate(sources)]
        self._directions: dict[Tensor, Tensor] = {}
        self.others: dict[Tensor, Tensor] = {}
        self._none: set[tuple[Tensor, Tensor]] = set()  # visited again, they would add no node

    def directions(self) -> list[Tensor | None]:
        """The placeholder for the direction of each x; None for the scalars."""
        return [self._directions.get(source) for source in self.sources]

    def direction(self, source: Tensor) -> Tensor:
        """The derivative of an x by itself: 1 for a scalar, else a direction to be fed."""
        if source.shape.rank == 0:
            return constant(1, source.dtype.base_dtype)
        if source not in self._directions:
            self._directions[source] = _placeholder_for(source, "direction")
        return self._directions[source]

    def copy(self, tensor: Tensor) -> Tensor:
        """The new graph's expression for a tensor of the old one."""
        if tensor in self.sources:
            return self.xs[self.sources.index(tensor)]
        if _is_given(tensor.op):
            return self.others.setdefault(tensor, _placeholder_for(tensor, "given"))
        return self.copied_operation(tensor.op).outputs[tensor.value_index]

    def copied_operation(self, operation: Operation) -> Operation:
        """A new copy of the operation, on new copies of its inputs."""
        self._check_size()
        if operation.type == "Const":
            return constant(operation.get_attr("value"), operation.outputs[0].dtype).op
        inputs = [self.copy(tensor) for tensor in operation.inputs]
        if not inputs:
            raise LookupError(f"{operation.name} ({operation.type}) cannot be written as a formula")
        made = again(operation, by_argument(operation, inputs))
        return (made[0] if isinstance(made, list) else made).op

    def derivative(self, tensor: Tensor, source: Tensor) -> Tensor | None:
        """The expression of the derivative of a tensor by one x; None if there is none."""
        if tensor is source:
            return self.direction(source)
        if (tensor, source) in self._none:
            return None
        operation = tensor.op
        if tensor in self.sources or _is_given(operation) or operation.type == "Const":
            return self.of_constant(tensor)
        try:
            rule = TANGENTS[operation.type]
        except KeyError:
            raise LookupError(f"No tangent defined for op type {operation.type}") from None
        tangents = [self.derivative(one, source) for one in operation.inputs]
        if rule is None or all(one is None for one in tangents):
            self._none.add((tensor, source))
            return None
        found = rule(self.copied_operation(operation), *tangents)
        return found[tensor.value_index] if isinstance(found, (list, tuple)) else found

    def of_constant(self, tensor: Tensor) -> Tensor | None:
        """The derivative of a constant: an explicit zero, as sum and product rule have it."""
        return apply("ZerosLike", x=self.copy(tensor)) if tensor.dtype.is_floating else None

    def _check_size(self) -> None:
        if self.graph.version > MOST_NODES:
            raise ValueError(f"the derivative has more than {MOST_NODES} nodes; try simplify=True")


class _Sharing(_Writer):
    """Writes each expression once, however often it is mentioned, and no zeros for constants."""

    def __init__(self, graph: Graph, sources: Sequence[Tensor]):
        super().__init__(graph, sources)
        self.written: dict[Operation, Operation] = {}
        self.differentiated: dict[tuple[Tensor, Tensor], Tensor | None] = {}

    def copied_operation(self, operation: Operation) -> Operation:
        if operation not in self.written:
            self.written[operation] = super().copied_operation(operation)
        return self.written[operation]

    def derivative(self, tensor: Tensor, source: Tensor) -> Tensor | None:
        key = (tensor, source)
        if key not in self.differentiated:
            self.differentiated[key] = super().derivative(tensor, source)
        return self.differentiated[key]

    def of_constant(self, tensor: Tensor) -> Tensor | None:
        return None


def _is_given(operation: Operation) -> bool:
    """Whether the value comes from outside the formula: a placeholder, or a variable's value."""
    return operation.type in ("Placeholder", "VariableV2") or any(
        tensor.dtype._is_ref_dtype for tensor in operation.inputs
    )


def _placeholder_for(tensor: Tensor, name: str) -> Tensor:
    return placeholder(tensor.dtype.base_dtype, tensor.shape, name=name)


def _simplified(written: SymbolicDerivative) -> SymbolicDerivative:
    simplifier = Simplifier()
    with simplifier.graph.as_default():
        xs = [simplifier.keep(one) for one in written.xs]
        directions = [None if one is None else simplifier.keep(one) for one in written.directions]
        others = {old: simplifier.keep(new) for old, new in written.others.items()}
        value = simplifier.rewrite(written.value)
        partials = [simplifier.rewrite(one) for one in written.partials]
    return SymbolicDerivative(simplifier.graph, xs, directions, value, partials, 0, others)


def _counted(written: SymbolicDerivative) -> SymbolicDerivative:
    found = reachable([partial.op for partial in written.partials], sources)
    return replace(written, nodes=len(found))
