"""What all streaming metrics share: their variables, their (value, update) pairs, their collections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

from grader.engine.core import dtypes as d
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.graph import add_to_collections
from grader.engine.ops.arrays.making import zeros
from grader.engine.variables.variables import Variable

Pair = tuple[Any, Any]


def streaming(before: str = "name") -> Callable[[Callable[..., Pair]], Callable[..., Pair]]:
    """Adds the parameters metrics_collections and updates_collections to a metric, before `before`."""

    def decorate(function: Callable[..., Pair]) -> Callable[..., Pair]:
        own = [*signature(function).parameters.values()]
        place = [parameter.name for parameter in own].index(before)
        lists = [
            Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=None)
            for name in ("metrics_collections", "updates_collections")
        ]
        shown = Signature([*own[:place], *lists, *own[place:]])

        @wraps(function)
        def metric(*values: Any, **named: Any) -> Pair:
            given = shown.bind(*values, **named).arguments
            collections = [given.pop(parameter.name, None) for parameter in lists]
            pair = function(**given)
            for tensor, names in zip(pair, collections, strict=True):
                if names:
                    add_to_collections(names, tensor)
            return pair

        metric.__signature__ = shown  # type: ignore[attr-defined]
        metric.is_metric = True  # type: ignore[attr-defined]
        return metric

    return decorate


def metrics_in(names: Mapping[str, Any]) -> list[str]:
    """The names of a module's metrics, for its `__all__`."""
    return [name for name, value in names.items() if hasattr(value, "is_metric")]


def metric_variable(sizes: Any, name: str, dtype: d.DType = d.float32) -> Variable:
    return Variable(
        lambda: zeros(sizes, dtype),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        name=name,
    )


def value_and_update(function: Callable[..., Any], *states: Pair) -> Pair:
    """`function` of the variables' values, and of their values after the update."""
    values, updates = zip(*states, strict=True)
    return function(*values, "value"), function(*updates, "update_op")
