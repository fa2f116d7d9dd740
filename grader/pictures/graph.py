"""Draws graphs in layers, with inputs above the nodes that use them, and scopes as folding boxes.

This file turns a graph of either back end into nodes and edges; `drawing/` draws them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.languages import _
from grader.pictures.describing import details_of_operation, shape_text
from grader.pictures.drawing import (
    INITIAL_VALUE,
    Edge,
    Node,
    Picture,
    drawn,
    is_of_gradients,
    nested,
)

__all__ = ["Picture", "graph_picture", "nodes_and_edges", "parts_of"]

ASSIGNMENTS = {"Assign", "AssignAdd", "AssignSub"}
VARIABLES = {"VariableV2", "Variable", "VarHandleOp"}
UPDATES = ("Apply", "SparseApply", "ResourceApply")


def graph_picture(thing: Any) -> Picture:
    """The drawing of a graph, or of all that a tensor, a variable or an operation needs.

    thing: a Graph (of TensorFlow or of the engine), a Tensor, a Variable, an Operation, or a list
        of the last three from one graph.
    Scopes are boxes, open for up to 80 nodes and otherwise closed; a click opens or closes one.
    Raises TypeError for anything else.
    """
    nodes, edges = parts_of(thing)
    return drawn(nested(nodes), edges)


# ------------------------------------------------------------------------------- what is drawn


def parts_of(thing: Any) -> tuple[list[Node], list[Edge]]:
    """The nodes and edges to draw for `thing`. Raises the errors of `graph_picture`."""
    return nodes_and_edges(_operations(thing))


def _operations(thing: Any) -> list[Any]:
    if hasattr(thing, "get_operations"):
        return list(thing.get_operations())
    things = list(thing) if isinstance(thing, (list, tuple)) else [thing]
    waiting = [getattr(part, "op", part) for part in things]
    if not waiting or not all(hasattr(operation, "control_inputs") for operation in waiting):
        raise TypeError(
            _("show() draws a graph, a tensor, a variable or an operation; got {type}").format(
                type=type(thing).__name__
            )
        )
    graph, found = waiting[0].graph, set()
    while waiting:
        operation = waiting.pop()
        if operation.name not in found:
            found.add(operation.name)
            waiting += [tensor.op for tensor in operation.inputs] + list(operation.control_inputs)
    return [operation for operation in graph.get_operations() if operation.name in found]


def nodes_and_edges(operations: Sequence[Any]) -> tuple[list[Node], list[Edge]]:
    """What to draw for `operations`: a variable is one node, without its initializer's parts.

    A variable consists of `x`, `x/read`, and `x/Assign` with the constant that only it uses; the
    student wrote one line, and sees one node.
    """
    hidden = _initial_values(operations)
    owner: dict[str, str] = {}
    for operation in operations:
        read = operation.type == "Identity" and operation.name.endswith("/read")
        if read and operation.inputs[0].op.type in VARIABLES:
            owner[operation.name] = operation.inputs[0].op.name
    shown = [
        operation
        for operation in operations
        if operation.name not in owner and operation.name not in hidden
    ]
    position = {operation.name: number for number, operation in enumerate(shown)}
    edges: dict[tuple[int, int, bool], Edge] = {}

    def connect(name: str, target: int, label: str, control: bool = False) -> None:
        source = position.get(owner.get(name, name))
        if source is None or source == target:
            return
        key = (source, target, control)
        before = edges.get(key)
        if before is not None and before.label != label:
            label = ""  # two outputs of one node that have different shapes
        times = before.times + 1 if before is not None else 1
        edges[key] = Edge(source, target, label, control, times)

    for operation in operations:
        target = position.get(owner.get(operation.name, operation.name))
        if target is not None:
            for tensor in operation.inputs:
                connect(tensor.op.name, target, shape_text(tensor))
            for before in operation.control_inputs:
                connect(before.name, target, "", control=True)
        elif operation.type == "Assign":
            variable, value = (tensor.op.name for tensor in operation.inputs)
            connect(value, position[variable], INITIAL_VALUE, control=True)
    return [_node(operation) for operation in shown], list(edges.values())


def _initial_values(operations: Sequence[Any]) -> set[str]:
    consumers: dict[str, list[Any]] = {}
    for operation in operations:
        for tensor in operation.inputs:
            consumers.setdefault(tensor.op.name, []).append(operation)
    hidden = set()
    for operation in operations:
        if operation.type != "Assign" or len(operation.inputs) != 2:
            continue
        variable, value = (tensor.op for tensor in operation.inputs)
        if operation.name == f"{variable.name}/Assign":
            hidden.add(operation.name)
            alone = all(user.name == operation.name for user in consumers[value.name])
            if alone and value.type == "Const" and value.name.startswith(variable.name + "/"):
                hidden.add(value.name)
    return hidden


def _node(operation: Any) -> Node:
    details = details_of_operation(operation)
    return Node(operation.name, operation.type, _kind(operation), details)


def _kind(operation: Any) -> str:
    if operation.type.startswith(UPDATES):
        return "update"
    if is_of_gradients(operation.name):
        return "gradient"
    if operation.type == "Const":
        return "constant"
    if operation.type in ("Placeholder", "PlaceholderWithDefault"):
        return "placeholder"
    if operation.type in VARIABLES:
        return "variable"
    if operation.type in ASSIGNMENTS or operation.type.startswith(("Scatter", "Queue", "FIFO")):
        return "stateful"
    return "operation"
