"""When two observations agree."""

import numpy as np
import pytest

from grader.evidence import Other, Raised, TensorRef
from grader.judging import agree

REFERENCE = TensorRef(0, "add:0", "float32", ())


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (42, 42),
        (42, np.int32(42)),
        (42, 42.0),
        (1.0, np.float32(1.00001)),
        (np.array([1e6, 0.0]), np.array([1e6, 1.0])),
        ([1, 2], (1, 2)),
        ([1, 2], np.array([1, 2])),
        (True, np.bool_(True)),
        ("a", b"a"),
        (float("nan"), float("nan")),
        (float("inf"), np.float32("inf")),
        (None, None),
        ({"a": [1]}, {"a": (1.0,)}),
        (Raised("ValueError", "one"), Raised("ValueError", "other")),
        (REFERENCE, REFERENCE),
        (np.zeros((0, 3)), np.zeros((0, 3))),
    ],
)
def test_agrees(expected, got):
    assert agree(expected, got) is True


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (42, 43),
        (42, 42.1),
        (10**9, 10**9 + 1),
        (1.0, 1.01),
        ([1, 2], [1, 2, 3]),
        ([1, 2], [2, 1]),
        ([1], 1),
        (np.zeros((2, 1)), np.zeros((1, 2))),
        (True, 1),
        (1, True),
        (1, "1"),
        (None, 0),
        (0, None),
        ({"a": 1}, {"b": 1}),
        (Raised("ValueError", ""), Raised("TypeError", "")),
        (1, Raised("ValueError", "")),
        (float("inf"), -float("inf")),
        (float("inf"), 1e30),
        (1.0, float("nan")),
        (Other("function"), Other("function")),
        (REFERENCE, 1),
        (frozenset([1]), [1]),
    ],
)
def test_does_not_agree(expected, got):
    assert agree(expected, got) is False


def test_an_array_does_not_agree_with_a_tensor():
    tensor = TensorRef(0, "add:0", "float32", (2,))
    assert agree(np.ones(2), tensor) is False
    assert agree(tensor, np.ones(2)) is False
    assert agree({"a": np.ones(2)}, {"a": tensor}) is False
