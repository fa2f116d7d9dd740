"""MetaGraphDef: a graph, its collections and its saver as a message."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from google.protobuf import text_format
from tensorboard.compat.proto import meta_graph_pb2, variable_pb2

from grader.engine.control.context_messages import context_from_proto, context_to_proto
from grader.engine.core import logging
from grader.engine.core.attributes import to_attr_value, to_python
from grader.engine.core.keys import GraphKeys
from grader.engine.core.schema import CondContextDef, QueueRunnerDef, WhileContextDef
from grader.engine.data.gfile import as_path
from grader.engine.graph.graph import Graph, Operation, Tensor, get_default_graph
from grader.engine.graph.scopes import without_scope
from grader.engine.registry import TABLE
from grader.engine.saving.bundle import write_atomically
from grader.engine.training.queue_runners import QueueRunner
from grader.engine.variables.variable_proto import variable_to_proto
from grader.engine.variables.variables import Variable

__all__ = ["export_meta_graph", "write_graph"]

VARIABLES = (
    GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES, GraphKeys.LOCAL_VARIABLES,
    GraphKeys.MODEL_VARIABLES, GraphKeys.MOVING_AVERAGE_VARIABLES, GraphKeys.METRIC_VARIABLES,
    GraphKeys.GLOBAL_STEP,
)  # fmt: skip
# Collection -> how an item becomes a message, and is restored from the message's bytes.
MESSAGES: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {}


def register_proto_function(
    collection_name: str, proto_type: Any, to_proto: Any, from_proto: Any
) -> None:
    """Registers how the items of a collection are stored in a meta graph."""

    def read(data: bytes, import_scope: str | None) -> Any:
        return from_proto(proto_type.FromString(data), import_scope=import_scope)

    MESSAGES[collection_name] = to_proto, read


register_proto_function(
    GraphKeys.COND_CONTEXT, CondContextDef, context_to_proto, context_from_proto
)
register_proto_function(
    GraphKeys.WHILE_CONTEXT, WhileContextDef, context_to_proto, context_from_proto
)
register_proto_function(
    GraphKeys.QUEUE_RUNNERS, QueueRunnerDef, QueueRunner.to_proto, QueueRunner.from_proto
)
for _key in VARIABLES:
    register_proto_function(_key, variable_pb2.VariableDef, variable_to_proto, Variable.from_proto)


def export_meta_graph(
    filename: Any = None,
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: Any = None,
    as_text: bool = False,
    graph: Graph | None = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
) -> Any:
    """The graph, its collections and a saver as a MetaGraphDef; written to `filename` if given.

    export_scope: exports only its nodes, without the scope in their names. clear_devices: without devices.
    clear_extraneous_savers: without other savers' nodes. strip_default_attrs: without attributes
    that have their default.
    """
    graph = graph or get_default_graph()
    message = meta_graph_pb2.MetaGraphDef()
    if meta_info_def is not None:
        message.meta_info_def.CopyFrom(meta_info_def)
    message.meta_info_def.tensorflow_version = "2.21.0"
    message.graph_def.CopyFrom(graph_def or graph.as_graph_def(add_shapes=True))
    if saver_def is not None:
        message.saver_def.CopyFrom(saver_def)
    left_out = _nodes_of_savers(graph, saver_def) if clear_extraneous_savers else set()
    unbound: list[str] = []
    if export_scope or clear_devices or left_out:
        _keep(message.graph_def, export_scope, left_out, clear_devices, unbound)
    if strip_default_attrs:
        _strip_defaults(message.graph_def)
        message.meta_info_def.stripped_default_attrs = True
    keys = graph.get_all_collection_keys() if collection_list is None else collection_list
    for key in keys:
        if not isinstance(key, (str, bytes)):
            logging.warning("Only collections with string type keys will be serialized: %s", key)
        elif not (clear_extraneous_savers and key == GraphKeys.SAVERS):
            items = [item for item in graph.get_collection(key) if _name(item) not in left_out]
            _add_collection(message, key, items, export_scope)
    if unbound:
        message.collection_def["unbound_inputs"].bytes_list.value.extend(
            name.encode() for name in unbound
        )
    if filename:
        write_graph(message, *os.path.split(as_path(filename)), as_text=as_text)
    return message


def _name(item: Any) -> str:
    return getattr(item, "name", "").partition(":")[0]


def _nodes_of_savers(graph: Graph, saver_def: Any) -> set[str]:
    """The names of the nodes in the scopes of all savers but the exported one."""
    own = saver_def.filename_tensor_name.rpartition("/")[0] if saver_def is not None else None
    scopes = {
        op.name.rpartition("/")[0]
        for op in graph.get_operations()
        if op.type in ("SaveV2", "RestoreV2", "MergeV2Checkpoints")
    } - {own}
    return {op.name for op in graph.get_operations() if op.name.rpartition("/")[0] in scopes}


def _keep(graph_def: Any, scope: str | None, left_out: set[str], bare: bool, unbound: Any) -> None:
    """Keeps the nodes in a scope, without it in their names; inputs from outside become unbound."""
    kept = [
        node
        for node in graph_def.node
        if node.name not in left_out
        and (not scope or node.name.startswith(scope.rstrip("/") + "/"))
    ]
    inside = {node.name for node in kept}
    for node in kept:
        for index, name in enumerate(node.input):
            if scope and name.lstrip("^").partition(":")[0] not in inside:
                control = "^" if name.startswith("^") else ""
                node.input[index] = f"{control}$unbound_inputs_{name.lstrip('^')}"
                unbound.append(node.input[index].lstrip("^"))
            else:
                node.input[index] = without_scope(name, scope)
        node.name = without_scope(node.name, scope)
        if "_class" in node.attr:
            groups = node.attr["_class"].list.s
            groups[:] = [without_scope(group.decode(), scope).encode() for group in groups]
        if bare:
            node.device = ""
    copies = [type(node).FromString(node.SerializeToString()) for node in kept]
    del graph_def.node[:]
    graph_def.node.extend(copies)


def _strip_defaults(graph_def: Any) -> None:
    for node in graph_def.node:
        for key, attribute in TABLE[node.op].attributes.items():
            if not attribute.required and key in node.attr:
                default = to_python(attribute.default, attribute.kind, key)
                if node.attr[key] == to_attr_value(default, attribute.kind):
                    del node.attr[key]


def _add_collection(message: Any, key: Any, items: list[Any], scope: str | None) -> None:
    key = key.decode() if isinstance(key, bytes) else key
    if not items:
        return
    definition = message.collection_def[key]
    try:
        if key in MESSAGES:
            found = [MESSAGES[key][0](item, export_scope=scope) for item in items]
            definition.bytes_list.value.extend(one.SerializeToString() for one in found if one)
        elif isinstance(items[0], (str, bytes)):
            definition.bytes_list.value.extend(
                item if isinstance(item, bytes) else item.encode() for item in items
            )
        elif isinstance(items[0], (int, float)):
            kind = "int64_list" if isinstance(items[0], int) else "float_list"
            getattr(definition, kind).value.extend(items)
        elif all(isinstance(item, (Tensor, Operation, Variable)) for item in items):
            definition.node_list.value.extend(
                without_scope(item.name, scope)
                for item in items
                if not scope or item.name.startswith(scope)
            )
        else:
            raise TypeError(f"there is no message for {type(items[0]).__name__}")
    except (TypeError, ValueError, AttributeError) as error:
        logging.warning(
            "Issue encountered when serializing %s.\nType is unsupported, or the types of the items "
            "don't match field type in CollectionDef. Note this is a warning and probably safe to "
            "ignore.\n%s",
            *(key, error),
        )
        del message.collection_def[key]


def write_graph(graph_or_graph_def: Any, logdir: Any, name: str, as_text: bool = True) -> str:
    """Writes a graph (or any message) to a file, as text or bytes; returns the path."""
    message = graph_or_graph_def
    if isinstance(message, Graph):
        message = message.as_graph_def()
    path = os.path.join(as_path(logdir), name)
    if logdir:
        os.makedirs(as_path(logdir), exist_ok=True)
    data = (
        text_format.MessageToString(message).encode()
        if as_text
        else message.SerializeToString(deterministic=True)
    )
    write_atomically(path, [data])
    return path
