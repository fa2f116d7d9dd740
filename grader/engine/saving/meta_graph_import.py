"""Importing a MetaGraphDef: its graph, collections and saver."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from google.protobuf import text_format
from google.protobuf.message import DecodeError
from tensorboard.compat.proto import meta_graph_pb2

from grader.engine.core import logging
from grader.engine.core.keys import GraphKeys
from grader.engine.data.gfile import as_path
from grader.engine.graph.graph import Graph, get_collection, get_default_graph
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
    *,
    graph: Graph | None = None,
    input_map: Mapping[str, Any] | None = None,
    unbound_inputs_col_name: str = "unbound_inputs",
    restore_collections_predicate: Callable[[str], bool] = lambda key: True,
    return_elements: Any = None,
) -> Saver | None:
    """Adds the graph of a meta graph to `graph` or the default one, with its collections.

    Returns a Saver, or None if there are no variables. restore_collections_predicate: which
    collections to restore. return_elements must be in the graph, but are not returned.
    """
    message = read_meta_graph(meta_graph_or_file)
    needed = [
        name.decode() for name in message.collection_def[unbound_inputs_col_name].bytes_list.value
    ]
    if needed and sorted(needed) != sorted(input_map or {}):
        raise ValueError(
            f"Graph contains unbound inputs: {','.join(needed)}. Must provide these inputs through "
            "input_map."
        )
    del message.collection_def[unbound_inputs_col_name]
    if clear_devices:
        for node in message.graph_def.node:
            node.device = ""
    with (graph or get_default_graph()).as_default() as target:
        scope = target.unique_name(import_scope or "", mark_as_used=False)
        import_graph_def(
            message.graph_def,
            input_map=input_map,
            name=import_scope or scope,
            return_elements=return_elements,
        )
        _restore_collections(target, message, scope, restore_collections_predicate)
    if message.HasField("saver_def"):
        listed = target.get_collection(GraphKeys.GLOBAL_VARIABLES, scope or None)
        return Saver(saver_def=message.saver_def, name=scope if listed else import_scope)
    keys = GraphKeys.GLOBAL_VARIABLES, GraphKeys.SAVEABLE_OBJECTS
    return Saver() if any(get_collection(key, import_scope) for key in keys) else None


def _restore_collections(
    graph: Graph, message: Any, scope: str, wanted: Callable[[str], bool]
) -> None:
    """Adds the items of the collections; a variable in several of them stays one object."""
    made: dict[bytes, Any] = {}
    first = GraphKeys.TRAINABLE_VARIABLES
    for key in sorted(message.collection_def, key=lambda key: (key != first, key)):
        definition = message.collection_def[key]
        kind = definition.WhichOneof("kind")
        if not wanted(key):
            continue
        if kind is None:
            logging.error("Cannot identify data type for collection %s. Skipping.", key)
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
