"""Functions on arrays and strings as programs use them: the nodes they make, and the values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.engine.comparing import assert_same_graph, assert_same_outcome

Build = Callable[[Any], Any]


def ragged(tf: Any, *shape: int | None) -> Any:
    return tf.placeholder(tf.float32, shape)


BUILDS: dict[str, Build] = {
    "gather_nd in batches": lambda tf: tf.gather_nd(
        ragged(tf, 2, 3, 4), [[[1]], [[0]]], batch_dims=1
    ),
    "gather_nd of unknown shape": lambda tf: tf.gather_nd(
        ragged(tf, None, 3), tf.placeholder(tf.int32, [None, 1]), batch_dims=1
    ),
    "gather_nd in too many batches": lambda tf: tf.gather_nd(ragged(tf, 2), [[0]], batch_dims=3),
    "extract_image_patches": lambda tf: tf.extract_image_patches(
        ragged(tf, 1, 5, 5, 2), [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "SAME"
    ),
    "dynamic_partition": lambda tf: tf.dynamic_partition(ragged(tf, 3, 2), [0, 1, 0], 2),
    "dynamic_stitch": lambda tf: tf.dynamic_stitch([[0], [1, 2]], [[1.0], [2.0, 3.0]]),
    "scatter_nd": lambda tf: tf.scatter_nd([[1]], [2.0], [4], name="sparse"),
    "ensure_shape": lambda tf: tf.ensure_shape(ragged(tf, None, 3), [2, None]),
    "ensure_shape wrong": lambda tf: tf.ensure_shape(tf.ones([2]), [3]),
    "invert_permutation": lambda tf: tf.invert_permutation([2, 0, 1]),
    "identity_n": lambda tf: tf.identity_n([1.0, 2]),
    "eye of unknown size": lambda tf: tf.eye(tf.placeholder(tf.int32, []), dtype=tf.float64),
    "check_numerics": lambda tf: tf.check_numerics([1.0], "m"),
    "string_to_number": lambda tf: tf.string_to_number(["1", "2"], tf.int32),
}


@pytest.mark.parametrize("name", BUILDS)
def test_the_nodes_are_tensorflows(tf: Any, engine: Any, name: str) -> None:
    assert_same_graph(tf, engine, BUILDS[name])


def played(build: Build) -> Build:
    """Runs what `build` makes."""

    def play(tf: Any) -> Any:
        with tf.Session() as session:
            return [np.asarray(one) for one in session.run(build(tf))]

    return play


RANDOM = np.random.default_rng(5)
NUMBERS = RANDOM.integers(0, 6, (3, 4)).astype(np.float32)

RUNS: dict[str, Build] = {}


@pytest.mark.parametrize("name", RUNS)
def test_the_values_are_tensorflows(tf: Any, engine: Any, name: str) -> None:
    assert_same_outcome(tf, engine, played(RUNS[name]))


HOSTILE: dict[str, Build] = {
    "a stitch with a hole": lambda tf: tf.dynamic_stitch([[2**31 - 2]], [[1.0]]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_bounded_run_refuses(engine: Any, name: str) -> None:
    graph = engine.Graph()
    with graph.as_default():
        fetch = HOSTILE[name](engine).name
    with engine.limits.bounded(), engine.Graph().as_default() as copy:
        engine.import_graph_def(graph.as_graph_def(), name="")
        with engine.Session(graph=copy) as session, pytest.raises(engine.OpError):
            session.run(fetch)
