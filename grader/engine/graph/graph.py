"""Graphs, and the default graph of a thread, to which operations are added. Nothing here computes a value."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from grader.engine.core import nest
from grader.engine.core.dtypes import DType
from grader.engine.core.messages import GraphDef
from grader.engine.graph.default_session import get_default_session
from grader.engine.graph.loops import check_loops
from grader.engine.graph.nodes import Operation, Tensor, set_static_shapes, write_node
from grader.engine.graph.scopes import Names, Scopes, valid_op_name
from grader.engine.registry import OpDef

# fmt: off
__all__ = [
    "Graph", "Operation", "Tensor", "add_to_collection", "add_to_collections", "colocate_with",
    "container", "control_dependencies", "device", "get_collection", "get_collection_ref",
    "get_default_graph", "get_default_session", "name_scope", "reset_default_graph",
]
# fmt: on

# The version that TensorFlow 2.21 writes into its GraphDefs.
PRODUCER = 2474


class Graph(Scopes):
    """A set of operations, and the scopes in which the next one will be made."""

    def __init__(self) -> None:
        super().__init__()
        self._collections: dict[Any, list[Any]] = {}
        self._finalized = False
        self._lock = threading.RLock()
        self.seed: int | None = None
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

    # -- collections, feeding, export

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Appends `value` to a collection."""
        self._check_not_finalized()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: str | Iterable[Any], value: Any) -> None:
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

    def get_all_collection_keys(self) -> list[str]:
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

    @property
    def graph_def_versions(self) -> Any:
        """The versions message of the GraphDef."""
        return GraphDef(versions={"producer": PRODUCER}).versions

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> GraphDef:
        """The graph as data: a GraphDef with TensorFlow's names, op types and attributes.

        from_version: only the operations made after the graph had that `version`.
        add_shapes: adds static shapes as `_output_shapes`.
        """
        graph_def = GraphDef()
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


# --------------------------------------------------------------------------------- the default graph


class _Defaults(threading.local):
    """The default graphs of one thread."""

    def __init__(self) -> None:
        self.bottom: Graph | None = None  # the global graph, which is another one for each thread
        self.graphs: list[Graph] = []


_defaults = _Defaults()
NOTHING: AbstractContextManager[Any] = nullcontext()  # for blocks that need no context


def get_default_graph() -> Graph:
    """The graph that new operations join: the thread's innermost `as_default`, or its global one."""
    if _defaults.graphs:
        return _defaults.graphs[-1]
    if _defaults.bottom is None:
        _defaults.bottom = Graph()
    return _defaults.bottom


def reset_default_graph() -> None:
    """Replaces the thread's global default graph with an empty one; AssertionError inside `as_default`."""
    if _defaults.graphs:
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared "
            "graph, exit the nesting and create a new graph."
        )
    _defaults.bottom = Graph()


def graph_stack() -> list[Graph]:
    """The graphs that were made default in this thread, the innermost last."""
    return _defaults.graphs


# ------------------------------------------------- functions that act on the default graph


class name_scope:
    """Prefixes operations' names, as `tf.name_scope(name, default_name, values)`; may be entered again.

    values: tensors whose graph becomes the default graph inside.
    """

    def __init__(
        self, name: str | None, default_name: str | None = None, values: Iterable[Any] | None = None
    ):
        chosen = default_name if name is None else name
        if chosen is not None and not isinstance(chosen, (str, bytes)):
            raise TypeError(f"name for name_scope must be a string, but it is {chosen!r}")
        self._name, self._default_name, self._values = name, default_name, values
        self._open: list[tuple[Names, str, AbstractContextManager[Any]]] = []

    @property
    def name(self) -> str | None:
        """The name, or else the default name."""
        return self._default_name if self._name is None else self._name

    def __enter__(self) -> str:
        values = self._values
        if values is not None and self.name is None:
            raise ValueError(
                f"At least one of name ({self._name}) and default_name ({self._default_name}) must be "
                "provided."
            )
        graph = get_default_graph() if values is None else graph_of(values)
        names = graph._names
        default = NOTHING if values is None else as_default(graph)
        outer, prefix = names.scope, names.open(self.name)
        default.__enter__()
        self._open.append((names, outer, default))
        return prefix

    def __exit__(self, *error: Any) -> None:
        names, outer, default = self._open.pop()
        names.scope = outer
        default.__exit__(*error)


def as_default(graph: Graph) -> AbstractContextManager[Graph | None]:
    """`graph.as_default()`, or nothing where it is the default graph already."""
    return NOTHING if graph is get_default_graph() else graph.as_default()


def graph_of(values: Iterable[Any]) -> Graph:
    """The graph of the tensors among `values`, by default the default graph; ValueError if they differ."""
    common: Graph | None = None
    first: Any = None
    for value in nest.leaves(values):
        graph = getattr(value, "graph", None)
        if graph is None or graph is common or not hasattr(graph, "as_graph_element"):
            continue
        if common is None:
            common, first = graph, value
        elif graph is not common:
            raise ValueError(
                f"{value} must be from the same graph as {first}: a node belongs to one graph "
                "only. Build both nodes inside the same `with graph.as_default():` block."
            )
    return get_default_graph() if common is None else common


def control_dependencies(control_inputs: Iterable[Any] | None) -> AbstractContextManager[None]:
    """`get_default_graph().control_dependencies(control_inputs)`."""
    return get_default_graph().control_dependencies(control_inputs)


def device(device_name_or_function: Any) -> AbstractContextManager[None]:
    """`get_default_graph().device(device_name_or_function)`."""
    return get_default_graph().device(device_name_or_function)


def container(container_name: str) -> AbstractContextManager[str]:
    """`get_default_graph().container(container_name)`."""
    return get_default_graph().container(container_name)


def colocate_with(op: Any, ignore_existing: bool = False) -> AbstractContextManager[None]:
    """`get_default_graph().colocate_with(op, ignore_existing)`."""
    return get_default_graph().colocate_with(op, ignore_existing)


def add_to_collection(name: Any, value: Any) -> None:
    """`get_default_graph().add_to_collection(name, value)`."""
    get_default_graph().add_to_collection(name, value)


def add_to_collections(names: str | Iterable[Any], value: Any) -> None:
    """`get_default_graph().add_to_collections(names, value)`."""
    get_default_graph().add_to_collections(names, value)


def get_collection_ref(key: Any) -> list[Any]:
    """`get_default_graph().get_collection_ref(key)`."""
    return get_default_graph().get_collection_ref(key)


def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """`get_default_graph().get_collection(key, scope)`."""
    return get_default_graph().get_collection(key, scope)
