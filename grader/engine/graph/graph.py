"""Graphs: operations, tensors, names and scopes. Nothing here computes a value."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tensorboard.compat.proto import graph_pb2

from grader.engine.core.dtypes import DType
from grader.engine.graph.default_graph import (
    add_to_collection,
    add_to_collections,
    colocate_with,
    container,
    control_dependencies,
    device,
    get_collection,
    get_collection_ref,
    get_default_graph,
    get_default_session,
    graph_of,
    graph_stack,
    name_scope,
    register_graph_class,
    reset_default_graph,
    session_stack,
)
from grader.engine.graph.nodes import Operation, Tensor, check_loops, set_static_shapes, write_node
from grader.engine.graph.scopes import Scopes, valid_op_name
from grader.engine.registry import OpDef

# fmt: off
__all__ = [
    "Graph", "Operation", "Tensor", "add_to_collection", "add_to_collections", "colocate_with",
    "container", "control_dependencies", "device", "get_collection", "get_collection_ref",
    "get_default_graph", "get_default_session", "graph_of", "name_scope", "reset_default_graph",
    "session_stack", "set_static_shapes",
]
# fmt: on

# The version that TensorFlow 2.21 writes into its GraphDefs.
PRODUCER = 2474


@register_graph_class
class Graph(Scopes):
    """A set of operations, and the scopes in which the next one will be made."""

    def __init__(self) -> None:
        super().__init__()
        self._operations: dict[str, Operation] = {}
        self._collections: dict[Any, list[Any]] = {}
        self._unfeedable: set[Tensor] = set()
        self._unfetchable: set[Any] = set()
        self._finalized = False
        self._lock = threading.RLock()
        # The Python functions that the graph's PyFunc nodes call; see ops/py_func.py.
        self.python_functions: dict[bytes, Any] = {}
        self.seed: int | None = None
        self.reduced_shapes: dict[Any, Any] = {}  # cached by the gradients of reductions
        self.variable_store: Any = None  # of get_variable; see variables/variable_scope.py
        self.seeds_given = 0  # to operations without an operation seed

    # -- making operations

    def create(
        self,
        definition: OpDef,
        inputs: Sequence[Tensor],
        attributes: dict[str, Any],
        output_dtypes: Sequence[DType],
        name: str | None,
    ) -> Operation:
        """Adds an operation. A `name` that ends in "/" is used as it is; any other is made unique.

        Raises ValueError for inputs from another graph or with impossible shapes, and
        RuntimeError when the graph is finalized.
        """
        self._check_not_finalized()
        for tensor in inputs:
            if tensor.graph is not self:
                raise ValueError(
                    f"Tensor {tensor} must be from the same graph as the operation "
                    f"{name or definition.type}: a node belongs to one graph only. Build both "
                    "nodes inside the same `with graph.as_default():` block."
                )
        with self._lock:
            name = definition.type if name is None else name
            name = name.decode() if isinstance(name, bytes) else name
            name = name[:-1] if name[-1:] == "/" else self.unique_name(name)
            if not valid_op_name(name):
                raise ValueError(
                    f"`{name}` is not a valid node name: write letters, digits, and . _ - / only, "
                    "without spaces, and begin with a letter, a digit or a dot"
                )
            if name in self._operations:
                raise ValueError(f"Duplicate node name in graph: '{name}'")
            operation = Operation(
                self,
                definition,
                name,
                inputs,
                attributes,
                output_dtypes,
                self.control_inputs_for(inputs),
            )
            operation.remember_calls()
            for key, value in self._attr_scope.items():
                operation.extra.setdefault(key, value)
            set_static_shapes(operation)
            check_loops(operation)
            self._operations[name] = operation
            if self.control_flow is not None:
                self.control_flow.add_operation(operation)
            self._apply_scopes(operation)
            self.mark_seen(operation)
        return operation

    def add_imported(self, operation: Operation) -> None:
        """Adds an operation that `import_graph_def` has completed; device scopes apply."""
        self._check_not_finalized()
        operation.number = self.version
        self._operations[operation.name] = operation
        self._names.mark(operation.name)
        if self.control_flow is not None:
            self.control_flow.add_operation(operation)
        self.mark_seen(operation)
        self._apply_devices(operation)

    def finalize(self) -> None:
        """Makes the graph read-only."""
        self._finalized = True

    @property
    def finalized(self) -> bool:
        """Whether the graph is read-only."""
        return self._finalized

    def _check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    # -- looking up

    def get_operations(self) -> list[Operation]:
        """All operations, in the order of creation."""
        return list(self._operations.values())

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation called `name`; KeyError if there is none, TypeError if it is not a string."""
        if not isinstance(name, str):
            kind = type(name).__name__
            raise TypeError(f"Operation names are strings (or similar), not {kind}.")
        return self.as_graph_element(name, allow_tensor=False, allow_operation=True)

    def get_tensor_by_name(self, name: str) -> Tensor:
        """The tensor called `name` ("add:0"); KeyError when there is none."""
        if not isinstance(name, str):
            kind = type(name).__name__
            raise TypeError(f"Tensor names are strings (or similar), not {kind}.")
        return self.as_graph_element(name, allow_tensor=True, allow_operation=False)

    def as_graph_element(
        self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True
    ) -> Any:
        """The tensor or operation that `obj` is, names, or represents (as a variable does).

        Raises TypeError for other kinds of objects, ValueError for objects of another graph and
        malformed names, KeyError for names that are not in the graph.
        """
        wanted = " or ".join(["Tensor"] * allow_tensor + ["Operation"] * allow_operation)
        stands_for = getattr(obj, "_as_graph_element", None)
        if stands_for is not None:
            obj = stands_for()
        if isinstance(obj, (str, bytes)):
            name = obj if isinstance(obj, str) else obj.decode()
            return self._element_by_name(name, allow_tensor, allow_operation)
        if (isinstance(obj, Tensor) and allow_tensor) or (
            isinstance(obj, Operation) and allow_operation
        ):
            if obj.graph is not self:
                kind = "Tensor" if isinstance(obj, Tensor) else "Operation"
                raise ValueError(f"{kind} {obj} is not an element of this graph.")
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}.")

    def _element_by_name(self, name: str, allow_tensor: bool, allow_operation: bool) -> Any:
        if ":" in name and allow_tensor:
            try:
                op_name, written = name.split(":")
                index = int(written)
            except ValueError:
                raise ValueError(
                    f"The name {name!r} looks a like a Tensor name, but is not a valid one. Tensor "
                    'names must be of the form "<op_name>:<output_index>".'
                ) from None
            operation = self._operations.get(op_name)
            if operation is None:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, "
                    f"{op_name!r}, does not exist in the graph."
                )
            try:
                return operation.outputs[index]
            except IndexError:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, "
                    f"{op_name!r}, exists but only has {len(operation.outputs)} outputs."
                ) from None
        if ":" in name:
            raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a Operation.")
        if not allow_operation:
            known = name in self._operations
            found = "refers to an Operation" if known else "looks like an (invalid) Operation name"
            raise ValueError(
                f"The name {name!r} {found}, not a Tensor. Tensor names must be of the form "
                '"<op_name>:<output_index>".'
            )
        if name not in self._operations:
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
        return self._operations[name]

    def as_operation(self, item: Any) -> Operation:
        """The operation that `item` is, or that makes it."""
        if hasattr(item, "_components"):  # IndexedSlices
            item = item.op
        element = self.as_graph_element(item)
        return element.op if isinstance(element, Tensor) else element

    # -- collections, feeding, export

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Appends `value` to a collection."""
        self._check_not_finalized()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Appends `value` to each of several collections, once each."""
        names = (names,) if isinstance(names, str) else dict.fromkeys(names)
        for name in names:
            self.add_to_collection(name, value)

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The collection itself, not a copy."""
        return self._collections.setdefault(name, [])

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of a collection; with `scope`, only the items whose name matches it."""
        items = self._collections.get(name, [])
        if scope is None:
            return list(items)
        pattern = re.compile(scope)
        return [item for item in items if hasattr(item, "name") and pattern.match(item.name)]

    def get_all_collection_keys(self) -> list[Any]:
        """The names of all collections, those that are strings."""
        return [name for name in self._collections if isinstance(name, str)]

    @property
    def collections(self) -> list[Any]:
        """The names of all collections."""
        return list(self._collections)

    def clear_collection(self, name: Any) -> None:
        """Empties a collection."""
        self._check_not_finalized()
        self._collections.pop(name, None)

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Marks a tensor as one that cannot be fed."""
        self._unfeedable.add(tensor)

    def is_feedable(self, tensor: Any) -> bool:
        """Whether a run may be given a value for this tensor."""
        return tensor not in self._unfeedable

    def prevent_fetching(self, op: Any) -> None:
        """Marks an operation as one whose value cannot be fetched."""
        self._unfetchable.add(op)

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        """Whether a run may return this tensor, or run this operation."""
        return getattr(tensor_or_op, "op", tensor_or_op) not in self._unfetchable

    @property
    def version(self) -> int:
        """The number of operations so far."""
        return len(self._operations)

    @property
    def graph_def_versions(self) -> Any:
        """The versions message of the GraphDef."""
        return graph_pb2.GraphDef(versions={"producer": PRODUCER}).versions

    def as_graph_def(
        self, from_version: int | None = None, add_shapes: bool = False
    ) -> graph_pb2.GraphDef:
        """The graph as data: a GraphDef with TensorFlow's names, op types and attributes.

        from_version: only the operations made after the graph had that `version`.
        add_shapes: adds static shapes as `_output_shapes`.
        """
        graph_def = graph_pb2.GraphDef()
        graph_def.versions.producer = PRODUCER
        for operation in self.get_operations()[from_version or 0 :]:
            node = write_node(operation, graph_def.node.add())
            if add_shapes and operation.outputs:
                node.attr["_output_shapes"].list.shape.extend(
                    tensor.shape.as_proto() for tensor in operation.outputs
                )
        return graph_def

    @contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Makes this the graph to which new operations are added, in this thread, inside the block."""
        stack = graph_stack()
        stack.append(self)
        try:
            yield self
        finally:
            # InteractiveSession may exit out of order: remove this entry, wherever it is.
            for index in range(len(stack) - 1, -1, -1):
                if stack[index] is self:
                    del stack[index]
                    break
