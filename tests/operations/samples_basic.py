"""Samples of operations that pass a value on, or do nothing."""

from __future__ import annotations

import numpy as np

from grader.engine import make_tensor_proto

from .sampling import bools, c64, f32, f64, ints, sample, strings

TOKEN = "the function stands in one process only"


def const(value: np.ndarray) -> object:
    return sample(value=make_tensor_proto(value), dtype=make_tensor_proto(value).dtype)


SAMPLES = {
    "EnsureShape": [
        sample(input=f32(2, 3), shape=[2, None]),
        sample(input=f32(2, 3), shape=[3, None]),
        sample(input=f64(2, 3), shape=[2, 3]),
    ],
    "Const": [
        const(value)
        for value in (f32(2, 3), f64(), ints([1, -2], np.int64), bools(3), c64(2), f32(0, 2))
    ],
    "Identity": [sample(input=value) for value in (f32(2, 3), ints(7), strings("a"), bools(0, 2))],
    "StopGradient": [sample(input=value) for value in (f32(2, 3), c64(2), strings("a"))],
    "IdentityN": [
        sample(input=[f32(2), ints([1, 2]), f64(1, 2)]),
        sample(input=[strings("a", "b")]),
        sample(input=[f32(2), f32(2)]),
    ],
    "PlaceholderWithDefault": [
        sample(input=f32(2, 3), shape=[2, 3]),
        sample(input=f32(2, 3), shape=[None, 3]),
        sample(input=f32(2, 3), shape=[3, 2]),
        sample(input=strings("a"), shape=[1]),
    ],
    "Placeholder": [
        sample(dtype="float32", shape=[2, None]),
        sample(dtype="string", shape=[]),
        sample(dtype="bool"),
    ],
    "NoOp": [sample()],
    "PyFunc": [
        sample(input=[f32(2)], token="none", Tout=["float32", "int32"], _values=TOKEN),
        sample(input=[], token="none", Tout=[], _values=TOKEN),
    ],
    "PyFuncStateless": [
        sample(input=[f32(2), strings("a")], token="none", Tout=["string"], _values=TOKEN)
    ],
}
