"""The exercise on a queue, whose state stays between runs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.judging import (
    Case,
    Rerun,
    WrongAnswer,
    agree,
    describe,
    different,
    expect_tensor,
    reports,
)
from grader.languages import _

QUEUES = ("FIFOQueueV2", "RandomShuffleQueueV2")
# What else could remember, by a part of the type of its operation. The engine imports no
# queue that pads.
OTHER_STATES = (
    ("PyFunc", "tf.py_func"),
    ("Dataset", "tf.data"),
    ("PaddingFIFOQueue", "tf.PaddingFIFOQueue"),
)
# Rounds in which a queue must not get emptier each time; and, where there is no queue, rounds that go on
# when many copies of the items would be used up.
ROUNDS, MANY_ROUNDS = 5, 250
# More items than fit into a queue of some fixed capacity, and how many of them are looked at.
MANY_ITEMS, LOOKED_AT = 120, 3
# How many orders at random a graph is run in, beside those of `Rerun.turns`.
AT_RANDOM = 4


def _draw(rng: np.random.Generator) -> Challenge:
    low, middle, high = sorted(different(rng, 3, 2, 90))
    one, two, three, four = different(rng, 4, 2, 90)
    # In no order, and one of the items comes twice in a round.
    shown = [float(middle), float(high), float(low)]
    other = [number + 0.5 for number in (one, two, one, three, four)]
    many = [float(number) for number in rng.integers(2, 90, MANY_ITEMS)]
    builds = [[{"value": items}] for items in (shown, other, other[:1], shown, many)]
    seeds = [int(seed) for seed in rng.integers(2**31, size=AT_RANDOM)]
    return Challenge("build", {"builds": builds}, {"orders": seeds})


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    found = [_parts(report["result"]) for report in reports(evidence, 5, "result")]
    shown, other, single, again, many = found
    if isinstance(shown, Raised):
        yield from [shown] * 4
        return
    for part in found:
        if not isinstance(part, Raised):
            _refuse_other_states(evidence, part[1])
    first = _rounds(evidence, shown, 5)
    if _failed(first):  # this case is the gate; waiting at more empty queues would only cost time
        yield from [first if isinstance(first, Raised) else first[-1], first, first, first]
        return
    yield first
    failed = [part for part in (other, single, again, many) if isinstance(part, Raised)]
    if failed:
        yield from failed[:1] * 3
        return
    more = [_rounds(evidence, other, 12), _rounds(evidence, single, 3)]
    graphs = len({item.graph for _fill, item in found})
    lasts = not any(map(_failed, more)) and _lasts(evidence, single)
    if lasts:
        more.append(_rounds(evidence, many, LOOKED_AT))
    # Where `fill` fails, only its error: the same for queues with room for five items and for a hundred.
    fails = [row for row in more if isinstance(row, Raised)]
    yield fails[:1] or [*more, graphs, other[1].dtype, lasts]
    yield _same_in_any_order(evidence, shown, first, challenge.hidden["orders"])
    yield _two_sessions(evidence, shown)


def _paste(challenge: Challenge) -> str:
    ((items,), *_others) = challenge.inputs["builds"]
    return f"""
with tf.Graph().as_default():
    fill, item = carousel({items["value"]})
    with tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=1000)) as session:
        session.run(tf.global_variables_initializer())
        session.run(fill)
        values = [session.run(item) for run in range(5)]
values
"""


def _refuse_other_states(evidence: Evidence, item: TensorRef) -> None:
    """Raises WrongAnswer for a state that is not in the graph: the judge does not have it."""
    definition = tf.GraphDef.FromString(evidence.graphs[item.graph].graph_def)
    for node in definition.node:
        for sign, function in OTHER_STATES:
            if sign in node.op:
                raise WrongAnswer(
                    _(
                        "a `tf.FIFOQueue` or variables should remember how far the sequence has got, "
                        "but your graph uses `{function}`"
                    ).format(function=function)
                )


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
            _("`fill` should be an operation of the graph, but it is {found}").format(
                found=describe(fill)
            )
        )
    return fill, expect_tensor(item, "`item`")


def _rounds(evidence: Evidence, parts: Any, count: int) -> Any:
    """A new session: the value of `item` in `count` runs, as far as they go."""
    return _filled(Rerun(evidence, parts[1].graph), parts, count)


def _filled(rerun: Rerun, parts: Any, count: int) -> Any:
    fill, item = parts
    rerun.initialize()
    filled = rerun.run([fill])
    return filled if isinstance(filled, Raised) else _values(rerun, item, count)


def _values(rerun: Rerun, item: TensorRef, count: int) -> list[Any]:
    values: list[Any] = []
    for _run in range(count):
        values.append(rerun.run(item))
        if isinstance(values[-1], Raised):  # waiting at an empty queue costs time: once is enough
            break
    return values


def _failed(values: Any) -> bool:
    return isinstance(values, Raised) or isinstance(values[-1], Raised)


def _lasts(evidence: Evidence, parts: Any) -> bool:
    """Whether a row of a single item seems to go on for ever."""
    fill, item = parts
    rerun = Rerun(evidence, item.graph)
    rerun.initialize()
    rerun.run([fill])
    with rerun.graph.as_default():
        sizes = [
            tf.QueueBase([tf.float32], None, None, one.outputs[0]).size()
            for one in rerun.operations()
            if one.type in QUEUES
        ]
    held = []
    for _round in range(ROUNDS if sizes else MANY_ROUNDS):
        if _failed(_values(rerun, item, 1)):
            return False
        held.append(sum(rerun.run(sizes)))
    return not sizes or any(later >= earlier for earlier, later in pairwise(held))


def _same_in_any_order(evidence: Evidence, parts: Any, values: Any, seeds: list[int]) -> bool:
    """Whether the orders that the graph leaves open all give these values."""
    reruns = Rerun(evidence, parts[1].graph).in_other_orders(parts[1], seeds)
    return all(agree(values, _filled(rerun, parts, len(values))) for rerun in reruns)


def _two_sessions(evidence: Evidence, parts: Any) -> Any:
    """Runs of two sessions in turn, each of which has been filled."""
    fill, item = parts
    first, second = Rerun(evidence, item.graph), Rerun(evidence, item.graph)
    for rerun in (first, second):
        rerun.initialize()
        rerun.run([fill])
    return [rerun.run(item) for rerun in (first, first, second, first)]


CAROUSEL = exercise(
    id="lifetimes/carousel",
    refuses=("tf.data",),
    title="A queue that never runs dry",
    answers=("carousel",),
    cases=(
        Case("five runs with three items", 1, visible=True, gate=True),
        Case(
            "twelve runs with five items, several with a single item, and a few with a long list of items",
            1,
            gate=True,
            advice="After the last item the first should come again, and so on forever, in the "
            "same order, even if an item occurs twice or there is only one. `item` is a float32 "
            "scalar.",
        ),
        Case(
            "five runs, with their operations in other orders that your graph allows",
            0.5,
            advice="TensorFlow may run your operations in an order in which the sequence is wrong. If one "
            "operation reads what another one changes, a path must lead from one to the other. If you need "
            "the old value of a variable, copy it, for example with `v + 0`, and make the update wait for "
            "the copy. If you use a queue: several calls of `enqueue` in one run have no order either, so "
            "use one `enqueue_many`.",
        ),
        Case(
            "every session has its own place in the sequence",
            0.5,
            advice="Two sessions that take turns running `item` disturb each other, or, after a "
            "run of `fill`, a session does not begin with the first item.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
    hints=(
        "Which state tells the session what comes next? The order of the items in a queue can do that.",
        "Take an item, put the same item back, and return it. What you return must wait until the item "
        "is back in the queue: `tf.control_dependencies`.",
        "`fill` enqueues all the items at once. For `item` you need two more operations on the "
        "same queue, and a `tf.identity` that waits for the second.",
    ),
)
