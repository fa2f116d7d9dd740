"""Discrete Fourier transforms: entries, kernels, rules and public functions, such as tf.signal.rfft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes as d
from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays.sizes import rank, shape
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import numbers
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shape_algebra import Shape, at_least_rank, merge_dimension, with_rank
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.common.types import COMPLEX
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.choices import real
from grader.engine.ops.reductions.functions import reduce_prod
from grader.engine.registry import define, gradient_of, one_of

__all__ = ["fft", "fft2d", "ifft", "ifft2d"]

Array = np.ndarray
SPLIT = frozenset([d.float32, d.float64])


def transformed(function: Callable[..., Array], axes: int) -> Callable[..., Array]:
    def kernel(node: Any, x: Array) -> Array:
        if x.ndim < axes:
            raise invalid(f"Input must have rank of at least {axes} but got: {list(x.shape)}")
        if not x.size:
            return x
        return function(x, axes=tuple(range(-axes, 0))).astype(x.dtype)

    return kernel


def real_transformed(node: Any, x: Array, length: Array) -> Array:
    """RFFT: the non-redundant half of the transform of real rows. IRFFT: its inverse, `length` numbers."""
    dtype = node.output_dtypes[0].as_numpy_dtype
    if length.shape != (1,):
        raise invalid("fft_length must have shape [1]")
    size = numbers(length)[0]
    if size < 0:
        raise invalid(f"fft_length[0] must be >= 0, but got: {size}")
    forward = node.operation.type == "RFFT"
    needed = size if forward else size // 2 + 1 if size else 0
    if not x.size or not size:
        return np.zeros((*x.shape[:-1], size // 2 + 1 if forward and size else size), dtype)
    if x.shape[-1] < needed:
        raise invalid(
            f"Input dimension 0 must have length of at least {needed} but got: {x.shape[-1]}"
        )
    return (np.fft.rfft if forward else np.fft.irfft)(x, size).astype(dtype)


def real_shape(c: Any) -> Shape:
    sizes = at_least_rank(c.shape(0), 1)
    merge_dimension(with_rank(c.shape(1), 1)[0], 1)
    length = c.value(1)
    if sizes is None:
        return None
    size = None if length is None else numbers(length)[0]
    if size and c.op.type == "RFFT":
        size = size // 2 + 1
    return (*sizes[:-1], size)


def of_rank(axes: int) -> Callable[[Any], Shape]:
    return lambda c: at_least_rank(c.shape(0), axes)


FORMS = {"FFT": (np.fft.fftn, 1), "IFFT": (np.fft.ifftn, 1)}
FORMS |= {"FFT2D": (np.fft.fftn, 2), "IFFT2D": (np.fft.ifftn, 2)}
for _type, (_function, _axes) in FORMS.items():
    define(
        _type,
        "input: Tcomplex -> output: Tcomplex",
        Tcomplex=one_of(COMPLEX, d.complex64),
        shape=infer(of_rank(_axes)),
        kernel=transformed(_function, _axes),
        work=lambda op, shapes: int(np.prod(shapes[0], dtype=object)) * 20,
    )
    linear("input", _type)
for _type, _signature in (
    ("RFFT", "input: Treal, fft_length: int32 -> output: Tcomplex"),
    ("IRFFT", "input: Tcomplex, fft_length: int32 -> output: Treal"),
):
    define(
        _type,
        _signature,
        Treal=one_of(SPLIT, d.float32),
        Tcomplex=one_of(COMPLEX, d.complex64),
        shape=infer(real_shape),
        kernel=real_transformed,
        work=lambda op, shapes: int(np.prod(shapes[0], dtype=object)) * 20,
    )
    linear("input", _type)


def _size(gradient: Any, axes: int) -> Any:
    return reduce_prod(shape(gradient)[-axes:])


@gradient_of("FFT", "FFT2D")
def _forward(op: Any, gradient: Any) -> Any:
    back, axes = (ifft, 1) if op.type == "FFT" else (ifft2d, 2)
    size = m.cast(_size(gradient, axes), gradient.dtype)
    return back(gradient) * size


@gradient_of("IFFT", "IFFT2D")
def _backward(op: Any, gradient: Any) -> Any:
    forth, axes = (fft, 1) if op.type == "IFFT" else (fft2d, 2)
    share = m.cast(1.0 / m.cast(_size(gradient, axes), gradient.dtype.real_dtype), gradient.dtype)
    return forth(gradient) * share


@gradient_of("RFFT")
def _real_forward(op: Any, gradient: Any) -> Any:
    length, dtype = op.inputs[1], gradient.dtype
    sizes = shape(op.inputs[0])
    is_even = m.cast(1 - length[-1] % 2, dtype)
    first, last = gradient[..., 0:1], gradient[..., -1:]
    places: Any = making.range(sizes[-1])
    signs = m.cast(1 - 2 * (places % 2), dtype)
    extra = first + is_even * last * signs
    size = m.cast(_size(op.inputs[0], 1), dtype.real_dtype)
    return 0.5 * (irfft(gradient, length) * size + real(extra)), None


@gradient_of("IRFFT")
def _real_backward(op: Any, gradient: Any) -> Any:
    length = op.inputs[1]
    known = constant_value(length)
    length = length if known is None else known
    dtype = gradient.dtype
    is_odd = m.mod(length[-1], 2)
    width = shape(op.inputs[0])[-1]
    twice = 2.0 * making.ones([width - 2 + is_odd], dtype)
    mask = arrays.concat([[1.0], twice, making.ones([1 - is_odd], dtype)], 0)
    share = m.reciprocal(m.cast(_size(gradient, 1), dtype))
    wide = d.complex64 if dtype == d.float32 else d.complex128
    return rfft(gradient, length) * m.cast(share * mask, wide), None


fft = public("FFT", "The discrete Fourier transform of the last axis.")
ifft = public("IFFT", "The inverse of fft.")
fft2d = public("FFT2D", "The discrete Fourier transform of the last two axes.")
ifft2d = public("IFFT2D", "The inverse of fft2d.")


def rfft(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The Fourier transform of real rows: from (..., n) to (..., n // 2 + 1), for n = fft_length.

    Rows of another length are truncated or padded with zeros."""
    with name_scope(name, "rfft", [input_tensor, fft_length]) as scope:
        x = convert_to_tensor(input_tensor, preferred_dtype=d.float32)
        if x.dtype not in SPLIT:
            raise ValueError(f"RFFT requires tf.float32 or tf.float64 inputs, got: {x}")
        x.shape.with_rank_at_least(1)
        size = x.shape[-1:]
        if fft_length is None and not size.is_fully_defined():
            length = shape(x)[-1:]
        else:
            given = size.as_list() if fft_length is None else fft_length
            length = convert_to_tensor(given, d.int32)
        x = padded(x, length)
        wide = d.complex64 if x.dtype == d.float32 else d.complex128
        return apply("RFFT", scope, input=x, fft_length=value_or_tensor(length), Tcomplex=wide)


def irfft(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The inverse of rfft: from (..., n) to fft_length real numbers, 2 * (n - 1) by default."""
    with name_scope(name, "irfft", [input_tensor, fft_length]) as scope:
        x = convert_to_tensor(input_tensor, preferred_dtype=d.complex64)
        x.shape.with_rank_at_least(1)
        if x.dtype not in COMPLEX:
            raise ValueError(f"IRFFT requires tf.complex64 or tf.complex128 inputs, got: {x}")
        size: Any = x.shape[-1:]
        if fft_length is None and not size.is_fully_defined():
            (width,) = arrays.unstack(shape(x)[-1:])
            length = arrays.stack([m.maximum(0, 2 * (width - 1))])
        else:
            given = [max(0, 2 * (size.as_list()[0] - 1))] if fft_length is None else fft_length
            length = convert_to_tensor(given, d.int32)
        x = padded(x, length, reverse=True)
        real_type = x.dtype.real_dtype
        return apply("IRFFT", scope, input=x, fft_length=value_or_tensor(length), Treal=real_type)


def value_or_tensor(length: Tensor) -> Any:
    known = constant_value(length)
    return length if known is None else known


def padded(x: Any, length: Any, reverse: bool = False) -> Tensor:
    """x, its last axis padded with zeros to the size that the transform needs."""
    known, sizes = constant_value(length), x.shape
    if sizes.rank is not None and 0 in sizes.as_list():
        return x
    if known is not None and sizes.rank is not None and sizes.as_list()[-1] is not None:
        needed = known[-1] // 2 + 1 if reverse else known[-1]
        end = max(int(needed) - (sizes.as_list()[-1] or 0), 0)
        return arrays.pad(x, [[0, 0]] * (sizes.rank - 1) + [[0, end]]) if end else x
    total, size = rank(x), shape(x)[-1:]
    outer = making.zeros([m.maximum(0, total - 1)], length.dtype)
    if reverse:
        length = arrays.concat([length[:-1], length[-1:] // 2 + 1], 0)
    more = m.maximum(0, length - size)
    widths = arrays.concat([outer, more], 0)
    return arrays.pad(x, arrays.stack([making.zeros_like(widths), widths], axis=1))
