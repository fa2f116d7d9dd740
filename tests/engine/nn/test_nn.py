"""Neural networks: what tf.nn and tf.losses build, node for node, and what comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.engine.autodiff.forward import tangents
from grader.engine.graph.build import apply
from tests.engine.comparing import assert_close_outcome, assert_same_graph
from tests.properties.back_ends import engine_session, tensorflow_session

PICTURES = np.random.default_rng(1).normal(size=(2, 6, 6, 3)).astype(np.float32)
FILTERS = np.random.default_rng(2).normal(size=(3, 3, 3, 4)).astype(np.float32)
ROWS = np.random.default_rng(4).normal(size=(4, 5)).astype(np.float32)
LABELS = np.eye(5, dtype=np.float32)[[0, 2, 1, 4]]

Build = Callable[[Any], Any]


LAYERS: dict[str, Build] = {
    "conv2d named": lambda tf: tf.nn.conv2d(
        PICTURES, filters=FILTERS, strides=2, padding="VALID", name="c"
    ),
    "conv2d explicit": lambda tf: tf.nn.conv2d(
        PICTURES, FILTERS, 1, [[0, 0], [1, 2], [0, 1], [0, 0]]
    ),
    "conv2d NCHW": lambda tf: tf.nn.conv2d(
        PICTURES, np.ones((1, 1, 6, 2), np.float32), 1, "SAME", data_format="NCHW"
    ),
    "conv2d both filters": lambda tf: tf.nn.conv2d(PICTURES, FILTERS, 1, "SAME", filters=FILTERS),
    "conv2d EXPLICIT": lambda tf: tf.nn.conv2d(PICTURES, FILTERS, 1, "EXPLICIT"),
    "conv2d three strides": lambda tf: tf.nn.conv2d(PICTURES, FILTERS, [1, 1, 1], "SAME"),
    "conv2d wrong rank": lambda tf: tf.nn.conv2d(PICTURES[0], FILTERS, 1, "SAME"),
    "conv2d transpose": lambda tf: tf.nn.conv2d_transpose(
        np.ones((2, 3, 3, 4), np.float32), FILTERS, [2, 6, 6, 3], 2
    ),
    "max_pool": lambda tf: tf.nn.max_pool(PICTURES, [1, 2, 2, 1], [1, 2, 2, 1], "SAME"),
    "max_pool short": lambda tf: tf.nn.max_pool(PICTURES, 2, 2, "VALID", name="p"),
    "max_pool zero": lambda tf: tf.nn.max_pool(PICTURES, 0, 2, "VALID"),
    "avg_pool": lambda tf: tf.nn.avg_pool(PICTURES, [1, 3, 3, 1], [1, 2, 2, 1], "SAME"),
    "bias_add NCHW": lambda tf: tf.nn.bias_add(PICTURES, np.ones(6, np.float32), "NCHW"),
    "bias_add wrong": lambda tf: tf.nn.bias_add(ROWS, [1.0, 2.0, 3.0]),
    "xw_plus_b": lambda tf: tf.nn.xw_plus_b(ROWS, LABELS.T @ ROWS, np.ones(5, np.float32)),
    "top_k": lambda tf: tf.nn.top_k(ROWS, 2).values,
    "in_top_k": lambda tf: tf.nn.in_top_k(ROWS, [0, 2, 1, 3], 2),
    "dropout keep": lambda tf: tf.nn.dropout(ROWS, 0.5, seed=3),
    "dropout rate": lambda tf: tf.nn.dropout(ROWS, rate=0.25, noise_shape=[4, 1], seed=3, name="d"),
    "dropout tensor": lambda tf: tf.nn.dropout(ROWS, tf.placeholder_with_default(0.5, ()), seed=1),
    "dropout none": lambda tf: tf.nn.dropout(ROWS, rate=0),
    "dropout graph seed": lambda tf: (tf.set_random_seed(4), tf.nn.dropout(ROWS, 0.5))[1],
    "dropout noise None": lambda tf: tf.nn.dropout(ROWS, 0.5, [None, 1], seed=2),
    "dropout wrong": lambda tf: tf.nn.dropout(ROWS, rate=1.5),
    "dropout of integers": lambda tf: tf.nn.dropout([1, 2], 0.5),
    "dropout nothing": lambda tf: tf.nn.dropout(ROWS),
    "moments": lambda tf: tf.nn.moments(tf.constant(PICTURES), [0, 1, 2]),
    "moments keep": lambda tf: tf.nn.moments(tf.constant(ROWS), [0], keep_dims=True, name="m"),
    "batch_normalization": lambda tf: tf.nn.batch_normalization(
        tf.constant(ROWS), *[np.abs(ROWS[i]) for i in range(4)], 1e-3
    ),
    "batch_normalization plain": lambda tf: tf.nn.batch_normalization(
        tf.constant(ROWS), ROWS[0], np.abs(ROWS[1]), None, None, 1e-3
    ),
}

LOSSES: dict[str, Build] = {
    "sigmoid": lambda tf: tf.nn.sigmoid_cross_entropy_with_logits(labels=LABELS, logits=ROWS),
    "sigmoid shapes": lambda tf: tf.nn.sigmoid_cross_entropy_with_logits(
        labels=LABELS[1:], logits=ROWS
    ),
    "sigmoid no labels": lambda tf: tf.nn.sigmoid_cross_entropy_with_logits(logits=ROWS),
    "weighted": lambda tf: tf.nn.weighted_cross_entropy_with_logits(LABELS, ROWS, 2.0),
    "softmax": lambda tf: tf.nn.softmax_cross_entropy_with_logits(
        labels=LABELS, logits=ROWS, name="x"
    ),
    "softmax axis": lambda tf: tf.nn.softmax_cross_entropy_with_logits_v2(LABELS, ROWS, axis=0),
    "softmax unknown": lambda tf: tf.nn.softmax_cross_entropy_with_logits_v2(
        LABELS, tf.placeholder_with_default(ROWS, None)
    ),
    "softmax 3": lambda tf: tf.nn.softmax_cross_entropy_with_logits_v2([LABELS], [ROWS]),
    "sparse": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=[0, 2, 1, 4], logits=ROWS, name="s"
    ),
    "sparse 3": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=[[0, 2, 1, 4]], logits=[ROWS]
    ),
    "sparse ranks": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=[[0, 2, 1, 4]], logits=ROWS
    ),
    "sparse sizes": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=[0, 2, 1], logits=ROWS
    ),
    "squared": lambda tf: tf.losses.mean_squared_error(LABELS, ROWS, weights=2.0, scope="mse"),
    "squared of rows": lambda tf: tf.losses.mean_squared_error(
        LABELS, ROWS, weights=[[1.0], [0.0], [2.0], [1.0]]
    ),
    "squared, wrong weights": lambda tf: tf.losses.mean_squared_error(
        LABELS, ROWS, weights=[1.0, 2.0]
    ),
    "squared, none": lambda tf: tf.losses.mean_squared_error(None, ROWS),
    "squared, shapes": lambda tf: tf.losses.mean_squared_error(LABELS[1:], ROWS),
    "log": lambda tf: tf.losses.log_loss(LABELS, np.abs(ROWS) / 9),
    "losses.softmax": lambda tf: tf.losses.softmax_cross_entropy(LABELS, ROWS, label_smoothing=0.1),
    "losses.sparse": lambda tf: tf.losses.sparse_softmax_cross_entropy([[0], [2], [1], [4]], ROWS),
    "losses.sparse weights": lambda tf: tf.losses.sparse_softmax_cross_entropy(
        [0, 2, 1, 4], ROWS, weights=[1.0, 0.0, 2.0, 1.0]
    ),
    "total": lambda tf: [
        tf.losses.mean_squared_error(LABELS, ROWS),
        tf.losses.add_loss(tf.constant(3.0)),
        tf.losses.get_total_loss(),
    ][-1],
    "wrong reduction": lambda tf: tf.losses.compute_weighted_loss([1.0], reduction="mean"),
    **{
        f"reduction {key}": lambda tf, key=key: tf.losses.mean_squared_error(
            LABELS, ROWS, np.abs(ROWS), reduction=key
        )
        for key in ("none", "weighted_sum", "weighted_sum_over_batch_size", "weighted_mean")
    },
}

WORDS = np.random.default_rng(5).normal(size=(20, 3)).astype(np.float32)
BIASES = np.linspace(-1, 1, 20).astype(np.float32)
CLASSES = np.int64([[3], [0], [19], [3]])


def over_classes(tf: Any) -> Any:
    """A loss of words over a sample of the classes, and its gradient."""
    tf.set_random_seed(3)
    inputs = tf.constant(ROWS[:, :3])
    made = tf.nn.nce_loss(tf.constant(WORDS), tf.constant(BIASES), CLASSES, inputs, 6, 20)
    return [made, *tf.gradients(made, [inputs])]


EMBEDDINGS: dict[str, Build] = {
    "lookup name": lambda tf: tf.nn.embedding_lookup(
        tf.constant(WORDS), np.int64([3]), name="rows"
    ),
    "lookup norm": lambda tf: tf.nn.embedding_lookup(WORDS, [1, 2], max_norm=0.5),
    "lookup outside": lambda tf: tf.nn.embedding_lookup(WORDS, [1, 20]),
    "lookup nothing": lambda tf: tf.nn.embedding_lookup([], [1]),
    "nce": over_classes,
}


# What TensorFlow's plain kernels do not run; TensorFlow with oneDNN, and the engine, do.
@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("name", [*LAYERS, *LOSSES, *EMBEDDINGS])
def test_the_graph_and_the_values_are_tensorflows(tf: Any, engine: Any, name: str) -> None:
    build = {**LAYERS, **LOSSES, **EMBEDDINGS}[name]

    def play(module: Any) -> Any:
        made = build(module)
        session = tensorflow_session if module is tf else engine_session
        with session(module.get_default_graph()) as opened:
            return opened.run(made)

    assert_same_graph(tf, engine, build)
    if name != "conv2d NCHW":  # TensorFlow's plain kernels do not run it
        assert_close_outcome(tf, engine, play)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_probability_too_small_for_full_precision_is_0(tf: Any, engine: Any, dtype: str) -> None:
    """At gaps around the smallest normal number; below it TensorFlow's kernels give 0."""
    edge = -np.log(np.finfo(dtype).tiny)
    gaps = edge + np.arange(-8, 30)
    zeros = []
    for back_end in (tf, engine):
        with back_end.Graph().as_default() as graph:
            pairs = back_end.constant(np.stack([gaps, 0 * gaps], axis=1), dtype)
            small = back_end.nn.softmax(pairs)[:, 1]
            opened = tensorflow_session(graph) if back_end is tf else back_end.Session()
            with opened as session:
                zeros.append(session.run(small) == 0)
    assert zeros[0].any() and not zeros[0].all()
    np.testing.assert_array_equal(zeros[1], zeros[0])


def test_tangents_of_a_cross_entropy_are_its_slopes(engine: Any) -> None:
    logits, labels = np.float64(ROWS), np.abs(np.float64(ROWS[::-1]))
    labels /= labels.sum(1, keepdims=True)  # as a distribution, which the loss takes for granted
    moved = np.float64(ROWS[:, ::-1])
    outputs = []
    with engine.Graph().as_default(), engine.Session() as session:
        x, z = engine.placeholder(engine.float64), engine.placeholder(engine.float64)
        op_type = "SoftmaxCrossEntropyWithLogits"
        made = apply(op_type, features=x, labels=z)
        slopes = tangents(made, [x, z], [engine.constant(moved), engine.constant(moved)])
        for step in (-1e-5, 1e-5):
            feeds = {x: logits + step * moved, z: labels + step * moved}
            outputs.append(session.run(made, feeds))
        found = session.run(slopes, {x: logits, z: labels})
    for before, after, slope in zip(*outputs, found, strict=True):
        np.testing.assert_allclose(slope, (after - before) / 2e-5, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize(
    ("images", "size", "channels", "k", "window", "step"),
    [
        (2, (28, 28), 16, 32, (3, 3), 1),
        (3, (14, 14), 32, 64, (5, 5), 1),
        (3, (14, 13), 128, 128, (3, 3), 1),
        (5, (7, 7), 64, 200, (3, 3), 1),
        (9, (4, 4), 8, 8, (3, 3), 1),
        (2, (28, 20), 1, 32, (5, 5), 1),
        (2, (28, 20), 3, 8, (5, 4), 2),
        (2, (30, 21), 16, 16, (3, 3), 2),
        (2, (12, 1), 40, 24, (3, 1), 1),
        (2, (16, 16), 64, 64, (1, 1), 1),
        (2, (1, 30), 64, 8, (1, 3), 1),
    ],
)
def test_convolutions_of_many_sizes(
    tf: Any,
    engine: Any,
    images: int,
    size: Any,
    channels: int,
    k: int,
    window: Any,
    step: int,
) -> None:
    """Windows are laid out in three ways: as their number and the channels are few or many."""
    random = np.random.default_rng(5)
    pictures = random.normal(size=(images, *size, channels)).astype(np.float32)
    weights = random.normal(size=(*window, channels, k)).astype(np.float32)
    found = []
    for module in (tf, engine):
        with module.Graph().as_default(), module.Session() as session:
            x, filters = module.constant(pictures), module.constant(weights)
            y = module.nn.conv2d(x, filters, step, "SAME")
            found.append(session.run([y, *module.gradients(module.sin(y), [x, filters])]))
    for theirs, ours in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5 * np.abs(theirs).max())
