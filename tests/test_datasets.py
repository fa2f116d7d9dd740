"""The course's data sets are what their sources give."""

from __future__ import annotations

import numpy as np
import sklearn.datasets

from grader import datasets, places


def test_the_digits_are_scikit_learns():
    ours, theirs = datasets.load_digits(), sklearn.datasets.load_digits()
    for name in ("data", "images", "target"):
        one, other = getattr(ours, name), theirs[name]
        assert np.array_equal(one, other) and one.dtype == other.dtype, name


def test_the_houses_are_those_of_the_file():
    table = datasets.load_house_sales()
    assert table.shape == (21613, 9)
    lines = (places.DATA / "house_sales.csv").read_text(encoding="utf-8").splitlines()
    assert np.array_equal(table[-1], [float(one) for one in lines[-1].split(",")])
