"""Helpers for forward rules: most operations are linear in some of their inputs.

`linear` and `bilinear` fill the table's column of tangents for many operations at once; a derivative
that needs a formula is written out beside its operation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.registry import Argument, tangent_of


def by_argument(op: Any, tensors: Any) -> dict[str, Any]:
    """`tensors`, one for each input of `op`, by the names of the arguments."""
    waiting = list(tensors)
    found: dict[str, Any] = {}
    for argument in op.definition.inputs:
        if argument.number_attr or argument.type_list_attr:
            count = _count(op, argument)
            found[argument.name], waiting = waiting[:count], waiting[count:]
        else:
            found[argument.name] = waiting.pop(0)
    return found


def _count(op: Any, argument: Argument) -> int:
    if argument.number_attr:
        return int(op.attributes[argument.number_attr])
    return len(op.attributes[argument.type_list_attr])


def again(op: Any, replaced: Mapping[str, Any]) -> Any:
    """The same operation again, with some of its inputs replaced."""
    inferred = {
        attribute
        for one in op.definition.inputs
        for attribute in (one.type_attr, one.number_attr, one.type_list_attr)
    }
    attributes = {
        name: value
        for name, value in op.attributes.items()
        if name not in inferred and value is not None
    }
    return apply(op.type, **{**by_argument(op, op.inputs), **attributes, **replaced})


def missing_tangent(*op_types: str) -> None:
    """Declares that the engine has no forward rule for these operations: asking for one is an error."""

    def rule(op: Any, *_: Any) -> Any:
        raise LookupError(f"No tangent defined for operation '{op.name}' (op type: {op.type}).")

    for op_type in " ".join(op_types).split():
        tangent_of(op_type)(rule)


def zeros_for(tensor: Tensor, tangent: Any) -> Any:
    """The tangent, or zeros of the tensor's shape where it is None."""
    return apply("ZerosLike", x=tensor) if tangent is None else tangent


def total(terms: list[Any]) -> Any:
    """The sum of the terms that are not None; None when all are."""
    terms = [term for term in terms if term is not None]
    if not terms:
        return None
    result = terms[0]
    for term in terms[1:]:
        result = apply("AddV2", x=result, y=term)
    return result


def linear(arguments: str, *op_types: str) -> None:
    """These operations are jointly linear in the named arguments: the tangents take their place."""
    names = arguments.split()

    def rule(op: Any, *tangents: Any) -> Any:
        values, arriving = by_argument(op, op.inputs), by_argument(op, tangents)
        replaced = {}
        for name in names:
            if isinstance(values[name], list):
                pairs = zip(values[name], arriving[name], strict=True)
                replaced[name] = [zeros_for(*pair) for pair in pairs]
                if all(one is None for one in arriving[name]):
                    replaced.pop(name)
            else:
                replaced[name] = zeros_for(values[name], arriving[name])
        if all(_absent(arriving[name]) for name in names):
            return [None] * len(op.outputs)
        return again(op, replaced)

    tangent_of(*op_types)(rule)


def _absent(arriving: Any) -> bool:
    return all(one is None for one in arriving) if isinstance(arriving, list) else arriving is None


def bilinear(arguments: str, *op_types: str) -> None:
    """These operations are linear in each of the named arguments: the product rule."""
    names = arguments.split()

    def rule(op: Any, *tangents: Any) -> Any:
        values, arriving = by_argument(op, op.inputs), by_argument(op, tangents)
        terms = []
        for name in names:
            if isinstance(arriving[name], list):
                for index, tangent in enumerate(arriving[name]):
                    if tangent is not None:
                        inputs = list(values[name])
                        inputs[index] = tangent
                        terms.append(again(op, {name: inputs}))
            elif arriving[name] is not None:
                terms.append(again(op, {name: arriving[name]}))
        return total(terms)

    tangent_of(*op_types)(rule)


def element_wise(derivatives: Mapping[str, Callable[[Any, Any], Any]]) -> None:
    """Functions of one number: op type -> a function of x and y that builds dy/dx."""
    for op_type, derivative in derivatives.items():
        tangent_of(op_type)(_chained(derivative))


def _chained(derivative: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda op, tangent: derivative(op.inputs[0], op.outputs[0]) * tangent


def partial_derivatives(partials: Mapping[str, tuple[Callable[..., Any], ...]]) -> None:
    """Functions of several numbers: op type -> for each input a function (*inputs, output)."""
    for op_type, functions in partials.items():
        tangent_of(op_type)(_summed(functions))


def _summed(functions: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    def rule(op: Any, *tangents: Any) -> Any:
        return total(
            [
                None if tangent is None else function(*op.inputs, op.outputs[0]) * tangent
                for function, tangent in zip(functions, tangents, strict=True)
            ]
        )

    return rule
