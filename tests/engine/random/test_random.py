"""Seeded random numbers are TensorFlow's, bit for bit, from run to run and from session to session."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.engine.comparing import assert_same_graph, assert_same_outcome


def programs(tf: Any) -> list[Any]:
    return [
        tf.random_uniform([3, 50]),
        tf.random_uniform([7], -2.0, 5.0, seed=11),
        tf.random_uniform([5], 3, 9, tf.int64),
        tf.random_normal([3, 500], 1.0, 2.0, seed=3),
        tf.random_normal([64, 32], dtype=tf.float64),
        tf.truncated_normal([200, 30], stddev=0.1),
        tf.random_shuffle(tf.range(20)),
        tf.random_shuffle(tf.reshape(tf.range(20), [10, 2]), seed=5),
        tf.multinomial(tf.log([[1.0, 2.0, 3.0]]), 5),
        tf.random.uniform([2, 2], dtype=tf.bfloat16, seed=9),
    ]


@pytest.mark.parametrize("graph_seed", [42, 0, 2**40])
def test_numbers_go_on_within_a_session_and_start_again_in_the_next(
    tf: Any, engine: Any, graph_seed: int
) -> None:
    def play(module: Any) -> list[Any]:
        module.set_random_seed(graph_seed)
        made, found = programs(module), []
        for _ in range(2):
            with module.Session() as session:
                found += [session.run(made), session.run(made[0]), session.run(made)]
        return found

    assert_same_outcome(tf, engine, play)


def test_the_nodes_are_tensorflows(tf: Any, engine: Any) -> None:
    def build(module: Any) -> None:
        module.set_random_seed(7)
        programs(module)

    assert_same_graph(tf, engine, build)


@pytest.mark.parametrize(
    "build",
    [
        lambda tf: tf.random_uniform([2], dtype=tf.int32),
        lambda tf: tf.random_uniform([2], dtype=tf.bool),
        lambda tf: tf.random_uniform([2], minval=[0, 1], maxval=[3, 4], dtype=tf.int32),
        lambda tf: tf.random_normal("text"),
        lambda tf: tf.random_shuffle([1, 2], seed="text"),
        lambda tf: tf.random_shuffle([1, 2], seed=1.5),
        lambda tf: tf.multinomial([[1.0]], 2, output_dtype=tf.float32),
    ],
)
def test_mistakes_are_the_same(tf: Any, engine: Any, build: Any) -> None:
    assert_same_graph(tf, engine, build)


def test_unseeded_numbers_differ(engine: Any) -> None:
    with engine.Graph().as_default(), engine.Session() as one, engine.Session() as other:
        numbers = engine.random_uniform([10])
        runs = [one.run(numbers), one.run(numbers), other.run(numbers)]
    assert len({tuple(run.tolist()) for run in runs}) == 3
    assert all(np.all((run >= 0) & (run < 1)) for run in runs)


def test_many_numbers_are_made_in_pieces_and_stay_tensorflows(tf, engine):
    """More than the engine makes at a time, and no multiple of it."""

    def make(module):
        floats = (module.random_uniform, module.random_normal, module.truncated_normal)
        made = [f([70_001], seed=3, dtype=t) for f in floats for t in ("float16", "float64")]
        made += [f([2, 70_001], seed=3) for f in floats]
        for high, dtype in ((1000, "int32"), (2**40, "int64")):
            made.append(module.random_uniform([70_001], 0, high, dtype, seed=1))
        made.append(module.multinomial(module.log([[1.0, 2.0, 3.0]]), 70_001, seed=2))
        return made

    def play(module):
        with module.Graph().as_default(), module.Session() as session:
            return session.run(make(module))

    for expected, got in zip(play(tf), play(engine), strict=True):
        np.testing.assert_array_equal(got, expected)
