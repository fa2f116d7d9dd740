"""Samples of the operations that make, take and set diagonals."""

from __future__ import annotations

import numpy as np

from .sampling import f32, f64, integers, ints, sample, without_rules

ALIGNS = ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT")
ZERO = np.float32(0)


def diag(x, k, rows=-1, columns=-1, padding=ZERO, **more):
    return sample(
        diagonal=x,
        k=ints(k),
        num_rows=ints(rows),
        num_cols=ints(columns),
        padding_value=np.asarray(padding, x.dtype),
        **more,
    )


def part(x, k, padding=ZERO, **more):
    return sample(input=x, k=ints(k), padding_value=np.asarray(padding, x.dtype), **more)


SAMPLES = {
    "MatrixDiagV3": [
        diag(f32(2, 3), 0),
        diag(f64(3), 1),
        diag(f32(2), -2, 5, 2, 0.5),
        diag(f32(2), 1, 2, 5),
        *(diag(f32(3, 3), [-1, 1], align=align) for align in ALIGNS),
        *(diag(f32(2, 2, 3), [1, 2], 3, 5, 1.5, align=align) for align in ALIGNS),
        diag(integers(2), [0]),
        diag(f32(3), 0, 2, 3),
        diag(f32(3), 0, 5, 5),
        diag(f32(3), [2, 1]),
        diag(f32(2, 3), [0, 2]),
    ],
    "Diag": [sample(diagonal=f32(2)), sample(diagonal=f64(2, 3)), sample(diagonal=f32())],
    "DiagPart": [
        sample(input=f32(2, 2)),
        sample(input=f64(2, 3, 2, 3)),
        sample(input=f32(2, 3)),
        sample(input=f32(2)),
    ],
}
SAMPLES["MatrixDiagV3"] = [without_rules(one) for one in SAMPLES["MatrixDiagV3"]]
