"""The kinds of queues: first in, first out; in random order; and of elements that differ in size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.engine.core.errors import invalid
from grader.engine.core.shapes import TensorShape, bracketed
from grader.engine.graph.graph import control_dependencies, device
from grader.engine.graph.random_seed import get_seed
from grader.engine.ops.common.basic import c_name
from grader.engine.ops.common.public import ShapeLike, TypeLike
from grader.engine.queues.queue import QueueBase, shapes_in, types_in
from grader.engine.registry import (
    Attribute,
    define,
    many_types,
    missing_gradient,
    no_gradient,
    no_tangent,
    number,
    scalar,
    shapes_of,
    string,
)
from grader.engine.runtime.queues import PaddedQueue, Queue, ShuffledQueue

__all__ = ["FIFOQueue", "PaddingFIFOQueue", "RandomShuffleQueue"]


def _define(op_type: str, kind: type[Queue], **attributes: Attribute) -> None:
    def kernel(node: Any) -> Queue:
        attrs = node.attrs
        description = attrs["capacity"], attrs["component_types"], attrs["shapes"]
        given: dict[str, Any] = {}
        if kind is ShuffledQueue:
            given = {
                "least": attrs["min_after_dequeue"], "seeds": (attrs["seed"], attrs["seed2"])
            }  # fmt: skip
            _check_least(given["least"], attrs["capacity"])

        def create() -> Queue:
            return kind(node.name, *description, **given)

        shared = attrs["shared_name"].decode()
        if not shared:
            return node.state.private("queue " + node.name, create)
        container, device = attrs["container"].decode(), node.operation.device
        queue = node.state.resource(container, "queue " + shared, create, device)
        _check_shared(shared, queue, op_type, create())
        return queue

    define(
        op_type,
        "-> handle: resource",
        shape=scalar,
        kernel=kernel,
        stateful=True,
        # Padding can turn a little data into a lot, which no bound sees before the run.
        importable=kind is not PaddedQueue,
        attributes={
            "component_types": many_types(1),
            "shapes": shapes_of([]),
            "capacity": number(-1),
            "container": string(b""),
            "shared_name": string(b""),
            **attributes,
        },
    )
    no_tangent(op_type)


def _check_least(least: int, capacity: int) -> None:
    if least < 0:
        raise invalid(f"min_after_dequeue {least} must be >= 0")
    if 0 <= capacity <= least:
        raise invalid(f"min_after_dequeue {least} must be < capacity {capacity}")


# What two nodes of one queue must agree on, and how TensorFlow says what the second asked for.
REQUESTED = {
    "capacity": "capacity was {}",
    "min_after_dequeue": "min_after_dequeue was {}.",
    "random seeds": "seeds are {}.",
    "component types": "component types were {}",
    "component shapes": "component shapes were {}",
}


def _check_shared(shared: str, queue: Queue, op_type: str, wanted: Queue) -> None:
    """Raises InvalidArgumentError unless the queue of that name is what the node describes."""
    if type(queue) is not type(wanted):
        raise invalid(f"Expected {queue.KIND}, found {op_type}")
    requested, actual = _description(wanted), _description(queue)
    for what, text in REQUESTED.items():
        value = requested.get(what)
        if value != actual.get(what) and value != (0, 0):  # seeds of 0: any will do
            raise invalid(
                f"Shared queue '{shared}' has {what} {actual[what]} but requested {text.format(value)}"
            )


def _description(queue: Queue) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "capacity": queue.capacity,
        "component types": ", ".join(map(c_name, queue.types)),
        "component shapes": f"[{', '.join(map(bracketed, queue.shapes))}]",
    }
    if isinstance(queue, ShuffledQueue):
        facts |= {"min_after_dequeue": queue.least, "random seeds": queue.seeds}
    return facts


# First in, first out -----------------------------------------------------------------------------

_define("FIFOQueueV2", Queue)
missing_gradient("FIFOQueueV2")


class FIFOQueue(QueueBase):
    """A queue that returns its elements in the order in which they were added, as `tf.FIFOQueue`.

    capacity: how many elements it holds; enqueuing more waits. dtypes: of the components.
    shapes: of the components, needed by `enqueue_many` and `dequeue_many`.
    """

    def __init__(
        self,
        capacity: int,
        dtypes: TypeLike | Sequence[TypeLike],
        shapes: ShapeLike | Sequence[ShapeLike] = None,
        names: str | Sequence[str] | None = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ):
        with control_dependencies(None), device("CPU"):
            known = _full(shapes)
            self._create("FIFOQueueV2", name, capacity, dtypes, known, names, shared_name)


def _full(shapes: ShapeLike | Sequence[ShapeLike]) -> list[TensorShape] | None:
    """The shapes, which must be fully defined."""
    known = shapes_in(shapes)
    if known and not all(shape.is_fully_defined() for shape in known):
        raise ValueError(f"All shapes must be fully defined: {known}")
    return known


# In random order ---------------------------------------------------------------------------------

_define(
    "RandomShuffleQueueV2",
    ShuffledQueue,
    min_after_dequeue=number(0),
    seed=number(0),
    seed2=number(0),
)
no_gradient("RandomShuffleQueueV2")


class RandomShuffleQueue(QueueBase):
    """A queue that returns its elements in random order, as `tf.RandomShuffleQueue`.

    min_after_dequeue: how many elements stay in it, so that the next is drawn from many.
    """

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: TypeLike | Sequence[TypeLike],
        shapes: ShapeLike | Sequence[ShapeLike] = None,
        names: str | Sequence[str] | None = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ):
        first, second = get_seed(seed)
        if seed is None and first is not None and shared_name is not None:
            import hashlib  # here, since it is not needed to import the engine

            digest = hashlib.md5(f"{first}{shared_name}".encode(), usedforsecurity=False)
            second = int(digest.hexdigest()[:8], 16) & 0x7FFFFFFF
        seeds = {"seed": first or 0, "seed2": second or 0, "min_after_dequeue": min_after_dequeue}
        kind, known = "RandomShuffleQueueV2", _full(shapes)
        self._create(kind, name, capacity, dtypes, known, names, shared_name, **seeds)


# Of elements that differ in size -----------------------------------------------------------------

_define("PaddingFIFOQueueV2", PaddedQueue)
no_gradient("PaddingFIFOQueueV2")


class PaddingFIFOQueue(QueueBase):
    """A FIFO queue whose shapes may have unknown sizes; `dequeue_many` pads with zeros."""

    def __init__(
        self,
        capacity: int,
        dtypes: TypeLike | Sequence[TypeLike],
        shapes: Sequence[ShapeLike],
        names: str | Sequence[str] | None = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ):
        known, types = shapes_in(shapes), types_in(dtypes)
        if known is None or len(known) != len(types):
            raise ValueError(
                f"Shapes must be provided for all components, but received {len(types)} dtypes and "
                f"{len(known or [])} shapes."
            )
        kind = "PaddingFIFOQueueV2"
        self._create(kind, name, capacity, types, known, names, shared_name)
