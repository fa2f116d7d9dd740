"""Input through queues: producers of elements, and batches of them, each with a queue runner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.engine.control.assertions import Assert
from grader.engine.core import dtypes
from grader.engine.core.dtypes import DType
from grader.engine.core.keys import GraphKeys
from grader.engine.data.summaries import scalar_summary
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor, control_dependencies, name_scope
from grader.engine.ops.arrays.shapes import size
from grader.engine.ops.common.basic import identity
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.math.arithmetic import maximum
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.comparisons import greater
from grader.engine.queues.kinds import FIFOQueue, PaddingFIFOQueue, QueueBase, RandomShuffleQueue
from grader.engine.random.random import random_shuffle
from grader.engine.training.threads import QueueRunner, add_queue_runner
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = ["batch", "input_producer", "limit_epochs", "shuffle_batch", "string_input_producer"]
# fmt: on

Tensors = Sequence[TensorLike] | Mapping[str, TensorLike]


def _fullness(name: str, count: Tensor, most: int) -> None:
    scalar_summary(name, cast(count, dtypes.float32) * (1.0 / most))


def limit_epochs(
    tensor: TensorLike, num_epochs: int | None = None, name: str | None = None
) -> TensorLike:
    """`tensor`, with OutOfRangeError after `num_epochs` runs; a local variable counts them."""
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope(name, "limit_epochs", [tensor]) as scope:
        zero = constant(0, dtype=dtypes.int64)
        local = [GraphKeys.LOCAL_VARIABLES]
        epochs = Variable(zero, name="epochs", trainable=False, collections=local)
        count = apply("CountUpTo", ref=epochs, limit=num_epochs)
        with control_dependencies([count]):
            return identity(tensor, name=scope)


def input_producer(
    input_tensor: TensorLike,
    element_shape: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> FIFOQueue:
    """A queue of a tensor's rows, epoch after epoch, reshuffled in each."""
    with name_scope(name, "input_producer", [input_tensor]):
        rows = convert_to_tensor(input_tensor, name="input_tensor")
        element = rows.shape[1:].merge_with(element_shape)
        if not element.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be "
                "specified"
            )
        rows = random_shuffle(rows, seed=seed) if shuffle else rows
        rows = limit_epochs(rows, num_epochs)
        kind: dict[str, Any] = {"dtypes": [rows.dtype.base_dtype], "shapes": [element]}
        queue = FIFOQueue(capacity, **kind, shared_name=shared_name, name=name)  # type: ignore[arg-type]
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many([rows])], cancel_op=cancel_op))
        if summary_name is not None:
            _fullness(summary_name, queue.size(), capacity)
        return queue


def string_input_producer(
    string_tensor: TensorLike,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation | None = None,
) -> FIFOQueue:
    """A queue of strings (file names); ValueError if there are none."""
    needed = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, Tensor) and not string_tensor:
        raise ValueError(needed)
    with name_scope(name, "input_producer", [string_tensor]) as scope:
        strings = convert_to_tensor(string_tensor, dtype=dtypes.string)
        with control_dependencies([Assert(greater(size(strings), 0), [needed])]):
            strings = identity(strings)
        full = f"fraction_of_{capacity}_full"
        return input_producer(
            strings, [], num_epochs, shuffle, seed, capacity, shared_name, full, scope, cancel_op
        )


def batch(
    tensors: Tensors,
    batch_size: TensorLike,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of the examples whose tensors (a list or dict) are given.

    num_threads: how many threads run the graph that makes an example, each time for another one.
    enqueue_many: whether the tensors hold many examples. dynamic_pad: pads examples of unlike sizes.
    """
    with name_scope(name, "batch", _listed(tensors)) as scope:
        examples, types, known = _examples(tensors, enqueue_many, shapes)
        kind = PaddingFIFOQueue if dynamic_pad else FIFOQueue
        queue = kind(capacity, types, known, shared_name=shared_name)
        _fill(queue, examples, enqueue_many, num_threads)
        _fullness(f"fraction_of_{capacity}_full", queue.size(), capacity)
        return _batch_of(queue, batch_size, allow_smaller_final_batch, tensors, scope)


def shuffle_batch(
    tensors: Tensors,
    batch_size: TensorLike,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of examples drawn at random from a queue that keeps at least `min_after_dequeue`."""
    with name_scope(name, "shuffle_batch", _listed(tensors)) as scope:
        least = min_after_dequeue
        if capacity <= least:
            raise ValueError(f"capacity {capacity} must be bigger than min_after_dequeue {least}.")
        examples, types, known = _examples(tensors, enqueue_many, shapes)
        queue = RandomShuffleQueue(
            capacity, least, types, known, seed=seed, shared_name=shared_name
        )
        _fill(queue, examples, enqueue_many, num_threads)
        spare = maximum(0, queue.size() - least)
        _fullness(f"fraction_over_{least}_of_{capacity - least}_full", spare, capacity - least)
        return _batch_of(queue, batch_size, allow_smaller_final_batch, tensors, scope)


def _listed(tensors: Tensors) -> list[TensorLike]:
    if isinstance(tensors, Mapping):
        return [tensors[key] for key in sorted(tensors, key=str)]
    return tensors  # type: ignore[return-value]


def _examples(
    tensors: Tensors, enqueue_many: bool, shapes: Any
) -> tuple[list[Tensor], list[DType], Any]:
    """The tensors of an example (or of many), their types, and the shapes in one example."""
    examples = [convert_to_tensor(tensor) for tensor in _listed(tensors)]
    if not examples:
        raise ValueError("Expected at least one tensor in batch().")
    constant(True)  # TensorFlow's `keep_input`
    if shapes is None:
        for tensor in examples:
            if tensor.shape.rank is None:
                raise ValueError(f"Cannot infer Tensor's rank: {tensor}")
        shapes = [
            tensor.shape.with_rank_at_least(1)[1:] if enqueue_many else tensor.shape
            for tensor in examples
        ]
    return examples, [tensor.dtype for tensor in examples], shapes


def _fill(queue: QueueBase, examples: list[Tensor], enqueue_many: bool, num_threads: int) -> None:
    """Adds a runner whose threads put the examples into the queue."""
    enqueue = queue.enqueue_many(examples) if enqueue_many else queue.enqueue(examples)
    add_queue_runner(QueueRunner(queue, [enqueue] * num_threads))


def _batch_of(
    queue: QueueBase, batch_size: TensorLike, smaller: bool, tensors: Tensors, scope: str
) -> Any:
    """A batch of the queue's elements: a tensor, a list, or a dict if `tensors` is one."""
    dequeue = queue.dequeue_up_to if smaller else queue.dequeue_many
    batch = dequeue(batch_size, name=scope)
    if not isinstance(tensors, Mapping):
        return batch
    parts = batch if isinstance(batch, list) else [batch]
    return dict(zip(sorted(tensors, key=str), parts, strict=True))
