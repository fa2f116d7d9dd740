"""The data types of evidence: plain values, and references into exported graphs.

A student's answer leaves the kernel as an `Evidence`: a result built from these types, and the
graphs that it refers to. Nothing in it can be executed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class VariableData:
    """A variable of an exported graph: the names a session needs to initialize and read it."""

    name: str
    initializer: str
    value: str
    trainable: bool


@dataclass(frozen=True)
class GraphData:
    """A graph as data: a serialized GraphDef and what the GraphDef does not say."""

    graph_def: bytes
    variables: tuple[VariableData, ...] = ()


@dataclass(frozen=True)
class TensorRef:
    """The tensor called `name` ("add:0") in the evidence's graph number `graph`.

    `shape` contains None for an unknown dimension, and is None if the rank is unknown.
    `variable` is true if the answer was a Variable and not the tensor of its value.
    """

    graph: int
    name: str
    dtype: str
    shape: tuple[int | None, ...] | None
    variable: bool = False


@dataclass(frozen=True)
class OperationRef:
    """The operation called `name` in the evidence's graph number `graph`."""

    graph: int
    name: str
    type: str


@dataclass(frozen=True)
class GraphRef:
    """The evidence's graph number `graph` as a whole."""

    graph: int


@dataclass(frozen=True)
class Raised:
    """An exception of the student's code: class name, message, the line it came from, and its function."""

    type: str
    message: str
    line: str = ""
    function: str = field(default="", compare=False)


# Types of errors that probes raise about an answer: their messages say all, their names nothing to a student.
OF_PROBES = frozenset({"ChangedArguments", "NoRule", "TooLong", "TooMuchWork", "WrongResult"})


@dataclass(frozen=True)
class Other:
    """A value that cannot be encoded (a function, a session, a generator ...), named by its type."""

    type: str
    text: str = ""


@dataclass(frozen=True)
class Evidence:
    """What the judge receives: `result` (plain values, references), and the graphs it refers to."""

    result: Any
    graphs: tuple[GraphData, ...] = ()

    def part(self, number: int) -> Evidence:
        """The evidence as if the result were a list of this one of its entries.

        Raises IndexError for a reference to a graph that is not there: evidence may be hostile.
        """
        numbers: dict[int, int] = {}

        def renumbered(value: Any) -> Any:
            if isinstance(value, (TensorRef, OperationRef, GraphRef)):
                return replace(value, graph=numbers.setdefault(value.graph, len(numbers)))
            if isinstance(value, Mapping):
                return {key: renumbered(one) for key, one in value.items()}
            if isinstance(value, (list, tuple, set, frozenset)):
                return type(value)(renumbered(one) for one in value)
            return value

        result = renumbered(self.result[number : number + 1])
        return Evidence(result, tuple(self.graphs[graph] for graph in numbers))


@dataclass(frozen=True)
class Challenge:
    """One drawn question.

    probe: what turns the answer into evidence: an entry of `grader.evidence.probes.PROBES`, or the code of an
        exercise's own probe (see `grader.evidence.probes.own`).
    inputs: plain values and arrays, sent into the student's kernel.
    hidden: what only the judge needs (such as feeds for later); never leaves the judge.
    """

    probe: str
    inputs: Mapping[str, Any] = field(default_factory=dict)
    hidden: Mapping[str, Any] = field(default_factory=dict)
