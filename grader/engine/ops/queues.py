"""Queues: state that is not a variable. What is dequeued is gone, in every later run too."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine import dtypes
from grader.engine.build import apply
from grader.engine.convert import convert_to_tensor
from grader.engine.errors import (
    invalid,
)
from grader.engine.graph import Tensor, control_dependencies, device, name_scope
from grader.engine.queues import Queue
from grader.engine.registry import (
    define,
    flag,
    many_types,
    nothing,
    number,
    scalar,
    shapes_of,
    text,
)
from grader.engine.shapes import TensorShape, as_shape

__all__ = ["FIFOQueue", "QueueBase"]


def _queue_kernel(node: Any) -> Queue:
    def make() -> Queue:
        components = len(node.attrs["component_types"])
        return Queue(node.name, node.attrs["capacity"], components, node.attrs["shapes"])

    shared = node.attrs["shared_name"].decode()
    if not shared:
        return node.state.private("queue " + node.name, make)
    container = node.attrs["container"].decode()
    return node.state.resource(container, "queue " + shared, make, node.operation.device)


def _split(components: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    sizes = {len(component) for component in components}
    if len(sizes) != 1:
        raise invalid(f"All components must have one size in the first dimension, got {sizes}")
    return [tuple(component[row] for component in components) for row in range(sizes.pop())]


def _join(node: Any, elements: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    if not elements:
        return tuple(
            np.zeros([0, *shape.as_list()], dtype.as_numpy_dtype)
            for shape, dtype in zip(_queue_shapes(node.operation), node.output_dtypes, strict=True)
        )
    # A string is a bytes object by itself, of which NumPy would make an array of its own kind.
    return tuple(
        np.stack([np.asarray(value, dtype.as_numpy_dtype) for value in component])
        for dtype, component in zip(node.output_dtypes, zip(*elements, strict=True), strict=True)
    )


def _queue_shapes(operation: Any) -> list[TensorShape]:
    count = len(operation.outputs)
    shapes = operation.inputs[0].op.attributes.get("shapes") or []
    return list(shapes) if len(shapes) == count else [TensorShape(None)] * count


def _many_shapes(op: Any) -> list[TensorShape]:
    from grader.engine.constants import constant_value

    size = constant_value(op.inputs[1])
    rows = TensorShape([None if size is None else int(size)])
    if rows.sizes[0] is not None and size is not None and int(size) < 0:
        raise ValueError(f"cannot dequeue {int(size)} elements")
    return [rows.concatenate(shape) for shape in _queue_shapes(op)]


define(
    "FIFOQueueV2",
    "-> handle: resource",
    component_types=many_types(1),
    shapes=shapes_of([]),
    capacity=number(-1),
    container=text(b""),
    shared_name=text(b""),
    shape=scalar,
    kernel=_queue_kernel,
    stateful=True,
)
define(
    "QueueEnqueueV2",
    "handle: resource, components: Tcomponents ->",
    Tcomponents=many_types(1),
    timeout_ms=number(-1),
    shape=nothing,
    kernel=lambda node, queue, *components: queue.put([components]),
    stateful=True,
    waits=True,
)
define(
    "QueueEnqueueManyV2",
    "handle: resource, components: Tcomponents ->",
    Tcomponents=many_types(1),
    timeout_ms=number(-1),
    shape=nothing,
    kernel=lambda node, queue, *components: queue.put(_split(components)),
    stateful=True,
    waits=True,
)
define(
    "QueueDequeueV2",
    "handle: resource -> components: component_types",
    component_types=many_types(1),
    timeout_ms=number(-1),
    shape=_queue_shapes,
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
        shape=_many_shapes
        if not _up_to
        else lambda op: [TensorShape([None]).concatenate(shape) for shape in _queue_shapes(op)],
        kernel=lambda node, queue, n, up_to=_up_to: queue.take(
            int(n), up_to, lambda taken: _join(node, taken)
        ),
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
)
define(
    "QueueIsClosedV2",
    "handle: resource -> is_closed: bool",
    shape=scalar,
    kernel=lambda node, queue: np.bool_(queue.closed),
    stateful=True,
)


class QueueBase:
    """A queue as the user sees it: a handle in the graph, whose elements live in each session."""

    def __init__(
        self,
        dtypes_: list[dtypes.DType],
        shapes: list[TensorShape] | None,
        names: list[str] | None,
        queue_ref: Tensor,
    ):
        if shapes is not None and len(shapes) != len(dtypes_):
            raise ValueError(
                "Queue shapes must have the same length as dtypes, received "
                f"len(shapes)={len(shapes)}, len(dtypes)={len(dtypes_)}"
            )
        self._dtypes = dtypes_
        self._shapes = shapes or [TensorShape(None)] * len(dtypes_)
        self._names = names
        self._queue_ref = queue_ref
        self._name = queue_ref.op.name.rpartition("/")[2]

    @property
    def queue_ref(self) -> Tensor:
        """The handle."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """The name of the queue's node."""
        return self._queue_ref.op.name

    @property
    def dtypes(self) -> list[Any]:
        """The types of an element's components."""
        return self._dtypes

    @property
    def shapes(self) -> list[TensorShape]:
        """The shapes of an element's components."""
        return self._shapes

    @property
    def names(self) -> list[str] | None:
        """The names of an element's components, if they have some."""
        return self._names

    def _components(self, vals: Any, many: bool) -> list[Tensor]:
        if self._names is not None:
            if not isinstance(vals, dict) or sorted(vals) != sorted(self._names):
                raise ValueError(f"Expected a dictionary with the keys {sorted(self._names)}")
            vals = [vals[name] for name in self._names]
        elif isinstance(vals, dict):
            raise ValueError("Queue must have names to enqueue a dictionary")
        elif not isinstance(vals, (list, tuple)):
            vals = [vals]
        tensors = [
            convert_to_tensor(value, dtype, f"component_{index}")
            for index, (value, dtype) in enumerate(zip(vals, self._dtypes, strict=False))
        ]
        if many:
            rows = tensors[0].shape.with_rank_at_least(1)[0]
            for tensor, shape in zip(tensors, self._shapes, strict=False):
                rows = rows.merge_with(tensor.shape.with_rank_at_least(1)[0])
                tensor.shape[1:].assert_is_compatible_with(shape)
        else:
            for tensor, shape in zip(tensors, self._shapes, strict=False):
                tensor.shape.assert_is_compatible_with(shape)
        return tensors

    def enqueue(self, vals: Any, name: str | None = None) -> Any:
        """An operation that adds one element."""
        with name_scope(name, f"{self._name}_enqueue", _tensors(vals)) as scope:
            return apply(
                "QueueEnqueueV2",
                name=scope,
                handle=self._queue_ref,
                components=self._components(vals, many=False),
            )

    def enqueue_many(self, vals: Any, name: str | None = None) -> Any:
        """An operation that adds the rows of `vals` as elements."""
        with name_scope(name, f"{self._name}_EnqueueMany", _tensors(vals)) as scope:
            return apply(
                "QueueEnqueueManyV2",
                name=scope,
                handle=self._queue_ref,
                components=self._components(vals, many=True),
            )

    def dequeue(self, name: str | None = None) -> Any:
        """The tensors of the element that a run removes."""
        return self._returned(
            apply(
                "QueueDequeueV2",
                name=name or f"{self._name}_Dequeue",
                handle=self._queue_ref,
                component_types=self._dtypes,
            )
        )

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """The tensors of `n` elements, stacked."""
        return self._returned(
            apply(
                "QueueDequeueManyV2",
                name=name or f"{self._name}_DequeueMany",
                handle=self._queue_ref,
                n=n,
                component_types=self._dtypes,
            )
        )

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """The tensors of `n` elements, or of fewer once the queue is closed."""
        return self._returned(
            apply(
                "QueueDequeueUpToV2",
                name=name or f"{self._name}_DequeueUpTo",
                handle=self._queue_ref,
                n=n,
                component_types=self._dtypes,
            )
        )

    def _returned(self, tensors: list[Tensor]) -> Any:
        if self._names is not None:
            return dict(zip(self._names, tensors, strict=True))
        return tensors[0] if len(tensors) == 1 else tensors

    def size(self, name: str | None = None) -> Tensor:
        """A tensor: how many elements the queue has."""
        return apply("QueueSizeV2", name=name or f"{self._name}_Size", handle=self._queue_ref)

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Any:
        """An operation after which nothing can be added."""
        return apply(
            "QueueCloseV2",
            name=name or f"{self._name}_Close",
            handle=self._queue_ref,
            cancel_pending_enqueues=cancel_pending_enqueues,
        )

    def is_closed(self, name: str | None = None) -> Tensor:
        """A tensor: whether the queue was closed."""
        return apply(
            "QueueIsClosedV2", name=name or f"{self._name}_Is_Closed", handle=self._queue_ref
        )


class FIFOQueue(QueueBase):
    """A queue that gives its elements back in the order in which they came, as `tf.FIFOQueue`.

    capacity: how many elements it holds; an enqueue beyond waits. dtypes: of the components.
    shapes: of the components, needed by `enqueue_many` and `dequeue_many`.
    """

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ):
        types = _as_types(dtypes)
        known = _as_shapes(shapes)
        names = [names] if isinstance(names, str) else names
        with control_dependencies(None), device("CPU"):
            handle = apply(
                "FIFOQueueV2",
                name=name,
                component_types=types,
                shapes=known or [],
                capacity=capacity,
                shared_name=shared_name or "",
            )
        super().__init__(types, known, names, handle)


def _as_types(value: Any) -> list[Any]:
    return [
        dtypes.as_dtype(item) for item in (value if isinstance(value, (list, tuple)) else [value])
    ]


def _as_shapes(shapes: Any) -> list[TensorShape] | None:
    if shapes is None:
        return None
    nested = (
        isinstance(shapes, (list, tuple))
        and shapes
        and all(isinstance(shape, (list, tuple, TensorShape)) or shape is None for shape in shapes)
    )
    found = [as_shape(shape) for shape in shapes] if nested else [as_shape(shapes)]
    if not all(shape.is_fully_defined() for shape in found):
        raise ValueError(f"All shapes must be fully defined: {found}")
    return found


def _tensors(vals: Any) -> list[Any]:
    if isinstance(vals, dict):
        return list(vals.values())
    return list(vals) if isinstance(vals, (list, tuple)) else [vals]
