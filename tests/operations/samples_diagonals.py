"""Samples of the operations that make and take diagonals."""

from __future__ import annotations

import numpy as np

from .sampling import f32, f64, integers, ints, sample, without_rules


def diag(x, k, padding):
    return without_rules(
        sample(
            diagonal=x,
            k=ints(k),
            num_rows=ints(-1),
            num_cols=ints(-1),
            padding_value=np.asarray(padding, x.dtype),
        )
    )


SAMPLES = {
    "MatrixDiagV3": [diag(f32(2, 3), 0, 0), diag(f64(3), 0, 0.5), diag(integers(2), [0], 1)],
    "Diag": [sample(diagonal=f32(2)), sample(diagonal=f64(2, 3)), sample(diagonal=f32())],
    "DiagPart": [
        sample(input=f32(2, 2)),
        sample(input=f64(2, 3, 2, 3)),
        sample(input=f32(2, 3)),
        sample(input=f32(2)),
    ],
}
