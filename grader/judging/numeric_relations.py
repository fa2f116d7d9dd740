"""How the numbers of a wrong answer differ from the right ones: their negatives, a factor, an offset ..."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from grader.judging import relation_sentences
from grader.judging.relation_sentences import Clause, clause

# How many different numbers must support a relation between numbers: two may agree by chance.
ENOUGH = 3
# Factors up to this one, and their inverses, are named; others are chance.
LARGEST_FACTOR = 1000

Pair = tuple[Any, Any]


def leaves(value: Any) -> Iterator[Any]:
    """The leaves of an observation, in order; None for one that is not a number."""
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, dict):
        for key in value:
            yield from leaves(value[key])
    elif isinstance(value, (bool, np.bool_)):
        yield None
    elif isinstance(value, (int, float, np.number)):
        try:
            yield float(np.real(value))
        except OverflowError:  # an integer of hundreds of digits
            yield None
    elif isinstance(value, np.ndarray) and value.dtype.kind in "iuf":
        yield from value.astype(float).ravel().tolist()
    else:
        yield None


def form(value: Any) -> Any:
    """The structure of an observation, without its numbers."""
    if isinstance(value, (list, tuple)):
        return [form(part) for part in value]
    if isinstance(value, dict):
        return {key: form(part) for key, part in value.items()}
    if isinstance(value, np.ndarray) and value.ndim == 1:
        return ["leaf"] * len(value)
    return np.shape(value)


def _scales(value: Any) -> Iterator[float]:
    """The largest size in each array, and in each list of numbers, of an observation."""
    parts = list(value.values()) if isinstance(value, dict) else value
    if isinstance(parts, (list, tuple)) and any(
        isinstance(part, (list, tuple, dict, np.ndarray)) for part in parts
    ):
        for part in parts:
            yield from _scales(part)
    else:
        yield max(map(abs, leaves(parts)), default=0.0)


def _numbers(pairs: Sequence[Pair]) -> tuple[np.ndarray, np.ndarray, float] | None:
    """All numbers of the pairs, expected and got, and the smallest scale of those expected.

    None unless both are alike in structure.
    """
    one: list[Any] = []
    other: list[Any] = []
    for expected, got in pairs:
        if form(expected) != form(got):
            return None
        one += leaves(expected)
        other += leaves(got)
    if None in one or None in other or not np.isfinite([*one, *other]).all():
        return None
    scales = [scale for expected, _got in pairs for scale in _scales(expected) if scale]
    return np.array(one), np.array(other), min(scales, default=0.0)


def _supported(one: np.ndarray) -> bool:
    return len(np.unique(np.round(np.abs(one[one != 0]), 6))) >= ENOUGH


def _close(one: np.ndarray, other: np.ndarray, scale: float) -> bool:
    """As `agree`, but for numbers of any size: to it, all numbers below 1e-6 are alike.

    scale: what rounding is relative to, where a number is 0 or nearly so.
    """
    return np.allclose(one, other, rtol=1e-4, atol=1e-5 * scale)


def _vanishes(wrong: Sequence[Pair]) -> bool:
    """Whether all numbers of a case are 0 instead: no multiple, even of numbers as small as 1e-9."""
    return any(any(leaves(expected)) and not any(leaves(got)) for expected, got in wrong)


def _numeric(kept: Sequence[Any]) -> bool:
    """Whether a case that holds has numbers: then a relation between all numbers cannot be."""
    return any(leaf not in (None, 0.0) for value in kept for leaf in leaves(value))


def negative(wrong: Sequence[Pair], kept: Sequence[Any]) -> Clause | None:
    numbers = _numbers(wrong)
    if numbers is None or _numeric(kept) or not _supported(numbers[0]) or _vanishes(wrong):
        return None
    one, other, scale = numbers
    return clause(relation_sentences.NEGATIVE) if _close(-one, other, scale) else None


def factor(wrong: Sequence[Pair], kept: Sequence[Any]) -> Clause | None:
    numbers = _numbers(wrong)
    if numbers is None or _numeric(kept) or not _supported(numbers[0]) or _vanishes(wrong):
        return None
    one, other, scale = numbers
    largest = np.abs(one).argmax()
    factor = other[largest] / one[largest]
    if factor in (0, 1) or not _close(one * factor, other, abs(factor) * scale):
        return None
    for value, told in (
        (factor, relation_sentences.MULTIPLE),
        (1 / factor, relation_sentences.FRACTION),
    ):
        whole = round(value)
        if 2 <= whole <= LARGEST_FACTOR and abs(value - whole) < 1e-4 * whole:
            return clause(told, number=whole)
    return None


def offset(wrong: Sequence[Pair], kept: Sequence[Any]) -> Clause | None:
    numbers = _numbers(wrong)
    if numbers is None or _numeric(kept) or not _supported(numbers[0]):
        return None
    one, other, scale = numbers
    offset = float(np.median(other - one))
    if abs(offset) < 1e-3 or not _close(one + offset, other, scale):
        return None
    told = relation_sentences.TOO_LARGE if offset > 0 else relation_sentences.TOO_SMALL
    return clause(told, number=f"{abs(offset):.6g}")


def constant(wrong: Sequence[Pair], kept: Sequence[Any]) -> Clause | None:
    one = [leaf for expected, _got in wrong for leaf in leaves(expected)]
    other = [leaf for _expected, got in wrong for leaf in leaves(got)]
    if None in one or None in other or len(other) < ENOUGH or _numeric(kept):
        return None
    if len(set(one)) < ENOUGH or len(set(other)) > 1:
        return None
    return clause(relation_sentences.CONSTANT, number=f"{other[0]:.6g}")
