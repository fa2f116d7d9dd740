"""The drawing of nodes that readers make themselves."""

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


def test_names_with_slashes_are_no_scopes():
    picture = nodes_picture([Node(f"mine/{number}", "constant") for number in range(3)])
    assert "data-frame" not in picture.svg


def test_more_than_can_be_read_are_boxes_of_those_made_one_after_the_other():
    picture = nodes_picture([Node(f"n{number}", "constant") for number in range(121)])
    assert picture.alternative.splitlines() == [
        "A graph of 121 nodes, with 3 closed boxes:",
        "n0 \u2026 n39 (40 nodes)",
        "n40 \u2026 n79 (40 nodes)",
        "n80 \u2026 n119 (40 nodes)",
        "n120 (constant)",
    ]
