"""A graph with resource variables, made by TensorFlow, does the same when the judge runs it."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from grader.evidence import Challenge, Raised, TensorRef, collect, decode
from grader.judging import Rerun


def count():
    total = tf.Variable(3.0, use_resource=True, name="total")
    return total, tf.assign_add(total, 2.0), total.assign_sub(0.5)


def read_after():
    total = tf.get_variable("total", initializer=[1.0, 2.0], use_resource=True, trainable=False)
    with tf.control_dependencies([total.assign(total * 2.0)]):
        return total, total.read_value(), tf.shape(total)


def known():
    total = tf.Variable(lambda: tf.constant(3), use_resource=True)
    return total, total.is_initialized(), total + 1


def train():
    w = tf.Variable([1.0, 2.0], use_resource=True, name="w")
    loss = tf.reduce_sum(tf.square(w))
    step = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss)
    with tf.control_dependencies([step]):
        return w, w.read_value(), w + 1.0


def gathered():
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0]], use_resource=True)
    with tf.control_dependencies([table.assign_add([[1.0, 0.0], [0.0, 1.0]])]):
        return table, tf.gather(table, [1, 0]), tf.gather_nd(table, [[1, 0]])


def before_and_after():
    """A resource variable's value, read before it is changed, stays as it was read."""
    place = tf.Variable(1, use_resource=True)
    before = place.read_value()
    with tf.control_dependencies([before]):
        moved = place.assign_add(1)
    with tf.control_dependencies([moved]):
        return place, before + 0, tf.stack([before, place.read_value()])


@pytest.mark.parametrize("build", [count, read_after, known, train, gathered, before_and_after])
def test_resource_variables_are_variables_to_the_judge(build):
    tf.disable_v2_behavior()
    with tf.Graph().as_default(), tf.Session() as session:
        nodes = build()
        evidence = decode(collect(Challenge("export"), nodes, tf))
        operations = len(tf.get_default_graph().get_operations())
        decode(collect(Challenge("export"), nodes, tf))
        assert len(tf.get_default_graph().get_operations()) == operations
        session.run(tf.global_variables_initializer())
        expected = [session.run(node) for node in (*nodes[1:], nodes[0], *nodes[1:])]
    references = evidence.result
    assert all(isinstance(reference, TensorRef) for reference in references)
    assert [reference.variable for reference in references] == [True, False, False]
    rerun = Rerun(evidence, references[0].graph)
    assert isinstance(rerun.run(references[0]), Raised)
    assert rerun.initialize() is None or not isinstance(rerun.initialize(), Raised)
    got = [rerun.run(node) for node in (*references[1:], references[0], *references[1:])]
    for one, other in zip(expected, got, strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-6)


def test_an_operation_of_a_resource_variable_has_the_name_that_one_expects():
    tf.disable_v2_behavior()
    with tf.Graph().as_default():
        row = tf.gather(tf.Variable([1.0, 2.0], use_resource=True), 1, name="row")
        evidence = decode(collect(Challenge("export"), (row.op,), tf))
    assert evidence.result[0].type == "GatherV2"
    operation = Rerun(evidence, 0).graph.get_operation_by_name("row")
    assert [source.op.name for source in operation.inputs][1:] == ["row/indices", "row/axis"]
