"""Samples of products with zero and of numeric checks."""

from __future__ import annotations

import numpy as np

from .sampling import c64, f32, f64, sample

CLOSE = {"_tolerance": 1e-4}


def positive(*shape, high=1.7):
    return f64(*shape, signed=False, high=high)


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


SAMPLES = {
    "Xlogy": with_zeros(),
    "Xdivy": with_zeros(),
    "CheckNumerics": [
        sample(tensor=f32(2), message="here"),
        sample(tensor=np.array([1.0, np.nan]), message="here"),
        sample(tensor=np.array([np.inf, np.nan]), message="here"),
    ],
}
