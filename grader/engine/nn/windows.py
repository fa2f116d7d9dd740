"""The geometry of windows on images, which convolution and pooling share.

Images are arrays (images, rows, columns, channels), "NHWC". Source of the formulas for sizes and padding:
tensorflow/core/framework/kernel_shape_util.cc.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from grader.engine.core.errors import (
    KernelFailure,
    ResourceExhaustedError,
    UnimplementedError,
    invalid,
)
from grader.engine.ops.common.shape_algebra import add, subtract, with_rank

Array = np.ndarray
as_strided = np.lib.stride_tricks.as_strided
Pair = tuple[int, int]
LARGEST_PADDED = 2**26  # elements; padding must not turn a little memory into a lot
SMALL = 10**6  # multiplications in a product of matrices for which OpenBLAS does not copy them
ONES = [1, 1, 1, 1]
PADDINGS = (b"SAME", b"VALID", b"EXPLICIT")


def unimplemented(message: str) -> KernelFailure:
    """The error for what TensorFlow's own kernels do not support."""
    return KernelFailure(UnimplementedError, message)


class Windows(NamedTuple):
    """Windows on images; pairs are (rows, columns).

    image: the size of an image. size: of a window. step: the stride. dilation: the distance between
    neighbouring elements of a window. before, after: the padding. count: the number of windows.
    """

    image: Pair
    size: Pair
    step: Pair
    dilation: Pair
    before: Pair
    after: Pair
    count: Pair  # type: ignore[assignment]

    def padded(self, x: Array, fill: Any = 0) -> Array:
        """The images with padding added."""
        if not any(self.before + self.after):
            return x
        result = self.blank(len(x), x.shape[3], x.dtype)
        if fill:
            result[...] = fill
        self.inner(result)[...] = x
        return result

    def blank(self, images: int, channels: int, dtype: Any) -> Array:
        """Padded images of zeros, to be filled or to accumulate gradients in."""
        sides = zip(self.image, self.before, self.after, strict=True)
        shape = (images, *map(sum, sides), channels)
        if math.prod(shape) > max(LARGEST_PADDED, 8 * images * channels * math.prod(self.image)):
            raise KernelFailure(
                ResourceExhaustedError, f"the padded pictures of shape {list(shape)} are too large"
            )
        return np.zeros(shape, dtype)

    def inner(self, padded: Array) -> Array:
        """The images inside their padding."""
        (top, left), (height, width) = self.before, self.image
        return padded[:, top : top + height, left : left + width]

    def places(self) -> Iterator[tuple[int, int, tuple[slice, slice, slice]]]:
        """For each position (i, j) in a window: the slices that pick it from all windows at once."""
        for i in range(self.size[0]):
            for j in range(self.size[1]):
                starts = i * self.dilation[0], j * self.dilation[1]
                rows, columns = (
                    slice(start, start + (count - 1) * step + 1, step) if count else slice(0, 0)
                    for start, count, step in zip(starts, self.count, self.step, strict=True)
                )
                yield i, j, (slice(None), rows, columns)

    def seen(self) -> list[tuple[int, int, int]]:
        """(i, first, end) for each row i of a window: the rows of windows that see the image there.

        The row that most windows see comes first.
        """
        above = [self.before[0] - i * self.dilation[0] for i in range(self.size[0])]
        ends = [max(0, one, min(self.count[0], self.image[0] + one)) for one in above]
        found = [
            (i, max(0, one), end) for i, (one, end) in enumerate(zip(above, ends, strict=True))
        ]
        return sorted(found, key=lambda one: one[1] - one[2])

    def laid_out(self, padded: Array, work: float, fewest: int) -> Array:
        """The windows as matrices, shape (height, images, groups, windows of a group, width, channels).

        A row of the images is laid out once for all windows that see it, as whichever of their rows. A group
        is as large as small products allow, with `work` multiplications per element of a window's row. Where
        it has fewer than `fewest` windows, or rows are short, all of a window's elements are the last axis.
        """
        (n, h, w, c), images, channels = padded.strides, len(padded), padded.shape[3]
        (rows, columns), (height, width) = self.count, self.size
        sizes: Any = (images, rows, columns, height, width, channels)
        steps: Any = (n, h * self.step[0], w * self.step[1])
        steps += (h * self.dilation[0], w * self.dilation[1], c)
        short, length = width * channels < 32, height * width * channels
        most = SMALL / max(columns * work * (length if short else width * channels), 1)
        fitting = (size for size in range(rows, 0, -1) if rows % size == 0 and size <= most)
        group = next(fitting, 0)
        if group * columns < fewest or (self.step[0] > 1 and not short):
            return as_strided(padded, sizes, steps).reshape(1, 1, 1, -1, 1, length)
        if short:  # faster to copy an element of all windows after the other
            laid = as_strided(padded, sizes[3:] + sizes[:3], steps[3:] + steps[:3])
            laid = laid.reshape(1, length, images, rows // group, group * columns, 1)
            return laid.transpose(0, 2, 3, 4, 5, 1)
        sizes = (images, padded.shape[1], columns, width, channels)
        laid = as_strided(padded, sizes, (n, h, steps[2], *steps[4:]))
        laid = np.ascontiguousarray(laid).reshape(images, -1, width, channels)
        n, w, *steps = laid.strides
        sizes = (height, images, rows // group, group * columns, width, channels)
        h = columns * w
        return as_strided(laid, sizes, (h * self.dilation[0], n, h * group, w, *steps))

    def backwards(self) -> Windows | None:
        """The windows on the output that each element of the images contributes to.

        None where the windows skip elements, or where their padding is larger than their reach.
        """
        before = [size - 1 - one for size, one in zip(self.size, self.before, strict=True)]
        after = [
            image + size - 1 - count - one
            for image, size, count, one in zip(
                self.image, self.size, self.count, before, strict=True
            )
        ]
        if self.step != (1, 1) or self.dilation != (1, 1) or min(*before, *after) < 0:
            return None
        sides: Any = {"before": tuple(before), "after": tuple(after)}
        return self._replace(image=self.count, count=self.image, **sides)


def in_parts(images: int, size: int, most: int) -> Iterator[slice]:
    """Slices of a few images of `size` elements each, together about `most` elements."""
    step = max(1, most // max(size, 1))
    return (slice(start, start + step) for start in range(0, images, step))


@functools.cache
def largest_part(whole: int, most: int) -> int:
    """The largest divisor of `whole` up to `most`, at least 1."""
    return next((size for size in range(min(whole, most), 1, -1) if whole % size == 0), 1)


def windows(attrs: Any, image: Any, size: Any) -> Windows:
    """The windows of a node with these attributes (in NHWC order) on images of that size."""
    step, dilation = attrs["strides"], attrs.get("dilations") or [1, 1, 1, 1]
    if step[0] != 1 or step[3] != 1:
        raise unimplemented(
            "Current implementation does not yet support strides in the batch and depth dimensions."
        )
    if dilation[0] != 1 or dilation[3] != 1:
        raise invalid(
            "Current implementation does not yet support dilations in the batch and depth "
            "dimensions."
        )
    explicit = attrs.get("explicit_paddings") or [0] * 8
    pairs: Any = [(int(a), int(b)) for a, b in (image, size[:2], step[1:3], dilation[1:3])]
    sides = [
        one_side(*(*along, attrs["padding"], explicit[2 * i + 2 : 2 * i + 4]))
        for i, along in enumerate(zip(*pairs, strict=True))
    ]
    return Windows(*pairs, *zip(*sides, strict=True))


def one_side(
    size: int, window: int, step: int, dilation: int, padding: bytes, explicit: Any
) -> tuple[int, int, int]:
    """(padding before, padding after, number of windows) along rows or columns."""
    reach = (window - 1) * dilation + 1
    if padding == b"SAME":
        count = -(-size // step)
        more = max((count - 1) * step + reach - size, 0)
        return more // 2, more - more // 2, count
    before, after = explicit if padding == b"EXPLICIT" else (0, 0)
    count = int((size + before + after - reach + step) / step)
    if count < 0:
        raise invalid(
            f"Computed output size would be negative: {count} [input_size: {size}, "
            f"effective_filter_size: {reach}, stride: {step}]"
        )
    return before, after, count


# ------------------------------------------------------------------------- static shapes


def order_of(c: Any) -> bytes:
    """The data format; operations that support only NHWC have no such attribute."""
    return bytes(c.op.attributes.get("data_format", b"NHWC"))


def in_order(values: Any, data_format: bytes) -> list[Any]:
    """Four values in `data_format` order, brought into NHWC order."""
    return [values[i] for i in ((0, 2, 3, 1) if data_format == b"NCHW" else (0, 1, 2, 3))]


def from_order(values: Any, data_format: bytes) -> tuple[Any, ...]:
    """Four values in NHWC order, brought into `data_format` order."""
    return tuple(values[i] for i in ((0, 3, 1, 2) if data_format == b"NCHW" else (0, 1, 2, 3)))


def checked(c: Any, *names: str) -> None:
    """Raises ValueError for attributes that are wrong for every image."""
    op, padding, data_format = c.op.type, c.attr("padding"), order_of(c)
    for name, value, allowed in (
        ("padding", padding, PADDINGS),
        ("data_format", data_format, (b"NHWC", b"NCHW")),
    ):
        if value not in allowed:
            quoted = ", ".join(f'"{one.decode()}"' for one in allowed)
            raise ValueError(
                f"Attr '{name}' of '{op}' Op passed string '{value.decode(errors='replace')}' not "
                f"in: {quoted}."
            )
    for name in names:
        values = c.attr(name)
        if len(values) != 4:
            what = {"strides": "stride", "dilations": "dilation"}.get(name, name)
            raise ValueError(
                f"{op} requires the {what} attribute to contain 4 values, but got: {len(values)}"
            )
        least = {"strides": "Stride must be > 0", "dilations": "Dilation rate must be >= 1"}
        for value in in_order(values, data_format)[1:3]:
            if value < 1 and name in least:
                raise ValueError(f"{least[name]}, but got {value}")
    explicit = c.op.attributes.get("explicit_paddings") or []
    if padding != b"EXPLICIT":
        if explicit:
            raise ValueError(
                "explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT"
            )
        return
    if len(explicit) != 8:
        raise ValueError(
            f"explicit_paddings attribute must contain 8 values, but got: {len(explicit)}"
        )
    if min(explicit) < 0:
        raise ValueError("All elements of explicit_paddings must be nonnegative")
    channels = 2 if data_format == b"NCHW" else 6
    if any(explicit[:2]) or any(explicit[channels : channels + 2]):
        raise ValueError(
            "Nonzero explicit padding in the batch or depth dimensions is not supported"
        )


def counts(c: Any, image: Any, size: Any) -> list[int | None]:
    """The number of windows along rows and along columns; None where unknown."""
    data_format = order_of(c)
    step = in_order(c.attr("strides"), data_format)[1:3]
    dilation = in_order(c.op.attributes.get("dilations") or [1] * 4, data_format)[1:3]
    explicit = c.op.attributes.get("explicit_paddings") or [0] * 8
    first = 4 if data_format == b"NCHW" else 2
    found: list[int | None] = []
    for i in (0, 1):
        if c.attr("padding") == b"SAME":
            found.append(None if image[i] is None else -(-image[i] // step[i]))
            continue
        reach = None if size[i] is None else (size[i] - 1) * dilation[i] + 1
        whole = add(image[i], sum(explicit[first + 2 * i : first + 2 * i + 2]))
        rest = subtract(whole, reach)
        found.append(None if rest is None else (rest + step[i]) // step[i])
    return found


def rank_4(c: Any, index: int) -> tuple[int | None, ...]:
    """The shape of an input that must have four dimensions."""
    return with_rank(c.shape(index), 4)


def pooled_shape(c: Any) -> Any:
    """The shape of a pooling's result: one element per window (and per window of channels)."""
    checked(c, "ksize", "strides")
    data_format = order_of(c)
    n, h, w, channels = in_order(rank_4(c, 0), data_format)
    size, step = (in_order(c.attr(name), data_format) for name in ("ksize", "strides"))
    depth = channels
    if c.op.type != "AvgPool" and (size[3], step[3]) != (1, 1):
        depth = None if channels is None else (channels - size[3] + step[3]) // max(step[3], 1)
    return from_order([n, *counts(c, (h, w), size[1:3]), depth], data_format)


# Arguments of public functions --------------------------------------------------------------------


def as_four(value: Any, data_format: str | None, name: str) -> list[Any]:
    """A value per dimension of a batch, from one number, from two (for the spatial ones) or from four."""
    if value is None:
        return ONES
    values: list[Any] = list(value) if isinstance(value, Iterable) else [value]
    if len(values) == 4:
        return values
    if len(values) == 1:
        values = values * 2
    elif len(values) != 2:
        raise ValueError(
            f"{name} should be of length 1, 2 or 4. Received: {name}={values} of length "
            f"{len(values)}"
        )
    first = (data_format or "NHWC").startswith("NC")
    return [1, 1, *values] if first else [1, *values, 1]


def as_paddings(padding: Any) -> dict[str, Any]:
    """The attributes `padding` and `explicit_paddings` for an argument `padding`."""
    if padding == "EXPLICIT":
        raise ValueError(
            "'EXPLICIT' is not a valid value for `padding`. To use explicit padding, `padding` must "
            "be a list."
        )
    if not isinstance(padding, (list, tuple)):
        return {"padding": padding, "explicit_paddings": []}
    if any(not isinstance(pair, (list, tuple)) or len(pair) != 2 for pair in padding):
        raise ValueError(
            "When `padding` is a list, each element of `padding` must be a list/tuple of size 2. "
            f"Received: padding={padding}"
        )
    if len(padding) != 4:
        raise ValueError(
            f"When padding is a list, it must be of size 4. Received: padding={padding} of "
            f"size {len(padding)}"
        )
    return {"padding": "EXPLICIT", "explicit_paddings": [side for pair in padding for side in pair]}
