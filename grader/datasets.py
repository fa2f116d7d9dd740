"""The data sets of the course, wherever it is installed: `from grader.datasets import load_digits`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grader.places import DATA


class Digits(NamedTuple):
    """Pictures of handwritten digits; data/README.md says where they come from.

    data: float64, (1797, 64), from 0 (white) to 16; images: the same, (1797, 8, 8).
    target: the digit that each shows, (1797,).
    """

    data: np.ndarray[Any, Any]
    images: np.ndarray[Any, Any]
    target: np.ndarray[Any, Any]


def load_digits() -> Digits:
    """The 1797 pictures that scikit-learn's function of this name gives, without scikit-learn."""
    with np.load(DATA / "digits.npz") as file:
        pixels, target = file["pixels"], file["target"]
    data = pixels.astype(np.float64)
    return Digits(data, data.reshape(-1, 8, 8), target.astype(np.int64))


def load_house_sales() -> np.ndarray[Any, Any]:
    """The table of data/house_sales.csv: eight features and the price of 21,613 houses."""
    return np.loadtxt(DATA / "house_sales.csv", delimiter=",", skiprows=1)
