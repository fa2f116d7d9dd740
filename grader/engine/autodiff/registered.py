"""Gradients that users register with `tf.RegisterGradient`, and the lookup of an operation's rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.graph.graph import Operation
from grader.engine.registry import GRADIENTS

__all__ = ["NoGradient", "NotDifferentiable", "RegisterGradient"]

# Rules that users registered, under an op type that has none or under a new name.
RULES: dict[str, Callable[..., Any] | None] = {}


class RegisterGradient:
    """A decorator that registers a reverse rule: `@tf.RegisterGradient("Sub")`.

    The rule gets the operation and one gradient per output, and returns one gradient (or None) per
    input. Raises KeyError if the name is taken.
    """

    def __init__(self, op_type: str):
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        _register(self._op_type, function)
        return function


def NotDifferentiable(op_type: str) -> None:
    """Declares that operations of this type have no gradient: None flows back from them."""
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    _register(op_type, None)


NoGradient = NotDifferentiable


def _register(name: str, rule: Callable[..., Any] | None) -> None:
    if name in RULES or name in GRADIENTS:
        raise KeyError(f"Registering two gradient with name '{name}'!")
    RULES[name] = rule


def gradient_function(operation: Operation) -> Callable[..., Any] | None:
    """The rule registered for an operation; None if it is declared not differentiable.

    A name set by `gradient_override_map` takes precedence over the op type. Raises LookupError if
    nothing is registered.
    """
    if not operation.inputs:
        return None
    override = operation.extra.get("_gradient_op_type")
    name = operation.type if override is None else override.s.decode()
    for rules in (RULES, GRADIENTS):
        if name in rules:
            return rules[name]
    raise LookupError(
        f"No gradient defined for operation '{operation.name}' (op type: {name}). Use "
        "tf.stop_gradient where it is to be taken as a constant, or register a rule with "
        "tf.RegisterGradient."
    )
