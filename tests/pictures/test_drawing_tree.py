"""Which node stands in which box, and what is open at first."""

from __future__ import annotations

from grader.pictures.drawing.parts import Node
from grader.pictures.drawing.tree import (
    READABLE,
    ROOT,
    flat,
    is_of_gradients,
    nested,
    open_at_first,
    seal,
)


def nodes(*names, type="Add"):
    return [Node(name, type, "operation", name) for name in names]


def names(tree, item=ROOT):
    """The names in a box, boxes as (name, what is in them)."""
    return [
        (tree.box(child).name, names(tree, child)) if tree.box(child) else tree.nodes[child].name
        for child in tree.children[item]
    ]


def test_scopes_are_boxes_in_boxes():
    tree = nested(nodes("x", "net/a/one", "net/a/two", "net/b", "y"))
    assert names(tree) == ["x", ("net/", [("net/a/", ["net/a/one", "net/a/two"]), "net/b"]), "y"]


def test_one_node_alone_makes_no_box():
    assert names(nested(nodes("a/x", "b"))) == ["a/x", "b"]


def test_an_operation_stands_in_the_box_of_its_name():
    tree = nested(nodes("loss/one", "loss/two", "loss"))
    assert names(tree) == [("loss/", ["loss/one", "loss/two", "loss"])]


def test_the_constants_of_an_operation_make_no_box():
    constants = nodes("f/x", "f/y", type="Const")
    assert names(nested([*constants, *nodes("f")])) == ["f/x", "f/y", "f"]


def test_names_that_only_begin_alike_share_no_box():
    tree = nested(nodes("a/x", "a/y", "ab/x", "ab/y", "a_1/x", "a_1/y"))
    assert [name for name, _ in names(tree)] == ["a/", "ab/", "a_1/"]


def test_gradients_are_told_by_their_names():
    assert is_of_gradients("gradients/mul_grad/Mul")
    assert is_of_gradients("train/gradients_1/Fill")
    assert is_of_gradients("mine/mul_1_grad/Mul")
    assert not is_of_gradients("gradient_step/mul")
    assert not is_of_gradients("my_gradients_")
    tree = nested(nodes("gradients/a_grad/x", "gradients/a_grad/y", "gradients/Fill"))
    assert {box.kind for box in tree.boxes} == {"gradients"}


def test_every_node_stands_in_one_place():
    given = nodes(*(f"s{number % 7}/t{number % 3}/n{number}" for number in range(300)), "s1", "")
    tree = nested(given)
    assert sorted(node.name for node in tree.inside(ROOT)) == sorted(node.name for node in given)
    assert all(tree.box(item).size == len(tree.inside(item)) for item in tree.children if item >= 0)


def test_all_is_open_while_it_can_be_read_and_scopes_are_closed_above():
    few = nested(nodes(*(f"s{number % 4}/n{number}" for number in range(READABLE // 2))))
    assert open_at_first(few) == frozenset(few.openable())
    many = nested(nodes(*(f"s{number % 4}/n{number}" for number in range(READABLE + 1))))
    assert open_at_first(many) == frozenset()
    assert len(many.children[ROOT]) == 4


def test_in_a_larger_graph_the_parts_of_a_gradient_stay_closed():
    forward = [f"net/n{number}" for number in range(READABLE // 2)]
    tree = nested(nodes(*forward, "gradients/m_grad/a", "gradients/m_grad/b", "gradients/Fill"))
    opened = {tree.box(item).name for item in open_at_first(tree)}
    assert opened == {"net/", "gradients/"}


def test_a_single_scope_around_everything_is_open():
    tree = nested(nodes(*(f"model/s{number % 9}/n{number}" for number in range(200))))
    assert {tree.box(item).name for item in open_at_first(tree)} == {"model/"}


def test_no_level_has_more_than_can_be_read():
    for tree in (nested(nodes(*(f"n{n}" for n in range(5000)))), flat(nodes(*["same"] * 1000))):
        assert all(len(children) <= READABLE for children in tree.children.values())
        assert {box.kind for box in tree.boxes} == {"group"}


def test_what_is_too_large_for_one_drawing_stays_closed():
    tree = nested(nodes(*(f"s{number % 40}/n{number}" for number in range(2000))))
    seal(tree, 330)
    laid_out = sum(len(tree.children[item]) for item in [ROOT, *tree.openable()])
    assert 0 < len(tree.openable()) < 40
    assert laid_out <= 330
    seal(tree, 0)
    assert tree.openable() == []


def test_ten_thousand_scopes_in_scopes_are_no_trouble():
    tree = nested(nodes("a/" * 10_000 + "x", "a/" * 10_000 + "y"))
    assert len(tree.inside(ROOT)) == 2
