"""What the moving pictures show: each is made from runs, and says in words what it draws."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from grader import engine
from grader.languages import using
from grader.pictures import (
    boards_picture,
    checkpoints_picture,
    dual_number_picture,
    gradient_picture,
    queue_picture,
    values_picture,
    walks_picture,
    windows_picture,
)
from tests.properties.back_ends import tf

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def in_english():
    with using("en"), engine.Graph().as_default():
        yield


def said(picture):
    return picture.alternative.splitlines()[1:]


def frames(picture):
    """The frames of a picture, which is well-formed SVG."""
    root = ElementTree.fromstring(picture.svg)
    return [one for one in root.iter(f"{SVG}g") if "data-frame" in one.attrib]


def words(frame):
    return [one.text for one in frame.iter(f"{SVG}text")]


# --------------------------------------------------------------------------------------- a queue


def a_queue(tf):
    line = tf.FIFOQueue(2, [tf.float32], shapes=[()], name="line")
    x = tf.placeholder(tf.float32, [], name="x")
    put, take = line.enqueue(x, name="put"), line.dequeue(name="take")
    runs = [put, put, put, take, take, take, put]
    return queue_picture(line, runs, [{x: 1.5}, {x: 2.5}, {x: 3.5}, None, None, None, {x: 4.5}])


def test_a_queue_fills_waits_and_empties():
    assert said(a_queue(engine)) == [
        "The queue is empty. It has room for 2.",
        "put is done. In the queue, from the front: 1.5 (1 of 2).",
        "put is done. In the queue, from the front: 1.5, 2.5 (2 of 2).",
        "put waits: the queue is full. In the queue, from the front: 1.5, 2.5 (2 of 2).",
        "take gives 1.5. In the queue, from the front: 2.5 (1 of 2).",
        "take gives 2.5. The queue is empty.",
        "take waits: the queue has too few items. The queue is empty.",
        "put is done. In the queue, from the front: 4.5 (1 of 2).",
    ]


def test_items_come_from_the_left_and_move_up():
    shown = frames(a_queue(engine))
    moves = [[one.get("data-from") for one in frame.iter() if one.get("data-from")]
             for frame in shown]  # fmt: skip
    assert [len(each) for each in moves] == [0, 1, 1, 0, 2, 1, 0, 1]
    assert all(float(each.split()[0]) < 0 for one in moves for each in one)
    assert [words(frame)[0] for frame in shown[3:5]] == ["\u25b6 put waits", "\u25b6 take"]


def test_a_run_that_takes_and_puts_back_turns_the_queue():
    line = engine.FIFOQueue(3, [engine.float32], shapes=[()])
    fill = line.enqueue_many([[1.0, 2.0, 3.0]], name="fill")
    taken = line.dequeue(name="taken")
    with engine.control_dependencies([line.enqueue(taken)]):
        item = engine.identity(taken, name="item")
    picture = queue_picture(line, [fill, item, item])
    assert [one.partition("front: ")[2] for one in said(picture)[1:]] == [
        "1.0, 2.0, 3.0 (3 of 3).",
        "2.0, 3.0, 1.0 (3 of 3).",
        "3.0, 1.0, 2.0 (3 of 3).",
    ]


def test_a_queue_that_is_too_large_is_refused():
    line = engine.FIFOQueue(13, [engine.float32], shapes=[()])
    with pytest.raises(ValueError, match="a queue for 13 elements cannot be drawn"):
        queue_picture(line, [line.size()])


# ------------------------------------------------------------------------------- values of a run


def a_run(tf, *more):
    x = tf.placeholder(tf.float32, [250_000], name="x")
    a = tf.multiply(x, 2.0, name="a")
    b = tf.sin(a, name="b")
    total = tf.reduce_sum(tf.add(a, b, name="c"), name="total")
    fetches = [total, *(one for one in (a, b) if one.op.name in more)]
    return values_picture(fetches, {x: np.ones(250_000, np.float32)})


def test_values_are_dropped_after_their_last_use():
    assert said(a_run(engine)) == [
        "Step 1 of 4: a is evaluated. The run now holds a: 1 MB.",
        "Step 2 of 4: b is evaluated. The run now holds a, b: 2 MB.",
        "Step 3 of 4: c is evaluated. The run now holds a, b, c: 3 MB. That is the peak.",
        "Step 4 of 4: total is evaluated. Dropped just before: a, b. "
        "The run now holds c, total: 1 MB.",
    ]


def test_each_node_says_its_state():
    states = [words(frame)[1:10:2] for frame in frames(a_run(engine))]
    assert states == [
        ["fed", "held: 1 MB", "not yet", "not yet", "not yet"],
        ["fed", "held: 1 MB", "held: 1 MB", "not yet", "not yet"],
        ["fed", "held: 1 MB", "held: 1 MB", "held: 1 MB", "not yet"],
        ["fed", "dropped", "dropped", "held: 1 MB", "held: 4 B"],
    ]


def test_what_is_fetched_is_never_dropped():
    picture = a_run(engine, "a")
    assert "Dropped just before: b." in said(picture)[-1]
    assert words(frames(picture)[-1])[3] == "held: 1 MB"


def test_the_frame_of_the_peak_is_the_still_one():
    shown = [n for n, frame in enumerate(frames(a_run(engine))) if not frame.get("display")]
    assert shown == [2]


def test_a_run_that_fails_is_refused():
    w = engine.Variable(1.0, name="w")
    bad = engine.check_numerics(engine.log(w - 1.0), "bad")
    with pytest.raises(ValueError, match="without an error"):
        values_picture(bad)


# ------------------------------------------------------------------------------------ a gradient


def a_gradient(tf):
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.placeholder(tf.float32, [], name="y")
    square = tf.multiply(x, x, name="square")
    product = tf.multiply(square, y, name="product")
    f = tf.add(product, y, name="f")
    return gradient_picture(f, [x, y], {x: 3.0, y: 4.0})


def test_a_gradient_walks_back_node_by_node_and_adds_up():
    assert said(a_gradient(engine)) == [
        "The gradient begins with 1 at f.",
        "f passes back: 1 to product, 1 to y.",
        "product passes back: 4 to square, 9 to y. At y they add up: 1 + 9 = 10.",
        "square passes back: 24 to x.",
        "The gradient: x 24, y 10.",
    ]


def test_the_walk_ends_with_the_gradient_of_the_engine():
    x = engine.Variable(0.7, name="x")
    y = engine.sin(x) * x + engine.exp(-x)
    (slope,) = engine.gradients(y, x)
    with engine.Session() as session:
        session.run(x.initializer)
        expected = f"{session.run(slope):.4g}".replace("-", "\u2212")
    assert said(gradient_picture(y, [x]))[-1] == f"The gradient: x {expected}."


def test_a_negative_share_is_subtracted():
    x = engine.placeholder(engine.float32, [], name="x")
    y = engine.subtract(engine.multiply(x, 3.0, name="three"), x, name="y")
    told = said(gradient_picture(y, [x], {x: 1.0}))
    assert told[2].endswith("At x they add up: \u22121 + 3 = 2."), told
    y = engine.subtract(x, engine.multiply(x, 3.0, name="times"), name="z")
    told = said(gradient_picture(y, [x], {x: 1.0}))
    assert told[2].endswith("At x they add up: 1 \u2212 3 = \u22122."), told


def test_a_closed_valve_lets_nothing_through():
    x = engine.placeholder(engine.float32, [], name="x")
    y = engine.add(engine.stop_gradient(x, name="valve"), engine.square(x, name="sq"), name="y")
    told = said(gradient_picture(y, [x], {x: 3.0}))
    assert "y passes back: 1 to valve, 1 to sq." in told
    assert not any(one.startswith("valve passes") for one in told)
    assert told[-1] == "The gradient: x 6."


def test_arrays_are_refused():
    x = engine.placeholder(engine.float32, [3])
    with pytest.raises(ValueError, match="through scalars"):
        gradient_picture(engine.reduce_sum(x), [x], {x: [1.0, 2.0, 3.0]})


# ----------------------------------------------------------------------------------- checkpoints


def test_a_saver_keeps_the_newest_checkpoints():
    w = engine.Variable(0.0, name="w")
    more = engine.assign_add(w, 1.0)
    with engine.Session() as session:
        session.run(w.initializer)
        picture = checkpoints_picture(session, engine.train.Saver(max_to_keep=2), 4, more)
        assert session.run(w) == 4.0
    assert said(picture) == [
        "Save 1: model-1 is written. In the folder: model-1. The latest is model-1.",
        "Save 2: model-2 is written. In the folder: model-1, model-2. The latest is model-2.",
        "Save 3: model-3 is written. Deleted: model-1. In the folder: model-2, model-3. "
        "The latest is model-3.",
        "Save 4: model-4 is written. Deleted: model-2. In the folder: model-3, model-4. "
        "The latest is model-4.",
    ]
    assert words(frames(picture)[-1]).count("deleted") == 2


def test_too_many_checkpoints_are_refused():
    with pytest.raises(ValueError, match="13 checkpoints cannot be drawn"):
        checkpoints_picture(None, None, 13)


# --------------------------------------------------------------------------------- a dual number


def a_dual_number(tf):
    x = tf.placeholder(tf.float64, [], name="x")
    return dual_number_picture(tf.multiply(x, tf.sin(x), name="f"), x, -3.0, 3.0)


def test_a_dual_number_has_its_value_and_its_slope():
    picture = a_dual_number(engine)
    told = said(picture)
    assert len(told) == 61
    places = np.linspace(-3, 3, 61)
    for place, one in zip(places, told, strict=True):
        value, slope = place * np.sin(place), np.sin(place) + place * np.cos(place)
        end = f"the value is {value:.2f}, and the slope {slope:.2f}.".replace("-", "\u2212")
        assert one.endswith(end.replace("\u22120.00", "0.00")), one
    assert "In goes \u22123.00 + 1.00\u03b5." in told[0]
    along = [float(frame.get("data-at")) for frame in frames(picture)]
    assert along == sorted(along)


def test_a_place_without_a_slope_is_refused():
    x = engine.placeholder(engine.float64, [], name="x")
    with pytest.raises(ValueError, match="choose other bounds"), np.errstate(all="ignore"):
        dual_number_picture(engine.log(x), x, -1.0, 1.0)
    with pytest.raises(ValueError, match="not below"):
        dual_number_picture(engine.log(x), x, 1.0, 1.0)


# ----------------------------------------------------------------------------- TensorFlow's graphs


@pytest.mark.parametrize("make", [a_queue, a_run, a_gradient, a_dual_number])
def test_a_graph_of_tensorflow_has_the_same_sentences(make):
    with tf.Graph().as_default():
        theirs = said(make(tf))
    assert theirs == said(make(engine))


def test_a_saver_of_tensorflow_leaves_the_same_files():
    with tf.Graph().as_default():
        w = tf.Variable(0.0, name="w")
        with tf.Session() as session:
            session.run(w.initializer)
            picture = checkpoints_picture(session, tf.train.Saver(max_to_keep=1), 2)
    assert said(picture)[-1].startswith("Save 2: model-2 is written. Deleted: model-1.")


# ------------------------------------------------------------------------------------------ boards


def test_boards_show_their_living_cells_one_after_the_other():
    picture = boards_picture([np.eye(2), [[0, 1], [0, 0]]], "Two boards")
    assert picture.alternative.splitlines() == [
        "Two boards",
        "Board 1: 2 living cells.",
        "Board 2: 1 living cell.",
    ]
    drawn = [one.find(f"{SVG}path").get("d") for one in frames(picture)]
    assert drawn == ["M8 8h12v12h-12zM20 20h12v12h-12z", "M20 8h12v12h-12z"]
    assert 'data-pace="300"' in picture._repr_html_()


@pytest.mark.parametrize("boards", [[], [[1, 0]], [np.eye(2), np.eye(3)], [np.zeros((100, 100))]])
def test_boards_that_do_not_fit_are_refused(boards):
    with pytest.raises(ValueError, match="boards have one shape"):
        boards_picture(boards)


# ------------------------------------------------------------------------------- walks and windows


def places_of(frame):
    return [(float(one.get("cx")), float(one.get("cy"))) for one in frame.iter(f"{SVG}circle")]


def test_each_walk_is_a_frame_in_the_same_valley():
    walks = {"slow": [(0, 0), (1, 0), (1.5, 0)], "far": [(0, 0), (1e9, 0)]}
    picture = walks_picture("Two walks", [[1, 0], [0, 4]], (2, 0), walks, "w", "b")
    assert said(picture) == [
        "slow: 2 steps, from 4 to 0.25 above the bottom.",
        "far: 1 step, from 4 to 1e+18 above the bottom.",
    ]
    slow, far = map(places_of, frames(picture))
    assert np.diff(slow, axis=0)[:, 0] == pytest.approx([340 / 5.6, 340 / 11.2], abs=0.1)
    assert max(x for x, _ in far) == 3400  # outside of what is seen, and still a number of pixels
    rings = ElementTree.fromstring(picture.svg).iter(f"{SVG}ellipse")
    (first, *_) = [sorted(float(one.get(axis)) for axis in ("rx", "ry")) for one in rings]
    assert first[1] == pytest.approx(2 * first[0], rel=0.01)  # the bend is four times as sharp


def test_each_window_becomes_a_row():
    picture = windows_picture(np.arange(9).reshape(3, 3), 2, 2)
    assert said(picture)[1:3] == [
        "Window 2 of 4 becomes row 2: 1, 2, 4, 5.",
        "Window 3 of 4 becomes row 3: 3, 4, 6, 7.",
    ]
    third = words(frames(picture)[2])
    shown = [word for word in third if word.isdigit()]
    assert sorted(map(int, shown[9:])) == [0, 1, 1, 2, 3, 3, 4, 4, 4, 5, 6, 7]  # three rows so far
    framed = [one for one in frames(picture)[2].iter(f"{SVG}rect") if one.get("stroke-width")]
    assert len(framed) == 8  # four cells of the picture, four of the row
