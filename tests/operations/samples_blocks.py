"""Samples of rearrangements by blocks, and of Fourier transforms."""

from __future__ import annotations

import numpy as np

from .sampling import c64, f32, f64, integers, ints, sample

NONE = ints([[0, 0], [0, 0]])
SAMPLES = {
    "SpaceToBatchND": [
        sample(input=f32(1, 4, 4, 1), block_shape=ints([2, 2]), paddings=NONE),
        sample(input=f64(2, 3, 2), block_shape=ints([2]), paddings=ints([[1, 0]])),
        sample(input=f32(1, 3, 4, 1), block_shape=ints([2, 2]), paddings=NONE),
        sample(input=f32(1, 3), block_shape=ints([0]), paddings=ints([[1, 0]])),
        sample(input=f32(1, 3), block_shape=ints([2]), paddings=ints([[-1, 0]])),
    ],
    "BatchToSpaceND": [
        sample(input=f32(4, 2, 2, 1), block_shape=ints([2, 2]), crops=NONE),
        sample(input=f64(4, 2, 3), block_shape=ints([2]), crops=ints([[1, 0]])),
        sample(input=f32(3, 2, 2, 1), block_shape=ints([2, 2]), crops=NONE),
        sample(input=f32(4, 2), block_shape=ints([2]), crops=ints([[3, 2]])),
    ],
    "SpaceToBatch": [
        sample(input=f32(1, 4, 2, 3), paddings=NONE, block_size=2),
        sample(input=f64(2, 3, 2, 1), paddings=ints([[1, 0], [1, 1]]), block_size=2),
        sample(input=f32(1, 3, 2, 3), paddings=NONE, block_size=2),
    ],
    "BatchToSpace": [
        sample(input=f32(4, 2, 2, 3), crops=NONE, block_size=2),
        sample(input=f64(8, 2, 2, 1), crops=ints([[1, 0], [1, 1]]), block_size=2),
        sample(input=f32(3, 2, 2, 3), crops=NONE, block_size=2),
    ],
    "SpaceToDepth": [
        sample(input=f32(2, 4, 2, 3), block_size=2),
        sample(input=f64(1, 3, 3, 1), block_size=3),
        sample(input=f32(1, 3, 4, 1), block_size=2),
        sample(input=f32(1, 4, 4), block_size=2),
    ],
    "DepthToSpace": [
        sample(input=f32(2, 1, 2, 8), block_size=2),
        sample(input=f64(1, 1, 1, 9), block_size=3),
        sample(input=f32(1, 3, 4, 1), block_size=2),
    ],
    "ExtractImagePatches": [
        sample(
            images=f32(2, 5, 4, 2),
            ksizes=[1, 3, 2, 1],
            strides=[1, 2, 1, 1],
            rates=[1, rate, 1, 1],
            padding=padding,
        )
        for padding in ("VALID", "SAME")
        for rate in (1, 2)
    ],
    "ReverseSequence": [
        sample(input=f32(2, 3, 2), seq_lengths=ints([2, 3]), seq_dim=1),
        sample(input=f64(3, 2), seq_lengths=ints([0, 3], np.int64), seq_dim=0, batch_dim=1),
        sample(input=f32(2, 3), seq_lengths=ints([2, 4]), seq_dim=1),
        sample(input=f32(2, 3), seq_lengths=ints([2]), seq_dim=1),
        sample(input=f32(2, 3), seq_lengths=ints([2, 1]), seq_dim=2),
    ],
    "Bitcast": [
        sample(input=f32(2), type="int32"),
        sample(input=f64(2), type="uint8"),
        sample(input=f32(), type="int32"),
        sample(input=f64(), type="uint8"),
        sample(input=integers(3, 4, dtype=np.uint8), type="float32"),
        sample(input=integers(3, dtype=np.uint8), type="float32"),
        sample(input=c64(2), type="float32"),
    ],
    "GuaranteeConst": [sample(input=f32(2))],
}
