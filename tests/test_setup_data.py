"""The data set is the one that data/README.md describes."""

import csv
import hashlib
import re
from pathlib import Path

import numpy as np
import pytest

DATA = Path(__file__).resolve().parent.parent / "data"
COLUMNS = (
    *("bedrooms", "bathrooms", "living_area", "lot_area", "grade", "year_built"),
    *("latitude", "longitude", "price"),
)


def read():
    """The names of the columns and the values, float64 (21613, 9)."""
    with (DATA / "house_sales.csv").open(newline="") as lines:
        header, *rows = csv.reader(lines)
    return tuple(header), np.array(rows, dtype=np.float64)


@pytest.mark.slow
def test_eight_features_and_the_price_of_every_sale():
    header, values = read()
    assert header == COLUMNS
    assert values.shape == (21_613, 9)
    assert np.isfinite(values).all()


def test_ranges_are_those_of_the_readme():
    _, values = read()
    table = re.findall(r"(?m)^\| (\w+) \|.*\| ([-0-9.,]+) \| ([-0-9.,]+) \|$", readme())
    written = {name: (plain(low), plain(high)) for name, low, high in table}
    found = dict(zip(COLUMNS, zip(values.min(0), values.max(0), strict=True), strict=True))
    assert written == found


def test_file_is_the_one_whose_hash_the_readme_names():
    digest = hashlib.sha256((DATA / "house_sales.csv").read_bytes()).hexdigest()
    assert digest in readme()


def test_scaled_features_predict_the_price_better_than_its_mean():
    """A linear model explains most of the price: the columns are not shuffled or swapped."""
    _, values = read()
    scaled = (values - values.mean(0)) / values.std(0)
    features, price = scaled[:, :-1], scaled[:, -1]
    weights, *_ = np.linalg.lstsq(features, price, rcond=None)
    assert 1 - np.var(price - features @ weights) > 0.6


def readme():
    return (DATA / "README.md").read_text()


def plain(number):
    return float(number.replace(",", ""))
