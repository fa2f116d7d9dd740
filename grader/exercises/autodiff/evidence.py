"""Numbers at random, alone and in formulas, and what makes answers differ."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from grader.evidence.probes.autodiff import evaluate
from grader.exercises.definition import listed


def eighths(rng: np.random.Generator, count: int, low: int = 4, high: int = 20) -> list[float]:
    """`count` different numbers, multiples of 1/8 from low/8 up: exact in any float."""
    return [int(number) / 8 for number in rng.choice(np.arange(low, high), count, replace=False)]


def filled(skeleton: str, rng: np.random.Generator, low: int = 2, high: int = 8) -> str:
    """A formula, in which "#" has become a whole number from low to high - 1, and "~" one with a half."""

    def number(mark: re.Match[str]) -> str:
        return f"{int(rng.integers(low, high))}{'.5' if mark[0] == '~' else ''}"

    return re.sub("[#~]", number, skeleton)


def differ(one: Any, other: Any) -> bool:
    """Whether two lists of numbers differ by more than rounding somewhere."""
    return not np.allclose(
        np.asarray(one, float), np.asarray(other, float), rtol=0.01, atol=0.01, equal_nan=True
    )


def all_differ(lists: Sequence[Any]) -> bool:
    """Whether any two of these lists of numbers, all of one length, `differ`."""
    table = np.asarray(lists, float)
    alike = np.isclose(table[:, np.newaxis], table, rtol=0.01, atol=0.01, equal_nan=True).all(-1)
    return not np.triu(alike, 1).any()


def function_of(program: Mapping[str, Any]) -> Any:
    """A program's formula as a function of the numbers that it names."""
    return _compiled(f"lambda {', '.join(program['names'])}: {program['formula']}")


@lru_cache(100)  # of the last few functions drawn: each is asked for a dozen times
def _compiled(formula: str) -> Any:
    return evaluate(formula, {})


@cache
def answer(id: str, function: str, *way: str) -> Any:
    """What the reference of an exercise defines as `function`, or the listed answer with this name."""
    return listed(id, function, *way)[0]
