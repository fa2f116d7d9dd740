"""Forward rules of reductions, running sums and products."""

from __future__ import annotations

from typing import Any

from grader.engine.graph.build import apply
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.common.tangent_helpers import linear
from grader.engine.ops.math import comparisons, division
from grader.engine.ops.math.casts import cast
from grader.engine.ops.reductions import functions as reductions
from grader.engine.registry import no_tangent, tangent_of

no_tangent("ArgMax ArgMin All Any")
linear("input", "Sum", "Mean")
linear("x", "Cumsum")


def _kept(op: Any, reduced: Any) -> Any:
    """The result of a reduction with its axes kept: computed again if the operation drops them."""
    return reduced if op.get_attr("keep_dims") else _reduce(REDUCTIONS[op.type], op, True)


def _reduce(function: Any, op: Any, keep: bool, values: Any = None) -> Any:
    return function(op.inputs[0] if values is None else values, axis=op.inputs[1], keepdims=keep)


REDUCTIONS = {"Max": reductions.reduce_max, "Min": reductions.reduce_min}


@tangent_of("Max", "Min")
def _extreme(op: Any, tangent: Any, _: Any = None) -> Any:
    # Equal extremes share the tangent, as they share TensorFlow's gradient.
    x, keep = op.inputs[0], op.get_attr("keep_dims")
    chosen = cast(comparisons.equal(x, _kept(op, op.outputs[0])), x.dtype.base_dtype)
    number = _reduce(reductions.reduce_sum, op, keep, chosen)
    return _reduce(reductions.reduce_sum, op, keep, chosen * tangent) / number


@tangent_of("Prod")
def _product(op: Any, tangent: Any, _: Any = None) -> Any:
    """Each factor's tangent times the product of the others, which holds for zeros, too."""
    x, axes = op.inputs
    rank = apply("Rank", input=x)
    reduced = division.mod(cast(axes, rank.dtype), rank)
    reduced = arrays.reshape(reduced, [-1])
    kept, _ = apply("ListDiff", x=apply("Range", start=0, limit=rank, delta=1), y=reduced)
    order = arrays.concat([kept, reduced], 0)
    sizes = arrays.gather(shapes.shape(x), kept)

    def rows(tensor: Any) -> Any:
        flat = arrays.concat(
            [sizes, [reductions.reduce_prod(arrays.gather(shapes.shape(x), reduced))]], 0
        )
        return arrays.reshape(apply("Transpose", x=tensor, perm=order), flat)

    before = reductions.cumprod(rows(x), axis=-1, exclusive=True)
    after = reductions.cumprod(rows(x), axis=-1, exclusive=True, reverse=True)
    result = reductions.reduce_sum(rows(tangent) * before * after, axis=-1)
    return arrays.reshape(result, shapes.shape(op.outputs[0]))


@tangent_of("Cumprod")
def _running_product(op: Any, tangent: Any, _: Any = None) -> Any:
    shares = apply(
        "Cumsum",
        x=tangent / op.inputs[0],
        axis=op.inputs[1],
        exclusive=op.get_attr("exclusive"),
        reverse=op.get_attr("reverse"),
    )
    return op.outputs[0] * shares


@tangent_of("L2Loss")
def _half_square_sum(op: Any, tangent: Any) -> Any:
    return reductions.reduce_sum(op.inputs[0] * tangent)
