"""Functions on arrays and strings as programs use them: the nodes they make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.comparing import assert_same_graph

Build = Callable[[Any], Any]


def ragged(tf: Any, *shape: int | None) -> Any:
    return tf.placeholder(tf.float32, shape)


BUILDS: dict[str, Build] = {
    "extract_image_patches": lambda tf: tf.extract_image_patches(
        ragged(tf, 1, 5, 5, 2), [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "SAME"
    ),
    "eye of unknown size": lambda tf: tf.eye(tf.placeholder(tf.int32, []), dtype=tf.float64),
    "string_to_number": lambda tf: tf.string_to_number(["1", "2"], tf.int32),
    "count of nonzeros": lambda m: m.count_nonzero([[0, 2], [3, 4]], 1, True, m.float32),
    "count of true values": lambda m: m.math.count_nonzero(input=[True, False], name="many"),
    "count of texts": lambda m: m.count_nonzero(["", "a"], dtype=m.int32),
}


@pytest.mark.parametrize("name", BUILDS)
def test_the_nodes_are_tensorflows(tf: Any, engine: Any, name: str) -> None:
    assert_same_graph(tf, engine, BUILDS[name])


def test_no_window_takes_no_memory_however_large_it_is(engine: Any) -> None:
    with engine.Graph().as_default(), engine.Session() as session:
        x, size = engine.zeros([1, 1, 4, 1]), [1, 1, 10**9, 1]
        one = [1, 1, 1, 1]
        found = session.run(
            engine.extract_image_patches(x, size, [1, 1, 2 * 10**9, 1], one, "VALID")
        )
    assert found.shape == (1, 1, 0, 10**9)


def test_a_bounded_run_refuses_a_stitch_with_a_hole(engine: Any) -> None:
    graph = engine.Graph()
    with graph.as_default():
        fetch = engine.dynamic_stitch([[2**31 - 2]], [[1.0]]).name
    with engine.limits.bounded(), engine.Graph().as_default() as copy:
        engine.import_graph_def(graph.as_graph_def(), name="")
        with engine.Session(graph=copy) as session, pytest.raises(engine.OpError):
            session.run(fetch)
