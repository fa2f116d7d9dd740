"""Entries of the operations that rearrange, cut, join and create arrays, and that report shapes."""

from __future__ import annotations

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.ops.arrays import kernels, making_kernels, making_shapes, shapes
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import with_rank
from grader.engine.ops.common.shapes import scalar, unchanged
from grader.engine.ops.common.types import (
    COMPLEX,
    FLOATS,
    INDEX,
    INTEGERS,
    NUMBERS,
    REAL,
    SHORT_INDEX,
)
from grader.engine.registry import (
    any_type,
    define,
    number,
    numbers,
    one_of,
    plain,
    string,
)

BITWISE = REAL | COMPLEX | {d.bool, d.string}


# Rearranging --------------------------------------------------------------------------------------

define(
    "Reshape",
    "tensor: T, shape: Tshape -> output: T",
    T=any_type(),
    Tshape=one_of(INDEX, d.int32),
    shape=infer(shapes.reshape),
    kernel=plain(kernels.reshape),
)
for _type, _transpose in (
    ("Transpose", kernels.transpose),
    ("ConjugateTranspose", lambda x, perm: kernels.transpose(np.conj(x), perm)),
):
    define(
        _type,
        "x: T, perm: Tperm -> y: T",
        T=any_type(),
        Tperm=one_of(INDEX, d.int32),
        shape=infer(shapes.transpose),
        kernel=plain(_transpose),
    )
define(
    "InvertPermutation",
    "x: T -> y: T",
    T=one_of(INDEX, d.int32),
    shape=infer(lambda c: with_rank(c.shape(0), 1)),
    kernel=plain(kernels.invert_permutation),
)
define(
    "ExpandDims",
    "input: T, dim: Tdim -> output: T",
    T=any_type(),
    Tdim=one_of(INDEX, d.int32),
    shape=infer(shapes.expand_dims),
    kernel=plain(kernels.expand_dims),
)
define(
    "Squeeze",
    "input: T -> output: T",
    T=any_type(),
    squeeze_dims=numbers([]),
    shape=infer(shapes.squeeze),
    kernel=lambda node, x: kernels.squeeze(x, node.attrs["squeeze_dims"]),
)
define(
    "ReverseV2",
    "tensor: T, axis: Tidx -> output: T",
    Tidx=one_of(INDEX, d.int32),
    T=one_of(BITWISE),
    shape=infer(shapes.reversed_axes),
    kernel=plain(kernels.reverse),
)
define(
    "Roll",
    "input: T, shift: Tshift, axis: Taxis -> output: T",
    T=any_type(),
    Tshift=one_of(INDEX),
    Taxis=one_of(INDEX),
    shape=infer(unchanged),
    kernel=plain(kernels.roll),
)

# Joining and splitting ----------------------------------------------------------------------------

define(
    "ConcatV2",
    "values: N * T, axis: Tidx -> output: T",
    N=number(minimum=2),
    T=any_type(),
    Tidx=one_of(INDEX, d.int32),
    shape=infer(shapes.concat),
    kernel=plain(kernels.concat),
)
define(
    "ConcatOffset",
    "concat_dim: int32, shape: N * shape_type -> offset: N * shape_type",
    N=number(minimum=2),
    shape_type=one_of(INDEX, d.int32),
    shape=infer(lambda c: [c.shape(i) for i in range(1, c.count)]),
    kernel=plain(kernels.concat_offsets),
)
define(
    "Pack",
    "values: N * T -> output: T",
    N=number(minimum=1),
    T=any_type(),
    axis=number(0),
    shape=infer(shapes.pack),
    kernel=lambda node, *parts: kernels.stack(*parts, axis=node.attrs["axis"]),
)
define(
    "Unpack",
    "value: T -> output: num * T",
    num=number(minimum=0),
    T=any_type(),
    axis=number(0),
    shape=infer(shapes.unpack),
    kernel=lambda node, x: kernels.unstack(x, node.attrs["num"], node.attrs["axis"]),
)
define(
    "Split",
    "split_dim: int32, value: T -> output: num_split * T",
    num_split=number(minimum=1),
    T=any_type(),
    shape=infer(shapes.split),
    kernel=lambda node, axis, x: kernels.split(axis, x, node.attrs["num_split"]),
)
define(
    "SplitV",
    "value: T, size_splits: Tlen, split_dim: int32 -> output: num_split * T",
    num_split=number(minimum=1),
    T=any_type(),
    Tlen=one_of(INDEX | {d.int8}, d.int64),
    shape=infer(shapes.split_sizes),
    kernel=plain(kernels.split_sizes),
)

# Picking ------------------------------------------------------------------------------------------

define(
    "Slice",
    "input: T, begin: Index, size: Index -> output: T",
    T=any_type(),
    Index=one_of(INDEX),
    shape=infer(shapes.cut),
    kernel=plain(kernels.cut),
)
define(
    "GatherV2",
    "params: Tparams, indices: Tindices, axis: Taxis -> output: Tparams",
    batch_dims=number(0),
    Tparams=any_type(),
    Tindices=one_of(SHORT_INDEX),
    Taxis=one_of(INDEX),
    shape=infer(shapes.gather),
    kernel=lambda node, x, i, axis: kernels.gather(x, i, axis, node.attrs["batch_dims"]),
)
define(
    "GatherNd",
    "params: Tparams, indices: Tindices -> output: Tparams",
    Tparams=any_type(),
    Tindices=one_of(SHORT_INDEX),
    bad_indices_policy=string(b""),
    shape=infer(shapes.gather_nd),
    kernel=plain(kernels.gather_nd),
)
define(
    "Where",
    "input: T -> index: int64",
    T=one_of(NUMBERS | {d.bool}, d.bool),
    shape=infer(shapes.where),
    kernel=plain(kernels.where),
)
define(
    "ListDiff",
    "x: T, y: T -> out: T, idx: out_idx",
    T=any_type(),
    out_idx=one_of(INDEX, d.int32),
    shape=infer(shapes.two_vectors),
    kernel=kernels.with_index_type(kernels.list_difference),
)
define(
    "Unique",
    "x: T -> y: T, idx: out_idx",
    T=any_type(),
    out_idx=one_of(INDEX, d.int32),
    shape=infer(shapes.unique),
    kernel=kernels.with_index_type(kernels.unique),
)

# Enlarging ----------------------------------------------------------------------------------------

define(
    "Tile",
    "input: T, multiples: Tmultiples -> output: T",
    T=any_type(),
    Tmultiples=one_of(INDEX, d.int32),
    shape=infer(shapes.tile),
    kernel=plain(kernels.tile),
)
define(
    "Pad",
    "input: T, paddings: Tpaddings -> output: T",
    T=any_type(),
    Tpaddings=one_of(INDEX, d.int32),
    shape=infer(shapes.pad),
    kernel=plain(kernels.pad),
)
define(
    "PadV2",
    "input: T, paddings: Tpaddings, constant_values: T -> output: T",
    T=any_type(),
    Tpaddings=one_of(INDEX, d.int32),
    shape=infer(shapes.pad),
    kernel=plain(kernels.pad),
)
define(
    "BroadcastTo",
    "input: T, shape: Tidx -> output: T",
    T=any_type(),
    Tidx=one_of(INDEX, d.int32),
    shape=infer(shapes.broadcast_to),
    kernel=plain(kernels.broadcast_to),
)
define(
    "BroadcastArgs",
    "s0: T, s1: T -> r0: T",
    T=one_of(INDEX, d.int32),
    shape=infer(shapes.broadcast_arguments),
    kernel=plain(kernels.broadcast_arguments),
)
define(
    "BroadcastGradientArgs",
    "s0: T, s1: T -> r0: T, r1: T",
    T=one_of(INDEX, d.int32),
    shape=infer(shapes.two_vectors),
    kernel=plain(kernels.broadcast_gradient_arguments),
)

# Creating -----------------------------------------------------------------------------------------

define(
    "Fill",
    "dims: index_type, value: T -> output: T",
    T=any_type(),
    index_type=one_of(INDEX, d.int32),
    shape=infer(making_shapes.fill),
    kernel=plain(making_kernels.fill),
)
define(
    "ZerosLike",
    "x: T -> y: T",
    T=any_type(),
    shape=infer(unchanged),
    kernel=plain(
        lambda x: np.full(x.shape, b"", object) if x.dtype == object else np.zeros_like(x)
    ),
)
define(
    "OnesLike",
    "x: T -> y: T",
    T=one_of(NUMBERS | {d.bool}),
    shape=infer(unchanged),
    kernel=plain(np.ones_like),
)
define(
    "Range",
    "start: Tidx, limit: Tidx, delta: Tidx -> output: Tidx",
    Tidx=one_of(FLOATS | INTEGERS - {d.uint8}, d.int32),
    shape=infer(making_shapes.numbers),
    kernel=plain(making_kernels.count),
)
define(
    "OneHot",
    "indices: TI, depth: int32, on_value: T, off_value: T -> output: T",
    axis=number(-1),
    T=any_type(),
    TI=one_of(INDEX | {d.uint8, d.int8}, d.int64),
    shape=infer(making_shapes.one_hot),
    kernel=lambda node, i, depth, on, off: making_kernels.one_hot(
        i, depth, on, off, node.attrs["axis"]
    ),
)

# Diagonals ----------------------------------------------------------------------------------------

DIAGONAL = FLOATS | COMPLEX | INDEX
define(
    "Diag",
    "diagonal: T -> output: T",
    T=one_of(DIAGONAL),
    shape=infer(making_shapes.diag),
    kernel=plain(making_kernels.diag),
)
define(
    "DiagPart",
    "input: T -> diagonal: T",
    T=one_of(DIAGONAL),
    shape=infer(making_shapes.diag_part),
    kernel=plain(making_kernels.diag_part),
)
define(
    "MatrixDiagV3",
    "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T -> output: T",
    T=any_type(),
    align=string(b"RIGHT_LEFT"),
    shape=infer(making_shapes.matrix_diag),
    kernel=plain(making_kernels.matrix_diag),
)

# Reporting shapes ---------------------------------------------------------------------------------

define(
    "Shape",
    "input: T -> output: out_type",
    T=any_type(),
    out_type=one_of(INDEX, d.int32),
    shape=infer(shapes.shape_of),
    kernel=lambda node, x: np.array(x.shape, node.output_dtypes[0].as_numpy_dtype),
)
define(
    "ShapeN",
    "input: N * T -> output: N * out_type",
    N=number(minimum=1),
    T=any_type(),
    out_type=one_of(INDEX, d.int32),
    shape=infer(shapes.shapes_of),
    kernel=lambda node, *inputs: tuple(
        np.array(x.shape, node.output_dtypes[0].as_numpy_dtype) for x in inputs
    ),
)
define(
    "Size",
    "input: T -> output: out_type",
    T=any_type(),
    out_type=one_of(INDEX, d.int32),
    shape=infer(scalar),
    kernel=lambda node, x: np.array(x.size, node.output_dtypes[0].as_numpy_dtype),
)
define(
    "Rank",
    "input: T -> output: int32",
    T=any_type(),
    shape=infer(scalar),
    kernel=plain(lambda x: np.array(x.ndim, np.int32)),
)
