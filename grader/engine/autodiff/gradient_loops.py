"""The loops of the backward pass: for each `tf.while_loop` on its path, a loop that computes its gradient.

A gradient loop runs as many iterations as the forward loop, from the last to the first. The forward
values that it needs are kept on stacks: a push in the forward loop, a pop in the gradient loop.
`LoopGradients` is what one call of `tf.gradients` knows about its loops; the rules of Switch, Merge, Enter
and Exit are in control/gradients.py. The nodes are those that TensorFlow makes
(tensorflow/python/ops/control_flow_state.py).
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from grader.engine.autodiff.paths import trainable
from grader.engine.control.cond import CondContext
from grader.engine.control.contexts import switched, within
from grader.engine.control.while_loop import WhileContext, is_constant_enter, next_iteration
from grader.engine.core import dtypes
from grader.engine.core.absent import NOT_PART
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    colocate_with,
    control_dependencies,
    get_default_graph,
)
from grader.engine.graph.loops import loop_of, output_context
from grader.engine.ops.arrays.creation import zeros
from grader.engine.ops.common.basic import identity

EXITS, SWITCHES = ("Exit", "RefExit"), ("Switch", "RefSwitch")


def is_loop_switch(operation: Operation) -> bool:
    """Whether the operation is the Switch of a loop variable, not one that leads into a branch."""
    if operation.type not in SWITCHES or not isinstance(operation.context, WhileContext):
        return False
    for user in (user for tensor in operation.outputs for user in tensor.consumers()):
        context = user.context
        if user.type in ("Enter", "RefEnter") and context is not None:
            context = context.outer
        if not isinstance(context, CondContext):
            return True
    return False


class LoopState:
    """A forward loop, its gradient loop, and the values that the first keeps for the second.

    history: from a forward tensor's name to its value in the gradient loop. switches: from a forward
    Switch to its Merge in the gradient loop. outer: the state of the loop around the forward loop.
    """

    def __init__(self, forward: WhileContext, outer: LoopState | None):
        self.forward, self.outer = forward, outer
        self.history: dict[str, Tensor] = {}
        self.switches: dict[Operation, Tensor] = {}
        self.unused: list[Tensor] = []
        self.deferred: list[Tensor] = []
        self.exits = list(forward.exits)
        self.pending = len(self.exits)
        self.index: Tensor
        self.gradient: WhileContext
        self._forward_sync: Operation | None = None
        self._gradient_sync: Operation | None = None
        around = outer.forward if outer else forward.outer
        with within(around):
            count = self._count_forward()
        if outer is not None:
            outer.forward.add_known(count)
            history = outer.push(count)
        with within(outer.gradient if outer else around):
            self.gradient = WhileContext(
                forward.parallel_iterations,
                forward.back_prop,
                forward.swap_memory,
                forward.name,
                self,
            )
            self._count_backward(outer.pop(history, count) if outer else count)

    def _count_forward(self) -> Tensor:
        """Adds a counter to the forward loop; returns the number of its iterations."""
        loop = self.forward
        start = constant(0, name="f_count")
        if self.outer is not None:
            start.op.wait_for(self.outer.index.op.inputs[0].op)
        with loop.inside():
            merge = loop.add_variable(start, "f_count")
            done, going = loop.split(merge)
            self.index = next_iteration(merge, apply("AddV2", "Add", x=going, y=1))
            return loop.add_exit(done, "f_count")

    def _count_backward(self, count: Tensor) -> None:
        """Makes the gradient loop run for `count` iterations."""
        loop = self.gradient
        step = constant(1, name="b_count")
        with loop.inside():
            merge = loop.pivot_for_pred = loop.add_variable(count, "b_count")
            going = apply("GreaterEqual", x=merge, y=step)
            loop.pivot = apply("LoopCond", "b_count", input=going)
            done, current = loop.split(merge)
            loop.pivot_for_body = apply("Sub", x=current, y=step)
            self.gradient_index = next_iteration(merge, loop.pivot_for_body)
            final = loop.add_exit(done, "b_count")
            if self.outer is not None:
                self.outer.gradient_sync.wait_for(final.op)

    @property
    def forward_sync(self) -> Operation:
        """What the next forward iteration waits for: all pushes made in branches."""
        if self._forward_sync is None:
            self._forward_sync = self._trigger("f_sync", self.forward, self.index)
        return self._forward_sync

    @property
    def gradient_sync(self) -> Operation:
        """What the next gradient iteration waits for: all pops."""
        if self._gradient_sync is None:
            self._gradient_sync = self._trigger("b_sync", self.gradient, self.gradient_index)
        return self._gradient_sync

    @staticmethod
    def _trigger(name: str, loop: WhileContext, index: Tensor) -> Operation:
        with control_dependencies(None):
            trigger: Operation = apply("ControlTrigger", name)
        trigger.context = loop
        index.op.wait_for(trigger)
        return trigger

    def push(self, value: Tensor, *, dead_branch: bool = False) -> Tensor:
        """Pushes a forward value on a stack in each iteration; returns the stack.

        dead_branch: the value belongs to the side of a cond that is not taken.
        """
        current = get_default_graph().control_flow
        with control_dependencies(None):
            with within(current), colocate_with(value):
                stack = apply(
                    "StackV2",
                    "f_acc",
                    max_size=constant(-1, dtypes.int32),
                    elem_type=value.dtype.base_dtype,
                )
            inner = self.forward.add_value(stack)
            context = output_context(value.op)
            if context is self.forward:
                place = self.forward
            elif not isinstance(context, CondContext):
                raise TypeError(f"value_ctxt is not a CondContext: {context}")
            else:
                place = context.outer if dead_branch else context
            with place.inside():
                pushed = apply(
                    "StackPushV2", handle=inner, elem=value, swap_memory=self.forward.swap_memory
                )
            if context is self.forward:
                self.index.op.wait_for(pushed.op)
            else:
                if dead_branch:
                    pushed.op.context = context
                self.forward_sync.wait_for(pushed.op)
            pushed.op.wait_for(self.index.op.inputs[0].op)
        return stack

    def pop(self, stack: Tensor, value: Tensor, *, dead_branch: bool = False) -> Tensor:
        """The value from the forward iteration that the gradient loop is at."""
        branch, context = None, value.op.context
        while branch is None and context is not None and context is not stack.op.context:
            branch, context = (context if isinstance(context, CondContext) else None), context.outer
        with control_dependencies(None), self.gradient.inside():
            if branch is not None:
                side = 1 - branch.branch if dead_branch else branch.branch
                stack = switched(stack, self._known_pred(branch))[side]
            popped = apply("StackPopV2", handle=stack, elem_type=value.dtype.base_dtype)
            popped.set_shape(value.shape)
        if self.gradient.parallel_iterations > 1:
            self.gradient_sync.wait_for(popped.op)
        return popped

    def _known_pred(self, branch: CondContext) -> Tensor:
        state: LoopState | None = self
        while state is not None:
            if branch.pred.name in state.history:
                return state.history[branch.pred.name]
            state = state.outer
        return branch.pred

    def real_pred(self, branch: CondContext) -> Tensor:
        """The predicate of a cond in the forward loop, as it was in that iteration."""
        name = branch.pred.name
        if name not in self.history:
            with self.gradient.outside():
                stack = self.push(branch.pred)
            self.history[name] = self.pop(stack, branch.pred)
        return self.history[name]

    def real_value(self, value: Tensor) -> Tensor:
        """A forward value in the gradient loop: from a stack, unless it is constant."""
        if value.name not in self.history:
            self.history[value.name] = self._real_value(value)
        return self.history[value.name]

    def _real_value(self, value: Tensor) -> Tensor:
        state: LoopState = self
        while True:
            enter = _constant_enter_of(value)
            if enter is None:
                break
            value = enter.inputs[0]
            if state.outer is None:
                return self.gradient.add_value(value)
            state = state.outer
        if value.op.type == "Const":
            return constant(constant_value(value), dtype=value.dtype)
        with self.gradient.outside():
            stack = state.push(value)
        popped = state.pop(stack, value)
        return popped if state is self else self.gradient.add_value(popped)


def _constant_enter_of(value: Tensor) -> Operation | None:
    operation = value.op
    while operation.type in (*SWITCHES, "Identity", "RefIdentity"):
        operation = operation.inputs[0].op
    return operation if is_constant_enter(operation) else None


class LoopGradients:
    """The loops in the backward pass of one call of `tf.gradients`."""

    def __init__(self) -> None:
        self.states: dict[WhileContext, LoopState] = {}

    @classmethod
    def among(cls, operations: dict[Operation, None]) -> LoopGradients:
        """The loops whose exits are among these operations, to which it adds their other exits."""
        loops = cls()
        states = loops.states
        for operation in [op for op in operations if op.type in EXITS]:
            loop = loop_of(operation.context)
            if loop is None:
                raise LookupError(
                    f"The gradient of an imported loop {NOT_PART}: differentiate {operation.name} in the "
                    "graph in which tf.while_loop made it, or set GRADER_BACKEND=tensorflow before the "
                    "kernel starts."
                )
            if loop not in states:
                states[loop] = LoopState(loop, states.get(loop_of(loop.outer)))
                operations.update(dict.fromkeys(tensor.op for tensor in states[loop].exits))
        return loops

    def state_of(self, operation: Operation, *, before: bool = False) -> LoopState | None:
        """The state of the loop around an operation; before: an Exit counts as outside."""
        context = output_context(operation) if before else operation.context
        return self.states.get(loop_of(context))

    def around(self, operation: Operation, *, before: bool = False) -> AbstractContextManager[None]:
        """A block inside the gradient loop that belongs to an operation, if there is one."""
        state = self.state_of(operation, before=before)
        return nullcontext() if state is None else state.gradient.inside()

    def unused_exits(self, waits: Any, targets: set[Operation]) -> list[Tensor]:
        """The unused exits of loops none of whose exits still waits for a gradient."""
        unused = []
        for state in self.states.values():
            for tensor in state.exits:
                if waits[tensor.op] == 0:
                    state.pending -= 1
                    if tensor.op not in targets:
                        state.unused.append(tensor)
                    if state.pending == 0:
                        unused += state.unused
            for enter in state.forward.enters:
                waits[enter.op] = waits[enter.op] or 1
        return unused

    def ready_exit(self, tensor: Tensor, has_gradient: Any, receive: Any) -> list[Operation]:
        """Called when an Exit has all its gradients; returns the operations that are ready now."""
        state = self.state_of(tensor.op)
        assert state is not None
        state.deferred.append(tensor)
        state.pending -= 1
        if state.pending > 0:
            return []
        used = [value for value in state.deferred if has_gradient(value)]
        state.unused += [value for value in state.deferred if value not in used]
        if used:
            for value in state.unused:
                if trainable(value):
                    receive(value, self.zeros_for_exit(value))
        return [value.op for value in [*used, *state.unused]]

    def zeros_for_exit(self, tensor: Tensor) -> Tensor:
        """The gradient of a loop variable whose last value is not used."""
        around, dtype = tensor.op.context.outer, tensor.dtype.base_dtype
        state = self.states.get(loop_of(around))
        if tensor.shape.is_fully_defined():
            with within(state.gradient if state else None):
                return zeros(tensor.shape, dtype)
        if state is None:
            return apply("ZerosLike", "zeros_like", x=tensor)
        with around.inside():
            shape = _shape(tensor)
        stack = state.push(shape)
        with state.gradient.inside():
            return zeros(state.pop(stack, shape), dtype)

    def zeros_like(self, operation: Operation, index: int) -> Tensor | None:
        """The gradient of an output that is not used; None for the Switch of a loop variable."""
        if is_loop_switch(operation):
            return None
        state = self.state_of(operation)
        if state is None:
            return zeros_like(operation, index)
        dead_branch = operation.type in SWITCHES
        value, context = operation.outputs[index], operation.context
        if value.shape.is_fully_defined():
            result = constant(0, shape=value.shape.as_list(), dtype=value.dtype.base_dtype)
            if dead_branch:
                pred = state.history[context.pred.name]
                result = switched(result, pred)[1 - context.branch]
            return result
        if dead_branch:
            with context.outer.inside():
                value = switched(operation.inputs[0], context.pred)[1 - context.branch]
                shape = _shape(value)
            value.op.context = shape.op.context = context
        else:
            with context.inside():
                shape = _shape(value)
        with state.gradient.outside():
            stack = state.push(shape, dead_branch=dead_branch)
        return zeros(state.pop(stack, shape, dead_branch=dead_branch), value.dtype.base_dtype)

    def finish(self) -> None:
        """Passes zeros to the next iteration where a loop variable does not depend on the last one."""
        for state in self.states.values():
            for merge in state.switches.values():
                first, second = merge.op.inputs
                if first is not second:
                    continue
                if not first.shape.is_fully_defined():
                    with within(state.gradient.outer):
                        zero = zeros(_shape(first.op.inputs[0]))
                with state.gradient.inside():
                    if first.shape.is_fully_defined():
                        zero = constant(0, dtype=first.dtype, shape=first.shape.as_list())
                    next_iteration(merge, zero)


def _shape(value: Tensor) -> Tensor:
    """The shape as an operation, even where it is known before the run."""
    return apply("Shape", input=value)


def zeros_like(operation: Operation, index: int) -> Tensor:
    """Zeros of the shape of an output, alive on the side of a cond that was not taken."""
    value = operation.outputs[index]
    context = operation.context
    if operation.type not in SWITCHES or context is None:
        return apply("ZerosLike", "zeros_like", x=value)
    other = apply("Switch", data=operation.inputs[0], pred=context.pred)[1 - context.branch]
    pivot = identity(other)
    shape = _shape(other)
    with control_dependencies([pivot]):
        return zeros(shape, value.dtype.base_dtype)
