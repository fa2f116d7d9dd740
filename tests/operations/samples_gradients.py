"""Samples of the operations that only gradients use."""

from __future__ import annotations

import numpy as np

from .sampling import c64, f32, f64, ints, sample

SAMPLES: dict[str, list[object]] = {
    op: [sample(y=f32(2, 3, low=0.2, high=0.8), dy=f32(2, 3)), sample(y=f64(3), dy=f64(3))]
    for op in ("SigmoidGrad", "TanhGrad", "SqrtGrad", "RsqrtGrad", "ReciprocalGrad")
}
# Where the slope is infinite, and a zero or something else arrives.
_EDGES = {
    "SqrtGrad": 0.0,
    "RsqrtGrad": np.inf,
    "ReciprocalGrad": np.inf,
}
for _op, _edge in _EDGES.items():
    SAMPLES[_op] += [
        sample(
            y=np.array([_edge, _edge, 2.0], kind),
            dy=np.array([0.0, 3.0, 0.0], kind),
            _second="the second derivative is infinite there, too",
            _tangents="the slope is infinite there",
        )
        for kind in (np.float32, np.float64)
    ]
for _op in ("SqrtGrad", "TanhGrad", "ReciprocalGrad"):
    SAMPLES[_op] += [sample(y=c64(3), dy=c64(3))]
for _op, _name in (
    ("ReluGrad", "features"),
    ("Relu6Grad", "features"),
    ("EluGrad", "outputs"),
    ("SeluGrad", "outputs"),
    ("SoftplusGrad", "features"),
    ("SoftsignGrad", "features"),
    ("LeakyReluGrad", "features"),
):
    SAMPLES[_op] = [
        sample(gradients=f32(2, 3), **{_name: f32(2, 3)}),
        sample(gradients=f64(3), **{_name: f64(3)}),
        sample(gradients=f32(2), **{_name: f32(3)}),
    ]
SAMPLES["BroadcastGradientArgs"] = [
    sample(s0=ints(one), s1=ints(other))
    for one, other in (
        ([2, 3], [3]),
        ([2, 3], [2, 3]),
        ([1, 1], [1]),
        ([], [2]),
        ([4, 1, 2], [3, 1]),
        ([1, 2], [1, 1]),
        ([2], [3]),
    )
]
SAMPLES["ConcatOffset"] = [
    sample(concat_dim=ints(1), shape=[ints([2, 3]), ints([2, 5]), ints([2, 1])]),
    sample(concat_dim=ints(-2), shape=[ints([2, 3]), ints([4, 3])]),
]
SAMPLES["InvertPermutation"] = [
    sample(x=ints([2, 0, 1])),
    sample(x=ints([0, 0, 1])),
    sample(x=ints([3, 0], np.int64)),
    sample(x=ints([], np.int32)),
]
SAMPLES["StridedSliceGrad"] = [
    sample(
        shape=ints([4, 3]), begin=ints([1, 0]), end=ints([3, 3]), strides=ints([1, 2]), dy=f32(2, 2)
    ),
    sample(
        shape=ints([4, 3]),
        begin=ints([1]),
        end=ints([2]),
        strides=ints([1]),
        dy=f32(3),
        shrink_axis_mask=1,
    ),
    sample(
        shape=ints([4, 3]),
        begin=ints([3]),
        end=ints([0]),
        strides=ints([-2]),
        dy=f64(2, 3),
        end_mask=1,
    ),
]
