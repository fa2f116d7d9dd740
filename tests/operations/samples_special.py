"""Samples of special functions, shifts and numeric checks."""

from __future__ import annotations

import numpy as np

from .sampling import c64, f32, f64, ints, sample

SMALL = np.array([[0.0, 1.0, -2.5], [0.3, 5.0, -0.7]])
CLOSE = {"_tolerance": 1e-4}


def positive(*shape, high=1.7):
    return f64(*shape, signed=False, high=high)


def of_one(**more):
    return [
        sample(x=f32(2, 3, signed=False), **CLOSE, **more),
        sample(x=positive(3), _tolerance=1e-6, **more),
        sample(x=f32(0, 2), **more),
    ]


def of_two(first, second, **more):
    return [
        sample(**{first: positive(2, 3), second: positive(3)}, _tolerance=1e-5, **more),
        sample(
            **{first: f32(2, signed=False), second: f32(2, signed=False)}, _tolerance=1e-3, **more
        ),
        sample(**{first: f32(2), second: f32(3)}, **more),
    ]


def with_zeros():
    zeros = np.array([0.0, 2.0, 0.0])
    return [
        *of_two("x", "y"),
        sample(x=zeros, y=np.array([0.0, 0.5, 1.0]), _gradients="infinite at y = 0"),
        sample(x=zeros, y=np.array([[1.0], [2.0]])),
        sample(x=c64(2), y=c64(2), **CLOSE),
    ]


TINY = np.finfo(np.float32).tiny
SAMPLES = {
    "Digamma": [*of_one(), sample(x=SMALL, _gradients="poles at 0, -1, ...")],
    "Erfinv": [
        sample(x=f32(2, 3, low=0.1, high=0.8), **CLOSE),
        sample(x=np.array([1.0, -1.0, 2.0])),
    ],
    "Ndtri": [sample(x=f64(2, 3, low=0.1, high=0.8, signed=False), _tolerance=1e-5)],
    "BesselI0": of_one(),
    "BesselI0e": [*of_one(), sample(x=SMALL, **CLOSE)],
    "BesselI1": [*of_one(), sample(x=SMALL, **CLOSE)],
    "BesselI1e": [*of_one(), sample(x=SMALL, **CLOSE)],
    "Polygamma": [
        sample(a=np.array([1.0, 2.0, 3.0]), x=positive(2, 3), _tolerance=1e-5),
        sample(a=np.array([0.5, -1.0]), x=positive(2)),
    ],
    "Zeta": [
        sample(x=np.array([2.0, 3.5]), q=positive(2, 2), _tolerance=1e-5),
        sample(x=np.array([0.5, 1.0]), q=positive(2), _gradients="infinite or NaN"),
    ],
    "Igamma": of_two("a", "x", _second="TensorFlow has no second derivative by a"),
    "Igammac": of_two("a", "x", _second="TensorFlow has no second derivative by a"),
    "IgammaGradA": of_two("a", "x", _gradients="TensorFlow has none"),
    "Betainc": [
        sample(
            a=positive(2, 3),
            b=positive(2, 3),
            x=f64(2, 3, low=0.1, high=0.9, signed=False),
            **CLOSE,
        ),
        sample(a=positive(2), b=positive(3), x=positive(2)),
    ],
    "NextAfter": [
        sample(x1=np.array([1.0, -1.0, 0.0]), x2=np.array([2.0, -2.0, 1.0])),
        sample(x1=f32(2, 1), x2=f32(2)),
    ],
    "Xlogy": with_zeros(),
    "Xlog1py": with_zeros(),
    "Xdivy": with_zeros(),
    "LeftShift": [
        sample(x=ints([1, 3, -5]), y=ints([1, 4, 2])),
        sample(x=ints([1, 200], np.uint8), y=ints(7, np.uint8)),
        sample(x=ints([1, 3]), y=ints([32, 40])),
    ],
    "RightShift": [
        sample(x=ints([100, 3, -5]), y=ints([1, 4, 2])),
        sample(x=ints([1, 200], np.uint8), y=ints(7, np.uint8)),
        sample(x=ints([1, -3]), y=ints([32, 40])),
    ],
    "PopulationCount": [
        sample(x=ints([0, 1, -1, 255])),
        sample(x=ints([0, 200], np.uint8)),
        sample(x=ints([-1, -128], np.int8)),
    ],
    "ApproximateEqual": [
        sample(x=np.array([1.0, 2.0]), y=np.array([1.000001, 2.1])),
        sample(x=f32(2), y=f32(2), tolerance=0.5),
        sample(x=f32(2), y=f32(3)),
    ],
    "CheckNumerics": [
        sample(tensor=f32(2), message="here"),
        sample(tensor=np.array([1.0, np.nan]), message="here"),
        sample(tensor=np.array([np.inf, np.nan]), message="here"),
    ],
    "CumulativeLogsumexp": [
        sample(
            x=f64(2, 3),
            axis=ints(axis),
            exclusive=exclusive,
            reverse=reverse,
            _tolerance=1e-6,
            _second="zero up to rounding, with nothing to measure it by",
        )
        for axis in (0, -1)
        for exclusive in (False, True)
        for reverse in (False, True)
    ]
    + [sample(x=f32(3), axis=ints(0), _tolerance=1e-4), sample(x=f32(3), axis=ints(1))],
}
