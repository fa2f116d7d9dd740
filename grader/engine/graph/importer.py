"""Importing a GraphDef. It may come from anywhere, so every part of it is checked."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from grader.engine.core import limits
from grader.engine.core.attributes import from_attr_value, to_python
from grader.engine.core.device import DeviceSpec
from grader.engine.core.dtypes import DType
from grader.engine.core.errors import NotFoundError
from grader.engine.core.messages import AttrValue, GraphDef, NodeDef, TensorProto
from grader.engine.core.protos import size_of_proto
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import output_types
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import (
    Graph,
    Operation,
    Tensor,
    get_default_graph,
    name_scope,
)
from grader.engine.graph.nodes import set_static_shapes
from grader.engine.graph.scopes import valid_op_name
from grader.engine.registry import TABLE, OpDef


def import_graph_def(
    graph_def: GraphDef,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> list[Tensor | Operation] | None:
    """Adds the nodes of a GraphDef to the default graph, as `tf.import_graph_def`.

    input_map: tensors of the default graph that replace inputs, by their name in the GraphDef.
    return_elements: names of tensors and operations to return.
    name: the prefix of all names, by default "import"; "" for none (names that are taken then get a
    number).
    The GraphDef is not trusted: only operations of the table are accepted, and within
    `limits.bounded` the limits apply. Either all of it is imported or nothing.
    Raises TypeError for anything but a GraphDef, ValueError (naming the node) for one that cannot run,
    NotFoundError for an operation that the engine does not have.
    """
    message = _message(graph_def)
    _check_arguments(input_map, return_elements)
    _check_size(message)
    graph = get_default_graph()
    with ExitStack() as stack:
        scope = ""
        if name != "":
            scope = stack.enter_context(
                name_scope(name, "import", list((input_map or {}).values()) or None)
            )
        mapped = {
            _input_name(key): value for key, value in _as_tensors(input_map or {}, name).items()
        }
        importer = _Importer(graph, message, mapped, scope)
        importer.run()
    unused = [key for key in input_map or {} if _input_name(key) not in importer.used]
    if unused:
        raise ValueError(
            f"Attempted to map inputs that were not found in graph_def: [{', '.join(unused)}]"
        )
    if return_elements is None:
        return None
    return [importer.element(_as_text(item)) for item in return_elements]


def import_more(graph_def: GraphDef) -> None:
    """Adds nodes to the default graph whose inputs may be operations that it has, under their own names.

    Raises what `import_graph_def` raises.
    """
    message = _message(graph_def)
    _check_size(message)
    graph = get_default_graph()
    importer = _Importer(graph, message, {}, "")
    importer.made = {operation.name: operation for operation in graph.get_operations()}
    importer.run()


def _message(graph_def: GraphDef) -> GraphDef:
    if isinstance(graph_def, GraphDef):
        return graph_def
    if hasattr(graph_def, "SerializeToString") and hasattr(graph_def, "node"):
        return GraphDef.FromString(graph_def.SerializeToString())
    raise TypeError(
        f"Argument `graph_def` must be a GraphDef proto. Received: {type(graph_def).__name__}."
    )


def _check_arguments(input_map: Any, return_elements: Any) -> None:
    if input_map is not None:
        if not isinstance(input_map, Mapping):
            raise TypeError(
                f"Argument `input_map` must be a dictionary. Obtained {type(input_map).__name__}"
            )
        if not all(isinstance(key, (str, bytes)) for key in input_map):
            raise TypeError(
                "All keys for argument `input_map` must be strings. Obtained keys: "
                f"{list(input_map)}"
            )
    if return_elements is not None and not (
        isinstance(return_elements, Iterable)
        and all(isinstance(item, (str, bytes)) for item in return_elements)
    ):
        raise TypeError(
            f"Argument `return_elements` must be a list of strings. Obtained {return_elements}."
        )


def _check_size(message: GraphDef) -> None:
    bounds = limits.current()
    if bounds is None:
        return
    if len(message.node) > bounds.nodes:
        raise ValueError(
            f"the GraphDef has {len(message.node)} nodes; at most {bounds.nodes} are allowed"
        )
    if message.ByteSize() > bounds.graph_bytes:
        raise ValueError(
            f"the GraphDef has {message.ByteSize()} bytes; at most {bounds.graph_bytes} are allowed"
        )


def _as_tensors(input_map: Mapping[str, Any], name: str | None) -> dict[str, Tensor]:
    mapped = {_as_text(key): value for key, value in input_map.items()}
    if all(isinstance(value, Tensor) for value in mapped.values()):
        return mapped
    if name == "":
        raise ValueError(
            "tf.import_graph_def() requires a non-empty `name` if `input_map` contains non-Tensor "
            "values. Try calling tf.convert_to_tensor() on `input_map` values before calling "
            "tf.import_graph_def()."
        )
    with name_scope("_inputs"):
        return {key: convert_to_tensor(value) for key, value in mapped.items()}


def _as_text(item: str | bytes) -> str:
    return item.decode() if isinstance(item, bytes) else item


def _input_name(name: str | bytes) -> str:
    text = _as_text(name)
    return text if text.startswith("^") or ":" in text else f"{text}:0"


class _Importer:
    def __init__(self, graph: Graph, message: GraphDef, mapped: Mapping[str, Tensor], prefix: str):
        self.graph = graph
        self.nodes = {node.name: node for node in message.node}
        self.count = len(message.node)
        self.order_given = [node.name for node in message.node]
        self.mapped = mapped
        self.prefix = prefix
        self.used: set[str] = set()
        self.outputs = self.constants = 0
        self.names: dict[str, str] = {}
        self.made: dict[str, Operation] = {}
        self.back_edges: list[tuple[Operation, int, str]] = []

    def run(self) -> None:
        """Checks all nodes, builds each after its inputs, and adds them to the graph."""
        if len(self.nodes) != self.count:
            raise ValueError("the GraphDef has two nodes of one name")
        for name in self.nodes:
            if not valid_op_name(name):
                raise ValueError(f"Node '{name[:80]}': Node name contains invalid characters")
            self.names[name] = self._free_name(self.prefix + name)
        try:
            for name in self._sorted():
                self._make(self.nodes[name])
            for operation, index, text in self.back_edges:
                self._close(operation, index, text)
        except Exception:
            for operation in self._new():
                operation.disconnect()
            raise
        for operation in self._new():
            self.graph.add_imported(operation)

    def _new(self) -> list[Operation]:
        return [operation for name, operation in self.made.items() if name in self.nodes]

    def _free_name(self, name: str) -> str:
        if name not in self.graph._operations:
            return name
        number = 1
        while f"{name}_{number}" in self.graph._operations or f"{name}_{number}" in self.nodes:
            number += 1
        return f"{name}_{number}"

    def element(self, item: str) -> Tensor | Operation:
        """The imported tensor or operation for a name in the GraphDef."""
        name, _, index = item.partition(":")
        operation = self.made.get(name)
        if operation is None:
            kind = "tensor" if index else "node"
            raise ValueError(f"Requested return {kind} '{item}' not found in graph def")
        if not index:
            return operation
        if not index.isdigit() or int(index) >= len(operation.outputs):
            raise ValueError(
                f"Invalid return output {index} of node '{name}', which has "
                f"{len(operation.outputs)} output(s)"
            )
        return operation.outputs[int(index)]

    def _sorted(self) -> list[str]:
        """The names in topological order, otherwise in the given order."""
        position = {name: index for index, name in enumerate(self.order_given)}
        waits: dict[str, int] = {}
        users: dict[str, list[str]] = {}
        for name, node in self.nodes.items():
            before = {
                self._source(text)
                for text in node.input
                if not self._is_mapped(text) and not self._closes_loop(node, text)
            }
            before -= self.made.keys() - self.nodes.keys()
            for used in before:
                if used not in self.nodes:
                    raise ValueError(f"Node '{name}': Unknown input node '{used[:80]}'")
                users.setdefault(used, []).append(name)
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

    def _closes_loop(self, node: NodeDef, text: str) -> bool:
        """Whether an input is the value of a loop's previous iteration."""
        if node.op not in ("Merge", "RefMerge") or text.startswith("^"):
            return False
        source = self.nodes.get(self._source(text))
        return source is not None and source.op in ("NextIteration", "RefNextIteration")

    @staticmethod
    def _source(text: str) -> str:
        return text[1:] if text.startswith("^") else text.partition(":")[0]

    def _is_mapped(self, text: str) -> bool:
        return bool(self.mapped) and not text.startswith("^") and _input_name(text) in self.mapped

    def _make(self, node: NodeDef) -> None:
        try:
            definition = self._definition(node)
            attributes, extra = self._attributes(definition, node)
            back = [text for text in node.input if self._closes_loop(node, text)]
            inputs, before = self._inputs(node, back)
            self._check_inputs(definition, attributes, inputs)
            self._count_outputs(definition, attributes)
            operation = Operation(
                self.graph,
                definition,
                self.names[node.name],
                inputs,
                attributes,
                output_types(definition, attributes),
                [*before, *self.graph.all_control_inputs()],
            )
            self.made[node.name] = operation
            for index, text in enumerate(node.input):
                if text in back and not self._is_mapped(text):
                    self.back_edges.append((operation, index, text))
            operation.device = DeviceSpec.from_string(node.device).to_string()
            shapes = extra.pop("_output_shapes", None)
            operation.extra.update(extra)
            set_static_shapes(operation)
            # Who sends a graph to be judged may say anything of its shapes.
            if shapes is not None and limits.current() is None:
                for tensor, shape in zip(operation.outputs, shapes.list.shape, strict=False):
                    tensor.set_shape(TensorShape(shape))
        except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
            raise ValueError(f"Node '{node.name}' (op: '{node.op[:80]}'): {error}") from None

    @staticmethod
    def _definition(node: NodeDef) -> OpDef:
        if node.op not in TABLE:
            raise NotFoundError(
                None,
                None,
                f"Op type not registered '{node.op[:80]}' in the engine's table of operations (node "
                f"'{node.name[:80]}')",
            )
        definition = TABLE[node.op]
        if not definition.importable:
            raise ValueError("the engine does not import this operation; use another one")
        return definition

    def _attributes(
        self, definition: OpDef, node: NodeDef
    ) -> tuple[dict[str, Any], dict[str, AttrValue]]:
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
            if (forbidden := attribute.forbidden(value)) is not None:
                raise ValueError(f"attr '{name}' may not be {forbidden.name}")
            if attribute.minimum is not None:
                size = value if attribute.kind == "int" else len(value)
                if size < attribute.minimum:
                    raise ValueError(f"attr '{name}' is {size}, less than {attribute.minimum}")
            if attribute.kind == "tensor":
                self._check_constant(value)
            attributes[name] = value
        extra = {}
        for name in node.attr:
            if name not in attributes:
                extra[name] = self._renamed(name, node.attr[name])
        return attributes, extra

    def _check_constant(self, proto: TensorProto) -> None:
        """Bounds a constant by its size in memory: few bytes in the message may fill a large shape."""
        dtype, count = size_of_proto(proto)
        size, texts = count * dtype.itemsize, proto.string_val
        if texts:
            size += sum(map(len, texts)) + max(0, count - len(texts)) * len(texts[-1])
        self.constants += size
        bounds = limits.current()
        if bounds is not None and size > bounds.tensor_bytes:
            raise ValueError(
                f"the constant would take {size} bytes; at most {bounds.tensor_bytes} are allowed"
            )
        if bounds is not None and self.constants > bounds.alive_bytes:
            raise ValueError(
                f"the constants would take {self.constants} bytes; at most {bounds.alive_bytes} are "
                "allowed"
            )

    def _count_outputs(self, definition: OpDef, attributes: Mapping[str, Any]) -> None:
        """Bounds the number of outputs, which an attribute may set."""
        numbers = [argument.number_attr for argument in definition.outputs]
        self.outputs += sum(attributes[name] for name in numbers if name)
        bounds = limits.current()
        if bounds is not None and self.outputs > bounds.nodes:
            raise ValueError(f"with {self.outputs} outputs; at most {bounds.nodes} are allowed")

    def _renamed(self, name: str, value: AttrValue) -> AttrValue:
        """A copy of an attribute, with the nodes in colocation groups renamed."""
        copy = AttrValue()
        copy.CopyFrom(value)
        if name == "_class":
            copy.list.s[:] = [self._renamed_group(group) for group in value.list.s]
        return copy

    def _renamed_group(self, group: bytes) -> bytes:
        if not group.startswith(b"loc:@"):
            return group
        name = group[5:].decode(errors="replace")
        return b"loc:@" + self.names.get(name, self.prefix + name).encode()

    def _close(self, operation: Operation, index: int, text: str) -> None:
        """Connects a loop's Merge to the previous iteration."""
        source = self.made[self._source(text)]
        _, _, output = text.partition(":")
        if output not in ("", "0"):
            raise ValueError(f"Node '{operation.name}': input '{text[:80]}' does not exist")
        expected, passed = operation.inputs[index].dtype, source.outputs[0].dtype
        if expected.base_dtype != passed.base_dtype:
            raise ValueError(
                f"Node '{operation.name}': input {index} was passed {passed.name} from "
                f"{source.name}, expected {expected.name}"
            )
        operation.replace_input(index, source.outputs[0])

    def _inputs(self, node: NodeDef, back: list[str]) -> tuple[list[Tensor], list[Operation]]:
        inputs: list[Tensor] = []
        before: list[Operation] = []
        for text in node.input:
            if text.startswith("^"):
                before.append(self.made[text[1:]])
                continue
            if before:
                raise ValueError("a control input stands before a data input")
            if self._is_mapped(text):
                self.used.add(_input_name(text))
                inputs.append(self.mapped[_input_name(text)])
                continue
            if text in back:  # a placeholder until the real source is built: another of its inputs
                others = [self._source(name) for name in node.input if name not in back]
                entering = [self.made[name] for name in others if name in self.made]
                if not entering or not entering[0].outputs:
                    raise ValueError("nothing enters this loop")
                inputs.append(entering[0].outputs[0])
                continue
            source, _, index = text.partition(":")
            outputs = self.made[source].outputs
            if (index and not index.isdigit()) or int(index or 0) >= len(outputs):
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
