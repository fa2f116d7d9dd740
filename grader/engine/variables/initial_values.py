"""Initial values that read other variables, rebuilt so that they never read an uninitialized one.

In `b = Variable(a + 1)` the initializers of a and b may run in any order. So b's initializer computes
`a + 1` from copied nodes that use a's initial value for as long as a has no value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.core.keys import GraphKeys
from grader.engine.graph.build import output_types
from grader.engine.graph.graph import Operation, Tensor, get_collection, get_default_graph
from grader.engine.registry import lookup

VARIABLES = ("Variable", "VariableV2")
Sources = Callable[[Operation], list[Operation]]


def guarded(name: str, value: Tensor) -> Tensor:
    """The initial value of the variable called `name`, computed without uninitialized variables.

    Raises ValueError where one of the operations that compute it needs a variable's reference.
    """
    everything = _topological(
        value.op, lambda op: [*(tensor.op for tensor in op.inputs), *op.control_inputs]
    )
    if everything is None or not any(op.type in VARIABLES for op in everything):
        return value
    replaced: dict[Operation, Operation] = {}
    for op in _topological(value.op, _read) or []:
        if op.type in VARIABLES:
            known = _variable_of(op)
            replaced[op] = op if known is None else known.initialized_value().op
        elif op.type != "IsVariableInitialized":
            inputs = [_of(replaced.get(tensor.op, tensor.op), tensor) for tensor in op.inputs]
            if any(new is not old for new, old in zip(inputs, op.inputs, strict=True)):
                replaced[op] = _copied(op, inputs, name)
    return _of(replaced.get(value.op, value.op), value)


def _of(op: Operation, tensor: Tensor) -> Tensor:
    """The output of `op` in the place of `tensor` among the outputs of its own operation."""
    return op.outputs[tensor.value_index]


def _read(op: Operation) -> list[Operation]:
    return [] if op.type == "IsVariableInitialized" else [tensor.op for tensor in op.inputs]


def _topological(last: Operation, sources: Sources) -> list[Operation] | None:
    """The operations that `last` depends on, each after its sources; None if there is a cycle."""
    done: dict[Operation, bool] = {}  # False: not all of its sources are done
    order: list[Operation] = []
    stack = [(last, iter(sources(last)))]
    done[last] = False
    while stack:
        op, left = stack[-1]
        following = next((source for source in left if not done.get(source, False)), None)
        if following is None:
            stack.pop()
            done[op] = True
            order.append(op)
        elif following in done:
            return None
        else:
            done[following] = False
            stack.append((following, iter(sources(following))))
    return order


def _variable_of(op: Operation) -> Any:
    for collection in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES):
        for variable in get_collection(collection):
            if variable.name == op.outputs[0].name:
                return variable if hasattr(variable, "initialized_value") else None
    return None


def _copied(op: Operation, inputs: list[Tensor], name: str) -> Operation:
    """A copy of the operation with other inputs; its name ends in the variable's."""
    definition = lookup("Switch") if op.type == "RefSwitch" else op.definition
    for argument, tensor in zip(definition.inputs, inputs, strict=False):
        if argument.is_ref and not tensor.dtype._is_ref_dtype:
            raise ValueError(
                f"Input 0 of node {op.name}_{name} was passed {tensor.dtype.name} from {tensor.name} "
                f"incompatible with expected {tensor.dtype.name}_ref: the initial value changes "
                "another variable. Use the value itself."
            )
    attributes = dict(op.attributes)
    copy = get_default_graph().create(
        definition, inputs, attributes, output_types(definition, attributes), f"{op.name}_{name}"
    )
    for key, value in op.extra.items():
        copy._set_attr(key, value)
    return copy
