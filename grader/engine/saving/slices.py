"""Parts of tensors in checkpoints: what `shape_and_slices` says, and the keys under which parts are kept.

"5 2 3,2:-" is the part of a tensor of shape [5, 2] that begins in row 3, two rows long, with all columns.
Source: tensorflow/core/framework/tensor_slice.cc, tensorflow/core/lib/strings/ordered_code.cc.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from grader.engine.core.errors import InternalError, KernelFailure, invalid
from grader.engine.ops.common.shape_algebra import format_shape

WHOLE = -1  # as a length: from the start to the end of the axis
LARGEST = 2**63 - 1


class Part(NamedTuple):
    """A part of a tensor. extents: where it starts on each axis, and its length there."""

    full: list[int]
    extents: list[tuple[int, int]]

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """The first place on each axis, and the one after the last; KernelFailure for a wrong part."""
        found, words = [], f"shape = {format_shape(self.full)}, slice = {self}"
        if len(self.full) != len(self.extents):
            raise KernelFailure(InternalError, f"Mismatching ranks: {words}")
        for axis, (size, (start, length)) in enumerate(zip(self.full, self.extents, strict=True)):
            stop = size if length == WHOLE else start + length
            if not 0 <= start <= stop <= size:
                raise KernelFailure(
                    InternalError, f"Extent in dimension {axis} out of bounds: {words}"
                )
            found.append((start, stop))
        return found

    @property
    def shape(self) -> list[int]:
        """The shape of the part."""
        return [stop - start for start, stop in self.bounds]

    def __str__(self) -> str:
        return ":".join("-" if one == (0, WHOLE) else f"{one[0]},{one[1]}" for one in self.extents)


def parse_part(text: str) -> Part:
    """The part that an element of `shape_and_slices` names. KernelFailure for any other text."""
    *sizes, places = text.split(" ")
    if not sizes:
        raise invalid(f"Need least two elements in shape_and_slice specification: {text}")
    if not all(re.fullmatch(r"\d{1,18}", size, re.ASCII) for size in sizes):
        raise invalid(f"Non numerical dimension in shape_and_slice: {text}")
    extents = []
    for place in filter(None, places.split(":")):
        found = re.fullmatch(r"(-?\d+),(-?\d+)", place, re.ASCII)
        start, length = map(int, found.groups()) if found else (0, WHOLE)
        if place != "-" and (not found or max(abs(start), abs(length)) > LARGEST):
            raise invalid(f"Expected a pair of numbers or '-' but got '{place}': string = {places}")
        if found and (start < 0 or length <= 0):
            raise invalid(
                f"Expected non-negative start and positive length but got start = {start}, length = "
                f"{length}: string = {places}"
            )
        extents.append((start, length))
    return Part([int(size) for size in sizes], extents)


def whole(sizes: list[int]) -> Part:
    """All of a tensor."""
    return Part(sizes, [(0, WHOLE)] * len(sizes))


def within(bounds: list[tuple[int, int]], part: Part) -> tuple[slice, ...]:
    """The index of these bounds in an array that holds a part."""
    pairs = zip(bounds, part.bounds, strict=True)
    return tuple(slice(start - first, stop - first) for (start, stop), (first, _) in pairs)


def parts_of(entry: Any) -> list[Part]:
    """The parts in which the tensor of an index entry is kept."""
    sizes = [dim.size for dim in entry.shape.dim]
    return [
        Part(sizes, [(e.start, e.length if e.HasField("length") else WHOLE) for e in part.extent])
        for part in entry.slices
    ]


def add_part(entry: Any, part: Part) -> None:
    """Lists a part in the index entry of its tensor."""
    listed = entry.slices.add()
    for start, length in part.extents:
        extent = listed.extent.add()
        if length != WHOLE:
            extent.start, extent.length = start, length


def part_key(name: bytes, part: Part) -> bytes:
    """The key of a part in the index: it sorts by name, then by place."""
    escaped = re.sub(rb"[\0\xff]", lambda byte: byte[0] + bytes([255 - byte[0][0]]), name)
    rank = len(part.extents)
    places = b"".join(_ordered(number) for extent in part.extents for number in extent)
    return b"\0" + escaped + b"\0\1" + (bytes([1, rank]) if rank else b"\0") + places


def _ordered(number: int) -> bytes:
    """A number >= -1: as many leading ones as bytes, then its bits, so that bytes sort as numbers do."""
    size = next(size for size in range(1, 11) if number < 1 << (7 * size - 1))
    return (number + (((1 << size) - 1) << (7 * size))).to_bytes(size, "big")
