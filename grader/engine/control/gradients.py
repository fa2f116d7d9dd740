"""Reverse rules of control flow and tensor arrays.

Through a branch, gradients take the mirror image: a Merge becomes a Switch and a Switch a Merge, with
zeros for the side that was not taken. The rules of a loop's operations build the gradient loop
(autodiff/gradient_loops.py): an Exit becomes an Enter, an Enter an Exit. The gradient of a tensor array
is a tensor array of gradients, one for each call of `tf.gradients`.
"""

from __future__ import annotations

from typing import Any

from grader.engine.control.cond import CondContext
from grader.engine.control.contexts import entered, merged, switched, within
from grader.engine.control.tensor_arrays import TensorArray
from grader.engine.control.while_loop import WhileContext, next_iteration
from grader.engine.core import nest
from grader.engine.core.absent import NOT_PART
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import Operation, Tensor, control_dependencies, get_default_graph
from grader.engine.graph.loops import output_context
from grader.engine.ops.arrays.creation import zeros
from grader.engine.ops.arrays.indexed_slices import as_indexed_slices
from grader.engine.ops.common.basic import identity
from grader.engine.registry import gradient_of, no_gradient

no_gradient("LoopCond StackV2 StackPushV2 StackPopV2 ControlTrigger Assert")


@gradient_of("Switch", "RefSwitch")
def _switch(op: Operation, *gradients: Any) -> Any:
    context, current = op.context, get_default_graph().control_flow
    if isinstance(context, WhileContext):
        state = current.gradient_state
        if op in state.switches:  # the second visit, from the body
            if gradients[1] is not None:
                next_iteration(state.switches[op], gradients[1])
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
    if not any(nest.is_nested(part) for part in gradients):
        return merged(gradients, name)
    slices = [as_indexed_slices(part) for part in gradients]
    parts = zip(*[nest.flatten(part) for part in slices], strict=True)
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
    chosen = [apply("Equal", x=op.outputs[1], y=index) for index in range(len(op.inputs))]
    return [switched(gradient, taken)[1] for taken in chosen]


@gradient_of("Exit", "RefExit")
def _exit(op: Operation, gradient: Any) -> Any:
    loop = get_default_graph().control_flow
    if not loop.back_prop:
        return None
    if op.context.gradient_state:
        raise TypeError("Second-order gradient for while loops not supported.")
    loop.add_known(*nest.flatten(gradient))
    with loop.inside():
        result = nest.over(lambda part: entered(part, loop, "b_exit"), gradient)
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
    return loop.add_exit(gradient)


def _accumulated(loop: WhileContext, op: Operation, gradient: Any) -> Any:
    """The gradients of a value that is the same in all iterations, summed over the iterations."""
    if nest.is_nested(gradient):
        raise NotImplementedError(
            f"The gradient of a lookup, in a loop, in {op.inputs[0].name} {NOT_PART}"
        )
    with loop.outside():
        if gradient.shape.is_fully_defined():
            with within(loop.outer):
                start = constant(0, gradient.dtype, gradient.shape.as_list(), name="b_acc")
        else:
            start = _zeros_of_input(loop, op, gradient.dtype)
    merge = loop.add_variable(start, "b_acc", "b_acc")
    done, going = loop.split(merge)
    next_iteration(merge, apply("AddV2", "Add", x=going, y=gradient))
    return loop.add_exit(done, "b_acc")


def _zeros_of_input(loop: WhileContext, op: Operation, dtype: Any) -> Tensor:
    value, outer = op.inputs[0], loop.gradient_state.outer
    if isinstance(loop.outer, WhileContext) and loop.outer.gradient_state is not None:
        with loop.gradient_state.forward.outer.inside():
            shape = apply("Shape", input=value)
        stack = outer.push(shape)
        with loop.outer.inside():
            return zeros(outer.pop(stack, shape), dtype.base_dtype)
    with within(loop.outer):
        return zeros(apply("Shape", input=value), dtype.base_dtype)


# --------------------------------------------------------------------------------- tensor arrays


def _gradient_array(op: Operation, gradient: Tensor, flow: Tensor) -> TensorArray:
    """The gradients of an operation's array in this call of `tf.gradients`."""
    parts = gradient.name.split("/")
    starts = [number for number, part in enumerate(parts) if part.startswith("gradients")]
    if not starts:
        raise ValueError(
            "Expected op/tensor name to start with gradients (excluding scope), got: "
            f"{gradient.name}. Give tf.gradients a name that starts with 'gradients'."
        )
    dtype = op.attributes["dtype" if "dtype" in op.attributes else "T"]
    array = TensorArray(dtype, handle=op.inputs[0], flow=flow, colocate_with_first_write_call=False)
    return array.grad("/".join(parts[: starts[-1] + 1]), flow=flow)


@gradient_of("TensorArrayReadV3", "TensorArrayGatherV3")
def _read(op: Operation, gradient: Tensor) -> Any:
    array = _gradient_array(op, gradient, op.inputs[2])
    put = array.write if op.type == "TensorArrayReadV3" else array.scatter
    return [None, None, put(op.inputs[1], gradient).flow]


@gradient_of("TensorArrayWriteV3", "TensorArrayScatterV3")
def _write(op: Operation, flow: Tensor) -> Any:
    done = identity(op.outputs[0], "flow_out")
    with control_dependencies([done]):
        after = identity(flow, "write_barrier")
    array = _gradient_array(op, flow, after)
    get = array.read if op.type == "TensorArrayWriteV3" else array.gather
    return [None, None, get(op.inputs[1]), after]
