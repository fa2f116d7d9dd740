"""Reverse-mode differentiation: `tf.gradients` adds nodes that compute derivatives.

The machinery here knows no operation. Each rule stands in the table of operations
(`gradient=` in `define`, or `@gradient_of` beside it): given the operation and the gradients of its
outputs, it builds the gradients of its inputs. The order of the walk is TensorFlow's
(tensorflow/python/ops/gradients_util.py), so that the nodes get its names.
"""

from __future__ import annotations

import enum
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from grader.engine.autodiff.gradient_loops import EXITS, LoopGradients, is_loop_switch, trainable
from grader.engine.autodiff.registered import gradient_function
from grader.engine.core import dtypes
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor, get_default_graph, name_scope
from grader.engine.ops.arrays.indexed_slices import (
    IndexedSlices,
    concatenated,
    convert_to_tensor_or_indexed_slices,
)
from grader.engine.ops.arrays.making import ones, zeros_like
from grader.engine.ops.arrays.shape_functions import shape
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.basic import tuple as gated
from grader.engine.ops.math.choices import add_n

__all__ = ["AggregationMethod", "UnconnectedGradients", "gradients"]


class UnconnectedGradients(enum.Enum):
    """What `gradients` returns for an x that ys do not depend on."""

    NONE = "none"
    ZERO = "zero"


class AggregationMethod:
    """How several gradients of one tensor are added: all at once, or one after the other."""

    ADD_N = DEFAULT = 0
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
) -> list[Any]:
    """For each x, the sum over ys of dy/dx, as a tensor; None where no y depends on it.

    grad_ys: weights of the ys (ones if None). stop_gradients: tensors taken as constants.
    gate_gradients: an operation's gradients are used only when all of them are known.
    Raises LookupError when an operation between them has no registered gradient.
    """
    ys, xs = _as_list(ys), _as_list(xs)
    stops = [] if stop_gradients is None else _as_list(stop_gradients)
    weights = [None] * len(ys) if grad_ys is None else _as_list(grad_ys)
    for value in (*ys, *xs):
        if isinstance(value, IndexedSlices):
            raise ValueError(
                f"Type {type(value).__name__} is not supported as a gradient source or gradient "
                "target."
            )
    try:
        filled = UnconnectedGradients(unconnected_gradients) is UnconnectedGradients.ZERO
    except ValueError:
        raise ValueError(
            f"Unknown value for unconnected_gradients: '{unconnected_gradients}'"
        ) from None
    with name_scope(name, "gradients", [*ys, *xs, *stops, *weights]):
        get_default_graph().unique_name("uid")
        ys = _converted(ys, "y")
        xs = [place_of(x, f"x_{number}") for number, x in enumerate(xs)]
        walk = _Walk(colocate_gradients_with_ops, gate_gradients, aggregation_method or 0)
        walk.run(ys, xs, {tensor.op for tensor in stops}, walk.starts(ys, weights))
        found = [walk.totals.get(x) for x in xs]
    walk.loops.finish()
    if not filled:
        return found
    return [zeros_like(x) if one is None else one for x, one in zip(xs, found, strict=True)]


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _converted(values: Sequence[Any], name: str) -> list[Any]:
    return [
        one if one is None else convert_to_tensor_or_indexed_slices(one, name=f"{name}_{index}")
        for index, one in enumerate(values)
    ]


def place_of(x: Any, name: str = "x") -> Tensor:
    """The tensor that gradients flow to: a variable's reference, not the read of its value."""
    return x._ref() if hasattr(x, "_ref") else convert_to_tensor(x, name=name)


def _first_gradient(y: Tensor, weight: Any, name: str) -> Any:
    """The gradient that arrives at y: ones, or the weight that was given for it."""
    if weight is None:
        if y.dtype.is_complex:
            raise TypeError(
                f"Gradients of complex tensors ({y}) must set grad_ys (y.dtype = "
                f"{y.dtype.name}): there is no natural direction in which to differentiate them."
            )
        return ones(shape(y), dtype=y.dtype.base_dtype, name=name)
    real = y.dtype.is_floating or y.dtype.is_integer
    if not (real or y.dtype.is_complex):
        raise TypeError(
            f"Tensor {y} with type {y.dtype.name} must be numeric to obtain a default gradient"
        )
    fits = weight.dtype.is_floating or weight.dtype.is_integer if real else weight.dtype.is_complex
    if not fits:
        raise TypeError(
            f"Gradient type {weight.dtype.name} generated for {'real' if real else 'complex'}-valued "
            f"tensor {y} with type {y.dtype.name} must be {'real' if real else 'complex'}"
        )
    if isinstance(weight, IndexedSlices):
        indices = identity(weight.indices, name=f"{name}_indices")
        values = identity(weight.values, name=f"{name}_values")
        sizes = weight.dense_shape
        sizes = None if sizes is None else identity(sizes, name=f"{name}_shape")
        return IndexedSlices(values, indices, sizes)
    return identity(weight, name=name)


class _Walk:
    """The walk back from ys to xs, over the operations that lie between.

    received: the gradients that have arrived at a tensor. totals: their sums, from the moment the
    walk comes to the operation that makes the tensor.
    """

    def __init__(self, colocated: bool, gated: bool, method: int):
        self.colocated, self.gated, self.method = colocated, gated, method
        self.received: dict[Tensor, list[Any]] = {}
        self.totals: dict[Tensor, Any] = {}

    def starts(self, ys: Sequence[Tensor], weights: Sequence[Any]) -> list[Any]:
        """The gradients of the ys with which the walk begins."""
        if len(weights) != len(ys):
            raise ValueError(f"Length mismatch. Passed {len(weights)} grad_ys for {len(ys)} ys")
        found = []
        weights = _converted(weights, "grad_y")
        for number, (y, weight) in enumerate(zip(ys, weights, strict=True)):
            with self._beside(y.op):
                found.append(_first_gradient(y, weight, f"grad_ys_{number}"))
        return found

    def receive(self, tensor: Tensor, gradient: Any) -> None:
        """Adds one gradient that arrives at `tensor`."""
        if tensor in self.totals:  # at the Switch of a loop variable, which is visited twice
            self.totals[tensor] = gradient
        else:
            self.received.setdefault(tensor, []).append(gradient)

    def run(
        self, ys: list[Tensor], xs: list[Tensor], stops: set[Operation], starts: list[Any]
    ) -> None:
        """Calls the rule of each operation once, after all that depends on it."""
        self.xs, self.stops = xs, stops
        way = dict.fromkeys(_from_the_end(between(ys, xs), ys))
        self.loops = LoopGradients.among(way)
        for y, gradient in zip(ys, starts, strict=True):
            self.receive(y, gradient)
        users = [tensor.op for operation in way for tensor in operation.inputs]
        waits = Counter(operation for operation in users if operation in way)
        ready = deque(dict.fromkeys(y.op for y in ys if waits[y.op] == 0 and y.op in way))
        for tensor in self.loops.unused_exits(waits, set(ready)):
            if trainable(tensor):
                self.receive(tensor, self.loops.zeros_for_exit(tensor))
                ready.append(tensor.op)
        for x in xs:
            if all(waits[tensor.op] <= 0 for tensor in x.op.inputs):
                stops.add(x.op)
        if ready and self.method not in (0, 1, 2):
            raise ValueError(
                f"Invalid `aggregation_method` specified {self.method}. Accepted values are those of "
                "tf.AggregationMethod."
            )
        while ready:
            operation = ready.popleft()
            with self._beside(operation):
                self._step_back(operation)
            for tensor in operation.inputs:
                waits[tensor.op] -= 1
                if waits[tensor.op] == 0 and tensor.op.type in EXITS:
                    ready += self.loops.ready_exit(tensor, self._has_gradient, self.receive)
                elif waits[tensor.op] == 0 or (waits[tensor.op] > 0 and is_loop_switch(tensor.op)):
                    ready.append(tensor.op)

    def _has_gradient(self, tensor: Tensor) -> bool:
        return tensor in self.received

    def _beside(self, operation: Operation) -> AbstractContextManager[None]:
        graph = get_default_graph()
        return graph.colocate_with(operation) if self.colocated else nullcontext()

    def _around(self, operation: Operation, before: bool = False) -> AbstractContextManager[None]:
        states = self.loops.states
        return self.loops.around(operation, before=before) if states else nullcontext()

    def _step_back(self, operation: Operation) -> None:
        with self._around(operation, before=True):
            arrived = [self._total(output) for output in operation.outputs]
        rule = None
        if operation not in self.stops and any(one is not None for one in arrived):
            rule = gradient_function(operation)
        with self._around(operation):
            if is_loop_switch(operation) and operation.context is get_default_graph().control_flow:
                raise ValueError(
                    "Cannot compute gradient inside while loop with respect to op "
                    f"'{self._reached_from(operation).name}'. We do not support taking the gradient "
                    "wrt or through the initial value of a loop variable. Gradients can be computed "
                    "through loop invariants or wrt the input parameters to the loop body."
                )
            if rule is None:
                return
            results = self._apply(rule, operation, arrived)
            for index, (tensor, gradient) in enumerate(zip(operation.inputs, results, strict=True)):
                if gradient is not None:
                    _check_shape(operation, index, gradient)
                    self.receive(tensor, gradient)

    def _reached_from(self, operation: Operation) -> Operation:
        """The operation of an x that is nearest before `operation`."""
        sources = {x.op for x in self.xs}
        waiting, found = deque([operation]), {operation}
        while waiting[0] not in sources:
            following = dict.fromkeys(tensor.op for tensor in waiting.popleft().inputs)
            waiting += [one for one in following if one not in found]
            found.update(following)
        return waiting[0]

    def _apply(
        self, rule: Callable[..., Any], operation: Operation, arrived: list[Any]
    ) -> list[Any]:
        filled = [
            self.loops.zeros_like(operation, output.value_index)
            if gradient is None and trainable(output)
            else gradient
            for output, gradient in zip(operation.outputs, arrived, strict=True)
        ]
        with name_scope(operation.name + "_grad"):
            results = _as_list(rule(operation, *filled))
            if len(results) != len(operation.inputs):
                raise ValueError(
                    f"Num gradients {len(results)} generated for op {operation.name} do not match "
                    f"num inputs {len(operation.inputs)}"
                )
            if self.gated and sum(one is not None for one in results) > 1:
                graph = get_default_graph()
                with graph.device(None), graph.colocate_with(None, ignore_existing=True):
                    results = gated(results)
        return results

    def _total(self, tensor: Tensor) -> Any:
        """The sum of all that arrived at `tensor`, None where nothing did."""
        if tensor not in self.totals:
            arrived = self.received.get(tensor, [])
            if not all(isinstance(one, (Tensor, IndexedSlices)) for one in arrived):
                raise TypeError(
                    f"Invalid gradient {arrived} [index = {tensor.value_index}]. Gradients have to be "
                    "either all Tensors or all IndexedSlices"
                )
            many = len(arrived) > 1
            self.totals[tensor] = self._sum(tensor, arrived) if many else (arrived or [None])[0]
        return self.totals[tensor]

    def _sum(self, tensor: Tensor, arrived: list[Any]) -> Any:
        dense = [one for one in arrived if isinstance(one, Tensor)]
        if not dense:
            return concatenated(arrived)
        if len(dense) < len(arrived):
            return add_n(arrived)
        if self.method == AggregationMethod.ADD_N:
            return _sum_by_device(arrived)
        with name_scope(tensor.op.name + "_gradient_sum"):
            total = arrived[0]
            for one in arrived[1:]:
                total = add_n([total, one])
        return total


def _sum_by_device(arrived: list[Tensor]) -> Tensor:
    """One sum on each device, then the sum of these."""
    by_device: dict[str, list[Tensor]] = {}
    for one in arrived:
        by_device.setdefault(one.device or "", []).append(one)
    sums = []
    for _, tensors in sorted(by_device.items()):
        with get_default_graph().colocate_with(tensors[0].op, ignore_existing=True):
            sums.append(add_n(tensors))
    return add_n(sums)


def _check_shape(operation: Operation, index: int, gradient: Any) -> None:
    """A gradient has the shape of what it belongs to."""
    tensor = operation.inputs[index]
    if isinstance(gradient, Tensor) and tensor.dtype != dtypes.resource:
        try:
            gradient.set_shape(tensor.shape)
        except ValueError:
            raise ValueError(
                "Incompatible shapes between op input and calculated input gradient. Forward "
                f"operation: {operation.name}. Input index: {index}. Original input shape: "
                f"{tensor.shape}. Calculated input gradient shape: {gradient.shape}"
            ) from None


def _from_the_end(between: set[Operation], ys: Sequence[Tensor]) -> list[Operation]:
    """The operations between, breadth first from the ys."""
    found: dict[Operation, None] = {}
    waiting = deque(y.op for y in ys)
    while waiting:
        operation = waiting.popleft()
        if operation in between and operation not in found:
            found[operation] = None
            waiting += [tensor.op for tensor in operation.inputs]
    return list(found)


def between(ys: Sequence[Tensor], xs: Sequence[Tensor]) -> set[Operation]:
    """The operations on paths from xs to ys over tensors of real or complex numbers."""
    reached = _closure(
        [x.op for x in xs],
        lambda operation: [
            user for output in operation.outputs if trainable(output) for user in output.consumers()
        ],
    )
    needed = _closure(
        [y.op for y in ys], lambda operation: [tensor.op for tensor in operation.inputs]
    )
    return reached & needed


def _closure(
    start: Sequence[Operation], following: Callable[[Operation], list[Operation]]
) -> set[Operation]:
    found: set[Operation] = set()
    waiting = list(start)
    while waiting:
        operation = waiting.pop()
        if operation not in found:
            found.add(operation)
            waiting += following(operation)
    return found
