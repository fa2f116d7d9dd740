"""The default graph and session of a thread, and the functions that work on the default graph."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from grader.engine.core import nest

if TYPE_CHECKING:
    from grader.engine.graph.graph import Graph

# fmt: off
__all__ = [
    "add_to_collection", "add_to_collections", "colocate_with", "container",
    "control_dependencies", "device", "get_collection", "get_collection_ref",
    "get_default_graph", "get_default_session", "name_scope", "reset_default_graph",
]
# fmt: on


class _Defaults(threading.local):
    """The default graphs and sessions of one thread."""

    def __init__(self) -> None:
        self.bottom: Graph | None = None  # the global graph, which is another one for each thread
        self.graphs: list[Graph] = []
        self.sessions: list[Any] = []


_defaults = _Defaults()
NOTHING: Any = nullcontext()  # for blocks that need no context
# The class of graphs. graph.py registers it here, since Graph itself needs this module.
_graph_class: list[type[Graph]] = []


def register_graph_class(cls: type[Graph]) -> type[Graph]:
    """A decorator: global default graphs are of this class."""
    _graph_class[:] = [cls]
    return cls


def get_default_graph() -> Graph:
    """The graph that new operations join: the thread's innermost `as_default`, or its global one."""
    if _defaults.graphs:
        return _defaults.graphs[-1]
    if _defaults.bottom is None:
        _defaults.bottom = _graph_class[0]()
    return _defaults.bottom


def reset_default_graph() -> None:
    """Replaces the thread's global default graph with an empty one; AssertionError inside `as_default`."""
    if _defaults.graphs:
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared "
            "graph, exit the nesting and create a new graph."
        )
    _defaults.bottom = _graph_class[0]()


def graph_stack() -> list[Graph]:
    """The graphs that were made default in this thread, the innermost last."""
    return _defaults.graphs


def get_default_session() -> Any:
    """The innermost session made default in this thread, or None."""
    return _defaults.sessions[-1] if _defaults.sessions else None


def session_stack() -> list[Any]:
    """The sessions that were made default in this thread, the innermost last."""
    return _defaults.sessions


def run_in_session(graph: Graph, fetches: Any, feed_dict: Any, session: Any, *, method: str) -> Any:
    """Runs `fetches` in `session` (by default, the default session); ValueError if it cannot run `graph`.

    method: "eval" of a tensor or "run" of an operation, for the message.
    """
    verb, kind = ("evaluate", "tensor") if method == "eval" else ("execute", "operation")
    if session is None:
        session = get_default_session()
        if session is None:
            colon = "" if method == "eval" else ":"
            raise ValueError(
                f"Cannot {verb} {kind} using `{method}()`: No default session is registered. Use "
                f"`with sess.as_default(){colon}` or pass an explicit session to "
                f"`{method}(session=sess)`"
            )
        if session.graph is not graph:
            raise ValueError(
                f"Cannot use the default session to {verb} {kind}: the {kind}'s graph is different "
                "from the session's graph. Pass an explicit session to "
                f"`{method}(session=sess)`."
            )
    elif session.graph is not graph:
        raise ValueError(
            f"Cannot use the given session to {verb} {kind}: the {kind}'s graph is different from "
            "the session's graph."
        )
    return session.run(fetches, feed_dict)


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
        self._open: list[tuple[Any, str, Any]] = []

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
        names, default = graph._names, NOTHING if values is None else as_default(graph)
        outer, prefix = names.scope, names.open(self.name)
        default.__enter__()
        self._open.append((names, outer, default))
        return prefix

    def __exit__(self, *error: Any) -> None:
        names, outer, default = self._open.pop()
        names.scope = outer
        default.__exit__(*error)


def as_default(graph: Graph) -> AbstractContextManager[Any]:
    """`graph.as_default()`, or nothing where it is the default graph already."""
    return NOTHING if graph is get_default_graph() else graph.as_default()


def graph_of(values: Iterable[Any]) -> Graph:
    """The graph of the tensors among `values`, by default the default graph; ValueError if they differ."""
    found: Graph | None = None
    first: Any = None
    for value in nest.leaves(values):
        graph = getattr(value, "graph", None)
        if graph is None or graph is found or not hasattr(graph, "as_graph_element"):
            continue
        if found is None:
            found, first = graph, value
        elif graph is not found:
            raise ValueError(
                f"{value} must be from the same graph as {first}: a node belongs to one graph "
                "only. Build both nodes inside the same `with graph.as_default():` block."
            )
    return get_default_graph() if found is None else found


def control_dependencies(control_inputs: Any) -> Any:
    """`get_default_graph().control_dependencies(control_inputs)`."""
    return get_default_graph().control_dependencies(control_inputs)


def device(device_name_or_function: Any) -> Any:
    """`get_default_graph().device(device_name_or_function)`."""
    return get_default_graph().device(device_name_or_function)


def container(container_name: str) -> Any:
    """`get_default_graph().container(container_name)`."""
    return get_default_graph().container(container_name)


def colocate_with(op: Any, ignore_existing: bool = False) -> Any:
    """`get_default_graph().colocate_with(op, ignore_existing)`."""
    return get_default_graph().colocate_with(op, ignore_existing)


def add_to_collection(name: Any, value: Any) -> None:
    """`get_default_graph().add_to_collection(name, value)`."""
    get_default_graph().add_to_collection(name, value)


def add_to_collections(names: Any, value: Any) -> None:
    """`get_default_graph().add_to_collections(names, value)`."""
    get_default_graph().add_to_collections(names, value)


def get_collection_ref(key: Any) -> list[Any]:
    """`get_default_graph().get_collection_ref(key)`."""
    return get_default_graph().get_collection_ref(key)


def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """`get_default_graph().get_collection(key, scope)`."""
    return get_default_graph().get_collection(key, scope)
