"""Samples of segment reductions, of scatters, partitions and stitches."""

from __future__ import annotations

import numpy as np

from .sampling import f32, f64, integers, ints, sample, strings

TIES = np.array([[1.0, 2.0], [1.0, 0.5], [0.0, 3.0], [0.0, -2.0], [4.0, 0.5]], np.float32)
UNSORTED = ints([3, 0, -1, 0, 3])


def unsorted_samples(*more):
    return [
        sample(data=f32(5, 2), segment_ids=UNSORTED, num_segments=ints(5)),
        sample(data=TIES, segment_ids=UNSORTED, num_segments=ints(4)),
        sample(
            data=f64(2, 2, 3), segment_ids=ints([[1, 0], [1, 1]], np.int64), num_segments=ints(2)
        ),
        sample(data=integers(4), segment_ids=ints([1, 1, 2, 0]), num_segments=ints(4, np.int64)),
        sample(data=f32(3), segment_ids=ints([0, 2, 1]), num_segments=ints(2)),
        sample(data=f32(3), segment_ids=ints([0, 2]), num_segments=ints(2)),
        sample(data=f32(3), segment_ids=ints([0, 0, 0]), num_segments=ints(-2)),
        *more,
    ]


SAMPLES = {
    "UnsortedSegmentSum": unsorted_samples(),
    "ScatterNd": [
        sample(indices=ints([[1], [0], [1]]), updates=f32(3, 2), shape=ints([3, 2])),
        sample(
            indices=ints([[[0, 1]], [[1, 1]]], np.int64),
            updates=f64(2, 1),
            shape=ints([2, 2], np.int64),
        ),
        sample(indices=ints([[4]]), updates=f32(1), shape=ints([4])),
        sample(indices=ints([[0]]), updates=f32(2), shape=ints([4])),
        sample(indices=ints([[0, 0]]), updates=f32(1), shape=ints([4])),
        sample(indices=ints([[0]]), updates=f32(1), shape=ints([-4])),
        sample(indices=ints([[0]]), updates=integers(1), shape=ints([2])),
    ],
    "DynamicPartition": [
        sample(data=f32(4, 2), partitions=ints([0, 2, 0, 1]), num_partitions=3),
        sample(data=f64(2, 2), partitions=ints([[0, 1], [1, 1]]), num_partitions=3),
        sample(data=f32(3), partitions=ints(1), num_partitions=2),
        sample(data=f32(2), partitions=ints([0, 2]), num_partitions=2),
        sample(data=f32(2), partitions=ints([0]), num_partitions=2),
        sample(data=strings("a", "b"), partitions=ints([1, 0]), num_partitions=2),
    ],
    **{
        name: [
            sample(indices=[ints([0, 2]), ints([1])], data=[f32(2, 2), f32(1, 2)]),
            sample(indices=[ints(1), ints([[0], [3]])], data=[f64(2), f64(2, 1, 2)]),
            sample(indices=[ints([0, -2])], data=[f32(2)]),
            sample(indices=[ints([0, 2])], data=[f32(3)]),
            sample(indices=[ints([])], data=[f32(0, 2)]),
        ]
        for name in ("DynamicStitch", "ParallelDynamicStitch")
    },
}
