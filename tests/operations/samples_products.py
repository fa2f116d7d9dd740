"""Samples of the products."""

from __future__ import annotations

from .sampling import c64, f16, f32, f64, integers, sample

SAMPLES = {
    "MatMul": [
        sample(a=f32(2, 3), b=f32(3, 4)),
        sample(a=f64(3, 2), b=f64(4, 3), transpose_a=True, transpose_b=True),
        sample(a=f32(3, 2), b=f32(3, 4), transpose_a=True),
        sample(a=f64(2, 3), b=f64(4, 3), transpose_b=True),
        sample(a=f32(0, 3), b=f32(3, 2)),
        sample(a=f16(2, 2), b=f16(2, 2)),
        sample(a=integers(2, 2), b=integers(2, 2)),
        sample(a=c64(2, 2), b=c64(2, 2)),
        sample(a=f32(2, 3), b=f32(2, 4)),
        sample(a=f32(3), b=f32(3, 4)),
    ],
    "BatchMatMulV2": [
        sample(x=f32(2, 2, 3), y=f32(2, 3, 1)),
        sample(x=f64(2, 1, 3, 2), y=f64(4, 3, 2), adj_x=True),
        sample(x=f32(2, 3), y=f32(5, 4, 3), adj_y=True),
        sample(x=c64(2, 3, 2), y=c64(2, 4, 3), adj_x=True, adj_y=True),
        sample(x=integers(2, 2, 2), y=integers(2, 2, 2)),
        sample(x=f32(2, 2, 3), y=f32(3, 3, 1)),
        sample(x=f32(2, 2, 3), y=f32(2, 2, 1)),
        sample(x=f32(3), y=f32(3, 1)),
    ],
    "Einsum": [
        sample(inputs=[f32(2, 3), f32(3, 4)], equation="ij,jk->ik"),
        sample(inputs=[f64(2, 3)], equation="ij->ji"),
        sample(inputs=[f64(2, 3)], equation="ij->i"),
        sample(inputs=[f32(3, 3)], equation="ii->"),
        sample(inputs=[f32(3, 3)], equation="ii->i"),
        sample(inputs=[f64(2, 3, 4), f64(4, 5)], equation="...j,jk->...k"),
        sample(inputs=[f64(2, 1, 3), f64(5, 3)], equation="...j,...j->..."),
        sample(inputs=[f32(2), f32(3)], equation="i,j->ij"),
        sample(inputs=[f64(2, 3), f64(2)], equation="ij,i->j"),
        sample(inputs=[f32(2, 3), f32(4, 4)], equation="ij,jk->ik"),
        sample(inputs=[f32(2, 3)], equation="ijk->i"),
        sample(inputs=[c64(2, 2), c64(2)], equation="ij,j->i"),
    ],
}
