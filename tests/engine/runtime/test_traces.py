"""What a trace says of a run: order, counts, lifetimes, bytes, peak memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader import engine as tf
from grader.engine.runtime.traces import run_with_trace


def test_each_node_is_evaluated_once_in_one_run_and_again_in_the_next() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.placeholder_with_default(3, (), name="w")
        x = tf.add(w, 2, name="x")
        y, z = tf.add(x, 5, name="y"), tf.multiply(x, 3, name="z")
        values, together = run_with_trace(session, [y, z])
        assert values == [10, 15]
        assert {name: node.count for name, node in together.nodes.items()} == dict.fromkeys(
            "wxyz", 1
        )
        apart = [run_with_trace(session, one)[1] for one in (y, z)]
        assert sum(trace.nodes["x"].count for trace in apart) == 2


def test_lifetimes_and_memory() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        a = tf.placeholder(tf.float32, (1000,), name="a")
        b = tf.exp(a, name="b")
        c = tf.multiply(b, b, name="c")
        d = tf.reshape(c, (10, 100), name="d")
        e = tf.reduce_sum(d, name="e")
        value, trace = run_with_trace(session, e, {a: np.zeros(1000)})
    assert value == 1000
    order = [step.operation.name for step in trace.steps]
    assert order == ["b", "c", "d", "e"]
    nodes = trace.nodes
    assert (nodes["b"].order, nodes["b"].first_use, nodes["b"].last_use) == (0, 1, 1)
    assert (nodes["e"].first_use, nodes["e"].fetched, nodes["e"].bytes) == (None, True, 4)
    assert nodes["c"].bytes == 4000
    # b and c at once; d is c's own buffer, seen in another shape.
    assert trace.peak_bytes == 8000
    assert [step.alive_bytes for step in trace.steps] == [4000, 8000, 4000, 4004]


def test_a_loops_nodes_are_counted() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        result = tf.while_loop(lambda i: i < 5, lambda i: tf.add(i, 1, name="more"), [0])
        value, trace = run_with_trace(session, result)
    assert value == 5
    counts = {node.op_type: node.count for node in trace.nodes.values()}
    assert counts["LoopCond"] == 6
    assert sum(step.operation.type == "AddV2" and step.bytes > 0 for step in trace.steps) == 5


def test_values_can_be_kept_or_not_and_the_run_is_the_same() -> None:
    def play(keep: bool) -> Any:
        with tf.Graph().as_default(), tf.Session() as session:
            v = tf.Variable(1.0)
            session.run(tf.global_variables_initializer())
            value, trace = run_with_trace(session, tf.assign_add(v, 2.0), keep=keep)
            return value, [step.values is not None for step in trace.steps], session.run(v)

    assert play(True)[::2] == play(False)[::2] == (3.0, 3.0)
    assert all(play(True)[1]) and not any(play(False)[1])


def test_run_metadata_is_filled_where_it_is_asked_for() -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        total = tf.add(tf.placeholder_with_default(1.0, ()), 2.0, name="total")
        metadata = tf.RunMetadata()
        session.run(
            total,
            options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE),
            run_metadata=metadata,
        )
    stats = metadata.step_stats.dev_stats[0].node_stats
    assert stats[-1].node_name == "total"
    assert stats[-1].output[0].tensor_description.allocation_description.requested_bytes == 4
