"""Samples that grow in every direction, to find what takes long and is counted as little work."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from tests.operations.sampling import OutputAt, Sample, VariableOf

MOST_ELEMENTS = 4_000_000  # of one input; more would measure this machine's memory


@dataclass(frozen=True)
class Direction:
    """One way in which a sample may grow: which sizes and numbers of it are multiplied."""

    what: str
    grown: Callable[[Sample, int], Sample | None]


def directions(sample: Sample) -> Iterator[Direction]:
    """Every axis alone, all sizes that are equal, two of these together, all; numbers; texts; values."""
    axes = sorted({(name, axis) for name, array in _arrays(sample) for axis in range(array.ndim)})
    groups = _groups(sample)
    for place in axes:
        yield Direction(f"the axis {place}", lambda one, by, place=place: _grown(one, by, {place}))
    for count in (1, 2):
        for some in combinations(groups, count):
            sizes = set(some)
            yield Direction(f"the sizes {some}", lambda one, by, s=sizes: _grown(one, by, (), s))
    if len(groups) > 2:
        yield Direction("all sizes", lambda one, by: _grown(one, by, (), set(groups)))
    for name, count in _numbers(sample):
        for place in range(count):
            yield Direction(
                f"the number {name}[{place}]",
                lambda one, by, name=name, place=place: _with_number(one, by, name, place),
            )
    if any(array.dtype == object for _, array in _arrays(sample)):
        yield Direction("the texts", lambda one, by: _map(one, lambda array: _longer(array, by)))
    if any(array.dtype.kind == "f" for _, array in _arrays(sample)):
        yield Direction(
            "tiny values", lambda one, by: _grown(_map(one, _tiny), by, (), set(groups))
        )


def _arrays(sample: Sample) -> Iterator[tuple[str, np.ndarray]]:
    """The inputs that are arrays; those of a list by "name 0"."""
    for name, value in sample.arguments.items():
        parts = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, part in parts:
            array = _array(part)
            if array is not None:
                yield (name if index is None else f"{name} {index}"), array


def _array(value: Any) -> np.ndarray | None:
    if isinstance(value, VariableOf):
        value = value.value
    return value if isinstance(value, np.ndarray) else None


def _groups(sample: Sample) -> list[int]:
    sizes = {size for _, array in _arrays(sample) for size in array.shape}
    return sorted(size for size in sizes if size > 0)[:6]


def _numbers(sample: Sample) -> Iterator[tuple[str, int]]:
    """What holds few integers: inputs and attributes, and how many."""
    for name, value in sample.arguments.items():
        array = _array(value)
        if array is not None and array.dtype.kind in "iu" and 0 < array.size <= 8:
            yield name, array.size
        elif isinstance(value, int) and not isinstance(value, bool):
            yield name, 1
        elif isinstance(value, list) and value and all(type(one) is int for one in value):
            yield name, len(value)


def _replaced(sample: Sample, change: Callable[[str, Any], Any]) -> Sample:
    """The sample with each part of each argument changed."""

    def part(name: str, value: Any) -> Any:
        if isinstance(value, VariableOf):
            return VariableOf(change(name, value.value))
        if isinstance(value, OutputAt):
            made = value.made
            arguments = {key: part(key, one) for key, one in made.arguments.items()}
            return OutputAt(replace(made, arguments=arguments), value.index)
        return change(name, value)

    def whole(name: str, value: Any) -> Any:
        if isinstance(value, list) and value and not isinstance(value[0], (int, float, str)):
            return [part(f"{name} {index}", one) for index, one in enumerate(value)]
        return part(name, value)

    return replace(
        sample, arguments={name: whole(name, value) for name, value in sample.arguments.items()}
    )


def _map(sample: Sample, change: Callable[[np.ndarray], np.ndarray]) -> Sample:
    return _replaced(
        sample, lambda name, value: change(value) if isinstance(value, np.ndarray) else value
    )


def _grown(sample: Sample, by: int, axes: Any, sizes: Any = frozenset()) -> Sample | None:
    """`by` times as large: these axes, and these sizes wherever they stand, in attributes, too."""

    def number(value: Any) -> Any:
        return value * by if type(value) is int and value in sizes and value > 1 else value

    def change(name: str, value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            if isinstance(value, list):
                return [number(one) for one in value]
            return number(value)
        array = value
        if value.dtype.kind in "iu" and value.size <= 8:
            held = [number(int(one)) for one in value.ravel()]
            array = _fitting(held, value).reshape(value.shape)
        for axis, size in enumerate(value.shape):
            if (name, axis) in axes or size in sizes:
                if by * math.prod(max(one, 1) for one in array.shape) > MOST_ELEMENTS:
                    raise OverflowError
                array = np.repeat(array, by, axis)
        return array

    try:
        return _replaced(sample, change)
    except OverflowError:
        return None


def _fitting(values: list[int], like: np.ndarray) -> np.ndarray:
    bounds = np.iinfo(like.dtype)
    return np.array([max(int(bounds.min), min(one, int(bounds.max))) for one in values], like.dtype)


def _with_number(sample: Sample, by: int, which: str, place: int) -> Sample:
    def change(name: str, value: Any) -> Any:
        if name != which:
            return value
        if isinstance(value, np.ndarray):
            values = value.ravel().tolist()
            values[place] *= by
            return _fitting(values, value).reshape(value.shape)
        if isinstance(value, list):
            return [one * by if index == place else one for index, one in enumerate(value)]
        return value * by

    return _replaced(sample, change)


def _longer(array: np.ndarray, by: int) -> np.ndarray:
    if array.dtype != object:
        return array
    found = np.empty(array.shape, object)
    found.ravel()[:] = [one * by if len(one) * by < MOST_ELEMENTS else one for one in array.ravel()]
    return found


def _tiny(array: np.ndarray) -> np.ndarray:
    """Numbers so near zero that the processor takes many times as long for each."""
    if array.dtype.kind != "f":
        return array
    return np.full(array.shape, np.finfo(array.dtype).smallest_subnormal * 4, array.dtype)
