"""Long sums: rounding errors no larger than TensorFlow's, measured against double precision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader import engine
from tests.properties.back_ends import tf

SHAPES: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "rows": ((100000, 8), (0,)),
    "wide rows": ((6272, 64), (0,)),
    "pictures": ((16, 40, 40, 3), (0, 1, 2)),
    "channels first": ((16, 3, 40, 40), (0, 2, 3)),
    "the middle": ((3, 20000, 2), (1,)),
    "both ends": ((3000, 3, 20), (0, 2)),
    "everything": ((300, 7, 20), (0, 1, 2)),
}
REDUCTIONS: dict[str, Callable[..., Any]] = {
    "sum": lambda m, x, axes: m.reduce_sum(x, axes),
    "mean": lambda m, x, axes: m.reduce_mean(x, axes, keepdims=True),
    "norm": lambda m, x, axes: m.norm(x, axis=axes[0]),
}


def value(m: Any, make: Callable[[Any], Any]) -> np.ndarray:
    with m.Graph().as_default(), m.Session() as session:
        return session.run(make(m))


def off(got: Any, exact: Any) -> float:
    return float(np.max(np.abs(got - exact) / np.abs(exact)))


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_sum_is_as_exact_as_on_tensorflow(shape: str, reduction: str) -> None:
    sizes, axes = SHAPES[shape]
    data = np.random.default_rng(3).uniform(0.5, 1.5, sizes).astype(np.float32)
    exact = value(engine, lambda m: REDUCTIONS[reduction](m, data.astype(np.float64), axes))
    ours, theirs = (
        value(module, lambda m: REDUCTIONS[reduction](m, data, axes)) for module in (engine, tf)
    )
    assert ours.shape == theirs.shape and ours.dtype == theirs.dtype
    assert off(ours, exact) <= max(2 * off(theirs, exact), 5e-7)


def test_gradients_of_a_batch_norm_net_are_as_exact_as_on_tensorflow() -> None:
    data = np.random.default_rng(5).normal(3, 1, (500, 6)).astype(np.float32)

    def gradients(m: Any, dtype: str) -> Any:
        x = m.constant(data, dtype)
        w = m.constant(np.linspace(-1, 1, 24).reshape(6, 4), dtype)
        mean, variance = m.nn.moments(m.matmul(x, w), [0])
        normal = m.nn.batch_normalization(m.matmul(x, w), mean, variance, None, None, 1e-3)
        loss = m.reduce_mean(m.square(m.tanh(normal) - x[:, :4]))
        return m.gradients(loss, w)[0]

    exact = value(engine, lambda m: gradients(m, "float64"))
    ours, theirs = (value(m, lambda m: gradients(m, "float32")) for m in (engine, tf))
    size = np.abs(exact).max()
    assert np.abs(ours - exact).max() <= max(2 * np.abs(theirs - exact).max(), 1e-6 * size)
