"""The exercise on a queue, whose state stays between runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import (
    Case,
    Exercise,
    Misconception,
    Rerun,
    WrongAnswer,
    describe,
    expect_tensor,
)
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    shown = [float(number) for number in numbers(rng, 3, 2, 90)]
    other = [number + 0.5 for number in numbers(rng, 5, 2, 90)]
    return Challenge("build", {"builds": [[{"value": shown}], [{"value": other}]]})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other = (_parts(report["result"]) for report in reports(evidence, 2, "result"))
    if isinstance(shown, Raised) or isinstance(other, Raised):
        return [shown if isinstance(shown, Raised) else other] * 3
    first = _rounds(evidence, shown, 5)
    if _failed(first):  # this case is the gate; waiting at more empty queues would only cost time
        return [first, first, first]
    return [
        first,
        _rounds(evidence, other, 12),
        _two_sessions(evidence, other),
    ]


def _parts(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if not isinstance(result, (list, tuple)) or len(result) != 2:
        raise WrongAnswer(
            _(
                "your function should return two things, (fill, item), but it returned {found}"
            ).format(found=describe(result))
        )
    fill, item = result
    if not isinstance(fill, (OperationRef, TensorRef)):
        raise WrongAnswer(
            _("expected `fill` to be an operation of the graph, but it is {found}").format(
                found=describe(fill)
            )
        )
    return fill, expect_tensor(item, "`item`")


def _rounds(evidence: Evidence, parts: Any, count: int) -> Any:
    """A new session: the value of `item` in `count` runs, as far as they go."""
    fill, item = parts
    rerun = Rerun(evidence, item.graph)
    rerun.initialize()
    filled = rerun.run([fill])
    if isinstance(filled, Raised):
        return filled
    values = []
    for _run in range(count):
        values.append(rerun.run(item))
        if isinstance(values[-1], Raised):  # waiting at an empty queue costs time: once is enough
            break
    return values


def _failed(values: Any) -> bool:
    return isinstance(values, Raised) or isinstance(values[-1], Raised)


def _two_sessions(evidence: Evidence, parts: Any) -> Any:
    """Runs of two sessions in turn, each of which has been filled."""
    fill, item = parts
    first, second = Rerun(evidence, item.graph), Rerun(evidence, item.graph)
    for rerun in (first, second):
        rerun.initialize()
        rerun.run([fill])
    return [rerun.run(item) for rerun in (first, first, second, first)]


def _queue(items: Any) -> tuple[Any, Any]:
    queue = tf.FIFOQueue(len(items), [tf.float32], shapes=[()])
    return queue, queue.enqueue_many([items])


def _carousel() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        queue, fill = _queue(items)
        taken = queue.dequeue()
        with tf.control_dependencies([queue.enqueue(taken)]):
            return fill, tf.identity(taken)

    return carousel


def _never_puts_back() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        queue, fill = _queue(items)
        return fill, queue.dequeue()

    return carousel


def _takes_twice() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        queue, fill = _queue(items)
        first = queue.dequeue()
        with tf.control_dependencies([queue.enqueue(first)]):
            return fill, queue.dequeue()

    return carousel


def _always_the_first() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        everything = tf.constant(items, tf.float32)
        return tf.no_op(), everything[0]

    return carousel


def _all_at_once() -> Callable[..., Any]:
    def carousel(items: Any) -> Any:
        queue, fill = _queue(items)
        taken = queue.dequeue_many(len(items))
        with tf.control_dependencies([queue.enqueue_many([taken])]):
            return fill, tf.identity(taken)

    return carousel


CAROUSEL = Exercise(
    id="lifetimes/carousel",
    title="A queue that never runs dry",
    answers=("carousel",),
    cases=(
        Case("five runs with three items", 1, visible=True, gate=True),
        Case(
            "twelve runs with five items",
            1,
            advice="After the last item the first should come again, and so on, in the same order.",
        ),
        Case("every session has its own place in the row", 1),
    ),
    draw=_draw,
    observe=_observe,
    reference=_carousel,
    misconceptions=(
        Misconception(
            "never-puts-back",
            _never_puts_back,
            "your queue is empty after one round, and the next run waits for ever. "
            "An item must be put back in the run that takes it. `queue.enqueue(item)` "
            "only makes an operation: something that runs must wait for it.",
        ),
        Misconception(
            "takes-twice",
            _takes_twice,
            "each run takes two items: your graph has two dequeue nodes, and each takes its own. Take "
            "once, and use that one tensor both for putting back and for the result.",
        ),
        Misconception(
            "always-the-first",
            _always_the_first,
            "every run gives the first item: nothing in your graph remembers how far it "
            "has come. Node values are dropped when a run ends; a queue (or a variable) keeps its state.",
        ),
        Misconception(
            "all-at-once",
            _all_at_once,
            "each run of your `item` gives all items. Take one item in a run: `queue.dequeue()`.",
        ),
    ),
    hints=(
        "Which state tells the session what comes next? The order of the items in a queue can do it.",
        "Take an item, put the same item back, and return it. The return must wait for the putting "
        "back: tf.control_dependencies.",
        "taken = queue.dequeue(); with tf.control_dependencies([queue.enqueue(taken)]): item = "
        "tf.identity(taken). fill is queue.enqueue_many([items]).",
    ),
)
