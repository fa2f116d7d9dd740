"""Summaries and event files: the same nodes and bytes as TensorFlow's, and TensorBoard reads them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from tests.engine.comparing import assert_same_graph, played


def all_kinds(tf: Any) -> None:
    tf.summary.scalar("a", 1.0)
    tf.summary.histogram("h", [1.0, 2.0])
    tf.summary.image("i", tf.zeros([1, 2, 2, 3]))
    tf.summary.merge_all()
    with tf.name_scope("scope"):
        one = tf.summary.scalar("a b", 1.0, family="family")
        tf.summary.histogram("x", tf.constant([1]), collections=["other"])
    tf.summary.merge([one], collections=["merged"], name="together")
    tf.summary.merge_all(scope="scope")
    tf.summary.merge_all("other", name="with space")
    tf.summary.image("i", tf.zeros([1, 2, 2, 3]), max_outputs=1, family="f")


def test_nodes(tf, engine):
    assert_same_graph(tf, engine, all_kinds)


def log(tf: Any) -> Any:
    with tf.name_scope("g"):
        tf.summary.scalar("a", tf.constant(2.0))
        tf.summary.histogram("h", tf.constant([1.0, 2.0, -3.0]))
    merged = tf.summary.merge_all()
    writer = tf.summary.FileWriter("log", filename_suffix=".end")
    with tf.Session() as session:
        for step in range(2):
            writer.add_summary(session.run(merged), step)
    writer.add_run_metadata(tf.RunMetadata(), "tag", 1)
    writer.add_graph(tf.get_default_graph(), 4)
    writer.add_event(tf.Event(step=9))
    writer.flush()
    writer.close()
    (name,) = os.listdir("log")
    found = []
    for event in tf.train.summary_iterator(f"log/{name}"):
        event.wall_time = 0
        if event.WhichOneof("what") == "graph_def":
            graph = tf.GraphDef.FromString(event.graph_def)
            event.graph_def = b""
            found.append([node.name for node in graph.node])
        found.append(event.SerializeToString())
    return found


def graph_first(tf: Any) -> Any:
    tf.constant(1)
    with tf.summary.FileWriter("log", tf.get_default_graph()):
        pass
    (name,) = os.listdir("log")
    return [event.WhichOneof("what") for event in tf.train.summary_iterator(f"log/{name}")]


def same_tag_twice(tf: Any) -> None:
    writer = tf.summary.FileWriter("log")
    writer.add_run_metadata(tf.RunMetadata(), "tag")
    writer.add_run_metadata(tf.RunMetadata(), "tag")


def no_graph(tf: Any) -> None:
    tf.summary.FileWriter("log").add_graph("x")


@pytest.mark.parametrize("program", [log, graph_first, same_tag_twice, no_graph])
def test_event_files(tf, engine, tmp_path, program):
    expected, *_ = played(tf, program, tmp_path / "theirs")
    assert played(engine, program, tmp_path / "ours")[0] == expected


def picture(tf: Any, pixels: np.ndarray, **options: Any) -> Any:
    with tf.Graph().as_default(), tf.Session() as session:
        made = session.run(tf.summary.image("i", tf.constant(pixels), **options))
        return tf.Summary.FromString(made)


@pytest.mark.parametrize("dtype", ["float32", "float16", "float64", "uint8"])
@pytest.mark.parametrize("depth", [1, 3, 4])
def test_images_have_the_same_pixels(tf, engine, dtype, depth):
    random = np.random.default_rng(depth)
    for low, high in ((-1, 1), (0, 1), (0, 0), (5, 300)):
        numbers = random.uniform(low, high, (2, 4, 3, depth))
        if dtype == "uint8":
            numbers = np.abs(numbers) % 256
        elif high == 1:
            numbers[1, 2, 1, 0] = np.nan
        for options in ({}, {"max_outputs": 1}):
            pair = [picture(one, numbers.astype(dtype), **options) for one in (tf, engine)]
            assert [v.tag for v in pair[0].value] == [v.tag for v in pair[1].value]
            for theirs, ours in zip(pair[0].value, pair[1].value, strict=True):
                with tf.Graph().as_default(), tf.Session() as session:
                    decoded = session.run(
                        [
                            tf.image.decode_png(one.image.encoded_image_string, channels=depth)
                            for one in (theirs, ours)
                        ]
                    )
                assert np.array_equal(*decoded)
                assert theirs.image.width == ours.image.width
                assert theirs.image.colorspace == ours.image.colorspace
