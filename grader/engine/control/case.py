"""`tf.case`: the first of several branches whose predicate is true."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from grader.engine.control.assertions import Assert
from grader.engine.control.cond import cond
from grader.engine.core import dtypes
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import Operation, Tensor, control_dependencies, name_scope
from grader.engine.ops.arrays.concatenation import stack
from grader.engine.ops.math import comparisons
from grader.engine.ops.math.casts import cast
from grader.engine.ops.reductions.sums import reduce_sum

__all__ = ["case"]


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """Calls the function of the first predicate that is true in the run, or else `default`.

    pred_fn_pairs: a list of (scalar bool, function), or a dictionary (tried in the order of the
    predicates' names). exclusive: the run fails if more than one is true. Without a default, it fails
    if none is. Raises TypeError for other pairs.
    """
    predicates, actions = _pairs(pred_fn_pairs)
    with name_scope(name, "case", [predicates]):
        function: Any = default
        if default is None:
            function = partial(_last_of, list(predicates), actions[-1])
            predicates, actions = predicates[:-1], actions[:-1]
        for predicate, action in reversed(list(zip(predicates, actions, strict=True))):
            function = partial(cond, predicate, true_fn=action, false_fn=function, strict=strict)
        if not exclusive:
            return function()
        with control_dependencies([_at_most(predicates, 1, "Input error: exclusive=True")]):
            return function()


def _pairs(given: Any) -> tuple[list[Any], list[Any]]:
    if not isinstance(given, (list, tuple, dict)):
        raise TypeError(f"'pred_fn_pairs' must be a list, tuple, or dict. Received: {type(given)}")
    if isinstance(given, dict):
        items = given.items()
        ordered = isinstance(given, OrderedDict)
        given = list(items) if ordered else sorted(items, key=lambda item: item[0].name)
    for pair in given:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in 'pred_fn_pairs' must be a 2-tuple. Received {pair}.")
        pred, fn = pair
        if not isinstance(pred, Tensor):
            raise TypeError(f"pred must be a Tensor, got: {pred}")
        if pred.dtype != dtypes.bool:
            raise TypeError(f"pred must be Tensor of type bool: {pred.name}")
        if not callable(fn):
            raise TypeError(f"fn for pred {pred.name} must be callable.")
    return [pair[0] for pair in given], [pair[1] for pair in given]


def _last_of(predicates: list[Any], action: Callable[[], Any]) -> Any:
    """Calls the last function as the default, after a check that only its predicate is true."""
    number = len(predicates) - 1
    others = (
        f"Implementation error: selected default action #{number} was called, but some of other "
        "predicates are True: "
    )
    none = "Input error: None of conditions evaluated as True:", stack(predicates, name="preds_c")
    checks = [_at_most(predicates[:-1], 0, others), Assert(predicates[-1], list(none))]
    with control_dependencies(checks):
        return action()


def _at_most(predicates: list[Any], count: int, said: str) -> Operation:
    together = stack(predicates, name="preds_c")
    true_ones = reduce_sum(cast(together, dtypes.int32), name="num_true_conds")
    condition = comparisons.less_equal(true_ones, constant(count, name="n_true_conds"))
    names = ", ".join(getattr(one, "name", "?") for one in predicates)
    message = f"{said}: more than {count} conditions ({names}) evaluated as True:"
    return Assert(condition, [message, together], summarize=len(predicates))
