"""Graphs with their scopes closed."""

from __future__ import annotations

from grader import engine as tf
from grader.pictures import scopes_picture


def relu(x):
    with tf.name_scope("relu"):
        w = tf.Variable(tf.random_normal([3, 1]), name="weights")
        return tf.maximum(tf.matmul(x, w), 0.0, name="max")


def test_a_scope_is_one_box_and_a_node_in_no_scope_is_drawn_as_it_is():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 3], name="X")
        output = tf.add_n([relu(x), relu(x)], name="output")
        picture = scopes_picture(output)
    assert picture.alternative.splitlines() == [
        "A graph of 10 nodes, with 2 closed boxes:",
        "X (Placeholder)",
        "relu/ (4 nodes) from X",
        "relu_1/ (4 nodes) from X",
        "output (AddN) from relu/, from relu_1/",
    ]
    assert "relu/MatMul (MatMul)" in picture.svg


def test_an_arrow_tells_how_many_tensors_go_that_way():
    with tf.Graph().as_default():
        with tf.name_scope("a"):
            one, two = tf.constant(1.0), tf.constant(2.0)
        with tf.name_scope("b"):
            both = tf.stack([one, two, tf.add(one, two)])
        picture = scopes_picture(both)
    assert "b/ (2 nodes) from a/" in picture.alternative
    assert "\u00d74" in picture.svg


def test_two_scopes_that_need_each_other_can_be_drawn():
    with tf.Graph().as_default():
        with tf.name_scope("a"):
            one = tf.constant(1.0)
        with tf.name_scope("b"):
            two = tf.exp(one)
        with tf.name_scope("a/"):
            three = tf.exp(two)
        picture = scopes_picture(three)
    assert "a/ (2 nodes) from b/" in picture.alternative
    assert "b/ (1 node) from a/" in picture.alternative
