"""Samples of the random operations: seeded, so that every number must be TensorFlow's."""

from __future__ import annotations

import numpy as np

from .sampling import f32, f64, ints, sample

FLOATS = ("bfloat16", "float16", "float32", "float64")
SEEDS = ((1, 2), (87654321, 0), (123456789, 2**31 - 2))


def filled(*shapes: list[int]) -> list[object]:
    return [
        sample(shape=ints(shape), dtype=dtype, seed=seed, seed2=seed2)
        for shape in shapes
        for dtype in FLOATS
        for seed, seed2 in SEEDS
    ] + [sample(shape=ints([-1]), dtype="float32", seed=1, seed2=2)]


SAMPLES = {
    "RandomUniform": filled([2, 3], [0], [], [101, 7]),
    "RandomStandardNormal": filled([2, 3], [1], [33]),
    "TruncatedNormal": filled([2, 3], [1], [50, 3]),
    "RandomUniformInt": [
        sample(shape=ints([13]), minval=ints(low, t), maxval=ints(high, t), seed=3, seed2=4)
        for t in (np.int32, np.int64)
        for low, high in ((0, 10), (-3, 17), (-(2**31), 2**31 - 1), (5, 5), (6, 5))
    ],
    "RandomShuffle": [
        sample(value=value, seed=1, seed2=2)
        for value in (f32(17), f32(8, 2), f32(1, 2), f32(0, 2), ints(range(5)), f32())
    ],
    "Multinomial": [
        sample(logits=f32(3, 4), num_samples=ints(7), seed=1, seed2=2),
        sample(logits=f64(1, 4), num_samples=ints(8), seed=1, seed2=2, output_dtype="int32"),
        sample(logits=f32(4), num_samples=ints(8), seed=1, seed2=2),
    ],
}
