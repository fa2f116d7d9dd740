"""Reverse-mode differentiation: `tf.gradients` adds nodes that compute derivatives.

The code here knows no particular operation. Each operation's rule is in the table of operations
(`gradient=` in `define`, or `@gradient_of` beside it): given the operation and the gradients of its
outputs, it builds the gradients of its inputs. The backward pass visits the operations in TensorFlow's
order (tensorflow/python/ops/gradients_util.py), so that the nodes get the same names.
"""

from __future__ import annotations

import enum
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from grader.engine.autodiff.gradient_loops import EXITS, LoopGradients, is_loop_switch
from grader.engine.autodiff.paths import backwards, between, sources, trainable
from grader.engine.autodiff.registered import gradient_function
from grader.engine.core import dtypes
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor, get_default_graph, name_scope
from grader.engine.ops.arrays.creation import ones, zeros_like
from grader.engine.ops.arrays.indexed_slices import (
    IndexedSlices,
    concatenated,
    convert_to_tensor_or_indexed_slices,
)
from grader.engine.ops.arrays.shapes import shape
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.basic import tuple as gated
from grader.engine.ops.math.arithmetic import add_n

__all__ = ["AggregationMethod", "UnconnectedGradients", "gradients"]


class UnconnectedGradients(enum.Enum):
    """What `gradients` returns for an x that ys do not depend on."""

    NONE = "none"
    ZERO = "zero"


class AggregationMethod:
    """How several gradients of one tensor are added: all at once, or one after another."""

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

    grad_ys: weights of the ys (ones if None). stop_gradients: tensors treated as constants.
    gate_gradients: an operation's gradients are used only once all of them are known.
    Raises LookupError if an operation between them has no registered gradient.
    """
    ys, xs = as_list(ys), as_list(xs)
    stops = [] if stop_gradients is None else as_list(stop_gradients)
    weights = [None] * len(ys) if grad_ys is None else as_list(grad_ys)
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
        xs = [as_source(x, f"x_{number}") for number, x in enumerate(xs)]
        options = colocate_gradients_with_ops, gate_gradients, aggregation_method or 0
        backward = _BackwardPass(*options)
        backward.run(ys, xs, {tensor.op for tensor in stops}, backward.starts(ys, weights))
        found = [backward.totals.get(x) for x in xs]
    backward.loops.finish()
    if not filled:
        return found
    return [zeros_like(x) if one is None else one for x, one in zip(xs, found, strict=True)]


def as_list(value: Any) -> list[Any]:
    """One value, or several, as a list."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _converted(values: Sequence[Any], name: str) -> list[Any]:
    return [
        one if one is None else convert_to_tensor_or_indexed_slices(one, name=f"{name}_{index}")
        for index, one in enumerate(values)
    ]


def as_source(x: Any, name: str = "x") -> Tensor:
    """The tensor that gradients flow to: a variable's reference, not its value."""
    return convert_to_tensor(x, name=name, as_ref=True)


def _first_gradient(y: Tensor, weight: Any, name: str) -> Any:
    """The gradient of y with which the backward pass starts: ones, or the weight given for y."""
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


class _BackwardPass:
    """The pass from ys back to xs, over the operations between them.

    received: the gradients that have arrived at a tensor. totals: their sums, once the pass has reached
    the operation that makes the tensor.
    """

    def __init__(self, colocated: bool, gated: bool, method: int):
        self.colocated, self.gated, self.method = colocated, gated, method
        self.received: dict[Tensor, list[Any]] = {}
        self.totals: dict[Tensor, Any] = {}

    def starts(self, ys: Sequence[Tensor], weights: Sequence[Any]) -> list[Any]:
        """The gradients of the ys."""
        if len(weights) != len(ys):
            raise ValueError(f"Length mismatch. Passed {len(weights)} grad_ys for {len(ys)} ys")
        found = []
        weights = _converted(weights, "grad_y")
        for number, (y, weight) in enumerate(zip(ys, weights, strict=True)):
            with self._colocated(y.op):
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
        """Calls the rule of each operation once, after those of all operations that depend on it."""
        self.xs, self.stops = xs, stops
        visited = dict.fromkeys(backwards(ys, between(ys, xs)))
        self.loops = LoopGradients.among(visited)
        for y, gradient in zip(ys, starts, strict=True):
            self.receive(y, gradient)
        waits = Counter(one for user in visited for one in sources(user) if one in visited)
        ready = deque(dict.fromkeys(y.op for y in ys if waits[y.op] == 0 and y.op in visited))
        for tensor in self.loops.unused_exits(waits, set(ready)):
            if trainable(tensor):
                self.receive(tensor, self.loops.zeros_for_exit(tensor))
                ready.append(tensor.op)
        for x in xs:
            if all(waits[one] <= 0 for one in sources(x.op)):
                stops.add(x.op)
        if ready and self.method not in (0, 1, 2):
            raise ValueError(
                f"Invalid `aggregation_method` specified {self.method}. Accepted values are those of "
                "tf.AggregationMethod."
            )
        while ready:
            operation = ready.popleft()
            with self._colocated(operation):
                self._differentiate(operation)
            for tensor in operation.inputs:
                waits[tensor.op] -= 1
                if waits[tensor.op] == 0 and tensor.op.type in EXITS:
                    ready += self.loops.ready_exit(tensor, self._has_gradient, self.receive)
                elif waits[tensor.op] == 0 or (waits[tensor.op] > 0 and is_loop_switch(tensor.op)):
                    ready.append(tensor.op)

    def _has_gradient(self, tensor: Tensor) -> bool:
        return tensor in self.received

    def _colocated(self, operation: Operation) -> AbstractContextManager[None]:
        graph = get_default_graph()
        return graph.colocate_with(operation) if self.colocated else nullcontext()

    def _differentiate(self, operation: Operation) -> None:
        with self.loops.around(operation, before=True):
            arrived = [self._total(output) for output in operation.outputs]
        rule = None
        if operation not in self.stops and any(one is not None for one in arrived):
            rule = gradient_function(operation)
        with self.loops.around(operation):
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
        """The nearest operation before `operation` that makes one of the xs."""
        targets = {x.op for x in self.xs}
        waiting, found = deque([operation]), {operation}
        while waiting[0] not in targets:
            following = dict.fromkeys(sources(waiting.popleft()))
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
            results = as_list(rule(operation, *filled))
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
        """The sum of the gradients that arrived at `tensor`; None if there are none."""
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
    """One sum per device, then the sum of these."""
    by_device: dict[str, list[Tensor]] = {}
    for one in arrived:
        by_device.setdefault(one.device or "", []).append(one)
    sums = []
    for _, tensors in sorted(by_device.items()):
        with get_default_graph().colocate_with(tensors[0].op, ignore_existing=True):
            sums.append(add_n(tensors))
    return add_n(sums)


def _check_shape(operation: Operation, index: int, gradient: Any) -> None:
    """Sets a gradient's shape to that of its input; raises ValueError if they are incompatible."""
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
