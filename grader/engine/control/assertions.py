"""Checks: `tf.Assert`, `tf.assert_equal` and the like, made when the graph is built or while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

from grader.engine.control.cond import cond
from grader.engine.core import dtypes
from grader.engine.core.errors import InvalidArgumentError
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor, name_scope
from grader.engine.ops.arrays.sizes import rank as rank_of
from grader.engine.ops.arrays.sizes import shape as shape_of
from grader.engine.ops.common.basic import no_op, with_dependencies
from grader.engine.ops.math import functions as math
from grader.engine.ops.reductions.functions import reduce_all

# fmt: off
__all__ = [
    "Assert", "assert_equal", "assert_greater", "assert_greater_equal", "assert_less",
    "assert_less_equal", "assert_none_equal",
]
# fmt: on


def Assert(condition: Any, data: Any, summarize: int | None = None, name: Any = None) -> Operation:
    """Fails in the run, with `data` in the message, if the scalar `condition` is false.

    summarize: how many elements of each tensor are shown (3 by default).
    """
    with name_scope(name, "Assert", [condition, data]):
        kinds = {convert_to_tensor(one).dtype.base_dtype for one in data}
        check = partial(apply, "Assert", "Assert", data=list(data), summarize=summarize)
        if kinds <= {dtypes.string, dtypes.int32}:
            return check(condition=condition)
        condition = convert_to_tensor(condition, name="Condition")
        checked = cond(condition, no_op, lambda: check(condition=condition), name="AssertGuard")
        return checked.op


def _prefix(message: str | None) -> str:
    return f"{message}.  " if message else ""


def _named(check: Any, title: str, does: str) -> Any:
    check.__name__ = check.__qualname__ = title
    check.__doc__ = does
    return check


def _binary(sign: str, title: str, test: Callable[..., Any], now: Callable[..., Any]) -> Any:
    def check(
        x: Any,
        y: Any,
        data: Any = None,
        summarize: int | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Operation:
        if sign == "==":  # TensorFlow opens this scope twice
            with name_scope(name, title, [x, y, data]):
                if x is y:
                    return no_op()
        with name_scope(name, title, [x, y, data]):
            x, y = convert_to_tensor(x, name="x"), convert_to_tensor(y, name="y")
            if data is None:
                data = [f"Condition x {sign} y did not hold element-wise:"]
                data += [f"x ({x.name}) = ", x, f"y ({y.name}) = ", y]
            if message is not None:
                data = [message, *data]
            condition = reduce_all(test(x, y))
            known = constant_value(x), constant_value(y)
            if known[0] is not None and known[1] is not None and not np.all(now(*known)):
                raise InvalidArgumentError(None, None, "\n".join(map(_shown, data)))
            return Assert(condition, data, summarize)

    return _named(check, title, f"Fails unless `x {sign} y` for all elements; at once if it can.")


def _shown(item: Any) -> str:
    value = constant_value(item) if isinstance(item, Tensor) else None
    return str(item if value is None else value)


assert_equal = _binary("==", "assert_equal", math.equal, np.equal)
assert_none_equal = _binary("!=", "assert_none_equal", math.not_equal, np.not_equal)
assert_less = _binary("<", "assert_less", math.less, np.less)
assert_less_equal = _binary("<=", "assert_less_equal", math.less_equal, np.less_equal)
assert_greater = _binary(">", "assert_greater", math.greater, np.greater)
assert_greater_equal = _binary(">=", "assert_greater_equal", math.greater_equal, np.greater_equal)


# --------------------------------------------------------------------------------- shapes and types


def _ranked(title: str, said: str, holds: Callable[..., bool], test: Callable[..., Any]) -> Any:
    def check(
        x: Any,
        rank: Any,
        data: Any = None,
        summarize: int | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Operation:
        with name_scope(name, title, [x, rank, *(data or [])]):
            x, rank = convert_to_tensor(x, name="x"), convert_to_tensor(rank, name="rank")
            given = [_prefix(message), f"Tensor {x.name} must have {said}", rank]
            data = data or [*given, "Received shape: ", shape_of(x)]
            failed = f"{_prefix(message)}Tensor {x.name} must have {said} %s."
            return _check_ranks(x, [rank], holds, test, data, summarize, failed, lambda r: r[0])

    does = f"Fails unless `x` has {said} `rank`; raises ValueError if that is known now."
    return _named(check, title, does)


def _check_ranks(
    x: Tensor,
    ranks: list[Tensor],
    holds: Callable[..., bool],
    test: Callable[..., Any],
    data: Any,
    summarize: int | None,
    failed: str,
    wording: Callable[[Any], Any],
) -> Operation:
    for rank in ranks:
        assert_type(rank, dtypes.int32)
    known = [constant_value(rank) for rank in ranks]
    if all(one is not None for one in known):
        if any(one.ndim for one in known):  # type: ignore[union-attr]
            raise ValueError("Rank must be a scalar.")
        wanted = [int(one) for one in known]  # type: ignore[arg-type]
        if x.shape.rank is not None:
            if not holds(x.shape.rank, *wanted):
                shown = failed % (wording(wanted),)
                raise ValueError(f"{shown}  Received rank {x.shape.rank}, shape {x.shape}")
            return no_op(name="static_checks_determined_all_ok")
    condition = test(rank_of(x), *ranks)
    for rank, one in zip(ranks, known, strict=True):
        if one is None:
            check = assert_rank(rank, 0, data=["Rank must be a scalar. Received rank: ", rank])
            condition = with_dependencies([check], condition)
    return Assert(condition, data, summarize)


assert_rank = _ranked("assert_rank", "rank", lambda own, given: own == given, math.equal)


def assert_rank_in(
    x: Any,
    ranks: Iterable[Any],
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Operation:
    """Fails if the rank of `x` is none of `ranks`; raises ValueError if that is known now."""
    given = list(ranks)
    with name_scope(name, "assert_rank_in", [x, *given, *(data or [])]):
        x = convert_to_tensor(x, name="x")
        tensors = [convert_to_tensor(rank, name="rank") for rank in given]
        said = [_prefix(message), f"Tensor {x.name} must have rank in", *tensors]
        data = data or [*said, "Received shape: ", shape_of(x)]
        failed = f"{_prefix(message)}Tensor {x.name} must have rank in %s."

        def test(own: Tensor, *ranks: Tensor) -> Tensor:
            result = math.equal(ranks[0], own)
            for rank in ranks[1:]:
                result = math.logical_or(result, math.equal(rank, own))
            return result

        return _check_ranks(
            x, tensors, lambda own, *r: own in r, test, data, summarize, failed, tuple
        )


def assert_type(
    tensor: Any, tf_type: Any, message: str | None = None, name: Any = None
) -> Operation:
    """Raises TypeError if the tensor has another type."""
    wanted = dtypes.as_dtype(tf_type)
    with name_scope(name, "assert_type", [tensor]):
        tensor = convert_to_tensor(tensor, name="tensor")
        if tensor.dtype != wanted:
            raise TypeError(
                f"{_prefix(message)}{tensor.name} must be of type {wanted!r}; got {tensor.dtype!r}"
            )
        return no_op("statically_determined_correct_type")
