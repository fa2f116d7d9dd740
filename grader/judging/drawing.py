"""Draws what answers are given: numbers that differ, placeholders, variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader import engine as tf

Argument = dict[str, Any]


def different(rng: np.random.Generator, count: int, low: int = 2, high: int = 10) -> list[int]:
    """`count` different whole numbers from low to high - 1, in random order."""
    return [int(number) for number in rng.choice(range(low, high), count, replace=False)]


def different_arrays(
    rng: np.random.Generator, *groups: Mapping[str, Sequence[int]]
) -> list[dict[str, np.ndarray]]:
    """For each group, float32 arrays with these shapes, by name. No number is there twice, in any of them."""
    sizes = [int(np.prod(shape)) for group in groups for shape in group.values()]
    numbers = different(rng, sum(sizes), 2, 200)
    parts = iter(np.split(np.array(numbers, np.float32), np.cumsum(sizes)))
    return [{name: next(parts).reshape(shape) for name, shape in group.items()} for group in groups]


def seeds(rng: np.random.Generator, count: int) -> list[int]:
    """Seeds for so many orders at random, in which a graph is run."""
    return [int(seed) for seed in rng.integers(2**31, size=count)]


def placeholder(shape: Sequence[int | None] = (), dtype: str = "float32", **name: str) -> Argument:
    """An argument that is a placeholder, with a name if one is given."""
    return {"placeholder": dtype, "shape": list(shape), **name}


def variable(value: Any) -> Argument:
    """An argument that is a float32 variable with this initial value."""
    return {"variable": np.asarray(value, np.float32)}


def graph_def(build: Callable[..., Any] | str, *given: Any, **named: Any) -> bytes:
    """A new graph as data: what `build` makes in it, or our own code."""
    with tf.Graph().as_default() as graph:
        if callable(build):
            build(*given, **named)
        else:
            exec(build, {"tf": tf})
    return graph.as_graph_def().SerializeToString()
