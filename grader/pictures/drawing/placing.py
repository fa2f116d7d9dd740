"""Computes coordinates while some boxes are open. `folding.js` does the same in the page.

Rows are stacked, each as high as its highest item. In a row, every item is as near as possible to the
middle of the items it is linked with, without changing the order. Lines are vertical beside nodes and
bend only between two rows, so they never cross a node, nor a box that does not contain one of their
ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.pictures.drawing.layering import OUTSIDE, Level
from grader.pictures.drawing.layout import Layout, Size, seen, way
from grader.pictures.drawing.parts import label_text
from grader.pictures.drawing.tree import ROOT

COLUMN_GAP = 18.0
ROW_GAP = 44.0
HEADER = 22.0
BELOW_HEADER = 14.0  # between a box's name and its first row when no line comes in
BORDER_GAP = 30.0  # between a border and a row when lines cross the border
PADDING = 12.0
BESIDE = 12.0  # between two lines that go up at the side
SWEEPS = 11

Point = tuple[float, float]
Station = tuple[float, float, float]  # a vertical piece of a line: x, its top, its bottom


@dataclass(frozen=True)
class Rect:
    """A rectangle in pixels, from its top left."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Wire:
    """A line from one drawn item to another, which represents `times` edges.

    label: their shape, when all have the same. stations: the vertical pieces that it consists of;
    between two of them it bends.
    """

    source: int
    target: int
    control: bool
    times: int
    label: str
    stations: tuple[Station, ...]


@dataclass(frozen=True)
class Placement:
    """The coordinates of all visible items. rects: of nodes, closed boxes and open boxes."""

    open_boxes: frozenset[int]
    rects: dict[int, Rect]
    wires: tuple[Wire, ...]
    width: float
    height: float


@dataclass
class _Inside:
    """One open box: x of each slot, top and height of each row, all from its top left."""

    xs: list[float]
    tops: list[float]
    heights: list[float]
    size: Size
    row_of: dict[int, int]


def place(layout: Layout, open_boxes: frozenset[int]) -> Placement:
    """Places everything while these boxes are open."""
    insides: dict[int, _Inside] = {}
    _measure(layout, ROOT, open_boxes, insides)
    rects: dict[int, Rect] = {}
    corners: dict[int, Point] = {ROOT: (0.0, 0.0)}
    waiting = [ROOT]
    while waiting:
        box = waiting.pop(0)
        inside, (left, top) = insides[box], corners[box]
        for slot, item in enumerate(layout.levels[box].items):
            width, height = insides[item].size if item in insides else layout.sizes[item]
            row = inside.row_of[slot]
            x = left + inside.xs[slot] - width / 2
            y = top + inside.tops[row] + (inside.heights[row] - height) / 2
            rects[item] = Rect(x, y, width, height)
            if item in insides:
                corners[item] = (x, y)
                waiting.append(item)
    width, height = insides[ROOT].size
    wires = _wires(layout, open_boxes, insides, corners, rects)
    return Placement(open_boxes, rects, wires, width, height)


def _measure(
    layout: Layout, box: int, open_boxes: frozenset[int], insides: dict[int, _Inside]
) -> None:
    """Fills `insides` for `box` and for all that is open in it."""
    level = layout.levels[box]
    sizes = []
    for item in level.items:
        if item in open_boxes:
            _measure(layout, item, open_boxes, insides)
        sizes.append(insides[item].size if item in insides else layout.sizes[item])
    bordered = box != ROOT
    widths = [width for width, _ in sizes] + list(level.widths)
    row_of = {slot: row for row, slots in enumerate(level.rows) for slot in slots}
    heights = [
        max((sizes[slot][1] for slot in row if slot < len(sizes)), default=0.0)
        for row in level.rows
    ]
    upward = len(layout.upward[box])
    tops: list[float] = []
    y = ROW_GAP / 2 if upward and not bordered else 0.0
    for row in range(len(level.rows)):
        if bordered and row == 0:
            heights[0] = HEADER
        tops.append(y)
        y += heights[row]
        if not bordered or upward or 0 < row < len(heights) - 2:
            y += ROW_GAP
        else:
            crossed = len(level.rows[0]) > 1 if row == 0 else len(level.rows[-1]) > 0
            y += BORDER_GAP if crossed else BELOW_HEADER
    xs = _columns(level, widths)
    leftmost = min((x - width / 2 for x, width in zip(xs, widths, strict=True)), default=0.0)
    padding = PADDING if bordered else 0.0
    xs = [x - leftmost + padding for x in xs]
    right = max((x + width / 2 for x, width in zip(xs, widths, strict=True)), default=0.0)
    height = tops[-1] + heights[-1] if tops else 0.0
    if upward and not bordered:
        height += ROW_GAP / 2
    insides[box] = _Inside(xs, tops, heights, (right + padding + BESIDE * upward, height), row_of)


def _columns(level: Level, widths: Sequence[float]) -> list[float]:
    """The x of each slot's centre."""
    xs = [0.0] * len(widths)
    above: list[list[int]] = [[] for _ in widths]
    below: list[list[int]] = [[] for _ in widths]
    for upper, lower in level.links:
        above[lower].append(upper)
        below[upper].append(lower)
    for row in level.rows:
        _fit(row, [0.0] * len(row), widths, xs)
    for sweep in range(SWEEPS):
        # Down by what is above, up by what is below; at last nodes by both, while lines that pass
        # a row stay below each other.
        down, both = sweep % 2 == 0, sweep >= SWEEPS - 3
        for row in level.rows if down else reversed(level.rows):
            wanted = []
            for slot in row:
                near = above[slot] if down else below[slot]
                if both and slot < len(level.items):
                    near = above[slot] + below[slot]
                wanted.append(sum(xs[one] for one in near) / len(near) if near else xs[slot])
            _fit(row, wanted, widths, xs)
    return xs


def _fit(
    row: Sequence[int], wanted: Sequence[float], widths: Sequence[float], xs: list[float]
) -> None:
    """Sets the x of a row's slots as near to `wanted` as their widths and their order allow.

    The least squares under that order: pool adjacent violators (M. Ayer and others, 1955).
    """
    offsets: list[float] = []
    for number, slot in enumerate(row):
        step = (widths[row[number - 1]] + widths[slot]) / 2 + COLUMN_GAP if number else 0.0
        offsets.append(offsets[-1] + step if number else 0.0)
    pools: list[tuple[float, int]] = []  # sum of what a pool's slots want, and how many they are
    for want, offset in zip(wanted, offsets, strict=True):
        total, count = want - offset, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before, more = pools.pop()
            total, count = total + before, count + more
        pools.append((total, count))
    number = 0
    for total, count in pools:
        for _ in range(count):
            xs[row[number]] = total / count + offsets[number]
            number += 1


def _wires(
    layout: Layout,
    open_boxes: frozenset[int],
    insides: dict[int, _Inside],
    corners: dict[int, Point],
    rects: dict[int, Rect],
) -> tuple[Wire, ...]:
    merged: dict[tuple[int, int, bool], tuple[int, set[str]]] = {}
    for edge in layout.edges:
        source = seen(layout.tree, edge.source, open_boxes)
        target = seen(layout.tree, edge.target, open_boxes)
        if source != target:
            times, labels = merged.get((source, target, edge.control), (0, set()))
            merged[source, target, edge.control] = (times + edge.times, labels | {label_text(edge)})
    strands: dict[tuple[int, int, int], list[tuple[int, int, bool]]] = {}
    for key in merged:
        for box, (a, b) in way(layout.tree, key[0], key[1]):
            strands.setdefault((box, a, b), []).append(key)
    wires = []
    for key, (times, labels) in merged.items():
        source, target, control = key
        stations: list[Station] = []
        x, begun = rects[source].x + rects[source].width / 2, 0.0
        for box, lane in way(layout.tree, source, target):
            level, inside, (left, top) = layout.levels[box], insides[box], corners[box]
            uppers = [top + y for y in inside.tops]
            lowers = [y + height for y, height in zip(uppers, inside.heights, strict=True)]
            row_of = {item: inside.row_of[slot] for slot, item in enumerate(level.items)}
            a, b = lane
            if a != OUTSIDE:
                stations.append((x, rects[a].y + rects[a].height, lowers[row_of[a]]))
            together = strands[(box, *lane)]
            aside = together.index(key) - (len(together) - 1) / 2
            for number, slot in enumerate(level.lanes.get(lane, ())):
                spread = min(5.0, (level.widths[slot - len(level.items)] - 2.0) / len(together))
                x = left + inside.xs[slot] + aside * spread
                row = inside.row_of[slot]
                # A line into a box goes straight through its border.
                upper = begun if a == OUTSIDE and number == 0 else uppers[row]
                stations.append((x, upper, lowers[row]))
            if lane in layout.upward[box]:
                x = left + inside.size[0] - (PADDING if box != ROOT else 0.0)
                x -= BESIDE * (layout.upward[box].index(lane) + 0.5)
                start = lowers[row_of[a]] + ROW_GAP / 2
                stations.append((x, start, uppers[row_of[b]] - ROW_GAP / 2))
            if b == target:
                x = rects[b].x + rects[b].width / 2
                stations.append((x, uppers[row_of[b]], rects[b].y))
            elif b != OUTSIDE:
                begun = uppers[row_of[b]]
        label = next(iter(labels)) if len(labels) == 1 else ""
        wires.append(Wire(source, target, control, times, label, tuple(stations)))
    return tuple(wires)
