"""Formulas as text, random numbers, and what makes answers differ."""

from __future__ import annotations

from typing import Any

import numpy as np


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


def filled(skeleton: Any, rng: np.random.Generator, low: int = 2, high: int = 8) -> Any:
    """A formula, in which "#" has become a whole number from low to high - 1, and "~" one with a half."""
    if skeleton in ("#", "~"):
        return int(rng.integers(low, high)) + (0.5 if skeleton == "~" else 0)
    if isinstance(skeleton, list):
        return [skeleton[0], *(filled(part, rng, low, high) for part in skeleton[1:])]
    return skeleton
