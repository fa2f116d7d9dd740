"""`tf.map_fn`: a loop over the rows of tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.control.contexts import plain_value
from grader.engine.control.tensor_arrays import TensorArray
from grader.engine.control.while_loop import while_loop
from grader.engine.core import nest
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays.shapes import shape

__all__ = ["map_fn"]


def _check_callable(fn: Any) -> None:
    if not callable(fn):
        raise TypeError(f"{fn} is not callable. Please provide a callable function.")


def _row_count(tensor: Tensor) -> Tensor | int:
    known = tensor.shape.as_list()[0] if tensor.shape.rank else None
    return shape(tensor)[0] if known is None else known


def _stacked(structure: Any, arrays: list[TensorArray], elems: list[Tensor]) -> Any:
    """The arrays in a structure, each as one tensor with as many rows as `elems`."""
    results = [array.stack() for array in arrays]
    rows = elems[0].shape.as_list()[0] if elems[0].shape.rank else None
    for result in results:
        if result.shape.rank is not None:
            result.set_shape([rows, *result.shape.as_list()[1:]])
    return nest.pack(structure, results)


def map_fn(
    fn: Callable[[Any], Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """`fn(row)` for each row of `elems` (a tensor, or a structure of them), stacked.

    dtype (or fn_output_signature): the types that `fn` returns, if they are not those of elems.
    """
    signature = dtype if fn_output_signature is None else fn_output_signature
    _check_callable(fn)
    elems = nest.over(plain_value, elems)
    structure = elems if signature is None else signature
    flat = nest.flatten(elems)
    if not flat:
        raise ValueError(
            "elems must be a Tensor or (possibly nested) sequence of Tensors. Got "
            f"{elems}, which does not contain any Tensors."
        )
    with name_scope(name, "map", flat):
        flat = [convert_to_tensor(elem, name="elem") for elem in flat]
        types = [elem.dtype for elem in flat] if signature is None else nest.flatten(signature)
        if flat[0].shape.rank == 0:
            raise ValueError("Elements in elems must be 1+ dimensional Tensors, not scalars")
        count = _row_count(flat[0])
        made = [TensorArray(elem.dtype, size=count, dynamic_size=False) for elem in flat]
        arrays = [array.unstack(elem) for array, elem in zip(made, flat, strict=True)]
        start = constant(0)
        results = [
            TensorArray(kind, size=count, dynamic_size=False, infer_shape=infer_shape)
            for kind in types
        ]

        def compute(i: Tensor, written: list[TensorArray]) -> tuple[Tensor, list[TensorArray]]:
            value = fn(nest.pack(elems, [array.read(i) for array in arrays]))
            nest.same(structure, value)
            pairs = zip(written, nest.flatten(value), strict=True)
            written = [array.write(i, result) for array, result in pairs]
            return i + 1, written

        _, done = while_loop(
            lambda i, _: i < count,
            compute,
            (start, results),
            parallel_iterations=parallel_iterations or 10,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=count,
        )
        return _stacked(structure, done, flat)
