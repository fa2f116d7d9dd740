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
from grader.engine.ops.arrays.functions import reshape
from grader.engine.ops.arrays.indexing import strided_slice
from grader.engine.ops.arrays.sizes import rank as rank_of
from grader.engine.ops.arrays.sizes import shape as shape_of
from grader.engine.ops.arrays.sizes import size
from grader.engine.ops.common.basic import no_op, with_dependencies
from grader.engine.ops.math import functions as math
from grader.engine.ops.reductions.functions import reduce_all

# fmt: off
__all__ = [
    "Assert", "assert_equal", "assert_greater", "assert_greater_equal", "assert_integer",
    "assert_less", "assert_less_equal", "assert_near", "assert_negative", "assert_non_negative",
    "assert_non_positive", "assert_none_equal", "assert_positive", "assert_proper_iterable",
    "assert_rank", "assert_rank_at_least", "assert_rank_in", "assert_same_float_dtype",
    "assert_scalar", "assert_type", "is_non_decreasing", "is_numeric_tensor",
    "is_strictly_increasing",
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


def _signed(sign: str, title: str, compare: Any, zero_first: bool) -> Any:
    def check(
        x: Any,
        data: Any = None,
        summarize: int | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Operation:
        with name_scope(name, title, [x, data]):
            x = convert_to_tensor(x, name="x")
            if data is None:
                said = [f"Condition x {sign} 0 did not hold element-wise:", f"x ({x.name}) = "]
                # TensorFlow forgot a comma in one of the four.
                data = [_prefix(message), *(["".join(said)] if sign == "<=" else said), x]
            zero = convert_to_tensor(0, x.dtype)
            pair = (zero, x) if zero_first else (x, zero)
            return compare(*pair, data=data, summarize=summarize)

    return _named(check, title, f"Fails unless `x {sign} 0` for all elements; at once if it can.")


assert_negative = _signed("<", "assert_negative", assert_less, False)
assert_positive = _signed(">", "assert_positive", assert_less, True)
assert_non_negative = _signed(">=", "assert_non_negative", assert_less_equal, True)
assert_non_positive = _signed("<=", "assert_non_positive", assert_less_equal, False)


def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Operation:
    """Fails unless `|x - y| < atol + rtol * |y|`; both tolerances are 10 machine epsilons by default."""
    with name_scope(name, "assert_near", [x, y, rtol, atol, data]):
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, x.dtype, "y")
        real = x.dtype.real_dtype if x.dtype.is_complex else x.dtype
        ten = 10 * np.finfo(real.as_numpy_dtype).eps
        rtol = convert_to_tensor(ten if rtol is None else rtol, real, "rtol")
        atol = convert_to_tensor(ten if atol is None else atol, real, "atol")
        if data is None:
            data = [
                _prefix(message),
                f"x and y not equal to tolerance rtol = {rtol}, atol = {atol}",
                *[f"x ({x.name}) = ", x, f"y ({y.name}) = ", y],
            ]
        tolerance = atol + rtol * math.abs(y)
        return Assert(reduce_all(math.less(math.abs(x - y), tolerance)), data, summarize)


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
assert_rank_at_least = _ranked(
    "assert_rank_at_least", "rank at least", lambda own, given: own >= given, math.greater_equal
)


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


def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> Operation:
    """Raises TypeError if the type of `x` is not an integer type."""
    with name_scope(name, "assert_integer", [x]):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_integer:
            raise TypeError(
                f'{_prefix(message)}Expected "x" to be integer type.  Found: {x.name} of dtype '
                f"{x.dtype}"
            )
        return no_op("statically_determined_was_integer")


def assert_scalar(tensor: Any, name: str | None = None, message: str | None = None) -> Tensor:
    """The tensor; raises ValueError if it is known not to be a scalar."""
    with name_scope(name, "assert_scalar", [tensor]) as scope:
        tensor = convert_to_tensor(tensor, name=scope)
        if tensor.shape.rank != 0:
            raise ValueError(
                f"{_prefix(message)}Expected scalar shape for {tensor.name}, saw shape: "
                f"{tensor.shape}."
            )
        return tensor


def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> dtypes.DType:
    """The floating-point type of all tensors; raises ValueError if they do not share one."""
    first: Any = None
    for one in tensors or []:
        if one is not None and dtype is not None and one.dtype.base_dtype != dtype:
            like = f" as {first.name}" if first is not None else ""
            raise ValueError(
                f"{one.name}, type={one.dtype.base_dtype}, must be of the same type ({dtype}){like}."
            )
        if one is not None and dtype is None:
            first, dtype = one, one.dtype.base_dtype
    if dtype is not None and not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return dtypes.float32 if dtype is None else dtype


def assert_proper_iterable(values: Any) -> None:
    """Raises TypeError for a value that is not a list of tensors, but could be mistaken for one."""
    if isinstance(values, (Tensor, np.ndarray, bytes, str)):
        raise TypeError(
            f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}'
        )
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


def is_numeric_tensor(tensor: Any) -> bool:
    """Whether it is a tensor of numbers."""
    return isinstance(tensor, Tensor) and tensor.dtype in dtypes.NUMBERS


def _steps(x: Any, compare: Callable[..., Any]) -> Tensor:
    x = reshape(x, [-1])
    if not is_numeric_tensor(x):
        raise TypeError(f"Expected x to be numeric, instead found: {x}")
    few = math.less(size(x), 2)
    count = shape_of(x) - 1
    return cond(
        few,
        lambda: convert_to_tensor([], dtypes.bool),
        lambda: compare(strided_slice(x, [1], [1] + count), strided_slice(x, [0], count)),  # noqa: RUF005
    )


def is_non_decreasing(x: Any, name: str | None = None) -> Tensor:
    """Whether each element is at least the one before."""
    with name_scope(name, "is_non_decreasing", [x]):
        return reduce_all(_steps(x, math.greater_equal))


def is_strictly_increasing(x: Any, name: str | None = None) -> Tensor:
    """Whether each element is larger than the one before."""
    with name_scope(name, "is_strictly_increasing", [x]):
        return reduce_all(_steps(x, math.greater))
