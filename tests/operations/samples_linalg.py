"""Samples of the linear algebra."""

from __future__ import annotations

import numpy as np

from .sampling import c64, f32, f64, sample

SQUARE = np.array([[4.0, 1.0, 0.5], [1.5, 3.0, -0.3], [-0.2, 0.7, 2.5]])
POSITIVE = SQUARE @ SQUARE.T
TRIANGLES = np.stack([np.tril(SQUARE), np.tril(SQUARE) + 0.5])
SIGNS = "singular and eigenvectors are the same up to their signs"
UNSET = "the vectors that are not computed are a number that TensorFlow leaves unset"
SPLIT = {"_values": SIGNS, "_gradients": SIGNS}


def single(x: np.ndarray) -> np.ndarray:
    return np.asarray(x, np.float32)


SAMPLES = {
    "MatrixInverse": [
        sample(input=single(SQUARE), _tolerance=1e-4),
        sample(input=np.stack([SQUARE, POSITIVE]), adjoint=True, _tolerance=1e-8),
        sample(input=single(np.ones((2, 2)))),
        sample(input=f32(2, 3)),
        sample(input=f32(0, 0)),
        sample(input=c64(2, 2), _tolerance=1e-3),
    ],
    "MatrixDeterminant": [
        sample(input=single(SQUARE), _tolerance=1e-4),
        sample(input=np.stack([SQUARE, POSITIVE]), _tolerance=1e-8),
        sample(input=f32(2, 3)),
        sample(input=f32(3)),
    ],
    "MatrixSolve": [
        sample(matrix=single(SQUARE), rhs=f32(3, 2), _tolerance=1e-4),
        sample(
            matrix=np.stack([SQUARE, POSITIVE]), rhs=f64(2, 3, 1), adjoint=True, _tolerance=1e-8
        ),
        sample(matrix=np.ones((2, 2), np.float32), rhs=f32(2, 1)),
        sample(matrix=single(SQUARE), rhs=f32(2, 1)),
        sample(matrix=c64(2, 2), rhs=c64(2, 1), _tolerance=1e-3),
    ],
    "MatrixTriangularSolve": [
        sample(matrix=single(SQUARE), rhs=f32(3, 2), lower=lower, adjoint=adjoint, _tolerance=1e-4)
        for lower in (True, False)
        for adjoint in (True, False)
    ]
    + [
        sample(matrix=TRIANGLES, rhs=f64(3, 2), _tolerance=1e-8),
        sample(matrix=np.zeros((2, 2), np.float32), rhs=f32(2, 1)),
        sample(matrix=c64(2, 2), rhs=c64(2, 1), lower=False, adjoint=True, _tolerance=1e-3),
    ],
    "Cholesky": [
        sample(input=single(POSITIVE), _tolerance=1e-3),
        sample(input=np.stack([POSITIVE, POSITIVE + np.eye(3)]), _tolerance=1e-8),
        sample(input=single(-POSITIVE), _values="TensorFlow leaves the upper triangle unset"),
        sample(input=f32(0, 0)),
    ],
    "Qr": [
        sample(input=f64(3, 3), _tolerance=1e-7),
        sample(input=f64(2, 4, 2), _tolerance=1e-7),
        sample(input=f32(2, 4), _tolerance=1e-3),
        sample(input=f64(4, 2), full_matrices=True),
        sample(input=c64(3, 2), _tolerance=1e-3),
        sample(input=f32(3)),
    ],
    "Svd": [
        sample(input=f64(3, 2), compute_uv=False, _values=UNSET),
        sample(input=f64(3, 2), **SPLIT),
        sample(input=f64(2, 2, 3), full_matrices=True, **SPLIT),
        sample(input=f64(2, 2), **SPLIT),
    ],
}

for _type in ("Cholesky", "MatrixTriangularSolve", "Qr", "Svd"):
    for _sample in SAMPLES[_type]:
        _sample.without["_gradients"] = "the engine has no derivatives of these"
