"""The operations of queues, whose elements are state: what a run dequeues, no later run sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core import dtypes
from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape
from grader.engine.graph.constants import constant_value
from grader.engine.registry import (
    define,
    flag,
    many_types,
    missing_gradient,
    no_gradient,
    no_tangent,
    nothing,
    number,
    scalar,
    shapes_of,
    string,
    unknown,
)
from grader.engine.runtime.queues import PaddedQueue, Queue, ShuffledQueue


def _queue_kernel(node: Any, make: Callable[..., Queue] = Queue, **more: Any) -> Queue:
    shapes = node.attrs["shapes"]
    components = len(node.attrs["component_types"])

    def made() -> Queue:
        return make(node.name, node.attrs["capacity"], components, shapes, **more)

    shared = node.attrs["shared_name"].decode()
    if not shared:
        return node.state.private("queue " + node.name, made)
    container = node.attrs["container"].decode()
    return node.state.resource(container, "queue " + shared, made, node.operation.device)


def _shuffled_kernel(node: Any) -> Queue:
    seeds = node.attrs["seed"], node.attrs["seed2"]
    return _queue_kernel(node, ShuffledQueue, least=node.attrs["min_after_dequeue"], seeds=seeds)


def _split(components: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    sizes = {len(component) for component in components}
    if len(sizes) != 1:
        raise invalid(f"All components must have one size in the first dimension, got {sizes}")
    return [tuple(component[row] for component in components) for row in range(sizes.pop())]


def _join(node: Any, queue: Queue, elements: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    if not elements:
        return tuple(
            np.zeros([0, *shape.as_list()], dtype.as_numpy_dtype)
            for shape, dtype in zip(queue.shapes, node.output_dtypes, strict=True)
        )
    if isinstance(queue, PaddedQueue):
        elements = _padded(elements, node.output_dtypes)
    # np.stack alone would turn bytes objects into NumPy's fixed-length strings.
    return tuple(
        np.stack([np.asarray(value, dtype.as_numpy_dtype) for value in component])
        for dtype, component in zip(node.output_dtypes, zip(*elements, strict=True), strict=True)
    )


def _padded(elements: list[tuple[Any, ...]], types: list[Any]) -> list[tuple[Any, ...]]:
    """The elements, each component padded with zeros (or empty strings) to the largest sizes."""
    columns = []
    for dtype, column in zip(types, zip(*elements, strict=True), strict=True):
        arrays = [np.asarray(value, dtype.as_numpy_dtype) for value in column]
        sizes = np.max([array.shape for array in arrays], axis=0)
        zero = b"" if dtype == dtypes.string else 0
        columns.append(
            [
                np.pad(
                    array,
                    [(0, size - own) for size, own in zip(sizes, array.shape, strict=True)],
                    constant_values=zero,
                )
                if array.ndim
                else array
                for array in arrays
            ]
        )
    return [*zip(*columns, strict=True)]


def _many_shapes(op: Any) -> list[TensorShape]:
    size = constant_value(op.inputs[1])
    if size is not None and int(size) < 0:
        raise ValueError(f"cannot dequeue {int(size)} elements")
    return unknown(op)


def _many_kernel(up_to: bool) -> Callable[..., Any]:
    def kernel(node: Any, queue: Queue, n: Any) -> Any:
        if n < 0:
            raise invalid(f"cannot dequeue {int(n)} elements")
        return queue.take(int(n), up_to, lambda taken: _join(node, queue, taken))

    return kernel


# Kind of queue -> its kernel, and its own attributes.
KINDS: dict[str, tuple[Callable[..., Queue], dict[str, Any]]] = {
    "FIFOQueueV2": (_queue_kernel, {}),
    "PaddingFIFOQueueV2": (lambda node: _queue_kernel(node, PaddedQueue), {}),
    "RandomShuffleQueueV2": (
        _shuffled_kernel,
        {"min_after_dequeue": number(0), "seed": number(0), "seed2": number(0)},
    ),
}
for _type, (_kernel, _attributes) in KINDS.items():
    define(
        _type,
        "-> handle: resource",
        shape=scalar,
        kernel=_kernel,
        stateful=True,
        # Padding can turn a little data into a lot, which no bound sees before the run.
        importable=_type != "PaddingFIFOQueueV2",
        attributes={
            "component_types": many_types(1),
            "shapes": shapes_of([]),
            "capacity": number(-1),
            "container": string(b""),
            "shared_name": string(b""),
            **_attributes,
        },
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
OTHER_QUEUES = "PaddingFIFOQueueV2 RandomShuffleQueueV2"
OPERATIONS = (
    "FIFOQueueV2 QueueCloseV2 QueueDequeueManyV2 QueueDequeueUpToV2 QueueDequeueV2 "
    "QueueEnqueueManyV2 QueueEnqueueV2 QueueSizeV2"
)
no_gradient(OTHER_QUEUES)
missing_gradient(OPERATIONS)
no_tangent(OTHER_QUEUES, OPERATIONS)
