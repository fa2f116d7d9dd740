"""What all queues share: the operations that add and take elements, and the class with a method for each.

The elements are state: what a run takes, no later run sees. How they wait is in runtime/queues.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.engine.core.absent import lacking
from grader.engine.core.dtypes import DType, as_dtype, string
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape, as_shape
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor, name_scope
from grader.engine.ops.common.public import ShapeLike, TensorLike, TypeLike
from grader.engine.registry import (
    define,
    flag,
    many_types,
    missing_gradient,
    no_tangent,
    nothing,
    number,
    scalar,
    unknown,
)
from grader.engine.runtime.queues import PaddedQueue, Queue

__all__ = ["QueueBase"]

Element = tuple[Any, ...]  # the arrays of its components
Components = TensorLike | Sequence[TensorLike] | Mapping[str, TensorLike]


# Operations --------------------------------------------------------------------------------------


def _split(components: Element) -> list[Element]:
    sizes = {len(component) for component in components}
    if len(sizes) != 1:
        raise invalid(f"All components must have one size in the first dimension, got {sizes}")
    return [tuple(component[row] for component in components) for row in range(sizes.pop())]


def _joined(node: Any, queue: Queue, elements: list[Element]) -> Element:
    if not elements:
        return tuple(
            np.zeros([0, *shape.as_list()], dtype.as_numpy_dtype)
            for shape, dtype in zip(queue.shapes, node.output_dtypes, strict=True)
        )
    # np.stack alone would turn bytes objects into NumPy's fixed-length strings.
    columns = [
        [np.asarray(value, dtype.as_numpy_dtype) for value in column]
        for dtype, column in zip(node.output_dtypes, zip(*elements, strict=True), strict=True)
    ]
    if isinstance(queue, PaddedQueue):
        columns = [
            _padded(column, b"" if dtype == string else 0)
            for dtype, column in zip(node.output_dtypes, columns, strict=True)
        ]
    return tuple(np.stack(column) for column in columns)


def _padded(arrays: list[np.ndarray], filler: Any) -> list[np.ndarray]:
    """The arrays, filled up to the largest sizes among them."""
    if not arrays[0].ndim:
        return arrays
    sizes = np.max([array.shape for array in arrays], axis=0)
    return [
        np.pad(array, [(0, n) for n in sizes - array.shape], constant_values=filler)
        for array in arrays
    ]


def _many_kernel(up_to: bool) -> Callable[..., Element]:
    def kernel(node: Any, queue: Queue, n: Any) -> Any:
        if n < 0:
            raise invalid(f"cannot dequeue {int(n)} elements")
        if not queue.shapes:
            raise invalid(
                f"{queue.KIND}'s DequeueMany and DequeueUpTo require the components to have specified "
                "shapes."
            )
        return queue.take(int(n), up_to, lambda taken: _joined(node, queue, taken))

    return kernel


def _many_shapes(op: Operation) -> list[TensorShape]:
    n = constant_value(op.inputs[1])
    if n is not None and int(n) < 0:
        raise ValueError(f"Input 'n' must be >= 0, but is {int(n)}")
    return unknown(op)


def _rows(op: Operation, given: Sequence[Any]) -> int:
    """Each row of each component becomes an element of its own."""
    return 1000 * sum(shape[0] for shape in given if shape)


for _many in (False, True):
    define(
        "QueueEnqueueManyV2" if _many else "QueueEnqueueV2",
        "handle: resource, components: Tcomponents ->",
        Tcomponents=many_types(1),
        timeout_ms=number(-1),
        shape=nothing,
        kernel=(
            (lambda node, queue, *components: queue.put(_split(components)))
            if _many
            else lambda node, queue, *components: queue.put([components])
        ),
        stateful=True,
        waits=True,
        work=_rows if _many else None,
    )
define(
    "QueueDequeueV2",
    "handle: resource -> components: component_types",
    component_types=many_types(1),
    timeout_ms=number(-1),
    shape=unknown,
    kernel=lambda node, queue: queue.take(1, then=lambda taken: taken[0]),
    stateful=True,
    waits=True,
)
for _type, _up_to in (("QueueDequeueManyV2", False), ("QueueDequeueUpToV2", True)):
    define(
        _type,
        "handle: resource, n: int32 -> components: component_types",
        component_types=many_types(1),
        timeout_ms=number(-1),
        shape=unknown if _up_to else _many_shapes,
        kernel=_many_kernel(_up_to),
        stateful=True,
        waits=True,
    )
define(
    "QueueSizeV2",
    "handle: resource -> size: int32",
    shape=scalar,
    kernel=lambda node, queue: np.int32(len(queue.elements)),
    stateful=True,
)
define(
    "QueueCloseV2",
    "handle: resource ->",
    cancel_pending_enqueues=flag(False),
    shape=nothing,
    kernel=lambda node, queue: queue.close(node.attrs["cancel_pending_enqueues"]),
    stateful=True,
    waits=True,
)
OPERATIONS = (
    "QueueCloseV2 QueueDequeueManyV2 QueueDequeueUpToV2 QueueDequeueV2 QueueEnqueueManyV2 "
    "QueueEnqueueV2 QueueSizeV2"
)
missing_gradient(OPERATIONS)
no_tangent(OPERATIONS)


# The class ---------------------------------------------------------------------------------------


class QueueBase:
    """A queue as the user sees it: a handle in the graph, whose elements live in each session."""

    __getattr__ = lacking("tf.QueueBase", "dtypes from_list is_closed names shapes")

    def __init__(
        self,
        dtypes: Sequence[DType],
        shapes: Sequence[TensorShape] | None,
        names: list[str] | None,
        queue_ref: Tensor,
    ):
        if shapes is not None and len(shapes) != len(dtypes):
            raise ValueError(
                "Queue shapes must have the same length as dtypes, received "
                f"len(shapes)={len(shapes)}, len(dtypes)={len(dtypes)}"
            )
        self._dtypes = dtypes
        self._shapes = shapes or [TensorShape(None)] * len(dtypes)
        self._names = names
        self._queue_ref = queue_ref
        self._name = queue_ref.op.name.rpartition("/")[2]

    def _create(
        self,
        op_type: str,
        name: str,
        capacity: int,
        dtypes: TypeLike | Sequence[TypeLike],
        shapes: list[TensorShape] | None,
        names: str | Sequence[str] | None,
        shared_name: str | None,
        **more: Any,
    ) -> None:
        """Adds the node of a new queue and sets the attributes."""
        types = types_in(dtypes)
        if names is not None:
            names = [names] if isinstance(names, str) else list(names)
            if len(names) != len(types):
                raise ValueError(
                    "List of names must have the same length as the list of dtypes, received "
                    f"len(names)={len(names)},len(dtypes)={len(types)}"
                )
        handle = apply(
            op_type,
            name=name,
            component_types=types,
            shapes=shapes or [],
            capacity=capacity,
            shared_name=shared_name or "",
            **more,
        )
        QueueBase.__init__(self, types, shapes, names, handle)

    @property
    def queue_ref(self) -> Tensor:
        """The handle."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """The name of the queue's node."""
        return self._queue_ref.op.name

    def _components(self, vals: Components) -> list[Tensor]:
        if isinstance(vals, Mapping):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(vals, key=str) != sorted(self._names, key=str):
                raise ValueError(
                    "Keys in dictionary to enqueue do not match names of Queue.  Dictionary: "
                    f"{sorted(vals)},Queue: {sorted(self._names)}"
                )
            vals = [vals[name] for name in self._names]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a Queue with names")
        return [
            convert_to_tensor(value, dtype, f"component_{index}")
            for index, (value, dtype) in enumerate(zip(_listed(vals), self._dtypes, strict=False))
        ]

    def _node(self, kind: str, name: str | None, **inputs: Any) -> Any:
        return apply(
            f"Queue{kind}V2",
            name=name or f"{self._name}_{kind}",
            handle=self._queue_ref,
            **inputs,
        )

    def enqueue(self, vals: Components, name: str | None = None) -> Operation:
        """An operation that adds one element.

        vals: its components: a tensor, a list, or a dictionary if the queue has names.
        """
        with name_scope(name, f"{self._name}_enqueue", _listed(vals)) as scope:
            tensors = self._components(vals)
            for tensor, shape in zip(tensors, self._shapes, strict=False):
                tensor.shape.assert_is_compatible_with(shape)
            return self._node("Enqueue", scope, components=tensors)

    def enqueue_many(self, vals: Components, name: str | None = None) -> Operation:
        """An operation that adds each row of `vals` as an element."""
        with name_scope(name, f"{self._name}_EnqueueMany", _listed(vals)) as scope:
            tensors = self._components(vals)
            rows = tensors[0].shape.with_rank_at_least(1)[0]
            for tensor, shape in zip(tensors, self._shapes, strict=False):
                rows = rows.merge_with(tensor.shape.with_rank_at_least(1)[0])
                tensor.shape[1:].assert_is_compatible_with(shape)
            return self._node("EnqueueMany", scope, components=tensors)

    def dequeue(self, name: str | None = None) -> Any:
        """One element, which each run removes: a tensor, a list, or a dictionary if it has names."""
        return self._returned(self._node("Dequeue", name, component_types=self._dtypes))

    def dequeue_many(self, n: TensorLike, name: str | None = None) -> Any:
        """The tensors of `n` elements, stacked."""
        tensors = self._node("DequeueMany", name, n=n, component_types=self._dtypes)
        rows = constant_value(tensors[0].op.inputs[1])
        return self._returned(tensors, None if rows is None else int(rows))

    def dequeue_up_to(self, n: TensorLike, name: str | None = None) -> Any:
        """The tensors of `n` elements, or of fewer once the queue is closed."""
        tensors = self._node("DequeueUpTo", name, n=n, component_types=self._dtypes)
        return self._returned(tensors, None)

    def _returned(self, tensors: list[Tensor], *rows: int | None) -> Any:
        # The operation knows no shapes: they are set here, and an imported graph lacks them.
        for tensor, shape in zip(tensors, self._shapes, strict=True):
            tensor.set_shape(TensorShape(rows).concatenate(shape))
        if self._names is not None:
            return dict(zip(self._names, tensors, strict=True))
        return tensors[0] if len(tensors) == 1 else tensors

    def size(self, name: str | None = None) -> Tensor:
        """An int32 tensor: the number of elements in the queue."""
        return self._node("Size", name)

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
        """An operation that closes the queue: nothing can be added afterwards."""
        return self._node("Close", name, cancel_pending_enqueues=cancel_pending_enqueues)


def types_in(dtypes: TypeLike | Sequence[TypeLike]) -> list[DType]:
    """The types that a queue's argument names: one, or several."""
    return [as_dtype(item) for item in _listed(dtypes)]


def shapes_in(shapes: ShapeLike | Sequence[ShapeLike]) -> list[TensorShape] | None:
    """The shapes that a queue's argument names: one, or several; None for None."""
    if shapes is None:
        return None
    if isinstance(shapes, TensorShape):
        return [shapes]
    if not isinstance(shapes, (list, tuple)):
        raise TypeError(
            "Shapes must be a TensorShape or a list or tuple of TensorShapes, got "
            f"{type(shapes)} instead."
        )
    single = all(size is None or isinstance(size, int) for size in shapes)
    return [as_shape(shape) for shape in ([shapes] if single else shapes)]


def _listed(vals: Any) -> list[Any]:
    if isinstance(vals, Mapping):
        return list(vals.values())
    return list(vals) if isinstance(vals, (list, tuple)) else [vals]
