"""The drawing of a graph: what is drawn, what is hidden, and that it is well-formed."""

import xml.etree.ElementTree as ElementTree

import pytest

from grader import engine as tf
from grader.pictures import graph_picture
from grader.pictures.graph import nodes_and_edges


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
    root = ElementTree.fromstring(picture.svg)
    head, *lines = picture.alternative.splitlines()
    assert root.attrib["aria-label"] == f"{head} {'; '.join(lines)}"
    assert repr(picture) == picture.alternative


def test_two_outputs_of_different_shapes_have_no_shape_together():
    with tf.Graph().as_default() as graph:
        a, b = tf.split(tf.zeros([3, 2]), [1, 2], name="parts")
        tf.add(a, b, name="both")
    _, edges = drawn(graph)
    assert edges["parts", "both"].times == 2
    assert edges["parts", "both"].label == ""


def test_kinds_of_nodes():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], name="x")
        w = tf.Variable(1.0, name="w")
        tf.assign(w, x, name="set")
        tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(w * x, name="loss"))
    nodes, _ = drawn(graph)
    kinds = {node.name: node.kind for node in nodes}
    assert kinds["x"] == "placeholder"
    assert kinds["w"] == "variable"
    assert kinds["loss"] == "operation"
    assert kinds["set"] == "stateful"
    assert kinds["gradients/loss_grad/Mul"] == "gradient"
    assert kinds["gradients/loss_grad/Const"] == "gradient"
    assert kinds["GradientDescent/learning_rate"] == "constant"
    assert kinds["GradientDescent/update_w/ApplyGradientDescent"] == "update"


def test_hovering_tells_name_type_attributes_inputs_and_outputs():
    with tf.Graph().as_default() as graph:
        a = tf.placeholder(tf.float32, (3, None), name="A")
        b = tf.constant([[1.0, 2.0, 3.0]], name="B")
        tf.matmul(a, b, transpose_a=True, transpose_b=True, name="product")
    nodes, _ = drawn(graph)
    details = {node.name: node.details.splitlines() for node in nodes}
    assert details["product"] == [
        "product",
        "op type: MatMul",
        "transpose_a = True",
        "transpose_b = True",
        "inputs: A:0 (3, ?) float32, B:0 (1, 3) float32",
        "outputs: product:0 (?, 1) float32",
    ]
    assert "value = [[1.0, 2.0, 3.0]]" in details["B"]
    assert "shape = (3, ?)" in details["A"]


def test_names_are_escaped():
    with tf.Graph().as_default() as graph:
        tf.placeholder(tf.float32, (None, 3), name="A")
    ElementTree.fromstring(graph_picture(graph).svg)
    assert "(?, 3)" in graph_picture(graph).svg


def test_an_empty_graph_says_so():
    assert "empty graph" in graph_picture(tf.Graph())._repr_html_()


def test_what_is_no_graph_is_refused():
    with pytest.raises(TypeError, match="got int"):
        graph_picture(3)
