"""Numeric, forward and reverse differentiation of a graph, by running it.

Notation: y is a function of xs; n is the total number of elements of the xs, m that of y.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from grader.engine.autodiff.differentiation.cost import Cost, Counting, Derivative, jacobian
from grader.engine.autodiff.forward import tangents
from grader.engine.autodiff.reverse import gradients
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, get_default_session
from grader.engine.ops.common.basic import placeholder

Feeds = Mapping[Any, Any] | None


def numeric(
    y: Any,
    xs: Any,
    feed_dict: Feeds = None,
    session: Any = None,
    *,
    scheme: str = "forward",
    step: float | None = None,
) -> Derivative:
    """Finite differences: (y(x+h) - y(x)) / h, or central (y(x+h) - y(x-h)) / 2h.

    step: h, for every element; by default the one that balances truncation and rounding for the
    type's machine epsilon e: sqrt(e) forward, cbrt(e) central, times max(|x|, 1).
    Runs the graph n + 1 times, or 2n + 1 central (one of them for the value).
    Source: Nocedal and Wright, Numerical Optimization, section 8.1.
    """
    if scheme not in ("forward", "central"):
        raise ValueError(f"scheme must be 'forward' or 'central', got {scheme!r}")
    problem = _Problem(y, xs, feed_dict, session)
    derivatives = []
    value = problem.run(problem.y, {}) if scheme == "forward" else None
    for place, point in zip(problem.places, problem.points, strict=True):
        columns: list[Any] = []
        for index in np.ndindex(point.shape):
            h = _step(point[index], step, scheme)
            ahead, back = point.copy(), point.copy()
            ahead[index] += h
            if scheme == "forward":
                behind = value
            else:
                back[index] -= h
                behind = problem.run(problem.y, {place: back})
            # The actual distance: x + h is rounded, too.
            width = np.float64(ahead[index]) - np.float64(back[index])
            after = problem.run(problem.y, {place: ahead})
            columns.append((np.float64(after) - np.float64(behind)) / width)
        derivatives.append(jacobian(columns, point))
    passes = problem.passes()
    if value is None:
        value = problem.session.run(problem.y, problem.feeds)
    return problem.answer(value, derivatives, passes)


def _step(x: Any, step: float | None, scheme: str) -> float:
    if step is not None:
        return step
    epsilon = float(np.finfo(np.asarray(x).dtype).eps)
    root = epsilon**0.5 if scheme == "forward" else epsilon ** (1 / 3)
    return float(root * max(abs(float(x)), 1.0))


def forward(y: Any, xs: Any, feed_dict: Feeds = None, session: Any = None) -> Derivative:
    """Dual numbers: each pass carries, with every value, its derivative by one element of the xs.

    Runs the graph n times.
    """
    problem = _Problem(y, xs, feed_dict, session)
    with problem.graph.as_default():
        before = problem.graph.version
        directions = [
            placeholder(place.dtype.base_dtype, place.shape, name="direction")
            for place in problem.places
        ]
        tangent = tangents([problem.y], problem.places, directions)[0]
    value = None
    derivatives = []
    for number, point in enumerate(problem.points):
        columns = []
        for index in np.ndindex(point.shape):
            feeds = {
                direction: np.zeros_like(other)
                for direction, other in zip(directions, problem.points, strict=True)
            }
            feeds[directions[number]][index] = 1
            value, column = problem.both(tangent, feeds)
            columns.append(column)
        derivatives.append(jacobian(columns, point))
    passes = problem.passes()
    return problem.answer(value, derivatives, passes, problem.graph.version - before)


def reverse(y: Any, xs: Any, feed_dict: Feeds = None, session: Any = None) -> Derivative:
    """One forward pass for the values, then one backward pass for each of y's m elements.

    That makes m + 1 passes, whatever n is.
    """
    problem = _Problem(y, xs, feed_dict, session)
    with problem.graph.as_default():
        before = problem.graph.version
        shape = np.shape(problem.session.run(problem.y, problem.feeds))
        backward_passes = [
            gradients([problem.y], problem.places, grad_ys=[constant(one)])
            for one in _one_at_a_time(shape, problem.y.dtype.as_numpy_dtype)
        ]
        rows = [
            [
                apply("ZerosLike", x=place) if one is None else convert_to_tensor(one)
                for one, place in zip(found, problem.places, strict=True)
            ]
            for found in backward_passes
        ]
        added = problem.graph.version - before
    value, answers = problem.run((problem.y, rows), {})
    derivatives = [
        np.stack([row[number] for row in answers]).reshape((*shape, *np.shape(point)))
        for number, point in enumerate(problem.points)
    ]
    run_backward = sum(
        any(problem.counting.counts[tensor.op] for tensor in found if tensor is not None)
        for found in backward_passes
    )
    return problem.answer(value, derivatives, problem.passes() + run_backward, added)


def _one_at_a_time(shape: tuple[int, ...], dtype: Any) -> Iterator[np.ndarray]:
    """For each element of the shape, an array with a 1 there and zeros elsewhere."""
    for index in np.ndindex(shape):
        weight = np.zeros(shape, dtype)
        weight[index] = 1
        yield weight


class _Problem:
    """What the methods share: the tensors, the point at which to differentiate, and the counter."""

    def __init__(self, y: Any, xs: Any, feed_dict: Feeds, session: Any):
        self.session = session or get_default_session()
        if self.session is None:
            raise ValueError(
                "Cannot differentiate: No default session is registered. Use `with "
                "sess.as_default()` or pass an explicit session."
            )
        self.graph = self.session.graph
        self.alone = not isinstance(xs, (list, tuple))
        self.y: Tensor = convert_to_tensor(y)
        # For a variable, differentiate by its value: that tensor can be fed.
        self.places: list[Tensor] = [convert_to_tensor(x) for x in ([xs] if self.alone else xs)]
        self.feeds = dict(feed_dict or {})
        for tensor in [self.y, *self.places]:
            if not tensor.dtype.is_floating:
                raise TypeError(
                    f"{tensor.name} is {tensor.dtype.name}; only floats have derivatives"
                )
        points = self.session.run(self.places, self.feeds)
        self.points = [np.array(point) for point in points]
        self.counting = Counting(self.session)

    def run(self, fetches: Any, moved: Mapping[Tensor, Any]) -> Any:
        """A counted run at the point, with some xs moved away from it."""
        fed = dict(zip(self.places, self.points, strict=True))
        return self.counting.run(fetches, {**self.feeds, **fed, **moved})

    def passes(self) -> int:
        """The number of runs that went through the graph to y."""
        return self.counting.counts[self.y.op]

    def both(self, tangent: Tensor | None, feeds: Mapping[Tensor, Any]) -> tuple[Any, Any]:
        """The value and the tangent, in one run."""
        if tangent is None:
            value = self.run(self.y, feeds)
            return value, np.zeros_like(value)
        value, column = self.run((self.y, tangent), feeds)
        return value, column

    def answer(
        self, value: Any, derivatives: list[np.ndarray], passes: int, nodes: int = 0
    ) -> Derivative:
        """The result, with its cost."""
        cost = Cost(passes, self.counting.evaluations, nodes)
        found = [np.asarray(one, self.y.dtype.as_numpy_dtype)[()] for one in derivatives]
        return Derivative(value, found[0] if self.alone else found, cost)
