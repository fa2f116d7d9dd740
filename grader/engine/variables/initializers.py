"""Initializers: the initial value of a variable that is created from its shape."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.shapes import as_shape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant
from grader.engine.graph.nodes import Tensor
from grader.engine.ops.arrays.creation import ones, zeros
from grader.engine.ops.arrays.diagonals import eye
from grader.engine.ops.arrays.permutations import matrix_transpose
from grader.engine.ops.arrays.shapes import reshape
from grader.engine.ops.common.public import ShapeLike, TypeLike
from grader.engine.ops.math.arithmetic import sign
from grader.engine.random.random import random_normal, random_uniform, truncated_normal

# fmt: off
__all__ = [
    "constant_initializer", "glorot_normal_initializer", "glorot_uniform_initializer",
    "ones_initializer", "orthogonal_initializer", "random_normal_initializer",
    "random_uniform_initializer", "truncated_normal_initializer",
    "variance_scaling_initializer", "zeros_initializer",
]
# fmt: on


class Initializer:
    """A function from a shape (and a type) to a tensor."""

    dtype: TypeLike = dtypes.float32
    any_type = False  # or only floating-point numbers

    def __post_init__(self) -> None:
        self.dtype = dtype = dtypes.as_dtype(self.dtype)
        if not (self.any_type or dtype.is_floating):
            raise ValueError(
                f"Argument `dtype` is expected to be floating point. Received: {dtype}."
            )

    def __call__(
        self, shape: ShapeLike, dtype: TypeLike = None, partition_info: Any = None
    ) -> Tensor:
        """A tensor of this shape; its type is the initializer's where `dtype` is None."""
        dtype = self.dtype if dtype is None else dtype
        return self._make(shape, dtype)

    def _make(self, shape: ShapeLike, dtype: TypeLike) -> Tensor:
        raise NotImplementedError


@dataclass(eq=False, repr=False)
class Zeros(Initializer):
    """Zeros, or empty strings."""

    any_type = True
    dtype: TypeLike = dtypes.float32

    def _make(self, shape: ShapeLike, dtype: TypeLike) -> Tensor:
        return zeros(shape, dtype)


class Ones(Zeros):
    """Ones."""

    def _make(self, shape: ShapeLike, dtype: TypeLike) -> Tensor:
        return ones(shape, dtype)


class Constant(Initializer):
    """One value everywhere, or a list of values in row-major order."""

    def __init__(
        self, value: Any = 0, dtype: TypeLike = dtypes.float32, verify_shape: bool = False
    ):
        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            raise TypeError(
                f"Invalid type for initial value={value} of type: {type(value).__name__}. Expected "
                "Python scalar, list or tuple of values, or numpy.ndarray."
            )
        self.value, self.dtype, self._verify = value, dtypes.as_dtype(dtype), verify_shape

    def __call__(
        self,
        shape: ShapeLike,
        dtype: TypeLike = None,
        partition_info: Any = None,
        verify_shape: bool | None = None,
    ) -> Tensor:
        """A constant of this shape."""
        return constant(
            self.value,
            dtype=self.dtype if dtype is None else dtype,
            shape=as_shape(shape).as_list(),
            verify_shape=self._verify if verify_shape is None else verify_shape,
        )


@dataclass(eq=False, repr=False)
class RandomUniform(Initializer):
    """Uniform random numbers between minval and maxval."""

    any_type = True
    minval: Any = 0.0
    maxval: Any = None
    seed: int | None = None
    dtype: TypeLike = dtypes.float32

    def _make(self, shape: ShapeLike, dtype: TypeLike) -> Tensor:
        return random_uniform(shape, self.minval, self.maxval, dtype, seed=self.seed)


@dataclass(eq=False, repr=False)
class RandomNormal(Initializer):
    """Normally distributed random numbers."""

    mean: float = 0.0
    stddev: float = 1.0
    seed: int | None = None
    dtype: TypeLike = dtypes.float32

    def _make(self, shape: ShapeLike, dtype: TypeLike) -> Tensor:
        return random_normal(shape, self.mean, self.stddev, dtype, seed=self.seed)


class TruncatedNormal(RandomNormal):
    """Normally distributed random numbers within two standard deviations of the mean."""

    def _make(self, shape: ShapeLike, dtype: TypeLike) -> Tensor:
        return truncated_normal(shape, self.mean, self.stddev, dtype, seed=self.seed)


# The standard deviation of the standard normal distribution truncated at two.
_TRUNCATED_DEVIATION = 0.87962566103423978


@dataclass(eq=False, repr=False)
class VarianceScaling(Initializer):
    """Random numbers of variance `scale` / fan, the number of inputs, outputs, or their mean.

    mode: "fan_in", "fan_out", "fan_avg". distribution: "truncated_normal" (or "normal"),
    "untruncated_normal", "uniform". Source: Glorot and Bengio (2010); He et al. (2015).
    """

    scale: float = 1.0
    mode: str = "fan_in"
    distribution: str = "truncated_normal"
    seed: int | None = None
    dtype: TypeLike = dtypes.float32

    def __post_init__(self) -> None:
        if self.scale <= 0:
            raise ValueError(f"Argument `scale` must be a positive float. Received: {self.scale}")
        if self.mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(
                "Argument `mode` should be one of ('fan_in', 'fan_out', 'fan_avg'). Received: "
                f"{self.mode}"
            )
        self.distribution = self.distribution.lower()
        known = ("normal", "uniform", "truncated_normal", "untruncated_normal")
        if self.distribution not in known:
            raise ValueError(
                f"Argument `distribution` should be one of {known}. Received: {self.distribution}"
            )
        super().__post_init__()

    def _make(self, shape: ShapeLike, dtype: TypeLike) -> Tensor:
        inputs, outputs = _fans(shape)
        fan = {"fan_in": inputs, "fan_out": outputs, "fan_avg": (inputs + outputs) / 2.0}
        variance = self.scale / max(1.0, fan[self.mode])
        if self.distribution == "uniform":
            bound = math.sqrt(3.0 * variance)
            return random_uniform(shape, -bound, bound, dtype, seed=self.seed)
        if self.distribution == "untruncated_normal":
            return random_normal(shape, 0.0, math.sqrt(variance), dtype, seed=self.seed)
        deviation = math.sqrt(variance) / _TRUNCATED_DEVIATION
        return truncated_normal(shape, 0.0, deviation, dtype, seed=self.seed)


def _fans(shape: Sequence[int]) -> tuple[int, int]:
    """The numbers of inputs per output and of outputs per input for weights of this shape."""
    if len(shape) < 1:
        return 1, 1
    if len(shape) == 1:
        return int(shape[0]), int(shape[0])
    field = math.prod(shape[:-2])  # the size of a convolution's receptive field
    return int(shape[-2] * field), int(shape[-1] * field)


class GlorotUniform(VarianceScaling):
    """Uniform numbers of variance 2 / (inputs + outputs) (Glorot and Bengio, 2010)."""

    def __init__(self, seed: int | None = None, dtype: TypeLike = dtypes.float32):
        super().__init__(1.0, "fan_avg", "uniform", seed)


class GlorotNormal(GlorotUniform):
    """Truncated normal numbers of variance 2 / (inputs + outputs)."""

    def __init__(self, seed: int | None = None, dtype: TypeLike = dtypes.float32):
        super().__init__(seed, dtype)
        self.distribution = "truncated_normal"


@dataclass(eq=False, repr=False)
class Orthogonal(Initializer):
    """A random matrix with orthonormal rows or columns, times `gain`; its columns are the last axis.

    Source: Saxe et al., Exact solutions to the nonlinear dynamics of learning (2013).
    """

    gain: float = 1.0
    seed: int | None = None
    dtype: TypeLike = dtypes.float32

    def _make(self, shape: ShapeLike, dtype: TypeLike) -> Tensor:
        if len(shape) < 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be at least "
                f"two-dimensional. Received shape={shape}"
            )
        rows, columns = int(math.prod(shape[:-1])), int(shape[-1])
        tall = (max(rows, columns), min(rows, columns))
        numbers = random_normal(tall, dtype=dtype, seed=self.seed)
        q, r = apply("Qr", input=numbers, full_matrices=False)
        q = q * sign(apply("DiagPart", input=r))
        if rows < columns:
            q = matrix_transpose(q)
        return self.gain * reshape(q, shape)


@dataclass(eq=False, repr=False)
class Identity(Initializer):
    """The identity matrix, times `gain`."""

    gain: float = 1.0
    dtype: TypeLike = dtypes.float32

    def _make(self, shape: ShapeLike, dtype: TypeLike) -> Tensor:
        if len(shape) != 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be at least "
                f"two-dimensional. Received shape={shape}"
            )
        return self.gain * eye(int(shape[0]), int(shape[1]), dtype=dtype)


zeros_initializer = Zeros
ones_initializer = Ones
constant_initializer = Constant
random_uniform_initializer = RandomUniform
random_normal_initializer = RandomNormal
truncated_normal_initializer = TruncatedNormal
variance_scaling_initializer = VarianceScaling
glorot_uniform_initializer = GlorotUniform
glorot_normal_initializer = GlorotNormal
orthogonal_initializer = Orthogonal


def _scaled(scale: float, distribution: str, seed: int | None = None) -> VarianceScaling:
    return VarianceScaling(scale, "fan_in", distribution, seed)


# He et al., Delving deep into rectifiers (2015); LeCun et al., Efficient backprop (1998).
he_normal = functools.partial(_scaled, 2.0, "truncated_normal")
he_uniform = functools.partial(_scaled, 2.0, "uniform")
lecun_normal = functools.partial(_scaled, 1.0, "truncated_normal")
lecun_uniform = functools.partial(_scaled, 1.0, "uniform")
