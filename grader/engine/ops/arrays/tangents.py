"""Forward rules of operations on arrays: most only move elements, so they move tangents as well."""

from __future__ import annotations

from typing import Any

from grader.engine.graph.build import apply
from grader.engine.ops.common.tangent_helpers import again, linear
from grader.engine.registry import no_tangent, tangent_of

no_tangent(
    "BroadcastArgs LinSpace ListDiff OneHot OnesLike Range Rank Shape ShapeN Size Unique Where",
    "ZerosLike",
)
linear("input", "Identity", "PlaceholderWithDefault", "IdentityN", "Squeeze", "ExpandDims")
linear("input", "Slice", "StridedSlice", "Tile", "Pad", "MirrorPad", "BroadcastTo")
linear("input", "Roll", "DiagPart", "MatrixBandPart")
linear("x", "Transpose", "ConjugateTranspose")
linear("tensor", "Reshape", "ReverseV2")
linear("value", "Unpack", "Split", "SplitV", "Fill")
linear("values", "Pack", "ConcatV2")
linear("params", "GatherV2", "GatherNd")
linear("diagonal", "Diag")
linear("input diagonal", "MatrixSetDiagV3")


@tangent_of("PadV2")
def _pad(op: Any, tangent: Any, _: Any, of_constant: Any) -> Any:
    # As in TensorFlow's gradient, nothing flows through the number that is padded with.
    return None if tangent is None else apply("Pad", input=tangent, paddings=op.inputs[1])


@tangent_of("MatrixDiagV3", "MatrixDiagPartV3")
def _matrix_diagonal(op: Any, tangent: Any, *_: Any) -> Any:
    if tangent is None:
        return None
    zero = apply("ZerosLike", x=op.inputs[-1])
    return again(op, {op.definition.inputs[0].name: tangent, "padding_value": zero})


@tangent_of("PreventGradient")
def _prevented(op: Any, tangent: Any) -> Any:
    raise LookupError(f"Gradient explicitly disabled. Reason: {op.get_attr('message')!r}")
