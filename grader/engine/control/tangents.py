"""Forward rules of branches. Those of loops and of tensor arrays are missing.

A tangent takes the same path as its value, into a branch through a Switch. The context inserts the
Switch itself as soon as a rule uses a tensor from outside, so the tangent is passed on unchanged.
"""

from __future__ import annotations

from grader.engine.control.contexts import merged, within
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.graph.loops import output_context
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.tangent_helpers import missing_tangent, zeros_for
from grader.engine.registry import no_tangent, tangent_of

no_tangent(
    "LoopCond ControlTrigger Assert StackV2",
    "TensorArrayV3 TensorArrayGradV3 TensorArraySizeV3",
)


@tangent_of("Switch", "RefSwitch")
def _switch(op: Operation, tangent: Tensor, _: None) -> list[Tensor]:
    return [tangent, tangent]


@tangent_of("Merge", "RefMerge")
def _merge(op: Operation, *tangents: Tensor | None) -> list[Tensor | None]:
    alive = []
    for source, tangent in zip(op.inputs, tangents, strict=True):
        branch = output_context(source.op)
        with within(branch):
            alive.append(identity(zeros_for(source, tangent)))
        if branch is not None:
            branch.add_known_outside(alive[-1])
    return [merged(alive), None]


@tangent_of("RefIdentity")
def _identity(op: Operation, tangent: Tensor) -> Tensor:
    return tangent


missing_tangent(
    "Enter RefEnter Exit RefExit NextIteration RefNextIteration StackPushV2 StackPopV2",
    "TensorArrayWriteV3 TensorArrayScatterV3 TensorArrayReadV3 TensorArrayGatherV3",
)
