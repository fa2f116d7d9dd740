"""The drawing of a graph: what is drawn, what is hidden, and that it is well-formed."""

import itertools
import xml.etree.ElementTree as ElementTree

import pytest

from grader import engine as tf
from grader.pictures import graph_picture
from grader.pictures.graph import nodes_and_edges
from grader.pictures.layout import place_in_layers


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        x = tf.Variable(3, name="x")
        y = tf.Variable(4, name="y")
        tf.add(x * x * y + y, 2, name="f")
    return graph


def drawn(graph):
    nodes, edges = nodes_and_edges(graph.get_operations())
    return nodes, {(nodes[edge.source].name, nodes[edge.target].name): edge for edge in edges}


def test_a_variable_is_one_node(graph):
    nodes, edges = drawn(graph)
    assert [node.name for node in nodes] == ["x", "y", "mul", "mul_1", "add", "f/y", "f"]
    assert ("x", "mul") in edges
    assert ("y", "mul_1") in edges


def test_an_input_used_twice_says_so(graph):
    _, edges = drawn(graph)
    assert edges["x", "mul"].times == 2
    assert edges["mul", "mul_1"].times == 1


def test_control_edges_are_told_apart():
    with tf.Graph().as_default() as graph:
        x = tf.Variable(3, name="x")
        with tf.control_dependencies([x.assign_add(1, name="more")]):
            tf.constant(1, name="c")
    _, edges = drawn(graph)
    assert edges["more", "c"].control
    assert not edges["x", "more"].control


def test_an_initial_value_that_is_computed_is_drawn():
    with tf.Graph().as_default() as graph:
        tf.Variable(tf.constant(2.0, name="start") * 3.0, name="w")
    _, edges = drawn(graph)
    assert edges["mul", "w"].label == "initial value"


def test_only_what_a_tensor_needs(graph):
    picture = graph_picture(graph.get_tensor_by_name("mul:0"))
    assert "mul (Mul) from x twice" in picture.alternative
    assert "add" not in picture.alternative


def test_the_svg_is_well_formed_and_described(graph):
    picture = graph_picture(graph)
    root = ElementTree.fromstring(picture._repr_html_())
    assert root.attrib["aria-label"] == picture.alternative.replace("\n", "; ")
    assert repr(picture) == picture.alternative


def test_names_are_escaped():
    with tf.Graph().as_default() as graph:
        tf.placeholder(tf.float32, (None, 3), name="A")
    ElementTree.fromstring(graph_picture(graph).svg)
    assert "(?, 3)" in graph_picture(graph).svg


def test_an_empty_graph_says_so():
    assert "empty graph" in graph_picture(tf.Graph())._repr_html_()


def test_too_many_nodes_are_refused_with_a_way_out():
    with tf.Graph().as_default() as graph:
        for _ in range(121):
            tf.constant(1)
    with pytest.raises(ValueError, match=r"121 nodes.*show\(tensor\)"):
        graph_picture(graph)


def test_what_is_no_graph_is_refused():
    with pytest.raises(TypeError, match="got int"):
        graph_picture(3)


def test_nodes_of_a_layer_do_not_overlap_and_edges_point_down():
    widths = [40.0, 200.0, 90.0, 60.0, 300.0, 50.0]
    edges = [(0, 3), (1, 3), (2, 3), (3, 4), (0, 4), (1, 5)]
    placement = place_in_layers(widths, edges, 30, 20, 40)
    for one in range(6):
        for other in range(one):
            (x1, y1), (x2, y2) = placement.centres[one], placement.centres[other]
            assert y1 != y2 or abs(x1 - x2) >= (widths[one] + widths[other]) / 2
    for path in placement.paths:
        assert all(above[1] < below[1] for above, below in itertools.pairwise(path))


def test_a_loop_is_placed_too():
    placement = place_in_layers([40.0] * 3, [(0, 1), (1, 2), (2, 1)], 30, 20, 40)
    assert len(placement.paths) == 3
