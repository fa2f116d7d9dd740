"""Arranges the items of a box in rows, in an order with few crossings.

igraph orders the rows. Opening inner boxes changes how much space they need, never the order, so one
order is enough for all combinations of open and closed boxes.

Source: K. Sugiyama, S. Tagawa, M. Toda: Methods for visual understanding of hierarchical system
structures. IEEE Transactions on Systems, Man and Cybernetics 11(2), 1981.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import igraph

OUTSIDE = -1  # in a lane: beyond the border of the box
BEND = 8.0  # pixels that one line needs
WIDEST_LANE = 48.0
MAX_ROUNDS = 100  # in which igraph looks for an order with fewer crossings

Lane = tuple[int, int]


@dataclass(frozen=True)
class Level:
    """The contents of one box, in rows of slots from top to bottom and from left to right.

    items: the item in each of the first slots. widths: of the slots after them, in pixels: the
    box's own name (slot `len(items)`, in a box only), where lines cross its border, and where lines
    pass a row. rows: the slots of each row; in a box the first row and the last are its borders.
    links: slots of neighbouring rows that should be in one column.
    lanes: the slots that a line passes from item to item, or to or from OUTSIDE. A lane that is
    not among them goes up, at the right side of the box.
    """

    items: tuple[int, ...]
    widths: tuple[float, ...]
    rows: tuple[tuple[int, ...], ...]
    links: tuple[tuple[int, int], ...]
    lanes: Mapping[Lane, tuple[int, ...]]


def level(items: Sequence[int], lanes: Mapping[Lane, int], title: float | None) -> Level:
    """Arranges the items of a box.

    items: its contents. lanes: (source, target) items, or OUTSIDE, and how many lines can go
    that way. title: the width of the box's name in pixels; None for the whole drawing, which has
    no border.
    """
    slot = {item: number for number, item in enumerate(items)}
    forward = _forward([(slot[a], slot[b]) for a, b in lanes if OUTSIDE not in (a, b)], len(items))
    row_of = _rows(len(items), forward, {slot[b] for a, b in lanes if a == OUTSIDE})
    bordered = title is not None
    last = max(row_of, default=0) + 1
    widths: list[float] = []
    links: list[tuple[int, int]] = []
    passed: dict[Lane, tuple[int, ...]] = {}
    if title is not None:
        row_of = [row + 1 for row in row_of]
        last += 1
        row_of.append(0)
        widths.append(title)

    def new(row: int, lines: int) -> int:
        row_of.append(row)
        widths.append(min(BEND * lines, WIDEST_LANE))
        return len(row_of) - 1

    for (source, target), lines in lanes.items():
        a, b = slot.get(source, OUTSIDE), slot.get(target, OUTSIDE)
        if OUTSIDE not in (a, b) and (a, b) not in forward:
            continue
        start = 0 if a == OUTSIDE else row_of[a] + 1
        end = last + 1 if b == OUTSIDE else row_of[b]
        slots = [new(row, lines) for row in range(start, end)]
        passed[source, target] = tuple(slots)
        whole = [one for one in (a, *slots, b) if one != OUTSIDE]
        links += itertools.pairwise(whole)
    return Level(
        tuple(items),
        tuple(widths),
        _ordered(row_of, links, last + 1 if bordered else last, len(items) if bordered else None),
        tuple(links),
        passed,
    )


def _forward(edges: Sequence[tuple[int, int]], count: int) -> dict[tuple[int, int], None]:
    """The edges without those that close a cycle."""
    graph = igraph.Graph(n=count, edges=edges, directed=True)
    against = set() if graph.is_dag() else set(graph.feedback_arc_set(method="eades"))
    return {edge: None for number, edge in enumerate(edges) if number not in against}


def _rows(count: int, edges: Mapping[tuple[int, int], None], fed: set[int]) -> list[int]:
    """The longest path from a source to each item; a source is placed just above its first use.

    fed: items that need something from outside of the box, which comes from above.
    """
    graph = igraph.Graph(n=count, edges=list(edges), directed=True)
    rows = [0] * count
    after = graph.get_adjlist(mode="out")
    order = graph.topological_sorting()
    for item in order:
        for target in after[item]:
            rows[target] = max(rows[target], rows[item] + 1)
    for item in order:
        if after[item] and not graph.degree(item, mode="in") and item not in fed:
            rows[item] = min(rows[target] for target in after[item]) - 1
    return rows


def _ordered(
    row_of: Sequence[int], links: Sequence[tuple[int, int]], count: int, title: int | None
) -> tuple[tuple[int, ...], ...]:
    graph = igraph.Graph(n=len(row_of), edges=links, directed=True)
    layout = graph.layout_sugiyama(layers=list(row_of), maxiter=MAX_ROUNDS)
    columns = [point[0] for point in layout]
    rows: list[list[int]] = [[] for _ in range(count)]
    for number, row in enumerate(row_of):
        rows[row].append(number)
    return tuple(
        tuple(sorted(row, key=lambda one: (one != title, columns[one], one))) for row in rows
    )
