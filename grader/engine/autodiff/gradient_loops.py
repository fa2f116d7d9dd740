"""Gradients through branches and loops.

Through a branch gradients go back by the mirror image: a Merge becomes a Switch, a Switch a Merge, with
zeros for the side that was not taken. The gradient of a loop is another loop, which runs as many rounds
backwards. What it needs of the forward rounds is kept on stacks: a push in the forward loop, a pop in
the other. `LoopGradients` is what one call of `tf.gradients` knows of its loops; the nodes are those
that TensorFlow makes (tensorflow/python/ops/control_flow_state.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from grader.engine.control.cond import CondContext, entered, merged, on_either, switched
from grader.engine.control.while_loop import WhileContext, is_constant_enter, next_round
from grader.engine.core import dtypes, nest
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
from grader.engine.graph.nodes import loop_of, output_context
from grader.engine.ops.common.basic import identity
from grader.engine.registry import gradient_of, no_gradient

__all__: list[str] = []

EXITS, SWITCHES = ("Exit", "RefExit"), ("Switch", "RefSwitch")


@contextmanager
def within(context: Any) -> Iterator[None]:
    """Inside of a context, if there is one."""
    with ExitStack() as stack:
        if context is not None:
            stack.enter_context(context.inside())
        yield


def shape_tensor(value: Any) -> Tensor:
    """The shape in the run, also where it is known before."""
    return apply("Shape", input=value)


def zeros(shape: Any, dtype: Any) -> Tensor:
    """tf.zeros."""
    from grader.engine.ops.arrays.making import zeros as make

    return make(shape, dtype.base_dtype)


def trainable(tensor: Tensor) -> bool:
    """Whether gradients of tensors of this type are numbers."""
    dtype = tensor.dtype.base_dtype
    return dtype.is_floating or dtype.is_complex or dtype in (dtypes.resource, dtypes.variant)


def is_cond_switch(operation: Operation) -> bool:
    """Whether a Switch lets a value into a branch (in all other cases: round a loop)."""
    for tensor in operation.outputs:
        for user in tensor.consumers():
            context = user.context
            if user.type in ("Enter", "RefEnter") and context is not None:
                context = context.outer
            if not isinstance(context, CondContext):
                return False
    return True


def is_loop_switch(operation: Operation) -> bool:
    """Whether the operation is the Switch of a loop variable."""
    return (
        operation.type in SWITCHES
        and isinstance(operation.context, WhileContext)
        and not is_cond_switch(operation)
    )


class LoopState:
    """A forward loop, its gradient loop, and what the one tells the other.

    history: from a forward tensor's name to its value in the gradient loop. switches: from a forward
    Switch to the Merge that stands for it. outer: the state of the loop around the forward loop.
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
        self._forward_sync: Operation | None = None
        self._gradient_sync: Operation | None = None
        around = outer.forward if outer else forward.outer
        with within(around):
            count = self._count_forward(around)
        if outer is None:
            with within(around):
                self._make_gradient_loop(count)
            return
        around.known(count)
        history = outer.push(count)
        with outer.gradient.inside():
            self._make_gradient_loop(count, history)

    def _make_gradient_loop(self, count: Tensor, history: Tensor | None = None) -> None:
        forward = self.forward
        self.gradient = WhileContext(
            forward.maximum_iterations,
            forward.parallel_iterations,
            forward.back_prop,
            forward.swap_memory,
            forward.name,
            self,
        )
        if self.outer is not None:
            assert history is not None
            count = self.outer.pop(history, count)
        self._count_backward(count)

    def _count_forward(self, around: Any) -> Tensor:
        """Counts the rounds of the forward loop; returns how many there were."""
        loop = self.forward
        start = constant(0, name="f_count")
        if self.outer is not None:
            start.op.wait_for(self.outer.index.op.inputs[0].op)
        with loop.inside():
            loop.known(start)
            enter = entered(start, loop, "f_count")
            loop.enters.append(enter)
            merge = merged([enter, enter])
            assert loop.pivot is not None
            pair = switched_plainly(merge, loop.pivot)
            self.index = on_either("NextIteration", apply("AddV2", "Add", x=pair[1], y=1))
            merge.op.replace_input(1, self.index)
            total = on_either("Exit", pair[0], "f_count")
            loop.exits.append(total)
            loop.known_outside(total)
        return total

    def _count_backward(self, count: Tensor) -> None:
        """Makes the gradient loop run `count` rounds."""
        loop = self.gradient
        one = constant(1, name="b_count")
        with loop.inside():
            loop.known(count)
            enter = entered(count, loop, "b_count")
            loop.enters.append(enter)
            merge = loop.pivot_for_pred = merged([enter, enter])
            going = apply("GreaterEqual", x=merge, y=one)
            loop.pivot = apply("LoopCond", "b_count", input=going)
            pair = switched_plainly(merge, loop.pivot)
            loop.pivot_for_body = apply("Sub", x=pair[1], y=one)
            self.gradient_index = on_either("NextIteration", loop.pivot_for_body)
            merge.op.replace_input(1, self.gradient_index)
            final = on_either("Exit", pair[0], "b_count")
            loop.exits.append(final)
            if self.outer is not None:
                self.outer.gradient_sync.wait_for(final.op)
            loop.known_outside(final)

    @property
    def forward_sync(self) -> Operation:
        """What the next forward round waits for: all pushes that stand in branches."""
        if self._forward_sync is None:
            self._forward_sync = self._trigger("f_sync", self.forward, self.index)
        return self._forward_sync

    @property
    def gradient_sync(self) -> Operation:
        """What the next gradient round waits for: all pops."""
        if self._gradient_sync is None:
            self._gradient_sync = self._trigger("b_sync", self.gradient, self.gradient_index)
            if self.gradient.outer is not None:
                self.gradient.outer.add_inner(self._gradient_sync)
        return self._gradient_sync

    @staticmethod
    def _trigger(name: str, loop: WhileContext, index: Tensor) -> Operation:
        with control_dependencies(None):
            trigger: Operation = apply("ControlTrigger", name)
        trigger.context = loop
        index.op.wait_for(trigger)
        return trigger

    def push(self, value: Tensor, *, dead_branch: bool = False) -> Tensor:
        """Keeps a forward value of each round on a stack, which is returned.

        dead_branch: the value is one of the side of a cond that is not taken.
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
        """The value of the forward round that the gradient loop goes back through."""
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
        """The predicate of a cond in the forward loop, as it was in that round."""
        name = branch.pred.name
        if name not in self.history:
            with self.gradient.outside():
                stack = self.push(branch.pred)
            self.history[name] = self.pop(stack, branch.pred)
        return self.history[name]

    def real_value(self, value: Tensor) -> Tensor:
        """What stands for a forward value in the gradient loop: kept on a stack, unless constant."""
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


def switched_plainly(data: Tensor, pred: Tensor) -> Any:
    """A Switch without a word about where it runs."""
    return apply("Switch", data=data, pred=pred)


def _constant_enter_of(value: Tensor) -> Operation | None:
    operation = value.op
    while operation.type in (*SWITCHES, "Identity", "RefIdentity"):
        operation = operation.inputs[0].op
    return operation if is_constant_enter(operation) else None


class LoopGradients:
    """The loops on the way back of one call of `tf.gradients`."""

    def __init__(self) -> None:
        self.states: dict[WhileContext, LoopState] = {}

    @classmethod
    def on_the_way(cls, between: dict[Operation, None]) -> LoopGradients:
        """The loops whose exits are among the operations between ys and xs."""
        loops = cls()
        for operation in list(between):
            if operation.type in EXITS:
                loops.add(operation, between)
        return loops

    def add(self, exit_op: Operation, between: dict[Operation, None]) -> None:
        """Makes the gradient loop for an Exit; adds the loop's other exits to the way."""
        loop = loop_of(exit_op.context)
        if loop is None:
            raise ValueError(
                "Failed to call gradients on a while loop withoutproperly serializing graph via "
                "MetaGraphDef"
            )
        if loop not in self.states:
            outer = loop_of(loop.outer)
            self.states[loop] = LoopState(loop, self.states.get(outer) if outer else None)
            between.update(dict.fromkeys(one.op for one in self.states[loop].exits))

    def state_of(self, operation: Operation, *, before: bool = False) -> LoopState | None:
        """That of the loop around an operation; before: an Exit counts as outside."""
        context = output_context(operation) if before else operation.context
        loop = loop_of(context)
        return None if loop is None else self.states.get(loop)

    @contextmanager
    def around(self, operation: Operation, *, before: bool = False) -> Iterator[None]:
        """Inside of the gradient loop that belongs to an operation."""
        state = self.state_of(operation, before=before) if self.states else None
        with within(state and state.gradient):
            yield

    def unused_exits(self, waits: Any, targets: set[Operation]) -> list[Tensor]:
        """The exits of loops of which no y makes use, where all others are known already."""
        found = []
        for state in self.states.values():
            for one in state.exits:
                if waits[one.op] == 0:
                    state.pending -= 1
                    if one.op not in targets:
                        state.unused.append(one)
                    if state.pending == 0:
                        found += state.unused
            for one in state.forward.enters:
                waits[one.op] = waits[one.op] or 1
        return found

    def ready_exit(self, tensor: Tensor, has_gradient: Any, receive: Any) -> list[Operation]:
        """An Exit has got all its gradients: the operations that can be gone through now."""
        state = self.state_of(tensor.op)
        assert state is not None
        state.deferred.append(tensor)
        state.pending -= 1
        if state.pending > 0:
            return []
        used = [one for one in state.deferred if has_gradient(one)]
        state.unused += [one for one in state.deferred if one not in used]
        if used:
            for one in state.unused:
                if trainable(one):
                    receive(one, self.zeros_for_exit(one))
        return [one.op for one in [*used, *state.unused]]

    def zeros_for_exit(self, tensor: Tensor) -> Tensor:
        """The gradient of a loop variable's last value that nobody uses."""
        around = tensor.op.context.outer
        outer = loop_of(around)
        state = self.states.get(outer) if outer else None
        if state is None:
            if tensor.shape.is_fully_defined():
                return zeros(tensor.shape, tensor.dtype)
            return apply("ZerosLike", "zeros_like", x=tensor)
        if tensor.shape.is_fully_defined():
            with state.gradient.inside():
                return zeros(tensor.shape, tensor.dtype)
        with around.inside():
            shape = shape_tensor(tensor)
        stack = state.push(shape)
        with state.gradient.inside():
            return zeros(state.pop(stack, shape), tensor.dtype)

    def zeros_like(self, operation: Operation, index: int) -> Tensor | None:
        """The gradient of an output that nobody uses; None for the Switch of a loop variable."""
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
                shape = shape_tensor(value)
            value.op.context = shape.op.context = context
        else:
            with context.inside():
                shape = shape_tensor(value)
        with state.gradient.outside():
            stack = state.push(shape, dead_branch=dead_branch)
        return zeros(state.pop(stack, shape, dead_branch=dead_branch), value.dtype)

    def finish(self) -> None:
        """Gives zeros to the next round where a loop variable does not depend on the last one."""
        for state in self.states.values():
            for merge in state.switches.values():
                first, second = merge.op.inputs
                if first is not second:
                    continue
                if first.shape.is_fully_defined():
                    with state.gradient.inside():
                        nothing = constant(0, dtype=first.dtype, shape=first.shape.as_list())
                        following = on_either("NextIteration", nothing)
                else:
                    with within(state.gradient.outer):
                        nothing = zeros(shape_tensor(first.op.inputs[0]), dtypes.float32)
                    with state.gradient.inside():
                        following = on_either("NextIteration", nothing)
                merge.op.replace_input(1, following)


def zeros_like(operation: Operation, index: int) -> Tensor:
    """Zeros of the shape of an output, alive on the side of a cond that was not taken."""
    value = operation.outputs[index]
    context = operation.context
    if operation.type not in SWITCHES or context is None:
        return apply("ZerosLike", "zeros_like", x=value)
    other = apply("Switch", data=operation.inputs[0], pred=context.pred)[1 - context.branch]
    pivot = identity(other)
    shape = shape_tensor(other)
    with control_dependencies([pivot]):
        return zeros(shape, value.dtype)


# --------------------------------------------------------------------------------- the rules

no_gradient(
    "LoopCond StackV2 StackPushV2 StackPopV2 StackCloseV2 ControlTrigger Assert Abort PrintV2"
)


@gradient_of("Switch", "RefSwitch")
def _switch(op: Operation, *gradients: Any) -> Any:
    context, current = op.context, get_default_graph().control_flow
    if isinstance(context, WhileContext):
        state = current.gradient_state
        if op in state.switches:  # the second visit, from the body
            if gradients[1] is not None:
                next_round(state.switches[op], gradients[1], check=False)
        elif gradients[0] is not None:  # the first, from the exit
            state.switches[op] = _merged([gradients[0], gradients[0]], "b_switch")
            return state.switches[op], None
        return None, None
    if isinstance(context, CondContext):
        if gradients[1 - context.branch] is None:
            return None, None
        return _merged(gradients, "cond_grad"), None
    sides = [apply("Switch", data=gradients[side], pred=op.inputs[1])[side] for side in (0, 1)]
    return _merged(sides), None


def _merged(gradients: Any, name: str = "Merge") -> Any:
    if not any(nest.is_nested(one) for one in gradients):
        return merged(gradients, name)
    from grader.engine.ops.arrays.indexed_slices import as_indexed_slices

    slices = [as_indexed_slices(one) for one in gradients]
    parts = zip(*[nest.flatten(one) for one in slices], strict=True)
    return nest.pack(slices[0], [merged(part) for part in parts])


@gradient_of("Merge", "RefMerge")
def _merge(op: Operation, gradient: Any, _: Any) -> Any:
    context = output_context(op.inputs[0].op)
    current = get_default_graph().control_flow
    if isinstance(context, WhileContext):
        return switched(gradient, current.pivot)
    if isinstance(context, CondContext):
        pred = context.pred
        if current is not None and current.gradient_state:
            pred = current.gradient_state.real_pred(context)
        return switched(gradient, pred, "cond_grad")
    came = [apply("Equal", x=op.outputs[1], y=index) for index in range(len(op.inputs))]
    return [switched(gradient, one)[1] for one in came]


@gradient_of("Exit", "RefExit")
def _exit(op: Operation, gradient: Any) -> Any:
    loop = get_default_graph().control_flow
    if not loop.back_prop:
        return None
    if op.context.gradient_state:
        raise TypeError("Second-order gradient for while loops not supported.")
    loop.known(*nest.flatten(gradient))
    with loop.inside():
        result = nest.over(lambda one: entered(one, loop, "b_exit"), gradient)
    loop.enters.extend(nest.flatten(result))
    return result


@gradient_of("NextIteration", "RefNextIteration", "RefIdentity")
def _next_iteration(op: Operation, gradient: Any) -> Any:
    return gradient


@gradient_of("Enter", "RefEnter")
def _enter(op: Operation, gradient: Any) -> Any:
    loop = get_default_graph().control_flow
    if loop is None or not loop.back_prop or loop.gradient_state is None:
        return gradient
    if op.attributes["is_constant"]:
        return _accumulated(loop, op, gradient)
    result = on_either("Exit", gradient)
    loop.exits.append(result)
    loop.known_outside(result)
    return result


@gradient_of("Print")
def _print(op: Operation, gradient: Any, *_: Any) -> Any:
    return [gradient, *[None] * (len(op.inputs) - 1)]


def _accumulated(loop: WhileContext, op: Operation, gradient: Any) -> Any:
    """The sum over the rounds of the gradients of a value that is the same in all rounds."""
    if nest.is_nested(gradient):
        return _accumulated_slices(loop, op, gradient)
    loop.exit()
    if gradient.shape.is_fully_defined():
        with within(loop.outer):
            start = constant(0, gradient.dtype, gradient.shape.as_list(), name="b_acc")
    else:
        start = _zeros_of_input(loop, op, gradient.dtype)
    loop.enter()
    loop.known(start)
    enter = entered(start, loop, "b_acc")
    loop.enters.append(enter)
    merge = merged([enter, enter], "b_acc")
    assert loop.pivot is not None
    done, going = switched_plainly(merge, loop.pivot)
    following = on_either("NextIteration", apply("AddV2", "Add", x=going, y=gradient))
    merge.op.replace_input(1, following)
    result = on_either("Exit", done, "b_acc")
    loop.exits.append(result)
    loop.known_outside(result)
    return result


def _zeros_of_input(loop: WhileContext, op: Operation, dtype: Any) -> Tensor:
    value, outer = op.inputs[0], loop.gradient_state.outer
    if isinstance(loop.outer, WhileContext) and loop.outer.gradient_state is not None:
        with loop.gradient_state.forward.outer.inside():
            shape = shape_tensor(value)
        stack = outer.push(shape)
        with loop.outer.inside():
            return zeros(outer.pop(stack, shape), dtype)
    with within(loop.outer):
        return zeros(shape_tensor(value), dtype)


def _accumulated_slices(loop: WhileContext, op: Operation, gradient: Any) -> Any:
    """The same for IndexedSlices: all rounds' slices, one after the other, behind one of zeros."""
    from grader.engine.ops.arrays.functions import concat

    loop.exit()
    with within(loop.outer):
        values = gradient.values
        if values.shape.is_fully_defined():
            with within(loop.outer):
                shape = [1, *values.shape.as_list()[1:]]
                start = constant(0, values.dtype, shape, name="b_acc")
        else:
            rest = shape_tensor(op.inputs[0])[1:]
            start = zeros(concat([[1], rest], 0), values.dtype)
        starts = [constant([0], gradient.indices.dtype), start]
        if gradient.dense_shape is not None:
            rank = gradient.dense_shape.shape
            starts.append(constant(0, gradient.dense_shape.dtype, rank.as_list()))
    loop.enter()
    loop.known(*starts)
    enters = [entered(one, loop, "b_acc", with_shape=False) for one in starts]
    enters[0].set_shape([None])
    if start.shape.rank is not None:
        enters[1].set_shape([None, *start.shape.as_list()[1:]])
    loop.enters.extend(enters)
    merges = [merged([one, one], "b_acc") for one in enters]
    assert loop.pivot is not None
    pairs = [switched_plainly(one, loop.pivot) for one in merges]
    parts = zip(pairs, [gradient.indices, values], strict=False)
    following = [concat([pair[1], part], 0) for pair, part in parts]
    if gradient.dense_shape is not None:
        following.append(apply("Maximum", x=gradient.dense_shape, y=pairs[2][1]))
    for merge, one in zip(merges, following, strict=True):
        merge.op.replace_input(1, on_either("NextIteration", one))
    exits = [on_either("Exit", pair[0], "b_acc") for pair in pairs]
    loop.exits.extend(exits)
    loop.known_outside(*exits)
    return type(gradient)(exits[1], exits[0], *exits[2:])
