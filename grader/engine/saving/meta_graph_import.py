"""Importing a MetaGraphDef: its graph, collections and saver."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from google.protobuf import text_format
from google.protobuf.message import DecodeError
from tensorboard.compat.proto import meta_graph_pb2

from grader.engine.core.keys import GraphKeys
from grader.engine.data.gfile import as_path
from grader.engine.graph.graph import Graph, get_default_graph
from grader.engine.graph.importer import import_graph_def
from grader.engine.graph.scopes import within_scope
from grader.engine.saving.meta_graph_export import MESSAGES, VARIABLES
from grader.engine.saving.saver import Saver

__all__ = ["import_meta_graph"]


def read_meta_graph(meta_graph_or_file: Any) -> Any:
    """A MetaGraphDef: itself, TensorFlow's own class, or from a file of bytes or text.

    Raises OSError if the file does not exist or is not a MetaGraphDef.
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

    return_elements: returns (saver, those elements). The saver is None if there are no variables.
    """
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
    """Adds the items of the collections; a variable in several of them stays one object."""
    made: dict[bytes, Any] = {}
    first = GraphKeys.TRAINABLE_VARIABLES
    for key in sorted(message.collection_def, key=lambda key: (key != first, key)):
        definition = message.collection_def[key]
        kind = definition.WhichOneof("kind")
        if kind is None or key == "unbound_inputs":
            continue
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
