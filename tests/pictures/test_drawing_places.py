"""Where everything lies: boxes hold their nodes, nothing overlaps, lines cross no stranger."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.pictures.drawing.layout import laid_out, seen
from grader.pictures.drawing.parts import Edge, Node
from grader.pictures.drawing.placing import HEADER, place
from grader.pictures.drawing.svg import MARGIN, label_places, to_svg, wire_label
from grader.pictures.drawing.tree import ROOT, nested

SCOPES = ["", "a/", "a/b/", "a/c/", "d/", "gradients/m_grad/"]


@st.composite
def layouts(draw):
    """A graph whose nodes stand in scopes at random, some edges in loops, and some open boxes."""
    scopes = draw(st.lists(st.sampled_from(SCOPES), min_size=1, max_size=18))
    nodes = [
        Node(f"{scope}n{number}", "Add", "operation", "") for number, scope in enumerate(scopes)
    ]
    ends = st.integers(0, len(nodes) - 1)
    pairs = draw(st.lists(st.tuples(ends, ends, st.booleans()), max_size=30, unique=True))
    edges = [Edge(a, b, "(3,)", control, 1 + (a + b) % 3) for a, b, control in pairs if a != b]
    layout = laid_out(nested(nodes), edges)
    opened = draw(st.sets(st.sampled_from(layout.tree.openable() or [ROOT]))) - {ROOT}
    return layout, frozenset(opened)


def visible(layout, opened):
    return {seen(layout.tree, node, opened) for node in range(len(layout.tree.nodes))}


def family(tree, item):
    return {item, *tree.around(item)}


def apart(one, other):
    return (
        one.x + one.width <= other.x + 1e-6
        or other.x + other.width <= one.x + 1e-6
        or one.y + one.height <= other.y + 1e-6
        or other.y + other.height <= one.y + 1e-6
    )


def points(wire):
    """Points along a line: the ends of its vertical pieces, and some of its bends."""
    for (x, _, y), (next_x, next_y, _) in itertools.pairwise(wire.stations):
        for t in (0.1, 0.3, 0.5, 0.7, 0.9):
            down = 1.5 * t * (1 - t) + t**3
            yield x + (next_x - x) * t * t * (3 - 2 * t), y + (next_y - y) * down
    for x, top, bottom in wire.stations:
        yield from ((x, top + (bottom - top) * part) for part in (0.0, 0.5, 1.0))


@settings(max_examples=60, deadline=None)
@given(layouts())
def test_the_laws_of_a_drawing(drawn):
    layout, opened = drawn
    tree = layout.tree
    placement = place(layout, opened)
    rects = placement.rects
    shown = visible(layout, opened)
    frames = set(rects) - shown

    assert shown <= set(rects)
    assert frames <= opened
    for item, rect in rects.items():
        assert rect.x >= -1e-6 and rect.y >= -1e-6
        assert rect.x + rect.width <= placement.width + 1e-6
        assert rect.y + rect.height <= placement.height + 1e-6
        if tree.parent[item] != ROOT:
            around = rects[tree.parent[item]]
            assert around.x <= rect.x and rect.x + rect.width <= around.x + around.width
            assert around.y + HEADER <= rect.y
            assert rect.y + rect.height <= around.y + around.height
    for one, other in itertools.combinations(rects, 2):
        if one not in family(tree, other) and other not in family(tree, one):
            assert apart(rects[one], rects[other])

    for wire in placement.wires:
        source, target = rects[wire.source], rects[wire.target]
        (x, y, _), (last_x, _, last_y) = wire.stations[0], wire.stations[-1]
        assert y == pytest.approx(source.y + source.height)
        assert last_y == pytest.approx(target.y)
        assert source.x < x < source.x + source.width
        assert target.x < last_x < target.x + target.width
        own = family(tree, wire.source) | family(tree, wire.target)
        for x, y in points(wire):
            for item in set(rects) - own:
                rect = rects[item]
                inside = (
                    rect.x < x < rect.x + rect.width
                    and rect.y + 1e-6 < y < rect.y + rect.height - 1e-6
                )
                assert not inside

    between = {}
    for edge in layout.edges:
        ends = seen(tree, edge.source, opened), seen(tree, edge.target, opened), edge.control
        if ends[0] != ends[1]:
            between[ends] = between.get(ends, 0) + edge.times
    assert {(w.source, w.target, w.control): w.times for w in placement.wires} == between


def test_an_edge_without_a_loop_points_down():
    nodes = [Node(name, "Add", "operation", "") for name in ("x", "s/a", "s/b", "y")]
    edges = [Edge(0, 1, "", False), Edge(1, 2, "", False), Edge(0, 3, "", False)]
    layout = laid_out(nested(nodes), edges)
    for opened in (frozenset(), frozenset(layout.tree.openable())):
        for wire in place(layout, opened).wires:
            heights = [y for station in wire.stations for y in station[1:]]
            assert heights == sorted(heights)


def test_edges_to_a_closed_scope_are_one_line_with_their_number():
    nodes = [Node(name, "Add", "operation", "") for name in ("x", "s/a", "s/b", "s/c")]
    edges = [
        Edge(0, 1, "(3,)", False),
        Edge(0, 2, "(3,)", False, 2),
        Edge(0, 3, "(3,)", True),
        Edge(1, 3, "()", False),
    ]
    layout = laid_out(nested(nodes), edges)
    wires = place(layout, frozenset()).wires
    assert [(wire_label(wire), wire.control) for wire in wires] == [
        ("\u00d73 (3,)", False),
        ("(3,)", True),
    ]


def test_shapes_that_differ_are_not_written_on_a_merged_line():
    nodes = [Node(name, "Add", "operation", "") for name in ("x", "s/a", "s/b")]
    layout = laid_out(nested(nodes), [Edge(0, 1, "(3,)", False), Edge(0, 2, "()", False)])
    assert [wire_label(wire) for wire in place(layout, frozenset()).wires] == ["\u00d72"]


def test_opening_a_box_keeps_the_order_of_the_rows():
    names = ["x", "a/1", "a/2", "b/1", "b/2", "y"]
    nodes = [Node(name, "Add", "operation", "") for name in names]
    edges = [Edge(0, 1, "", False), Edge(0, 3, "", False), Edge(2, 5, "", False)]
    layout = laid_out(nested(nodes), edges)
    boxes = layout.tree.openable()
    orders = set()
    for opened in (frozenset(), frozenset(boxes[:1]), frozenset(boxes)):
        rects = place(layout, opened).rects
        orders.add(rects[boxes[0]].x < rects[boxes[1]].x)
    assert len(orders) == 1


def test_every_known_shape_is_written_and_they_do_not_lie_on_each_other():
    nodes = [Node(name, "Add", "operation", "") for name in ("a", "b", "c", "sum")]
    edges = [Edge(number, 3, "(100, 100)", False) for number in range(3)]
    places = label_places(place(laid_out(nested(nodes), edges), frozenset()))
    assert [text for text, _, _ in places] == ["(100, 100)"] * 3
    for (one, x, y), (_, other_x, other_y) in itertools.combinations(places, 2):
        assert abs(x - other_x) >= 6.0 * len(one) or abs(y - other_y) >= 11


def test_a_label_that_is_wider_than_the_nodes_is_not_cut():
    nodes = [Node(name, "Add", "operation", "") for name in ("a", "b")]
    layout = laid_out(nested(nodes), [Edge(0, 1, "(10000, 20000, 30000)", False)])
    placement = place(layout, frozenset())
    ((text, x, _y),) = label_places(placement)
    assert x + 6.0 * len(text) > placement.width + 2 * MARGIN
    svg = to_svg(layout, placement, "")
    width = float(re.search(r'width="(\d+)"', svg)[1])
    left = float(re.search(r'data-part="graph" transform="translate\(([\d.]+)', svg)[1])
    assert left + x + 6.0 * len(text) <= width
