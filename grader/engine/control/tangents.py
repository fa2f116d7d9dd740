"""Forward rules of control flow and tensor arrays.

A tangent takes the same path as its value: into a branch through a Switch, and round a loop as a further
loop variable of the same frame. The contexts insert the Switch or Enter themselves as soon as a rule
uses a tensor from outside, so most rules here pass the tangent on unchanged. Those of tensor
arrays are missing.
"""

from __future__ import annotations

from typing import Any

from grader.engine.control.contexts import merged, on_either, within
from grader.engine.control.while_loop import WhileContext
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.graph.nodes import output_context
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.tangent_helpers import missing_tangent, zeros_for
from grader.engine.registry import no_tangent, tangent_of

no_tangent(
    "LoopCond ControlTrigger Assert StackV2",
    "TensorArrayV3 TensorArrayGradV3 TensorArraySizeV3",
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


@tangent_of("Enter", "RefEnter", "RefIdentity")
def _same(op: Operation, tangent: Any, *_: Any) -> Any:
    return tangent


@tangent_of("StackPushV2", "StackPopV2")
def _stack(op: Operation, *tangents: Any) -> Any:
    raise LookupError(
        f"No tangent defined for operation '{op.name}' (op type: {op.type}): forward mode does not go "
        "through the gradient of a loop"
    )


missing_tangent("TensorArrayWriteV3 TensorArrayScatterV3 TensorArrayReadV3 TensorArrayGatherV3")
