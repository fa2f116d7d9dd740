"""Importing a GraphDef: from anywhere, so checked at every step."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from typing import Any

from tensorboard.compat.proto import attr_value_pb2, graph_pb2

from grader.engine import limits
from grader.engine.attributes import from_attr_value, to_python
from grader.engine.build import output_types
from grader.engine.dtypes import DType
from grader.engine.graph import (
    Graph,
    Operation,
    Tensor,
    get_default_graph,
    name_scope,
    set_static_shapes,
)
from grader.engine.limits import Limits
from grader.engine.registry import OpDef, lookup
from grader.engine.scopes import valid_op_name

DEFAULT_LIMITS = Limits()


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[Any, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> list[Any] | None:
    """Adds the nodes of a GraphDef to the default graph, as `tf.import_graph_def`.

    input_map: tensors of the default graph that replace inputs, by their name in the GraphDef.
    return_elements: names of tensors and operations to return.
    name: the prefix of all names; "import" if None, none if "".
    The GraphDef may come from anybody: only operations of the table are accepted, none that would
    run Python code, and no more than the limits in force allow.
    Raises TypeError for what is no GraphDef, ValueError (naming the node) for one that cannot run.
    """
    message = _message(graph_def)
    bounds = limits.current() or DEFAULT_LIMITS
    if len(message.node) > bounds.nodes:
        raise ValueError(
            f"the GraphDef has {len(message.node)} nodes; at most {bounds.nodes} are allowed"
        )
    graph = get_default_graph()
    mapped = {_input_name(str(key)): value for key, value in (input_map or {}).items()}
    if name == "":
        importer = _Importer(graph, message, mapped, "")
        importer.run()
    else:
        with name_scope(name, "import", list(mapped.values()) or None) as scope:
            importer = _Importer(graph, message, mapped, scope)
            importer.run()
    if return_elements is None:
        return None
    return [importer.element(item) for item in return_elements]


def _message(graph_def: Any) -> graph_pb2.GraphDef:
    if isinstance(graph_def, graph_pb2.GraphDef):
        return graph_def
    if hasattr(graph_def, "SerializeToString") and hasattr(graph_def, "node"):
        return graph_pb2.GraphDef.FromString(graph_def.SerializeToString())
    raise TypeError(
        f"Argument `graph_def` must be a GraphDef proto. Received: {type(graph_def).__name__}."
    )


def _input_name(name: str) -> str:
    if name.startswith("^") or ":" in name:
        return name
    return f"{name}:0"


class _Importer:
    def __init__(
        self, graph: Graph, message: graph_pb2.GraphDef, mapped: Mapping[str, Any], prefix: str
    ):
        self.graph = graph
        self.nodes = {node.name: node for node in message.node}
        self.count = len(message.node)
        self.order_given = [node.name for node in message.node]
        self.mapped = mapped
        self.prefix = prefix
        self.made: dict[str, Operation] = {}

    def run(self) -> None:
        """Checks all nodes, then makes them, each after its inputs."""
        if len(self.nodes) != self.count:
            raise ValueError("the GraphDef has two nodes of one name")
        for name in self.nodes:
            if not valid_op_name(name):
                raise ValueError(f"Node '{name[:80]}': Node name contains invalid characters")
            if self.prefix + name in self.graph._operations:
                raise ValueError(f"Node name '{self.prefix + name}' already exists in the Graph")
        for name in self._sorted():
            self._make(self.nodes[name])

    def element(self, item: str) -> Any:
        """The imported tensor or operation of a name in the GraphDef."""
        name, _, index = item.partition(":")
        try:
            operation = self.made[name]
            return operation.outputs[int(index)] if index else operation
        except (KeyError, ValueError, IndexError):
            raise ValueError(f"Requested return_element {item!r} not found in graph_def.") from None

    def _sorted(self) -> list[str]:
        """The names, each after those that it needs, otherwise in the order given."""
        position = {name: index for index, name in enumerate(self.order_given)}
        waits: dict[str, int] = {}
        users: dict[str, list[str]] = {}
        for name, node in self.nodes.items():
            before = {self._source(text) for text in node.input if not self._is_mapped(text)}
            for one in before:
                if one not in self.nodes:
                    raise ValueError(f"Node '{name}': Unknown input node '{one[:80]}'")
                users.setdefault(one, []).append(name)
            waits[name] = len(before)
        ready = [position[name] for name, count in waits.items() if count == 0]
        heapq.heapify(ready)
        order = []
        while ready:
            name = self.order_given[heapq.heappop(ready)]
            order.append(name)
            for user in users.get(name, ()):
                waits[user] -= 1
                if waits[user] == 0:
                    heapq.heappush(ready, position[user])
        if len(order) < len(self.nodes):
            stuck = next(name for name in self.order_given if waits[name] > 0)
            raise ValueError(
                f"the GraphDef contains a cycle with {len(self.nodes) - len(order)} nodes, one of "
                f"them '{stuck}'"
            )
        return order

    @staticmethod
    def _source(text: str) -> str:
        return text[1:] if text.startswith("^") else text.partition(":")[0]

    def _is_mapped(self, text: str) -> bool:
        return _input_name(text) in self.mapped

    def _make(self, node: Any) -> None:
        try:
            definition = lookup(node.op)
            if not definition.importable:
                raise ValueError(
                    f"{node.op} calls a Python function, which cannot travel with a graph"
                )
            attributes, extra = self._attributes(definition, node)
            inputs, before = self._inputs(node)
            self._check_inputs(definition, attributes, inputs)
            operation = Operation(
                self.graph,
                definition,
                self.prefix + node.name,
                inputs,
                attributes,
                output_types(definition, attributes),
                before,
            )
            operation.device = node.device
            operation.extra.update(extra)
            set_static_shapes(operation)
        except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
            raise ValueError(f"Node '{node.name}' (op: '{node.op[:80]}'): {error}") from None
        self.graph.add_imported(operation)
        self.graph._names.mark(operation.name)
        self.made[node.name] = operation

    def _attributes(self, definition: OpDef, node: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        attributes: dict[str, Any] = {}
        for name, attribute in definition.attributes.items():
            if name in node.attr:
                try:
                    value = from_attr_value(node.attr[name], attribute.kind)
                except ValueError as error:
                    raise ValueError(f"attr '{name}': {error}") from None
            elif attribute.required:
                raise ValueError(f"NodeDef missing attr '{name}'")
            else:
                value = to_python(attribute.default, attribute.kind, name)
            if attribute.kind == "type" and attribute.allowed and value not in attribute.allowed:
                raise ValueError(f"attr '{name}' may not be {value.name}")
            if attribute.minimum is not None:
                size = value if attribute.kind == "int" else len(value)
                if size < attribute.minimum:
                    raise ValueError(f"attr '{name}' is {size}, less than {attribute.minimum}")
            attributes[name] = value
        extra = {}
        for name in node.attr:
            if name in attributes:
                continue
            if not name.startswith("_"):
                raise ValueError(f"NodeDef mentions attr '{name}' not in {node.op}")
            extra[name] = self._prefixed(name, node.attr[name])
        return attributes, extra

    def _prefixed(self, name: str, value: Any) -> attr_value_pb2.AttrValue:
        """The colocation groups name nodes, which have got a prefix now."""
        copy = attr_value_pb2.AttrValue()
        copy.CopyFrom(value)
        if name == "_class" and self.prefix:
            groups = [
                b"loc:@" + self.prefix.encode() + group[5:] if group.startswith(b"loc:@") else group
                for group in value.list.s
            ]
            copy.list.s[:] = groups
        return copy

    def _inputs(self, node: Any) -> tuple[list[Tensor], list[Operation]]:
        inputs: list[Tensor] = []
        before: list[Operation] = []
        for text in node.input:
            if text.startswith("^"):
                target = self.mapped.get(text)
                before.append(self.made[text[1:]] if target is None else target)
                continue
            if before:
                raise ValueError("a control input stands before a data input")
            if self._is_mapped(text):
                inputs.append(self.mapped[_input_name(text)])
                continue
            source, _, index = text.partition(":")
            outputs = self.made[source].outputs
            if index and not index.isdigit() or int(index or 0) >= len(outputs):
                raise ValueError(f"input '{text[:80]}': '{source}' has {len(outputs)} outputs")
            inputs.append(outputs[int(index or 0)])
        return inputs, before

    @staticmethod
    def _check_inputs(
        definition: OpDef, attributes: Mapping[str, Any], inputs: Sequence[Tensor]
    ) -> None:
        expected: list[tuple[DType, bool]] = []
        for argument in definition.inputs:
            if argument.type_list_attr:
                expected += [(dtype, False) for dtype in attributes[argument.type_list_attr]]
                continue
            dtype = argument.dtype or attributes[argument.type_attr]  # type: ignore[index]
            times = attributes[argument.number_attr] if argument.number_attr else 1
            if times > len(inputs):
                raise ValueError(f"expected {times} inputs, found {len(inputs)}")
            expected += [(dtype, argument.is_ref)] * times
        if len(expected) != len(inputs):
            raise ValueError(f"expected {len(expected)} inputs, found {len(inputs)}")
        for index, ((dtype, is_ref), tensor) in enumerate(zip(expected, inputs, strict=True)):
            if tensor.dtype.base_dtype != dtype:
                raise ValueError(
                    f"input {index} was passed {tensor.dtype.name} from {tensor.name}, expected "
                    f"{dtype.name}"
                )
            if is_ref and not tensor.dtype._is_ref_dtype:
                raise ValueError(f"input {index} must be a variable's reference")
            if is_ref and tensor.op.type != "VariableV2" and "Assign" not in tensor.op.type:
                raise ValueError(f"input {index} must come from a variable")
