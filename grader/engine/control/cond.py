"""Branches: `tf.cond`, made of Switch and Merge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.control import contexts
from grader.engine.core import nest
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    control_dependencies,
    get_default_graph,
    name_scope,
)
from grader.engine.ops.common.basic import identity, with_dependencies

__all__ = ["cond"]


class CondContext(contexts.Context):
    """One branch of a `cond`: 1 where `pred` is true, 0 where it is false."""

    collection = GraphKeys.COND_CONTEXT

    def __init__(self, pred: Tensor, pivot: Tensor, branch: int):
        super().__init__("cond_text")
        self.pred, self.pivot, self.branch = pred, pivot, branch
        self.add_known(pred, pivot)
        self.external[pred.name] = pred
        pivot.op.context = self

    @property
    def gradient_state(self) -> Any:
        """That of the surrounding loop, if there is one."""
        return self.loop and self.loop.gradient_state

    @property
    def back_prop(self) -> bool:
        """Whether the surrounding loop allows gradients."""
        return bool(self.loop and self.loop.back_prop)

    def pivot_for_control(self) -> Tensor | None:
        """The predicate, alive in this branch only."""
        return self.pivot

    def add_value(self, value: Tensor) -> Tensor:
        """A Switch of `value`: one for each value and branch."""
        if value.name in self.values:
            return self.external.get(value.name, value)
        self.add_known(value)
        inner = self._from_outside(value)
        with control_dependencies(None):
            inner = contexts.switched(inner, self.pred)[self.branch]
        inner.graph.prevent_fetching(inner.op)
        inner.op.context = self
        for context in self.chain():
            context.add_known(inner)
        self.external[value.name] = inner
        return inner

    def _from_outside(self, value: Tensor) -> Tensor:
        if self.outer is None:
            return value
        outer = self.outer.add_value(value)
        self.add_known(outer)
        self.external[outer.name] = outer
        return outer

    def add_here(self, operation: Operation) -> None:
        """Switches the inputs that come from outside; without inputs, the operation waits for the pivot."""
        for index, tensor in enumerate(operation.inputs):
            if operation.type == "Merge" and tensor.op.type == "NextIteration":
                continue
            inner = self.add_value(tensor)
            if inner is not tensor:
                operation.replace_input(index, inner)
        self.drop_external_edges(operation)
        if not operation.inputs and not any(
            self in contexts.Context.chain(before.context)
            for before in operation.control_inputs
            if before.context is not None
        ):
            operation.wait_for(self.pivot.op)
        for context in self.chain():
            context.add_known(*operation.outputs)
        if self.outer is not None or operation.type not in ("Exit", "RefExit"):
            operation.graph.prevent_fetching(operation)

    def build(self, function: Callable[[], Any]) -> tuple[Any, list[Tensor]]:
        """Calls a branch's function; what it returned, and the same as tensors of this branch."""
        with self.inside():
            result = nest.over(contexts.plain_value, function())
            tensors = [self._result(value) for value in nest.flatten(result) if result is not None]
            self.add_known_outside(*tensors)
        return result, tensors

    def _result(self, value: Any) -> Tensor:
        if isinstance(value, Operation):
            return with_dependencies([value], self.pivot)
        tensor = convert_to_tensor(contexts.flow_of(value))
        if tensor.name in self.values:
            return self.external.get(tensor.name, tensor)
        self.add_known(tensor)
        inner = contexts.switched(self._from_outside(tensor), self.pred)[self.branch]
        self.external[tensor.name] = inner
        return inner


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """`true_fn()` if the scalar `pred` is true in the run, else `false_fn()`.

    Both functions are called once, now. The operations they make run only when their branch is taken;
    operations made outside always run. Both must return the same structure of tensors of the same
    types; without `strict`, a structure of one element is unpacked. fn1, fn2: older names of the
    functions. Raises TypeError for a Python bool, ValueError for branches that differ.
    """
    functions: list[Any] = []
    for names, pair in (
        (("true_fn", "fn1"), (true_fn, fn1)),
        (("false_fn", "fn2"), (false_fn, fn2)),
    ):
        if pair[0] is not None and pair[1] is not None:
            raise TypeError(f"cond(): '{names[0]}' and '{names[1]}' may not be set simultaneously.")
        if pair == (None, None):
            raise TypeError(f"cond(): '{names[0]}' argument required")
        functions.append(pair[0] if pair[1] is None else pair[1])
    for function, called in zip(functions, ("true_fn", "false_fn"), strict=True):
        if not callable(function):
            raise TypeError(f"'{called}' must be callable.")
    with name_scope(name, "cond", [pred]):
        if isinstance(pred, bool):
            raise TypeError("'pred' must not be a Python bool.")
        with name_scope("Switch") as scope:
            data = contexts.as_element(pred, "data")
            sides = apply("Switch", scope, data=data, pred=convert_to_tensor(pred, name="pred"))
        pivots = identity(sides[1], name="switch_t"), identity(sides[0], name="switch_f")
        pred = identity(pred, name="pred_id")
        for tensor in (*sides, *pivots, pred):
            tensor.graph.prevent_fetching(tensor.op)
        branches: list[CondContext] = []
        results: list[tuple[Any, list[Tensor]]] = []
        for called, function, pivot in zip(("true_fn", "false_fn"), functions, pivots, strict=True):
            branches.append(CondContext(pred, pivot, 1 - len(branches)))
            results.append(branches[-1].build(function))
            if results[-1][0] is None:
                raise ValueError(f"'{called}' must have a return value.")
        return _joined(branches, results, strict)


def _joined(
    branches: list[CondContext], results: list[tuple[Any, list[Tensor]]], strict: bool
) -> Any:
    (result, tensors), (other, others) = results
    if not strict:
        result, other = _unpacked(result), _unpacked(other)
    nest.same(result, other)
    if not tensors:
        raise ValueError("'true_fn' and 'false_fn' must return at least one result.")
    for true, false in zip(tensors, others, strict=True):
        if true.dtype.base_dtype != false.dtype.base_dtype:
            raise ValueError(
                "Outputs of 'true_fn' and 'false_fn' must have the same type(s). Received "
                f"{true.dtype.name} from 'true_fn' and {false.dtype.name} from 'false_fn'."
            )
    flat = [contexts.merged(pair) for pair in zip(others, tensors, strict=True)]
    if branches[0].outer is None:
        for branch in branches:
            get_default_graph().add_to_collection(branch.collection, branch)
    joined = contexts.pack_like(nest.flatten(result), result, flat)
    return joined if strict else _unpacked(joined)


def _unpacked(result: Any) -> Any:
    return result[0] if isinstance(result, (list, tuple)) and len(result) == 1 else result
