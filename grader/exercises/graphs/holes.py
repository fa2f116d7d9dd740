"""Ways to put a placeholder in place of a constant, right and wrong, for the exercise in `feeding.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf


def with_entry_of(hole: Callable[[Any, str], Any]) -> Callable[[], Any]:
    """Puts the entry of what `hole` makes, from the constant's tensor and its name, in its place."""

    def take_out(graph: Any, name: str) -> Any:
        table = graph.get_tensor_by_name(f"{name}:0")
        with tf.Graph().as_default() as scratch:
            hole(table, name)
        definition = graph.as_graph_def()
        for entry in definition.node:
            if entry.name == name:
                entry.CopyFrom(scratch.as_graph_def().node[-1])
        with tf.Graph().as_default() as result:
            tf.import_graph_def(definition, name="")
        return result

    return lambda: take_out


def turned(with_shape: bool) -> Callable[[], Any]:
    """Writes another type into the constant's entry and, if `with_shape`, a shape, but leaves its numbers."""

    def take_out(graph: Any, name: str) -> Any:
        definition = graph.as_graph_def()
        for entry in definition.node:
            if entry.name == name:
                entry.op = "Placeholder"
                if with_shape:
                    columns = graph.get_tensor_by_name(f"{name}:0").shape.as_list()[1]
                    entry.attr["shape"].shape.CopyFrom(tf.TensorShape([None, columns]).as_proto())
        with tf.Graph().as_default() as result:
            tf.import_graph_def(definition, name="")
        return result

    return lambda: take_out


def of_constants(chosen: Callable[[Any, str], bool]) -> Callable[[], Any]:
    """Puts a placeholder in place of each constant that `chosen` picks, by its entry and the name given."""

    def take_out(graph: Any, name: str) -> Any:
        definition = graph.as_graph_def()
        for entry in definition.node:
            if entry.op == "Const" and chosen(entry, name):
                table = graph.get_tensor_by_name(f"{entry.name}:0")
                with tf.Graph().as_default() as scratch:
                    opened(table, entry.name)
                entry.CopyFrom(scratch.as_graph_def().node[0])
        with tf.Graph().as_default() as result:
            tf.import_graph_def(definition, name="")
        return result

    return lambda: take_out


def from_the_default_graph(place: int) -> Callable[[], Any]:
    """Makes the placeholder in the default graph, and takes the entry that is at `place` there."""

    def take_out(graph: Any, name: str) -> Any:
        opened(graph.get_tensor_by_name(f"{name}:0"), name)
        definition = graph.as_graph_def()
        for entry in definition.node:
            if entry.name == name:
                entry.CopyFrom(tf.get_default_graph().as_graph_def().node[place])
        with tf.Graph().as_default() as result:
            tf.import_graph_def(definition, name="")
        return result

    return lambda: take_out


def always_table() -> Callable[..., Any]:
    """Looks for a constant called table, whatever name it is given."""
    right = with_entry_of(opened)()
    return lambda graph, name: right(graph, "table")


def unchanged_copy() -> Callable[..., Any]:
    def take_out(graph: Any, name: str) -> Any:
        with tf.Graph().as_default() as result:
            tf.import_graph_def(graph.as_graph_def(), name="")
        return result

    return take_out


def opened(table: Any, name: str) -> Any:
    return tf.placeholder(table.dtype, [None, *table.shape.as_list()[1:]], name=name)


def always_three(table: Any, name: str) -> Any:
    return tf.placeholder(table.dtype, [None, 3], name=name)


def empty_table(table: Any, name: str) -> Any:
    return tf.constant(0, table.dtype, [0, table.shape.as_list()[1]], name=name)


def mapped(hole: Callable[[Any, str], Any], gone: bool) -> Callable[[], Any]:
    """Imports the graph, with or without the constant, so that all takes what `hole` makes."""

    def take_out(graph: Any, name: str) -> Any:
        definition = graph.as_graph_def()
        kept = [entry for entry in definition.node if not gone or entry.name != name]
        with tf.Graph().as_default() as result:
            tensor = hole(graph.get_tensor_by_name(f"{name}:0"), name)
            tf.import_graph_def(tf.GraphDef(node=kept), name="", input_map={f"{name}:0": tensor})
        return result

    return lambda: take_out


def below_import() -> Callable[..., Any]:
    """All nodes, but with other names: import_graph_def puts a prefix before them."""

    def take_out(graph: Any, name: str) -> Any:
        changed = with_entry_of(opened)()(graph, name)
        with tf.Graph().as_default() as result:
            tf.import_graph_def(changed.as_graph_def())
        return result

    return take_out


def beside_it() -> Callable[..., Any]:
    """A copy of the graph, and a placeholder that nothing needs."""

    def take_out(graph: Any, name: str) -> Any:
        with tf.Graph().as_default() as result:
            tf.import_graph_def(graph.as_graph_def(), name="")
            opened(graph.get_tensor_by_name(f"{name}:0"), name)
        return result

    return take_out


def in_the_old_graph() -> Callable[..., Any]:
    def take_out(graph: Any, name: str) -> Any:
        table = graph.get_tensor_by_name(f"{name}:0")
        with graph.as_default():
            opened(table, name)
        return graph

    return take_out


def into_the_graph_of_the_hole() -> Callable[..., Any]:
    """Imports beside the placeholder whose entry it took: the name is taken, so there are two of them."""

    def take_out(graph: Any, name: str) -> Any:
        definition = graph.as_graph_def()
        with tf.Graph().as_default() as result:
            opened(graph.get_tensor_by_name(f"{name}:0"), name)
            for entry in definition.node:
                if entry.name == name:
                    entry.CopyFrom(result.as_graph_def().node[0])
            tf.import_graph_def(definition, name="")
        return result

    return take_out


def into_the_default_graph() -> Callable[..., Any]:
    def take_out(graph: Any, name: str) -> Any:
        changed = with_entry_of(opened)()(graph, name)
        tf.import_graph_def(changed.as_graph_def(), name="")
        return tf.get_default_graph()

    return take_out


def with_default(table: Any, name: str) -> Any:
    numbers = np.zeros(table.shape.as_list(), table.dtype.as_numpy_dtype)
    return tf.placeholder_with_default(numbers, [None, *numbers.shape[1:]], name=name)
