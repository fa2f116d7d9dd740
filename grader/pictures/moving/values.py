"""The values of a run: each node lights up when it is evaluated, and goes out after its last use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grader.languages import _, listed, sentences
from grader.pictures.drawing.display import Picture
from grader.pictures.drawing.parts import width_of
from grader.pictures.lifetimes import amount
from grader.pictures.moving.animation import Frame, animation
from grader.pictures.moving.graphs import Placed, placed
from grader.pictures.moving.shapes import HELD, KEPT, NEW, ORANGE, box, text

if TYPE_CHECKING:
    from grader.pictures.stepper.runs import Moment

MOST_STEPS = 40
BAR = 26.0
GONE = 'fill="none" stroke="currentColor" stroke-opacity="0.45" stroke-dasharray="1 4"'
COMING = 'fill="none" stroke="currentColor" stroke-opacity="0.8"'


def values_picture(
    fetches: Any, feed_dict: Mapping[Any, Any] | None = None, session: Any = None
) -> Picture:
    """Which values one run of `fetches` holds, step by step, in the graph itself.

    fetches, feed_dict: as for `session.run`. session: as for `trace`, whose run this is: a copy of
    the graph on the engine. Below stands the memory; constants and what is fed do not count.
    Raises ValueError for a run of more than 40 steps, and what `trace` raises.
    """
    from grader.pictures.stepper.runs import traced_runs  # imports the engine

    (run,) = traced_runs(fetches, feed_dict, session).runs
    moments = tuple(moment for moment in run.moments if moment.place != "graph")
    if len(moments) > MOST_STEPS or run.stopped or any(moment.error for moment in moments):
        raise ValueError(
            _("only a run of at most {most} steps, without an error, can be shown").format(
                most=MOST_STEPS
            )
        )
    position = {moment.node: number for number, moment in enumerate(moments)}
    edges = [
        (position[name.partition(":")[0]], number)
        for number, moment in enumerate(moments)
        for name in moment.takes
        if name.partition(":")[0] in position
    ]
    words = [_("held: {memory}"), _("not yet"), _("dropped")]
    widest = [
        max((words[0].format(memory=amount(moment.bytes)), *words[1:]), key=width_of)
        for moment in moments
    ]
    graph = placed([moment.node for moment in moments], edges, widest)
    steps = [moment for moment in moments if moment.number]
    most = max(moment.held_bytes for moment in steps)
    frames = [_frame(graph, moments, moment, most) for moment in steps]
    lines = "".join(line.plain() for line in graph.wires)
    names = ", ".join(run.fetches)
    width = max(graph.width, 420.0)
    still = max(range(len(steps)), key=lambda number: steps[number].held_bytes)
    title = _("What a run of {names} holds").format(names=names)
    return animation(title, lines, frames, (width, graph.height + BAR + 34), still=still)


def _frame(graph: Placed, moments: tuple[Moment, ...], now: Moment, most: float) -> Frame:
    parts = []
    for moment, rect in zip(moments, graph.rects, strict=True):
        look, word = _state(moment, now)
        parts.append(box(rect.x, rect.y, rect.width, rect.height, look))
        middle = rect.x + rect.width / 2
        parts.append(text(middle, rect.y + 18, moment.node, more=' font-weight="bold"'))
        parts.append(text(middle, rect.y + 36, word, size=11))
    return Frame("".join(parts) + _memory(graph, now, most), _said(moments, now, most))


def _state(moment: Moment, now: Moment) -> tuple[str, str]:
    """How a node looks at the step `now`, and the word in it."""
    if moment.place == "feed":
        return COMING, _("fed")
    if moment.number > now.number:
        return COMING, _("not yet")
    if moment.place == "session":
        return COMING, _("in the session")
    if moment.place != "run":
        return COMING, _("done")
    held = _("held: {memory}").format(memory=amount(moment.bytes))
    if moment is now:
        return NEW, held
    if moment.kept:
        return KEPT, held
    return (HELD, held) if moment.until >= now.number else (GONE, _("dropped"))


def _memory(graph: Placed, now: Moment, most: float) -> str:
    top, wide = graph.height + 4, max(graph.width, 420.0) - 40
    share = now.held_bytes / most if most else 0
    paint = f'fill="{ORANGE}" fill-opacity="0.55"' if share == 1 else HELD
    words = _("held now: {memory}; at most: {most}").format(
        memory=amount(now.held_bytes), most=amount(most)
    )
    return (
        box(20, top, wide, 12, 'fill="none" stroke="currentColor" stroke-opacity="0.6"', 3)
        + (box(20, top, wide * share, 12, paint, 3) if share else "")
        + text(20, top + 30, words, "start")
    )


def _said(moments: tuple[Moment, ...], now: Moment, most: float) -> str:
    steps = [moment for moment in moments if moment.number]
    step = _("Step {number} of {last}: {node} is evaluated.").format(
        number=steps.index(now) + 1, last=len(steps), node=now.node
    )
    told = [step]
    gone = [
        one.node
        for one in steps
        if one.place == "run" and not one.kept and one.until == now.number - 1
    ]
    if gone:
        told.append(_("Dropped just before: {names}.").format(names=listed(gone)))
    if now.held:
        held = _("The run now holds {names}: {memory}.")
        told.append(held.format(names=listed(now.held), memory=amount(now.held_bytes)))
    else:
        told.append(_("The run holds no value."))
    if now.held_bytes == most > 0:
        told.append(_("That is the peak."))
    return sentences(told)
