"""Branches and loops: `tf.cond` and `tf.while_loop`, made of Switch, Merge, Enter, Exit and the rest.

A *context* is a branch of a `cond`, or a loop. While its function runs, every operation that is made
reports to it (`add_operation`), and it puts a node in between where the operation takes a value from
outside: a Switch that lets the value in when the branch is taken, or an Enter that brings it into the
loop's frame. Operations without inputs get a control input instead. The nodes are TensorFlow's
(tensorflow/python/ops/control_flow_ops.py says which).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from grader.engine.core import nest
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    colocate_with,
    control_dependencies,
    get_default_graph,
    name_scope,
)
from grader.engine.graph.nodes import loop_of, output_context
from grader.engine.ops.common.basic import identity

__all__ = ["cond"]


def as_element(value: Any, name: str | None = None) -> Tensor:
    """A value as a tensor; a variable's reference stays a reference."""
    return convert_to_tensor(value, name=name, as_ref=True)


def plain_value(value: Any) -> Any:
    """What a function returned, variables replaced by their values."""
    return convert_to_tensor(value) if hasattr(value, "_ref") else value


def on_either(kind: str, data: Tensor, name: str | None = None, **others: Any) -> Any:
    """An operation of this kind ("Switch"), or its twin for references ("RefSwitch")."""
    prefix = "Ref" if data.dtype._is_ref_dtype else ""
    return apply(prefix + kind, name, data=data, **others)


def switched(data: Any, pred: Tensor, name: str = "Switch") -> list[Any]:
    """The value as (it if pred is false, it if pred is true), where the value itself stands."""
    if nest.is_nested(data):
        pairs = [switched(part, pred, name) for part in nest.flatten(data)]
        return [nest.pack(data, [pair[side] for pair in pairs]) for side in (0, 1)]
    with colocate_with(data, ignore_existing=True):
        return on_either("Switch", data, name, pred=pred)


def merged(inputs: Any, name: str = "Merge") -> Tensor:
    """The one of the inputs that is alive."""
    refs = all(one.dtype._is_ref_dtype for one in inputs)
    return apply("RefMerge" if refs else "Merge", name, inputs=list(inputs))[0]


def entered(
    data: Any,
    frame: Any,
    name: str | None = None,
    *,
    constant: bool = False,
    with_shape: bool = True,
) -> Tensor:
    """The value in a loop's frame: in its first round, or (constant) in all."""
    inside = on_either(
        "Enter",
        data,
        name,
        frame_name=frame.name,
        is_constant=constant,
        parallel_iterations=frame.parallel_iterations,
    )
    if with_shape:
        inside.set_shape(data.shape)
    return inside


class Context:
    """What a branch and a loop share.

    values: names of the tensors that are known inside. external: from the name of a tensor outside
    to the tensor that stands for it inside. loop: the innermost loop, itself included.
    """

    loop: Any
    collection = ""

    def __init__(self, name: str):
        graph = get_default_graph()
        self.name = graph.unique_name(name)
        self.outer: Any = graph.control_flow
        self.values: set[str] = set()
        self.external: dict[str, Tensor] = {}
        self.nested: list[Context] = []
        self._before: list[Any] = []
        if self.outer is not None:
            self.outer.nested.append(self)
        self.loop = loop_of(self.outer)

    def enter(self) -> None:
        """From now on operations are made in this context."""
        graph = get_default_graph()
        self._before.append(graph.control_flow)
        graph.control_flow = self

    def exit(self) -> None:
        """Back to where `enter` was called."""
        get_default_graph().control_flow = self._before.pop()

    @contextmanager
    def inside(self) -> Iterator[None]:
        """A block whose operations are made in this context."""
        self.enter()
        try:
            yield
        finally:
            self.exit()

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Within `inside`: a block whose operations are made where that stands."""
        self.exit()
        try:
            yield
        finally:
            self.enter()

    def pivot_for_control(self) -> Tensor | None:
        """What an operation without inputs waits for: alive exactly when it may run."""
        raise NotImplementedError

    def add_value(self, value: Tensor) -> Tensor:
        """The tensor that stands for `value` in this context."""
        raise NotImplementedError

    def add_operation(self, operation: Operation) -> None:
        """Makes an operation, just made, one of this context."""
        self.add_here(operation)

    def add_here(self, operation: Operation) -> None:
        """The same, without a look at where it would better stand."""
        raise NotImplementedError

    def known(self, *tensors: Tensor) -> None:
        """Says that tensors need no node in between here."""
        self.values.update(tensor.name for tensor in tensors)

    def known_outside(self, *tensors: Tensor) -> None:
        """Says that results of this context need no node in between in the outer one."""
        if self.outer is not None:
            self.outer.known(*tensors)

    def add_inner(self, operation: Operation) -> None:
        """Hears of operations that are made in the contexts inside."""
        if self.outer is not None:
            self.outer.add_inner(operation)

    def drop_external_edges(self, operation: Operation) -> list[Operation]:
        """Takes away control inputs from outside of the loop, and returns them."""
        if self.loop is None:
            return []
        own = [
            before
            for before in operation.control_inputs
            if loop_of(output_context(before)) is self.loop
        ]
        removed = [before for before in operation.control_inputs if before not in own]
        operation.control_inputs = own
        return removed

    def chain(self) -> Iterator[Any]:
        """This context and those around it, the innermost first."""
        context = self
        while context is not None:
            yield context
            context = context.outer


class CondContext(Context):
    """One branch of a `cond`: 1 where `pred` is true, 0 where it is false."""

    collection = GraphKeys.COND_CONTEXT

    def __init__(self, pred: Tensor, pivot: Tensor, branch: int, name: str = "cond_text"):
        super().__init__(name)
        self.pred, self.pivot, self.branch = pred, pivot, branch
        self.known(pred, pivot)
        self.external[pred.name] = pred
        pivot.op.context = self

    @property
    def gradient_state(self) -> Any:
        """That of the loop around, if there is one."""
        return self.loop and self.loop.gradient_state

    @property
    def back_prop(self) -> bool:
        """Whether the loop around allows gradients."""
        return bool(self.loop and self.loop.back_prop)

    def pivot_for_control(self) -> Tensor | None:
        """The predicate, alive in this branch only."""
        return self.pivot

    def add_value(self, value: Tensor) -> Tensor:
        """A Switch of `value` (one for each value and branch)."""
        if value.name in self.values:
            return self.external.get(value.name, value)
        self.known(value)
        inner = self._from_outside(value)
        with control_dependencies(None):
            inner = switched(inner, self.pred)[self.branch]
            if self.outer is not None:
                self.outer.add_inner(inner.op)
        inner.graph.prevent_fetching(inner.op)
        inner.op.context = self
        for context in self.chain():
            context.known(inner)
        self.external[value.name] = inner
        return inner

    def _from_outside(self, value: Tensor) -> Tensor:
        if self.outer is None:
            return value
        outer = self.outer.add_value(value)
        self.known(outer)
        self.external[outer.name] = outer
        return outer

    def add_here(self, operation: Operation) -> None:
        """Switches the inputs that come from outside; no inputs: it waits for the pivot."""
        for index, tensor in enumerate(operation.inputs):
            if operation.type == "Merge" and tensor.op.type == "NextIteration":
                continue
            inner = self.add_value(tensor)
            if inner is not tensor:
                operation.replace_input(index, inner)
        self.drop_external_edges(operation)
        if not operation.inputs and not any(
            self in Context.chain(before.context)
            for before in operation.control_inputs
            if before.context is not None
        ):
            operation.wait_for(self.pivot.op)
        for context in self.chain():
            context.known(*operation.outputs)
        if self.outer is not None or operation.type not in ("Exit", "RefExit"):
            operation.graph.prevent_fetching(operation)
        if self.outer is not None:
            self.outer.add_inner(operation)

    def build(self, function: Callable[[], Any]) -> tuple[Any, list[Any]]:
        """Runs a branch's function: what it returned, and the tensors of this branch for it."""
        with self.inside():
            result = nest.over(plain_value, function())
            tensors = [self._result(one) for one in nest.flatten(result) if result is not None]
            self.known_outside(*tensors)
        return result, tensors

    def _result(self, value: Any) -> Tensor:
        if isinstance(value, Operation):
            return with_dependencies([value], self.pivot)
        tensor = convert_to_tensor(getattr(value, "flow", value))
        if tensor.name in self.values:
            return self.external.get(tensor.name, tensor)
        self.known(tensor)
        inner = switched(self._from_outside(tensor), self.pred)[self.branch]
        self.external[tensor.name] = inner
        return inner


def with_dependencies(dependencies: Any, output_tensor: Any, name: str | None = None) -> Tensor:
    """The tensor's value, available once `dependencies` have run."""
    with (
        name_scope(name, "control_dependency", [*dependencies, output_tensor]) as scope,
        colocate_with(output_tensor),
        control_dependencies(dependencies),
    ):
        return identity(output_tensor, name=scope)


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """`true_fn()` where the scalar `pred` is true in the run, else `false_fn()`.

    Both functions are called once, now; what they make runs only where it is chosen. What they
    take from outside runs always. They return the same structure of tensors of the same types;
    without `strict`, a structure of one is that one. fn1, fn2: older names of the functions.
    Raises TypeError for a Python bool, ValueError for branches that differ.
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
            data = as_element(pred, "data")
            sides = apply("Switch", scope, data=data, pred=convert_to_tensor(pred, name="pred"))
        pivots = identity(sides[1], name="switch_t"), identity(sides[0], name="switch_f")
        pred = identity(pred, name="pred_id")
        for tensor in (*sides, *pivots, pred):
            tensor.graph.prevent_fetching(tensor.op)
        branches: list[CondContext] = []
        results: list[Any] = []
        for called, function, pivot in zip(("true_fn", "false_fn"), functions, pivots, strict=True):
            branches.append(CondContext(pred, pivot, 1 - len(branches)))
            results.append(branches[-1].build(function))
            if results[-1][0] is None:
                raise ValueError(f"'{called}' must have a return value.")
        return _joined(branches, results, strict)


def _joined(branches: list[CondContext], results: list[Any], strict: bool) -> Any:
    (result, tensors), (other, others) = results
    if not strict:
        result, other = _unpacked(result), _unpacked(other)
    nest.same(result, other)
    if not tensors:
        raise ValueError("'true_fn' and 'false_fn' must return at least one result.")
    for one, two in zip(tensors, others, strict=True):
        if one.dtype.base_dtype != two.dtype.base_dtype:
            raise ValueError(
                "Outputs of 'true_fn' and 'false_fn' must have the same type(s). Received "
                f"{one.dtype.name} from 'true_fn' and {two.dtype.name} from 'false_fn'."
            )
    flat = [merged(pair) for pair in zip(others, tensors, strict=True)]
    if branches[0].outer is None:
        for branch in branches:
            get_default_graph().add_to_collection(branch.collection, branch)
    joined = nest.pack(
        result, [like(*pair) for pair in zip(nest.flatten(result), flat, strict=True)]
    )
    return joined if strict else _unpacked(joined)


def like(original: Any, tensor: Tensor) -> Any:
    """A tensor array that goes on with `tensor` as its flow, where the original is one."""
    return original._with_flow(tensor) if hasattr(original, "flow") else tensor


def _unpacked(result: Any) -> Any:
    return result[0] if isinstance(result, (list, tuple)) and len(result) == 1 else result
