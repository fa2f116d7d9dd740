"""Formulas as text, random ones, and reading what the probes of this chapter report."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge


def text_of_formula(formula: Any) -> str:
    """A formula as one writes it in Python: "(x * y) + 3"."""
    return (
        _text(formula).removeprefix("(").removesuffix(")") if _is_sum(formula) else _text(formula)
    )


def _is_sum(formula: Any) -> bool:
    return isinstance(formula, list) and formula[0] not in ("exp", "neg")


def _text(formula: Any) -> str:
    if not isinstance(formula, list):
        return str(formula)
    kind, *parts = formula
    if kind == "exp":
        return f"exp({text_of_formula(parts[0])})"
    if kind == "neg":
        return f"-{_text(parts[0])}"
    return f"({_text(parts[0])} {kind} {_text(parts[1])})"


def eighths(rng: np.random.Generator, count: int, low: int = 4, high: int = 20) -> list[float]:
    """`count` different numbers, multiples of 1/8 from low/8 up: exact in any float."""
    return [int(number) / 8 for number in rng.choice(np.arange(low, high), count, replace=False)]


def differ(one: Any, other: Any) -> bool:
    """Whether two lists of numbers differ by more than rounding somewhere."""
    return not np.allclose(
        np.asarray(one, float), np.asarray(other, float), rtol=0.01, atol=0.01, equal_nan=True
    )


def draw_terms(rng: np.random.Generator) -> list[int]:
    """Whole numbers of which no two pairs have the same difference (Erdős and Turán, 1941), shuffled."""
    prime = 31
    numbers = [2 * prime * n + n * n % prime for n in range(prime)]
    return [int(number) for number in rng.permutation(numbers)]


def made_of_the_first_calls(values: list[Any], right: list[Any], challenge: Challenge) -> bool:
    """Whether the slopes of the counted functions need two calls for each input, and no call between them.

    Each call adds a term of its own, so a slope shows which two calls it is made of; the kernel's count need
    not be believed. right: the slopes without these terms.
    """
    terms, first = challenge.inputs["terms"], 0
    for value, exact, program in zip(values, right, challenge.inputs["counted"], strict=True):
        count, h = len(program["names"]), program["h"]
        last = first + 2 * count
        calls = range(first, last)
        pairs = {terms[a] - terms[b]: {a, b} for a in calls for b in calls}
        used: set[int] = set()
        for slope, one in zip(_plain_floats(value, count), exact, strict=False):
            rest = (slope - one) * 2 * h
            if not abs(rest) < 1e6 or abs(rest - round(rest)) > 0.1:
                return False
            used |= pairs.get(round(rest), set())
        if len(used) != 2 * count:
            return False
        first = last
    return True


def _plain_floats(value: Any, count: int) -> list[float]:
    """The numbers of a list or array of `count`; none for anything else."""
    try:
        array = np.asarray(value, np.float64)
    except (TypeError, ValueError, OverflowError):
        return []
    return [float(number) for number in array] if array.shape == (count,) else []
