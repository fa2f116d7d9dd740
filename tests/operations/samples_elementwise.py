"""Samples of element-wise operations: every kind of number, spread shapes, kinks, wrong types."""

from __future__ import annotations

import numpy as np

from .sampling import bools, c64, f16, f32, f64, integers, ints, sample, strings

ZERO = np.array([0.0, -0.0, 1.0, -2.0, np.inf, np.nan], np.float32)
EDGES = "values only: TensorFlow's derivative at a kink or pole is NaN or a choice"


def unary(*arrays: object, **how: object) -> list[object]:
    return [sample(x=array, **how) for array in arrays]


INSIDE = {"low": 0.1, "high": 0.8}  # for functions defined between -1 and 1
POSITIVE = {"signed": False}

SAMPLES: dict[str, list[object]] = {}

ANYWHERE = "Neg Abs Sign Square Reciprocal Exp Expm1 Sin Cos Tan Sinh Cosh Tanh Asinh Atan"
for _op in ANYWHERE.split():
    SAMPLES[_op] = [
        *unary(f32(2, 3), f64(4), f16(3), f32(), f32(0, 2)),
        sample(x=ZERO, _gradients=EDGES),
        sample(x=strings("a")),
    ]
for _op in ("Neg", "Square", "Reciprocal", "Exp", "Sin", "Cos", "Tanh", "Sinh"):
    SAMPLES[_op] += unary(c64(3))
for _op in ("Neg", "Abs", "Sign", "Square"):
    SAMPLES[_op] += unary(ints([-3, 0, 5]), integers(3, dtype=np.int64))
for _op in ("Sqrt", "Rsqrt", "Log", "Log1p"):
    SAMPLES[_op] = [
        *unary(f32(2, 3, **POSITIVE), f64(4, **POSITIVE), f16(3, **POSITIVE), f32(0)),
        sample(x=ZERO, _gradients=EDGES),
    ]
for _op in ("Sqrt", "Rsqrt", "Log"):
    SAMPLES[_op] += unary(c64(3))
for _op in ("Asin", "Acos", "Atanh"):
    SAMPLES[_op] = unary(f32(2, 3, **INSIDE), f64(4, **INSIDE))
SAMPLES["Acosh"] = unary(
    f32(2, 3, low=1.2, high=3, signed=False), f64(4, low=2, high=5, signed=False)
)
for _op in ("Sigmoid", "Erf"):
    SAMPLES[_op] = [*unary(f32(2, 3), f64(4), f16(3)), sample(x=ZERO, _gradients=EDGES)]
SAMPLES["Conj"] = [sample(input=c64(2, 3))]
for _op in ("Floor", "Ceil", "Rint", "Round"):
    SAMPLES[_op] = unary(f32(2, 3), f64(4), np.float32([0.5, 1.5, 2.5, -0.5]))
SAMPLES["Invert"] = unary(ints([1, -5]), ints([0, 255], np.uint8))
for _op in ("Relu", "Relu6", "Elu", "Selu", "Softplus", "Softsign"):
    SAMPLES[_op] = [sample(features=array) for array in (f32(2, 3), f64(4), f16(3), f32(3) * 3)]
SAMPLES["Relu"] += [sample(features=ints([-1, 0, 3])), sample(features=ZERO, _gradients=EDGES)]
SAMPLES["LeakyRelu"] = [sample(features=f32(2, 3)), sample(features=f64(3), alpha=0.05)]
for _op in ("IsNan", "IsInf", "IsFinite"):
    SAMPLES[_op] = unary(ZERO, f64(2))

PAIRS = [
    {"x": f32(2, 3), "y": f32(2, 3)},
    {"x": f32(2, 3), "y": f32(3)},
    {"x": f32(3, 1), "y": f32(1, 4)},
    {"x": f32(), "y": f32(2, 2)},
    {"x": f64(4, 1, 2), "y": f64(3, 1)},
    {"x": f16(3), "y": f16(1)},
    {"x": f32(0, 3), "y": f32(1, 3)},
    {"x": f32(2, 3), "y": f32(2)},
    {"x": f32(2), "y": f64(2)},
]
WHOLE = [
    {"x": ints([7, -7, 6]), "y": ints([3, 3, -4])},
    {"x": integers(4, dtype=np.int64), "y": integers(1, low=1, dtype=np.int64)},
]
COMPLEX = [{"x": c64(2, 3), "y": c64(3)}]
DIVIDED_BY_ZERO = [{"x": ints([1, 2]), "y": ints([0, 1])}]
ARITHMETIC = "Add AddV2 Sub Mul RealDiv DivNoNan SquaredDifference"
for _op in ARITHMETIC.split():
    SAMPLES[_op] = [sample(**pair) for pair in [*PAIRS, *COMPLEX]]
for _op in ("Add", "AddV2", "Sub", "Mul", "SquaredDifference"):
    SAMPLES[_op] += [sample(**pair) for pair in WHOLE]
SAMPLES["Add"] += [sample(x=strings("a", "b"), y=strings("c"))]
SAMPLES["DivNoNan"] += [sample(x=f32(3), y=np.float32([0, 1, 2]))]
for _op in ("FloorDiv", "FloorMod"):
    SAMPLES[_op] = [sample(**pair) for pair in [*PAIRS[:5], *WHOLE, *DIVIDED_BY_ZERO]]
SAMPLES["Pow"] = [
    sample(x=f32(2, 3, **POSITIVE), y=f32(2, 3)),
    sample(x=f32(2, 3, **POSITIVE), y=f32(3)),
    sample(x=f64(3, 1, **POSITIVE), y=f64(2)),
    sample(x=f32(3), y=np.float32(2)),
    sample(x=np.float32([0, 0, -2]), y=np.float32([2, 3, 3]), _second=EDGES),
    sample(x=ints([2, 3]), y=ints([3, 0])),
    sample(x=ints([2, 3]), y=ints([-1, 0])),
    sample(x=c64(3), y=c64(3)),
]
for _op in ("Maximum", "Minimum"):
    SAMPLES[_op] = [sample(**pair) for pair in [*PAIRS, *WHOLE]]
    SAMPLES[_op] += [sample(x=np.float32([1, 2]), y=np.float32([1, 3]))]
for _op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
    SAMPLES[_op] = [sample(**pair) for pair in WHOLE] + [sample(x=f32(2), y=f32(2))]
for _op in ("Less", "LessEqual", "Greater", "GreaterEqual"):
    SAMPLES[_op] = [sample(**pair) for pair in [*PAIRS, *WHOLE]]
for _op in ("Equal", "NotEqual"):
    SAMPLES[_op] = [sample(**pair) for pair in [*PAIRS, *WHOLE, *COMPLEX]] + [
        sample(x=strings("a", "b"), y=strings("a")),
        sample(x=f32(2, 3), y=f32(2), incompatible_shape_error=False),
        sample(x=f32(4, 3, 1), y=f32(4, 2, 5), incompatible_shape_error=False),
        sample(x=f32(2, 3), y=f32(3), incompatible_shape_error=False),
    ]
for _op in ("LogicalAnd", "LogicalOr"):
    SAMPLES[_op] = [sample(x=bools(2, 3), y=bools(3)), sample(x=f32(2), y=f32(2))]
SAMPLES["LogicalNot"] = unary(bools(3))
SAMPLES["Atan2"] = [sample(y=f32(2, 3), x=f32(3)), sample(y=f64(3), x=f64(3))]
SAMPLES["AddN"] = [
    sample(inputs=[f32(2, 3), f32(2, 3), f32(2, 3)]),
    sample(inputs=[f64(2)]),
    sample(inputs=[f32(2), f32(3)]),
    sample(inputs=[ints([1]), ints([2])]),
]
SAMPLES["Cast"] = [
    sample(x=f32(2, 3), DstT="float64"),
    sample(x=f32(3) * 9, DstT="int32"),
    sample(x=ints([1, 2]), DstT="float32"),
    sample(x=bools(3), DstT="float32"),
    sample(x=f32(3), DstT="bool"),
    sample(x=f64(3), DstT="float16", _second="half precision", _tangents="half precision"),
    sample(x=f32(3), DstT="complex64", _tangents="a complex result is not weighed"),
    sample(x=strings("1"), DstT="float32"),
]
SAMPLES["Select"] = [
    sample(condition=bools(2, 3), t=f32(2, 3), e=f32(2, 3)),
    sample(condition=bools(2), t=f32(2, 3), e=f32(2, 3)),
    sample(condition=np.bool_(True), t=f32(2, 3), e=f32(2, 3)),
    sample(condition=bools(3), t=f32(2, 3), e=f32(2, 3)),
]
SAMPLES["SelectV2"] = [
    sample(condition=bools(2, 3), t=f32(2, 3), e=f32(2, 3)),
    sample(condition=bools(2, 1), t=f32(3), e=f32(2, 3)),
    sample(condition=bools(2), t=f32(), e=f32(2)),
    sample(condition=bools(2), t=f32(3), e=f32(3)),
]
SAMPLES["ComplexAbs"] = [sample(x=c64(2, 3))]
