"""Describes a drawing in words, for screen readers."""

from __future__ import annotations

from grader.languages import _, ngettext
from grader.pictures.drawing.layout import Layout, seen
from grader.pictures.drawing.parts import INITIAL_VALUE, readable

MOST_LINES = 100
LONGEST_LINE = 300  # characters


def told(layout: Layout, open_boxes: frozenset[int]) -> str:
    """A line for each drawn node and closed box: what it is, and its inputs."""
    tree = layout.tree
    if not tree.nodes:
        return _("An empty graph: no node has been added to it.")
    needs: dict[int, dict[str, int]] = {}
    for edge in layout.edges:
        source, target = (seen(tree, item, open_boxes) for item in (edge.source, edge.target))
        if source == target:
            continue
        if edge.label == INITIAL_VALUE:
            need = _("initial value {name}").format(name=_name(layout, source))
        elif edge.control:
            need = _("after {name}").format(name=_name(layout, source))
        else:
            need = _("from {source}").format(source=_name(layout, source))
        counts = needs.setdefault(target, {})
        counts[need] = counts.get(need, 0) + (edge.times if edge.source == source else 0)
    shown: dict[int, None] = {}
    for node in range(len(tree.nodes)):
        shown.setdefault(seen(tree, node, open_boxes))
    lines = []
    for item in shown:
        inputs = [
            _("{need} twice").format(need=need) if times == 2 else need
            for need, times in needs.get(item, {}).items()
        ]
        kind = layout.texts[item][1]
        line = f"{_name(layout, item)} ({kind}) {', '.join(inputs)}".rstrip()
        lines.append(line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "\u2026")
    if len(lines) > MOST_LINES:
        rest = _("and {count} more").format(count=len(lines) - MOST_LINES)
        lines = [*lines[:MOST_LINES], rest]
    return "\n".join([_first_line(layout, shown), *lines])


def _first_line(layout: Layout, shown: dict[int, None]) -> str:
    count = len(layout.tree.nodes)
    closed = sum(layout.tree.box(item) is not None for item in shown)
    if closed:
        text = ngettext(
            "A graph of {count} nodes, with {closed} closed box:",
            "A graph of {count} nodes, with {closed} closed boxes:",
            closed,
        )
        return text.format(count=count, closed=closed)
    return ngettext("A graph of {count} node:", "A graph of {count} nodes:", count).format(
        count=count
    )


def _name(layout: Layout, item: int) -> str:
    tree = layout.tree
    box = tree.box(item)
    return readable(tree.nodes[item].name if box is None else box.name, 100)
