"""Samples of image patches and of casts of bits."""

from __future__ import annotations

import numpy as np

from .sampling import c64, f32, f64, integers, sample

SAMPLES = {
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
    "Bitcast": [
        sample(input=f32(2), type="int32"),
        sample(input=f64(2), type="uint8"),
        sample(input=f32(), type="int32"),
        sample(input=f64(), type="uint8"),
        sample(input=integers(3, 4, dtype=np.uint8), type="float32"),
        sample(input=integers(3, dtype=np.uint8), type="float32"),
        sample(input=c64(2), type="float32"),
    ],
}
