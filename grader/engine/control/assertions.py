"""Checks: `tf.Assert`, `tf.assert_equal` and the like, made when the graph is built or while it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from grader.engine.control.cond import cond
from grader.engine.core import dtypes
from grader.engine.core.absent import NOT_PART
from grader.engine.core.errors import InvalidArgumentError
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor, name_scope
from grader.engine.ops.arrays.shapes import shape as shape_of
from grader.engine.ops.common.basic import no_op
from grader.engine.ops.math import comparisons
from grader.engine.ops.reductions.sums import reduce_all

# fmt: off
__all__ = [
    "Assert", "assert_equal", "assert_greater", "assert_greater_equal", "assert_less",
    "assert_less_equal", "assert_none_equal",
]
# fmt: on


def Assert(
    condition: Any, data: Any, summarize: int | None = None, name: str | None = None
) -> Operation:
    """Fails in the run, with `data` in the message, if the scalar `condition` is false.

    summarize: how many elements of each tensor are shown (3 by default).
    """
    with name_scope(name, "Assert", [condition, data]):
        kinds = {convert_to_tensor(part).dtype.base_dtype for part in data}
        check = partial(apply, "Assert", "Assert", data=list(data), summarize=summarize)
        if kinds <= {dtypes.string, dtypes.int32}:
            return check(condition=condition)
        condition = convert_to_tensor(condition, name="Condition")
        checked = cond(condition, no_op, lambda: check(condition=condition), name="AssertGuard")
        return checked.op


def _binary(
    sign: str, title: str, test: Callable[..., Any], now: Callable[..., Any]
) -> Callable[..., Operation]:
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

    check.__name__ = check.__qualname__ = title
    check.__doc__ = f"Fails unless `x {sign} y` for all elements; at once if it can."
    return check


def _shown(item: Any) -> str:
    value = constant_value(item) if isinstance(item, Tensor) else None
    return str(item if value is None else value)


assert_equal = _binary("==", "assert_equal", comparisons.equal, np.equal)
assert_none_equal = _binary("!=", "assert_none_equal", comparisons.not_equal, np.not_equal)
assert_less = _binary("<", "assert_less", comparisons.less, np.less)
assert_less_equal = _binary("<=", "assert_less_equal", comparisons.less_equal, np.less_equal)
assert_greater = _binary(">", "assert_greater", comparisons.greater, np.greater)
assert_greater_equal = _binary(
    ">=", "assert_greater_equal", comparisons.greater_equal, np.greater_equal
)


# --------------------------------------------------------------------------------- for tf.metrics


def always_holds(check: str, name: str) -> Operation:
    """The node that TensorFlow leaves of a check that no run has to make, in the check's scope."""
    with name_scope(check):
        return no_op(name)


def assert_rank_in(x: Tensor, ranks: Sequence[Tensor | int]) -> Operation:
    """Raises ValueError if the rank of `x` is none of `ranks`; NotImplementedError if only a run knows."""
    with name_scope(None, "assert_rank_in", [x, *ranks]):
        wanted = [constant_value(convert_to_tensor(rank, name="rank")) for rank in ranks]
        shape_of(x)  # as TensorFlow does, for the message
        for _ in wanted:
            always_holds("assert_type", "statically_determined_correct_type")
        if x.shape.rank is None or None in wanted:
            raise NotImplementedError(
                f"weights of examples whose rank only the run knows: {NOT_PART}"
            )
        sizes = tuple(int(value) for value in wanted if value is not None)
        if x.shape.rank not in sizes:
            raise ValueError(f"Tensor {x.name} must have rank in {sizes}: its shape is {x.shape}")
        return no_op("static_checks_determined_all_ok")
