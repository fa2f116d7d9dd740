"""Random numbers as TensorFlow draws them: the counter-based generator Philox 4x32-10.

A generator is a key (two words, from the seed) and a counter (four words, the upper two from the second
seed). Each value of the counter gives a block of four random words of 32 bits; skipping ahead is an
addition. The same seeds therefore give the same numbers, whatever the number of threads.

Source: Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3 (2011); the layout of
blocks is that of TensorFlow's kernels on processors (tensorflow/core/lib/random, random_op.cc).
"""

from __future__ import annotations

import math
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from grader.engine.core import libm

Array = np.ndarray[Any, Any]

MULTIPLIERS = np.array([[0xD2511F53], [0xCD9E8D57]], np.uint64)
KEY_STEPS = np.array([[0x9E3779B9], [0xBB67AE85]], np.uint32)
WORD = np.uint64(32)
# The words of numbers of 64 bits, seen as twice as many of 32.
LOW, HIGH = (slice(i, None, 2) for i in ((0, 1) if sys.byteorder == "little" else (1, 0)))
# How far a generator advances for each number that a kernel fills in, however many it used.
RESERVED_PER_NUMBER = 256
PIECE = 2**15  # numbers made at a time


class Stream:
    """The numbers of one operation in one session, continued from run to run. Thread-safe.

    If both seeds are 0, the stream cannot be repeated.
    """

    def __init__(self, seed: int, seed2: int):
        if seed == 0 and seed2 == 0:
            seed, seed2 = (int.from_bytes(os.urandom(8)) for _ in range(2))
        self.key, self.upper = seed & (2**64 - 1), seed2 & (2**64 - 1)
        self.position = 0  # blocks used so far, the lower half of the counter
        self._lock = threading.Lock()

    def reserve(self, blocks: int) -> int:
        """Returns the position of the next block and advances by `blocks`."""
        with self._lock:
            start = self.position
            self.position += blocks
            return start

    def values(self) -> list[Any]:
        """The arrays that the stream holds: none."""
        return []

    def blocks(self, positions: Array) -> Array:
        """The random words of the blocks at these positions, shape (positions, 4) uint32."""
        counter = np.empty((2, len(positions)), np.uint64)
        counter[0], counter[1] = positions, self.upper
        halves = counter.view(np.uint32)
        even, odd = halves[:, LOW], halves[:, HIGH]  # words 0 and 2, words 1 and 3
        key = np.array([[self.key & 0xFFFFFFFF], [self.key >> 32]], np.uint32)
        for _ in range(10):
            products = np.multiply(even, MULTIPLIERS, dtype=np.uint64)
            halves = products[::-1].view(np.uint32)
            even = halves[:, HIGH] ^ odd
            even ^= key
            odd = halves[:, LOW]
            key = key + KEY_STEPS
        words = np.empty((len(positions), 4), np.uint32)
        words[:, ::2], words[:, 1::2] = even.T, odd.T
        return words

    def words(self, start: int, count: int) -> Array:
        """The first `count` words starting with block `start`, uint32."""
        return self.blocks(start + np.arange(-(-count // 4))).ravel()[:count]


# ------------------------------------------------------------- from words to numbers in [0, 1)


def unit_float32(words: Array) -> Array:
    """The lower 23 bits as the mantissa of a number in [1, 2), less 1."""
    bits = (words & np.uint32(0x7FFFFF)) | np.uint32(127 << 23)
    return bits.view(np.float32) - np.float32(1)


def unit_float16(words: Array) -> Array:
    """The lower 10 bits as the mantissa, as for float32."""
    bits = (words.astype(np.uint16) & np.uint16(0x3FF)) | np.uint16(15 << 10)
    return bits.view(np.float16) - np.float16(1)


def unit_float64(words: Array) -> Array:
    """One number per pair of words: 20 bits of the first and all of the second as the mantissa."""
    pairs = words.reshape(-1, 2).astype(np.uint64)
    bits = ((pairs[:, 0] & np.uint64(0xFFFFF)) << WORD) | pairs[:, 1] | np.uint64(1023 << 52)
    return bits.view(np.float64) - 1.0


def unit_bfloat16(words: Array) -> Array:
    """The lower 7 bits as the mantissa, as for float32."""
    bits = (words.astype(np.uint16) & np.uint16(0x7F)) | np.uint16(127 << 7)
    return bits.view(ml_dtypes.bfloat16) - ml_dtypes.bfloat16(1)


UNIT = {
    "bfloat16": unit_bfloat16,
    "float16": unit_float16,
    "float32": unit_float32,
    "float64": unit_float64,
}


def box_muller(units: Array) -> Array:
    """Pairs of uniform numbers (u, v) as pairs of normal ones: sqrt(-2 log u) (sin, cos)(2 pi v).

    Source: Box and Muller, A note on the generation of random normal deviates (1958).
    """
    u, v = units.reshape(-1, 2).T
    if units.dtype == np.float64:
        angle = 2.0 * np.pi * v
        # Python calls the C library; NumPy's own functions may round differently.
        sine, cosine = _each(math.sin, angle), _each(math.cos, angle)
        logarithm = _each(math.log, np.maximum(u, 1e-7))
    else:
        angle = (2.0 * np.pi * v.astype(np.float64)).astype(np.float32)
        sine, cosine = libm.sincosf(angle)
        logarithm = libm.logf(np.maximum(u, np.float32(1e-7)))
    radius = np.sqrt(units.dtype.type(-2) * logarithm)
    pairs = np.empty((len(radius), 2), units.dtype)
    np.multiply(sine, radius, out=pairs[:, 0])
    np.multiply(cosine, radius, out=pairs[:, 1])
    return pairs.ravel()


def _each(function: Callable[[float], float], numbers: Array) -> Array:
    return np.fromiter(map(function, numbers.tolist()), np.float64, numbers.size)


# --------------------------------------------------------------------- filling arrays


def words_per_number(dtype: Any) -> int:
    """The words per number of this type."""
    return 2 if np.dtype(dtype).itemsize == 8 else 1


def _filled(count: int, dtype: Any, make: Callable[[int, int], Array]) -> Array:
    """The numbers of make(first, number), in pieces: intermediate arrays take twenty times the memory."""
    result = np.empty(count, dtype)
    for first in range(0, count, PIECE):
        result[first : first + PIECE] = make(first, min(PIECE, count - first))
    return result


def uniform(stream: Stream, count: int, dtype: Any) -> Array:
    """Numbers of a floating-point type in [0, 1), shape (count,)."""
    start = stream.reserve(count * RESERVED_PER_NUMBER)
    unit, size = UNIT[np.dtype(dtype).name], words_per_number(dtype)

    def make(first: int, number: int) -> Array:
        return unit(stream.words(start + first * size // 4, _even(number * size)))[:number]

    return _filled(count, dtype, make)


def uniform_integers(stream: Stream, count: int, low: int, high: int, dtype: Any) -> Array:
    """Integers from low to high - 1, shape (count,): a random word modulo (high - low)."""
    start = stream.reserve(count * RESERVED_PER_NUMBER)
    kind, size = np.dtype(f"u{np.dtype(dtype).itemsize}"), words_per_number(dtype)

    def make(first: int, number: int) -> Array:
        words = stream.words(start + first * size // 4, number * size)
        if kind.itemsize == 8:
            pairs = words.reshape(-1, 2).astype(np.uint64)
            words = pairs[:, 0] | (pairs[:, 1] << WORD)
        offset = words % kind.type((high - low) % 2 ** (8 * kind.itemsize))
        with np.errstate(over="ignore"):
            return (offset + np.asarray(low, dtype).astype(kind)).astype(dtype)

    return _filled(count, dtype, make)


def normal(stream: Stream, count: int, dtype: Any) -> Array:
    """Numbers of the standard normal distribution, shape (count,)."""
    start = stream.reserve(count * RESERVED_PER_NUMBER)
    double = np.dtype(dtype).itemsize == 8
    size, unit = (2, unit_float64) if double else (1, unit_float32)

    def make(first: int, number: int) -> Array:
        return box_muller(unit(stream.words(start + first * size // 4, size * _even(number))))[
            :number
        ]

    return _filled(count, dtype, make)


def truncated_normal(stream: Stream, count: int, dtype: Any) -> Array:
    """Numbers of the standard normal distribution, those beyond 2 drawn again, shape (count,).

    Each group of four numbers (two in double precision) draws from its own region of blocks until
    it is full.
    """
    start = stream.reserve(count * RESERVED_PER_NUMBER)
    double = np.dtype(dtype).itemsize == 8
    size, unit = (2, unit_float64) if double else (4, unit_float32)
    stride = size * RESERVED_PER_NUMBER // 4

    def make(first: int, number: int) -> Array:
        groups = -(-number // size)
        result = np.zeros((groups, size), np.float64 if double else np.float32)
        filled = np.zeros(groups, np.int64)
        left, block = np.arange(groups), 0
        while left.size:
            words = stream.blocks(start + block + (first // size + left) * stride)
            candidates = box_muller(unit(words.ravel())).reshape(left.size, -1)
            for column in candidates.T:
                take = (np.abs(column) < 2) & (filled[left] < size)
                rows = left[take]
                result[rows, filled[rows]] = column[take]
                filled[rows] += 1
            left = left[filled[left] < size]
            block += 1
        return result.ravel()[:number]

    return _filled(count, dtype, make)


def permutation(stream: Stream, count: int) -> Array:
    """A random permutation of `count` indices: the shuffle of Fisher and Yates, from the front."""
    samples = count - 1
    words = stream.words(stream.reserve(-(-samples // 4)), samples)
    order = np.arange(count)
    for place, offset in enumerate(words % np.arange(count, 1, -1, dtype=np.uint32)):
        other = place + int(offset)
        order[place], order[other] = order[other], order[place]
    return order


def categorical(stream: Stream, logits: Array, count: int) -> Array:
    """For each row of logits, `count` classes drawn with their probabilities, shape (rows, count)."""
    rows, padded = len(logits), -(-count // 4) * 4
    start = stream.reserve(rows * padded * 2 * RESERVED_PER_NUMBER)
    result = np.zeros((rows, count), np.int64)
    units = _filled(
        rows * count,
        np.float64,
        lambda first, number: unit_float64(stream.words(start + first // 2, 2 * number)),
    ).reshape(rows, count)
    for row, numbers in enumerate(np.asarray(logits, np.float64)):
        finite = np.isfinite(numbers)
        top = numbers[finite].max() if finite.any() else 0.0
        sums = np.cumsum(np.where(finite, np.exp(numbers - top), 0.0))
        result[row] = np.searchsorted(sums, units[row] * sums[-1], side="right")
    return result


def _even(count: int) -> int:
    return count + count % 2
