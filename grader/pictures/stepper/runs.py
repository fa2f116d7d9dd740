"""Records runs step by step: each node with its value, and the memory that is held.

The engine runs a copy of the graph and reports each evaluation. Here that is reduced to what a reader
wrote: a variable and its read are one node, and a constant written in an expression (`w + 2`) is a part
of the operation. All other constants are steps, the first ones of their run.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader import engine
from grader.engine.core.errors import OpError
from grader.engine.graph.constants import const_array
from grader.engine.runtime.feeds import feed_array
from grader.engine.runtime.traces import Recorder
from grader.languages import _
from grader.pictures.graph import VARIABLES
from grader.pictures.stepper.fetched import Fetched, elements, graph_of
from grader.pictures.stepper.part import Part, part_of, start
from grader.pictures.stepper.values import form, name_of, short

MOST_STEPS = 5_000  # that are followed
MOST_BYTES = 10**9  # of values that are kept to tell when they are dropped
MOST_SECONDS = 10.0
PATIENCE = 1_000  # milliseconds that a run waits at a queue, since nobody else can fill it


@dataclass(frozen=True)
class Moment:
    """A node that is evaluated, or a tensor that is given before the first step.

    number: of the step, counted from 1 through all runs; 0 for what is given.
    node, kind: its name, and its op type, or "variable", "fed". back: a gradient made it.
    takes: what it reads: names, and the values of constants written into it.
    value, form: what it gives ("42.0", "float32"); a node without outputs gives "".
    place: where the value is: "run", "session" (a variable's), "graph" (a constant), "feed", or "".
    until: the last step at which the run holds the value. kept: to the end, for the caller.
    held, held_bytes: names of the nodes whose values the run holds at this step, and their memory;
    neither constants, nor what is fed, nor variables count.
    error: why it failed. bytes: the size of the value.
    """

    number: int
    node: str
    kind: str
    back: bool = False
    takes: tuple[str, ...] = ()
    value: str = ""
    form: str = ""
    place: str = ""
    until: int = 0
    kept: bool = False
    held: tuple[str, ...] = ()
    held_bytes: int = 0
    error: str = ""
    bytes: int = 0


@dataclass(frozen=True)
class Run:
    """One run: what it fetches, and its moments. stopped: why it was not followed to its end."""

    fetches: tuple[str, ...]
    moments: tuple[Moment, ...]
    stopped: str = ""

    @property
    def steps(self) -> tuple[Moment, ...]:
        """The moments that are evaluations."""
        return tuple(moment for moment in self.moments if moment.number)

    @property
    def evaluations(self) -> dict[str, int]:
        """How often this run evaluated each node; one that failed was not."""
        return dict(Counter(moment.node for moment in self.steps if not moment.error))


@dataclass(frozen=True)
class Runs:
    """Runs in a row. variables: "session" or "initial", whence their values came; "" without any.

    queues: whether a queue is in use, which begins empty.
    """

    runs: tuple[Run, ...]
    variables: str = ""
    queues: bool = False

    @property
    def steps(self) -> tuple[Moment, ...]:
        """The steps of all runs, in order."""
        return tuple(step for run in self.runs for step in run.steps)

    @property
    def evaluations(self) -> dict[str, int]:
        """How often each node was evaluated in all the runs together."""
        total: Counter[str] = Counter()
        for run in self.runs:
            total.update(run.evaluations)
        return dict(total)

    @property
    def peak(self) -> int:
        """The most bytes that a run held at one moment."""
        return max((step.held_bytes for step in self.steps), default=0)


def traced_runs(
    fetches: Any,
    feed_dict: Mapping[Any, Any] | None = None,
    session: Any = None,
    *,
    apart: bool = False,
    graph: Any = None,
) -> Runs:
    """Runs `fetches` on the engine and records each step.

    fetches: what `session.run` takes, of TensorFlow or of the engine. feed_dict: as there.
    session: variables have the values that they have in it now; None: their initial values.
    apart: each entry of the list `fetches` is a run of its own, one after the other.
    graph: where fetches that are given by name are looked up.
    A run that fails ends with the node that failed; the runs after it are left out. Raises TypeError
    and ValueError for fetches and feeds that make no sense, or that the engine cannot run.
    """
    entries = _entries(fetches) if apart else [fetches]
    graph = graph_of(fetches, graph)
    wanted = [elements(entry, graph) for entry in entries]
    feeds = {
        one.name: value for key, value in (feed_dict or {}).items() for one in elements(key, graph)
    }
    if session is not None and session.graph is not graph:
        raise ValueError(
            _(
                "the session belongs to a different graph from what is fetched; pass a session of "
                "that graph"
            )
        )
    operations = [one.operation for entry in wanted for one in entry]
    part = part_of(graph, operations, feeds)
    config = engine.ConfigProto(operation_timeout_in_ms=PATIENCE)
    runs: list[Run] = []
    with engine.Session(graph=part.graph, config=config) as own:
        start(part, own, session)
        deadline = time.monotonic() + MOST_SECONDS
        for entry in wanted:
            done = sum(len(run.steps) for run in runs)
            runs.append(_followed(own, part, entry, feeds, done, deadline))
            if runs[-1].stopped or any(moment.error for moment in runs[-1].moments):
                break
    kinds = {operation.type for operation in part.graph.get_operations()}
    source = "" if not part.variables else "initial" if session is None else "session"
    return Runs(tuple(runs), source, any("Queue" in kind for kind in kinds))


def _entries(fetches: Any) -> list[Any]:
    entries = list(fetches.values()) if isinstance(fetches, Mapping) else fetches
    if not isinstance(entries, (list, tuple)) or not entries:
        raise ValueError(
            _(
                "apart=True takes a list of what to fetch, one entry for each run: trace([y, z], apart=True)"
            )
        )
    return list(entries)


class _Enough(Exception):
    """The run is too long to follow; the message says which limit was reached."""


@dataclass
class _Listener:
    """Observes a run: keeps what the trace needs, with each value formatted at once."""

    recorder: Any
    deadline: float
    left: int  # steps that may still come
    told: list[tuple[str, str, str]] = field(default_factory=list)
    bytes: int = 0

    def __call__(self, operation: Any, values: Sequence[Any]) -> None:
        self.bytes += sum(getattr(value, "nbytes", 0) for value in values)
        if len(self.told) >= self.left:
            raise _Enough(_("more than {steps} steps").format(steps=MOST_STEPS))
        if self.bytes > MOST_BYTES:
            raise _Enough(_("more than 1 GB of values"))
        if time.monotonic() > self.deadline:
            raise _Enough(_("more than {seconds:g} seconds").format(seconds=MOST_SECONDS))
        self.recorder(operation, values)
        # A variable is described now: a later step may change its value.
        taken = [value for value in values if type(value) is not object]
        shown = taken[0] if len(taken) == 1 else tuple(taken)
        own = any(isinstance(value, (np.ndarray, np.generic)) for value in values)
        place = "" if not values else "run" if own else "session"
        self.told.append((short(shown) if values else "", form(shown), place))


def _followed(
    session: Any,
    part: Part,
    wanted: Sequence[Fetched],
    feeds: Mapping[str, Any],
    done: int,
    deadline: float,
) -> Run:
    copy = part.graph
    fetches = [copy.as_graph_element(one.name) for one in wanted]
    fed = {copy.as_graph_element(name): value for name, value in feeds.items()}
    listener = _Listener(Recorder(keep=False), deadline, MOST_STEPS - done)
    failure: Any = None
    stopped = ""
    try:
        session.run(fetches, fed, observe=listener)
    except OpError as error:
        failure = error
    except _Enough as enough:
        stopped = str(enough)
    tensors = session.fetched_tensors(fetches)
    teller = _Teller(listener, tensors, fed, done)
    moments = teller.moments()
    if failure is not None:
        moments.append(teller.failed(failure, len(moments)))
    return Run(tuple(one.label for one in wanted), tuple(moments), stopped)


class _Teller:
    """Makes the moments of one run from the observations."""

    def __init__(
        self, listener: _Listener, fetched: Sequence[Any], fed: Mapping[Any, Any], done: int
    ):
        self.heard = [operation for operation, _values in listener.recorder.heard]
        self.told = listener.told
        self.steps = listener.recorder.trace(fetched).steps
        self.fetched, self.fed, self.done = set(fetched), fed, done
        self.inputs = {tensor for operation in self.heard for tensor in operation.inputs}
        self.constants = self._constants()
        self.own = {  # the tensors whose values belong to the run, by name
            tensor.name: tensor
            for operation, (_value, _form, place) in zip(self.heard, self.told, strict=True)
            if place == "run"
            for tensor in operation.outputs
        }
        reads = {operation.inputs[0].op for operation in self.heard if _reads_variable(operation)}
        # The handle of a variable that is read is not a step of its own.
        self.visible = [
            index
            for index, operation in enumerate(self.heard)
            if operation.type not in VARIABLES
            or (operation not in reads and operation.outputs[0] in self.fetched)
        ]
        self.first = done + len(self.constants) + 1  # the number of the first visible step

    def _constants(self) -> list[Any]:
        """The constants that are steps, in the order of their first use."""
        users: dict[Any, list[Any]] = {}
        for operation in self.heard:
            for tensor in operation.inputs:
                if tensor.op.type == "Const" and tensor not in self.fed:
                    users.setdefault(tensor.op, []).append(operation)
        for tensor in self.fetched:
            if tensor.op.type == "Const" and tensor not in self.fed:
                users.setdefault(tensor.op, [])
        return [
            constant
            for constant, using in users.items()
            if constant.outputs[0] in self.fetched
            or any(not constant.name.startswith(user.name + "/") for user in using)
        ]

    def moments(self) -> list[Moment]:
        """What is given, the constants, and the steps."""
        given = [self._given(tensor) for tensor in self.fed if self._used(tensor)]
        constants = [
            Moment(
                self.done + number,
                name_of(constant.name),
                "Const",
                _is_back(constant),
                value=short(const_array(constant)),
                form=form(const_array(constant)),
                place="graph",
                kept=constant.outputs[0] in self.fetched,
            )
            for number, constant in enumerate(self.constants, 1)
        ]
        return given + constants + [self._moment(place) for place in range(len(self.visible))]

    def _given(self, tensor: Any) -> Moment:
        value = feed_array(tensor.graph, tensor, self.fed[tensor])
        return Moment(0, _name(tensor), "fed", value=short(value), form=form(value), place="feed")

    def _used(self, tensor: Any) -> bool:
        return tensor in self.inputs or tensor in self.fetched

    def _moment(self, place: int) -> Moment:
        index = self.visible[place]
        operation, step = self.heard[index], self.steps[index]
        value, shape, where = self.told[index]
        is_read = _reads_variable(operation)
        return Moment(
            self.first + place,
            name_of(operation.inputs[0].op.name if is_read else operation.name),
            "variable" if is_read or operation.type in VARIABLES else operation.type,
            _is_back(operation),
            () if is_read else self._takes(operation),
            value,
            shape,
            where,
            self._until(index),
            any(tensor in self.fetched for tensor in operation.outputs),
            tuple(_name(tensor) for tensor in self._alive(index)),
            step.alive_bytes,
            bytes=step.bytes,
        )

    def _alive(self, index: int) -> list[Any]:
        """The tensors with values of the run's own that are held at a step, in their order."""
        return [self.own[name] for name in self.steps[index].alive if name in self.own]

    def _until(self, index: int) -> int:
        """The number of the last visible step at which a value of this evaluation is held."""
        operation = self.heard[index]
        names = {tensor.name for tensor in operation.outputs}
        last = index
        for later in range(index + 1, len(self.steps)):
            if self.heard[later] is operation or names.isdisjoint(self.steps[later].alive):
                break
            last = later
        shown = sum(1 for one in self.visible if one <= last)
        return self.first + shown - 1

    def _takes(self, operation: Any) -> tuple[str, ...]:
        shown = []
        for tensor in operation.inputs:
            source = tensor.op
            inside = source.type == "Const" and source not in self.constants
            if inside and tensor not in self.fed:
                shown.append(short(const_array(source)))
            else:
                shown.append(_name(tensor))
        return tuple(shown)

    def failed(self, error: Any, before: int) -> Moment:
        """The moment at which the run ended with an error."""
        lines = [line for line in str(error).splitlines() if not line.startswith("\t [[")]
        number = self.first + len(self.visible)
        operation = error.op
        text = f"{type(error).__name__}: {' '.join(lines)}"
        if operation is None:
            return Moment(number, _("the end of the run"), "", error=text)
        is_read = _reads_variable(operation)
        return Moment(
            number,
            name_of(operation.inputs[0].op.name if is_read else operation.name),
            "variable" if is_read else operation.type,
            _is_back(operation),
            () if is_read else self._takes(operation),
            error=text,
        )


def _reads_variable(operation: Any) -> bool:
    return (
        operation.type == "Identity"
        and operation.name.endswith("/read")
        and operation.inputs[0].op.type in VARIABLES
    )


def _is_back(operation: Any) -> bool:
    """Whether it belongs to a gradient, by the scope that TensorFlow and the engine put it in."""
    return any(part.partition("_")[0] == "gradients" for part in operation.name.split("/")[:-1])


def _name(tensor: Any) -> str:
    """A tensor's name for a reader: "add" for add:0, "w" for w/read:0, "split:1"."""
    name = tensor.op.inputs[0].op.name if _reads_variable(tensor.op) else tensor.op.name
    return name_of(name if tensor.value_index == 0 else f"{name}:{tensor.value_index}")
