"""The drawing of lives: which values are drawn, from when to when, and the memory below."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from grader import engine
from grader.pictures import Life, lifetimes_picture, lives_picture, trace_of
from tests.properties.back_ends import tf


def chain(tf):
    """x doubled, its sine, their sum, and the total of that, in a graph of its own."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [250_000], name="x")
        a = tf.multiply(x, 2.0, name="a")
        b = tf.sin(a, name="b")
        total = tf.reduce_sum(tf.add(a, b, name="c"), name="total")
    return x, b, total


def traced(tf, *, fetch_b=False):
    x, b, total = chain(tf)
    return trace_of([total, b] if fetch_b else total, {x: np.ones(250_000, np.float32)})


def test_a_value_lives_from_its_step_to_its_last_use():
    text = lifetimes_picture(traced(engine)).alternative
    assert text.splitlines()[1:] == [
        "a (1 MB): from 1 to 3",
        "b (1 MB): from 2 to 3",
        "c (1 MB): from 3 to 4",
        "total (4 B): from 4 kept beyond the end",
        "peak: 3 MB at 3",
    ]


def test_what_is_fetched_stays_to_the_end():
    plain, fetched = traced(engine), traced(engine, fetch_b=True)
    assert "b (1 MB): from 2 kept beyond the end" in lifetimes_picture(fetched).alternative
    assert fetched.steps[-1].alive_bytes == plain.steps[-1].alive_bytes + 1_000_000


def test_small_values_can_be_left_out():
    assert "total" not in lifetimes_picture(traced(engine), smallest=1000).alternative


def test_a_graph_of_tensorflow_has_the_same_picture():
    assert lifetimes_picture(traced(tf)) == lifetimes_picture(traced(engine))


def test_a_variable_has_its_initial_value_in_a_trace():
    with engine.Graph().as_default():
        w = engine.Variable([1.0, 2.0])
        local = engine.Variable(3.0, collections=[engine.GraphKeys.LOCAL_VARIABLES])
        total = engine.reduce_sum(w * local)
    assert trace_of(total).evaluations > 0


def test_nothing_to_fetch_is_an_error():
    with pytest.raises(ValueError, match="at least one tensor"):
        trace_of([])


@pytest.mark.parametrize("life", [Life("w", 2, 1), Life("w", -1, 1), Life("w", 0, 3)])
def test_a_life_outside_the_moments_is_an_error(life):
    with pytest.raises(ValueError, match="the lifetime of w"):
        lives_picture([life], ["one", "two", "three"])


@pytest.mark.parametrize(
    "lives", [[Life("w", 0, 1), Life("w", 1, 2)], [Life("w", 2, 2), Life("w", 0, 2)]]
)
def test_lives_that_overlap_in_a_row_are_an_error(lives):
    with pytest.raises(ValueError, match="two lifetimes of w overlap"):
        lives_picture(lives, ["one", "two", "three"])


def test_the_drawing_is_well_formed_and_names_everything():
    picture = lives_picture([Life("<w>", 0, 1, True, "a & b")], ["open", "close"])
    root = ElementTree.fromstring(picture.svg)
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"open", "close", "<w>", "a & b", "kept beyond the end"} <= set(texts)
    assert root.get("aria-label") == picture.alternative.replace("\n", "; ")


def test_lives_with_one_label_share_a_row_in_which_it_is_written_once():
    lives = [Life("memory", 0, 0, note="old"), Life("memory", 1, 1, note="new"), Life("copy", 1, 1)]
    root = ElementTree.fromstring(lives_picture(lives, ["open", "close"]).svg)
    heights = {
        element.text: element.get("y") for element in root.iter() if element.tag.endswith("text")
    }
    assert heights["old"] == heights["new"] == heights["memory"] != heights["copy"]
    assert [element.text for element in root.iter()].count("memory") == 1
