"""A drawing before placement: the tree, the sizes of closed items, and the rows of each box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.languages import ngettext
from grader.pictures.drawing.layering import OUTSIDE, Lane, Level, level
from grader.pictures.drawing.parts import HEIGHT, Edge, readable, width_of
from grader.pictures.drawing.tree import ROOT, Tree

Size = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """What does not change when boxes are opened and closed.

    edges: between items that can be seen when every box is open that opens.
    sizes: width and height of each node, and of each box while it is closed, in pixels.
    texts: the two lines in each. levels: the rows of ROOT and of each box that opens.
    upward: for each of these, the lanes that close a loop and go up at its right side.
    """

    tree: Tree
    edges: tuple[Edge, ...]
    sizes: Mapping[int, Size]
    texts: Mapping[int, tuple[str, str]]
    levels: Mapping[int, Level]
    upward: Mapping[int, tuple[Lane, ...]]


def laid_out(tree: Tree, edges: Sequence[Edge]) -> Layout:
    """Orders the rows of every box that can be opened."""
    levels = {ROOT, *tree.openable()}
    shown = [item for around in levels for item in tree.children[around]]
    texts = {item: _texts(tree, item) for item in shown}
    sizes = {
        item: (
            max(width_of(name) + 16.0 * (item in levels), width_of(below, 6.0), 22.0) + 24.0,
            HEIGHT,
        )
        for item, (name, below) in texts.items()
    }
    lanes: dict[int, dict[Lane, set[Lane]]] = {item: {} for item in levels}
    between = _merged(tree, edges, levels)
    for edge in between:
        for around, lane in way(tree, edge.source, edge.target):
            lanes[around].setdefault(lane, set()).add((edge.source, edge.target))
    ordered = {
        item: level(
            tree.children[item],
            {lane: len(lines) for lane, lines in lanes[item].items()},
            None if item == ROOT else width_of(texts[item][0]) + 30.0,
        )
        for item in sorted(levels)
    }
    upward = {
        item: tuple(lane for lane in lanes[item] if lane not in ordered[item].lanes)
        for item in ordered
    }
    return Layout(tree, between, sizes, texts, ordered, upward)


def _merged(tree: Tree, edges: Sequence[Edge], levels: set[int]) -> tuple[Edge, ...]:
    """The edges between visible items, merged if they have the same ends."""
    found: dict[tuple[int, int, bool], Edge] = {}
    for edge in edges:
        source, target = seen(tree, edge.source, levels), seen(tree, edge.target, levels)
        if source == target:
            continue
        key = source, target, edge.control
        label, times = edge.label, edge.times
        if key in found:
            label = label if label == found[key].label else ""
            times += found[key].times
        found[key] = Edge(source, target, label, edge.control, times)
    return tuple(found.values())


def seen(tree: Tree, item: int, open_boxes: set[int] | frozenset[int]) -> int:
    """The visible item for `item` while only these boxes are open: itself, or a box around it."""
    found = item
    for around in tree.around(item):
        if around != ROOT and around not in open_boxes:
            found = around
    return found


def way(tree: Tree, source: int, target: int) -> list[tuple[int, Lane]]:
    """The lanes, each with its box, that a line passes from item to item, out of boxes and into them."""
    if source == target:
        return []
    above = list(tree.around(target))
    lanes: list[tuple[int, Lane]] = []
    here = source
    while tree.parent[here] not in above:
        lanes.append((tree.parent[here], (here, OUTSIDE)))
        here = tree.parent[here]
    common = tree.parent[here]
    down = [target, *above[: above.index(common)]]
    lanes.append((common, (here, down[-1])))
    lanes += [(tree.parent[item], (OUTSIDE, item)) for item in reversed(down[:-1])]
    return lanes


def _texts(tree: Tree, item: int) -> tuple[str, str]:
    # The names of the scopes around it are on their boxes; a group has no such name.
    boxes = [tree.box(around) for around in tree.around(item) if around != ROOT]
    prefix = next((box.name for box in boxes if box is not None and box.kind != "group"), "")
    box = tree.box(item)
    if box is not None:
        size = ngettext("{count} node", "{count} nodes", box.size).format(count=box.size)
        return readable(box.name.removeprefix(prefix)), size
    node = tree.nodes[item]
    if node.name + "/" == prefix:  # it has the name of the box that contains it
        return readable(node.name.rpartition("/")[2]), readable(node.type)
    return readable(node.name.removeprefix(prefix)), readable(node.type)
