"""Samples of counting and searching."""

from __future__ import annotations

import numpy as np

from .sampling import f32, f64, ints, sample, strings

EMPTY = np.zeros(0, np.float32)
SAMPLES = {
    "UniqueWithCounts": [
        sample(x=ints([3, 1, 3, 2, 1])),
        sample(x=strings("a", "b", "a"), out_idx="int64"),
        sample(x=ints([])),
        sample(x=ints([[1]])),
    ],
    "Bincount": [
        sample(arr=ints([1, 2, 2, 9]), size=ints(4), weights=EMPTY),
        sample(arr=ints([1, 2, 2, 9]), size=ints(10), weights=f32(4), _gradients="there is none"),
        sample(arr=ints([[1, -2]]), size=ints(10), weights=EMPTY),
        sample(arr=ints([1]), size=ints(-1), weights=EMPTY),
    ],
    "DenseBincount": [
        sample(input=ints([1, 2, 2, 9]), size=ints(4), weights=EMPTY),
        sample(input=ints([[1, 2, 2], [0, 0, 0]]), size=ints(3), weights=EMPTY, binary_output=True),
        sample(input=ints([[1, 2, 2], [0, 0, 0]]), size=ints(3), weights=f32(2, 3)),
        sample(input=ints([1, -2]), size=ints(3), weights=EMPTY),
        sample(input=ints([1, 2], np.int64), size=ints(3, np.int64), weights=f32(3)),
    ],
    "HistogramFixedWidth": [
        sample(values=f32(20), value_range=np.array([-1, 1], np.float32), nbins=ints(5)),
        sample(values=ints([1, 5, 9, 30]), value_range=ints([0, 10]), nbins=ints(3), dtype="int64"),
        sample(values=f32(2), value_range=np.array([1, 1], np.float32), nbins=ints(5)),
        sample(values=f32(2), value_range=np.array([0, 1], np.float32), nbins=ints(0)),
    ],
    **{
        name: [
            sample(sorted_inputs=ints([[1, 3, 3, 7]]), values=ints([[0, 3, 4, 9]])),
            sample(sorted_inputs=np.sort(f64(2, 4)), values=f64(2, 3), out_type="int64"),
            sample(sorted_inputs=ints([[1, 3]]), values=ints([[0], [1]])),
            sample(sorted_inputs=ints([1, 3]), values=ints([0])),
        ]
        for name in ("LowerBound", "UpperBound")
    },
    "UnravelIndex": [
        sample(indices=ints([5, 0, 11]), dims=ints([3, 4])),
        sample(indices=ints(7), dims=ints([2, 2, 2])),
        sample(indices=ints([12]), dims=ints([3, 4])),
        sample(indices=ints([0]), dims=ints([3, 0])),
    ],
    "EnsureShape": [
        sample(input=f32(2, 3), shape=[2, None]),
        sample(input=f32(2, 3), shape=[3, None]),
        sample(input=f64(2, 3), shape=[2, 3]),
    ],
}
