"""Calls `summaries(session, batch, n)` where every run takes the next batch off a queue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.sessions import WAIT_IN_MILLISECONDS
from grader.evidence.probes.table import attempt
from grader.evidence.probes.watching import watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the function's value, how many operations it added to the graph, the value of a second call,
    perhaps for another batch, and how many batches are then left in the queue.

    The queue is closed, so that taking too many is an OutOfRangeError rather than an endless wait.
    """
    batches = np.asarray(program["batches"], np.float32)
    queue = tf.FIFOQueue(len(batches), [tf.float32], shapes=[[batches.shape[1]]])
    fill, close, left = queue.enqueue_many([batches]), queue.close(), queue.size()
    batch, other = queue.dequeue(name="batch"), tf.negative(queue.dequeue(), name="batch")
    session = tf.Session()
    session.run(fill)
    session.run(close)
    before = len(session.graph.get_operations())
    with watched(tf, WAIT_IN_MILLISECONDS):
        value = attempt(answer, session, batch, program["n"])
    added = len(session.graph.get_operations()) - before
    with watched(tf, WAIT_IN_MILLISECONDS):
        again = attempt(answer, session, other if program["another"] else batch, program["n again"])
    report = {"value": value, "again": again, "added": added, "left": attempt(session.run, left)}
    session.close()
    return report
