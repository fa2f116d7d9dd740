"""Second derivatives: `tf.hessians`."""

from __future__ import annotations

from typing import Any

from grader.engine.autodiff.reverse import as_list, gradients
from grader.engine.control.tensor_arrays import TensorArray
from grader.engine.control.while_loop import while_loop
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import Tensor
from grader.engine.ops.arrays.concatenation import concat
from grader.engine.ops.arrays.shapes import reshape, shape, size

__all__ = ["hessians"]


def hessians(
    ys: Any,
    xs: Any,
    name: str = "hessians",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
) -> list[Tensor]:
    """For each x, the second derivatives of the sum of ys, shaped (*shape of x, *shape of x).

    Built as in TensorFlow: a loop over the elements of the gradient, with one backward pass for each.
    """
    options: dict[str, Any] = {
        "colocate_gradients_with_ops": colocate_gradients_with_ops,
        "gate_gradients": gate_gradients,
        "aggregation_method": aggregation_method,
    }
    xs = as_list(xs)
    found = gradients(ys, xs, **options)
    return [_of_gradient(gradient, x) for gradient, x in zip(found, xs, strict=True)]


def _of_gradient(gradient: Tensor, x: Any) -> Tensor:
    flat = reshape(gradient, [-1])
    count = size(x)

    def row(index: Any, rows: Any) -> Any:
        return index + 1, rows.write(index, gradients(flat[index], x)[0])

    start = [constant(0, "int32"), TensorArray(x.dtype, count)]
    _, rows = while_loop(lambda index, _: index < count, row, start)
    sizes = shape(x)
    return reshape(rows.stack(), concat((sizes, sizes), 0))
