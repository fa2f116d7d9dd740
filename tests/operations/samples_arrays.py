"""Samples of the operations that move, cut, join and make arrays."""

from __future__ import annotations

import numpy as np

from .sampling import bools, c64, f16, f32, f64, integers, ints, sample, strings


def scalar_text(value: bytes) -> np.ndarray:
    return np.array(value, object)


SAMPLES = {
    "Reshape": [
        sample(tensor=f32(2, 3), shape=ints([3, -1])),
        sample(tensor=f64(2, 3), shape=ints([6], np.int64)),
        sample(tensor=f32(0, 3), shape=ints([3, -1])),
        sample(tensor=f32(1), shape=ints([])),
        sample(tensor=f32(2, 3), shape=ints([4, -1])),
        sample(tensor=f32(2, 3), shape=ints([-1, -1])),
        sample(tensor=f32(2, 3), shape=ints([-2, 3])),
        sample(tensor=strings("a", "b"), shape=ints([2, 1])),
    ],
    "Transpose": [
        sample(x=f32(2, 3, 4), perm=ints([2, 0, 1])),
        sample(x=f64(2, 3), perm=ints([1, 0], np.int64)),
        sample(x=f32(), perm=ints([])),
        sample(x=f32(2, 3), perm=ints([0, 0])),
        sample(x=f32(2, 3), perm=ints([0])),
        sample(x=f32(2, 3), perm=ints([0, 2])),
    ],
    "ConjugateTranspose": [
        sample(x=c64(2, 3), perm=ints([1, 0])),
        sample(x=f64(2, 3), perm=ints([1, 0])),
    ],
    "ExpandDims": [
        sample(input=f32(2, 3), dim=ints(-1)),
        sample(input=f64(2, 3), dim=ints(1, np.int64)),
        sample(input=f32(2), dim=ints([0])),
        sample(input=f32(2), dim=ints(3)),
    ],
    "Squeeze": [
        sample(input=f32(1, 2, 1)),
        sample(input=f64(1, 2, 1), squeeze_dims=[-1]),
        sample(input=f32(1, 2), squeeze_dims=[1]),
        sample(input=f32(1, 2), squeeze_dims=[3]),
    ],
    "ReverseV2": [
        sample(tensor=f32(2, 3), axis=ints([0, -1])),
        sample(tensor=f64(2, 3), axis=ints([], np.int32)),
        sample(tensor=f32(2, 3), axis=ints([0, 0])),
        sample(tensor=f32(2, 3), axis=ints([2])),
    ],
    "Roll": [
        sample(input=f32(2, 3), shift=ints(1), axis=ints(-1)),
        sample(input=f64(3, 3), shift=ints([-1, 5]), axis=ints([0, 1])),
        sample(input=f32(3), shift=ints([2, 2]), axis=ints([0, 0])),
        sample(input=f32(3), shift=ints(1), axis=ints(1)),
    ],
    "ConcatV2": [
        sample(values=[f32(2, 1), f32(2, 3)], axis=ints(1)),
        sample(values=[f64(1, 2), f64(2, 2), f64(0, 2)], axis=ints(-2)),
        sample(values=[f32(2), f32(2, 1)], axis=ints(0)),
        sample(values=[f32(2), f32(3)], axis=ints(1)),
        sample(values=[f32(2, 1), f32(3, 3)], axis=ints(1)),
        sample(values=[strings("a"), strings("b", "c")], axis=ints(0)),
    ],
    "Pack": [
        sample(values=[f32(2, 3), f32(2, 3)]),
        sample(values=[f64(2, 3), f64(2, 3)], axis=-1),
        sample(values=[f32(), f32()]),
        sample(values=[f32(2), f32(3)]),
        sample(values=[f32(2)], axis=3),
    ],
    "Unpack": [
        sample(value=f32(2, 3), num=2),
        sample(value=f64(2, 3), num=3, axis=-1),
        sample(value=f32(2, 3), num=3),
        sample(value=f32(2), num=2, axis=2),
    ],
    "Split": [
        sample(split_dim=ints(1), value=f32(2, 4), num_split=2),
        sample(split_dim=ints(-2), value=f64(2, 4), num_split=2),
        sample(split_dim=ints(1), value=f32(2, 4), num_split=3),
        sample(split_dim=ints(2), value=f32(2, 4), num_split=2),
        sample(split_dim=ints(0), value=f32(2), num_split=1),
    ],
    "SplitV": [
        sample(value=f32(2, 4), size_splits=ints([1, -1, 1]), split_dim=ints(1), num_split=3),
        sample(value=f64(3), size_splits=ints([3, 0], np.int64), split_dim=ints(0), num_split=2),
        sample(value=f32(4), size_splits=ints([3, 2]), split_dim=ints(0), num_split=2),
        sample(value=f32(4), size_splits=ints([-1, -1]), split_dim=ints(0), num_split=2),
        sample(value=f32(4), size_splits=ints([1, 2]), split_dim=ints(0), num_split=2),
    ],
    "Slice": [
        sample(input=f32(3, 4), begin=ints([1, 0]), size=ints([-1, 2])),
        sample(input=f64(3), begin=ints([3], np.int64), size=ints([0], np.int64)),
        sample(input=f32(3), begin=ints([1]), size=ints([3])),
        sample(input=f32(3), begin=ints([-1]), size=ints([1])),
        sample(input=f32(3), begin=ints([1, 1]), size=ints([1, 1])),
    ],
    "StridedSlice": [
        sample(input=f32(4, 3), begin=ints([1, 0]), end=ints([4, -1]), strides=ints([2, 1])),
        sample(input=f64(4, 3), begin=ints([3]), end=ints([0]), strides=ints([-1]), end_mask=1),
        sample(
            input=f32(2, 3, 4),
            begin=ints([0, 0, 1]),
            end=ints([0, 0, 2]),
            strides=ints([1, 1, 1]),
            ellipsis_mask=1,
            new_axis_mask=2,
            shrink_axis_mask=4,
        ),
        sample(input=f32(4), begin=ints([7]), end=ints([8]), strides=ints([1]), shrink_axis_mask=1),
        sample(input=f32(4), begin=ints([0]), end=ints([2]), strides=ints([0])),
        sample(input=f32(4), begin=ints([0, 0]), end=ints([2, 2]), strides=ints([1, 1])),
        sample(input=f32(4), begin=ints([-9]), end=ints([9]), strides=ints([3])),
    ],
    "GatherV2": [
        sample(params=f32(3, 2), indices=ints([2, 0, 2]), axis=ints(0)),
        sample(params=f64(3, 2), indices=ints([[1], [0]], np.int64), axis=ints(-1)),
        sample(params=f32(2, 3, 2), indices=ints([[0, 2], [1, 1]]), axis=ints(1), batch_dims=1),
        sample(params=f32(2, 2), indices=ints(1), axis=ints(1)),
        sample(params=f32(3), indices=ints([3]), axis=ints(0)),
        sample(params=f32(3), indices=ints([-1]), axis=ints(0)),
        sample(params=f32(3), indices=ints([1]), axis=ints(1)),
        sample(params=strings("a", "b"), indices=ints([1]), axis=ints(0)),
    ],
    "GatherNd": [
        sample(params=f32(3, 2), indices=ints([[2, 0], [1, 1]])),
        sample(params=f64(3, 2), indices=ints([[[2]], [[0]]], np.int64)),
        sample(params=f32(3), indices=np.zeros((2, 0), np.int32)),
        sample(params=f32(3), indices=ints([[3]])),
        sample(params=f32(3), indices=ints([[0, 0]])),
    ],
    "Where": [
        sample(input=bools(2, 3)),
        sample(input=ints([0, 2, 0])),
        sample(input=np.array([], bool)),
        sample(input=np.array(True)),
    ],
    "ListDiff": [
        sample(x=ints([1, 2, 3, 2]), y=ints([2])),
        sample(x=strings("a", "b"), y=strings("b", "c"), out_idx="int64"),
        sample(x=ints([[1]]), y=ints([1])),
    ],
    "Unique": [
        sample(x=ints([3, 1, 3])),
        sample(x=strings("b", "a", "b"), out_idx="int64"),
        sample(x=ints([])),
        sample(x=ints([[1]])),
    ],
    "Tile": [
        sample(input=f32(2, 3), multiples=ints([2, 1])),
        sample(input=f64(2), multiples=ints([3], np.int64)),
        sample(input=f32(2), multiples=ints([0])),
        sample(input=f32(), multiples=ints([])),
        sample(input=f32(2), multiples=ints([-1])),
        sample(input=f32(2), multiples=ints([1, 2])),
    ],
    "Pad": [
        sample(input=f32(2, 3), paddings=ints([[1, 0], [0, 2]])),
        sample(input=f64(2), paddings=ints([[0, 0]], np.int64)),
        sample(input=f32(2), paddings=ints([[-1, 0]])),
        sample(input=f32(2), paddings=ints([[1, 0], [0, 2]])),
    ],
    "PadV2": [
        sample(input=f32(2), paddings=ints([[1, 2]]), constant_values=f32()),
        sample(input=ints([[1]]), paddings=ints([[1, 0], [0, 0]]), constant_values=ints(7)),
        sample(input=strings("a"), paddings=ints([[1, 0]]), constant_values=scalar_text(b"-")),
    ],
    "BroadcastTo": [
        sample(input=f32(3, 1), shape=ints([2, 3, 2])),
        sample(input=f64(), shape=ints([2], np.int64)),
        sample(input=f32(2), shape=ints([3])),
        sample(input=f32(2, 2), shape=ints([2])),
    ],
    "BroadcastArgs": [
        sample(s0=ints([2, 1]), s1=ints([3])),
        sample(s0=ints([]), s1=ints([3])),
        sample(s0=ints([2]), s1=ints([3])),
    ],
    "Fill": [
        sample(dims=ints([2, 3]), value=f32()),
        sample(dims=ints([0], np.int64), value=f64()),
        sample(dims=ints([]), value=scalar_text(b"x")),
        sample(dims=ints([-1]), value=f32()),
        sample(dims=ints([1]), value=f32(1)),
    ],
    "ZerosLike": [sample(x=f32(2, 3)), sample(x=strings("a")), sample(x=bools(2))],
    "OnesLike": [sample(x=f32(2, 3)), sample(x=integers(2)), sample(x=bools(2))],
    "Range": [
        sample(start=ints(1), limit=ints(10), delta=ints(3)),
        sample(start=np.float32(0), limit=np.float32(1), delta=np.float32(0.3)),
        sample(start=np.float64(3), limit=np.float64(0), delta=np.float64(-1)),
        sample(start=ints(1), limit=ints(10), delta=ints(0)),
        sample(start=ints(1), limit=ints(10), delta=ints(-1)),
        sample(start=ints([1]), limit=ints(10), delta=ints(1)),
    ],
    "OneHot": [
        sample(indices=ints([0, 2, -1, 5]), depth=ints(3), on_value=f32(), off_value=f32()),
        sample(
            indices=ints([[0, 1]], np.int64),
            depth=ints(2),
            on_value=ints(5),
            off_value=ints(1),
            axis=0,
        ),
        sample(indices=ints(1, np.uint8), depth=ints(3), on_value=f16(), off_value=f16(), axis=-1),
        sample(indices=ints([0]), depth=ints(-1), on_value=f32(), off_value=f32()),
        sample(indices=ints([0]), depth=ints(2), on_value=f32(), off_value=f32(), axis=3),
    ],
    "Shape": [
        sample(input=f32(2, 3)),
        sample(input=f32(), out_type="int64"),
        sample(input=strings("a")),
    ],
    "ShapeN": [sample(input=[f32(2, 3), f32(1)]), sample(input=[f32()], out_type="int64")],
    "Size": [sample(input=f32(2, 3)), sample(input=f32(0), out_type="int64")],
    "Rank": [sample(input=f32(2, 3)), sample(input=f32())],
}
