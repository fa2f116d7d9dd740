"""Linear algebra as programs use it: nodes, values, and derivatives that no sign can change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.engine.comparing import assert_same_graph, built

Build = Callable[[Any], Any]
MATRIX = np.array([[4.0, 1.0, 0.5], [1.5, 3.0, -0.3], [-0.2, 0.7, 2.5]])
POSITIVE = MATRIX @ MATRIX.T
TALL = np.array([[1.0, 2.0], [0.5, -1.0], [3.0, 0.7]])


def gradient(function: Callable[[Any, Any], Any], value: np.ndarray, second: bool = False) -> Build:
    """The gradient of the sum of what `function(tf, x)` builds."""

    def build(tf: Any) -> Any:
        x = tf.constant(value)
        slope = tf.gradients(function(tf, x), x)[0]
        return tf.gradients(slope, x)[0] if second else slope

    return build


def projector(tf: Any, x: Any) -> Any:
    """Onto the largest singular vectors: the same for either sign of them."""
    _, u, v = tf.svd(x)
    return tf.matmul(u[..., :1], v[..., :1], transpose_b=True) * tf.constant(
        x.shape.as_list()[-1] * 0.5, tf.float64
    )


def eigen_projector(tf: Any, x: Any) -> Any:
    _, vectors = tf.self_adjoint_eig(x)
    first = vectors[..., :1]
    return tf.matmul(first, first, transpose_b=True)[..., 0] * [1.0, 2.0, 3.0]


BUILDS: dict[str, Build] = {
    "cholesky_solve": lambda tf: tf.cholesky_solve(tf.cholesky(POSITIVE), np.ones((3, 1))),
    "triangular solve": lambda tf: tf.matrix_triangular_solve(MATRIX, np.ones((3, 1)), lower=False),
    "least squares": lambda tf: tf.matrix_solve_ls(TALL, np.ones((3, 1)), l2_regularizer=0.1),
    "least squares of a wide matrix": lambda tf: tf.matrix_solve_ls(TALL.T, np.ones((2, 1))),
    "slow least squares": lambda tf: tf.matrix_solve_ls(TALL, np.ones((3, 1)), fast=False),
    "svd": lambda tf: tf.svd(TALL, full_matrices=True),
    "singular values": lambda tf: tf.svd(TALL, compute_uv=False, name="s"),
    "eigenvalues": lambda tf: tf.self_adjoint_eigvals(POSITIVE),
    "qr": lambda tf: tf.qr(tf.placeholder(tf.float32, [None, 3, 2])),
    "logdet": lambda tf: tf.linalg.logdet(POSITIVE),
    "slogdet": lambda tf: tf.linalg.slogdet(MATRIX),
    "adjoint": lambda tf: tf.linalg.adjoint(tf.complex([[1.0, 2.0]], [[0.5, 0.0]])),
    "rank": lambda tf: tf.linalg.matrix_rank(TALL),
    "rank of unknown size": lambda tf: tf.linalg.matrix_rank(tf.placeholder(tf.float32, [None, 2])),
    "pinv": lambda tf: tf.linalg.pinv(TALL),
    "pinv of unknown size": lambda tf: tf.linalg.pinv(tf.placeholder(tf.float32, [None, 2])),
    "inverse of a rectangle": lambda tf: tf.matrix_inverse(TALL),
    "solve of another size": lambda tf: tf.matrix_solve(MATRIX, np.ones((2, 1))),
    "gradient of svd": gradient(projector, TALL),
    "gradient of svd of a wide matrix": gradient(projector, TALL.T),
    "gradient of singular values": gradient(lambda tf, x: tf.svd(x, compute_uv=False), TALL),
    "gradient of eigenvectors": gradient(eigen_projector, POSITIVE),
    "gradient of qr": gradient(lambda tf, x: tf.qr(x)[1], TALL),
    "gradient of least squares": gradient(
        lambda tf, x: tf.matrix_solve_ls(x, np.ones((3, 1)), 0.5), TALL
    ),
    "gradient of logdet": gradient(lambda tf, x: tf.linalg.logdet(x), POSITIVE),
    "second gradient of the inverse": gradient(lambda tf, x: tf.matrix_inverse(x), MATRIX, True),
    "second gradient of the determinant": gradient(
        lambda tf, x: tf.matrix_determinant(x), MATRIX, True
    ),
}


@pytest.mark.parametrize("name", BUILDS)
def test_the_nodes_are_tensorflows(tf: Any, engine: Any, name: str) -> None:
    assert_same_graph(tf, engine, BUILDS[name])


@pytest.mark.parametrize("name", [name for name in BUILDS if "gradient" in name])
def test_the_derivatives_are_tensorflows(tf: Any, engine: Any, name: str) -> None:
    values = []
    for module in (tf, engine):
        graph, fetch, error = built(module, BUILDS[name])
        assert error is None
        with module.Session(graph=graph) as session:
            values.append(session.run(fetch))
    np.testing.assert_allclose(values[1], values[0], rtol=1e-6, atol=1e-8)


def test_a_decomposition_gives_the_matrix_back(engine: Any) -> None:
    with engine.Graph().as_default(), engine.Session() as session:
        s, u, v = session.run(engine.svd(TALL))
        values, vectors = session.run(engine.self_adjoint_eig(POSITIVE))
        q, r = session.run(engine.qr(TALL))
    np.testing.assert_allclose(u @ np.diag(s) @ v.T, TALL, atol=1e-12)
    np.testing.assert_allclose(vectors @ np.diag(values) @ vectors.T, POSITIVE, atol=1e-12)
    np.testing.assert_allclose(q @ r, TALL, atol=1e-12)
    assert np.all(np.diff(values) > 0)
    assert np.all(np.diff(s) < 0)


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
