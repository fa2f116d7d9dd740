"""Runs a student's graph again, on the reference engine, with inputs of the judge's choice.

An operation that the engine does not have, and all that needs it, is left out. What remains can be judged;
whoever asks for the rest gets a CannotJudge.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError

from grader import engine as tf
from grader.cleaning import cleaned, printable
from grader.engine.core import limits
from grader.engine.core.limits import Limits
from grader.engine.registry import TABLE
from grader.engine.runtime.scheduling import Priority, tie_break
from grader.evidence import Evidence, GraphRef, OperationRef, Other, Raised, TensorRef
from grader.judging.exercise import CannotJudge, WrongAnswer
from grader.judging.orders import orders
from grader.languages import _

# Whether the graphs that are run are our own: those may take their time.
_ours: ContextVar[bool] = ContextVar("ours", default=False)

# The imported graphs of the verdict that is being found, by what they were imported from.
_kept: ContextVar[dict[Any, Any] | None] = ContextVar("kept", default=None)
MOST_KEPT = 64
LARGE = 2**17  # nodes and elements of all constants together: such a graph is not kept

# Operations that the engine has for programs of one's own: their time or memory has no bound.
UNBOUNDED = frozenset(("PaddingFIFOQueueV2",))
# Not in the engine, and wrong in every answer: it calls Python code that only the student's process has.
REFUSED = frozenset(("EagerPyFunc",))

Node = TensorRef | OperationRef | str


class BackEnd(NamedTuple):
    """What can run graphs.

    tf: the module; lacks: whether it cannot run operations of a type, or must not;
    session: the arguments of its sessions.
    """

    tf: Any
    lacks: Callable[[str], bool]
    session: Mapping[str, Any] = {}


def _engine_lacks(operation: str) -> bool:
    return operation in UNBOUNDED or (operation not in TABLE and operation not in REFUSED)


ENGINE = BackEnd(tf, _engine_lacks)
# A graph runs on the first that lacks none of its operations, or on the last.
BACK_ENDS = [ENGINE]


@contextmanager
def without_haste() -> Iterator[None]:
    """Runs in the block are our own answers', which have an end: on a busy machine they may be slow."""
    token = _ours.set(True)
    try:
        yield
    finally:
        _ours.reset(token)


@contextmanager
def graphs_kept() -> Iterator[None]:
    """In the block, a graph is imported once, however many sessions run it: nobody changes it."""
    token = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(token)


def _bounded() -> Any:
    return limits.bounded(Limits(seconds=math.inf) if _ours.get() else Limits())


class FailedRun(Raised):
    """The error of a run of the judge's, in the engine's words, which may quote what is in the graph."""

    @classmethod
    def of(cls, error: Exception) -> FailedRun:
        """The error, without what a terminal would obey."""
        return cls(type(error).__name__, cleaned(str(error)))


class Rerun:
    """A session on one graph of the evidence, imported into the engine within its limits.

    Errors that the graph causes are returned as `FailedRun` values, so that they can be observed and
    compared. Variables keep their values between runs, as in any session.
    """

    def __init__(self, evidence: Evidence, graph: int = 0):
        if graph >= len(evidence.graphs):
            raise WrongAnswer(_("your answer does not refer to any graph"))
        self.data = evidence.graphs[graph]
        self.priority: Priority | None = None
        self.back_end = ENGINE
        self.lacking: dict[str, str] = {}
        with _bounded():
            try:
                self.back_end, self.lacking, self._graph = self._found() or self._new()
            except (DecodeError, ValueError, TypeError, tf.errors.OpError) as error:
                if self.back_end is not ENGINE:  # `with_references` is for the engine
                    raise CannotJudge(str(error)) from error
                raise WrongAnswer(
                    _("the judge cannot run your graph: {reason}").format(
                        reason=printable(str(error))
                    )
                ) from error
            self.session = self._new_session()

    def _found(self) -> Any:
        kept = _kept.get()
        return kept.get(self.data) if kept else None

    def _new(self) -> tuple[BackEnd, dict[str, str], Any]:
        """The back end that runs the graph, what that lacks, and the graph on it."""
        definition = tf.GraphDef.FromString(self.data.graph_def)
        for self.back_end in BACK_ENDS:
            self.lacking = _lacking(definition, self.back_end.lacks)
            if not self.lacking:
                break
        made = self.back_end, self.lacking, self._imported(definition)
        kept = _kept.get()
        if kept is not None and len(kept) < MOST_KEPT and _size_of(definition) < LARGE:
            kept[self.data] = made
        return made

    def _imported(self, definition: Any) -> Any:
        """The graph on its back end, without what that lacks."""
        module = self.back_end.tf
        if self.lacking:
            known = [node for node in definition.node if node.name not in self.lacking]
            definition = tf.GraphDef(node=known)
        if module is not tf:  # which has classes of its own for messages
            definition = module.GraphDef.FromString(definition.SerializeToString())
        graph = module.Graph()
        with graph.as_default():
            module.import_graph_def(definition, name="")
        return graph

    def _new_session(self) -> Any:
        return self.back_end.tf.Session(graph=self._graph, **self.back_end.session)

    @property
    def graph(self) -> Any:
        """The whole graph, as an object of the engine (of `BackEnd.tf`)."""
        for name in self.lacking.values():
            raise CannotJudge(name)
        return self._graph

    def initialize(self) -> Raised | None:
        """Runs every variable's initializer."""
        return self.run([variable.initializer for variable in self.data.variables])

    def run(self, fetches: Any, feeds: Mapping[Node, Any] | None = None) -> Any:
        """The values of `fetches` (references, names, or lists of them), or a `FailedRun`."""
        try:
            with nullcontext() if self.priority is None else tie_break(self.priority):
                values = self.session.run(
                    self._element(fetches),
                    {
                        self._element(node): np.asarray(value)
                        for node, value in (feeds or {}).items()
                    },
                )
        except (self.back_end.tf.errors.OpError, ValueError, TypeError, LookupError) as error:
            return FailedRun.of(error)
        except RecursionError:
            raise WrongAnswer(
                _(
                    "your graph needs more loops within loops than the judge can run. Is there a loop in "
                    "your code that wraps the same tensor again and again?"
                )
            ) from None
        except RuntimeError as error:
            # A session's own error on a graph without operations; any other is ours.
            if self._graph.get_operations():
                raise
            return FailedRun.of(error)
        return values

    def _element(self, node: Any) -> Any:
        if isinstance(node, (list, tuple)):
            return [self._element(part) for part in node]
        name = node if isinstance(node, str) else node.name
        if (operation := name.partition(":")[0]) in self.lacking:
            raise CannotJudge(self.lacking[operation])
        # A name that is not in the graph is the session's error, as it is the student's.
        return node if isinstance(node, str) else self._graph.as_graph_element(name)

    def operations(self) -> list[Any]:
        """The graph's operations (engine objects), in the order of their creation."""
        return self.graph.get_operations()

    def ancestors(self, node: TensorRef | OperationRef) -> list[Any]:
        """The operations that a run of `node` needs, control inputs included."""
        element = self._element(node)
        waiting = [getattr(element, "op", element)]
        needed: set[str] = set()
        while waiting:
            operation = waiting.pop()
            if operation.name in needed:
                continue
            needed.add(operation.name)
            waiting += [tensor.op for tensor in operation.inputs]
            waiting += list(operation.control_inputs)
        return [op for op in self._graph.get_operations() if op.name in needed]

    def in_other_orders(
        self, node: TensorRef | OperationRef, seeds: Sequence[int]
    ) -> Iterator[Rerun]:
        """New sessions on the graph, each of which runs what `node` needs in another possible order.

        Raises WrongAnswer if it leaves too much open to try (`orders.py`).
        """
        if self.back_end is not ENGINE:  # TensorFlow's order is its own
            raise CannotJudge(node.name)
        for priority in orders(self.ancestors(node), seeds):
            other = copy.copy(self)
            other.priority = priority
            with _bounded():
                other.session = other._new_session()
            yield other


def _lacking(definition: Any, lacks: Callable[[str], bool]) -> dict[str, str]:
    """Node -> the type of an operation that is lacking, for such nodes and those that need them."""
    lacking: dict[str, str] = {}
    users: dict[str, list[str]] = {}
    for node in definition.node:
        if lacks(node.op):
            lacking[node.name] = node.op
        for source in node.input:
            users.setdefault(source.removeprefix("^").partition(":")[0], []).append(node.name)
    waiting = list(lacking)
    while waiting:
        name = waiting.pop()
        for user in users.get(name, ()):
            if user not in lacking:
                lacking[user] = lacking[name]
                waiting.append(user)
    return lacking


def expect_tensor(value: Any, what: str, part: bool = False) -> TensorRef:
    """Returns `value` if it is a tensor; else raises WrongAnswer, which says what it is instead.

    part: whether it is one part of what the answer returned.
    """
    if isinstance(value, TensorRef):
        return value
    raise WrongAnswer(
        _("{what} should be a tensor, but it is {found}").format(
            what=what, found=describe(value, part)
        )
    )


def expect_returned_tensor(value: Any, call: str = "") -> TensorRef:
    """Returns `value`, which a call of the student's function returned, if it is a tensor.

    Else raises WrongAnswer. call: how the message names the call, such as "relu" or "relu(x)".
    """
    if isinstance(value, TensorRef):
        return value
    found = describe(value)
    if call:
        raise WrongAnswer(
            _("`{call}` should return a tensor, but it returned {found}").format(
                call=call, found=found
            )
        )
    raise WrongAnswer(
        _("your function should return a tensor, but it returned {found}").format(found=found)
    )


def describe(value: Any, part: bool = False) -> str:
    """A value in a student's words: "None", "a list with 3 elements", "the number 4" ...

    part: whether it is one part of what the answer returned. Then no `return` is missing.
    """
    if value is None:
        return "None" if part else _("None (is a `return` missing?)")
    if isinstance(value, Raised):
        return _("an error: {error}").format(error=f"{value.type}: {value.message}")
    if isinstance(value, TensorRef):
        return _("the tensor {name!r}").format(name=value.name)
    if isinstance(value, OperationRef):
        return _("the operation {name!r}").format(name=value.name)
    if isinstance(value, GraphRef):
        return _("a graph")
    if isinstance(value, Other) and value.type == "ellipsis":
        return _("`...` (no answer yet)")
    if isinstance(value, Other):
        return _("a value of type {type}").format(type=value.type)
    if isinstance(value, (list, tuple)) and len(value) == 1:
        return _("a {type} with one element").format(type=type(value).__name__)
    if isinstance(value, (list, tuple)):
        text = _("a {type} with {count} elements") if value else _("an empty {type}")
        return text.format(type=type(value).__name__, count=len(value))
    if isinstance(value, np.ndarray) and value.ndim:
        return _("an array of shape {shape}").format(shape=value.shape)
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.item()
    if isinstance(value, (Mapping, Iterable)) and not isinstance(value, (str, bytes)):
        kind = "set" if isinstance(value, frozenset) else type(value).__name__
        return _("a {type}").format(type=kind)
    if isinstance(value, float):
        return _("the value {value!r}").format(value=float(f"{value:.6g}"))
    return _("the value {value!r}").format(value=value)


def _size_of(definition: Any) -> int:
    """The number of nodes, each as much as a hundred elements of a constant, and of such elements."""
    constants = (node.attr["value"].tensor for node in definition.node if node.op == "Const")
    sizes = (math.prod(size.size for size in tensor.tensor_shape.dim) for tensor in constants)
    return 100 * len(definition.node) + sum(sizes)
