"""`tf.graph_util`: extracting subgraphs, and freezing variables as constants."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from grader.engine.core.messages import GraphDef
from grader.engine.core.protos import make_tensor_proto
from grader.engine.graph.importer import import_graph_def

__all__ = ["convert_variables_to_constants", "extract_sub_graph", "import_graph_def"]

VARIABLES = ("Variable", "VariableV2")


def extract_sub_graph(graph_def: GraphDef, dest_nodes: Collection[str]) -> GraphDef:
    """The subgraph of `dest_nodes` and everything they need, in the order of the graph.

    Raises TypeError if the arguments are not a GraphDef and a list of names, AssertionError for an
    unknown name (as TensorFlow does).
    """
    if not isinstance(graph_def, GraphDef):
        raise TypeError(f"graph_def must be a GraphDef proto, but got type {type(graph_def)}.")
    if isinstance(dest_nodes, str):
        raise TypeError(
            f"dest_nodes must be an iterable of strings, but got type {type(dest_nodes)}."
        )
    nodes = {node.name: node for node in graph_def.node}
    for name in dest_nodes:
        if name not in nodes:
            raise AssertionError(f"{name} is not in graph")
    needed: set[str] = set()
    waiting = list(dest_nodes)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [text.lstrip("^").partition(":")[0] for text in nodes[name].input]
    extracted = GraphDef()
    extracted.node.extend(node for node in graph_def.node if node.name in needed)
    extracted.library.CopyFrom(graph_def.library)
    extracted.versions.CopyFrom(graph_def.versions)
    return extracted


def convert_variables_to_constants(
    sess: Any,
    input_graph_def: GraphDef,
    output_node_names: Collection[str],
    variable_names_whitelist: Iterable[str] | None = None,
    variable_names_blacklist: Iterable[str] | None = None,
) -> GraphDef:
    """The subgraph of the outputs, with variables replaced by constants of their values in the session."""
    result = extract_sub_graph(input_graph_def, output_node_names)
    names = [node.name for node in result.node if node.op in VARIABLES]
    if variable_names_whitelist is not None:
        names = [name for name in names if name in set(variable_names_whitelist)]
    names = [name for name in names if name not in set(variable_names_blacklist or ())]
    values = dict(zip(names, sess.run([f"{name}:0" for name in names]), strict=True))
    for node in result.node:
        if node.name in values:
            name, dtype = node.name, node.attr["dtype"].type
            node.Clear()
            node.name, node.op = name, "Const"
            node.attr["dtype"].type = dtype
            node.attr["value"].tensor.CopyFrom(make_tensor_proto(values[name]))
    return result
