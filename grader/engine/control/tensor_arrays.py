"""`tf.TensorArray`, and what maps and folds over the rows of a tensor with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from grader.engine.control.cond import plain_value
from grader.engine.control.while_loop import while_loop
from grader.engine.core import dtypes, nest
from grader.engine.core.shapes import TensorShape, as_shape
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    colocate_with,
    control_dependencies,
    device,
    name_scope,
)
from grader.engine.ops.arrays.making import range as tf_range
from grader.engine.ops.arrays.shape_functions import shape as shape_tensor
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.inference import fold
from grader.engine.ops.math.functions import cast
from grader.engine.registry import gradient_of

__all__ = ["TensorArray", "foldl", "foldr", "map_fn", "scan"]


class TensorArray:
    """A list of tensors that a loop writes and reads by index, as `tf.TensorArray`.

    Each write returns the array to go on with. size: of the array; it grows if dynamic_size.
    element_shape: of each element. infer_shape: all elements have one shape, checked when written.
    Raises ValueError for arguments that exclude each other.
    """

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Tensor | None = None,
        flow: Tensor | None = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ):
        if handle is None and size is None:
            raise ValueError("Argument `size` must be provided if handle is not provided.")
        for given, other in (
            (size, "a `handle` and `size`"),
            (element_shape, "`handle` and `element_shape`"),
            (dynamic_size, "`handle` and `dynamic_size`"),
            (clear_after_read, "`handle` and `clear_after_read`"),
            (tensor_array_name, "`handle` and `tensor_array_name`"),
        ):
            if handle is not None and given is not None:
                raise ValueError(f"Cannot provide both {other} arguments at the same time.")
        self.dtype = dtypes.as_dtype(dtype).base_dtype
        self.dynamic_size = bool(dynamic_size)
        self._infer_shape, self._size = infer_shape, size
        # Lists, since the arrays that writes return share what is learnt later.
        self._shape = [as_shape(element_shape)]
        self._anchor: list[Tensor] | None = [] if colocate_with_first_write_call else None
        with name_scope(name, "TensorArray", [handle, size, flow]) as scope:
            if handle is not None:
                if flow is None:
                    raise ValueError("flow must not be None if handle is not None.")
                self.handle, self.flow = handle, flow
                return
            with device(None), colocate_with(None, ignore_existing=True):
                self.handle, self.flow = apply(
                    "TensorArrayV3",
                    scope,
                    size=size,
                    dtype=self.dtype,
                    element_shape=as_shape(element_shape),
                    identical_element_shapes=infer_shape,
                    dynamic_size=self.dynamic_size,
                    clear_after_read=clear_after_read is None or clear_after_read,
                    tensor_array_name=tensor_array_name or "",
                )

    @property
    def element_shape(self) -> TensorShape:
        """What is known of the elements' shape."""
        return self._shape[0]

    def _with_flow(self, flow: Tensor) -> TensorArray:
        """The same array after what `flow` comes from."""
        array = TensorArray(
            self.dtype,
            handle=self.handle,
            flow=flow,
            infer_shape=self._infer_shape,
            colocate_with_first_write_call=self._anchor is not None,
        )
        array.dynamic_size, array._size = self.dynamic_size, self._size
        array._anchor, array._shape = self._anchor, self._shape
        return array

    def _learn(self, shape: TensorShape) -> None:
        if not shape.is_compatible_with(self.element_shape):
            raise ValueError(f"Inconsistent shapes: saw {shape} but expected {self.element_shape} ")
        if self._infer_shape:
            self._shape[0] = self.element_shape.merge_with(shape)

    @contextmanager
    def _where_first_written(self, value: Tensor) -> Iterator[None]:
        if self._anchor is None:
            yield
            return
        self._anchor[:] = self._anchor or [value]
        with colocate_with(self._anchor[0]):
            yield

    def _element(self, value: Any) -> Tensor:
        value = convert_to_tensor(value, name="value", preferred_dtype=self.dtype)
        if value.dtype.base_dtype != self.dtype:
            raise ValueError(
                f"Input {value} has dtype {value.dtype.name}, but expected {self.dtype.name}"
            )
        return value

    def identity(self) -> TensorArray:
        """The same array, as a node of its own."""
        return self._with_flow(identity(self.flow))

    def grad(self, source: str, flow: Tensor | None = None, name: str | None = None) -> TensorArray:
        """The array of the gradients for one call of `tf.gradients`."""
        flow = self.flow if flow is None else flow
        with name_scope(name, "TensorArrayGrad", [self.handle]), colocate_with(self.handle):
            handle = apply(
                "TensorArrayGradV3", name, handle=self.handle, flow_in=flow, source=source
            )[0]
            with control_dependencies([handle]):
                flow = identity(flow, name="gradient_flow")
            array = TensorArray(
                self.dtype,
                handle=handle,
                flow=flow,
                infer_shape=self._infer_shape,
                colocate_with_first_write_call=False,
            )
            array._shape = self._shape
            return array

    def read(self, index: Any, name: str | None = None) -> Tensor:
        """The element at `index`."""
        value = apply(
            "TensorArrayReadV3",
            name,
            handle=self.handle,
            index=index,
            flow_in=self.flow,
            dtype=self.dtype,
        )
        value.set_shape(self.element_shape)
        return value

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with `value` at `index`."""
        with name_scope(name, "TensorArrayWrite", [self.handle, index, value]):
            value = self._element(value)
            self._learn(value.shape)
            with self._where_first_written(value):
                flow = apply(
                    "TensorArrayWriteV3",
                    name,
                    handle=self.handle,
                    index=index,
                    value=value,
                    flow_in=self.flow,
                )
            return self._with_flow(flow)

    def stack(self, name: str | None = None) -> Tensor:
        """All elements as one tensor, along a new first axis."""
        with colocate_with(self.handle), name_scope(name, "TensorArrayStack", [self.handle]):
            value = self.gather(tf_range(0, self.size()), name=name)
            known = self.element_shape.rank is not None and self._size is not None
            if known and not self.dynamic_size:
                is_tensor = isinstance(self._size, Tensor)
                size = constant_value(self._size) if is_tensor else self._size
                value.set_shape([None if size is None else int(size), *self._sizes()])
            return value

    def _sizes(self) -> list[int | None]:
        return self.element_shape.as_list()

    def gather(self, indices: Any, name: str | None = None) -> Tensor:
        """The elements at `indices` as one tensor."""
        value = apply(
            "TensorArrayGatherV3",
            name,
            handle=self.handle,
            indices=indices,
            flow_in=self.flow,
            dtype=self.dtype,
            element_shape=self.element_shape,
        )
        if self.element_shape.rank is not None:
            value.set_shape([None, *self._sizes()])
        return value

    def concat(self, name: str | None = None) -> Tensor:
        """All elements, one after the other along their first axis."""
        shape = self.element_shape
        value = apply(
            "TensorArrayConcatV3",
            name,
            handle=self.handle,
            flow_in=self.flow,
            dtype=self.dtype,
            element_shape_except0=shape[1:],
        )[0]
        if shape.rank is not None:
            size = constant_value(self.size()) if self._infer_shape else None
            rows = shape.as_list()[0]
            first = None if size is None or rows is None else int(size) * rows
            value.set_shape([first, *shape.as_list()[1:]])
        return value

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """The array with the rows of `value` as its elements."""
        with name_scope(name, "TensorArrayUnstack", [self.handle, value]):
            count = shape_tensor(value)[0]
            return self.scatter(tf_range(0, count), value, name=name)

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with the rows of `value` at `indices`."""
        with name_scope(name, "TensorArrayScatter", [self.handle, value, indices]):
            value = self._element(value)
            self._learn(value.shape[1:])
            with self._where_first_written(value):
                flow = apply(
                    "TensorArrayScatterV3",
                    name,
                    handle=self.handle,
                    indices=indices,
                    value=value,
                    flow_in=self.flow,
                )
            return self._with_flow(flow)

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """The array with parts of `value` of these lengths as its elements."""
        with name_scope(name, "TensorArraySplit", [self.handle, value, lengths]):
            value = convert_to_tensor(value, self.dtype, "value")
            with self._where_first_written(value):
                lengths = cast(lengths, dtypes.int64)
                known = fold(lengths)
                sizes = set() if known is None or value.shape.rank is None else set(known.tolist())
                if len(sizes) == 1:
                    self._learn(TensorShape([*sizes, *value.shape.as_list()[1:]]))
                flow = apply(
                    "TensorArraySplitV3",
                    name,
                    handle=self.handle,
                    value=value,
                    lengths=lengths,
                    flow_in=self.flow,
                )
            return self._with_flow(flow)

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements."""
        if not self.dynamic_size and self._size is not None:
            return convert_size(self._size)
        return apply("TensorArraySizeV3", name, handle=self.handle, flow_in=self.flow)

    def close(self, name: str | None = None) -> Operation:
        """Empties the array when run."""
        closed: Operation = apply("TensorArrayCloseV3", name, handle=self.handle)
        return closed


def convert_size(size: Any) -> Tensor:
    """A size as a tensor."""
    return convert_to_tensor(size, dtypes.int32)


# --------------------------------------------------------------------------------- the rules


def _gradient_array(op: Operation, gradient: Tensor, flow: Tensor) -> TensorArray:
    """The gradients of an operation's array, those of this call of `tf.gradients`."""
    parts = gradient.name.split("/")
    starts = [number for number, part in enumerate(parts) if part.startswith("gradients")]
    if not starts:
        raise ValueError(
            "Expected op/tensor name to start with gradients (excluding scope), got: "
            f"{gradient.name}. Give tf.gradients a name that starts with 'gradients'."
        )
    dtype = op.attributes["dtype" if "dtype" in op.attributes else "T"]
    array = TensorArray(dtype, handle=op.inputs[0], flow=flow, colocate_with_first_write_call=False)
    return array.grad("/".join(parts[: starts[-1] + 1]), flow=flow)


@gradient_of("TensorArrayReadV3", "TensorArrayGatherV3")
def _read(op: Operation, gradient: Tensor) -> Any:
    array = _gradient_array(op, gradient, op.inputs[2])
    put = array.write if op.type == "TensorArrayReadV3" else array.scatter
    return [None, None, put(op.inputs[1], gradient).flow]


@gradient_of("TensorArrayConcatV3")
def _concat(op: Operation, gradient: Tensor, _: Any) -> Any:
    array = _gradient_array(op, gradient, op.inputs[1])
    return [None, array.split(gradient, op.outputs[1]).flow]


@gradient_of("TensorArrayWriteV3", "TensorArrayScatterV3", "TensorArraySplitV3")
def _write(op: Operation, flow: Tensor) -> Any:
    done = identity(op.outputs[0], "flow_out")
    with control_dependencies([done]):
        after = identity(flow, "write_barrier")
    array = _gradient_array(op, flow, after)
    if op.type == "TensorArraySplitV3":
        return [None, array.concat(), None, after]
    get = array.read if op.type == "TensorArrayWriteV3" else array.gather
    return [None, None, get(op.inputs[1]), after]


# --------------------------------------------------------------------------------- maps and folds


def _callable(fn: Any) -> None:
    if not callable(fn):
        raise TypeError(f"{fn} is not callable. Please provide a callable function.")


def _rows(tensor: Tensor) -> Any:
    known = tensor.shape.as_list()[0] if tensor.shape.rank else None
    return shape_tensor(tensor)[0] if known is None else known


def _unstacked(tensor: Tensor, count: Any) -> TensorArray:
    return TensorArray(tensor.dtype, size=count, dynamic_size=False).unstack(tensor)


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

    dtype (or fn_output_signature): the types of what `fn` returns, where they are not those of elems.
    """
    signature = dtype if fn_output_signature is None else fn_output_signature
    _callable(fn)
    elems = nest.over(plain_value, elems)
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
        count = _rows(flat[0])
        made = [TensorArray(one.dtype, size=count, dynamic_size=False) for one in flat]
        arrays = [array.unstack(one) for array, one in zip(made, flat, strict=True)]
        start = constant(0)
        results = [
            TensorArray(kind, size=count, dynamic_size=False, infer_shape=infer_shape)
            for kind in types
        ]

        def compute(i: Tensor, written: Any) -> Any:
            value = fn(nest.pack(elems, [array.read(i) for array in arrays]))
            nest.same(elems if signature is None else signature, value)
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
        stacked = [array.stack() for array in done]
        _set_rows(stacked, flat)
        return nest.pack(elems if signature is None else signature, stacked)


def _set_rows(results: list[Tensor], elems: list[Tensor]) -> None:
    for result in results:
        rest = result.shape.as_list()[1:] if result.shape.rank is not None else None
        if rest is not None:
            result.set_shape([elems[0].shape.as_list()[0] if elems[0].shape.rank else None, *rest])


def _fold(fn: Any, elems: Any, initializer: Any, name: str, title: str, **how: Any) -> Any:
    _callable(fn)
    backwards = title == "foldr"
    with name_scope(name, title, [elems]):
        flat = [convert_to_tensor(one, name="elem") for one in nest.flatten(elems)]
        count = _rows(flat[0])
        arrays = nest.over(lambda one: _unstacked(one, count), elems)
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
            maximum_iterations=count,
            **how,
        )[1]


def foldl(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: Any = None,
) -> Any:
    """`so_far = fn(so_far, row)` for the rows of `elems`, from the first; the last value."""
    how = {"parallel_iterations": parallel_iterations, "back_prop": back_prop}
    return _fold(fn, elems, initializer, name, "foldl", swap_memory=swap_memory, **how)


def foldr(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: Any = None,
) -> Any:
    """`so_far = fn(so_far, row)` for the rows of `elems`, from the last; the last value."""
    how = {"parallel_iterations": parallel_iterations, "back_prop": back_prop}
    return _fold(fn, elems, initializer, name, "foldr", swap_memory=swap_memory, **how)


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
    """Like `foldl` (or, with `reverse`, `foldr`), but all values on the way, stacked by row."""
    _callable(fn)
    structure = elems if initializer is None else initializer
    with name_scope(name, "scan", nest.flatten(elems)):
        flat = [convert_to_tensor(one, name="elem") for one in nest.flatten(elems)]
        count = _rows(flat[0])
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
            # TensorFlow makes this index anew.
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
        stacked = [array.stack() for array in done]
        _set_rows(stacked, flat)
        return nest.pack(structure, stacked)
