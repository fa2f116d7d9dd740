"""Graphs with what belongs to them (collections, the saver) as messages: MetaGraphDef."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import Any

from google.protobuf import text_format
from google.protobuf.message import DecodeError
from tensorboard.compat.proto import meta_graph_pb2, saver_pb2, variable_pb2

from grader.engine.core import logging
from grader.engine.core.attributes import to_attr_value, to_python
from grader.engine.core.keys import GraphKeys
from grader.engine.data.gfile import as_path
from grader.engine.graph.graph import Graph, Operation, Tensor, get_default_graph
from grader.engine.graph.importer import import_graph_def
from grader.engine.registry import TABLE
from grader.engine.saving.bundle import write_atomically
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = ["export_meta_graph", "import_meta_graph", "write_graph"]
# fmt: on

VARIABLES = (
    GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES, GraphKeys.LOCAL_VARIABLES,
    GraphKeys.MODEL_VARIABLES, GraphKeys.MOVING_AVERAGE_VARIABLES, GraphKeys.METRIC_VARIABLES,
    GraphKeys.GLOBAL_STEP,
)  # fmt: skip
# Collections whose items are messages: how an item becomes one, and comes back from its bytes.
MESSAGES: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {}


def register_proto_function(
    collection_name: str, proto_type: Any, to_proto: Any, from_proto: Any
) -> None:
    """Says how the items of a collection are kept in a meta graph."""

    def read(data: bytes, import_scope: str | None) -> Any:
        return from_proto(proto_type.FromString(data), import_scope=import_scope)

    MESSAGES[collection_name] = to_proto, read


def without_scope(name: str, scope: str | None) -> str:
    """A name as it is inside of a scope."""
    if not scope:
        return name
    return re.sub(rf"([\^]|loc:@|^){re.escape(scope.rstrip('/'))}/+(.*)", r"\1\2", name, count=1)


def within_scope(name: str, scope: str | None) -> str:
    """A name in a scope."""
    return f"{scope.rstrip('/')}/{name}" if scope else name


def variable_to_proto(variable: Any, export_scope: str | None = None) -> Any:
    """The VariableDef of a variable: the names of its nodes. None for one outside of the scope."""
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


def variable_from_proto(proto: Any, import_scope: str | None = None) -> Variable:
    """The variable whose nodes are in the graph already."""
    graph = get_default_graph()

    def element(name: str) -> Any:
        return graph.as_graph_element(within_scope(name, import_scope))

    variable = Variable.__new__(Variable)
    variable.trainable, variable.constraint = proto.trainable, None
    variable._variable = element(proto.variable_name)
    variable._initializer_op = element(proto.initializer_name)
    variable._snapshot = element(proto.snapshot_name)
    name = proto.initial_value_name
    variable._initial_value = element(name) if name else variable._initializer_op.inputs[1]
    return variable


for _key in VARIABLES:
    register_proto_function(_key, variable_pb2.VariableDef, variable_to_proto, variable_from_proto)


# ---------------------------------------------------------------------------------- to a message


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

    export_scope: only what is in it, with the scope taken off. clear_devices: without devices.
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
    """The names of the nodes under the scopes of savers, but for the one that is exported."""
    own = saver_def.filename_tensor_name.rpartition("/")[0] if saver_def is not None else None
    scopes = {
        op.name.rpartition("/")[0]
        for op in graph.get_operations()
        if op.type in ("SaveV2", "RestoreV2", "MergeV2Checkpoints")
    } - {own}
    return {op.name for op in graph.get_operations() if op.name.rpartition("/")[0] in scopes}


def _keep(graph_def: Any, scope: str | None, left_out: set[str], bare: bool, unbound: Any) -> None:
    """Keeps the nodes in a scope, under names without it; inputs from outside become unbound."""
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


# -------------------------------------------------------------------------------- from a message


def read_meta_graph(meta_graph_or_file: Any) -> Any:
    """A MetaGraphDef: itself, TensorFlow's own class, or from a file of bytes or text.

    Raises OSError where the file does not exist or is no MetaGraphDef.
    """
    if hasattr(meta_graph_or_file, "graph_def"):
        data = meta_graph_or_file.SerializeToString()
        return meta_graph_pb2.MetaGraphDef.FromString(data)
    path = as_path(meta_graph_or_file)
    if not os.path.exists(path):
        raise OSError(f"File does not exist. Received: {path}.")
    with open(path, "rb") as file:
        data = file.read()
    try:
        return meta_graph_pb2.MetaGraphDef.FromString(data)
    except DecodeError:
        pass
    try:
        return text_format.Parse(data.decode(), meta_graph_pb2.MetaGraphDef())
    except (text_format.ParseError, UnicodeDecodeError) as error:
        raise OSError(f"Cannot parse file {path}: {error}.") from None


def import_meta_graph(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    import_scope: str | None = None,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Any = None,
) -> Any:
    """Adds the graph of a meta graph to the default one, with its collections; returns a Saver.

    return_elements: returns (saver, those elements). The saver is None without variables.
    """
    from grader.engine.saving.saver import Saver

    message = read_meta_graph(meta_graph_or_file)
    needed = message.collection_def["unbound_inputs"].bytes_list.value
    missing = [name.decode() for name in needed if name.decode() not in (input_map or {})]
    if missing:
        raise ValueError(
            f"Graph contains unbound inputs: {','.join(missing)}. Must provide these inputs through "
            "input_map."
        )
    graph = get_default_graph()
    if clear_devices:
        for node in message.graph_def.node:
            node.device = ""
    scope = graph.unique_name(import_scope or "", mark_as_used=False)
    elements = import_graph_def(
        message.graph_def,
        input_map=input_map,
        name=import_scope or scope,
        return_elements=return_elements,
    )
    _restore_collections(graph, message, scope)
    if message.HasField("saver_def"):
        saver: Any = Saver(saver_def=message.saver_def, name=scope)
    else:
        listed = graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope or None)
        saver = Saver() if listed else None
    return saver if return_elements is None else (saver, elements)


def _restore_collections(graph: Graph, message: Any, scope: str) -> None:
    """One variable stands in several collections: it stays one."""
    made: dict[bytes, Any] = {}
    first = GraphKeys.TRAINABLE_VARIABLES
    for key in sorted(message.collection_def, key=lambda key: (key != first, key)):
        definition = message.collection_def[key]
        kind = definition.WhichOneof("kind")
        if kind is None or key in ("unbound_inputs", "cond_context", "while_context"):
            continue  # branches and loops are found again from their nodes
        values = getattr(definition, kind).value
        for value in values:
            item = value
            if kind == "bytes_list" and key in MESSAGES:
                if value not in made or key not in VARIABLES:
                    made[value] = MESSAGES[key][1](value, import_scope=scope)
                item = made[value]
            elif kind == "node_list":
                item = graph.as_graph_element(within_scope(value, scope))
            elif kind == "bytes_list" and scope:
                item = within_scope(value.decode(errors="replace"), scope)
            graph.add_to_collection(key, item)


def saver_scope(saver_def: Any, scope: str | None, change: Callable[..., str]) -> Any:
    """A saver's message with its names changed for a scope."""
    copy = saver_pb2.SaverDef.FromString(saver_def.SerializeToString())
    for field in ("filename_tensor_name", "save_tensor_name", "restore_op_name"):
        setattr(copy, field, change(getattr(saver_def, field), scope))
    return copy
