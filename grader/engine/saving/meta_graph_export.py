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
from grader.engine.core.schema import CondContextDef, WhileContextDef
from grader.engine.data.gfile import as_path
from grader.engine.graph.graph import Graph, Operation, Tensor, get_default_graph
from grader.engine.graph.scopes import without_scope
from grader.engine.registry import TABLE
from grader.engine.saving.bundle import write_atomically
from grader.engine.variables.variables import Variable

__all__ = ["export_meta_graph", "write_graph"]

VARIABLES = (
    GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES, GraphKeys.LOCAL_VARIABLES,
    GraphKeys.MODEL_VARIABLES, GraphKeys.MOVING_AVERAGE_VARIABLES, GraphKeys.METRIC_VARIABLES,
    GraphKeys.GLOBAL_STEP,
)  # fmt: skip
UNBOUND = "$unbound_inputs_"  # before the name of an input from outside of the exported scope
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
for _key in VARIABLES:
    register_proto_function(_key, variable_pb2.VariableDef, Variable.to_proto, Variable.from_proto)


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
    left_out: set[str] = set()
    if clear_extraneous_savers:
        left_out = _nodes_of_savers(message.graph_def, saver_def)
    if export_scope or clear_devices or clear_extraneous_savers:
        graph.clear_collection("unbound_inputs")
        for name in _keep(message.graph_def, export_scope, left_out, clear_devices):
            graph.add_to_collection("unbound_inputs", name)
    if strip_default_attrs:
        _strip_defaults(message.graph_def)
        message.meta_info_def.stripped_default_attrs = True
    keys = graph.get_all_collection_keys() if collection_list is None else collection_list
    for key in keys:
        if not isinstance(key, (str, bytes)):
            logging.warning("Only collections with string type keys will be serialized: %s", key)
            continue
        items = graph.get_collection(key)
        if clear_extraneous_savers and key == GraphKeys.SAVERS:
            items = [MESSAGES[key][1](saver_def.SerializeToString(), None)]
        items = [item for item in items if _is_kept(item, export_scope, left_out)]
        _add_collection(message, key, items, export_scope)
    if filename:
        write_graph(message, *os.path.split(as_path(filename)), as_text=as_text)
    return message


def _nodes_of_savers(graph_def: Any, saver_def: Any) -> set[str]:
    """The names of the nodes in the scopes of all savers but the exported one."""
    own = [saver_def.save_tensor_name, saver_def.restore_op_name] if saver_def is not None else []
    savers = [node.name for node in graph_def.node if node.op in ("SaveV2", "RestoreV2")]
    scopes = {f"{name.rpartition('/')[0]}/" for name in savers}
    scopes -= {f"{name.rpartition('/')[0]}/" for name in own}
    names = (node.name for node in graph_def.node)
    return {name for name in names if name.startswith(tuple(scopes))}


def _is_kept(item: Any, scope: str | None, left_out: set[str]) -> bool:
    """Whether a node, or an item of a collection, is exported; what has no name always is."""
    name = item if isinstance(item, str) else getattr(item, "name", None)
    inside = name is None or not scope or name.startswith((scope, UNBOUND))
    return inside and name not in left_out


def _keep(graph_def: Any, scope: str | None, left_out: set[str], bare: bool) -> list[str]:
    """Keeps the nodes in a scope, without it in their names; returns the inputs from outside."""
    kept = [node for node in graph_def.node if _is_kept(node.name, scope, left_out)]
    unbound: list[str] = []
    for node in kept:
        for index, name in enumerate(node.input):
            if scope and not name.lstrip("^").startswith(scope):
                control = "^" if name.startswith("^") else ""
                node.input[index] = f"{control}{UNBOUND}{name.lstrip('^')}"
                unbound.append(node.input[index])
            else:
                node.input[index] = without_scope(name, scope)
        node.name = without_scope(node.name, scope)
        if "_class" in node.attr:
            groups = node.attr["_class"].list.s
            groups[:] = [
                without_scope(group.decode(), scope).encode()
                for group in groups
                if not scope or group.decode().partition("@")[2].startswith(scope)
            ]
        if "frame_name" in node.attr:
            frame = node.attr["frame_name"]
            frame.s = without_scope(frame.s.decode(), scope).encode()
        if bare:
            node.device = ""
    copies = [type(node).FromString(node.SerializeToString()) for node in kept]
    del graph_def.node[:]
    graph_def.node.extend(copies)
    return unbound


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
        elif all(isinstance(one, (Tensor, Operation, Variable)) for one in items):
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
