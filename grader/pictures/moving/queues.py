"""A queue that fills and empties, run by run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.languages import _, listed, sentences
from grader.pictures.drawing.display import Picture
from grader.pictures.drawing.parts import readable
from grader.pictures.moving.animation import Frame, animation
from grader.pictures.moving.shapes import HELD, NEW, OPEN, box, moved, text

SLOT, GAP, HIGH = 64.0, 8.0, 40.0
LEFT, TOP = 90.0, 44.0
MOST_SLOTS = 12
PATIENCE = 200  # milliseconds that a run may wait: nobody else can come


def queue_picture(
    queue: Any, runs: Sequence[Any], feeds: Sequence[Mapping[Any, Any] | None] = ()
) -> Picture:
    """What is in `queue` after each of these runs, one after the other in one session.

    queue: of TensorFlow or of the engine, for up to 12 elements of one component. runs: what each
    run fetches; their names in the graph are shown. feeds: a feed_dict for each run, or none.
    What runs is a copy of the graph on the engine. A run that would wait for ever (at a full or an
    empty queue) is shown waiting, and given up. Raises ValueError for a larger queue.
    """
    from grader import engine  # only here: a notebook on TensorFlow starts without the engine
    from grader.engine.core.errors import DeadlineExceededError
    from grader.pictures.stepper.fetched import elements
    from grader.pictures.stepper.part import part_of, start

    handle = queue.queue_ref.op
    capacity = handle.get_attr("capacity")
    if not 0 < capacity <= MOST_SLOTS:
        raise ValueError(
            _("a queue for {capacity} elements cannot be drawn; one for 1 to {most} can").format(
                capacity=capacity, most=MOST_SLOTS
            )
        )
    graph = handle.graph
    wanted = [elements(run, graph) for run in runs]
    feeds = [*feeds, *[None] * (len(runs) - len(feeds))]
    given = [
        {one.name: value for key, value in (feed or {}).items() for one in elements(key, graph)}
        for feed in feeds
    ]
    operations = [one.operation for run in wanted for one in run]
    part = part_of(graph, operations, {name for feed in given for name in feed})
    seen: dict[str, Any] = {}

    def watch(operation: Any, values: Any) -> None:
        if operation.name == handle.name and values:
            seen["queue"] = values[0]

    before: list[str] = []
    room = _("The queue is empty. It has room for {room}.").format(room=capacity)
    frames = [_frame(capacity, [], [], "", room)]
    with engine.Session(
        graph=part.graph, config=engine.ConfigProto(operation_timeout_in_ms=PATIENCE)
    ) as session:
        start(part, session)
        for run, feed in zip(wanted, given, strict=True):
            name, result, waits = ", ".join(one.label for one in run), None, False
            try:
                fetched = [part.graph.as_graph_element(one.name) for one in run]
                fed = {part.graph.as_graph_element(key): value for key, value in feed.items()}
                result = session.run(fetched, fed, observe=watch)
            except DeadlineExceededError:
                waits = True
            after = [_short(element) for element in seen["queue"].elements] if seen else before
            taken = [_short([one]) for one in result or [] if one is not None]
            said = _said(name, taken, after, capacity, waits)
            shown = _("{name} waits").format(name=name) if waits else name
            frames.append(_frame(capacity, before, after, shown, said, taken))
            before = after
    title = _("The queue {name}, run by run").format(name=readable(handle.name))
    width = LEFT + capacity * (SLOT + GAP) + 130
    return animation(
        title, _base(capacity), frames, (width, TOP + HIGH + 30), still=_fullest(frames)
    )


def _fullest(frames: Sequence[Frame]) -> int:
    return max(range(len(frames)), key=lambda number: frames[number].svg.count("<rect"))


def _short(element: Sequence[Any]) -> str:
    from grader.pictures.stepper.values import short  # imports the engine

    return readable(", ".join(short(component) for component in element), 8)


def _said(name: str, taken: Sequence[str], after: Sequence[str], room: int, waits: bool) -> str:
    if waits and len(after) == room:
        done = _("{name} waits: the queue is full.").format(name=name)
    elif waits:
        done = _("{name} waits: the queue has too few items.").format(name=name)
    elif taken:
        done = _("{name} gives {values}.").format(name=name, values=listed(taken))
    else:
        done = _("{name} is done.").format(name=name)
    if not after:
        return sentences([done, _("The queue is empty.")])
    inside = _("In the queue, from the front: {items} ({count} of {room}).").format(
        items=listed(after), count=len(after), room=room
    )
    return sentences([done, inside])


def _x(capacity: int, place: int) -> float:
    """The left edge of a place, counted from the front, which is at the right."""
    return LEFT + (capacity - 1 - place) * (SLOT + GAP)


def _base(capacity: int) -> str:
    right = LEFT + capacity * (SLOT + GAP)
    parts = [box(_x(capacity, place), TOP, SLOT, HIGH, OPEN) for place in range(capacity)]
    middle = TOP + HIGH / 2
    for x, word in ((LEFT - 46, _("in")), (right + 36, _("out"))):
        parts.append(text(x, middle - 10, word))
        parts.append(
            f'<path d="M{x - 22:.0f} {middle:.0f}H{x + 22:.0f}m-8 -5l8 5l-8 5" fill="none" '
            'stroke="currentColor" stroke-width="1.5"/>'
        )
    parts.append(text(_x(capacity, 0) + SLOT / 2, TOP + HIGH + 18, _("front"), size=11))
    return "".join(parts)


def _frame(
    capacity: int,
    before: list[str],
    after: list[str],
    name: str,
    said: str,
    taken: Sequence[str] = (),
) -> Frame:
    """What has come is outlined; all others have moved up by as many places as were taken."""
    gone = next(
        (n for n in range(len(before)) if before[n:] == after[: len(before) - n]), len(before)
    )
    stayed = len(before) - gone
    parts = [text(LEFT, 22, f"\u25b6 {name}" if name else "", "start", 13, ' font-weight="bold"')]
    for place, item in enumerate(after):
        x = _x(capacity, place)
        drawn = box(x, TOP, SLOT, HIGH, HELD if place < stayed else NEW)
        drawn += text(x + SLOT / 2, TOP + HIGH / 2 + 5, item)
        away = -gone * (SLOT + GAP) if place < stayed else LEFT - 60 - x
        parts.append(moved(drawn, away, 0) if away else drawn)
    if gone and taken:
        x = LEFT + capacity * (SLOT + GAP) + 68
        drawn = text(x, TOP + HIGH / 2 + 5, ", ".join(taken), "start", 13, ' font-weight="bold"')
        parts.append(moved(drawn, _x(capacity, 0) - x, 0))
    return Frame("".join(parts), said)
