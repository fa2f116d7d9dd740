"""Sessions: running parts of a graph, and the state that lives between runs."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar

import numpy as np

from grader.engine import dtypes, limits
from grader.engine.fetches import Fetches
from grader.engine.graph import Graph, Tensor, get_default_graph, session_stack
from grader.engine.plan import Plan, compile_plan
from grader.engine.state import State


class BaseSession:
    """What Session and InteractiveSession share.

    target: "" (servers come with the distributed chapter). graph: the default graph if None.
    config: accepted as TensorFlow accepts it; the engine has nothing to configure.
    """

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None):
        if graph is not None and not isinstance(graph, Graph):
            raise TypeError(
                f'Argument `graph` must be a tf.Graph, but got "{type(graph).__name__}"'
            )
        if not isinstance(target, (str, bytes)):
            raise TypeError(
                f'Argument `target` must be a string, but got "{type(target).__name__}"'
            )
        if config is not None and not hasattr(config, "allow_soft_placement"):
            raise TypeError(
                f'Argument `config` must be a tf.ConfigProto, but got "{type(config).__name__}"'
            )
        self._graph = graph or get_default_graph()
        self._state = State()
        self._limits = limits.current()
        self._plans: dict[Any, Plan] = {}
        self._plans_lock = threading.Lock()
        self._closed = False
        self.sess_str = target

    @property
    def graph(self) -> Graph:
        """The graph that this session runs."""
        return self._graph

    @property
    def graph_def(self) -> Any:
        """The graph as a GraphDef."""
        return self._graph.as_graph_def()

    def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: Any = None,
        run_metadata: Any = None,
    ) -> Any:
        """Computes `fetches` and returns their values in the same structure.

        fetches: a tensor, variable, operation (value None), name, or a list, tuple, named tuple or
            dict of them, nested as you like. Each node is evaluated once.
        feed_dict: values for tensors, which replace what the graph would compute.
        Raises TypeError or ValueError for fetches and feeds that make no sense, RuntimeError after
        `close`, and a `tf.errors` class when a node cannot run.
        """
        self._check_open()
        if self._graph.version == 0:
            raise RuntimeError(
                "The Session graph is empty. Add operations to the graph before calling run()."
            )
        feeds = self._feeds(feed_dict)
        wanted = Fetches(self._graph, fetches)
        plan = self._plan(tuple(wanted.elements), tuple(feeds))
        values = plan.run(list(feeds.values()), self._limits)
        return wanted.build([_for_user(value) for value in values])

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function that runs `fetches`, its arguments being the values of `feed_list`."""
        self._check_open()
        keys = list(feed_list or [])

        def call(*values: Any) -> Any:
            if len(values) != len(keys):
                raise TypeError(f"expected {len(keys)} values for feed_list, got {len(values)}")
            return self.run(fetches, dict(zip(keys, values, strict=True)))

        return call

    def _plan(self, fetches: Any, feeds: Any) -> Plan:
        key = (fetches, feeds)
        plan = self._plans.get(key)
        if plan is None:
            with self._plans_lock:
                plan = compile_plan(fetches, feeds, self._state, self._limits)
                self._plans[key] = plan
        return plan

    def _feeds(self, feed_dict: Mapping[Any, Any] | None) -> dict[Tensor, Any]:
        feeds: dict[Tensor, Any] = {}
        if feed_dict is None:
            return feeds
        if not isinstance(feed_dict, Mapping):
            raise TypeError(
                f"feed_dict must be a dictionary from tensors to values, got {feed_dict!r}"
            )
        for key, value in _flat_items(feed_dict):
            try:
                tensor = self._graph.as_graph_element(key, allow_operation=False)
            except (TypeError, ValueError, KeyError) as error:
                raise TypeError(
                    f"Cannot interpret feed_dict key as Tensor: {error.args[0]}"
                ) from None
            feeds[tensor] = feed_value(self._graph, tensor, value)
        return feeds

    @contextmanager
    def as_default(self) -> Iterator[BaseSession]:
        """Makes this the session that `eval` and `run` use inside the block; does not close it."""
        session_stack().append(self)
        try:
            yield self
        finally:
            _remove_last(session_stack(), self)

    def close(self) -> None:
        """Ends the session: its variables and queues are gone."""
        if not self._closed:
            self._closed = True
            for resource in self._state.resources():
                cancel = getattr(resource, "cancel", None)
                if cancel is not None:
                    cancel()
            self._state.clear()
            self._plans.clear()

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")

    def list_devices(self) -> list[Any]:
        """The devices: none, since the engine runs where Python runs."""
        self._check_open()
        return []


class Session(BaseSession):
    """A session, as `tf.Session`; in a `with` block it is the default one, and closed at the end."""

    def __enter__(self) -> Session:
        self._check_open()
        stack = ExitStack()
        stack.enter_context(self._graph.as_default())
        stack.enter_context(self.as_default())
        self._context = stack
        return self

    def __exit__(self, *error: Any) -> None:
        self._context.close()
        self.close()


class InteractiveSession(BaseSession):
    """A session that is the default one from the moment it is made until it is closed."""

    _open: ClassVar[int] = 0

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None):
        super().__init__(target, graph, config)
        if InteractiveSession._open > 0:
            warnings.warn(
                "An interactive session is already active. This can cause out-of-memory errors in "
                "some cases. You must explicitly call `InteractiveSession.close()` to release "
                "resources held by the other session(s).",
                stacklevel=2,
            )
        InteractiveSession._open += 1
        self._explicit_graph = graph
        self._context = ExitStack()
        if graph is not None:
            self._context.enter_context(graph.as_default())
        self._context.enter_context(self.as_default())

    def close(self) -> None:
        """Ends the session; it is the default one no longer."""
        if not self._closed:
            InteractiveSession._open -= 1
            self._context.close()
        super().close()


def feed_value(graph: Graph, tensor: Tensor, value: Any) -> Any:
    """`value` as the array that stands for `tensor` in a run; raises as TensorFlow does."""
    if isinstance(value, Tensor):
        raise TypeError(
            "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python "
            "scalars, strings, lists, numpy ndarrays. For reference, the tensor object was "
            f"{value!r} which was passed to the argument `feed_dict` with key {tensor!r}."
        )
    numpy_type = tensor.dtype.base_dtype.as_numpy_dtype
    if isinstance(value, int) and numpy_type is not object and not isinstance(value, bool):
        if _cast(value, numpy_type) != value:
            raise TypeError(
                f"Type of feed value {value} with type {type(value)} is not compatible with Tensor "
                f"type {numpy_type}. Try explicitly setting the type of the feed tensor to a larger "
                "type (e.g. int64)."
            )
    array = _as_text_array(value) if numpy_type is object else np.array(value, numpy_type)
    if not tensor.shape.is_compatible_with(array.shape):
        raise ValueError(
            f"Cannot feed value of shape {array.shape} for Tensor {tensor.name!r}, which has shape "
            f"'{tensor.shape}'"
        )
    if not graph.is_feedable(tensor):
        raise ValueError(f"Tensor {tensor.name} may not be fed.")
    return array


def _cast(value: int, numpy_type: Any) -> Any:
    try:
        return numpy_type(value)
    except OverflowError:
        return None


def _as_text_array(value: Any) -> np.ndarray:
    array = np.array(value, object)
    flat = [item.encode() if isinstance(item, str) else item for item in array.ravel()]
    encoded = np.empty(len(flat), object)
    encoded[:] = flat
    return encoded.reshape(array.shape)


def _flat_items(feed_dict: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Keys may be tuples of tensors, with values of the same structure."""
    for key, value in feed_dict.items():
        if isinstance(key, tuple):
            if not isinstance(value, (tuple, list)) or len(value) != len(key):
                raise ValueError(
                    f"Could not flatten dictionary. Key had {len(key)} elements, but value did not "
                    "have the same structure."
                )
            for part, part_value in zip(key, value, strict=True):
                yield from _flat_items({part: part_value})
        else:
            yield key, value


def _for_user(value: Any) -> Any:
    """A value that the caller may keep and change: a copy, or a scalar of NumPy."""
    if isinstance(value, np.ndarray):
        return value[()] if value.ndim == 0 else value.copy()
    return value


def _remove_last(stack: list[Any], item: Any) -> None:
    for index in range(len(stack) - 1, -1, -1):
        if stack[index] is item:
            del stack[index]
            return


BOOL = dtypes.bool
