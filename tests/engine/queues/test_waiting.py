"""Operations that wait at a queue are served in order, as on TensorFlow."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from itertools import groupby
from typing import Any

import numpy as np
import pytest

from grader import engine
from grader.engine.core import limits
from tests.engine.comparing import assert_same_outcome, first_line
from tests.properties.back_ends import tf


class Runs:
    """Runs of one session in threads of their own, begun one after another."""

    def __init__(self, m: Any, session: Any):
        self.m, self.session = m, session
        self.threads: list[threading.Thread] = []
        self.results: list[Any] = []

    def begin(self, fetch: Any) -> None:
        """Starts a run and gives it time to reach the queue."""
        place = len(self.results)
        self.results.append(None)
        thread = threading.Thread(target=self._run, args=(fetch, place))
        thread.start()
        self.threads.append(thread)
        time.sleep(0.1)

    def _run(self, fetch: Any, place: int) -> None:
        try:
            value = self.session.run(fetch)
            self.results[place] = value.tolist() if isinstance(value, np.ndarray) else value
        except self.m.errors.OpError as error:
            # TensorFlow counts the process's queues in their names.
            says = re.sub(r"'_\d+_", "'_0_", first_line(error))
            self.results[place] = type(error).__name__, says

    def end(self) -> list[Any]:
        """What the runs gave, as soon as all of them have ended."""
        for thread in self.threads:
            thread.join(10)
            assert not thread.is_alive(), "a run waits for ever"
        return self.results


def each_enqueue_is_finished_before_the_next(m: Any) -> Any:
    queue = m.FIFOQueue(3, "float32", [[]])
    fills = [queue.enqueue_many([np.full(20, float(number))]) for number in range(4)]
    one = queue.dequeue()
    with m.Session() as session:
        runs = Runs(m, session)
        for fill in fills:
            runs.begin(fill)
        values = [float(session.run(one)) for _ in range(80)]
        return runs.end(), [(value, len([*group])) for value, group in groupby(values)]


def each_dequeue_is_finished_before_the_next(m: Any) -> Any:
    queue = m.FIFOQueue(30, "float32", [[]])
    next_value = m.placeholder("float32", [])
    fill, three = queue.enqueue(next_value), [queue.dequeue_many(3) for _ in range(3)]
    with m.Session() as session:
        runs = Runs(m, session)
        for take in three:
            runs.begin(take)
        for number in range(9):
            session.run(fill, {next_value: number})
        return runs.end()


def closing_waits_for_enqueues(m: Any) -> Any:
    queue = m.FIFOQueue(2, "float32", [[]])
    fill, late, close = queue.enqueue_many([np.arange(5.0)]), queue.enqueue(9.0), queue.close()
    with m.Session() as session:
        runs = Runs(m, session)
        for one in (fill, close, late):
            runs.begin(one)
        return session.run(queue.dequeue_many(5)).tolist(), runs.end()


def canceling_ends_enqueues(m: Any) -> Any:
    queue = m.FIFOQueue(2, "float32", [[]])
    fills = [queue.enqueue_many([np.arange(5.0) + 10 * number]) for number in range(2)]
    with m.Session() as session:
        runs = Runs(m, session)
        for fill in fills:
            runs.begin(fill)
        session.run(queue.close(cancel_pending_enqueues=True))
        return runs.end(), session.run(queue.dequeue_up_to(9)).tolist()


def a_closed_queue_ends_dequeues(m: Any) -> Any:
    queue = m.FIFOQueue(9, "float32", [[]])
    with m.Session() as session:
        runs = Runs(m, session)
        session.run(queue.enqueue_many([[1.0, 2.0]]))
        runs.begin(queue.dequeue_many(4))
        runs.begin(queue.dequeue_up_to(3))
        session.run(queue.close())
        return runs.end(), session.run(queue.size())


def a_dequeue_takes_what_a_shuffled_queue_can_spare(m: Any) -> Any:
    queue = m.RandomShuffleQueue(9, 2, "float32", [[]], seed=3)
    with m.Session() as session:
        runs = Runs(m, session)
        session.run(queue.enqueue_many([np.arange(4.0)]))
        runs.begin(queue.dequeue_many(4))
        left = session.run(queue.size())
        session.run(queue.close())
        return left, sorted(runs.end()[0])


CASES: list[Callable[[Any], Any]] = [
    each_enqueue_is_finished_before_the_next,
    each_dequeue_is_finished_before_the_next,
    closing_waits_for_enqueues,
    canceling_ends_enqueues,
    a_closed_queue_ends_dequeues,
    a_dequeue_takes_what_a_shuffled_queue_can_spare,
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_the_line_at_a_queue(case: Callable[[Any], Any]) -> None:
    assert_same_outcome(tf, engine, case, words=True)


def test_a_run_that_fails_leaves_the_line() -> None:
    with engine.Graph().as_default():
        queue = engine.FIFOQueue(9, "float32", [[]])
        take, wrong = queue.dequeue_many(2), engine.matrix_inverse(engine.zeros([2, 2]))
        with engine.Session() as session:
            session.run(queue.enqueue(1.0))
            with pytest.raises(engine.errors.InvalidArgumentError, match="not invertible"):
                session.run([take, wrong])
            session.run(queue.enqueue(2.0))
            assert session.run(queue.dequeue_many(2)).tolist() == [1, 2]


def test_where_there_is_one_thread_nobody_is_waited_for(monkeypatch):
    monkeypatch.setattr(limits, "ALONE", True)
    monkeypatch.setattr(threading.Condition, "wait", None)  # as WebAssembly, which ends the process
    with engine.Graph().as_default(), engine.Session() as session:
        queue = engine.FIFOQueue(1, [engine.float32], shapes=[()])
        put, take = queue.enqueue(1.5), queue.dequeue()
        session.run(put)
        for blocked in (put, take):
            with pytest.raises(engine.errors.DeadlineExceededError):
                session.run(blocked)
            if blocked is put:
                assert session.run(take) == 1.5
