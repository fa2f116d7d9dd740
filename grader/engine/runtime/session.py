"""Sessions: running parts of a graph, with state that persists between runs."""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar

import numpy as np

from grader.engine.core import blas, limits
from grader.engine.core.absent import absent
from grader.engine.core.errors import AbortedError, CancelledError
from grader.engine.core.limits import Limits
from grader.engine.core.messages import RunOptions
from grader.engine.graph.default_session import session_stack
from grader.engine.graph.graph import Graph, Tensor, get_default_graph
from grader.engine.runtime.compiler import compile_plan
from grader.engine.runtime.feeds import as_run_value, feed_array, feed_tensor, flat_feeds
from grader.engine.runtime.fetches import Fetches
from grader.engine.runtime.meter import Meter
from grader.engine.runtime.placement import Device, check_placement, devices, log_placement
from grader.engine.runtime.plan import Plan
from grader.engine.runtime.resources import State
from grader.engine.runtime.servers import server_at
from grader.engine.runtime.step_stats import StepTimes
from grader.engine.runtime.steps import Observer

_sessions: weakref.WeakSet[BaseSession] = weakref.WeakSet()


class BaseSession:
    """What Session and InteractiveSession share.

    target: "" for private state, or the target of a server. graph: by default the default graph.
    config: a ConfigProto, of which device_count, allow_soft_placement, log_device_placement and
        operation_timeout_in_ms are used.
    """

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None):
        if graph is not None and not isinstance(graph, Graph):
            raise TypeError(
                f'Argument `graph` must be a tf.Graph, but got "{type(graph).__name__}"'
            )
        if target is not None and not isinstance(target, (str, bytes)):
            raise TypeError(
                f'Argument `target` must be a string, but got "{type(target).__name__}"'
            )
        if config is not None and not hasattr(config, "allow_soft_placement"):
            raise TypeError(
                f'Argument `config` must be a tf.ConfigProto, but got "{type(config).__name__}"'
            )
        name = target.decode() if isinstance(target, bytes) else target or ""
        self._server = server_at(name) if name else None
        self._resets: int | None = None  # the server's count at the first run
        self._graph = get_default_graph() if graph is None else graph
        self._state = State(self._server.containers_of if self._server else None)
        self._config = config
        self._placed = 0  # operations whose devices have been checked
        self._reset = False
        _sessions.add(self)
        blas.use_one_thread()
        blas.keep_memory()
        self._limits = limits.current()
        self._patience = _patience(self._limits, getattr(config, "operation_timeout_in_ms", 0))
        self._compiled: dict[Any, Compiled] = {}
        self._closed = False
        self.sess_str = name

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
        *,
        observe: Observer | None = None,
    ) -> Any:
        """Computes `fetches` and returns their values in the same structure.

        fetches: a tensor, variable, operation (value None), name, or a list, tuple, named tuple or
            dict of them, nested to any depth. Each node is evaluated once.
        feed_dict: values for tensors, which replace what the graph would compute.
        options: a RunOptions message, of which trace_level and timeout_in_ms are used.
        run_metadata: a RunMetadata message to fill if `options` ask for a trace.
        observe: called with (operation, its outputs' values) after each evaluation of a node; not in
            TensorFlow (see traces.py).
        Raises TypeError or ValueError for fetches and feeds that make no sense, RuntimeError after
        `close`, and a `tf.errors` class when a node cannot run.
        """
        self._check_open()
        patience = self._patience
        if options:
            options = RunOptions.FromString(options.SerializeToString())
            patience = _patience(self._limits, options.timeout_in_ms, 1000 * patience)
        if run_metadata:
            run_metadata.ParseFromString(b"")
            if options and options.trace_level:
                observe = StepTimes(run_metadata, observe)
        feeds = flat_feeds(feed_dict) if feed_dict else {}
        key = _key(fetches, feeds, observe is not None)
        compiled = None if key is None else self._compiled.get(key)
        if compiled is None:
            compiled, arrays = self._compile(fetches, feeds, key, observe is not None)
        else:
            arrays = [
                feed_array(self._graph, tensor, value)
                for tensor, value in zip(compiled.fed, feeds.values(), strict=True)
            ]
        meter = None if self._limits is None else Meter(self._limits, self._state)
        return compiled.run(arrays, patience, meter, observe)

    partial_run = property(lambda _: absent("tf.Session")("partial_run"))
    partial_run_setup = property(lambda _: absent("tf.Session")("partial_run_setup"))

    def _compile(
        self, fetches: Any, feeds: Mapping[Any, Any], key: Any, watched: bool
    ) -> tuple[Compiled, list[np.ndarray]]:
        if self._graph.version == 0:
            raise RuntimeError(
                "The Session graph is empty. Add operations to the graph before calling run()."
            )
        self._place()
        fed: dict[Tensor, np.ndarray] = {}  # for several names of one tensor, the last value
        for feed, value in feeds.items():
            tensor = feed_tensor(self._graph, feed)
            fed[tensor] = feed_array(self._graph, tensor, value)
        wanted = Fetches(self._graph, fetches)
        plan = compile_plan(
            wanted.elements,
            list(fed),
            self._state,
            bounded=self._limits is not None,
            watched=watched,
        )
        compiled = Compiled(tuple(fed), wanted, plan)
        if key is not None and len(fed) == len(feeds):
            self._compiled[key] = compiled
        return compiled, list(fed.values())

    def fetched_tensors(self, fetches: Any) -> list[Tensor]:
        """The tensors whose values `run(fetches)` returns, each once."""
        return Fetches(self._graph, fetches).tensors

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function that runs `fetches`, its arguments being the values of `feed_list`."""
        self._check_open()

        def call(*values: Any, **options: Any) -> Any:
            if values and feed_list is None:
                raise TypeError(f"takes 0 positional arguments but {len(values)} were given")
            return self.run(fetches, dict(zip(feed_list or [], values, strict=False)), **options)

        return call

    @contextmanager
    def as_default(self) -> Iterator[BaseSession]:
        """Makes this the session that `eval` and `run` use inside the block; does not close it."""
        session_stack().append(self)
        try:
            yield self
        finally:
            _remove_last(session_stack(), self)

    def close(self) -> None:
        """Ends the session and drops its variables and queues."""
        if not self._closed:
            self._closed = True
            for resource in self._state.resources():
                cancel = getattr(resource, "cancel", None)
                if cancel is not None:
                    cancel()
            self._state.clear()
            self._compiled.clear()

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        if self._reset:
            raise CancelledError(None, None, "Session has been closed.")
        if self._server is None:
            return
        if self._resets is None:
            self._resets = self._server.resets
        if self._server.resets != self._resets:
            raise AbortedError(
                None,
                None,
                f"Session {id(self):x} is not found.\n"
                "Session.reset ended all sessions on its server: make a new one.",
            )

    def _place(self) -> None:
        """Checks the devices of operations added to the graph since the last call."""
        if self._limits is None and self._placed < self._graph.version:
            operations = self._graph.get_operations()[self._placed :]
            soft = getattr(self._config, "allow_soft_placement", False)
            check_placement(operations, self.list_devices(), soft)
            self._placed += len(operations)
            if getattr(self._config, "log_device_placement", False):
                log_placement(self._graph.get_operations(), self.list_devices())

    def list_devices(self) -> list[Device]:
        """The devices: this machine's CPUs, for each task of a cluster."""
        self._check_open()
        servers = self._server.tasks() if self._server else []
        tasks = [(server.job_name, server.task_index) for server in servers]
        return devices(self._config, tasks or [("localhost", 0)])


class Session(BaseSession):
    """A session, as `tf.Session`. A `with` block makes it the default and closes it at the end."""

    _context: ExitStack | None = None

    @staticmethod
    def reset(target: str, containers: Sequence[str] | None = None, config: Any = None) -> None:
        """Clears containers of the server at `target` (by default its default one).

        Ends all sessions on that server; with an empty target, all sessions without a server.
        """
        if target:
            server_at(target).reset(containers)
            return
        for session in list(_sessions):
            if session._server is None:
                session._reset = True
                session._state.clear()

    def __enter__(self) -> Session:
        if self._context is not None:
            raise RuntimeError(
                "Session context managers are not re-entrant. Use `Session.as_default()` if you want to "
                "enter a session multiple times."
            )
        stack = ExitStack()
        stack.enter_context(self._graph.as_default())
        stack.enter_context(self.as_default())
        self._context = stack
        return self

    def __exit__(self, *error: Any) -> None:
        if self._context is not None:
            self._context.close()
            self._context = None
        self.close()


class InteractiveSession(BaseSession):
    """A session that is the default from its creation until it is closed."""

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
        self._default = ExitStack()
        if graph is not None:
            self._default.enter_context(graph.as_default())
        self._default.enter_context(self.as_default())

    def close(self) -> None:
        """Ends the session, which is then no longer the default."""
        if not self._closed:
            InteractiveSession._open -= 1
            self._default.close()
        super().close()


class Compiled:
    """What a session caches for a call of `run`: the plan and the structures of feeds and fetches."""

    def __init__(self, fed: tuple[Tensor, ...], fetches: Fetches, plan: Plan):
        self.fed, self.fetches, self.plan = fed, fetches, plan
        # For each tensor that is both fetched and fed: its positions among the fetches and feeds.
        self.given = [
            (position, fed.index(tensor))
            for position, tensor in enumerate(fetches.tensors)
            if tensor in fed
        ]

    def run(
        self,
        arrays: list[np.ndarray],
        patience: float,
        meter: Meter | None,
        observe: Observer | None,
    ) -> Any:
        """Runs the plan; returns the values in the structure of the fetches."""
        if self.given and len(self.given) == len(self.fetches.elements):
            # Nothing runs where all that is fetched is fed; as in TensorFlow, not even a check.
            return self.fetches.build([arrays[feed] for _, feed in self.given])
        run_values = [as_run_value(array) for array in arrays] if arrays else arrays
        values = self.plan.run(run_values, patience, meter, observe)
        found = [_for_user(value) for value in values]
        for position, feed in self.given:
            found[position] = arrays[feed]
        return self.fetches.build(found)


def _key(fetches: Any, feeds: Mapping[Any, Any], watched: bool) -> Any:
    """The cache key of a call of `run`, equal for the same fetches and fed tensors; None if unhashable."""
    if fetches.__class__ is not Tensor:
        if isinstance(fetches, (list, tuple)):
            fetches = (type(fetches), *fetches)
        elif isinstance(fetches, Mapping):
            return None
    key = (watched, fetches, *feeds)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _patience(bounds: Limits | None, *milliseconds: float) -> float:
    """Seconds that a run may wait at a queue: the first positive number, within the bounds."""
    most = limits.PATIENCE if bounds is None else bounds.blocking_seconds
    seconds = next((number / 1000 for number in milliseconds if number > 0), most)
    return seconds if bounds is None else min(seconds, most)


def _for_user(value: Any) -> Any:
    """A value that the caller may keep and change: a copy, or a NumPy scalar."""
    if isinstance(value, np.ndarray):
        return value[()] if value.ndim == 0 else value.copy()
    return value


def _remove_last(stack: list[Any], item: Any) -> None:
    for index in range(len(stack) - 1, -1, -1):
        if stack[index] is item:
            del stack[index]
            return
