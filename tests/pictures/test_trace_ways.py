"""`trace` of a derivative: the passes of each method, as they were counted while it ran."""

from __future__ import annotations

import pytest

from grader import engine
from grader.pictures.stepper import counted_ways
from grader.pictures.stepper import passes as counting
from tests.exercises.answering import BACK_ENDS, module_of


def waves(tf, n):
    """n inputs and one output, and what to feed."""
    xs = [tf.placeholder(tf.float64, [], name=f"x{i}") for i in range(n)]
    y = tf.add_n([tf.sin(a) * b for a, b in zip(xs, xs[1:] + xs[:1], strict=True)], name="y")
    return y, xs, {x: 0.3 + 0.1 * i for i, x in enumerate(xs)}


def counts(ways):
    return {way.method: way.count for way in ways.ways}


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_ten_inputs_and_one_output(back_end):
    tf = module_of(back_end)
    with tf.Graph().as_default() as graph:
        y, xs, feeds = waves(tf, 10)
        nodes = len(graph.get_operations())
        found = counted_ways(y, xs, feeds)
        assert len(graph.get_operations()) == nodes, "the notebook's own graph is left alone"
    assert counts(found) == {
        "numerical": 11,
        "numerical (central)": 20,
        "symbolic": 0,
        "forward mode": 10,
        "reverse mode": 2,
    }
    for way in found.ways:
        assert len(way.passes) == way.count, "the passes that are told are those that were counted"
    reverse = found.ways[-1]
    assert [one.back for one in reverse.passes] == [False, True]
    assert reverse.passes[0].evaluations + reverse.passes[1].evaluations <= reverse.evaluations
    assert found.ways[0].passes[0].what == "at the point"
    assert found.ways[0].passes[4].what.startswith("x3 moved by +")
    assert found.ways[3].passes[9].what == "with the slope along x9"


def test_two_inputs_and_eight_outputs():
    with engine.Graph().as_default():
        a = engine.placeholder(engine.float64, [], name="a")
        b = engine.placeholder(engine.float64, [], name="b")
        many = engine.stack([engine.sin(a * k) + b for k in range(1, 9)], name="many")
        found = counted_ways(many, [a, b], {a: 0.3, b: 0.4})
    assert counts(found) == {
        "numerical": 3,
        "numerical (central)": 4,
        "symbolic": 0,
        "forward mode": 2,
        "reverse mode": 9,
    }
    back = [one for one in found.ways[-1].passes if one.back]
    assert [one.what for one in back] == [f"from many[{k}]" for k in range(8)]


def test_both_back_ends_tell_the_same():
    found = []
    for back_end in BACK_ENDS:
        tf = module_of(back_end)
        with tf.Graph().as_default():
            v = tf.Variable([1.0, 2.0], name="v")
            found.append(counted_ways(tf.reduce_sum(v * v * v, name="y"), v))
    assert found[0] == found[1]
    assert found[0].variables == "initial"
    assert found[0].ways[-1].derivative == ("[ 3. 12.]",)


def test_gradients_that_are_there_already_are_part_of_the_graph():
    with engine.Graph().as_default():
        x = engine.placeholder(engine.float64, [], name="x")
        (slope,) = engine.gradients(engine.sin(x) * x, x)
        found = counted_ways(engine.stack([slope, slope * 2.0]), x, {x: 1.0})
    assert [(one.back, one.what) for one in found.ways[-1].passes] == [
        (False, "for the values"),
        (True, "from stack[0]"),
        (True, "from stack[1]"),
    ]


def test_the_values_of_the_session():
    with engine.Graph().as_default(), engine.Session() as session:
        v = engine.Variable(1.0, name="v")
        session.run(v.assign(3.0))
        assert counted_ways(v * v, [v], session=session).ways[-1].derivative == ("6.0",)


def test_a_method_that_cannot_says_why_and_the_others_are_counted():
    with engine.Graph().as_default():
        x = engine.placeholder(engine.float64, [], name="x")
        _i, y = engine.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), [0, x])
        found = counted_ways(y, [x], {x: 2.0})
    assert [bool(way.error) for way in found.ways] == [False, False, True, True, True]
    assert "a loop" in found.ways[-1].error
    assert counts(found)["numerical"] == 2
    (slope,) = found.ways[1].derivative
    assert float(slope) == pytest.approx(32)


def test_what_cannot_be_differentiated():
    with engine.Graph().as_default():
        x = engine.placeholder(engine.float64, [None], name="x")
        number = engine.constant(1, name="number")
        with pytest.raises(TypeError, match="only floats"):
            counted_ways(number * 2, [number])
        with pytest.raises(ValueError, match="one tensor to differentiate"):
            counted_ways([x, x], [x], {x: [1.0]})
        most = counting.MOST_ELEMENTS
        with pytest.raises(ValueError, match=f"have {most + 1} elements"):
            counted_ways(x * x, [x], {x: [0.5] * (most + 1)})
