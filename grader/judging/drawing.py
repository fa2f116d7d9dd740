"""Draws what answers are given: numbers that differ, placeholders, variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Argument = dict[str, Any]


def different(rng: np.random.Generator, count: int, low: int = 2, high: int = 10) -> list[int]:
    """`count` different whole numbers from low to high - 1, in random order."""
    return [int(number) for number in rng.choice(range(low, high), count, replace=False)]


def seeds(rng: np.random.Generator, count: int) -> list[int]:
    """Seeds for so many orders at random, in which a graph is run."""
    return [int(seed) for seed in rng.integers(2**31, size=count)]


def draw_key(rng: np.random.Generator) -> str:
    """What the receipts of one program are made of (see `grader.evidence.probes.watching.receipt`)."""
    return bytes(rng.bytes(16)).hex()


def placeholder(shape: Sequence[int | None] = (), dtype: str = "float32") -> Argument:
    """An argument that is a placeholder."""
    return {"placeholder": dtype, "shape": list(shape)}


def variable(value: Any) -> Argument:
    """An argument that is a float32 variable with this initial value."""
    return {"variable": np.asarray(value, np.float32)}
