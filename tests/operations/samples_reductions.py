"""Samples of reductions, running sums, softmax."""

from __future__ import annotations

import numpy as np

from .sampling import bools, f16, f32, f64, integers, ints, sample

NONE = ints([])
SAMPLES: dict[str, list[object]] = {}


def along(*arrays: object) -> list[object]:
    return [
        sample(input=array, reduction_indices=axes, keep_dims=keep)
        for array in arrays
        for axes in (ints(0), ints([0, 1]), ints([-1]), ints([1], np.int64), NONE)
        for keep in (False, True)
    ]


for _op in ("Sum", "Mean", "Max", "Min", "Prod"):
    SAMPLES[_op] = [
        *along(f32(2, 3), f64(3, 2, 2)),
        sample(input=f32(), reduction_indices=NONE),
        sample(input=f32(2, 3), reduction_indices=ints(2)),
        sample(input=f32(2, 3), reduction_indices=ints([0, 0]), _shapes="rejected when run only"),
        sample(
            input=f16(3, 2),
            reduction_indices=ints(0),
            _second="half precision",
            _tolerance=1e-2,
        ),
    ]
for _op in ("Sum", "Prod", "Max", "Min", "Mean"):
    SAMPLES[_op] += [sample(input=integers(2, 3), reduction_indices=ints(1))]
SAMPLES["Sum"] += [sample(input=f32(0, 3), reduction_indices=ints(0))]
for _op in ("Max", "Min"):
    SAMPLES[_op] += [sample(input=np.float32([[1, 1, 0]]), reduction_indices=ints(1))]
SAMPLES["Prod"] += [sample(input=np.float32([[1, 0, 3], [0, 0, 2]]), reduction_indices=ints(1))]
for _op in ("All", "Any"):
    SAMPLES[_op] = along(bools(2, 3), bools(2, 2, 2))
for _op in ("ArgMax", "ArgMin"):
    SAMPLES[_op] = [
        sample(input=f32(2, 3), dimension=ints(0)),
        sample(input=f64(2, 3), dimension=ints(-1, np.int64), output_type="int32"),
        sample(input=integers(2, 3, 2), dimension=ints(1)),
        sample(input=f32(2, 3), dimension=ints(2)),
        sample(input=np.float32([1, 3, 3, 1]), dimension=ints(0)),
    ]
for _op in ("Cumsum", "Cumprod"):
    SAMPLES[_op] = [
        sample(x=array, axis=ints(axis), exclusive=exclusive, reverse=reverse)
        for array in (f32(2, 3), f64(3, 2))
        for axis in (0, -1)
        for exclusive in (False, True)
        for reverse in (False, True)
    ] + [sample(x=f32(2), axis=ints(1)), sample(x=integers(4), axis=ints(0))]
for _op in ("Softmax", "LogSoftmax"):
    SAMPLES[_op] = [
        sample(logits=array) for array in (f32(2, 3), f64(2, 2, 4), f32(3) * 20, f32())
    ] + [sample(logits=f16(3), _tolerance=1e-2, _second="half precision")]
SAMPLES["L2Loss"] = [sample(t=f32(2, 3)), sample(t=f64(3)), sample(t=f32())]
