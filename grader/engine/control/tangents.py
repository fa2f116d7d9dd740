"""Forward rules of control flow and tensor arrays.

A tangent takes the same path as its value: into a branch through a Switch, and round a loop as a further
loop variable of the same frame. The contexts insert the Switch or Enter themselves as soon as a rule
uses a tensor from outside, so most rules here pass the tangent on unchanged. The tangents of a tensor
array's elements are kept in a second array, as its gradients are.
"""

from __future__ import annotations

from typing import Any

from grader.engine.control.contexts import merged, on_either, within
from grader.engine.control.tensor_arrays import TensorArray
from grader.engine.control.while_loop import WhileContext
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Operation, Tensor, control_dependencies, get_default_graph
from grader.engine.graph.nodes import output_context
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.tangent_helpers import zeros_for
from grader.engine.registry import no_tangent, tangent_of

no_tangent(
    "LoopCond ControlTrigger Assert Abort StackV2 StackCloseV2",
    "TensorArrayV3 TensorArrayGradV3 TensorArrayGradWithShape TensorArraySizeV3 TensorArrayCloseV3",
)


def is_loop_merge(operation: Operation) -> bool:
    """Whether the operation is the Merge of a loop variable that has derivatives."""
    return (
        operation.type == "Merge"
        and operation.inputs[-1].op.type == "NextIteration"
        and operation.outputs[0].dtype.is_floating
    )


def close_loop(merge: Operation, carried: dict[Tensor, Any]) -> None:
    """Connects the tangent of a loop variable with its value in the next iteration."""
    tangent, value = carried.get(merge.outputs[0]), merge.inputs[-1]
    if tangent is None:
        return
    following = carried.get(value)
    if following is None:
        with value.op.context.inside():
            following = apply("NextIteration", data=zeros_for(value.op.inputs[0], None))
    tangent.op.replace_input(1, following)


@tangent_of("Switch", "RefSwitch")
def _switch(op: Operation, tangent: Any, _: Any) -> Any:
    if isinstance(op.context, WhileContext):
        return apply("Switch", data=tangent, pred=op.inputs[1])
    return [tangent, tangent]


@tangent_of("Merge", "RefMerge")
def _merge(op: Operation, *tangents: Any) -> Any:
    if is_loop_merge(op):
        loop, enter = op.context, op.inputs[0].op
        with loop.outside(), within(loop.outer):
            start = identity(zeros_for(enter.inputs[0], tangents[0]))
        return [loop.add_variable(start), None]
    alive = []
    for source, tangent in zip(op.inputs, tangents, strict=True):
        branch = output_context(source.op)
        with within(branch):
            alive.append(identity(zeros_for(source, tangent)))
        if branch is not None:
            branch.add_known_outside(alive[-1])
    return [merged(alive), None]


@tangent_of("NextIteration", "RefNextIteration")
def _next_iteration(op: Operation, tangent: Any) -> Any:
    return on_either("NextIteration", tangent)


@tangent_of("Exit", "RefExit")
def _exit(op: Operation, tangent: Any) -> Any:
    return op.context.add_exit(tangent)


@tangent_of("Enter", "RefEnter", "RefIdentity", "Print")
def _same(op: Operation, tangent: Any, *_: Any) -> Any:
    return tangent


@tangent_of("StackPushV2", "StackPopV2")
def _stack(op: Operation, *tangents: Any) -> Any:
    raise LookupError(
        f"No tangent defined for operation '{op.name}' (op type: {op.type}): forward mode does not go "
        "through the gradient of a loop"
    )


# --------------------------------------------------------------------------------- tensor arrays


def _tangent_array(op: Operation, flow: Any) -> TensorArray:
    """The array of the tangents in this call of `tangents`."""
    scope = get_default_graph().get_name_scope().split("/")
    last = max(number for number, part in enumerate(scope) if part.startswith("tangents"))
    dtype = op.attributes["dtype" if "dtype" in op.attributes else "T"]
    handle = op.inputs[0]
    primal = op.inputs[-1]
    with control_dependencies([primal]):
        handle = apply(
            "TensorArrayGradV3",
            handle=handle,
            flow_in=primal if flow is None else flow,
            source="/".join(scope[: last + 1]),
        )[0]
    flow = identity(primal) if flow is None else flow
    return TensorArray(dtype, handle=handle, flow=flow, colocate_with_first_write_call=False)


@tangent_of("TensorArrayWriteV3", "TensorArrayScatterV3")
def _write(op: Operation, _h: Any, _i: Any, tangent: Any, flow: Any) -> Any:
    array = _tangent_array(op, flow)
    put = array.write if op.type == "TensorArrayWriteV3" else array.scatter
    return put(op.inputs[1], zeros_for(op.inputs[2], tangent)).flow


@tangent_of("TensorArraySplitV3")
def _split(op: Operation, _h: Any, tangent: Any, _l: Any, flow: Any) -> Any:
    return _tangent_array(op, flow).split(zeros_for(op.inputs[1], tangent), op.inputs[2]).flow


@tangent_of("TensorArrayReadV3", "TensorArrayGatherV3")
def _read(op: Operation, _h: Any, _i: Any, flow: Any) -> Any:
    array = _tangent_array(op, flow)
    get = array.read if op.type == "TensorArrayReadV3" else array.gather
    return get(op.inputs[1])


@tangent_of("TensorArrayConcatV3")
def _concat(op: Operation, _h: Any, flow: Any) -> Any:
    return [_tangent_array(op, flow).concat(), None]
