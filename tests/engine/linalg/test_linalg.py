"""Linear algebra as programs use it: the nodes, and what has no solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.engine.comparing import assert_same_graph

Build = Callable[[Any], Any]
MATRIX = np.array([[4.0, 1.0, 0.5], [1.5, 3.0, -0.3], [-0.2, 0.7, 2.5]])
POSITIVE = MATRIX @ MATRIX.T
TALL = np.array([[1.0, 2.0], [0.5, -1.0], [3.0, 0.7]])


BUILDS: dict[str, Build] = {
    "cholesky_solve": lambda tf: tf.cholesky_solve(tf.cholesky(POSITIVE), np.ones((3, 1))),
    "svd": lambda tf: tf.svd(TALL, full_matrices=True),
    "singular values": lambda tf: tf.svd(TALL, compute_uv=False, name="s"),
    "qr": lambda tf: tf.qr(tf.placeholder(tf.float32, [None, 3, 2])),
    "inverse of a rectangle": lambda tf: tf.matrix_inverse(TALL),
    "solve of another size": lambda tf: tf.matrix_solve(MATRIX, np.ones((2, 1))),
}


@pytest.mark.parametrize("name", BUILDS)
def test_the_nodes_are_tensorflows(tf: Any, engine: Any, name: str) -> None:
    assert_same_graph(tf, engine, BUILDS[name])


@pytest.mark.parametrize("operation", ["matrix_inverse", "matrix_solve"])
def test_a_singular_matrix_is_an_error(tf: Any, engine: Any, operation: str) -> None:
    words = []
    for module in (tf, engine):
        with module.Graph().as_default(), module.Session() as session:
            more = [np.ones((2, 1))] if operation == "matrix_solve" else []
            fetch = getattr(module, operation)(np.ones((2, 2)), *more)
            with pytest.raises(module.errors.InvalidArgumentError) as caught:
                session.run(fetch)
            words.append("not invertible" in str(caught.value))
    assert words == [True, True]
