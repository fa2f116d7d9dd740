"""Initializers: what a variable made by its shape starts with."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine import dtypes
from grader.engine.convert import constant
from grader.engine.ops.api_making import ones, zeros
from grader.engine.shapes import as_shape

__all__ = ["constant_initializer", "ones_initializer", "zeros_initializer"]


class Initializer:
    """A function from a shape (and a type) to a tensor."""

    def __init__(self, dtype: Any = dtypes.float32):
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """The tensor of this shape; of the initializer's own type where `dtype` is None."""
        raise NotImplementedError


class Zeros(Initializer):
    """Zeros, or empty texts."""

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """A tensor of zeros."""
        return zeros(shape, self.dtype if dtype is None else dtype)


class Ones(Initializer):
    """Ones."""

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """A tensor of ones."""
        return ones(shape, self.dtype if dtype is None else dtype)


class Constant(Initializer):
    """One value everywhere, or a list of values in their order."""

    def __init__(self, value: Any = 0, dtype: Any = dtypes.float32, verify_shape: bool = False):
        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            raise TypeError(
                f"Invalid type for initial value={value} of type: {type(value).__name__}. Expected "
                "Python scalar, list or tuple of values, or numpy.ndarray."
            )
        super().__init__(dtype)
        self.value, self.verify_shape = value, verify_shape

    def __call__(
        self,
        shape: Any,
        dtype: Any = None,
        partition_info: Any = None,
        verify_shape: bool | None = None,
    ) -> Any:
        """A constant of this shape."""
        return constant(
            self.value,
            dtype=self.dtype if dtype is None else dtype,
            shape=as_shape(shape).as_list(),
            verify_shape=self.verify_shape if verify_shape is None else verify_shape,
        )


zeros_initializer = Zeros
ones_initializer = Ones
constant_initializer = Constant
