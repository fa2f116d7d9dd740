"""An answer to the exercise on a queue, and its mistakes: what the judge compares answers with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader import engine as tf


def _queue(items: Any, room: int | None = None) -> tuple[Any, Any]:
    queue = tf.FIFOQueue(room or len(items), [tf.float32], shapes=[()])
    return queue, queue.enqueue_many([items])


def one_goes_round(room: int | None = None) -> Callable[..., Any]:
    """room: the queue's capacity, if it is not the number of items."""

    def carousel(items: Any) -> Any:
        queue, fill = _queue(items, room)
        taken = queue.dequeue()
        with tf.control_dependencies([queue.enqueue(taken)]):
            return fill, tf.identity(taken)

    return carousel


def never_puts_back() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        queue, fill = _queue(items)
        return fill, queue.dequeue()

    return carousel


def takes_twice(returns_first: bool) -> Callable[..., Any]:
    """Puts one item back, and returns another: the one taken after it, or before it."""

    def carousel(items: Any) -> Any:
        queue, fill = _queue(items)
        first = queue.dequeue()
        other = queue.dequeue() if returns_first else first
        with tf.control_dependencies([queue.enqueue(other)]):
            return fill, tf.identity(first) if returns_first else queue.dequeue()

    return carousel


def always_the_first() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        everything = tf.constant(items, tf.float32)
        return tf.no_op(), everything[0]

    return carousel


def begins_with_the_second() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        place = tf.Variable(0, trainable=False)
        everything = tf.constant(items, tf.float32)
        item = tf.gather(everything, tf.assign_add(place, 1) % len(items))
        return tf.assign(place, 0), item

    return carousel


def a_long_queue() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        queue, fill = _queue(100 * items)
        return fill, queue.dequeue()

    return carousel


def double_precision() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        fill, item = one_goes_round()(items)
        return fill, tf.cast(item, tf.float64)

    return carousel


def all_at_once() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        queue, fill = _queue(items)
        taken = queue.dequeue_many(len(items))
        with tf.control_dependencies([queue.enqueue_many([taken])]):
            return fill, tf.identity(taken)

    return carousel
