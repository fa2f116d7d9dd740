"""Shows runs as a strip: a row per step, with a sentence for readers who cannot see the drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.languages import _, listed, ngettext, sentences
from grader.pictures.lifetimes import amount
from grader.pictures.stepper.runs import Moment, Run, Runs
from grader.pictures.stepper.strip import Cell, Group, Row, Span, Strip

MOST_ROWS = 300  # that are drawn; the others are counted
MOST_NAMES = 12


def strip_of_runs(runs: Runs) -> Strip:
    """The strip of consecutive runs."""
    last = len(runs.steps)
    groups = []
    peak_at = next((step.number for step in runs.steps if step.held_bytes == runs.peak), 0)
    left = MOST_ROWS
    for number, run in enumerate(runs.runs, 1):
        shown = [moment for moment in run.moments if moment.number <= MOST_ROWS][: max(left, 0)]
        left -= len(shown)
        rows = tuple(_row(moment, last, peak_at if runs.peak else 0) for moment in shown)
        groups.append(Group(_heading(run, number, len(runs.runs)), _ending(run, len(shown)), rows))
    return Strip(
        _title(runs, peak_at),
        tuple(_notes(runs)),
        _("Step"),
        (_("Step"), _("Node"), _("Value")),
        _("Held in steps"),
        _("Memory"),
        tuple(groups),
    )


def _title(runs: Runs, peak_at: int) -> str:
    count = len(runs.runs)
    told = ngettext("{count} run", "{count} runs", count).format(count=count)
    steps = ngettext("{count} step", "{count} steps", len(runs.steps)).format(count=len(runs.steps))
    if not runs.peak:
        return _("{runs}, {steps}").format(runs=told, steps=steps)
    return _("{runs}, {steps}; at most {memory} held, first at step {number}").format(
        runs=told, steps=steps, memory=amount(runs.peak), number=peak_at
    )


def _notes(runs: Runs) -> list[str]:
    notes = [_("Evaluated: {counts}.").format(counts=_counts(runs.evaluations))]
    notes.append(_("The engine of this course ran a copy of the graph, one node after another."))
    if runs.variables == "session":
        notes.append(
            _("Variables started with their values in the session, where they stay unchanged.")
        )
    elif runs.variables:
        notes.append(_("Variables started with their initial values."))
    if runs.queues:
        notes.append(_("Queues started empty."))
    notes.append(
        _(
            "Fed values, constants and variables are not counted as memory: they are kept outside the "
            "run."
        )
    )
    return notes


def _counts(evaluations: Mapping[str, int]) -> str:
    """ "w 2×, x 2×, y 1×": all, or the most frequent of many."""
    chosen = list(evaluations.items())
    if len(chosen) > MOST_NAMES and set(evaluations.values()) == {1}:
        return _("each of {count} nodes once").format(count=len(chosen))
    if len(chosen) > MOST_NAMES:
        chosen = sorted(chosen, key=lambda one: -one[1])[:MOST_NAMES]
    told = listed(f"{name} {count}\u00d7" for name, count in chosen)
    others = len(evaluations) - len(chosen)
    if not told:
        return _("nothing")
    if not others:
        return told
    more = ngettext("{names} and {count} more node", "{names} and {count} more nodes", others)
    return more.format(names=told, count=others)


def _heading(run: Run, number: int, count: int) -> str:
    names = _listed(run.fetches)
    if count == 1:
        return _("One run fetches {names}").format(names=names)
    return _("Run {number} fetches {names}").format(number=number, names=names)


def _ending(run: Run, shown: int) -> str:
    parts = []
    if run.stopped:
        parts.append(_("The run was not followed to its end: {reason}.").format(reason=run.stopped))
    if more := len(run.moments) - shown:
        told = ngettext(
            "{count} more step of this run is counted, but not drawn.",
            "{count} more steps of this run are counted, but not drawn.",
            more,
        )
        parts.append(told.format(count=more))
    return sentences(parts)


def _row(moment: Moment, last: int, peak_at: int) -> Row:
    if not moment.number:
        cells = (Cell("\u2013"), Cell(moment.node, _("fed")), Cell(moment.value, moment.form))
        return Row(0, (*cells, Cell(_("given by you"))))
    kind = _("variable") if moment.kind == "variable" else moment.kind
    detail = (
        _("{kind} from {inputs}").format(kind=kind, inputs=_listed(moment.takes))
        if moment.takes
        else kind
    )
    if moment.back:
        detail = _("{detail}, backward pass").format(detail=detail)
    value = Cell(moment.error or moment.value or _("no value"), moment.form, later=True)
    mark = (
        "fails"
        if moment.error
        else "peak"
        if moment.number == peak_at
        else "back"
        if moment.back
        else ""
    )
    span = None
    if moment.place == "run":
        span = Span(moment.number, moment.until, moment.kept)
    return Row(
        moment.number,
        (
            Cell(str(moment.number)),
            Cell(moment.node, detail),
            value,
            Cell(_life(moment), later=True),
        ),
        _said(moment, kind, last),
        span,
        moment.held_bytes,
        mark,
    )


def _life(moment: Moment) -> str:
    if moment.place == "session":
        return _("in the session")
    if moment.place == "graph":
        return _("in the graph")
    if moment.place != "run":
        return "\u2013"
    if moment.kept:
        return _("{born} to the end, fetched").format(born=moment.number)
    if moment.until == moment.number:
        return _("only in {born}").format(born=moment.number)
    return _("{born} to {died}").format(born=moment.number, died=moment.until)


def _said(moment: Moment, kind: str, last: int) -> str:
    values = {
        "number": moment.number,
        "last": last,
        "node": moment.node,
        "kind": kind,
        "inputs": _listed(moment.takes),
        "value": moment.value,
        "error": moment.error,
    }
    if moment.error:
        return _("Step {number} of {last}: {node} ({kind}) fails. {error}").format(**values)
    if not moment.value:
        told = _("Step {number} of {last}: {node} ({kind}) is done; it has no value.")
    elif moment.takes:
        told = _("Step {number} of {last}: {node} ({kind}) gives {value}. Inputs: {inputs}.")
    else:
        told = _("Step {number} of {last}: {node} ({kind}) gives {value}.")
    if moment.held:
        held = _("The run now holds {names}: {memory}.").format(
            names=_listed(moment.held), memory=amount(moment.held_bytes)
        )
    else:
        held = _("The run holds no value.")
    return sentences([told.format(**values), held])


def _listed(names: Sequence[str]) -> str:
    if len(names) <= MOST_NAMES:
        return listed(names)
    return _("{names} and {count} more").format(
        names=listed(names[:MOST_NAMES]), count=len(names) - MOST_NAMES
    )
