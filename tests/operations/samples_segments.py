"""Samples of segment reductions, of scatters, partitions and stitches."""

from __future__ import annotations

import numpy as np

from .sampling import c64, f32, f64, integers, ints, sample, strings

TIES = np.array([[1.0, 2.0], [1.0, 0.5], [0.0, 3.0], [0.0, -2.0], [4.0, 0.5]], np.float32)
IDS = ints([0, 0, 1, 1, 3])
UNSORTED = ints([3, 0, -1, 0, 3])


def sorted_samples(*more):
    return [
        sample(data=f32(5, 2), segment_ids=IDS),
        sample(data=TIES, segment_ids=IDS),
        sample(data=f64(3), segment_ids=ints([0, 2, 2], np.int64)),
        sample(data=f64(0, 2), segment_ids=ints([])),
        sample(data=integers(4, 2), segment_ids=ints([1, 1, 2, 2])),
        sample(data=f32(3), segment_ids=ints([0, 2, 1])),
        sample(data=f32(3), segment_ids=ints([-1, 2, 3])),
        sample(data=f32(3), segment_ids=ints([0, 1])),
        *more,
    ]


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
    "SegmentSum": sorted_samples(sample(data=c64(2, 2), segment_ids=ints([0, 0]))),
    "SegmentMean": sorted_samples(),
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
    **{
        f"TensorScatter{kind}": [
            sample(tensor=f32(3, 2), indices=ints([[1], [0]]), updates=f32(2, 2)),
            sample(tensor=f64(3, 2), indices=ints([[1, 1], [0, 0]]), updates=f64(2)),
            sample(tensor=integers(3), indices=ints([[1], [1]]), updates=ints([3, 4])),
            sample(tensor=TIES, indices=ints([[1], [0], [2]]), updates=TIES[:3]),
            sample(tensor=f32(3), indices=ints([[3]]), updates=f32(1)),
            sample(tensor=f32(3), indices=ints([[-1]]), updates=f32(1)),
            sample(tensor=f32(3), indices=ints([[1]]), updates=f32(2)),
        ]
        for kind in ("Update", "Add")
    },
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
