"""Fingerprints of strings: FarmHash's Fingerprint64, and the hash of tf.string_to_hash_bucket.

Sources: github.com/google/farmhash (farmhashna), tensorflow/core/platform/hash.cc (MurmurHash64A).
"""

from __future__ import annotations

__all__: list[str] = []  # for the modules of this folder only

MASK = (1 << 64) - 1
K0, K1, K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def fingerprint64(text: bytes) -> int:
    """FarmHash of a text: the same number on every machine, for ever."""
    size = len(text)
    if size <= 16:
        return _short(text)
    if size <= 32:
        return _middle(text)
    return _longer(text) if size <= 64 else _long(text)


def _at(text: bytes, start: int, size: int = 8) -> int:
    return int.from_bytes(text[start : start + size], "little")


def _turned(x: int, by: int) -> int:
    x &= MASK
    return (x >> by | x << (64 - by)) & MASK


def _mixed(x: int) -> int:
    x &= MASK
    return x ^ x >> 47


def _joined(u: int, v: int, factor: int) -> int:
    a = _mixed((u ^ v) * factor)
    return _mixed((v ^ a) * factor) * factor & MASK


def _short(text: bytes) -> int:
    size = len(text)
    factor = K2 + size * 2
    if size >= 8:
        a, b = _at(text, 0) + K2 & MASK, _at(text, size - 8)
        return _joined(
            _turned(b, 37) * factor + a & MASK, (_turned(a, 25) + b) * factor & MASK, factor
        )
    if size >= 4:
        return _joined(size + (_at(text, 0, 4) << 3), _at(text, size - 4, 4), factor)
    if size:
        first = text[0] + (text[size >> 1] << 8)
        second = size + (text[-1] << 2)
        return _mixed(first * K2 & MASK ^ second * K0 & MASK) * K2 & MASK
    return K2


def _middle(text: bytes) -> int:
    size = len(text)
    factor = K2 + size * 2
    a, b = _at(text, 0) * K1 & MASK, _at(text, 8)
    c, e = _at(text, size - 8) * factor & MASK, _at(text, size - 16) * K2 & MASK
    return _joined(
        _turned(a + b, 43) + _turned(c, 30) + e & MASK, a + _turned(b + K2, 18) + c & MASK, factor
    )


def _longer(text: bytes) -> int:
    size = len(text)
    factor = K2 + size * 2
    a, b = _at(text, 0) * K2 & MASK, _at(text, 8)
    c, e = _at(text, size - 8) * factor & MASK, _at(text, size - 16) * K2 & MASK
    y = _turned(a + b, 43) + _turned(c, 30) + e & MASK
    z = _joined(y, a + _turned(b + K2, 18) + c & MASK, factor)
    f, g = _at(text, 16) * factor & MASK, _at(text, 24)
    h = (y + _at(text, size - 32)) * factor & MASK
    i = (z + _at(text, size - 24)) * factor & MASK
    return _joined(
        _turned(f + g, 43) + _turned(h, 30) + i & MASK, f + _turned(g + a, 18) + h & MASK, factor
    )


def _weak(text: bytes, start: int, a: int, b: int) -> tuple[int, int]:
    """Of 32 bytes, with two seeds."""
    w, x, y, z = (_at(text, start + 8 * i) for i in range(4))
    a += w
    b = _turned(b + a + z, 21)
    total = a + x + y
    return total + z & MASK, b + _turned(total, 44) + a & MASK


def _long(text: bytes) -> int:
    size, x = len(text), 81
    y = x * K1 + 113 & MASK
    z = _mixed(y * K2 + 113) * K2 & MASK
    v, w = (0, 0), (0, 0)
    x = x * K2 + _at(text, 0) & MASK
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
        x = _turned(x + y + v[0] + _at(text, start + 8), 37) * factor & MASK
        y = _turned(y + v[1] + _at(text, start + 48), 42) * factor & MASK
        x ^= w[1] * nine & MASK
        y = y + v[0] * nine + _at(text, start + 40) & MASK
        z = _turned(z + w[0], 33) * factor & MASK
        v = _weak(text, start, v[1] * factor & MASK, x + w[0] & MASK)
        w = _weak(text, start + 32, z + w[1] & MASK, y + _at(text, start + 16) & MASK)
        z, x = x, z
    first = _joined(v[0], w[0], factor) + _mixed(y) * K0 + z & MASK
    return _joined(first, _joined(v[1], w[1], factor) + x & MASK, factor)


def hash64(text: bytes, seed: int = 0xDECAFCAFFE) -> int:
    """MurmurHash64A, as TensorFlow's runtime has it."""
    factor = 0xC6A4A7935BD1E995
    result = seed ^ len(text) * factor & MASK
    whole = len(text) // 8 * 8
    for start in range(0, whole, 8):
        k = _at(text, start) * factor & MASK
        k = (k ^ k >> 47) * factor & MASK
        result = (result ^ k) * factor & MASK
    if len(text) > whole:
        result = (result ^ _at(text, whole)) * factor & MASK
    result = _mixed(result) * factor & MASK
    return _mixed(result)
