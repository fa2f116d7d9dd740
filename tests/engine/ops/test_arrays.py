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
    "sort": lambda tf: tf.sort([[3.0, 1.0, 2.0]]),
    "sort along an inner axis": lambda tf: tf.sort(tf.ones([2, 3, 4]), axis=1),
    "sort downwards": lambda tf: tf.sort([3, 1, 2], direction="DESCENDING", name="down"),
    "sort unsigned": lambda tf: tf.sort(tf.constant([3, 1, 2], tf.uint8)),
    "sort of unknown rank": lambda tf: tf.sort(tf.placeholder(tf.float32), axis=0),
    "sort in no direction": lambda tf: tf.sort([1.0], direction="UP"),
    "argsort": lambda tf: tf.argsort([[3, 1], [1, 2]], axis=0),
    "meshgrid": lambda tf: tf.meshgrid([1, 2, 3], [4, 5]),
    "meshgrid ij": lambda tf: tf.meshgrid([1.0], [2.0, 3.0], [4.0], indexing="ij", name="grid"),
    "meshgrid wrong": lambda tf: tf.meshgrid([1], indexing="yx"),
    "repeat": lambda tf: tf.repeat([1, 2], 2),
    "repeat each": lambda tf: tf.repeat([[1, 2], [3, 4]], [1, 2], axis=0),
    "repeat along the last axis": lambda tf: tf.repeat(ragged(tf, None, 2), [1, 2], axis=1),
    "repeat a number": lambda tf: tf.repeat(3.0, 4),
    "sequence_mask": lambda tf: tf.sequence_mask([1, 3, 2]),
    "sequence_mask as numbers": lambda tf: tf.sequence_mask([1, 3], 5, dtype=tf.float32),
    "sequence_mask of a matrix": lambda tf: tf.sequence_mask([[1], [2]], tf.constant(4)),
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
    "tensor_scatter_update": lambda tf: tf.tensor_scatter_update(tf.zeros([3]), [[1]], [2.0]),
    "ensure_shape": lambda tf: tf.ensure_shape(ragged(tf, None, 3), [2, None]),
    "ensure_shape wrong": lambda tf: tf.ensure_shape(tf.ones([2]), [3]),
    "invert_permutation": lambda tf: tf.invert_permutation([2, 0, 1]),
    "identity_n": lambda tf: tf.identity_n([1.0, 2]),
    "segment_sum": lambda tf: tf.segment_sum(ragged(tf, 3, 2), [0, 0, 1], name="s"),
    "unsorted_segment_mean": lambda tf: tf.unsorted_segment_mean(ragged(tf, 3, 2), [1, 0, 1], 2),
    "unsorted_segment_sqrt_n": lambda tf: tf.unsorted_segment_sqrt_n([1.0, 2.0], [1, 1], 2),
    "matrix_diag of bands": lambda tf: tf.matrix_diag(ragged(tf, 3, 3), k=(-1, 1)),
    "matrix_diag_part of a band": lambda tf: tf.matrix_diag_part(
        ragged(tf, 3, 4), k=(0, 1), align="LEFT_RIGHT"
    ),
    "rectangular eye": lambda tf: tf.eye(2, 3, batch_shape=[2]),
    "eye of unknown size": lambda tf: tf.eye(tf.placeholder(tf.int32, []), dtype=tf.float64),
    "conjugate transpose": lambda tf: tf.transpose(tf.complex([[1.0]], [[2.0]]), conjugate=True),
    "bitwise": lambda tf: tf.bitwise.bitwise_xor([5], [3]),
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

RUNS: dict[str, Build] = {
    "orders": lambda tf: [
        tf.sort(NUMBERS, axis=0),
        tf.argsort(NUMBERS, direction="DESCENDING"),
        tf.sort(tf.cast(NUMBERS, tf.uint8)),
        tf.sort(tf.constant([-128, 127, 0], tf.int8)),
    ],
    "repetitions": lambda tf: [
        tf.repeat(NUMBERS, [2, 0, 1], axis=0),
        tf.repeat(NUMBERS, 2, axis=-1),
        tf.repeat(NUMBERS, [1, 0, 2, 1], axis=1),
        *tf.meshgrid([1, 2], [3, 4, 5]),
    ],
    "masks": lambda tf: [
        tf.sequence_mask([2, 0, 3]),
        tf.boolean_mask(NUMBERS, NUMBERS > 2),
        tf.boolean_mask(NUMBERS, [True, False, True, True], axis=1),
    ],
    "gathers": lambda tf: [
        tf.gather_nd(NUMBERS, [[[1]], [[0]], [[3]]], batch_dims=1),
        tf.gather(NUMBERS, [[0, 1], [1, 1], [3, 2]], axis=1, batch_dims=1),
    ],
    "checks of order": lambda tf: [
        tf.is_non_decreasing([1, 1, 2]),
        tf.is_strictly_increasing([1, 1, 2]),
        tf.is_strictly_increasing([1]),
    ],
    "segments": lambda tf: [
        tf.unsorted_segment_mean(NUMBERS, [1, 0, 1], 3),
        tf.unsorted_segment_sqrt_n(NUMBERS, [1, 0, 1], 3),
        *tf.dynamic_partition(NUMBERS, [1, 0, 1], 2),
    ],
}


@pytest.mark.parametrize("name", RUNS)
def test_the_values_are_tensorflows(tf: Any, engine: Any, name: str) -> None:
    assert_same_outcome(tf, engine, played(RUNS[name]))


HOSTILE: dict[str, Build] = {
    "a segment of two billion": lambda tf: tf.segment_sum(
        tf.placeholder_with_default([1.0], [1]), [2**31 - 2]
    ),
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
