"""What TensorFlow does to a graph before it runs it, where that decides what an answer gives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from google.protobuf.message import DecodeError

from grader import engine as tf
from grader.evidence import Evidence, GraphData


def rewritten(evidence: Evidence) -> Evidence:
    """The evidence with graphs in which nothing is computed that gives back what went into it.

    These are `-(-x)` and an entry of a `tf.stack`. TensorFlow puts what went in, such as a variable, in their
    place: they are no copies of it.
    """
    return replace(evidence, graphs=tuple(map(_rewritten, evidence.graphs)))


def _rewritten(graph: GraphData) -> GraphData:
    try:
        definition = tf.GraphDef.FromString(graph.graph_def)
    except DecodeError:  # whoever runs it says so
        return graph
    nodes = {node.name: node for node in definition.node}
    for node in definition.node:  # each stands behind its inputs
        node.input[:] = [_source(name, nodes) for name in node.input]
    return replace(graph, graph_def=definition.SerializeToString())


def _source(name: str, nodes: dict[str, Any]) -> str:
    """What stands in the place of an input."""
    node = nodes.get(name)
    if node is None or not node.input or not (before := nodes.get(node.input[0])):
        return name
    if node.op == before.op == "Neg" and before.input:
        return str(before.input[0])
    if node.op == "StridedSlice" and before.op == "Pack" and not before.attr["axis"].i:
        place = _index(nodes.get(node.input[1]) if len(node.input) > 1 else None)
        if node.attr["shrink_axis_mask"].i == 1 and 0 <= place < len(before.input):
            return str(before.input[place])
    return name


def _index(node: Any) -> int:
    """The number in a constant of one; -1 for anything else."""
    if node is None or node.op != "Const":
        return -1
    value = node.attr["value"].tensor
    if [dim.size for dim in value.tensor_shape.dim] != [1]:
        return -1
    try:
        return int(tf.make_ndarray(value)[0])
    except (TypeError, ValueError):
        return -1
