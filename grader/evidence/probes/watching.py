"""Gives an answer a graph of its own, watches its sessions, and restores the notebook's afterwards."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from grader.evidence.data import Raised
from grader.evidence.probes.table import attempt


@dataclass
class Watch:
    """The sessions that were opened while a function ran, and the numbers of those that it closed."""

    sessions: list[Any] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)

    def report(self) -> dict[str, Any]:
        """What the judge compares."""
        return {"opened": len(self.sessions), "closed": self.closed}


def keep_from_feeds(tensor: Any) -> None:
    """Lets no run be fed this tensor, or what is computed from it: then what it counts would not happen."""
    waiting, done = [tensor], set()
    while waiting:
        if (one := waiting.pop()).name not in done:
            done.add(one.name)
            one.graph.prevent_feeding(one)
            waiting += [output for user in one.consumers() for output in user.outputs]


@contextlib.contextmanager
def watched(tf: Any, wait: int = 0) -> Iterator[Watch]:
    """Records the sessions opened inside the block; afterwards closes those left open.

    wait: the milliseconds after which a run in these sessions ends with DeadlineExceededError.
    A session that was entered and never left (an InteractiveSession, a forgotten `__exit__`) would
    remain the notebook's default session, so it is left here.
    """
    watch = Watch()
    before = tf.get_default_session()
    kinds = (tf.Session, tf.InteractiveSession)
    impatient = tf.ConfigProto(operation_timeout_in_ms=wait) if wait else None
    closed: list[Any] = []
    with contextlib.ExitStack() as patches:
        for owner in owners("__init__", *kinds):
            new = _recording(owner.__init__, watch.sessions, impatient)
            patches.enter_context(replaced(owner, "__init__", new))
        for owner in owners("close", *kinds):
            patches.enter_context(replaced(owner, "close", followed(owner.close, closed.append)))
        try:
            yield watch
        finally:
            patches.close()
            ends = set(map(id, closed))
            watch.closed += [n for n, session in enumerate(watch.sessions) if id(session) in ends]
            still_open = [session for session in watch.sessions if is_open(session)]
            leave_sessions(tf, before)
            for session in still_open:
                attempt(session.close)


def owners(method: str, *kinds: type) -> list[Any]:
    """The classes that define `method` for these kinds: themselves, or their bases."""
    found = (next(owner for owner in kind.__mro__ if method in vars(owner)) for kind in kinds)
    return list(dict.fromkeys(found))


@contextlib.contextmanager
def replaced(owner: Any, name: str, new: Any) -> Iterator[None]:
    """In the block, `owner.name` is `new`."""
    original = getattr(owner, name)
    setattr(owner, name, new)
    try:
        yield
    finally:
        setattr(owner, name, original)


def followed(original: Callable[[Any], None], follow: Callable[[Any], None]) -> Callable[..., Any]:
    """`original`, a method without arguments, and afterwards `follow` with the object."""

    def method(self: Any) -> None:
        original(self)
        follow(self)

    return method


def started_again(answer: Any) -> contextlib.AbstractContextManager[Any]:
    """In the block, the answer as a program has it that was started again: it remembers nothing.

    Without a witness it is the answer itself: a notebook's process cannot forget.
    """
    again = getattr(answer, "again", None)
    return again() if again else contextlib.nullcontext(answer)


@contextlib.contextmanager
def new_graph(tf: Any, graph: Any = None) -> Iterator[Any]:
    """A new default graph in the block, or this one; yields it.

    An answer may call `tf.reset_default_graph()`, as one does in a notebook: that gives it another new
    graph, although TensorFlow refuses to reset a graph that was entered with `as_default()`.
    Graphs that an answer enters and never leaves are left at the end.
    """
    refuses = tf.reset_default_graph
    entered = _entered_graphs(tf)
    before = len(entered)
    with contextlib.ExitStack() as stack:
        current = [stack.enter_context((graph or tf.Graph()).as_default())]

        def reset_default_graph(graph: Any = None) -> None:
            if graph is None and tf.get_default_graph() is not current[-1]:
                refuses()  # inside a block of the answer's own, as in TensorFlow
            current.append(stack.enter_context((graph or tf.Graph()).as_default()))

        tf.reset_default_graph = reset_default_graph
        try:
            yield current[0]
        finally:
            tf.reset_default_graph = refuses
            del entered[before + len(current) :]


def _entered_graphs(tf: Any) -> list[Any]:
    """The stack of default graphs itself, TensorFlow's or the engine's: neither has a public way to it."""
    module: Any = sys.modules[tf.Graph.__module__]
    if hasattr(module, "graph_stack"):
        return module.graph_stack()
    return module._default_graph_stack.stack


def _recording(
    original: Callable[..., None], sessions: list[Any], impatient: Any
) -> Callable[..., None]:
    def __init__(self: Any, target: Any = "", graph: Any = None, config: Any = None) -> None:
        original(self, target, graph, impatient if config is None else config)
        if not any(self is known for known in sessions):
            sessions.append(self)

    return __init__


@contextlib.contextmanager
def one_thread(tf: Any) -> Iterator[None]:
    """In the block, each new session of TensorFlow has one thread for its nodes and rewrites no graph.

    With several, TensorFlow runs what a graph leaves unordered in an order that changes from run to run,
    and the points of an answer that relies on one would be a matter of luck. With one thread, the order is
    the same each time: of nodes that could run at once, those made last run first. The engine's is the order
    in which they were made. Rewriting takes most of the time of a first run, and the engine does not rewrite.
    """
    with contextlib.ExitStack() as patches:
        if tf.__name__ != "grader.engine":
            alone = tf.ConfigProto(inter_op_parallelism_threads=1, use_per_session_threads=True)
            alone.graph_options.rewrite_options.disable_meta_optimizer = True
            for owner in owners("__init__", tf.Session, tf.InteractiveSession):
                new = _configured(owner.__init__, alone)
                patches.enter_context(replaced(owner, "__init__", new))
        yield


def _configured(original: Callable[..., None], more: Any) -> Callable[..., None]:
    """`original`, the `__init__` of a session, with the fields of `more` in its ConfigProto."""

    def __init__(self: Any, target: Any = "", graph: Any = None, config: Any = None) -> None:
        if isinstance(config, type(more)):
            given, config = config, type(more)()
            config.CopyFrom(given)
            config.MergeFrom(more)
        original(self, target, graph, more if config is None else config)

    return __init__


def is_open(session: Any) -> bool:
    """Whether `session` can still be used; asking runs nothing."""
    answer = attempt(session.run, [])
    return not (
        isinstance(answer, Raised) and answer.type == "RuntimeError" and "closed" in answer.message
    )


def leave_sessions(tf: Any, before: Any) -> None:
    """Leaves the innermost session first, because TensorFlow refuses any other order."""
    for _ in range(100_000):  # an answer that is called often may leave one each time
        current = tf.get_default_session()
        if current is before or current is None:
            return
        if isinstance(current, tf.InteractiveSession):
            attempt(current.close)
        else:
            attempt(current.__exit__, None, None, None)
        if tf.get_default_session() is current:
            return
