"""The drawing of nodes that readers make themselves."""

import pytest

from grader.pictures.nodes import nodes_picture


class Node:
    def __init__(self, name, kind, *inputs):
        self.name, self.kind, self.inputs = name, kind, inputs


def test_names_kinds_and_who_needs_whom():
    x = Node("x", "placeholder")
    y = Node("y", "square", x)
    f = Node("f", "add", y, y)
    told = nodes_picture([x, y, f]).alternative.splitlines()
    assert told[1:] == ["x (placeholder)", "y (square) from x", "f (add) from y twice"]


def test_an_input_that_is_not_drawn_is_left_out():
    x = Node("x", "placeholder")
    assert nodes_picture([Node("y", "square", x)]).alternative.endswith("y (square)")


def test_notes_stand_beside_the_kind():
    x = Node("x", "variable")
    assert ">variable: step 1<" in nodes_picture([x], {x: "step 1"}).svg


def test_too_many_nodes_are_refused():
    with pytest.raises(ValueError, match="121 nodes"):
        nodes_picture([Node(f"n{number}", "constant") for number in range(121)])
