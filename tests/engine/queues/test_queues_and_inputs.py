"""Queues, the threads that fill them, and the batches that come out: as on TensorFlow."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader import engine
from tests.engine.comparing import assert_close_outcome, assert_same_graph, assert_same_outcome
from tests.properties.back_ends import tf

ROWS = np.arange(14, dtype=np.float32).reshape(7, 2)


def shuffled(m: Any) -> Any:
    m.set_random_seed(3)
    queue = m.RandomShuffleQueue(50, 3, "float32", [[]], seed=5, name="shuffled")
    fill = queue.enqueue_many([np.arange(20.0)])
    one, five, rest = queue.dequeue(), queue.dequeue_many(5), queue.dequeue_up_to(20)
    return [fill, one, one, five, one, queue.size(), queue.close(), rest]


def padded(m: Any) -> Any:
    queue = m.PaddingFIFOQueue(50, ["float32", "string"], [[None, 2], [None]])
    fills = [queue.enqueue([m.ones([size, 2]), ["a"] * size]) for size in (1, 3, 2)]
    return [*fills, queue.dequeue_many(3)]


def named(m: Any) -> Any:
    queue = m.FIFOQueue(5, ["float32", "int32"], [[], [2]], names=["a", "b"], shared_name="shared")
    return [queue.enqueue({"a": 1.0, "b": [2, 3]}), queue.dequeue()]


@pytest.mark.parametrize("build", [shuffled, padded, named])
def test_kinds_of_queues(build: Callable[[Any], Any]) -> None:
    def play(m: Any) -> Any:
        fetches = build(m)
        with m.Session() as session:
            return [session.run(fetch) for fetch in fetches]

    assert_same_graph(tf, engine, build)
    assert_close_outcome(tf, engine, play)


def rows(m: Any, **options: Any) -> Any:
    number = m.train.input_producer(np.arange(7), num_epochs=2, **options).dequeue()
    return [m.gather(ROWS, number), number]


PIPELINES: dict[str, Callable[[Any], Any]] = {
    "rows": lambda m: rows(m, shuffle=False),
    "shuffled rows": lambda m: rows(m, seed=4),
    "texts": lambda m: m.train.string_input_producer(["a", "b"], 2, shuffle=False).dequeue(),
    "batches": lambda m: m.train.batch(rows(m, shuffle=False), 4),
    "a smaller last batch": lambda m: m.train.batch(
        {"number": rows(m, shuffle=False, name="r")[1]},
        4,
        allow_smaller_final_batch=True,
    ),
    "shuffled batches": lambda m: m.train.shuffle_batch(
        rows(m, seed=3), 3, 100, 99, seed=9, allow_smaller_final_batch=True
    ),
    "batches of many": lambda m: m.train.batch([m.constant(ROWS)], 3, enqueue_many=True),
    "two threads": lambda m: m.train.batch([m.constant(1)], 3, num_threads=2),
    "padded": lambda m: m.train.batch([m.constant([1, 2])], 2, dynamic_pad=True),
}


@pytest.mark.parametrize("build", PIPELINES.values(), ids=PIPELINES)
def test_input_by_threads(build: Callable[[Any], Any]) -> None:
    def play(m: Any) -> Any:
        m.set_random_seed(11)
        fetches, results = build(m), []
        with m.Session() as session:
            session.run(m.local_variables_initializer())
            coordinator = m.train.Coordinator()
            threads = m.train.start_queue_runners(coord=coordinator)
            try:
                while len(results) < 15 and not coordinator.should_stop():
                    results.append(session.run(fetches))
            except m.errors.OutOfRangeError:
                results.append("the end")
            coordinator.request_stop()
            coordinator.join(threads, stop_grace_period_secs=10)
        runners = [runner.name for runner in m.get_collection("queue_runners")]
        return results, runners, [v.name for v in m.local_variables()]

    assert_same_graph(tf, engine, build)
    assert_close_outcome(tf, engine, play)


def failing_thread(m: Any) -> None:
    coordinator, rounds = m.train.Coordinator(), []

    def work() -> None:
        with coordinator.stop_on_exception():
            while not coordinator.should_stop():
                rounds.append(1)
                if len(rounds) == 3:
                    raise ValueError("three rounds are enough")

    threads = [threading.Thread(target=work)]
    threads[0].start()
    coordinator.join(threads)


def failing_enqueue(m: Any) -> None:
    queue, unfed = m.FIFOQueue(2, "float32"), m.placeholder("float32", name="unfed")
    runner = m.train.QueueRunner(queue, [queue.enqueue(unfed)])
    with m.Session() as session:
        coordinator = m.train.Coordinator()
        threads = runner.create_threads(session, coordinator, start=True)
        coordinator.join(threads, stop_grace_period_secs=5)


def sizes(*queues: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The sizes of queues, one run after another, in one session."""

    def play(m: Any) -> Any:
        with m.Session() as session:
            return [session.run(make(m).size()) for make in queues]

    return play


def shared(kind: str, *arguments: Any, **options: Any) -> Callable[[Any], Any]:
    return lambda m: getattr(m, kind)(*arguments, "float32", **{"shared_name": "q", **options})


def many_without_shapes(m: Any) -> Any:
    queue = m.FIFOQueue(3, "float32")
    with m.Session() as session:
        session.run(queue.enqueue(1.0))
        session.run(queue.dequeue_many(1))


FIRST = shared("FIFOQueue", 9)
CASES: dict[str, Callable[[Any], Any]] = {
    "failing thread": failing_thread,
    "failing enqueue": failing_enqueue,
    "many without shapes": many_without_shapes,
    "nothing to spare": sizes(shared("RandomShuffleQueue", 3, 3)),
    "less than nothing": sizes(shared("RandomShuffleQueue", 3, -1)),
    "one queue": sizes(FIRST, FIRST),
    "one name, two kinds": sizes(FIRST, shared("RandomShuffleQueue", 9, 0)),
    "one name, two capacities": sizes(FIRST, shared("FIFOQueue", 8)),
    "one name, two types": sizes(
        FIRST, lambda m: m.FIFOQueue(9, ["int32", "string"], None, None, "q")
    ),
    "one name, two shapes": sizes(FIRST, shared("FIFOQueue", 9, shapes=[[2]])),
    "one name, two seeds": sizes(
        *(shared("RandomShuffleQueue", 9, 1, seed=seed) for seed in (1, 2))
    ),
    "no session": lambda m: m.train.start_queue_runners(),
    "no runner": lambda m: m.train.QueueRunner(),
    "too little room": lambda m: m.train.shuffle_batch([m.constant(1)], 2, 3, 3),
    "no texts": lambda m: m.train.string_input_producer([]),
    "unknown rank": lambda m: m.train.batch([m.placeholder("float32")], 3),
    "unknown size": lambda m: m.train.batch([m.placeholder("float32", [None])], 3),
    "no epochs": lambda m: m.train.limit_epochs(m.constant(1), 0),
    "padding needs shapes": lambda m: m.PaddingFIFOQueue(5, ["float32", "int32"], [[None]]),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_ends_and_mistakes(case: Callable[[Any], Any]) -> None:
    assert_same_outcome(tf, engine, case, words=True)
