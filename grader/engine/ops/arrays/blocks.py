"""Blocks of an image or grid moved to the batch (tf.space_to_batch) or to the depth, and back."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.common import shape_algebra as algebra
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import as_str, numbers
from grader.engine.ops.common.public import public
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import INDEX
from grader.engine.registry import any_type, define, gradient_of, number, one_of, string

# fmt: off
__all__ = [
    "batch_to_space", "batch_to_space_nd", "depth_to_space", "required_space_to_batch_paddings",
    "space_to_batch", "space_to_batch_nd", "space_to_depth",
]
# fmt: on

Array = np.ndarray

# Space and batch ----------------------------------------------------------------------------------


def blocks_of(c: Any) -> tuple[Any, Any, algebra.Shape]:
    """The block sizes, the margins and the input's shape, as far as they are known."""
    if "block_size" in c.op.attributes:
        size = c.attr("block_size")
        return np.array([size, size]), c.value(1), algebra.with_rank(c.shape(0), 4)
    if c.shape(1) is None or len(c.shape(1)) != 1:
        raise ValueError("block_shape must have rank 1.")
    (count,) = c.shape(1)
    if count is None:
        raise ValueError("block_shape must have known size.")
    algebra.merge_dimension(algebra.with_rank(c.shape(2), 2)[1], 2)
    algebra.at_least_rank(c.shape(0), count + 1)
    block = c.value(1)
    return (np.full(count, None) if block is None else block), c.value(2), c.shape(0)


def to_batch_shape(c: Any, back: bool = False) -> algebra.Shape:
    block, margins, sizes = blocks_of(c)
    if sizes is None:
        return None
    if None in block:
        return (*(None for _ in range(len(block) + 1)), *sizes[1 + len(block) :])
    if np.any(block < 1):
        raise ValueError("block_shape must be positive")
    total = math.prod(numbers(block))
    batch = algebra.divide(sizes[0], total) if back else algebra.multiply(sizes[0], total)
    inner: list[int | None] = []
    for i, step in enumerate(numbers(block)):
        margin = None if margins is None else int(margins[i].sum())
        if margins is not None and np.any(margins[i] < 0):
            raise ValueError("paddings cannot be negative")
        if back:
            whole = algebra.multiply(sizes[i + 1], step)
            left = None if whole is None or margin is None else whole - margin
            if left is not None and left < 0:
                raise ValueError(f"Negative dimension size caused by subtracting {margin}")
            inner.append(left)
        else:
            inner.append(algebra.divide(algebra.add(sizes[i + 1], margin), step))
    return (batch, *inner, *sizes[1 + len(block) :])


def from_batch_shape(c: Any) -> algebra.Shape:
    return to_batch_shape(c, back=True)


def require_blocks(x: Array, block: list[int], margins: Array) -> None:
    if x.ndim < 1 + len(block) or margins.shape != (len(block), 2):
        raise invalid(
            f"input rank should be >= {1 + len(block)} and margins of shape [{len(block)}, 2], got "
            f"{algebra.format_shape(x.shape)} and {algebra.format_shape(margins.shape)}"
        )
    if np.any(margins < 0) or min(block, default=1) < 1:
        raise invalid("block_shape must be positive, and paddings or crops non-negative")


def space_to_batch_kernel(x: Array, block: list[int], margins: Array) -> Array:
    require_blocks(x, block, margins)
    count, rest = len(block), x.shape[1 + len(block) :]
    widths = [(0, 0), *((int(a), int(b)) for a, b in margins), *((0, 0) for _ in rest)]
    x = np.pad(x, widths)
    sizes = x.shape[1 : 1 + count]
    if any(size % step for size, step in zip(sizes, block, strict=True)):
        raise invalid(
            f"padded_shape {algebra.format_shape(sizes)} is not divisible by block_shape {block}"
        )
    pairs = [n for size, step in zip(sizes, block, strict=True) for n in (size // step, step)]
    x = x.reshape(x.shape[0], *pairs, *rest)
    steps, places = range(2, 2 * count + 1, 2), range(1, 2 * count, 2)
    x = x.transpose(*steps, 0, *places, *range(2 * count + 1, x.ndim))
    batch = math.prod(x.shape[: count + 1])
    return x.reshape(batch, *x.shape[count + 1 :])


def batch_to_space_kernel(x: Array, block: list[int], crops: Array) -> Array:
    require_blocks(x, block, crops)
    count, total = len(block), math.prod(block)
    if x.shape[0] % total:
        raise invalid(f"Input batch dimension ({x.shape[0]}) is not divisible by {total}")
    sizes, rest = x.shape[1 : 1 + count], x.shape[1 + count :]
    x = x.reshape(*block, x.shape[0] // total, *sizes, *rest)
    order = [n for i in range(count) for n in (count + 1 + i, i)]
    x = x.transpose(count, *order, *range(2 * count + 1, x.ndim))
    whole = [size * step for size, step in zip(sizes, block, strict=True)]
    x = x.reshape(x.shape[0], *whole, *rest)
    ends = [size - int(b) for size, (_, b) in zip(whole, crops, strict=True)]
    if any(int(a) > end for (a, _), end in zip(crops, ends, strict=True)):
        raise invalid(f"crops {crops.tolist()} are larger than the output {whole}")
    return x[(slice(None), *(slice(int(a), end) for (a, _), end in zip(crops, ends, strict=True)))]


for _type, _back, _kernel in (
    ("SpaceToBatch", "BatchToSpace", space_to_batch_kernel),
    ("BatchToSpace", "SpaceToBatch", batch_to_space_kernel),
):
    _margins = "paddings" if _type == "SpaceToBatch" else "crops"
    _shape = infer(from_batch_shape if _type == "BatchToSpace" else to_batch_shape)
    define(
        f"{_type}ND",
        f"input: T, block_shape: Tblock_shape, {_margins}: T{_margins} -> output: T",
        T=any_type(),
        Tblock_shape=one_of(INDEX, d.int32),
        attributes={f"T{_margins}": one_of(INDEX, d.int32)},
        shape=_shape,
        kernel=lambda node, x, block, margins, f=_kernel: f(x, numbers(block), margins),
    )
    _index = "Tpaddings" if _type == "SpaceToBatch" else "Tidx"
    _attributes = {"T": any_type(), _index: one_of(INDEX, d.int32)}
    _attributes["block_size"] = number(minimum=2)
    define(
        _type,
        f"input: T, {_margins}: {_index} -> output: T",
        attributes=_attributes,
        shape=_shape,
        kernel=lambda node, x, m, f=_kernel: f(x, [node.attrs["block_size"]] * 2, m),
    )
    linear("input", _type, f"{_type}ND")


@gradient_of("SpaceToBatchND", "BatchToSpaceND")
def _space_nd(op: Any, gradient: Any) -> Any:
    back = batch_to_space_nd if op.type == "SpaceToBatchND" else space_to_batch_nd
    return back(gradient, op.inputs[1], op.inputs[2]), None, None


@gradient_of("SpaceToBatch", "BatchToSpace")
def _space(op: Any, gradient: Any) -> Any:
    back = batch_to_space if op.type == "SpaceToBatch" else space_to_batch
    return back(gradient, op.inputs[1], block_size=op.get_attr("block_size")), None


# Space and depth ----------------------------------------------------------------------------------


def to_depth_shape(c: Any) -> algebra.Shape:
    block, first = c.attr("block_size"), as_str(c.attr("data_format")) == "NCHW"
    sizes = algebra.with_rank(c.shape(0), 4)
    batch, *places = sizes
    depth = places.pop(0 if first else -1)
    if c.op.type == "SpaceToDepth":
        places, depth = (
            [algebra.divide(n, block) for n in places],
            algebra.multiply(depth, block * block),
        )
    else:
        places, depth = (
            [algebra.multiply(n, block) for n in places],
            algebra.divide(depth, block * block),
        )
    return (batch, depth, *places) if first else (batch, *places, depth)


def depth_kernel(node: Any, x: Array) -> Array:
    """Moves each block's elements to the depth axis, or back."""
    block, rows_first = node.attrs["block_size"], as_str(node.attrs["data_format"]) == "NCHW"
    if x.ndim != 4:
        raise invalid("Input rank should be: 4 instead of: " + str(x.ndim))
    x = np.moveaxis(x, 1, -1) if rows_first else x
    batch, rows, columns, depth = x.shape
    if node.operation.type == "SpaceToDepth":
        if rows % block or columns % block:
            raise invalid(f"Image size {rows}x{columns} should be divisible by block_size: {block}")
        x = x.reshape(batch, rows // block, block, columns // block, block, depth)
        x = x.transpose(0, 1, 3, 2, 4, 5)
        x = x.reshape(batch, rows // block, columns // block, depth * block * block)
    else:
        if depth % (block * block):
            raise invalid(f"Input depth dimension {depth} should be divisible by: {block * block}")
        x = x.reshape(batch, rows, columns, block, block, depth // (block * block))
        x = x.transpose(0, 1, 3, 2, 4, 5)
        x = x.reshape(batch, rows * block, columns * block, depth // (block * block))
    return np.moveaxis(x, -1, 1) if rows_first else x


for _type in ("SpaceToDepth", "DepthToSpace"):
    define(
        _type,
        "input: T -> output: T",
        T=any_type(),
        block_size=number(minimum=2),
        data_format=string(b"NHWC"),
        shape=infer(to_depth_shape),
        kernel=depth_kernel,
    )
    linear("input", _type)


@gradient_of("SpaceToDepth", "DepthToSpace")
def _depth(op: Any, gradient: Any) -> Any:
    back = depth_to_space if op.type == "SpaceToDepth" else space_to_depth
    return back(gradient, op.get_attr("block_size"), data_format=op.get_attr("data_format"))


# Public functions ---------------------------------------------------------------------------------

space_to_batch_nd = public(
    "SpaceToBatchND", "Blocks of the padded spatial axes, moved to the batch axis."
)
batch_to_space_nd = public(
    "BatchToSpaceND", "Blocks moved from the batch axis to the spatial axes, and cropped."
)


def _by_block_size(function: Any, margins: str) -> Any:
    def by_block_size(
        input: Any,
        margin: Any = None,
        block_size: Any = None,
        name: str | None = None,
        block_shape: Any = None,
        **named: Any,
    ) -> Tensor:
        size = either("block_shape", block_shape, "block_size", block_size)
        margin = named.pop(margins) if margin is None else margin
        block = np.array([size, size], dtype=np.int64)
        result = function(input, block, margin, name=name)
        result.set_shape(result.shape.with_rank(4))
        return result

    by_block_size.__doc__ = (
        "Like the ND form, for square blocks of images (batch, rows, columns, depth)."
    )
    return by_block_size


space_to_batch = _by_block_size(space_to_batch_nd, "paddings")
batch_to_space = _by_block_size(batch_to_space_nd, "crops")


def space_to_depth(
    input: Any, block_size: int, name: str | None = None, data_format: Any = "NHWC"
) -> Tensor:
    """Blocks of rows and columns moved to the depth: (n, h, w, c) to (n, h / b, w / b, b b c)."""
    return apply("SpaceToDepth", name, input=input, block_size=block_size, data_format=data_format)


def depth_to_space(
    input: Any, block_size: int, name: str | None = None, data_format: Any = "NHWC"
) -> Tensor:
    """Depth moved to blocks of rows and columns: (n, h, w, b b c) to (n, b h, b w, c)."""
    return apply("DepthToSpace", name, input=input, block_size=block_size, data_format=data_format)


def required_space_to_batch_paddings(
    input_shape: Any, block_shape: Any, base_paddings: Any = None, name: str | None = None
) -> tuple[Any, Any]:
    """The paddings that make the sizes multiples of the blocks', and the crops that undo them."""
    with name_scope(name, "required_space_to_batch_paddings", [input_shape, block_shape]):
        sizes: Any = convert_to_tensor(input_shape, dtype=d.int32, name="input_shape")
        block: Any = convert_to_tensor(block_shape, dtype=d.int32, name="block_shape")
        block.shape.assert_is_fully_defined()
        block.shape.with_rank(1)
        count = block.shape.sizes[0] or 0
        if count == 0:
            return making.zeros([0, 2], d.int32), making.zeros([0, 2], d.int32)
        sizes.shape.assert_is_compatible_with([count])
        if base_paddings is None:
            base: Any = making.zeros([count, 2], d.int32)
        else:
            base = convert_to_tensor(base_paddings, dtype=d.int32, name="base_paddings")
            base.shape.assert_is_compatible_with([count, 2])
        known = [constant_value(one) for one in (sizes, block, base)]
        if all(one is not None for one in known):
            sizes, block, base = known
        start, end = base[:, 0], base[:, 1]
        whole = sizes + start + end
        extra = (block - whole % block) % block
        end = end + extra
        paddings = arrays.stack([[start[i], end[i]] for i in range(count)], name="paddings")
        return paddings, arrays.stack([[0, extra[i]] for i in range(count)], name="crops")
