"""For `tf.test`: checks of gradients against finite differences, and what tests ask about the machine."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from grader.engine.autodiff.reverse import gradients
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import get_default_session
from grader.engine.ops.arrays.indexed_slices import IndexedSlices
from grader.engine.ops.common.basic import identity

__all__ = ["compute_gradient", "compute_gradient_error", "get_temp_dir", "is_gpu_available"]


def compute_gradient(
    x: Any,
    x_shape: Any,
    y: Any,
    y_shape: Any,
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Any = None,
    extra_feed_dict: Any = None,
) -> Any:
    """(theoretical, numeric) Jacobians of y by x, each (x_size, y_size); a list of pairs for a list of xs.

    numeric: central differences of width 2 * delta. A complex number counts as two real ones. Runs
    in the default session. x_init_value: the point at which to differentiate; random if None.
    """
    several = isinstance(x, builtins.list)
    shapes, values = (x_shape, x_init_value) if several else ([x_shape], [x_init_value])
    xs = x if several else [x]
    pairs = [_gradient_and_weight(one, y, y_shape) for one in xs]
    for target in init_targets or []:
        target.run()
    feeds = dict(extra_feed_dict or {})
    found = []
    for one, shape, value, (dx, dy) in zip(
        xs, shapes, values or [None] * len(xs), pairs, strict=True
    ):
        for tensor in (one, y):
            dtype = tensor.dtype.base_dtype
            assert dtype.is_floating or dtype.is_complex, f"Don't support type {dtype.name}"
        if value is None:
            value = _random(shape, one.dtype)
        assert list(shape) == list(value.shape), f"x_shape = {shape}, value's = {value.shape}"
        theoretical = _theoretical(one, np.array(value), dx, dy, y_shape, feeds)
        found.append((theoretical, _numeric(one, value, y, y_shape, delta, feeds)))
    return found if several else found[0]


def compute_gradient_error(*arguments: Any, **named: Any) -> Any:
    """The largest difference between the two Jacobians of `compute_gradient`."""
    found = compute_gradient(*arguments, **named)
    pairs = [found] if isinstance(found, tuple) else found
    return max([0, *(np.fabs(one - other).max() for one, other in pairs if one.size or other.size)])


def is_gpu_available(cuda_only: bool = False, min_cuda_compute_capability: Any = None) -> bool:
    """False: the engine computes on the CPU."""
    return False


def gpu_device_name() -> str:
    """The empty string: there is no GPU."""
    return ""


def is_built_with_cuda() -> bool:
    """False: the engine computes on the CPU."""
    return False


def get_temp_dir() -> str:
    """A new folder for temporary files."""
    import tempfile  # here, since it is not needed to import the engine

    return tempfile.mkdtemp()


def _gradient_and_weight(x: Any, y: Any, y_shape: Any) -> tuple[Any, Any]:
    with x.graph.as_default():
        weight = constant(1.0, shape=y_shape, dtype=y.dtype.base_dtype)
        passed = identity(weight)  # or a gradient could be the very tensor that is fed
    return gradients(y, x, passed)[0], weight


def _random(shape: Any, dtype: Any) -> Any:
    draw = np.random.random_sample
    value = draw(shape).astype(dtype.as_numpy_dtype)
    if dtype.is_complex:
        value.imag = draw(shape)
    return value


def _parts(array: Any) -> Any:
    """The numbers of an array, flat, a complex one as two; a view where possible."""
    flat = np.asarray(array).reshape(-1)
    return flat.view(flat.real.dtype)


def _theoretical(x: Any, value: Any, dx: Any, dy: Any, y_shape: Any, feeds: Any) -> Any:
    """The Jacobian computed by the gradient's graph: one run per element of y."""
    weight = np.zeros(y_shape, dy.dtype.as_numpy_dtype)
    session: Any = get_default_session()
    size, columns = _parts(value).size, _parts(weight)
    jacobian = np.zeros((size, columns.size), x.dtype.real_dtype.as_numpy_dtype)
    for column in range(columns.size):
        columns[column] = 1
        found = session.run(dx, {**feeds, x: value, dy: weight})
        if isinstance(dx, IndexedSlices):
            whole = np.zeros_like(value)
            np.add.at(whole, found.indices, found.values)
            found = whole
        jacobian[:, column] = _parts(found)
        columns[column] = 0
    if not columns.size:
        found = session.run(dx, {**feeds, x: value, dy: weight})
        if found.shape != value.shape:
            raise ValueError(
                f"Empty gradient has wrong shape: expected {value.shape}, got {found.shape}"
            )
        if np.any(found):
            raise ValueError("Empty tensor with nonzero gradients")
    return jacobian


def _numeric(x: Any, value: Any, y: Any, y_shape: Any, delta: float, feeds: Any) -> Any:
    """The Jacobian by central differences: two runs per element of x."""
    value = np.asarray(value, x.dtype.as_numpy_dtype)
    scale = y.dtype.real_dtype.as_numpy_dtype(2 * delta)
    columns = _parts(np.zeros(y_shape, y.dtype.as_numpy_dtype)).size
    jacobian = np.zeros((_parts(value).size, columns), x.dtype.real_dtype.as_numpy_dtype)
    for row in range(len(jacobian)):
        found = []
        for step in (delta, -delta):
            moved = value.copy()
            _parts(moved)[row] += step
            found.append(y.eval(feed_dict={**feeds, x: moved}))
        jacobian[row, :] = _parts(np.asarray((found[0] - found[1]) / scale))
    return jacobian
