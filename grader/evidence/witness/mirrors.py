"""Graphs that are in two processes: what one adds to them, the other is told and adds, too."""

from __future__ import annotations

import base64
import sys
from typing import Any

from grader.resource_variables import variable_class

VARIABLES = "tensorflow.core.framework.variable_pb2"
FROM_THE_KERNEL = 10**6  # the number of the first Python function that the kernel puts into a graph


class Mirror:
    """One graph of this process, and how much of it the other process has."""

    def __init__(self, tf: Any, graph: Any):
        self.tf, self.graph = tf, graph
        self.names: set[str] = set()
        self.collected: dict[Any, int] = {}
        self.seed: int | None = None
        self.variables: dict[str, Any] = {}
        self.version = 0
        self.told = False

    def additions(self) -> dict[str, Any] | None:
        """What the other process does not have yet, as JSON; None if there is nothing."""
        added: dict[str, Any] = {}
        if self.graph.version != self.version:
            self.version = self.graph.version
            nodes, shapes = self.tf.GraphDef(), []
            for operation in self.graph.get_operations():
                if operation.name not in self.names:
                    self.names.add(operation.name)
                    nodes.node.append(operation.node_def)
                    shapes.append([_sizes(tensor.shape) for tensor in operation.outputs])
            added["nodes"], added["shapes"] = _text(nodes), shapes
        variables = self._new_variables()
        if variables:
            added["variables"] = variables
        if self.graph.seed != self.seed:
            self.seed = added["seed"] = self.graph.seed
        if self.told and not added:
            return None
        self.told = True
        return added

    def _new_variables(self) -> list[list[Any]]:
        """[the collection, the variable's description] for each entry that is new."""
        new = []
        for key in self.graph.get_all_collection_keys():
            if not isinstance(key, str):
                continue
            entries = self.graph.get_collection_ref(key)
            for entry in entries[self.collected.get(key, 0) :]:
                if isinstance(entry, variable_class(self.tf)):
                    self.variables.setdefault(entry.op.name, entry)
                    new.append([key, _text(entry.to_proto())])
            self.collected[key] = len(entries)
        return new

    def add(self, added: dict[str, Any]) -> Any:
        """Adds what `additions` of the other process told; returns the new nodes, or None."""
        self.told = True
        nodes = None
        with self.graph.as_default():
            if "nodes" in added:
                nodes = self.tf.GraphDef.FromString(base64.b64decode(added["nodes"]))
                add_nodes(self.tf, self.graph, nodes)
                self._set_shapes(nodes, added["shapes"])
                self.names.update(node.name for node in nodes.node)
                self.version = self.graph.version
            for key, text in added.get("variables", ()):
                variable = self._variable(base64.b64decode(text))
                self.graph.add_to_collection(key, variable)
                self.collected[key] = len(self.graph.get_collection_ref(key))
        if "seed" in added:
            self.seed = self.graph.seed = added["seed"]
        return nodes

    def _set_shapes(self, nodes: Any, shapes: list[Any]) -> None:
        """What `set_shape` has said of a tensor is not in its node."""
        for node, its_shapes in zip(nodes.node, shapes, strict=True):
            operation = self.graph.get_operation_by_name(node.name)
            for tensor, sizes in zip(operation.outputs, its_shapes, strict=True):
                if sizes != _sizes(tensor.shape):
                    tensor.set_shape(sizes)

    def _variable(self, described: bytes) -> Any:
        definition = _definition(self.tf, described)
        name = definition.variable_name.partition(":")[0]
        if name not in self.variables:
            self.variables[name] = self.tf.Variable.from_proto(definition)
        return self.variables[name]


def _text(message: Any) -> str:
    return base64.b64encode(message.SerializeToString()).decode("ascii")


def _sizes(shape: Any) -> list[int | None] | None:
    return None if shape.rank is None else shape.as_list()


def is_engine(tf: Any) -> bool:
    """Whether this is our engine, not TensorFlow."""
    return tf.__name__ == "grader.engine"


def _definition(tf: Any, described: bytes) -> Any:
    module = "grader.engine.core.messages" if is_engine(tf) else VARIABLES
    return sys.modules[module].VariableDef.FromString(described)


def add_nodes(tf: Any, graph: Any, nodes: Any) -> None:
    """Adds nodes whose inputs may be the graph's own, in the order in which they were made."""
    if is_engine(tf):
        sys.modules["grader.engine.graph.importer"].import_more(nodes)
        return
    for node in nodes.node:  # the groups are about devices, and may name what came before
        if "_class" in node.attr:
            del node.attr["_class"]
    if _in_order(graph, nodes):
        for node in nodes.node:
            _add_node(graph, node)
    else:
        _import_loops(tf, graph, nodes)


def _source(text: str) -> str:
    return text.lstrip("^").partition(":")[0]


def _tensor(graph: Any, text: str) -> Any:
    return graph.get_tensor_by_name(text if ":" in text else f"{text}:0")


def _in_order(graph: Any, nodes: Any) -> bool:
    """Whether every node stands behind its inputs: there is no loop."""
    before: set[str] = set()
    own = {node.name for node in nodes.node}
    for node in nodes.node:
        if any(_source(text) in own - before for text in node.input):
            return False
        before.add(node.name)
    return True


def _add_node(graph: Any, node: Any) -> None:
    inputs = [_tensor(graph, text) for text in node.input if not text.startswith("^")]
    before = [graph.get_operation_by_name(text[1:]) for text in node.input if text[0] == "^"]
    with graph.control_dependencies(None):
        kind = (
            type(graph.get_operations()[0])
            if graph.version
            else sys.modules["tensorflow.python.framework.ops"].Operation
        )
        types = [tensor.dtype for tensor in inputs]
        kind.from_node_def(node, graph, inputs, control_inputs=before, input_types=types)
    graph.unique_name(node.name)  # which marks it as taken


def _import_loops(tf: Any, graph: Any, nodes: Any) -> None:
    own = {node.name for node in nodes.node}
    outer = {text for node in nodes.node for text in node.input if _source(text) not in own}
    mapped = {
        text: graph.get_operation_by_name(text[1:]) if text[0] == "^" else _tensor(graph, text)
        for text in outer
    }
    importer = sys.modules["tensorflow.python.framework.importer"]
    importer.import_graph_def(nodes, input_map=mapped, name="")
