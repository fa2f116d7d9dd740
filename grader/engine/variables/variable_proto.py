"""VariableDef: the message that names a variable's nodes."""

from __future__ import annotations

from typing import Any

from tensorboard.compat.proto import variable_pb2

from grader.engine.graph.graph import get_default_graph
from grader.engine.graph.scopes import within_scope, without_scope


def variable_to_proto(variable: Any, export_scope: str | None = None) -> Any:
    """The VariableDef of a variable: the names of its nodes. None for one outside the scope."""
    if export_scope and not variable.name.startswith(export_scope):
        return None
    names = {
        "variable_name": variable.name,
        "initial_value_name": variable.initial_value.name,
        "initializer_name": variable.initializer.name,
        "snapshot_name": variable.value().name,
    }
    return variable_pb2.VariableDef(
        trainable=variable.trainable,
        **{key: without_scope(name, export_scope) for key, name in names.items()},
    )


def attributes_from_proto(proto: Any, import_scope: str | None = None) -> dict[str, Any]:
    """The attributes of the variable whose nodes, already in the default graph, a VariableDef names."""
    graph = get_default_graph()

    def element(name: str) -> Any:
        return graph.as_graph_element(within_scope(name, import_scope))

    variable, initializer = element(proto.variable_name), element(proto.initializer_name)
    name = proto.initial_value_name
    return {
        "trainable": proto.trainable,
        "constraint": None,
        "_variable": variable,
        "_initializer_op": initializer,
        "_snapshot": element(proto.snapshot_name),
        "_initial_value": element(name) if name else initializer.inputs[1],
    }
