"""`tf.extract_image_patches` where there are no windows, and where TensorFlow refuses."""

from __future__ import annotations

import numpy as np
import pytest

from grader import engine
from grader.back_end import tensorflow

SHAPE = (2, 5, 4, 2)


def outcome(tf, shape, how, static):
    """The shape and sum of the patches, or the type of the error and when it came."""
    images = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape if static else None)
        try:
            patches = tf.extract_image_patches(x, *how)
        except ValueError as error:
            return "built", str(error).partition(" for '{{")[0]
        try:
            found = session.run(patches, {x: images})
        except tf.errors.OpError as error:
            return "run", type(error).__name__
        return found.shape, float(found.sum())


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize(
    ("shape", "how"),
    [
        (SHAPE, ([1, 3, 5, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")),
        (SHAPE, ([1, 7, 3, 1], [1, 3, 1, 1], [1, 1, 1, 1], "VALID")),
        (SHAPE, ([1, 3, 3, 1], [1, 1, 1, 1], [1, 1, 7, 1], "VALID")),
        (SHAPE, ([1, 5, 6, 1], [1, 2, 3, 1], [1, 2, 3, 1], "VALID")),
        (SHAPE, ([1, 2, 2, 1], [1, 3, 2, 1], [1, 2, 1, 1], "SAME")),
        (SHAPE, ([2, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")),
        (SHAPE, ([1, 1, 1, 1], [1, 1, 1, 2], [1, 1, 1, 1], "SAME")),
        (SHAPE, ([1, 1, 1, 1], [1, 0, 1, 1], [1, 1, 1, 1], "VALID")),
        (SHAPE, ([1, 0, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], "SAME")),
        (SHAPE, ([1, 1, 1, 1], [1, 1, 1, 1], [1, -1, 1, 1], "VALID")),
        ((0, 5, 4, 2), ([1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "SAME")),
        ((2, 0, 4, 2), ([1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "SAME")),
        ((2, 0, 4, 2), ([1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")),
        ((2, 5, 4, 0), ([1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "SAME")),
    ],
)
def test_patches_are_empty_or_refused_as_in_tensorflow(shape, how, static):
    assert outcome(engine, shape, how, static) == outcome(tensorflow(), shape, how, static)


def test_no_window_takes_no_memory_however_large_it_is():
    how = ([1, 1, 10**9, 1], [1, 1, 2 * 10**9, 1], [1, 1, 1, 1], "VALID")
    assert outcome(engine, (1, 1, 4, 1), how, True) == ((1, 1, 0, 10**9), 0.0)
