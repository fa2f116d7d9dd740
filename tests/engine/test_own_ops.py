"""Operations of one's own: what they can do, and what is said where one of their functions is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from grader import engine as tf
from grader.engine.own_ops import forget_own_ops, kept_own_ops, own_op
from grader.engine.registry import GRADIENTS, TABLE


@pytest.fixture(autouse=True)
def nothing_stays():
    forget_own_ops()  # those that an answer to an exercise made in this process
    before = dict(TABLE), dict(GRADIENTS)
    with tf.Graph().as_default():
        yield
    forget_own_ops()
    assert before == (TABLE, GRADIENTS)


def double(**changes):
    parts = {
        "shape": lambda x: x,
        "kernel": lambda x: x + x,
        "gradient": lambda op, g: g + g,
    }
    return own_op("Double", "x: T -> y: T", **{**parts, **changes})


def test_it_is_a_node_like_any_other():
    x = tf.placeholder(tf.float32, [None, 3])
    y = double()(x, name="twice")
    (slope,) = tf.gradients(tf.reduce_sum(y * y), x)
    assert (y.op.type, y.op.name, y.shape.as_list()) == ("Double", "twice", [None, 3])
    with tf.Session() as session:
        value, gradient = session.run([y, slope], {x: [[1.0, 2.0, 3.0]]})
    np.testing.assert_array_equal(value, [[2, 4, 6]])
    np.testing.assert_array_equal(gradient, [[8, 16, 24]])


def test_a_cell_that_runs_twice_replaces_its_operation_and_no_other():
    x = tf.constant(1.5)
    old = double()(x)
    new = double(kernel=lambda x: x * np.float32(20))(x)
    with tf.Session() as session:
        assert session.run([old, new]) == [3.0, 30.0]
    with pytest.raises(ValueError, match="has an operation 'MatMul'; give yours another"):
        own_op("MatMul", "x: T -> y: T", kernel=lambda x: x)


def test_what_happens_inside_the_block_does_not_stay():
    x = tf.constant([1.0])
    made = double()
    with kept_own_ops():
        double(kernel=lambda x: 9 * x, gradient=lambda op, g: 9 * g)
        own_op("Triple", "x: T -> y: T", kernel=lambda x: 3 * x)
    y = made(x)
    with tf.Session() as session:
        assert session.run([y, *tf.gradients(y, x)]) == [2.0, 2.0]
    assert "Triple" not in TABLE


def test_without_a_gradient_there_is_none_and_without_a_shape_nothing_is_known():
    x = tf.constant([1.0])
    y = own_op("Triple", "x: T -> y: T", kernel=lambda x: 3 * x)(x)
    assert y.shape.rank is None
    with pytest.raises(LookupError, match="Triple"):
        tf.gradients(y, x)


def test_two_inputs_of_one_type_and_a_fixed_type():
    pick = own_op("Pick", "x: T, rows: int32 -> y: T", kernel=lambda x, rows: x[rows])
    y = pick(tf.constant([1.0, 2.0, 3.0]), [2, 0])
    with tf.Session() as session:
        np.testing.assert_array_equal(session.run(y), [3, 1])
    with pytest.raises(TypeError, match="takes 2 inputs"):
        pick(1.0)
    with pytest.raises(TypeError):
        pick(tf.constant([1, 2]), [0])  # T is a floating type


def writes(x):
    x += 1
    return x


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (lambda x: x.astype("float64"), "returned float64, but its signature promises float32"),
        (lambda x: x[:1], r"returned an array of shape \(1,\)"),
        (lambda x: None, "returned object"),
        (lambda x: x @ np.ones((9, 9)), "the kernel of Double raised ValueError"),
        (writes, "read-only"),
    ],
)
def test_a_kernel_that_is_wrong_is_named(kernel, message):
    y = double(kernel=kernel)(tf.constant([1.0, 2.0]))
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=message):
        session.run(y)


@pytest.mark.parametrize(
    ("gradient", "message"),
    [
        (lambda op, g: [g, g], "2 gradients for 1 input;"),
        (lambda op, g: tf.reduce_sum(g), "a gradient has the shape of its input"),
        (lambda op, g: op.nothing, "raised AttributeError"),
    ],
)
def test_a_reverse_rule_that_is_wrong_is_named(gradient, message):
    x = tf.constant([1.0, 2.0])
    with pytest.raises(ValueError, match="the gradient of Double.*" + message):
        tf.gradients(double(gradient=gradient)(x), x)


def test_numpy_in_a_reverse_rule_is_named():
    x = tf.constant([1.0, 2.0])
    with pytest.raises(TypeError, match="the gradient of Double called a function of NumPy"):
        tf.gradients(double(gradient=lambda op, g: np.sum(g))(x), x)


def test_a_shape_rule_that_is_wrong_is_named():
    with pytest.raises(ValueError, match="the shape rule of Double raised ZeroDivisionError"):
        double(shape=lambda x: 1 / 0)(tf.constant([1.0]))


def test_a_signature_that_promises_two_outputs_leaves_nothing_behind():
    with pytest.raises(ValueError, match="promises 2 outputs"):
        own_op("Both", "x: T -> y: T, z: T", kernel=lambda x: (x, x))
    assert "Both" not in TABLE


def test_a_graph_from_elsewhere_cannot_bring_it():
    double()(tf.constant([1.0]))
    definition = tf.get_default_graph().as_graph_def()
    with tf.Graph().as_default(), pytest.raises(ValueError, match="Double"):
        tf.import_graph_def(definition)


def test_tensors_of_tensorflow_are_refused_with_a_reason():
    class Tensor:
        __module__ = "tensorflow.python.framework.ops"

    with pytest.raises(TypeError, match="tensor of TensorFlow; build it"):
        double()(Tensor())


def test_functions_of_tensorflow_in_a_gradient_are_named_as_the_reason():
    def gradient(op, g):
        module = {}
        code = "def expand_dims(x): raise NotImplementedError('NumPy needs a value')"
        exec(compile(code, "lib/tensorflow/python/ops/array_ops.py", "exec"), module)
        return module["expand_dims"](g)

    half = own_op("Half", "x: T -> y: T", lambda x: x / 2, gradient=gradient)
    x = tf.placeholder(tf.float32, [3])
    with pytest.raises(TypeError, match="called a function of TensorFlow on the engine's tensors"):
        tf.gradients(half(x), [x])


@pytest.mark.parametrize("name", ["Leaky Relu", "2x", "", "a/b"])
def test_a_type_is_a_word(name):
    with pytest.raises(ValueError, match="cannot be the type of an operation"):
        own_op(name, "x: T -> y: T", kernel=lambda x: x)
