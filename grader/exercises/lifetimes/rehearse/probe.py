"""Calls `rehearse(session, queue, step, n)`, where `step` takes items and changes some variables."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.evidence.probes.sessions import WAIT_IN_MILLISECONDS, put, values_of
from grader.evidence.probes.table import attempt
from grader.evidence.probes.watching import keep_from_feeds, watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the function's value, what the session holds afterwards (if it is open), the sessions that the
    function opened and closed, and, where the program says "again", its value later, after one run of `step`.

    The pulse is the next number of a random sequence, of which every run of `step` in this session takes one:
    it cannot be put back.
    """
    shop = _shop(tf, program)
    session = tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=WAIT_IN_MILLISECONDS))
    put(session, {variable: program[variable.op.name][1] for variable in shop.variables})
    session.run(shop.put, {shop.items: program["items"]})
    with watched(tf, WAIT_IN_MILLISECONDS) as watch, _order(tf):
        value = attempt(answer, session, shop.queue, shop.step, program["n"])
    report = {"value": value, **watch.report(), "after": values_of(session, shop.variables)}
    report["items"] = attempt(_items, session, shop)
    report["pulse"] = attempt(session.run, shop.pulse)
    report["later"] = None
    if program["again"]:
        attempt(session.run, shop.step)
        with watched(tf, WAIT_IN_MILLISECONDS), _order(tf):
            report["later"] = attempt(answer, session, shop.queue, shop.step, program["n"])
    session.close()
    return report


@dataclass
class _Shop:
    """The graph of a program: a queue, its variables, a step, and what the probe needs of them."""

    queue: Any
    variables: list[Any]
    step: Any
    pulse: Any
    items: Any
    put: Any
    take: Any


def _shop(tf: Any, program: Mapping[str, Any]) -> _Shop:
    """A step takes an item, if there is one, and adds it to w, `rate` times.

    "counts": it also counts its runs, and adds the count. "puts back": the sum of w goes into the queue.
    """
    variables = []
    if "counts" in program["step"]:
        count = tf.Variable(program["count"][0], name="count", dtype=tf.int32, trainable=False)
        variables.append(count)
    rate = tf.Variable(program["rate"][0], name="rate", dtype=tf.float32, trainable=False)
    w = tf.Variable(program["w"][0], name="w", dtype=tf.float32)
    variables += [rate, w]
    queue = tf.FIFOQueue(program["capacity"], [tf.float32], shapes=[()])
    items = tf.placeholder(tf.float32, [None], name="items")
    put, take = queue.enqueue_many(items), queue.dequeue_many(queue.size())
    pulse = tf.random_uniform([], seed=program["seed"], name="pulse")
    with tf.control_dependencies([pulse]):
        amount = rate * tf.cond(queue.size() > 0, queue.dequeue, lambda: 0.0)
        if "counts" in program["step"]:
            amount += tf.cast(tf.assign_add(count, 1), tf.float32)
        new = tf.assign_add(w, tf.fill(w.shape, amount)) + 0.0
    keep_from_feeds(pulse)
    last = [new]
    if "puts back" in program["step"]:
        last.append(queue.enqueue(tf.reduce_sum(new)))
    with tf.control_dependencies(last):
        step = tf.identity(new, name="step")
    return _Shop(queue, variables, step, pulse, items, put, take)


def _items(session: Any, shop: _Shop) -> list[Any]:
    """The items of the session's queue, which are taken out and put back."""
    items = session.run(shop.take)
    session.run(shop.put, {shop.items: items})
    return list(items)


def _order(tf: Any) -> contextlib.AbstractContextManager[None]:
    """On the engine, the order in which TensorFlow's one thread runs what a graph leaves without one.

    The engine would run the nodes in the order in which they were made.
    """
    if tf.__name__ != "grader.engine":
        return contextlib.nullcontext()
    from grader.engine.runtime.scheduling import tie_break

    return tie_break(lambda unit: -unit.number)
