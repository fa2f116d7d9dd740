"""Public functions that rearrange, join, split, cut and enlarge arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.shapes import Dimension, TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import entries  # noqa: F401  (`public` looks them up)
from grader.engine.ops.arrays.sizes import rank, shape
from grader.engine.ops.common.public import public, public_list
from grader.engine.ops.common.renamed import either

# fmt: off
__all__ = [
    "boolean_mask", "broadcast_to", "concat", "expand_dims", "gather", "invert_permutation",
    "matrix_transpose", "pad", "reshape", "reverse", "reverse_v2", "roll", "slice", "split",
    "squeeze", "stack", "tile", "transpose", "unique", "unstack",
]
# fmt: on


# Rearranging --------------------------------------------------------------------------------------


reshape = public("Reshape", "The same elements in another shape; at most one of its sizes is -1.")


def transpose(
    a: Any, perm: Any = None, name: str | None = "transpose", conjugate: bool = False
) -> Tensor:
    """The axes in the order `perm`; reversed if none is given."""
    with name_scope(name, "transpose", [a]) as scope:
        a = convert_to_tensor(a, name="a")
        if perm is None and a.shape.rank is None:
            last = apply("Rank", input=a) - 1
            perm = apply("Range", start=last, limit=-1, delta=-1)
        elif perm is None:
            perm = np.arange(a.shape.rank - 1, -1, -1, dtype=np.int32)
        kind = "ConjugateTranspose" if conjugate and a.dtype.is_complex else "Transpose"
        return apply(kind, scope, x=a, perm=perm)


def matrix_transpose(
    a: Any, name: str | None = "matrix_transpose", conjugate: bool = False
) -> Tensor:
    """The last two axes swapped. Raises ValueError for a vector or a scalar."""
    with name_scope(name, "matrix_transpose", [a]):
        a = convert_to_tensor(a, name="a")
        count = a.shape.rank
        if count is None:
            total = rank(a)
            before = apply("Range", start=0, limit=total - 2, delta=1)
            perm: Any = concat((before, [total - 1, total - 2]), 0)
        elif count < 2:
            raise ValueError(
                "Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = "
                f"{a} with shape: {a.shape}"
            )
        else:
            perm = [*range(count - 2), count - 1, count - 2]
        return transpose(a, perm=perm, conjugate=conjugate)


def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """A new axis of size 1 at `axis`."""
    axis = either("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return apply("ExpandDims", name, input=input, dim=axis)


def squeeze(
    input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None
) -> Tensor:
    """Without its axes of size 1, or only without those in `axis`."""
    axis = either("axis", axis, "squeeze_dims", squeeze_dims)
    if np.isscalar(axis):
        axis = [axis]
    return apply("Squeeze", name, input=input, squeeze_dims=[] if axis is None else list(axis))


reverse = public("ReverseV2", "The elements in reverse order along the axes.", called="reverse")
reverse_v2 = reverse


roll = public("Roll", "Shifted along `axis`; elements that leave at one end enter at the other.")
invert_permutation = public("InvertPermutation", "The permutation that undoes x.")


# Joining and splitting ----------------------------------------------------------------------------


def concat(values: Any, axis: Any, name: str | None = "concat") -> Tensor:
    """The values joined along an existing axis."""
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        with name_scope(name):
            position = convert_to_tensor(axis, name="concat_dim", dtype=d.int32)
            position.shape.assert_is_compatible_with(TensorShape(()))
            return apply("Identity", name, input=values[0])
    return apply("ConcatV2", name, values=values, axis=axis)


def stack(values: Any, axis: int = 0, name: str | None = "stack") -> Tensor:
    """The values joined along a new axis. Raises ValueError for an axis out of range."""
    if axis == 0:
        try:
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError, NotImplementedError):
            pass  # values that convert only one by one
    first = convert_to_tensor(values[0], name=name).shape
    if first.rank is not None and not -first.rank - 1 <= axis < first.rank + 1:
        raise ValueError(
            f"Argument `axis` = {axis} not in range [{-first.rank - 1}, {first.rank + 1})"
        )
    return apply("Pack", name, values=values, axis=axis)


def unstack(
    value: Any, num: int | None = None, axis: int = 0, name: str | None = "unstack"
) -> list[Tensor]:
    """The slices along an axis, as a list. Raises ValueError if their number is unknown."""
    if num is None:
        value = convert_to_tensor(value)
        known = value.shape
        if known.rank is not None:
            if not -known.rank <= axis < known.rank:
                raise ValueError(
                    f"Argument `axis` = {axis} not in range [{-known.rank}, {known.rank})"
                )
            num = known.sizes[axis]
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {known}")
    return apply("Unpack", name, value=value, num=num, axis=axis)


def split(
    value: Any,
    num_or_size_splits: Any,
    axis: Any = 0,
    num: int | None = None,
    name: str | None = "split",
) -> list[Tensor]:
    """Pieces along an axis: a number of equal ones, or ones of the given sizes."""
    if isinstance(num_or_size_splits, (int, np.integer, Dimension)):
        count = int(num_or_size_splits)  # type: ignore[arg-type]
        return apply("Split", name, split_dim=axis, value=value, num_split=count)
    sizes = convert_to_tensor(num_or_size_splits)
    if sizes.shape.rank == 0:
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. "
            f"Argument provided: {num_or_size_splits}"
        )
    if num is None:
        num = sizes.shape.sizes[0] if sizes.shape.rank else None
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {num_or_size_splits}")
    return apply("SplitV", name, value=value, size_splits=sizes, split_dim=axis, num_split=num)


# Picking ------------------------------------------------------------------------------------------


slice = public(
    "Slice", "The block of `size` (-1: to the end) that starts at `begin`.", input="input_"
)


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    name: str | None = None,
    axis: Any = None,
    batch_dims: int = 0,
) -> Tensor:
    """The slices of `params` along `axis` at the indices."""
    axis = batch_dims if axis is None else axis
    return apply("GatherV2", name, params=params, indices=indices, axis=axis, batch_dims=batch_dims)


def boolean_mask(
    tensor: Any, mask: Any, name: str | None = "boolean_mask", axis: int | None = None
) -> Tensor:
    """The slices where the mask is true. Raises ValueError for a mask without a static rank, or a scalar."""
    with name_scope(name, "boolean_mask", [tensor, mask]):
        x = convert_to_tensor(tensor, name="tensor")
        mask = convert_to_tensor(mask, name="mask")
        count, known = mask.shape.rank, x.shape
        if count == 0:
            raise ValueError("mask cannot be scalar.")
        if count is None:
            raise ValueError(
                "Number of mask dimensions must be specified, even if some dimensions are None.  "
                "E.g. shape=[None] is ok, but shape=None is not."
            )
        at = 0 if axis is None else axis
        known[at : at + count].assert_is_compatible_with(mask.shape)
        masked = shape(x)[at : at + count]
        leading = apply("Prod", input=masked, reduction_indices=[0])
        x = reshape(x, concat([shape(x)[:at], [leading], shape(x)[at + count :]], 0))
        first = known[at : at + count].num_elements()
        x.set_shape(known[:at].concatenate([first]).concatenate(known[at + count :]))
        rows = apply("Where", "Where", input=reshape(mask, [-1]))
        return gather(x, squeeze(rows, axis=[1]), axis=at)


unique = public_list(
    "Unique",
    "The distinct values in order of appearance, and the index of each element among them.",
)


# Enlarging ----------------------------------------------------------------------------------------


tile = public("Tile", "Repeated, as many times along each axis as `multiples` says.")


broadcast_to = public("BroadcastTo", "Broadcast to `shape`.")


def pad(
    tensor: Any,
    paddings: Any,
    mode: str = "CONSTANT",
    name: str | None = None,
    constant_values: Any = 0,
) -> Tensor:
    """Padded: `paddings[i]` says how many elements to add before and after along axis i.

    mode: "CONSTANT", "REFLECT" (mirrored without the edge) or "SYMMETRIC" (with it).
    """
    kind = mode.upper()
    if kind == "CONSTANT":
        result = constant_padding(tensor, paddings, constant_values, name)
    elif kind in ("REFLECT", "SYMMETRIC"):
        result = apply("MirrorPad", name, input=tensor, paddings=paddings, mode=kind)
    else:
        raise ValueError(
            'Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or '
            f'"SYMMETRIC". Received `mode` = {kind}'
        )
    known = result.op.inputs[0].shape
    if known.rank is not None and not result.shape.is_fully_defined():
        widths = constant_parts(paddings)
        if widths is not None:
            pairs = zip(widths, known.sizes, strict=False)
            result.set_shape([padded(width, length) for width, length in pairs])
    return result


def constant_padding(tensor: Any, paddings: Any, value: Any, name: str | None) -> Tensor:
    if not isinstance(value, Tensor) and np.ndim(value) == 0 and value == np.zeros_like(value):
        return apply("Pad", name, input=tensor, paddings=paddings)
    return apply("PadV2", name, input=tensor, paddings=paddings, constant_values=value)


def padded(width: Any, length: int | None) -> int | None:
    if width is None or length is None or any(end is None for end in width):
        return None
    return int(sum(width)) + length


def constant_parts(value: Any) -> Any:
    """`value` with the tensors in it replaced by their values, where those are known."""
    if isinstance(value, Tensor):
        return constant_value(value)
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [constant_parts(part) for part in value]
    return value
