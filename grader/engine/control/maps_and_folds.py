"""`tf.map_fn`, `tf.foldl`, `tf.foldr` and `tf.scan`: loops over the rows of tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.engine.control.contexts import plain_value
from grader.engine.control.tensor_arrays import TensorArray
from grader.engine.control.while_loop import while_loop
from grader.engine.core import nest
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.arrays.sizes import shape

__all__ = ["foldl", "foldr", "map_fn", "scan"]


def _check_callable(fn: Any) -> None:
    if not callable(fn):
        raise TypeError(f"{fn} is not callable. Please provide a callable function.")


def _row_count(tensor: Tensor) -> Any:
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
        flat = [convert_to_tensor(one, name="elem") for one in flat]
        types = [one.dtype for one in flat] if signature is None else nest.flatten(signature)
        if flat[0].shape.rank == 0:
            raise ValueError("Elements in elems must be 1+ dimensional Tensors, not scalars")
        count = _row_count(flat[0])
        made = [TensorArray(one.dtype, size=count, dynamic_size=False) for one in flat]
        arrays = [array.unstack(one) for array, one in zip(made, flat, strict=True)]
        start = constant(0)
        results = [
            TensorArray(kind, size=count, dynamic_size=False, infer_shape=infer_shape)
            for kind in types
        ]

        def compute(i: Tensor, written: Any) -> Any:
            value = fn(nest.pack(elems, [array.read(i) for array in arrays]))
            nest.same(structure, value)
            pairs = zip(written, nest.flatten(value), strict=True)
            written = [array.write(i, one) for array, one in pairs]
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


def _fold(title: str, backwards: bool) -> Any:
    def fold(
        fn: Callable[[Any, Any], Any],
        elems: Any,
        initializer: Any = None,
        parallel_iterations: int = 10,
        back_prop: bool = True,
        swap_memory: bool = False,
        name: Any = None,
    ) -> Any:
        _check_callable(fn)
        with name_scope(name, title, [elems]):
            flat = [convert_to_tensor(one, name="elem") for one in nest.flatten(elems)]
            count = _row_count(flat[0])
            arrays = nest.over(
                lambda one: TensorArray(one.dtype, size=count, dynamic_size=False).unstack(one),
                elems,
            )
            first = count - 1 if backwards else 0
            if initializer is None:
                value = nest.over(lambda array: array.read(first), arrays)
            else:
                value = initializer
            if backwards:
                start = first if initializer is None else count
            else:
                start = constant(int(initializer is None))

            def compute(i: Any, so_far: Any) -> Any:
                place = i - 1 if backwards else i
                row = nest.over(lambda array: array.read(place), arrays)
                so_far = fn(so_far, row)
                return [place if backwards else i + 1, so_far]

            return while_loop(
                (lambda i, _: i > 0) if backwards else (lambda i, _: i < count),
                compute,
                [start, value],
                parallel_iterations=parallel_iterations,
                back_prop=back_prop,
                swap_memory=swap_memory,
                maximum_iterations=count,
            )[1]

    fold.__name__ = fold.__qualname__ = title
    end = "last" if backwards else "first"
    fold.__doc__ = f"The last `so_far = fn(so_far, row)` over the rows of `elems`, from the {end}."
    return fold


foldl, foldr = _fold("foldl", backwards=False), _fold("foldr", backwards=True)


def scan(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """Like `foldl` (with `reverse`, `foldr`), but returns every intermediate value, stacked by row."""
    _check_callable(fn)
    structure = elems if initializer is None else initializer
    with name_scope(name, "scan", nest.flatten(elems)):
        flat = [convert_to_tensor(one, name="elem") for one in nest.flatten(elems)]
        count = _row_count(flat[0])
        made = [
            TensorArray(one.dtype, size=count, dynamic_size=False, element_shape=one.shape[1:])
            for one in flat
        ]
        arrays = [array.unstack(one) for array, one in zip(made, flat, strict=True)]
        first: Any = count - 1 if reverse and initializer is None else 0
        if initializer is None:
            values = [array.read(first) for array in arrays]
        else:
            values = [convert_to_tensor(one) for one in nest.flatten(initializer)]
        results = [
            TensorArray(
                one.dtype,
                size=count,
                element_shape=one.shape if infer_shape else None,
                dynamic_size=False,
                infer_shape=infer_shape,
            )
            for one in values
        ]
        done_before = int(initializer is None)
        if done_before:
            # TensorFlow creates this index again.
            again = count - 1 if reverse else 0
            pairs = zip(results, values, strict=True)
            results = [array.write(again, one) for array, one in pairs]

        def compute(i: Any, so_far: Any, written: Any) -> Any:
            row = nest.pack(elems, [array.read(i) for array in arrays])
            out = fn(nest.pack(structure, so_far), row)
            nest.same(structure, out)
            out = nest.flatten(out)
            written = [array.write(i, one) for array, one in zip(written, out, strict=True)]
            return (i - 1 if reverse else i + 1), out, written

        start = count - 1 - done_before if reverse else done_before
        _, _, done = while_loop(
            (lambda i, *_: i >= 0) if reverse else (lambda i, *_: i < count),
            compute,
            (start, values, results),
            parallel_iterations=parallel_iterations,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=count,
        )
        return _stacked(structure, done, flat)
