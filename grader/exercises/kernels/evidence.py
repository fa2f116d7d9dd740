"""What the exercises of this chapter have in common: arrays of whole numbers, counted products."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Other, Raised, TensorRef
from grader.judging import Session, WrongAnswer, describe, different
from grader.languages import _

PRODUCTS = {"MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "Einsum"}
LOOPS = {"LoopCond", "While", "StatelessWhile"}


def whole(rng: np.random.Generator, shape: Sequence[int], low: int = -9, high: int = 10) -> Any:
    """A float32 array of whole numbers: their products and sums are exact."""
    return rng.integers(low, high, list(shape)).astype(np.float32)


def sizes_of_pictures(rng: np.random.Generator) -> tuple[int, ...]:
    """Pictures, window, windows down and across, channels, filters: who confuses two of them is seen."""
    height, width = (int(size) for size in rng.permutation([3, 4]))
    down, across = (int(size) for size in rng.permutation([2, 5]))
    return 6, height, width, down, across, *different(rng, 2, 2, 6)


def plain(value: Any, function: str) -> Any:
    """A plain value that a function returned. WrongAnswer for a value that a table cannot show."""
    if isinstance(value, (Other, TensorRef)):
        raise WrongAnswer(
            _("{function} should return plain numbers, but it returned {found}").format(
                function=function, found=describe(value)
            )
        )
    return value


def products(run: Session, name: str) -> tuple[int, bool]:
    """How many matrix products a run of a tensor does, and whether anything convolves or loops."""
    types = [op.type for op in run.rerun.ancestors(run.names[name])]
    ready_made = any("Conv" in name or name in LOOPS for name in types)
    return sum(name in PRODUCTS for name in types), ready_made


def sizes_of_products(run: Session, name: str, feeds: dict[str, Any]) -> Any:
    """How large the matrix products are that a tensor needs: two things.

    How many numbers their largest factors have together, and whether one of them has more numbers than
    the tensor. (How the factors are laid out, and which is the first one, does not matter.)
    """
    tensor = run.names[name]
    needed = [op for op in run.rerun.ancestors(tensor) if op.type in PRODUCTS]
    names = [[one.name for one in (*op.inputs, *op.outputs)] for op in needed]
    values = run.rerun.run(
        [names, tensor.name], {run.names[name]: value for name, value in feeds.items()}
    )
    if isinstance(values, Raised):
        return values
    sizes_of_each = [list(map(np.size, one)) for one in values[0]]
    return (
        sum(max(factors) for *factors, _product in sizes_of_each),
        any(product > np.size(values[1]) for *_factors, product in sizes_of_each),
    )
