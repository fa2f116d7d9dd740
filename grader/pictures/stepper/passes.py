"""Lists the passes of each of the four methods of differentiation.

Each method differentiates a copy of the graph on the engine, in a session that records every counted
run: feeds, evaluated nodes, results. The passes are described from that; the totals are the engine's
counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader import engine
from grader.engine.autodiff import differentiation
from grader.engine.core.errors import OpError
from grader.languages import N_, _
from grader.pictures.stepper.fetched import Fetched, elements, graph_of
from grader.pictures.stepper.part import part_of, start
from grader.pictures.stepper.values import short

WAYS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (N_("numerical"), "numeric", {}),
    (N_("numerical (central)"), "numeric", {"scheme": "central"}),
    (N_("symbolic"), "symbolic", {}),
    (N_("forward mode"), "forward", {}),
    (N_("reverse mode"), "reverse", {}),
)
# A copy of a loop or a condition has its nodes, and no longer what belongs to which round or side.
ROUND_ABOUT = frozenset(["Enter", "RefEnter", "Merge", "RefMerge"])
MOST_ELEMENTS = 500  # of all xs: numerical differentiation runs the graph for each of them


@dataclass(frozen=True)
class Pass:
    """One sweep over the graph. back: from the output to the inputs, else forward.

    what: which input was moved, or along which one a slope was carried, or from which output the pass
    went back. value: what came out. evaluations: of nodes.
    """

    back: bool
    what: str
    value: str
    evaluations: int


@dataclass(frozen=True)
class Way:
    """How one method found the derivative.

    passes: those that are shown; count: how many the engine counted. evaluations: of nodes, in all.
    nodes: how many were added to a graph, or make a new one. derivative: a text for each x.
    error: why the method could not.
    """

    method: str
    passes: tuple[Pass, ...]
    count: int
    evaluations: int
    nodes: int
    derivative: tuple[str, ...]
    error: str = ""


@dataclass(frozen=True)
class Ways:
    """All the ways. y, xs: names; variables: as in Runs."""

    y: str
    xs: tuple[str, ...]
    ways: tuple[Way, ...]
    variables: str = ""


def counted_ways(
    y: Any,
    xs: Any,
    feed_dict: Mapping[Any, Any] | None = None,
    session: Any = None,
    *,
    graph: Any = None,
) -> Ways:
    """Differentiates the tensor `y` by `xs` with every method, and lists the passes.

    xs: a tensor or variable, or a list of them. feed_dict, session: as for runs.
    A method that cannot differentiate this graph says why. Raises TypeError for integers, ValueError
    for more than 500 elements of xs, and for a graph that the engine cannot run.
    """
    graph = graph_of(y, graph)
    outputs, inputs = elements(y, graph), elements(xs, graph)
    if len(outputs) != 1 or not inputs or any(":" not in one.name for one in [*outputs, *inputs]):
        raise ValueError(
            _("by=[...] takes tensors, and one tensor to differentiate: trace(y, by=[x])")
        )
    feeds = {
        one.name: value for key, value in (feed_dict or {}).items() for one in elements(key, graph)
    }
    operations = [one.operation for one in outputs]
    operations += [_where_read(graph, one).op for one in inputs]
    ways, variables = [], ""
    for label, method, options in WAYS:
        part = part_of(graph, operations, feeds)
        variables = "" if not part.variables else "initial" if session is None else "session"
        with _WatchingSession(graph=part.graph) as own:
            start(part, own, session)
            ways.append(_way(own, label, method, options, outputs[0], inputs, feeds))
    return Ways(outputs[0].label, tuple(one.label for one in inputs), tuple(ways), variables)


@dataclass(frozen=True)
class _Heard:
    """A counted run: what was fed, which operations were evaluated, and what it returned."""

    feeds: Mapping[Any, Any]
    operations: Sequence[Any]
    result: Any


class _WatchingSession(engine.Session):
    """A session of the engine that records the counted runs."""

    def __init__(self, **named: Any):
        super().__init__(**named)
        self.heard: list[_Heard] = []

    def run(self, fetches: Any, feed_dict: Any = None, *more: Any, observe: Any = None) -> Any:
        if observe is None:
            return super().run(fetches, feed_dict, *more)
        operations: list[Any] = []

        def note(operation: Any, values: Any) -> None:
            operations.append(operation)
            observe(operation, values)

        result = super().run(fetches, feed_dict, *more, observe=note)
        self.heard.append(_Heard(dict(feed_dict or {}), operations, result))
        return result


def _way(
    session: Any,
    label: str,
    method: str,
    options: Mapping[str, Any],
    output: Fetched,
    inputs: Sequence[Fetched],
    feeds: Mapping[str, Any],
) -> Way:
    graph = session.graph
    y = graph.as_graph_element(output.name)
    xs = [_where_read(graph, one) for one in inputs]
    fed = {graph.as_graph_element(name): value for name, value in feeds.items()}
    original = set(graph.get_operations())
    points = session.run(xs, fed)
    _check_size(points)
    if method != "numeric" and any(operation.type in ROUND_ABOUT for operation in original):
        return Way(label, (), 0, 0, 0, (), _("a loop or a condition cannot be copied for that"))
    try:
        found = getattr(differentiation, method)(y, xs, fed, session, **options)
    except RecursionError:
        return Way(label, (), 0, 0, 0, (), _("the graph is too deep"))
    except (OpError, LookupError, ValueError) as error:
        text = str(error).splitlines()[0] if str(error) else type(error).__name__
        return Way(label, (), 0, 0, 0, (), text)
    teller = {
        "numeric": _moved,
        "symbolic": _nothing,
        "forward": _carried,
        "reverse": _there_and_back,
    }
    told = teller[method](session.heard, _Asked(output, inputs, xs, points, original))
    cost = found.cost
    slopes = tuple(short(np.asarray(one)) for one in found.derivative)
    return Way(label, tuple(told), cost.passes, cost.evaluations, cost.nodes, slopes)


@dataclass(frozen=True)
class _Asked:
    """What was asked: y and the xs, their tensors in the copy, the point, the copy's own operations."""

    output: Fetched
    inputs: Sequence[Fetched]
    xs: Sequence[Any]
    points: Sequence[Any]
    original: set[Any]


def _where_read(graph: Any, one: Fetched) -> Any:
    """The tensor by which to differentiate: a variable's where its value is read."""
    read = f"{one.operation.name}/read"
    is_variable = one.operation.type in ("VariableV2", "Variable")
    return graph.as_graph_element(f"{read}:0" if is_variable else one.name)


def _check_size(points: Sequence[Any]) -> None:
    size = sum(np.size(point) for point in points)
    if size > MOST_ELEMENTS:
        raise ValueError(
            _(
                "the inputs have {size} elements, and numerical differentiation would run the graph for "
                "each of them; trace follows at most {most}"
            ).format(size=size, most=MOST_ELEMENTS)
        )


def _moved(heard: Sequence[_Heard], asked: _Asked) -> list[Pass]:
    """Numerical differentiation: each run is a pass, at the point or with one element shifted."""
    passes = []
    for run in heard:
        what = _("at the point")
        for one, x, point in zip(asked.inputs, asked.xs, asked.points, strict=True):
            away = np.asarray(run.feeds[x]) - np.asarray(point)
            for index in np.argwhere(away):
                step = float(away[tuple(index)])
                what = _("{name} moved by {step}").format(
                    name=_element(one.label, index), step=f"{step:+.2g}"
                )
        passes.append(
            Pass(False, what, f"{asked.output.label} = {short(run.result)}", len(run.operations))
        )
    return passes


def _nothing(heard: Sequence[_Heard], asked: _Asked) -> list[Pass]:
    """Symbolic differentiation makes no passes: it builds another graph."""
    return []


def _carried(heard: Sequence[_Heard], asked: _Asked) -> list[Pass]:
    """Forward mode: each run carries the slope along one element of the xs."""
    passes = []
    for run in heard:
        directions = [feed for feed in run.feeds if feed.op not in asked.original]
        what = ""
        for one, direction in zip(asked.inputs, directions, strict=True):
            for index in np.argwhere(np.asarray(run.feeds[direction])):
                what = _("with the slope along {name}").format(name=_element(one.label, index))
        value = _("{name} = {value}").format(name=asked.output.label, value=short(_value_of_y(run)))
        if isinstance(run.result, tuple):
            value = _("{name} = {value}, slope {slope}").format(
                name=asked.output.label, value=short(run.result[0]), slope=short(run.result[1])
            )
        passes.append(Pass(False, what, value, len(run.operations)))
    return passes


def _value_of_y(run: _Heard) -> Any:
    """The value of y in a run that may have returned a slope beside it."""
    return run.result[0] if isinstance(run.result, tuple) else run.result


def _there_and_back(heard: Sequence[_Heard], asked: _Asked) -> list[Pass]:
    """Reverse mode: one run, a forward pass through the graph and a backward pass per gradient."""
    (run,) = heard
    value, rows = run.result
    own = [operation for operation in run.operations if operation in asked.original]
    # Each backward pass has a scope of its own, "gradients", "gradients_1" ..., in the order of the outputs.
    back: dict[str, int] = {}
    for operation in asked.xs[0].graph.get_operations():
        if _is_new_gradient(operation, asked):
            back.setdefault(operation.name.split("/")[0], 0)
    for operation in run.operations:
        if _is_new_gradient(operation, asked):
            back[operation.name.split("/")[0]] += 1
    passes = [Pass(False, _("for the values"), f"{asked.output.label} = {short(value)}", len(own))]
    places = list(np.ndindex(np.shape(value)))
    for number, count in enumerate(back.values()):
        if not count:
            continue
        slopes = ", ".join(short(one) for one in rows[number])
        what = _("from {name}").format(name=_element(asked.output.label, places[number]))
        passes.append(Pass(True, what, _("slopes {slopes}").format(slopes=slopes), count))
    return passes


def _is_new_gradient(operation: Any, asked: _Asked) -> bool:
    return operation not in asked.original and operation.name.startswith("gradients")


def _element(name: str, index: Any) -> str:
    return f"{name}[{', '.join(str(int(one)) for one in index)}]" if len(index) else name
