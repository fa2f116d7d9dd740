"""The queue classes: `tf.FIFOQueue` and the others."""

from __future__ import annotations

from typing import Any

from grader.engine.core import dtypes
from grader.engine.core.shapes import TensorShape, as_shape
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, device, name_scope
from grader.engine.graph.random_seed import get_seed

__all__ = ["FIFOQueue", "PaddingFIFOQueue", "QueueBase", "RandomShuffleQueue"]


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

    def _create(
        self,
        op_type: str,
        name: str,
        capacity: int,
        types: Any,
        shapes: Any,
        names: Any,
        shared_name: str | None,
        **more: Any,
    ) -> None:
        """Adds the node of a new queue and sets the attributes."""
        types = _as_types(types)
        is_padded = op_type == "PaddingFIFOQueueV2"
        known = shapes if is_padded else _as_shapes(shapes)
        if names is not None:
            names = list(names) if isinstance(names, (list, tuple)) else [names]
            if len(names) != len(types):
                raise ValueError(
                    f"List of names must have the same length as the list of dtypes, received "
                    f"len(names)={len(names)},len(dtypes)={len(types)}"
                )
        handle = apply(
            op_type,
            name=name,
            component_types=types,
            shapes=known or [],
            capacity=capacity,
            shared_name=shared_name or "",
            **more,
        )
        QueueBase.__init__(self, types, known, names, handle)

    @property
    def queue_ref(self) -> Tensor:
        """The handle."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """The name of the queue's node."""
        return self._queue_ref.op.name

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
            convert_to_tensor(_kept(value), dtype, f"component_{index}")
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

    def _node(self, kind: str, name: str | None, **inputs: Any) -> Any:
        name = name or f"{self._name}_{kind}"
        op_type = f"Queue{kind.replace('_', '')}V2"
        return apply(op_type, name=name, handle=self._queue_ref, **inputs)

    def enqueue(self, vals: Any, name: str | None = None) -> Any:
        """An operation that adds one element."""
        with name_scope(name, f"{self._name}_enqueue", _tensors(vals)) as scope:
            return self._node("Enqueue", scope, components=self._components(vals, many=False))

    def enqueue_many(self, vals: Any, name: str | None = None) -> Any:
        """An operation that adds each row of `vals` as an element."""
        with name_scope(name, f"{self._name}_EnqueueMany", _tensors(vals)) as scope:
            return self._node("EnqueueMany", scope, components=self._components(vals, many=True))

    def dequeue(self, name: str | None = None) -> Any:
        """The tensors of one element, which each run removes."""
        return self._returned(self._node("Dequeue", name, component_types=self._dtypes))

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """The tensors of `n` elements, stacked."""
        tensors = self._node("DequeueMany", name, n=n, component_types=self._dtypes)
        rows = constant_value(tensors[0].op.inputs[1])
        return self._returned(tensors, None if rows is None else int(rows))

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
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

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Any:
        """An operation that closes the queue: nothing can be added afterwards."""
        return self._node("Close", name, cancel_pending_enqueues=cancel_pending_enqueues)


class FIFOQueue(QueueBase):
    """A queue that returns its elements in the order in which they were added, as `tf.FIFOQueue`.

    capacity: how many elements it holds; enqueuing more waits. dtypes: of the components.
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
        with control_dependencies(None), device("CPU"):
            self._create("FIFOQueueV2", name, capacity, dtypes, shapes, names, shared_name)


class RandomShuffleQueue(QueueBase):
    """A queue that returns its elements in random order, as `tf.RandomShuffleQueue`.

    min_after_dequeue: how many elements stay in it, so that the next is drawn from many.
    """

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
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
        kind = "RandomShuffleQueueV2"
        self._create(kind, name, capacity, dtypes, shapes, names, shared_name, **seeds)


class PaddingFIFOQueue(QueueBase):
    """A FIFO queue whose shapes may have unknown sizes; `dequeue_many` pads with zeros."""

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ):
        known, types = _as_shapes(shapes, unknown_sizes=True), _as_types(dtypes)
        if known is None or len(known) != len(types):
            raise ValueError(
                f"Shapes must be provided for all components, but received {len(types)} dtypes and "
                f"{len(known or [])} shapes."
            )
        kind = "PaddingFIFOQueueV2"
        self._create(kind, name, capacity, dtypes, known, names, shared_name)


def _as_types(value: Any) -> list[Any]:
    return [
        dtypes.as_dtype(item) for item in (value if isinstance(value, (list, tuple)) else [value])
    ]


def _as_shapes(shapes: Any, unknown_sizes: bool = False) -> list[TensorShape] | None:
    if shapes is None:
        return None
    nested = (
        isinstance(shapes, (list, tuple))
        and shapes
        and all(isinstance(shape, (list, tuple, TensorShape)) or shape is None for shape in shapes)
    )
    found = [as_shape(shape) for shape in shapes] if nested else [as_shape(shapes)]
    if not unknown_sizes and not all(shape.is_fully_defined() for shape in found):
        raise ValueError(f"All shapes must be fully defined: {found}")
    return found


def _kept(value: Any) -> Any:
    """A resource variable is kept as it is now; of any other a queue keeps the reference."""
    return value.read_value() if getattr(value, "_use_resource", None) else value


def _tensors(vals: Any) -> list[Any]:
    if isinstance(vals, dict):
        return list(vals.values())
    return list(vals) if isinstance(vals, (list, tuple)) else [vals]
