"""Input through queues: producers of elements, and batches of them, each with a queue runner."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import Parameter, Signature
from typing import Any

from grader.engine.control.assertions import Assert
from grader.engine.control.cond import cond
from grader.engine.core import dtypes
from grader.engine.core.keys import GraphKeys
from grader.engine.data.summaries import scalar_summary
from grader.engine.graph.build import apply
from grader.engine.graph.constants import constant_value
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import Tensor, control_dependencies, name_scope
from grader.engine.ops.arrays.sizes import size
from grader.engine.ops.common.basic import identity, no_op
from grader.engine.ops.math.functions import cast, greater, maximum
from grader.engine.queues.functions import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from grader.engine.random.random import random_shuffle
from grader.engine.training.queue_runners import QueueRunner, add_queue_runner
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = [
    "batch", "batch_join", "input_producer", "limit_epochs", "maybe_batch", "shuffle_batch",
    "shuffle_batch_join", "string_input_producer",
]
# fmt: on


def _fullness(name: str, queue: Any, least: int, capacity: int) -> None:
    count = queue.size()
    if least:
        count = maximum(0, count - least)
    scalar_summary(name, cast(count, dtypes.float32) * (1.0 / (capacity - least)))


def limit_epochs(tensor: Any, num_epochs: int | None = None, name: str | None = None) -> Any:
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
    input_tensor: Any,
    element_shape: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
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
            _fullness(summary_name, queue, 0, capacity)
        return queue


def string_input_producer(
    string_tensor: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
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


def _batched(
    title: str,
    tensors_list: Sequence[Any],
    batch_size: Any,
    capacity: int,
    *,
    keep_input: Any = True,
    num_threads: int = 1,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
    min_after_dequeue: int | None = None,
    seed: int | None = None,
) -> Any:
    """Batches from a queue that several lists of tensors fill: shuffled with min_after_dequeue."""
    least = min_after_dequeue
    if not tensors_list:
        raise ValueError("Expected at least one set of tensors")
    first = tensors_list[0]
    if isinstance(first, dict):
        if any(set(one) != set(first) for one in tensors_list):
            raise ValueError("All dictionaries in tensors_list must have the same keys")
        tensors_list = [[one[key] for key in sorted(one, key=str)] for one in tensors_list]
    with name_scope(name, title, [*tensors_list, keep_input]) as scope:
        if least is not None and capacity <= least:
            raise ValueError(f"capacity {capacity} must be bigger than min_after_dequeue {least}.")
        lists = [[convert_to_tensor(tensor) for tensor in one] for one in tensors_list]
        if not lists[0]:
            raise ValueError("Expected at least one tensor in batch().")
        keep = convert_to_tensor(keep_input)
        if keep.shape.rank != 0:
            raise NotImplementedError(
                "the engine keeps or drops whole examples: a scalar keep_input"
            )
        kind: dict[str, Any] = {
            "capacity": capacity,
            "dtypes": _types(lists),
            "shapes": _shapes(lists, enqueue_many) if shapes is None else shapes,
            "shared_name": shared_name,
        }
        queue: Any
        if least is not None:
            queue = RandomShuffleQueue(min_after_dequeue=least, seed=seed, **kind)
        else:
            queue = (PaddingFIFOQueue if dynamic_pad else FIFOQueue)(**kind)
        enqueue = queue.enqueue_many if enqueue_many else queue.enqueue
        operations = [_if_kept(keep, enqueue, one) for one in lists] * num_threads
        add_queue_runner(QueueRunner(queue, operations))
        full = f"fraction_of_{capacity}_full"
        if least is not None:
            full = f"fraction_over_{least}_of_{capacity - least}_full"
        _fullness(full, queue, least or 0, capacity)
        dequeue = queue.dequeue_up_to if allow_smaller_final_batch else queue.dequeue_many
        found = dequeue(batch_size, name=scope)
        if not isinstance(first, dict):
            return found
        found = found if isinstance(found, list) else [found]
        return dict(zip(sorted(first, key=str), found, strict=True))


def _types(lists: list[list[Any]]) -> list[dtypes.DType]:
    types = [[tensor.dtype for tensor in one] for one in lists]
    for other in types[1:]:
        if other != types[0]:
            shown = (", ".join(dtype.name for dtype in one) for one in (types[0], other))
            raise TypeError(f"Expected types to be consistent: {' vs. '.join(shown)}.")
    return types[0]


def _shapes(lists: list[list[Any]], enqueue_many: bool) -> list[Any]:
    shapes = []
    for tensors in zip(*lists, strict=True):
        for tensor in tensors:
            if tensor.shape.rank is None:
                raise ValueError(f"Cannot infer Tensor's rank: {tensor}")
        found = [
            tensor.shape.with_rank_at_least(1)[1:] if enqueue_many else tensor.shape
            for tensor in tensors
        ]
        for other in found[1:]:
            found[0].merge_with(other)
        shapes.append(found[0].as_list())
    return shapes


def _if_kept(keep: Any, enqueue: Any, tensors: list[Any]) -> Any:
    known = constant_value(keep)
    if known is None:
        return cond(keep, lambda: enqueue(tensors), no_op)
    return enqueue(tensors) if known else no_op()


def _batcher(title: str, does: str, needed: str, **defaults: Any) -> Any:
    """The public function of the scope `title`, with these parameters; the first holds the tensors."""
    given = dict.fromkeys(needed.split(), Parameter.empty) | defaults
    if "min_after_dequeue" in given:
        del given["dynamic_pad"]
    kind = Parameter.POSITIONAL_OR_KEYWORD
    signature = Signature([Parameter(name, kind, default=value) for name, value in given.items()])
    first = next(iter(given))

    def batcher(*values: Any, **named: Any) -> Any:
        bound = signature.bind(*values, **named)
        bound.apply_defaults()
        tensors = bound.arguments.pop(first)
        lists = tensors if first == "tensors_list" else [tensors]
        return _batched(title, lists, **bound.arguments)

    batcher.__doc__ = does
    batcher.__signature__ = signature  # type: ignore[attr-defined]
    return batcher


_SHARED: dict[str, Any] = {
    "enqueue_many": False, "shapes": None, "dynamic_pad": False,
    "allow_smaller_final_batch": False, "shared_name": None, "name": None,
}  # fmt: skip
batch = _batcher(
    "batch", "Batches of the examples whose tensors (a list or dict) are given.",
    "tensors batch_size", num_threads=1, capacity=32, **_SHARED,
)  # fmt: skip
maybe_batch = _batcher(
    "batch", "Batches of the examples for which `keep_input` is true.",
    "tensors keep_input batch_size", num_threads=1, capacity=32, **_SHARED,
)  # fmt: skip
batch_join = _batcher(
    "batch_join", "Batches of examples from several sources, with a thread for each.",
    "tensors_list batch_size", capacity=32, **_SHARED,
)  # fmt: skip
shuffle_batch = _batcher(
    "shuffle_batch",
    "Batches of examples drawn at random from a queue that keeps at least `min_after_dequeue`.",
    "tensors batch_size capacity min_after_dequeue", num_threads=1, seed=None, **_SHARED,
)  # fmt: skip
shuffle_batch_join = _batcher(
    "shuffle_batch_join", "Shuffled batches of examples from several sources, with a thread for each.",
    "tensors_list batch_size capacity min_after_dequeue", seed=None, **_SHARED,
)  # fmt: skip
