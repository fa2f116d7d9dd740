"""Random operations: entries, kernels and public functions.

Seeded operations draw the same numbers as TensorFlow: see core/philox.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core import philox
from grader.engine.core.errors import invalid
from grader.engine.core.limits import PASS
from grader.engine.core.shapes import Dimension
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.graph.random_seed import get_seed
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.public import described
from grader.engine.ops.common.shape_algebra import with_rank
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.math import arithmetic
from grader.engine.registry import define, no_derivative, number, one_of

__all__ = ["multinomial", "random_normal", "random_shuffle", "random_uniform", "truncated_normal"]

FLOATS = [d.bfloat16, d.float16, d.float32, d.float64]
INDICES = [d.int32, d.int64]
MOST_DIMENSIONS = 254  # of a tensor, as in TensorFlow
SEEDS: dict[str, Any] = {"seed": number(0), "seed2": number(0)}


def _stream(node: Any) -> philox.Stream:
    return node.state.private(
        "random " + node.name, lambda: philox.Stream(node.attrs["seed"], node.attrs["seed2"])
    )


def _filling(fill: Callable[..., Any]) -> Callable[..., Any]:
    def kernel(node: Any, shape: Any) -> Any:
        if np.any(np.asarray(shape) < 0):
            raise invalid(f"Dimension {np.min(shape)} must be >= 0")
        if np.size(shape) > MOST_DIMENSIONS:
            raise invalid(f"too many dimensions: {np.size(shape)}, at most {MOST_DIMENSIONS}")
        dtype = node.output_dtypes[0].as_numpy_dtype
        return fill(_stream(node), int(np.prod(shape)), dtype).reshape(shape)

    return kernel


def _of_each(cost: int) -> Callable[..., int]:
    """The work, if each number of the result costs as much as `cost` additions."""

    def work(op: Any, _: Any) -> int:
        sizes = np.ravel(op.inputs[0].value)[:MOST_DIMENSIONS]
        return cost * math.prod(map(int, sizes))

    return work


for _type, _fill in {
    "RandomUniform": philox.uniform,
    "RandomStandardNormal": philox.normal,
    "TruncatedNormal": philox.truncated_normal,
}.items():
    define(
        _type,
        "shape: T -> output: dtype",
        **SEEDS,
        dtype=one_of(FLOATS),
        T=one_of(INDICES),
        shape=infer(lambda c: c.value_as_shape(0)),
        kernel=_filling(_fill),
        stateful=True,
        work=_of_each(50),
    )


def _integers(node: Any, shape: Any, low: Any, high: Any) -> Any:
    if low >= high and np.prod(shape):
        raise invalid(f"Need minval < maxval, got {low} >= {high}")
    count, dtype = int(np.prod(shape)), low.dtype
    return philox.uniform_integers(_stream(node), count, int(low), int(high), dtype).reshape(shape)


def _integers_shape(c: Any) -> Any:
    with_rank(c.shape(1), 0)
    with_rank(c.shape(2), 0)
    return c.value_as_shape(0)


define(
    "RandomUniformInt",
    "shape: T, minval: Tout, maxval: Tout -> output: Tout",
    **SEEDS,
    Tout=one_of(INDICES),
    T=one_of(INDICES),
    shape=infer(_integers_shape),
    kernel=_integers,
    stateful=True,
    work=_of_each(20),
)


def _shuffle(node: Any, value: Any) -> Any:
    if value.ndim == 0 or value.size <= 1 or len(value) <= 1:
        return value
    return value[philox.permutation(_stream(node), len(value))]


define(
    "RandomShuffle",
    "value: T -> output: T",
    **SEEDS,
    T=one_of([*d.NUMBERS, d.bool, d.string]),
    shape=infer(unchanged),
    kernel=_shuffle,
    stateful=True,
    work=lambda op, shapes: (
        100 * shapes[0][0] if shapes[0] else 0
    ),  # shuffled in Python, row by row
)


def _classes(node: Any, logits: Any, count: Any) -> Any:
    if logits.ndim != 2 or np.ndim(count) != 0:
        raise invalid(f"logits should be a matrix, got shape {list(logits.shape)}")
    if count < 0:
        raise invalid(f"num_samples should be nonnegative, got {count}")
    if logits.size and not logits.shape[1]:
        raise invalid("num_classes should be positive")
    found = philox.categorical(_stream(node), logits, int(count))
    return found.astype(node.output_dtypes[0].as_numpy_dtype)


def _classes_shape(c: Any) -> Any:
    rows, count = with_rank(c.shape(0), 2)[0], c.value(1)
    with_rank(c.shape(1), 0)
    return (rows, None if count is None else int(count))


define(
    "Multinomial",
    "logits: T, num_samples: int32 -> output: output_dtype",
    **SEEDS,
    T=one_of(d.NUMBERS),
    output_dtype=one_of(INDICES, d.int64),
    shape=infer(_classes_shape),
    kernel=_classes,
    stateful=True,
    work=lambda op, shapes: (
        shapes[0][0] * (4 * shapes[0][1] + 50 * int(op.inputs[1].value) + 2 * PASS)
    ),
)


OPERATIONS = (
    "RandomUniform RandomStandardNormal TruncatedNormal RandomUniformInt RandomShuffle Multinomial"
)
no_derivative(OPERATIONS)


# ------------------------------------------------------------------------- for users


def shape_tensor(shape: Any) -> Tensor:
    """A shape as a tensor of int32, or of int64 if a size is large."""
    if not isinstance(shape, (list, tuple)):
        return convert_to_tensor(shape, name="shape")
    sizes = [size.value if isinstance(size, Dimension) else size for size in shape]
    return convert_to_tensor(sizes, None if sizes else d.int32, name="shape")


def _seeds(seed: int | None) -> dict[str, Any]:
    seeds = zip(("seed", "seed2"), get_seed(seed), strict=True)
    return {name: None if one is None else int(one) for name, one in seeds}


def random_uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = d.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Uniformly distributed numbers, minval <= x < maxval.

    maxval: 1 by default, for floats. Raises ValueError for integers without it.
    """
    wanted = d.as_dtype(dtype)
    if wanted not in (d.float16, d.bfloat16, d.float32, d.float64, d.int32, d.int64):
        raise ValueError(
            f"Argument `dtype` got invalid value {wanted}. Accepted dtypes are float16, float32, "
            "float64, int32, int64."
        )
    if maxval is None:
        if wanted.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {wanted!r}")
        maxval = 1
    with name_scope(name, "random_uniform", [shape, minval, maxval]) as scope:
        size = shape_tensor(shape)
        from_zero = isinstance(minval, int) and minval == 0
        to_one = isinstance(maxval, int) and maxval == 1
        if not from_zero or not to_one or wanted.is_integer:
            minval = convert_to_tensor(minval, wanted, name="min")
            maxval = convert_to_tensor(maxval, wanted, name="max")
        seeds = _seeds(seed)
        if wanted.is_integer:
            return apply(
                "RandomUniformInt", name=scope, shape=size, minval=minval, maxval=maxval, **seeds
            )
        result = apply("RandomUniform", shape=size, dtype=wanted, **seeds)
        if from_zero:
            return result if to_one else arithmetic.multiply(result, maxval)
        return arithmetic.add(result * (maxval - minval), minval, name=scope)


def _distribution(op_type: str, called: str, text: str) -> Callable[..., Tensor]:
    """A public function that draws from a distribution and then scales and shifts the numbers."""

    def function(
        shape: Any,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        dtype: Any = d.float32,
        seed: int | None = None,
        name: str | None = None,
    ) -> Tensor:
        with name_scope(name, called, [shape, mean, stddev]) as scope:
            size = shape_tensor(shape)
            mean = convert_to_tensor(mean, dtype, name="mean")
            stddev = convert_to_tensor(stddev, dtype, name="stddev")
            numbers = apply(op_type, shape=size, dtype=dtype, **_seeds(seed))
            return arithmetic.add(numbers * stddev, mean, name=scope)

    return described(function, called, text)


random_normal = _distribution(
    "RandomStandardNormal",
    "random_normal",
    "Normally distributed numbers with this mean and standard deviation.",
)
truncated_normal = _distribution(
    "TruncatedNormal",
    "truncated_normal",
    "Like random_normal, but redraws numbers more than two standard deviations from the mean.",
)


def random_shuffle(value: Any, seed: int | None = None, name: str | None = None) -> Tensor:
    """The rows of `value` in random order."""
    return apply("RandomShuffle", name=name, value=value, **_seeds(seed))


def multinomial(
    logits: Any,
    num_samples: Any,
    seed: int | None = None,
    name: str | None = None,
    output_dtype: Any = None,
) -> Tensor:
    """Classes drawn with the probabilities softmax(logits): shape (rows, num_samples)."""
    with name_scope(name, "multinomial", [logits]):
        return _drawn(logits, num_samples, output_dtype, seed)


def _drawn(logits: Any, num_samples: Any, dtype: Any, seed: int | None) -> Tensor:
    logits = convert_to_tensor(logits, name="logits")
    kind = d.int64 if dtype is None else d.as_dtype(dtype)
    if kind not in INDICES:
        raise ValueError(
            f"Argument `dtype` got invalid value {kind}. Accepted dtypes are {tuple(INDICES)}."
        )
    return apply(
        "Multinomial", logits=logits, num_samples=num_samples, output_dtype=kind, **_seeds(seed)
    )
