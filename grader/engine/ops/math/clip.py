"""Public functions that limit values or gradients: tf.clip_by_value, tf.clip_by_norm and others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import colocate_with, name_scope
from grader.engine.ops.arrays.concatenation import stack
from grader.engine.ops.arrays.creation import ones_like
from grader.engine.ops.arrays.indexed_slices import IndexedSlices
from grader.engine.ops.common.basic import identity
from grader.engine.ops.math.arithmetic import maximum, minimum
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.powers import sqrt
from grader.engine.ops.math.where import where
from grader.engine.ops.reductions.norms import l2_loss
from grader.engine.ops.reductions.sums import reduce_sum

__all__ = ["clip_by_global_norm", "clip_by_norm", "clip_by_value", "global_norm"]


def _values(t: Any, name: str) -> Any:
    return convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t, name=name)


def _like(t: Any, values: Any) -> Any:
    if isinstance(t, IndexedSlices):  # its rows were clipped
        return IndexedSlices(values, t.indices, t.dense_shape)
    return values


def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Any:
    """t, limited to the range from clip_value_min to clip_value_max."""
    with name_scope(name, "clip_by_value", [t, clip_value_min, clip_value_max]) as scope:
        values = _values(t, "t")
        below = minimum(values, clip_value_max)
        values.shape.assert_is_compatible_with(below.shape)
        result = maximum(below, clip_value_min, name=scope)
        values.shape.assert_is_compatible_with(result.shape)
        return _like(t, result)


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Any:
    """t, scaled down where its Euclidean norm (along `axes`) exceeds `clip_norm`."""
    with name_scope(name, "clip_by_norm", [t, clip_norm]) as scope:
        values = _values(t, "t")
        is_number: bool = np.isscalar(clip_norm)
        if is_number:
            clip_norm = max(clip_norm, 0)
        else:
            clip_norm = cast(maximum(clip_norm, 0), values.dtype)
        squares = reduce_sum(values * values, axes, keepdims=True)
        # The gradient of sqrt at zero is infinite: there we take the root of 1, and do not use it.
        positive = squares > 0
        safe = where(positive, squares, ones_like(squares))
        length = where(positive, sqrt(safe), squares)
        scaled = values * clip_norm
        values.shape.assert_is_compatible_with(scaled.shape)
        return _like(t, identity(scaled / maximum(length, clip_norm), name=scope))


def _each(t_list: Sequence[Any], function: Callable[[int, Any], Any]) -> list[Any]:
    """`function(position, values)` for each tensor, on the tensor's device; None for None."""
    values = [None if t is None else _values(t, f"t_{index}") for index, t in enumerate(t_list)]
    found: list[Any] = []
    for index, value in enumerate(values):
        if value is None:
            found.append(None)
        else:
            with colocate_with(value.op):
                found.append(function(index, value))
    return found


def _checked(t_list: Any) -> list[Any]:
    if not isinstance(t_list, Sequence) or isinstance(t_list, str):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    return list(t_list)


def global_norm(t_list: Any, name: str | None = None) -> Any:
    """The Euclidean norm of all tensors of a list together, ignoring None."""
    t_list = _checked(t_list)
    with name_scope(name, "global_norm", t_list):
        halves = [one for one in _each(t_list, lambda _, v: l2_loss(v)) if one is not None]
        half = reduce_sum(stack(halves))
        return sqrt(half * constant(2.0, dtype=half.dtype), name="global_norm")


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Any]:
    """The tensors, all scaled down by one factor if their global norm exceeds `clip_norm`.

    Returns (tensors, global norm). If the norm is infinite or NaN, the tensors become NaN.
    """
    t_list = _checked(t_list)
    if use_norm is None:
        use_norm = global_norm(t_list, name)
    with name_scope(name, "clip_by_global_norm", [*t_list, clip_norm]) as scope:
        inverse = 1.0 / use_norm
        finite = clip_norm * minimum(inverse, constant(1.0, dtype=use_norm.dtype) / clip_norm)
        scale = finite + (use_norm - use_norm)

        def clipped(index: int, values: Any) -> Any:
            return identity(values * cast(scale, values.dtype), name=f"{scope}_{index}")

        values = _each(t_list, clipped)
        return [_like(t, value) for t, value in zip(t_list, values, strict=True)], use_norm
