"""Shows the methods of differentiation as a strip: a group per method, a row per pass."""

from __future__ import annotations

from grader.languages import _, listed, ngettext, sentences
from grader.pictures.stepper.passes import Pass, Way, Ways
from grader.pictures.stepper.strip import Cell, Group, Row, Strip

MOST_PASSES = 40  # of one method that are drawn
FORWARD, BACK = "\u2192", "\u2190"


def strip_of_ways(ways: Ways) -> Strip:
    """The strip of all methods."""
    groups, number = [], 0
    shown = sum(min(len(way.passes), MOST_PASSES) for way in ways.ways)
    for way in ways.ways:
        rows = []
        for place, one in enumerate(way.passes[:MOST_PASSES], 1):
            number += 1
            rows.append(_row(way, one, place, number, shown))
        groups.append(Group(_heading(way), _detail(way), tuple(rows)))
    return Strip(
        _("{y} differentiated with respect to {xs}").format(y=ways.y, xs=listed(ways.xs)),
        tuple(_notes(ways)),
        _("Pass"),
        (_("Pass"), _("Direction"), _("What it does"), _("What it gives"), _("Nodes evaluated")),
        "",
        "",
        tuple(groups),
    )


def _notes(ways: Ways) -> list[str]:
    counts = listed(f"{_(way.method)} {way.count}" for way in ways.ways if not way.error)
    notes = [_("Passes over the graph: {counts}.").format(counts=counts)]
    notes.append(_("The engine of this course counted them on a copy of the graph."))
    if ways.variables == "session":
        notes.append(_("Variables had their values in the session."))
    elif ways.variables:
        notes.append(_("Variables had their initial values."))
    return notes


def _heading(way: Way) -> str:
    name = _(way.method)
    if way.error:
        return _("{method}: not possible here").format(method=name)
    passes = ngettext("{count} pass", "{count} passes", way.count).format(count=way.count)
    arrows = "".join(BACK if one.back else FORWARD for one in way.passes[:MOST_PASSES])
    more = " ..." if len(way.passes) > MOST_PASSES else ""
    return _("{method}: {passes}").format(method=name, passes=f"{passes} {arrows}{more}".strip())


def _detail(way: Way) -> str:
    if way.error:
        return way.error
    parts = [_("Slopes: {slopes}.").format(slopes="; ".join(way.derivative[:10]))]
    if len(way.derivative) > 10:
        slopes = "; ".join(way.derivative[:10])
        parts = [
            _("Slopes: {slopes}, and {count} more.").format(
                slopes=slopes, count=len(way.derivative) - 10
            )
        ]
    evaluated = way.evaluations
    if way.method == "symbolic":
        parts.append(
            _("It ran graphs of its own instead ({nodes} nodes; {count} evaluated).").format(
                nodes=way.nodes, count=evaluated
            )
        )
    else:
        parts.append(
            _("Nodes evaluated: {count}; added to the graph: {nodes}.").format(
                count=evaluated, nodes=way.nodes
            )
        )
    if (more := len(way.passes) - MOST_PASSES) > 0:
        told = ngettext(
            "{count} more pass is counted, but not drawn.",
            "{count} more passes are counted, but not drawn.",
            more,
        )
        parts.append(told.format(count=more))
    return sentences(parts)


def _row(way: Way, one: Pass, place: int, number: int, last: int) -> Row:
    direction = _("back") if one.back else _("forward")
    arrow = BACK if one.back else FORWARD
    said = _("Pass {place} of {count}, {method}: {direction}, {what}. {value}.").format(
        place=place,
        count=way.count,
        method=_(way.method),
        direction=direction,
        what=one.what,
        value=one.value,
    )
    cells = (
        Cell(str(place)),
        Cell(f"{arrow} {direction}"),
        Cell(one.what),
        Cell(one.value, later=True),
        Cell(str(one.evaluations), later=True),
    )
    return Row(number, cells, said, mark="back" if one.back else "")
