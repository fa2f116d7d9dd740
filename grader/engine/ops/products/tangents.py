"""Forward rules of products: each is linear in each of its factors."""

from __future__ import annotations

from grader.engine.ops.common.tangent_helpers import bilinear

bilinear("x y", "BatchMatMulV2")
bilinear("a b", "MatMul")
bilinear("inputs", "Einsum")
