"""Orders of nodes, which two exercises ask for: what is true of them, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.build_an_engine import CHANGED
from grader.exercises.build_an_engine.graphs import entries_of, in_a_function, paste_nodes
from grader.exercises.build_an_engine.reading import result_of
from grader.judging import reports
from grader.languages import N_, _

NO_LIST = N_("return a list of nodes; your function returned a value of type {type}")
# Forty sums of a node with itself, one after another: 2 to the power of 40 paths from top to bottom.
SUMS = ("add", 2, 40)


def orders(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """What each program's order is like; the names in order where this is what is `shown`."""
    programs, shown = challenge.inputs["programs"], challenge.hidden["shown"]
    found = map(_order, programs, reports(evidence, len(programs)))
    return [
        (_names if named else _told)(program, order)
        for program, named, order in zip(programs, shown, found, strict=True)
    ]


def _names(program: Mapping[str, Any], order: Any) -> Any:
    if isinstance(order, Raised):
        return order
    entries = entries_of(program)
    return [entries[n][3] if n in range(len(entries)) else _("not a node") for n in order]


def _order(program: Mapping[str, Any], report: Any) -> Any:
    """The order that the last call gave, or an error."""
    return result_of(report, (list, tuple), NO_LIST, keeps=range(len(program["calls"][0])))


def _told(program: Mapping[str, Any], order: Any) -> Any:
    (_nodes, fetches), *feeds = program["calls"][0]
    fed = [number for _values, pairs in feeds for number, _value in pairs]
    return order_told(entries_of(program), fetches, fed, order)


def needed(entries: Sequence[Any], fetches: Iterable[int], fed: Iterable[int] = ()) -> set[int]:
    """The numbers of the nodes that must be computed for these fetches."""
    stop = set(fed)
    found: set[int] = set()
    waiting = [number for number in fetches if number not in stop]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting.extend(source for source in entries[number][1] if source not in stop)
    return found


RIGHT = N_("every node that is needed, once, after its inputs")
FAULTS = (
    N_("a node comes before one of its inputs"),
    N_("a node comes twice"),
    N_("a node that is needed is missing"),
    N_("a node that is not needed is listed"),
    N_("a fed node is listed"),
    N_("something that is not a node of the graph"),
    N_("the list is empty"),
)


def order_told(
    entries: Sequence[Any], fetches: Iterable[int], fed: Iterable[int], order: Any
) -> Any:
    """What is true of an order of nodes, in the reader's language: `RIGHT`, or its faults.

    order: their numbers, and the types of what is no node; or a `Raised`, which comes back as it is.
    """
    if isinstance(order, Raised):
        return order
    wanted, known = needed(entries, fetches, fed), range(len(entries))
    places: dict[Any, int] = {}
    for place, number in enumerate(order):
        places.setdefault(number if number in known else None, place)
    listed = places.keys() - {None}
    early = any(
        places.get(source, -1) > places[number]
        for number in listed
        for source in entries[number][1]
    )
    shown = (
        early,
        len(places) < len(order),
        bool(places) and not wanted <= listed,
        bool(listed - wanted),
        any(number in listed for number in fed),
        None in places,
        bool(wanted) and not places,
    )
    faults = [_(fault) for fault, there in zip(FAULTS, shown, strict=True) if there]
    if not faults:
        return _(RIGHT)
    return reduce(lambda told, more: _("{told}; {more}").format(told=told, more=more), faults)


def paste_order(challenge: Challenge) -> str:
    """Code that asks for the order, or plan, of the first program."""
    program = challenge.inputs["programs"][0]
    names = [node[3] for node in program["nodes"]]
    (_nodes, fetches), *feeds = program["calls"][0]
    nodes = ", ".join(f'nodes["{names[n]}"]' for n in fetches)
    fed = ", ".join(f'nodes["{names[n]}"]: {value}' for n, value in feeds[0][1]) if feeds else ""
    call = f"plan([{nodes}], {{{fed}}})" if fed else f"order([{nodes}])"
    return in_a_function(f"""
{paste_nodes(program["nodes"])}
before = [node.inputs for node in nodes.values()]
steps = {call}
if [node.inputs for node in nodes.values()] != before:
    return {_(CHANGED)!r}
if not isinstance(steps, (list, tuple)):
    return {_(NO_LIST)!r}.format(type=type(steps).__name__)
[getattr(steps[i], "name", "not a node") for i in range(len(steps))]
""")
