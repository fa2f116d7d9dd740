"""Calls `log_training(folder, session, training_step, loss, feeds)` with a linear model."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from grader.evidence.probes.files import attempt_in, elsewhere, files_in
from grader.evidence.probes.sessions import put, values_of
from grader.evidence.probes.table import attempt
from grader.evidence.probes.watching import followed, owners, replaced, watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the folder's files, the weights, the names of the model's operations, how many writers were
    opened, and the numbers of those that were closed.

    A program has the "weights" (not the initial ones) and "batches": pairs of arrays.
    """
    with elsewhere() as folder:
        x = tf.placeholder("float32", [None, 2], name="X")
        y = tf.placeholder("float32", [None, 1], name="y")
        weights = tf.Variable(np.zeros([2, 1], np.float32), name="weights")
        with tf.name_scope("error"):
            mse = tf.reduce_mean(tf.square(tf.matmul(x, weights) - y), name="mse")
        step = tf.train.GradientDescentOptimizer(0.05).minimize(mse)
        nodes = [operation.name for operation in tf.get_default_graph().get_operations()]
        feeds = [{x: np.array(rows), y: np.array(targets)} for rows, targets in program["batches"]]
        session = tf.Session()
        put(session, {weights: np.array(program["weights"], np.float32)})
        with _writers(tf) as writers, watched(tf):
            value = attempt_in(folder, answer, folder, session, step, mse, feeds)
        after = attempt(values_of, session, [weights])
        report = {"value": value, "files": files_in(folder), "after": after, "nodes": nodes}
        return report | writers


@contextlib.contextmanager
def _writers(tf: Any) -> Iterator[dict[str, Any]]:
    """Tells in the end how many writers were opened in the block and which are closed; then all are."""
    kind, report = tf.summary.FileWriter, dict[str, Any]()
    opened, closed = list[Any](), set[int]()
    opening = kind.__init__
    closing = followed(kind.close, lambda writer: closed.add(id(writer)))
    reopening = followed(kind.reopen, lambda writer: closed.discard(id(writer)))

    def __init__(self: Any, *arguments: Any, **keywords: Any) -> None:
        opening(self, *arguments, **keywords)
        opened.append(self)

    with contextlib.ExitStack() as patches:
        for name, new in (("__init__", __init__), ("close", closing), ("reopen", reopening)):
            patches.enter_context(replaced(owners(name, kind)[0], name, new))
        try:
            yield report
        finally:
            numbers = [number for number, one in enumerate(opened) if id(one) in closed]
            report |= {"opened": len(opened), "closed": numbers}
            for writer in opened:
                attempt(writer.close)
