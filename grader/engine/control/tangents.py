"""Forward mode through branches and loops.

A tangent goes where its value goes: into a branch by a Switch, and round a loop as one more loop
variable of the same frame. The contexts put the Switch or Enter in between by themselves as soon as a
rule uses a tensor from outside, so most rules here hand the tangent on as it is. The tangents of a
tensor array's elements stand in an array beside it, as its gradients do.
"""

from __future__ import annotations

from typing import Any

from grader.engine.autodiff.gradient_loops import within
from grader.engine.control.cond import entered, merged, on_either
from grader.engine.control.tensor_arrays import TensorArray
from grader.engine.control.while_loop import WhileContext
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Operation, Tensor, control_dependencies, get_default_graph
from grader.engine.graph.nodes import output_context
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.tangent_helpers import zeros_for
from grader.engine.registry import no_tangent, tangent_of

__all__: list[str] = []

no_tangent(
    "LoopCond ControlTrigger Assert Abort PrintV2 StringFormat StackV2 StackCloseV2",
    "TensorArrayV3 TensorArrayGradV3 TensorArrayGradWithShape TensorArraySizeV3 TensorArrayCloseV3",
)


def is_loop_merge(operation: Operation) -> bool:
    """Whether a Merge begins the rounds of a loop, for a loop variable that has derivatives."""
    return (
        operation.type == "Merge"
        and operation.inputs[-1].op.type == "NextIteration"
        and operation.outputs[0].dtype.is_floating
    )


def close_loop(merge: Operation, carried: dict[Tensor, Any]) -> None:
    """Gives the tangent of a loop variable its value in the next round."""
    tangent, goes_on = carried.get(merge.outputs[0]), merge.inputs[-1]
    if tangent is None:
        return
    following = carried.get(goes_on)
    if following is None:
        with goes_on.op.context.inside():
            following = apply("NextIteration", data=zeros_for(goes_on.op.inputs[0], None))
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
        loop.known(start)
        inside = entered(start, loop)
        loop.enters.append(inside)
        return [merged([inside, inside]), None]
    alive = []
    for source, tangent in zip(op.inputs, tangents, strict=True):
        branch = output_context(source.op)
        with within(branch):
            alive.append(identity(zeros_for(source, tangent)))
        if branch is not None:
            branch.known_outside(alive[-1])
    return [merged(alive), None]


@tangent_of("Enter", "RefEnter")
def _enter(op: Operation, tangent: Any) -> Any:
    return tangent


@tangent_of("NextIteration", "RefNextIteration", "Exit", "RefExit")
def _leave(op: Operation, tangent: Any) -> Any:
    moved = on_either(op.type.removeprefix("Ref"), tangent)
    if "Exit" in op.type:
        op.context.exits.append(moved)
        op.context.known_outside(moved)
    return moved


@tangent_of("RefIdentity")
def _same(op: Operation, tangent: Any) -> Any:
    return tangent


@tangent_of("Print")
def _print(op: Operation, tangent: Any, *_: Any) -> Any:
    return tangent


@tangent_of("StackPushV2", "StackPopV2")
def _stack(op: Operation, *tangents: Any) -> Any:
    raise LookupError(
        f"No tangent defined for operation '{op.name}' (op type: {op.type}): forward mode does not go "
        "through the gradient of a loop"
    )


# --------------------------------------------------------------------------------- tensor arrays


def _beside(op: Operation, flow: Any) -> TensorArray:
    """The array of the tangents, for this call of `tangents`."""
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
    array = _beside(op, flow)
    put = array.write if op.type == "TensorArrayWriteV3" else array.scatter
    return put(op.inputs[1], zeros_for(op.inputs[2], tangent)).flow


@tangent_of("TensorArraySplitV3")
def _split(op: Operation, _h: Any, tangent: Any, _l: Any, flow: Any) -> Any:
    return _beside(op, flow).split(zeros_for(op.inputs[1], tangent), op.inputs[2]).flow


@tangent_of("TensorArrayReadV3", "TensorArrayGatherV3")
def _read(op: Operation, _h: Any, _i: Any, flow: Any) -> Any:
    array = _beside(op, flow)
    get = array.read if op.type == "TensorArrayReadV3" else array.gather
    return get(op.inputs[1])


@tangent_of("TensorArrayConcatV3")
def _concat(op: Operation, _h: Any, flow: Any) -> Any:
    return [_beside(op, flow).concat(), None]
