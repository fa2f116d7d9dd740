"""`tf.custom_gradient`: a function whose author writes its derivative."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable
from typing import Any

from grader.engine.autodiff.paths import reachable
from grader.engine.autodiff.registered import RegisterGradient, gradient_function
from grader.engine.core import nest
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor, get_default_graph

__all__ = ["custom_gradient"]

_numbers = itertools.count(1)


def custom_gradient(f: Callable[..., Any] | None = None) -> Any:
    """A decorator: f(*x) returns (y, grad), and grad(*dy) the gradients of x that `gradients` uses.

    If f reads variables, grad has a parameter `variables` and returns two lists: the gradients of x and
    those of the variables. Raises TypeError if that parameter is missing.
    """
    return custom_gradient if f is None else _Custom(f)


class _Custom:
    def __init__(self, function: Callable[..., Any]):
        self._function = function
        functools.update_wrapper(self, function)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else _Custom(self._function.__get__(instance, owner))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if kwargs:
            raise ValueError(
                "The custom_gradient decorator currently supports keywords arguments only when eager "
                "execution is enabled. Give the arguments by position."
            )
        args = nest.over(convert_to_tensor, args)
        before = set(_variables())
        result, rule = self._function(*args)
        if not before.issuperset(_variables()):
            raise TypeError(
                "All variables used by a function wrapped with @custom_gradient must be made outside "
                "of it: it made a variable that is not a `ResourceVariable`."
            )
        outputs, inputs = nest.flatten(result), nest.flatten(args)
        variables = _variables_between(inputs, outputs)
        parameters = inspect.getfullargspec(rule)
        named = "variables" in parameters.args + parameters.kwonlyargs or parameters.varkw
        if variables and not named:
            raise TypeError(
                "@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function "
                f"uses variables: {variables}"
            )
        name = f"CustomGradient-{next(_numbers)}"
        RegisterGradient(name)(_padded(rule, len(outputs), variables))
        with get_default_graph().gradient_override_map({"IdentityN": name}):
            passed = apply("IdentityN", input=[*outputs, *inputs, *variables])
        return nest.pack(result, passed[: len(outputs)])


def _padded(rule: Callable[..., Any], count: int, variables: list[Any]) -> Callable[..., Any]:
    """The rule of the IdentityN over outputs, inputs and variables; the outputs get no gradient."""

    def padded(op: Operation, *gradients: Any) -> list[Any]:
        if not variables:
            return [None] * count + nest.flatten(rule(*gradients[:count]))
        of_inputs, of_variables = rule(*gradients[:count], variables=variables)
        if len(of_variables) != len(variables):
            raise ValueError(
                "Must return gradient for each variable from @custom_gradient grad_fn."
            )
        return [None] * count + nest.flatten(of_inputs) + list(of_variables)

    return padded


def _variables() -> list[Any]:
    graph = get_default_graph()
    names = (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES)
    return [variable for name in names for variable in graph.get_collection(name)]


def _variables_between(inputs: list[Tensor], outputs: list[Any]) -> list[Any]:
    """The trainable variables that outputs depend on other than through inputs, by name."""

    def following(operation: Operation) -> list[Operation]:
        if not _differentiable(operation):
            return []
        return [tensor.op for tensor in operation.inputs if tensor not in inputs]

    found = reachable([apply("Identity", input=output).op for output in outputs], following)
    used = [variable for variable in _variables() if variable.op in found and variable.trainable]
    return sorted(used, key=lambda variable: variable.name)


def _differentiable(operation: Operation) -> bool:
    try:
        return gradient_function(operation) is not None
    except LookupError:
        return False
