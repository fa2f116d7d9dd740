"""Samples of the operations on variables."""

from __future__ import annotations

import numpy as np

from .sampling import f32, f64, ints, sample, strings, variable

TEXTS = np.array([[b"a", b"b"], [b"c", b"d"]], object)


def rows() -> list[object]:
    """What all scatters into rows are tried with."""
    return [
        sample(ref=variable(f32(4, 2)), indices=ints([2, 0, 2]), updates=f32(3, 2)),
        sample(ref=variable(f64(4)), indices=ints([[3], [1]], np.int64), updates=f64(2, 1)),
        sample(ref=variable(ints([9, -9, 7, 5])), indices=ints([1, 1]), updates=ints([2, 3])),
        sample(ref=variable(f32(4, 2)), indices=ints(1), updates=f32(2), use_locking=True),
        sample(ref=variable(f32(4, 2)), indices=ints([1, 3]), updates=f32()),
        sample(ref=variable(f32(4, 2)), indices=ints([]), updates=f32(0, 2)),
        sample(ref=variable(f32(4, 2)), indices=ints([4]), updates=f32(1, 2)),
        sample(ref=variable(f32(4, 2)), indices=ints([-1]), updates=f32(1, 2)),
        sample(ref=variable(f32(4, 2)), indices=ints([1]), updates=f32(2, 2)),
    ]


def places() -> list[object]:
    """What all scatters to index vectors are tried with."""
    return [
        sample(ref=variable(f32(4, 2)), indices=ints([[2], [0], [2]]), updates=f32(3, 2)),
        sample(ref=variable(f32(4, 2)), indices=ints([[2, 1], [0, 0]]), updates=f32(2)),
        sample(ref=variable(ints([5, 6])), indices=ints([1], np.int64), updates=ints(3)),
        sample(ref=variable(f32(4, 2)), indices=ints([[4]]), updates=f32(1, 2)),
        sample(ref=variable(f32(4, 2)), indices=ints([[1]]), updates=f32(1, 3)),
        sample(ref=variable(f32(2)), indices=ints([[1, 1]]), updates=f32(1)),
    ]


def updates() -> list[object]:
    """What AssignAdd and AssignSub are tried with."""
    return [
        sample(ref=variable(f32(3)), value=f32(3)),
        sample(ref=variable(ints([1, 2])), value=ints([3, 4]), use_locking=True),
        sample(ref=variable(f32(3)), value=f32(2)),
        sample(ref=variable(f32(3)), value=f32()),
        sample(ref=variable(f32(3)), value=f64(3)),
    ]


SAMPLES = {
    "VariableV2": [
        sample(shape=[2, 3], dtype="float32", _values="a variable without a value is read"),
        sample(shape=[], dtype="string", container="c", shared_name="s"),
    ],
    "Assign": [
        sample(ref=variable(f32(2, 3)), value=f32(2, 3)),
        sample(ref=variable(f32(2, 3)), value=f32(4), validate_shape=False),
        sample(ref=variable(f32(2, 3)), value=f32(4)),
        sample(ref=variable(TEXTS), value=TEXTS[::-1], use_locking=False),
        sample(ref=variable(f32(2)), value=ints([1, 2])),
    ],
    "AssignAdd": updates(),
    "AssignSub": updates(),
    "IsVariableInitialized": [sample(ref=variable(f32(2))), sample(ref=variable(strings("x")))],
    "CountUpTo": [
        sample(ref=variable(ints(3)), limit=5),
        sample(ref=variable(ints(3, np.int64)), limit=3),
        sample(ref=variable(ints([3])), limit=5),
    ],
    **{f"Scatter{kind}": rows() for kind in ("Update", "Add", "Sub")},
    **{f"ScatterNd{kind}": places() for kind in ("Update", "Add")},
}
