"""What the probes of this chapter report, read in the judge: exported graphs are run.

The reports come from a student's process and may be hostile: a graph is run only after its form was
checked, and within bounds on nodes and on the size of every value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence import Other, Raised
from grader.evidence.probes.build_an_engine import CHANGED, MORE_PURE
from grader.judging import UNREADABLE, WrongAnswer, part
from grader.languages import N_, _

MAX_NODES = 20_000
MAX_SIZE = 10_000  # numbers in one value of an exported graph
NO_NAME = N_("the value of an `assign` node should be the name of its variable, a string")
NO_NUMBER = N_(
    "one of its inputs is None: perhaps a `constant` that was made without a number. A variable's value is "
    "in the state, not in its node"
)
ONE_INPUT = N_("an `assign` node has one input, the new value; yours has {count}")


def calls_of(report: Any, kind: Any, told: str, keeps: Iterable[int] = (), least: int = 2) -> Any:
    """The reports of the calls in one program, or the error that stands for them.

    kind: what each call should have returned.
    told: what to say of anything else, marked by `N_` and containing {type}.
    keeps: the places of the arguments that may not change if there are at least `least` calls; -1: the nodes.
    """
    calls = part(report, "calls")
    if isinstance(calls, Raised):
        return calls
    if not isinstance(calls, list) or not calls:
        raise WrongAnswer(_(UNREADABLE))
    places = keeps if len(calls) >= least else ()
    if any(part(call, "changed", place) for call in calls for place in places):
        return Raised("ChangedArguments", _(CHANGED))
    for call in calls:
        if not isinstance(result := part(call, "result"), kind):
            return Raised("WrongResult", _(told).format(type=type_of(result)))
    return calls


def result_of(report: Any, kind: Any, told: str, keeps: Iterable[int] = (), least: int = 2) -> Any:
    """What the last call returned, or an error: see `calls_of`."""
    return part(calls_of(report, kind, told, keeps, least), -1, "result")


def counts_of(call: Any) -> list[int]:
    """How often the kernel or the rule of each node was called in one call."""
    counts = part(call, "asked")
    if not isinstance(counts, np.ndarray) or counts.dtype.kind != "i" or counts.ndim != 1:
        raise WrongAnswer(_(UNREADABLE))
    return list(counts.tolist())


def type_of(result: Any) -> str:
    """The type of what a call returned: see `told` of the probe's `Workbench`."""
    if isinstance(result, str):
        return result
    return "Node" if isinstance(result, int) else type(result).__name__


# ------------------------------------------------------------------------------ exported graphs


def _unfed(node: Any) -> Any:
    """The kernel of a placeholder: it is called only when the placeholder was not fed."""
    raise ValueError(_("feed a value for the placeholder {name!r}").format(name=node.name))


KERNELS: dict[str, Callable[..., Any]] = {
    **MORE_PURE,
    "cut": lambda node, a: a,
    "first": lambda node, a, b: a,
    "second": lambda node, a, b: b,
    "placeholder": _unfed,
    "group": lambda node, *values: None,
}


class RunError(Exception):
    """A node of an answer's graph cannot be computed."""

    def __init__(self, kind: str, message: str):
        super().__init__(message)
        self.raised = Raised(kind, message)


class Program:
    """An exported graph, checked: node number i has `kinds[i]` and `inputs[i]`, all smaller than i.

    Raises WrongAnswer for a report of another form, and for kinds that have no kernel.
    """

    def __init__(self, report: Any):
        try:
            names = [str(name) for name in report["kinds"]]
            self.kinds = [names[number] for number in np.ravel(report["kind"]).tolist()]
            self.inputs = _split(np.ravel(report["inputs"]), np.ravel(report["count"]))
            self.values = {int(i): _small(value) for i, value in report["values"]}
            self.names = {int(i): str(name) for i, name in report["names"]}
        except (AttributeError, LookupError, TypeError, ValueError):
            raise WrongAnswer(_(UNREADABLE)) from None
        if len(self.kinds) > MAX_NODES or len(self.kinds) != len(self.inputs):
            raise WrongAnswer(_(UNREADABLE))
        for number, sources in enumerate(self.inputs):
            if any(not 0 <= source < number for source in sources):
                raise WrongAnswer(_(UNREADABLE))

    def run(
        self, fetches: Sequence[int], feeds: Mapping[int, Any], state: dict[str, Any] | None = None
    ) -> list[Any]:
        """The values of the nodes with these numbers, in one run.

        state: the values of variables by name; assignments change it after the run.
        Raises RunError where a node cannot be computed; the message says which and why.
        """
        state = {} if state is None else state
        if any(not 0 <= number < len(self.kinds) for number in fetches):
            raise WrongAnswer(_(UNREADABLE))
        wanted = self._needed(fetches, feeds)
        values = dict(feeds)
        changes: dict[str, Any] = {}
        with np.errstate(all="ignore"):
            for number in sorted(wanted):
                sources = [values[source] for source in self.inputs[number]]
                values[number] = self._compute(number, sources, state, changes)
        state.update(changes)
        return [values[number] for number in fetches]

    def try_run(self, *arguments: Any) -> Any:
        """`run`, or a `Raised` that says which node could not be computed."""
        try:
            return self.run(*arguments)
        except RunError as error:
            return error.raised

    def _needed(self, fetches: Sequence[int], feeds: Mapping[int, Any]) -> set[int]:
        found: set[int] = set()
        waiting = [number for number in fetches if number not in feeds]
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                waiting.extend(i for i in self.inputs[number] if i not in feeds)
        return found

    def _compute(
        self, number: int, sources: list[Any], state: dict[str, Any], changes: dict[str, Any]
    ) -> Any:
        kind = self.kinds[number]
        if kind == "variable":
            return state.get(self.names.get(number, ""), np.float32(np.nan))
        if kind == "assign":
            if len(sources) != 1:
                raise RunError("ValueError", _(ONE_INPUT).format(count=len(sources)))
            name = self.values.get(number)
            if not isinstance(name, str):
                raise RunError("ValueError", _(NO_NAME))
            changes[name] = sources[0]
            return sources[0]
        if kind not in KERNELS:
            raise RunError(
                "KeyError",
                _("there is no kernel for nodes of the kind {kind}").format(kind=repr(kind)),
            )
        own = self.values.get(number)
        node = _Given(kind, None if isinstance(own, (str, Other)) else own)  # those are not numbers
        try:
            if any(isinstance(source, np.ndarray) for source in sources):
                _bounded(kind, sources)
            return KERNELS[kind](node, *sources)
        except Exception as error:
            told = _("in a node of the kind {kind} that your code added: {error}").format(
                kind=repr(kind),
                error=_(NO_NUMBER) if any(one is None for one in sources) else error,
            )
            raise RunError(type(error).__name__, told) from None


class _Given:
    """What a kernel may ask of its node."""

    def __init__(self, kind: str, value: Any):
        self.name, self.kind, self.value = kind, kind, value


def _split(flat: np.ndarray, counts: np.ndarray) -> list[list[int]]:
    if int(counts.sum()) != len(flat) or (counts < 0).any() or len(counts) > MAX_NODES:
        raise ValueError
    ends = np.cumsum(counts).tolist()
    numbers = [int(number) for number in flat]
    return [numbers[end - count : end] for end, count in zip(ends, counts.tolist(), strict=True)]


def _small(value: Any) -> Any:
    """A node's own value: a string, or a few numbers of fixed size (Python's integers grow)."""
    if isinstance(value, (str, Other)):
        return value
    array = np.asarray(value)
    if array.dtype.kind not in "biuf" or array.size > 1000:
        raise ValueError
    return array[()]


def _bounded(kind: str, sources: Sequence[Any]) -> None:
    """Refuses a computation whose result would be larger than any that the exercises need."""
    shapes = [np.shape(source) for source in sources]
    if kind == "matmul":
        if any(len(shape) != 2 for shape in shapes):
            raise ValueError(_("matmul takes two matrices"))
        size = shapes[0][0] * shapes[1][1]
    elif kind in ("group", "sum_like", "size", "spread_like"):
        size = max(map(_size, shapes), default=0)
    else:
        size = _size(np.broadcast_shapes(*shapes))
    if size > MAX_SIZE:
        raise ValueError(_("its value would have {size} numbers").format(size=size))


def _size(shape: Sequence[int]) -> int:
    return int(np.prod(shape, dtype=np.int64))


def slopes_of(
    report: Any, told: str, feeds: Sequence[Mapping[int, Any]], keeps: Iterable[int] = ()
) -> Any:
    """The values of the slopes that the last call returned, for each of the feeds: None where there is none.

    told, keeps: see `calls_of`.
    """
    numbers = result_of(report, (list, tuple), told, keeps)
    if isinstance(numbers, Raised):
        return numbers
    wrong = next((one for one in numbers if not (one is None or type(one) is int)), None)
    if wrong is not None:
        return Raised("WrongResult", _(told).format(type=type_of(wrong)))
    program = Program(part(report, "graph"))
    found: list[Any] = []
    for feed in feeds:
        values = program.try_run([n for n in numbers if n is not None], feed)
        if isinstance(values, Raised):
            return values
        there = iter(values)
        found.append([None if n is None else next(there) for n in numbers])
    return found
