"""A graph of TensorFlow and the same graph of the engine give the same drawing, to the letter."""

from __future__ import annotations

import pytest

from grader import engine
from grader.back_end import tensorflow
from grader.pictures import graph_picture, scopes_picture


def polynomial(tf):
    x, y = tf.Variable(3, name="x"), tf.Variable(4, name="y")
    return tf.add(x * x * y + y, 2, name="f")


def trained_net(tf):
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    with tf.name_scope("net"):
        w = tf.Variable(tf.random_normal([4, 2], seed=1), name="w")
        hidden = tf.nn.relu(tf.matmul(x, w) + tf.constant([1.0, 2.0]), name="hidden")
    return tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(hidden), name="step")


def pictures_and_order(tf):
    images = tf.placeholder(tf.float32, [None, 6, 6, 1], name="images")
    filters = tf.Variable(tf.zeros([3, 3, 1, 2]), name="filters")
    convolved = tf.nn.conv2d(images, filters, strides=[1, 2, 2, 1], padding="SAME")
    with tf.control_dependencies([tf.assign_add(filters, filters, name="more")]):
        parts = tf.split(convolved, 2, axis=3)
        return [tf.add(*parts, name="sum"), tf.gradients(convolved, [filters])[0]]


@pytest.mark.parametrize("build", [polynomial, trained_net, pictures_and_order])
def test_both_back_ends_give_one_drawing(build):
    drawn = []
    for tf in (tensorflow(), engine):
        with tf.Graph().as_default() as graph:
            end = build(tf)
        drawn.append([graph_picture(graph), graph_picture(end), scopes_picture(graph)])
    of_tensorflow, of_engine = drawn
    assert [picture.alternative for picture in of_tensorflow] == [
        picture.alternative for picture in of_engine
    ]
    assert of_tensorflow == of_engine
