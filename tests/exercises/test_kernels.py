"""Chapter 09: bad input gets a sentence that helps, and own operations leave nothing behind.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import numpy as np
import pytest

from grader import engine
from grader.engine.own_ops import forget_own_ops, own_op
from grader.engine.registry import GRADIENTS, TABLE
from grader.evidence.probes import bounded
from grader.exercises import chapter_exercises
from grader.exercises.answers import answers
from grader.judging import draw, observe_answer
from tests.exercises.answering import BACK_ENDS, judged, module_of

pytestmark = pytest.mark.slow

EXERCISES = chapter_exercises("09-kernels")

OWN = """
def make_distances():
    from grader.engine.own_ops import own_op
    return own_op("SquaredDistances", "a: T, b: T -> d: T", kernel={kernel}, gradient={gradient})
"""


def verdict(name, source, back_end="engine", seed=b"seed"):
    return judged(EXERCISES[f"kernels/{name}"], source, seed, module_of(back_end))


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_an_operation_that_the_notebook_has_made_stays_as_it_was(back_end):
    """Also where an answer, the reference and the misconceptions use the same name."""
    mine = own_op("SquaredDistances", "a: T, b: T -> d: T", kernel=lambda a, b: a + b)
    entry, before = TABLE["SquaredDistances"], (set(TABLE), dict(GRADIENTS))
    try:
        wrong = next(a for a in answers("09-kernels") if a.misconception == "ignores-g")
        assert not verdict("make-distances", wrong.source, back_end).full
        assert TABLE["SquaredDistances"] is entry
        assert (set(TABLE), dict(GRADIENTS)) == before
        with engine.Graph().as_default(), engine.Session() as session:
            assert session.run(mine(1.0, 2.0)) == 3.0
    finally:
        forget_own_ops()


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def make_distances():\n    return None\n", "return what own_op returns"),
        ("def make_distances():\n    return lambda a, b: 7\n", "expected a tensor of the engine"),
        (OWN.format(kernel="lambda a, b: a @ b.T", gradient="None"), "three others: expected"),
        (
            OWN.format(kernel="lambda a, b: a @ b", gradient="None"),
            "the kernel of SquaredDistances raised",
        ),
        (
            "def make_distances():\n    from grader.engine.own_ops import own_op\n"
            "    return own_op('MatMul', 'a: T, b: T -> d: T', kernel=lambda a, b: a)\n",
            "give yours another name",
        ),
        ("x = make_distances = 3\n", "should be a function"),
        ("", "the name 'make_distances' is not defined"),
    ],
)
def test_an_operation_that_is_none_gets_a_reason(source, reason):
    found = verdict("make-distances", source)
    assert found.points == 0
    assert reason in found.message


def test_a_gradient_of_tensorflow_s_functions_is_told_to_use_the_engine_s():
    source = """
def make_distances():
    from grader.engine.own_ops import own_op

    def gradient(op, g):
        a, b = op.inputs
        return tf.zeros([2, 2]), tf.zeros([2, 2])

    return own_op(
        "SquaredDistances",
        "a: T, b: T -> d: T",
        kernel=lambda a, b: ((a[:, None] - b) ** 2).sum(2),
        shape=lambda a, b: [a[0], b[0]],
        gradient=gradient,
    )
"""
    found = verdict("make-distances", source, "tensorflow")
    assert found.points == 2
    assert "build it with the engine's functions" in found.message


def test_a_list_that_an_answer_changes_is_not_the_next_call_s():
    source = next(a for a in answers("09-kernels") if a.name == "ones-in-front").source
    spoils = source.replace("    return shape", "    a.clear(); b.clear()\n    return shape")
    assert "clear" in spoils
    assert verdict("broadcast-shape", spoils).full


@pytest.mark.sampled(4, ci=0.3)
@pytest.mark.parametrize(
    ("name", "source", "reason"),
    [
        ("convolve", "def convolve(x, filters, stride):\n    return None\n", "a `return` missing"),
        ("convolve", "def convolve(x, filters, stride):\n    yield x\n", "type generator"),
        ("convolve", "def convolve(x):\n    return x\n", "takes 1 positional argument"),
        ("backward", "def backward(x, filters, g):\n    return x\n", "should return three things"),
        ("backward", "def backward(x, filters, g):\n    return x, 1.0, g\n", "should be a tensor"),
        (
            "cross-entropy",
            "def cross_entropy(logits, classes):\n    while True:\n        raise TypeError('no')\n",
            "your code raised TypeError",
        ),
        (
            "convolve",
            "def convolve(x, filters, stride):\n"
            "    return tf.py_func(lambda a, b: a[:, :2, :2], [x, filters], tf.float32)\n",
            "",
        ),
    ],
)
@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_what_is_no_answer_gets_a_sentence(name, source, reason, back_end):
    found = verdict(name, source, back_end)
    assert found.points == 0
    assert reason.lower() in found.message.lower(), found.message


@pytest.mark.sampled(1, ci=0.3)
@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("broadcast-shape", "def broadcast_shape(a, b):\n    while True:\n        pass\n"),
        ("convolve", "def convolve(x, filters, stride):\n    while True:\n        x = x[:]\n"),
        (
            "make-distances",
            "def endless(a, b):\n    while True:\n        pass\n"
            + OWN.format(kernel="endless", gradient="None"),
        ),
    ],
)
def test_an_answer_without_an_end_is_stopped(name, source, back_end, monkeypatch):
    monkeypatch.setattr(bounded, "SECONDS", 0.5)
    found = verdict(name, source, back_end)
    assert found.points == 0
    assert "did not finish within 0.5 seconds" in found.message


@pytest.mark.slow
def test_a_product_inside_a_loop_is_not_one_product():
    source = """
def convolve(x, filters, stride):
    height, width, channels, k = filters.shape.as_list()
    n, rows, columns, _ = x.shape.as_list()
    down, across = -(-rows // stride), -(-columns // stride)
    tall = max((down - 1) * stride + height - rows, 0)
    wide = max((across - 1) * stride + width - columns, 0)
    padded = tf.pad(x, [[0, 0], [tall // 2, tall], [wide // 2, wide], [0, 0]])

    def one(place):
        i, j = place // across * stride, place % across * stride
        window = tf.slice(padded, [0, i, j, 0], [n, height, width, channels])
        return tf.matmul(tf.reshape(window, [n, -1]), tf.reshape(filters, [-1, k]))

    found = tf.map_fn(one, tf.range(down * across), dtype=tf.float32)
    return tf.transpose(tf.reshape(found, [down, across, n, k]), [2, 0, 1, 3])
"""
    found = verdict("convolve", source)
    assert [case.holds for case in found.cases] == [True, True, False, False]


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_a_product_may_lay_its_factors_out_in_any_way(back_end):
    """One product per picture in a batch of products: as many numbers, in more axes."""
    source = next(a for a in answers("09-kernels") if a.name == "extracted-patches").source
    batches = source.replace(
        "tf.reshape(patches, [-1, size]), tf.reshape(filters, [size, k])",
        "tf.reshape(patches, [n, -1, size]), tf.stack([tf.reshape(filters, [size, k])] * n)",
    )
    assert batches != source
    assert verdict("convolve", batches, back_end).full


def test_windows_that_are_multiplied_for_nothing_cost_points():
    """Also where zeros take the places of the windows that the stride skips."""
    source = next(a for a in answers("09-kernels") if a.name == "extracted-patches").source
    longer = source.replace(
        "tf.reshape(patches, [-1, size])",
        "tf.pad(tf.reshape(patches, [-1, size]), [[0, 1], [0, 0]])",
    ).replace("tf.reshape(product, ", "tf.reshape(product[:-1], ")
    assert longer.count("tf.pad") == longer.count("[:-1]") == 1
    assert [case.holds for case in verdict("convolve", longer).cases] == [True, True, True, False]


def test_several_small_products_multiply_no_more_than_one_large_product():
    for name in ("sum-of-products", "picture-by-picture"):
        source = next(a for a in answers("09-kernels") if a.name == name).source
        found = verdict("convolve", source)
        assert [case.holds for case in found.cases] == [True, True, False, True]


def test_where_no_losses_are_built_nothing_holds():
    found = verdict("cross-entropy", "def cross_entropy(a, b):\n    raise NotImplementedError()\n")
    assert not any(case.holds for case in found.cases)


@pytest.mark.slow
def test_an_error_while_the_gradients_are_built_is_not_said_to_be_the_bias_s():
    source = next(a for a in answers("09-kernels") if a.name == "pads-rows-as-columns").source
    found = verdict("backward", source)
    assert "Several pictures, channels and filters: your code raised ValueError" in found.message
    assert "to_bias" not in found.message


def test_an_operation_for_float32_alone_has_the_points_for_float32():
    source = next(a for a in answers("09-kernels") if a.name == "named-float32").source
    assert [case.holds for case in verdict("make-distances", source).cases] == [True, True] + 4 * [
        False
    ]


def test_the_reference_of_the_convolution_is_tensorflow_s():
    tf = module_of("tensorflow")
    challenge = draw(EXERCISES["kernels/convolve"], b"law")
    shown, others, products, _ = observe_answer(
        EXERCISES["kernels/convolve"], challenge, EXERCISES["kernels/convolve"].reference
    )
    strides = [arguments[2]["value"] for arguments in challenge.inputs["builds"]]
    with tf.Graph().as_default(), tf.Session() as session:
        found = [
            session.run(tf.nn.conv2d(feed["x"], feed["filters"], stride, "SAME"))
            for feed, stride in zip(challenge.hidden["feeds"], strides, strict=True)
        ]
    np.testing.assert_array_equal(shown, found[0])
    assert len(others) == len(found) - 1
    for ours, theirs in zip(others, found[1:], strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert products == [(1, False)] * len(found)


def test_the_reference_of_the_way_back_is_tensorflow_s():
    """The three gradients of tf.nn.conv2d and tf.nn.bias_add, on TensorFlow itself."""
    tf = module_of("tensorflow")
    challenge = draw(EXERCISES["kernels/backward"], b"law")
    _, to_bias, to_filters, to_x, _ = observe_answer(
        EXERCISES["kernels/backward"], challenge, EXERCISES["kernels/backward"].reference
    )
    expected = [to_x[1], to_filters[1], to_bias[1]]
    x, filters, g = challenge.hidden["feeds"][1].values()
    with tf.Graph().as_default(), tf.Session() as session:
        inputs = [tf.constant(x), tf.constant(filters), tf.zeros([filters.shape[3]])]
        layer = tf.nn.bias_add(tf.nn.conv2d(*inputs[:2], [1, 1, 1, 1], "VALID"), inputs[2])
        for ours, theirs in zip(expected, session.run(tf.gradients(layer, inputs, g)), strict=True):
            assert abs(ours - theirs).max() <= 1e-4 * abs(theirs).max()


def test_the_reference_of_output_size_is_tensorflow_s():
    tf = module_of("tensorflow")
    exercise = EXERCISES["kernels/output-size"]
    for number in range(3):
        for size, window, stride, padding in draw(exercise, b"%d" % number).inputs["calls"]:
            outputs, before, after = exercise.reference()(size, window, stride, padding)
            with tf.Graph().as_default(), tf.Session() as session:
                x = tf.constant([[[[float(k + 1)]] for k in range(size)]])
                ones = tf.ones([window, 1, 1, 1])
                sums = tf.nn.conv2d(x, ones, [1, stride, 1, 1], padding)
                padded = tf.pad(x, [[0, 0], [before, after], [0, 0], [0, 0]])
                again = tf.nn.conv2d(padded, ones, [1, stride, 1, 1], "VALID")
                one, other = session.run([sums, again])
            assert one.shape[1] == outputs
            assert one.ravel().tolist() == other.ravel()[:outputs].tolist()
