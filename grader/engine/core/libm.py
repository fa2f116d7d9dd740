"""Two functions of the C library for float32 arrays, equal to it in the last bit.

TensorFlow's kernels for normal random numbers call `logf` and `sincosf`. NumPy has its own float32
functions, which may round the last bit differently. Both are therefore computed here in double
precision with the polynomials of glibc (2.28 and later), and rounded once.

Source of the method and of the constants: Arm, Optimized Routines, math/logf.c and math/sincosf.c (the
origin of glibc's): a table for the leading bits, a polynomial of low degree for the rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_hex = float.fromhex

# For sixteen intervals of the mantissa: 1/c and log(c) of a number c in the interval.
_LOG_TABLE = np.array(
    [
        (_hex(inverse), _hex(logarithm))
        for inverse, logarithm in (
            ("0x1.661ec79f8f3bep+0", "-0x1.57bf7808caadep-2"),
            ("0x1.571ed4aaf883dp+0", "-0x1.2bef0a7c06ddbp-2"),
            ("0x1.49539f0f010bp+0", "-0x1.01eae7f513a67p-2"),
            ("0x1.3c995b0b80385p+0", "-0x1.b31d8a68224e9p-3"),
            ("0x1.30d190c8864a5p+0", "-0x1.6574f0ac07758p-3"),
            ("0x1.25e227b0b8eap+0", "-0x1.1aa2bc79c81p-3"),
            ("0x1.1bb4a4a1a343fp+0", "-0x1.a4e76ce8c0e5ep-4"),
            ("0x1.12358f08ae5bap+0", "-0x1.1973c5a611cccp-4"),
            ("0x1.0953f419900a7p+0", "-0x1.252f438e10c1ep-5"),
            ("0x1p+0", "0x0p+0"),
            ("0x1.e608cfd9a47acp-1", "0x1.aa5aa5df25984p-5"),
            ("0x1.ca4b31f026aap-1", "0x1.c5e53aa362eb4p-4"),
            ("0x1.b2036576afce6p-1", "0x1.526e57720db08p-3"),
            ("0x1.9c2d163a1aa2dp-1", "0x1.bc2860d22477p-3"),
            ("0x1.886e6037841edp-1", "0x1.1058bc8a07ee1p-2"),
            ("0x1.767dcf5534862p-1", "0x1.4043057b6ee09p-2"),
        )
    ]
)
_INVERSES, _LOGARITHMS = np.ascontiguousarray(_LOG_TABLE.T)
_LOG_POLYNOMIAL = [
    _hex("-0x1.00ea348b88334p-2"), _hex("0x1.5575b0be00b6ap-2"), _hex("-0x1.ffffef20a4123p-2")
]  # fmt: skip
_LN2 = _hex("0x1.62e42fefa39efp-1")
_LOG_OFFSET = np.int32(0x3F330000)

_HALF_PI, _HALF_PI_INVERSE = _hex("0x1.921fb54442d18p0"), _hex("0x1.45f306dc9c883p+23")
_COSINE = [
    _hex("0x1p0"), _hex("-0x1.ffffffd0c621cp-2"), _hex("0x1.55553e1068f19p-5"),
    _hex("-0x1.6c087e89a359dp-10"), _hex("0x1.99343027bf8c3p-16"),
]  # fmt: skip
_SINE = [
    _hex("-0x1.555545995a603p-3"), _hex("0x1.1107605230bc4p-7"), _hex("-0x1.994eb3774cf24p-13")
]  # fmt: skip


def logf(x: Array) -> Array:
    """The natural logarithm of normal, positive float32 numbers."""
    bits = x.view(np.int32)
    shifted = bits - _LOG_OFFSET
    exponent = shifted >> 23
    mantissa = (bits - (exponent << 23)).view(np.float32).astype(np.float64)
    place = (shifted >> 19) & 15
    r = mantissa
    r *= _INVERSES.take(place)
    r -= 1.0
    base = exponent * _LN2
    base += _LOGARITHMS.take(place)
    base += r
    a, b, c = _LOG_POLYNOMIAL
    square = r * r
    r *= b
    r += c
    result = square * a
    result += r
    result *= square
    result += base
    return result.astype(np.float32)


def sincosf(x: Array) -> tuple[Array, Array]:
    """The sine and the cosine of float32 numbers between 0 and 100."""
    wide = x.astype(np.float64)
    # The nearest quarter of the circle, in fixed point with 24 fractional bits.
    quarter = ((wide * _HALF_PI_INVERSE).astype(np.int32) + 0x800000) >> 24
    y = wide - quarter * _HALF_PI
    square = y * y
    fourth = square * square
    cube = y * square
    sine = (y + cube * _SINE[0]) + (cube * square) * (_SINE[1] + square * _SINE[2])
    cosine = (_COSINE[0] + square * _COSINE[1]) + fourth * _COSINE[2]
    cosine += (fourth * square) * (_COSINE[3] + square * _COSINE[4])
    # In odd quarters, the two change places; the upper bit is the sign.
    first, second = (one.astype(np.float32).view(np.int32) for one in (sine, cosine))
    changed = (first ^ second) & -(quarter & 1)
    first ^= changed
    second ^= changed
    first ^= (quarter & 2) << 30
    second ^= ((quarter + 1) & 2) << 30
    return first.view(np.float32), second.view(np.float32)
