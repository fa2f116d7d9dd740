"""Forward rules of the operations on arrays. Most only move elements, and move tangents likewise."""

from __future__ import annotations

from typing import Any

from grader.engine.graph.build import apply
from grader.engine.ops.common.tangent_helpers import linear, missing_tangent
from grader.engine.registry import no_tangent, tangent_of

no_tangent(
    "BroadcastArgs BroadcastGradientArgs ConcatOffset InvertPermutation ListDiff OneHot",
    "OnesLike Range Rank Shape ShapeN Size Unique Where ZerosLike",
)
linear("input", "Squeeze", "ExpandDims", "Roll", "Slice", "StridedSlice", "Tile", "BroadcastTo")
linear("input", "Pad", "DiagPart")
linear("dy", "StridedSliceGrad")
linear("x", "Transpose", "ConjugateTranspose")
linear("tensor", "Reshape", "ReverseV2")
linear("value", "Unpack", "Split", "SplitV", "Fill")
linear("values", "Pack", "ConcatV2")
linear("params", "GatherV2", "GatherNd")
linear("diagonal", "Diag")


@tangent_of("PadV2")
def _pad(op: Any, tangent: Any, _: Any, of_constant: Any) -> Any:
    # As in TensorFlow's gradient, nothing flows through the number that is padded with.
    return None if tangent is None else apply("Pad", input=tangent, paddings=op.inputs[1])


missing_tangent("MatrixDiagV3")
