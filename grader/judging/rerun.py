"""Runs a student's graph again, on the reference engine, with inputs of the judge's choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader import engine as tf
from grader.engine.core import limits
from grader.evidence import Evidence, GraphRef, OperationRef, Other, Raised, TensorRef
from grader.judging.exercise import WrongAnswer
from grader.languages import _

# The limits on one run of a student's graph.
LIMITS = limits.Limits(seconds=5.0, work=10**9, blocking_seconds=0.2)

Node = TensorRef | OperationRef | str


class Rerun:
    """A session on one graph of the evidence, imported into the engine under `LIMITS`.

    Errors that the graph causes are returned as `Raised` values, so that they can be observed and
    compared. Variables keep their values between runs, as in any session.
    """

    def __init__(self, evidence: Evidence, graph: int = 0):
        if graph >= len(evidence.graphs):
            raise WrongAnswer(_("your answer does not refer to any graph"))
        self.data = evidence.graphs[graph]
        self.graph = tf.Graph()
        with limits.bounded(LIMITS):
            try:
                definition = tf.GraphDef.FromString(self.data.graph_def)
                with self.graph.as_default():
                    tf.import_graph_def(definition, name="")
            except (DecodeError, ValueError, TypeError, tf.errors.OpError) as error:
                raise WrongAnswer(
                    _("your graph cannot be run by the judge: {reason}").format(reason=error)
                ) from error
            self.session = tf.Session(graph=self.graph)

    def initialize(self) -> Raised | None:
        """Runs every variable's initializer."""
        return self.run([variable.initializer for variable in self.data.variables])

    def run(self, fetches: Any, feeds: Mapping[Node, Any] | None = None) -> Any:
        """The values of `fetches` (references, names, or lists of them), or a `Raised`."""
        try:
            values = self.session.run(
                self._element(fetches),
                {self._element(node): np.asarray(value) for node, value in (feeds or {}).items()},
            )
        except (tf.errors.OpError, ValueError, TypeError, LookupError) as error:
            return Raised(type(error).__name__, str(error))
        return values

    def _element(self, node: Any) -> Any:
        if isinstance(node, (list, tuple)):
            return [self._element(part) for part in node]
        name = node if isinstance(node, str) else node.name
        return self.graph.as_graph_element(name)

    def operations(self) -> list[Any]:
        """The graph's operations (engine objects), in the order of their creation."""
        return self.graph.get_operations()

    def ancestors(self, node: TensorRef | OperationRef) -> list[Any]:
        """The operations that a run of `node` needs, control inputs included."""
        element = self._element(node)
        waiting = [getattr(element, "op", element)]
        found: dict[str, Any] = {}
        while waiting:
            operation = waiting.pop()
            if operation.name in found:
                continue
            found[operation.name] = operation
            waiting += [tensor.op for tensor in operation.inputs]
            waiting += list(operation.control_inputs)
        return [operation for operation in self.operations() if operation.name in found]


def expect_tensor(value: Any, what: str) -> TensorRef:
    """Returns `value` if it is a tensor; else raises WrongAnswer, which says what it is instead."""
    if isinstance(value, TensorRef):
        return value
    raise WrongAnswer(
        _("expected {what} to be a tensor, but it is {found}").format(
            what=what, found=describe(value)
        )
    )


def describe(value: Any) -> str:
    """A value in a student's words: "None", "a list of 3", "the number 4" ..."""
    if value is None:
        return _("None (is a `return` missing?)")
    if isinstance(value, Raised):
        return _("an error: {error}").format(error=f"{value.type}: {value.message}")
    if isinstance(value, TensorRef):
        return _("the tensor {name!r}").format(name=value.name)
    if isinstance(value, OperationRef):
        return _("the operation {name!r}").format(name=value.name)
    if isinstance(value, GraphRef):
        return _("a graph")
    if isinstance(value, Other):
        return _("a value of type {type}").format(type=value.type)
    if isinstance(value, (list, tuple)):
        return _("a {type} of {count}").format(type=type(value).__name__, count=len(value))
    if isinstance(value, np.ndarray) and value.ndim:
        return _("an array of shape {shape}").format(shape=value.shape)
    if isinstance(value, (Mapping, Iterable)) and not isinstance(value, (str, bytes)):
        return _("a {type}").format(type=type(value).__name__)
    if isinstance(value, np.generic):
        value = value.item()
    return _("the value {value!r}").format(value=value)
