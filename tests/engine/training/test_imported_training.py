"""Whole training graphs made by TensorFlow, with optimizer, summaries and saver, train on the bounded engine.

Only bytes of a GraphDef come over, and the names of what is run: the same seeds give the same first
weights, and the losses agree at each of 100 steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader import engine
from grader.engine.core import limits

STEPS = 100
Feeds = Callable[[np.random.RandomState], dict[str, Any]]


def finish(tf: Any, loss: Any, train: Any) -> None:
    """What every training program adds: names for what is run, summaries, a saver, the init op."""
    tf.identity(loss, name="the_loss")
    tf.group(train, name="train_once")
    tf.summary.scalar("loss", loss)
    for v in tf.trainable_variables():
        tf.summary.histogram(v.op.name, v)
    tf.identity(tf.summary.merge_all(), name="summaries")
    tf.train.Saver()
    tf.group(tf.global_variables_initializer(), tf.local_variables_initializer(), name="prepare")


def classes(rng: np.random.RandomState, size: int, count: int) -> tuple[Any, Any]:
    """Points that belong to classes by the largest of their first numbers."""
    data = rng.randn(32, size)
    return data, data[:, :count].argmax(1)


def convolutions(tf: Any) -> Feeds:
    x = tf.placeholder(tf.float32, [None, 6, 6, 1], name="x")
    y = tf.placeholder(tf.int32, [None], name="y")
    training = tf.placeholder_with_default(True, [], name="training")
    with tf.variable_scope("conv", initializer=tf.truncated_normal_initializer(stddev=0.3)):
        kernel = tf.get_variable("kernel", [3, 3, 1, 4])
        h = tf.nn.conv2d(x, kernel, [1, 1, 1, 1], "SAME")
        mean, variance = tf.nn.moments(h, [0, 1, 2])
        moving = tf.get_variable("moving_mean", [4], initializer=tf.zeros_initializer())
        update = tf.assign(moving, 0.9 * moving + 0.1 * mean)
        tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, update)
        mean = tf.cond(training, lambda: mean, lambda: moving)
        h = tf.nn.relu(tf.nn.batch_normalization(h, mean, variance, None, None, 1e-3))
        h = tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    flat = tf.nn.dropout(tf.reshape(h, [-1, 36]), rate=0.2)
    w = tf.get_variable("w", [36, 3], initializer=tf.random_normal_initializer(stddev=0.1))
    labels = tf.one_hot(y, 3)
    loss = tf.reduce_mean(
        tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=tf.matmul(flat, w))
    )
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train = tf.train.RMSPropOptimizer(0.002, momentum=0.5).minimize(loss)
    finish(tf, loss, train)

    def feeds(rng: np.random.RandomState) -> dict[str, Any]:
        data, labels = classes(rng, 36, 3)
        return {"x:0": data.reshape(-1, 6, 6, 1), "y:0": labels}

    return feeds


def recurrent(tf: Any) -> Feeds:
    x = tf.placeholder(tf.float32, [None, 5, 2], name="x")
    w = tf.get_variable("w", [8, 6], initializer=tf.orthogonal_initializer(0.7))
    out = tf.get_variable("out", [6, 1])
    steps = tf.shape(x)[1]
    inputs = tf.TensorArray(tf.float32, size=steps).unstack(tf.transpose(x, [1, 0, 2]))
    start = tf.zeros(tf.stack([tf.shape(x)[0], 6]))
    start.set_shape([None, 6])

    def body(i: Any, h: Any, penalty: Any) -> Any:
        new = tf.tanh(tf.matmul(tf.concat([inputs.read(i), h], 1), w))
        penalty = tf.cond(i > 2, lambda: penalty + tf.nn.l2_loss(new - h), lambda: penalty)
        return i + 1, new, penalty

    _, h, penalty = tf.while_loop(lambda i, *_: i < steps, body, [0, start, 0.0])
    target = tf.reduce_sum(x[:, :, 0], 1, keepdims=True)
    loss = tf.reduce_mean(tf.square(tf.matmul(h, out) - target)) + 1e-3 * penalty
    finish(tf, loss, tf.train.AdagradOptimizer(0.05).minimize(loss))
    return lambda rng: {"x:0": rng.rand(16, 5, 2)}


def embeddings(tf: Any) -> Feeds:
    """Rows of two tables, whose gradients are IndexedSlices with repeated indices."""
    user = tf.placeholder(tf.int32, [None], name="user")
    item = tf.placeholder(tf.int32, [None], name="item")
    users = tf.get_variable("users", [12, 4])
    items = tf.get_variable("items", [10, 4], initializer=tf.random_normal_initializer())
    rows = tf.nn.embedding_lookup(users, user) * tf.nn.embedding_lookup(items, item)
    rating = tf.cast((user * 3 + item) % 5, tf.float32)
    loss = tf.reduce_mean(tf.square(tf.reduce_sum(rows, 1) - rating))
    finish(tf, loss, tf.train.AdamOptimizer(0.02).minimize(loss))
    return lambda rng: {"user:0": rng.randint(0, 12, 20), "item:0": rng.randint(0, 10, 20)}


MODELS = [convolutions, recurrent, embeddings]


def trained(module: Any, session: Any, feeds: Feeds) -> dict[str, Any]:
    """The losses of 100 steps on the graph's nodes by their names, and the last weights."""
    rng = np.random.RandomState(0)
    session.run("prepare")
    losses = []
    for _ in range(STEPS):
        batch = feeds(rng)
        losses.append(session.run("the_loss:0", batch))
        session.run("train_once", batch)
    kinds = ("VariableV2", "VarHandleOp")
    names = [op.name for op in session.graph.get_operations() if op.type in kinds]
    return {"losses": losses, "variables": {name: session.run(f"{name}:0") for name in names}}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("model", MODELS)
def test_a_graph_from_tensorflow_trains_with_the_same_losses(tf: Any, model: Any) -> None:
    with tf.Graph().as_default() as theirs:
        tf.set_random_seed(12)
        feeds = model(tf)
        config = tf.ConfigProto()
        config.graph_options.rewrite_options.disable_meta_optimizer = True
        with tf.Session(config=config) as session:
            expected = trained(tf, session, feeds)
    with limits.bounded(), engine.Graph().as_default() as ours:
        message = engine.GraphDef.FromString(theirs.as_graph_def().SerializeToString())
        engine.import_graph_def(message, name="")
        assert len(ours.get_operations()) == len(theirs.get_operations())
        with engine.Session() as session:
            got = trained(engine, session, feeds)
    np.testing.assert_allclose(got["losses"], expected["losses"], rtol=1e-4, atol=1e-5)
    assert list(got["variables"]) == list(expected["variables"])
    for variable, value in expected["variables"].items():
        np.testing.assert_allclose(
            got["variables"][variable], value, rtol=1e-3, atol=1e-4, err_msg=variable
        )
    assert got["losses"][-1] != got["losses"][0]
