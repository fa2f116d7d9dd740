"""Meta graphs: a graph, its collections and its saver as a message, and back."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from google.protobuf import text_format
from google.protobuf.message import DecodeError

from grader.engine.core import logging
from grader.engine.core.absent import left_out
from grader.engine.core.keys import GraphKeys
from grader.engine.core.messages import GraphDef, MetaGraphDef, SaverDef, VariableDef
from grader.engine.data.gfile import PathLike, as_path
from grader.engine.graph.graph import Graph, Operation, Tensor, get_collection, get_default_graph
from grader.engine.graph.importer import import_graph_def
from grader.engine.graph.scopes import within_scope
from grader.engine.ops.common.late import tf
from grader.engine.saving.bundle import write_atomically
from grader.engine.variables.variables import Variable

__all__ = ["export_meta_graph", "import_meta_graph", "write_graph"]

VARIABLES = (
    GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES, GraphKeys.LOCAL_VARIABLES,
    GraphKeys.MODEL_VARIABLES, GraphKeys.MOVING_AVERAGE_VARIABLES, GraphKeys.METRIC_VARIABLES,
    GraphKeys.GLOBAL_STEP,
)  # fmt: skip
# What gradients through branches and loops need: the engine neither writes nor reads it.
CONTEXTS = (GraphKeys.COND_CONTEXT, GraphKeys.WHILE_CONTEXT)
# Collection -> how an item becomes a message, and is restored from the message's bytes.
MESSAGES: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {}


def register_proto_function(
    collection_name: str,
    proto_type: Any,
    to_proto: Callable[..., Any],
    from_proto: Callable[..., Any],
) -> None:
    """Registers how the items of a collection are stored in a meta graph."""

    def read(data: bytes, import_scope: str | None) -> Any:
        return from_proto(proto_type.FromString(data), import_scope=import_scope)

    MESSAGES[collection_name] = to_proto, read


for _key in VARIABLES:
    register_proto_function(_key, VariableDef, Variable.to_proto, Variable.from_proto)


# Exporting ----------------------------------------------------------------------------------------


def export_meta_graph(
    filename: PathLike | None = None,
    meta_info_def: Any = None,
    graph_def: GraphDef | None = None,
    saver_def: SaverDef | None = None,
    collection_list: Sequence[str] | None = None,
    as_text: bool = False,
    graph: Graph | None = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
) -> MetaGraphDef:
    """The graph, its collections and a saver as a MetaGraphDef; written to `filename` if given.

    clear_devices: without the nodes' devices.
    """
    left_out(
        "tf.train.export_meta_graph",
        export_scope=export_scope,
        clear_extraneous_savers=clear_extraneous_savers or None,
        strip_default_attrs=strip_default_attrs or None,
    )
    graph = graph or get_default_graph()
    message = MetaGraphDef()
    if meta_info_def is not None:
        message.meta_info_def.CopyFrom(meta_info_def)
    message.meta_info_def.tensorflow_version = "2.21.0"
    message.graph_def.CopyFrom(graph_def or graph.as_graph_def(add_shapes=True))
    if saver_def is not None:
        message.saver_def.CopyFrom(saver_def)
    if clear_devices:
        _clear_devices(message.graph_def)
    keys = graph.get_all_collection_keys() if collection_list is None else collection_list
    for key in keys:
        if not isinstance(key, (str, bytes)):
            logging.warning("Only collections with string type keys will be serialized: %s", key)
            continue
        _add_collection(message, key, graph.get_collection(key))
    if filename:
        write_graph(message, *os.path.split(as_path(filename)), as_text=as_text)
    return message


def _clear_devices(graph_def: GraphDef) -> None:
    for node in graph_def.node:
        node.device = ""


def _add_collection(message: MetaGraphDef, key: str | bytes, items: list[Any]) -> None:
    name = key.decode() if isinstance(key, bytes) else key
    if not items or name in CONTEXTS:
        return
    definition = message.collection_def[name]
    try:
        if name in MESSAGES:
            messages = (MESSAGES[name][0](item) for item in items)
            definition.bytes_list.value.extend(made.SerializeToString() for made in messages)
        elif isinstance(items[0], (str, bytes)):
            definition.bytes_list.value.extend(
                item if isinstance(item, bytes) else item.encode() for item in items
            )
        elif isinstance(items[0], (int, float)):
            kind = "int64_list" if isinstance(items[0], int) else "float_list"
            getattr(definition, kind).value.extend(items)
        elif all(isinstance(item, (Tensor, Operation, Variable)) for item in items):
            definition.node_list.value.extend(item.name for item in items)
        else:
            raise TypeError(f"there is no message for {type(items[0]).__name__}")
    except (TypeError, ValueError, AttributeError) as error:
        logging.warning(
            "Issue encountered when serializing %s.\nType is unsupported, or the types of the items "
            "don't match field type in CollectionDef. Note this is a warning and probably safe to "
            "ignore.\n%s",
            *(name, error),
        )
        del message.collection_def[name]


def write_graph(
    graph_or_graph_def: Graph | GraphDef | MetaGraphDef,
    logdir: PathLike,
    name: str,
    as_text: bool = True,
) -> str:
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


# Importing ----------------------------------------------------------------------------------------


def read_meta_graph(meta_graph_or_file: Any) -> MetaGraphDef:
    """A MetaGraphDef: itself, TensorFlow's own class, or from a file of bytes or text.

    Raises OSError if the file does not exist or is not a MetaGraphDef.
    """
    if hasattr(meta_graph_or_file, "graph_def"):
        data = meta_graph_or_file.SerializeToString()
        return MetaGraphDef.FromString(data)
    path = as_path(meta_graph_or_file)
    if not os.path.exists(path):
        raise OSError(f"File does not exist. Received: {path}.")
    with open(path, "rb") as file:
        data = file.read()
    try:
        return MetaGraphDef.FromString(data)
    except DecodeError:
        pass
    try:
        return text_format.Parse(data.decode(), MetaGraphDef())
    except (text_format.ParseError, UnicodeDecodeError) as error:
        raise OSError(f"Cannot parse file {path}: {error}.") from None


def import_meta_graph(
    meta_graph_or_file: MetaGraphDef | PathLike,
    clear_devices: bool = False,
    import_scope: str | None = None,
    *,
    graph: Graph | None = None,
    input_map: Mapping[str, Any] | None = None,
    restore_collections_predicate: Callable[[str], bool] = lambda key: True,
    return_elements: Sequence[str] | None = None,
) -> Any:
    """Adds the graph of a meta graph to `graph` or the default one, with its collections.

    Returns a Saver, or None if there are no variables. restore_collections_predicate: which
    collections to restore. return_elements must be in the graph, but are not returned.
    """
    message = read_meta_graph(meta_graph_or_file)
    if clear_devices:
        _clear_devices(message.graph_def)
    with (graph or get_default_graph()).as_default() as target:
        scope = target.unique_name(import_scope or "", mark_as_used=False)
        _rename_frames(message.graph_def, scope)
        import_graph_def(
            message.graph_def,
            input_map=input_map,
            name=import_scope or scope,
            return_elements=return_elements,
        )
        _restore_collections(target, message, scope, restore_collections_predicate)
    if message.HasField("saver_def"):
        listed = target.get_collection(GraphKeys.GLOBAL_VARIABLES, scope or None)
        return tf.train.Saver(saver_def=message.saver_def, name=scope if listed else import_scope)
    keys = GraphKeys.GLOBAL_VARIABLES, GraphKeys.SAVEABLE_OBJECTS
    return tf.train.Saver() if any(get_collection(key, import_scope) for key in keys) else None


def _rename_frames(graph_def: GraphDef, scope: str) -> None:
    """Keeps the loops of two imports apart, which may run at the same time."""
    for node in graph_def.node:
        if scope and node.op in ("Enter", "RefEnter"):
            frame = node.attr["frame_name"]
            frame.s = scope.encode() + b"/" + frame.s


def _restore_collections(
    graph: Graph, message: MetaGraphDef, scope: str, wanted: Callable[[str], bool]
) -> None:
    """Adds the items of the collections; a variable in several of them stays one object."""
    made: dict[bytes, Any] = {}
    first = GraphKeys.TRAINABLE_VARIABLES
    for key in sorted(message.collection_def, key=lambda key: (key != first, key)):
        definition = message.collection_def[key]
        kind = definition.WhichOneof("kind")
        if not wanted(key) or key in CONTEXTS:
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
