"""Samples of image patches and of casts of bits."""

from __future__ import annotations

import numpy as np

from .sampling import c64, f32, f64, integers, sample, without_rules

IMAGES = f32(2, 5, 4, 2)
ONE, TWO = [1, 1, 1, 1], [1, 2, 2, 1]

SAMPLES = {
    "ExtractImagePatches": [
        without_rules(
            sample(images=images, ksizes=ksizes, strides=strides, rates=rates, padding=padding)
        )
        for images, ksizes, strides, rates, padding in (
            (IMAGES, [1, 3, 2, 1], [1, 2, 1, 1], ONE, "VALID"),
            (IMAGES, [1, 3, 2, 1], [1, 2, 1, 1], [1, 2, 1, 1], "SAME"),
            # No windows, or none that TensorFlow takes.
            (IMAGES, [1, 3, 5, 1], ONE, ONE, "VALID"),
            (IMAGES, [1, 7, 3, 1], [1, 3, 1, 1], ONE, "VALID"),
            (IMAGES, [1, 3, 3, 1], ONE, [1, 1, 7, 1], "VALID"),
            (IMAGES, [1, 5, 6, 1], [1, 2, 3, 1], [1, 2, 3, 1], "VALID"),
            (IMAGES, TWO, [1, 3, 2, 1], [1, 2, 1, 1], "SAME"),
            (IMAGES, [2, 1, 1, 1], ONE, ONE, "VALID"),
            (IMAGES, ONE, [1, 1, 1, 2], ONE, "SAME"),
            (IMAGES, ONE, [1, 0, 1, 1], ONE, "VALID"),
            (IMAGES, [1, 0, 1, 1], ONE, ONE, "SAME"),
            (IMAGES, ONE, ONE, [1, -1, 1, 1], "VALID"),
            (f32(0, 5, 4, 2), TWO, ONE, ONE, "SAME"),
            (f32(2, 0, 4, 2), TWO, ONE, ONE, "SAME"),
            (f32(2, 0, 4, 2), TWO, ONE, ONE, "VALID"),
            (f32(2, 5, 4, 0), TWO, ONE, ONE, "SAME"),
        )
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
