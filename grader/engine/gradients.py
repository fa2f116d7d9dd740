"""Reverse-mode differentiation: `tf.gradients` adds nodes that compute derivatives.

The machinery here knows no operation. Each rule stands in the table of operations
(`gradient=` in `define`, or `@gradient_of` beside it): given the operation and the gradients of its
outputs, it builds the gradients of its inputs.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any

from tensorboard.compat.proto import attr_value_pb2

from grader.engine import dtypes
from grader.engine.build import apply
from grader.engine.control_gradients import EXITS, LoopGradients, is_loop_switch, trainable
from grader.engine.convert import constant, convert_to_tensor
from grader.engine.graph import Operation, Tensor, get_default_graph, name_scope
from grader.engine.registry import GRADIENTS

__all__ = [
    "NoGradient",
    "NotDifferentiable",
    "RegisterGradient",
    "UnconnectedGradients",
    "gradients",
]

# Rules that users registered: under an op type without one, or under a name of their own.
RULES: dict[str, Callable[..., Any] | None] = {}


class RegisterGradient:
    """A decorator that registers a reverse rule: `@tf.RegisterGradient("Sub")`.

    The rule gets the operation and one gradient for each of its outputs, and returns one gradient
    (or None) for each of its inputs. Raises KeyError when the name is taken.
    """

    def __init__(self, op_type: str):
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        _register(self._op_type, function)
        return function


def NotDifferentiable(op_type: str) -> None:
    """Says that operations of this type have no gradient: None flows back from them."""
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    _register(op_type, None)


def _register(name: str, rule: Callable[..., Any] | None) -> None:
    if name in RULES or name in GRADIENTS:
        raise KeyError(f"Registering two gradient with name '{name}'!")
    RULES[name] = rule


NoGradient = NotDifferentiable


class UnconnectedGradients:
    """What `gradients` returns for an x that ys do not depend on."""

    NONE = "none"
    ZERO = "zero"


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: str = UnconnectedGradients.NONE,
) -> list[Any]:
    """For each x, the sum over ys of dy/dx, as a tensor; None where no y depends on it.

    grad_ys: weights of the ys (ones if None). stop_gradients: tensors taken as constants.
    Raises LookupError when an operation between them has no registered gradient.
    """
    if unconnected_gradients not in ("none", "zero"):
        raise ValueError(f"Unknown value for unconnected_gradients: '{unconnected_gradients}'")
    ys, xs = _as_list(ys), _as_list(xs)
    stops = _as_list(stop_gradients)
    weights = [None] * len(ys) if grad_ys is None else _as_list(grad_ys)
    if len(weights) != len(ys):
        raise ValueError(f"got {len(weights)} grad_ys for {len(ys)} ys")
    graph = get_default_graph()
    with name_scope(name, "gradients", [*ys, *xs, *stops, *weights]):
        graph.unique_name("uid")
        ys = [convert_to_tensor(y, name="y") for y in ys]
        xs = [place_of(x) for x in xs]
        stops = [place_of(x) for x in stops]
        walk = _Walk(ys, xs, stops)
        for number, (y, weight) in enumerate(zip(ys, weights, strict=True)):
            walk.receive(y, _initial_gradient(y, weight, number))
        walk.run()
        results = [walk.total(x) for x in xs]
        if unconnected_gradients == "zero":
            results = [
                apply("ZerosLike", x=x) if result is None else result
                for x, result in zip(xs, results, strict=True)
            ]
    return results


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def place_of(x: Any) -> Tensor:
    """The tensor that gradients flow to: a variable's reference, not the read of its value."""
    return x._ref() if hasattr(x, "_ref") else convert_to_tensor(x, name="x")


def _initial_gradient(y: Tensor, weight: Any, number: int) -> Tensor:
    if weight is not None:
        given = convert_to_tensor(weight, y.dtype.base_dtype, f"grad_ys_{number}")
        return apply("Identity", name=f"grad_ys_{number}", input=given)
    if not (y.dtype.is_floating or y.dtype.is_integer or y.dtype.is_complex):
        raise TypeError(
            f"Gradients of tensors must be floating-point or integer, {y.name} is {y.dtype.name}"
        )
    shape = _shape_tensor(y)
    with name_scope(f"grad_ys_{number}") as scope:
        one = constant(1, y.dtype.base_dtype)
        return apply("Fill", name=scope, dims=shape, value=one)


def _shape_tensor(y: Tensor) -> Tensor:
    if y.shape.is_fully_defined():
        return constant(y.shape.as_list(), "int32", name="Shape")
    return apply("Shape", name="Shape", input=y)


class _Walk:
    """The walk back from ys to xs, over the operations that lie between."""

    def __init__(self, ys: Sequence[Tensor], xs: Sequence[Tensor], stops: Sequence[Tensor]):
        self.received: dict[Tensor, list[Tensor]] = {}
        self.stops = {tensor.op for tensor in stops}
        self.xs, self.ys = xs, ys
        self.between = dict.fromkeys(_from_the_end(between(ys, xs), ys))

    def receive(self, tensor: Tensor, gradient: Tensor) -> None:
        """Adds one gradient that arrives at `tensor`."""
        self.received.setdefault(tensor, []).append(gradient)

    def total(self, tensor: Tensor) -> Tensor | None:
        """The sum of all that arrived at `tensor`, None where nothing did."""
        arrived = self.received.get(tensor, [])
        if len(arrived) > 1:
            with get_default_graph().colocate_with(arrived[0].op, ignore_existing=True):
                arrived[:] = [apply("AddN", inputs=list(arrived))]
        return arrived[0] if arrived else None

    def run(self) -> None:
        """Calls the rule of each operation once, after all that depends on it."""
        self.loops = LoopGradients.on_the_way(self.between)
        users = [tensor.op for operation in self.between for tensor in operation.inputs]
        waits = Counter(operation for operation in users if operation in self.between)
        ready = deque(
            dict.fromkeys(y.op for y in self.ys if waits[y.op] == 0 and y.op in self.between)
        )
        for tensor in self.loops.unused_exits(waits, set(ready)):
            if trainable(tensor):
                self.receive(tensor, self.loops.zeros_for_exit(tensor))
                ready.append(tensor.op)
        for x in self.xs:
            if all(waits[tensor.op] <= 0 for tensor in x.op.inputs):
                self.stops.add(x.op)
        while ready:
            operation = ready.popleft()
            self._step_back(operation)
            for tensor in operation.inputs:
                waits[tensor.op] -= 1
                if waits[tensor.op] == 0 and tensor.op.type in EXITS:
                    has = self.received.get
                    ready += self.loops.ready_exit(tensor, has, self.receive)
                elif waits[tensor.op] == 0 or (waits[tensor.op] > 0 and is_loop_switch(tensor.op)):
                    ready.append(tensor.op)
        self.loops.finish()

    def _step_back(self, operation: Operation) -> None:
        with self.loops.around(operation, before=True):
            arrived = [self.total(output) for output in operation.outputs]
        if operation in self.stops or all(one is None for one in arrived):
            return
        rule = gradient_function(operation)
        if rule is not None:
            with self.loops.around(operation):
                results = self._apply(rule, operation, arrived)
            for tensor, gradient in zip(operation.inputs, results, strict=True):
                if gradient is not None:
                    if isinstance(gradient, Tensor) and tensor.dtype != dtypes.resource:
                        gradient.set_shape(tensor.shape)
                    self.receive(tensor, gradient)

    def _apply(
        self, rule: Callable[..., Any], operation: Operation, arrived: list[Any]
    ) -> list[Any]:
        filled = [
            self.loops.zeros_like(operation, output.value_index)
            if gradient is None and (output.dtype.is_floating or output.dtype.is_complex)
            else gradient
            for output, gradient in zip(operation.outputs, arrived, strict=True)
        ]
        with name_scope(operation.name + "_grad"):
            results = rule(operation, *filled)
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        if len(results) != len(operation.inputs):
            raise ValueError(
                f"Num gradients {len(results)} generated for op {operation.name} do not match num "
                f"inputs {len(operation.inputs)}"
            )
        return results


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
    """The operations on paths from xs to ys."""
    reached = _closure(
        [x.op for x in xs],
        lambda operation: [user for output in operation.outputs for user in output.consumers()],
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


def gradient_function(operation: Operation) -> Callable[..., Any] | None:
    """The rule registered for an operation; None where it is declared not differentiable.

    A name given by `gradient_override_map` comes before the op type. Raises LookupError when
    nothing is registered.
    """
    override = operation.extra.get("_gradient_op_type")
    name = operation.type if override is None else _text(override)
    if name in RULES:
        return RULES[name]
    if name in GRADIENTS:
        return GRADIENTS[name]
    raise LookupError(
        f"No gradient defined for operation '{operation.name}' (op type: {name}). Use "
        "tf.stop_gradient where it is to be taken as a constant, or register a rule with "
        "tf.RegisterGradient."
    )


def _text(value: attr_value_pb2.AttrValue) -> str:
    return value.s.decode()
