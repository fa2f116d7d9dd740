"""Loops: `tf.while_loop`, made of Enter, Merge, Switch, NextIteration and Exit.

This builds the graph. A run executes a loop as the `Loop` of `runtime/plan.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.control import contexts
from grader.engine.core import nest
from grader.engine.core.keys import GraphKeys
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    control_dependencies,
    get_default_graph,
    name_scope,
)
from grader.engine.graph.loops import output_context
from grader.engine.ops.common.basic import identity

__all__ = ["while_loop"]


class WhileContext(contexts.Context):
    """A loop: its frame's name, and the tensors at which its iterations begin and end.

    pivot: the condition. enters, exits: of the loop variables. gradient_state: for a loop that computes
    gradients, what it knows about the forward loop (autodiff/gradient_loops.py); else None.
    """

    collection = GraphKeys.WHILE_CONTEXT

    def __init__(
        self,
        parallel_iterations: int = 10,
        back_prop: bool = True,
        swap_memory: bool = False,
        name: str = "while_context",
        gradient_state: Any = None,
    ):
        if not isinstance(parallel_iterations, int) or parallel_iterations <= 0:
            raise ValueError(
                f"'parallel_iterations' must be a positive integer: {parallel_iterations}"
            )
        super().__init__(name)
        self.loop = self
        self.parallel_iterations = parallel_iterations
        self.back_prop, self.swap_memory = back_prop, swap_memory
        self.gradient_state = gradient_state
        self.pivot_for_pred: Tensor | None = None
        self.pivot_for_body: Tensor | None = None
        self.pivot: Tensor | None = None
        self.enters: list[Tensor] = []
        self.exits: list[Tensor] = []

    def pivot_for_control(self) -> Tensor | None:
        """The first loop variable: in the body, or before it while the condition is made."""
        return self.pivot_for_pred if self.pivot_for_body is None else self.pivot_for_body

    def may_use(self, theirs: WhileContext) -> bool:
        """Whether operations of this loop may use tensors of the loop `theirs`."""
        if theirs in self.chain():
            return True
        mine, other = self.gradient_state, theirs.gradient_state
        return bool(
            (mine and (theirs in mine.forward.chain() or mine.forward is theirs.outer))
            or (other and other.forward is self)
            or (other and other.forward.gradient_state is not None)
        )

    def add_value(self, value: Tensor) -> Tensor:
        """A constant Enter of `value`; in a gradient loop, the forward value that was kept for it."""
        if value.name in self.values or value.op.context is self:
            return self.external.get(value.name, value)
        self.add_known(value)
        current = get_default_graph().control_flow
        gradient_loop = current and current.loop
        if gradient_loop and gradient_loop.gradient_state:
            context = output_context(value.op)
            if context and context.loop is gradient_loop.gradient_state.forward:
                real = gradient_loop.gradient_state.real_value(value)
                self.external[value.name] = real
                return real
        outer = value if self.outer is None else self.outer.add_value(value)
        with control_dependencies(None):
            enter = contexts.entered(outer, self, constant=True)
            enter.graph.prevent_feeding(enter)
        self.adopt([enter])
        self.add_known(enter)
        self.external[value.name] = enter
        return enter

    def adopt(self, enters: list[Tensor]) -> None:
        """Adds Enter operations that were made outside all scopes to this loop, with those of the
        scopes' control inputs that are allowed here."""
        graph = get_default_graph()
        for enter in enters:
            kept = []
            for before in graph.control_inputs_for([enter.op.inputs[0]]):
                context, outer = output_context(before), self.outer
                stop = outer and outer.loop
                while outer is not context and outer is not None and outer is not stop:
                    outer = outer.outer
                if outer is context:
                    kept.append(before)
            enter.op.context = self
            enter.op.wait_for(*kept)
            graph.mark_seen(enter.op)

    def add_operation(self, operation: Operation) -> None:
        """Adds an operation to this loop, or the shape of a forward value to the forward loop."""
        current = get_default_graph().control_flow
        state = current and current.loop and current.loop.gradient_state
        if state and operation.type in ("Shape", "Size", "Rank"):
            # Computed in the forward loop: its shape may be smaller to keep than the value.
            source = operation.inputs[0].op.context
            if source is not None and source.loop is state.forward:
                operation.context = source
                source.add_here(operation)
                return
        self.add_here(operation)

    def add_here(self, operation: Operation) -> None:
        """Brings the inputs from outside into the loop; without any, the operation waits for the pivot."""
        for index, tensor in enumerate(operation.inputs):
            inner = self.add_value(tensor)
            if inner is not tensor:
                operation.replace_input(index, inner)
        removed = self.drop_external_edges(operation)
        pivot = self.pivot_for_control()
        if not operation.control_inputs and all(
            is_constant_enter(tensor.op) for tensor in operation.inputs
        ):
            assert pivot is not None
            operation.wait_for(pivot.op)
        self.add_known(*operation.outputs)
        if removed:
            with control_dependencies(None), self.inside():
                waited = [identity(before.outputs[0]).op for before in removed if before.outputs]
            operation.wait_for(*waited)
        if self.outer is not None or operation.type not in ("Exit", "RefExit"):
            operation.graph.prevent_fetching(operation)
            for tensor in operation.outputs:
                operation.graph.prevent_feeding(tensor)

    def add_variable(self, start: Tensor, name: str | None = None, merge: str = "Merge") -> Tensor:
        """A further loop variable; its value in each iteration: a Merge, to be given a next one."""
        self.add_known(start)
        enter = contexts.entered(start, self, name)
        self.enters.append(enter)
        return contexts.merged([enter, enter], merge)

    def split(self, merge: Tensor) -> list[Tensor]:
        """A loop variable as (alive after the last iteration, alive in the body)."""
        assert self.pivot is not None
        return list(apply("Switch", data=merge, pred=self.pivot))

    def add_exit(self, value: Tensor, name: str | None = None) -> Tensor:
        """The value outside the loop."""
        result = contexts.on_either("Exit", value, name)
        self.exits.append(result)
        self.add_known_outside(result)
        return result

    def build(
        self,
        cond: Callable[..., Any],
        body: Callable[..., Any],
        loop_vars: Any,
        shape_invariants: Any,
        same_structure: bool,
    ) -> Any:
        """Makes the loop; returns its exits in the structure that the body returned."""
        original = nest.flatten(loop_vars)
        loop_vars = nest.over(
            lambda value: value if hasattr(value, "flow") else convert_to_tensor(value), loop_vars
        )
        flat = [contexts.flow_of(value) for value in nest.flatten(loop_vars)]
        shapes = _invariants(loop_vars, shape_invariants) or [tensor.shape for tensor in flat]
        with self.inside():
            result, exits = self._build(cond, body, original, flat, shapes, loop_vars)
        packed = contexts.pack_like(nest.flatten(result), result, exits)
        return packed[0] if len(exits) == 1 and not same_structure else packed

    def _build(
        self,
        cond: Callable[..., Any],
        body: Callable[..., Any],
        original: list[Any],
        flat: list[Tensor],
        shapes: list[TensorShape],
        structure: Any,
    ) -> tuple[Any, list[Tensor]]:
        self.add_known(*flat)
        real = flat if self.outer is None else [self.outer.add_value(start) for start in flat]
        with control_dependencies(None):
            for value, shape in zip(real, shapes, strict=True):
                self.enters.append(self._first_value(value, shape))
        outer = self._outer_pivot()
        if outer is not None:
            for enter in self.enters:
                if is_constant_enter(enter.op.inputs[0].op):
                    enter.op.wait_for(outer.op)
        self.adopt(self.enters)
        self.values = {enter.name for enter in self.enters}
        merges = [contexts.merged([enter, enter]) for enter in self.enters]
        self.pivot_for_pred = merges[0]
        condition = convert_to_tensor(cond(*contexts.pack_like(original, structure, merges)))
        self.pivot = apply("LoopCond", "LoopCond", input=condition)
        switches = [contexts.switched(merge, self.pivot) for merge in merges]
        inside = [_identity(pair[1]) for pair in switches]
        self.pivot_for_body = inside[0]
        arguments = contexts.pack_like(original, structure, inside)
        result = body(*arguments)
        result = nest.over(contexts.plain_value, result if nest.is_nested(result) else [result])
        nest.same(list(arguments), list(result))
        flat_result = [
            convert_to_tensor(contexts.flow_of(value), as_ref=True)
            for value in nest.flatten(result)
        ]
        for merge, value in zip(merges, flat_result, strict=True):
            next_iteration(merge, value, check=True)
        return result, [self.add_exit(pair[0]) for pair in switches]

    def _first_value(self, value: Tensor, shape: TensorShape) -> Tensor:
        enter = contexts.entered(value, self, with_shape=False)
        if not _at_least(value.shape, shape):
            raise ValueError(
                f"The shape invariant specified for {value.name} is not compatible with the initial "
                f"shape of the loop variable. It enters the loop with shape {value.shape}, but the "
                f"specified shape invariant is {shape}."
            )
        enter.set_shape(shape)
        enter.graph.prevent_feeding(enter)
        return enter

    def _outer_pivot(self) -> Tensor | None:
        around = () if self.outer is None else self.outer.chain()
        pivots = (context.pivot_for_control() for context in around)
        return next((pivot for pivot in pivots if pivot is not None), None)


def _identity(tensor: Tensor) -> Tensor:
    kind = "RefIdentity" if tensor.dtype._is_ref_dtype else "Identity"
    return apply(kind, input=tensor)


def is_constant_enter(operation: Operation) -> bool:
    """Whether it makes a value available in all iterations of a loop."""
    return operation.type in ("Enter", "RefEnter") and operation.attributes["is_constant"]


def _at_least(shape: TensorShape, least: TensorShape) -> bool:
    """Whether a shape is at least as specific as `least`, and agrees with it."""
    if least.rank is None:
        return True
    return shape.rank == least.rank and all(
        wanted in (None, size) for size, wanted in zip(shape.sizes, least.sizes, strict=True)
    )


def next_iteration(merge: Tensor, value: Any, *, check: bool = False) -> Tensor:
    """Makes `value` the loop variable's value in the next iteration; returns the NextIteration.

    check: raise ValueError for a less specific shape.
    """
    following = contexts.on_either("NextIteration", contexts.as_element(value))
    if check and not _at_least(following.shape, merge.shape):
        first = merge.op.inputs[0].op.inputs[0]
        raise ValueError(
            f"Input tensor '{first.name}' enters the loop with shape {merge.shape}, but has shape "
            f"{following.shape} after one iteration. To allow the shape to vary across iterations, "
            "use the `shape_invariants` argument of tf.while_loop to specify a less-specific shape."
        )
    merge.op.replace_input(1, following)
    return following


def _invariants(loop_vars: Any, given: Any) -> list[TensorShape] | None:
    if given is None:
        return None
    flat: list[TensorShape] = []

    def gather(variable: Any, shape: Any) -> None:
        nested = isinstance(shape, (list, tuple, dict))
        if nested or nest.is_nested(variable):
            if not nested or not nest.is_nested(variable) or len(shape) != len(variable):
                raise ValueError(
                    "The two structures don't have the same nested structure.\n\nFirst structure: "
                    f"{variable}\n\nSecond structure: {shape}"
                )
            keys = sorted(variable) if isinstance(variable, dict) else range(len(variable))
            for key in keys:
                gather(variable[key], shape[key])
        elif shape is None:
            flat.append(contexts.flow_of(variable).shape)
        elif isinstance(shape, TensorShape):
            flat.append(shape)
        else:
            raise TypeError(
                f"'shape' must be one of TypeSpec, TensorShape or None. Received: {type(shape)}"
            )

    gather(loop_vars, given)
    return flat


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """Repeats `loop_vars = body(*loop_vars)` as long as the scalar `cond(*loop_vars)` is true in the run.

    Both functions are called once, now. loop_vars: a list, tuple, or structure of tensors, whose
    shapes stay the same unless shape_invariants are less specific. back_prop: whether gradients flow.
    Returns the last values, in the structure of loop_vars (a single one by itself).
    Raises TypeError if a function is not callable, ValueError if the body changes structure or shapes.
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if parallel_iterations < 1:
        raise TypeError("'parallel_iterations' must be a positive integer.")
    loop_vars = nest.over(contexts.plain_value, loop_vars)
    with name_scope(name, "while", nest.flatten(loop_vars)):
        if not loop_vars:
            raise ValueError("'loop_vars' must be provided.")
        if maximum_iterations is not None:
            most = convert_to_tensor(maximum_iterations, name="maximum_iterations")
            if most.shape.rank != 0:
                raise ValueError(
                    f"'maximum_iterations' must be a scalar. Received shape: {most.shape}"
                )
            alone = len(loop_vars) == 1 and not return_same_structure
            cond, body, loop_vars, maximum_iterations = _counted(cond, body, loop_vars, most, alone)
            if shape_invariants is not None:
                shape_invariants = (TensorShape([]), shape_invariants)
        context = WhileContext(parallel_iterations, back_prop, swap_memory)
        if context.outer is None:
            get_default_graph().add_to_collection(context.collection, context)
        result = context.build(cond, body, loop_vars, shape_invariants, return_same_structure)
        return result if maximum_iterations is None else result[1]


def _counted(
    cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any, most: Tensor, alone: bool
) -> tuple[Callable[..., Any], Callable[..., Any], Any, Tensor]:
    """The loop with a counter as its first loop variable."""
    counter = constant(0, most.dtype, name="iteration_counter")

    def may_go_on(count: Tensor, values: Any) -> Tensor:
        below = count < most
        return apply("LogicalAnd", x=below, y=cond(values) if alone else cond(*values))

    def counted_body(count: Tensor, values: Any) -> tuple[Tensor, Any]:
        return count + 1, body(values) if alone else body(*values)

    return may_go_on, counted_body, (counter, loop_vars[0] if alone else loop_vars), most
