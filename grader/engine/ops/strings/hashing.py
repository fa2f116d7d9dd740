"""Hashes of strings: FarmHash's Fingerprint64, MurmurHash64A, and the operations that use them.

Sources: github.com/google/farmhash (farmhashna), tensorflow/core/platform/hash.cc (MurmurHash64A).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import public
from grader.engine.ops.common.renamed import either
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.strings.kernels import Array, each_string
from grader.engine.registry import define, no_derivative, number

__all__ = ["string_to_hash_bucket", "string_to_hash_bucket_fast"]

MASK = (1 << 64) - 1
K0, K1, K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def fingerprint64(data: bytes) -> int:
    """FarmHash of a string: the same number on every machine, forever."""
    size = len(data)
    if size <= 16:
        return _up_to_16(data)
    if size <= 32:
        return _up_to_32(data)
    return _up_to_64(data) if size <= 64 else _longer(data)


def _fetch(data: bytes, start: int, size: int = 8) -> int:
    return int.from_bytes(data[start : start + size], "little")


def _rotated(x: int, by: int) -> int:
    x &= MASK
    return (x >> by | x << (64 - by)) & MASK


def _shift_mixed(x: int) -> int:
    x &= MASK
    return x ^ x >> 47


def _hashed_pair(u: int, v: int, factor: int) -> int:
    a = _shift_mixed((u ^ v) * factor)
    return _shift_mixed((v ^ a) * factor) * factor & MASK


def _up_to_16(data: bytes) -> int:
    size = len(data)
    factor = K2 + size * 2
    if size >= 8:
        a, b = _fetch(data, 0) + K2 & MASK, _fetch(data, size - 8)
        return _hashed_pair(
            _rotated(b, 37) * factor + a & MASK, (_rotated(a, 25) + b) * factor & MASK, factor
        )
    if size >= 4:
        return _hashed_pair(size + (_fetch(data, 0, 4) << 3), _fetch(data, size - 4, 4), factor)
    if size:
        first = data[0] + (data[size >> 1] << 8)
        second = size + (data[-1] << 2)
        return _shift_mixed(first * K2 & MASK ^ second * K0 & MASK) * K2 & MASK
    return K2


def _up_to_32(data: bytes) -> int:
    size = len(data)
    factor = K2 + size * 2
    a, b = _fetch(data, 0) * K1 & MASK, _fetch(data, 8)
    c, e = _fetch(data, size - 8) * factor & MASK, _fetch(data, size - 16) * K2 & MASK
    return _hashed_pair(
        _rotated(a + b, 43) + _rotated(c, 30) + e & MASK,
        a + _rotated(b + K2, 18) + c & MASK,
        factor,
    )


def _up_to_64(data: bytes) -> int:
    size = len(data)
    factor = K2 + size * 2
    a, b = _fetch(data, 0) * K2 & MASK, _fetch(data, 8)
    c, e = _fetch(data, size - 8) * factor & MASK, _fetch(data, size - 16) * K2 & MASK
    y = _rotated(a + b, 43) + _rotated(c, 30) + e & MASK
    z = _hashed_pair(y, a + _rotated(b + K2, 18) + c & MASK, factor)
    f, g = _fetch(data, 16) * factor & MASK, _fetch(data, 24)
    h = (y + _fetch(data, size - 32)) * factor & MASK
    i = (z + _fetch(data, size - 24)) * factor & MASK
    return _hashed_pair(
        _rotated(f + g, 43) + _rotated(h, 30) + i & MASK, f + _rotated(g + a, 18) + h & MASK, factor
    )


def _weak_hash(data: bytes, start: int, a: int, b: int) -> tuple[int, int]:
    """WeakHashLen32WithSeeds: the hash of 32 bytes, with two seeds."""
    w, x, y, z = (_fetch(data, start + 8 * i) for i in range(4))
    a += w
    b = _rotated(b + a + z, 21)
    total = a + x + y
    return total + z & MASK, b + _rotated(total, 44) + a & MASK


def _longer(data: bytes) -> int:
    size, x = len(data), 81
    y = x * K1 + 113 & MASK
    z = _shift_mixed(y * K2 + 113) * K2 & MASK
    v, w = (0, 0), (0, 0)
    x = x * K2 + _fetch(data, 0) & MASK
    end = (size - 1) // 64 * 64
    steps = [(start, K1, False) for start in range(0, end, 64)] + [(size - 64, 0, True)]
    factor = K1
    for start, factor, last in steps:
        nine = 1
        if last:
            factor, nine = K1 + ((z & 0xFF) << 1), 9
            w = w[0] + (size - 1 & 63), w[1]
            v = v[0] + w[0], v[1]
            w = w[0] + v[0], w[1]
        x = _rotated(x + y + v[0] + _fetch(data, start + 8), 37) * factor & MASK
        y = _rotated(y + v[1] + _fetch(data, start + 48), 42) * factor & MASK
        x ^= w[1] * nine & MASK
        y = y + v[0] * nine + _fetch(data, start + 40) & MASK
        z = _rotated(z + w[0], 33) * factor & MASK
        v = _weak_hash(data, start, v[1] * factor & MASK, x + w[0] & MASK)
        w = _weak_hash(data, start + 32, z + w[1] & MASK, y + _fetch(data, start + 16) & MASK)
        z, x = x, z
    first = _hashed_pair(v[0], w[0], factor) + _shift_mixed(y) * K0 + z & MASK
    return _hashed_pair(first, _hashed_pair(v[1], w[1], factor) + x & MASK, factor)


def hash64(data: bytes, seed: int = 0xDECAFCAFFE) -> int:
    """MurmurHash64A, as TensorFlow's runtime has it."""
    factor = 0xC6A4A7935BD1E995
    result = seed ^ len(data) * factor & MASK
    whole = len(data) // 8 * 8
    for start in range(0, whole, 8):
        k = _fetch(data, start) * factor & MASK
        k = (k ^ k >> 47) * factor & MASK
        result = (result ^ k) * factor & MASK
    if len(data) > whole:
        result = (result ^ _fetch(data, whole)) * factor & MASK
    result = _shift_mixed(result) * factor & MASK
    return _shift_mixed(result)


# The operations -----------------------------------------------------------------------------------


def hashed(function: Callable[[bytes], int]) -> Callable[..., Array]:
    return lambda node, x: each_string(
        lambda s: function(s) % node.attrs["num_buckets"], x, np.int64
    )


for _type, _name, _function in (
    ("StringToHashBucketFast", "input", fingerprint64),
    ("StringToHashBucket", "string_tensor", hash64),
):
    define(
        _type,
        f"{_name}: string -> output: int64",
        num_buckets=number(minimum=1),
        shape=infer(unchanged),
        kernel=hashed(_function),
    )
no_derivative("StringToHashBucketFast StringToHashBucket")

# For users ----------------------------------------------------------------------------------------

string_to_hash_bucket_fast = public(
    "StringToHashBucketFast",
    "A number below num_buckets for each string, the same one in every release.",
)


def string_to_hash_bucket(
    string_tensor: Any = None,
    num_buckets: int | None = None,
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """A number below num_buckets for each string."""
    x = either("input", input, "string_tensor", string_tensor)
    return apply("StringToHashBucket", name, string_tensor=x, num_buckets=num_buckets)
