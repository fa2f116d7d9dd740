"""The exercise on a queue, whose state stays between runs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Builder, Built, Case, Session, WrongAnswer, different, first_error, seeds
from grader.languages import _

BUILD = Builder("fill, item = carousel(items)", operations=("fill",))
QUEUES = ("FIFOQueueV2", "RandomShuffleQueueV2")
# What else could remember, by a part of the type of its operation. The engine imports no
# queue that pads.
STATES = {"PyFunc": "tf.py_func", "Dataset": "tf.data", "PaddingFIFOQueue": "tf.PaddingFIFOQueue"}
# Rounds in which a queue must not get emptier each time; and, where there is no queue, rounds that go on
# when many copies of the items would be used up.
ROUNDS, MANY_ROUNDS = 5, 250
# More items than fit into a queue of some fixed capacity, and how many of them are looked at.
MANY_ITEMS, LOOKED_AT = 120, 3
# How many orders at random a graph is run in, beside those of its races (`judging/orders.py`).
AT_RANDOM = 4


def _draw(rng: np.random.Generator) -> Challenge:
    low, middle, high = sorted(different(rng, 3, 2, 90))
    one, two, three, four = different(rng, 4, 2, 90)
    # In no order, and one of the items comes twice in a round.
    shown = [float(middle), float(high), float(low)]
    other = [number + 0.5 for number in (one, two, one, three, four)]
    many = [float(number) for number in rng.integers(2, 90, MANY_ITEMS)]
    builds = [[items] for items in (shown, other, other[:1], shown, many)]
    return BUILD.challenge(builds, again=[1], orders=seeds(rng, AT_RANDOM))


def _rounds(run: Session, count: int) -> Any:
    """The value of `item` in `count` runs, as far as they go; or the error of `fill`."""
    run.initialize()
    filled = run("fill")
    return filled if isinstance(filled, Raised) else _values(run, count)


def _values(run: Session, count: int) -> list[Any]:
    values: list[Any] = []
    for _run in range(count):
        values.append(run("item"))
        if isinstance(values[-1], Raised):  # waiting at an empty queue costs time: once is enough
            break
    return values


def _failed(values: Any) -> bool:
    return isinstance(values, Raised) or isinstance(values[-1], Raised)


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    found = BUILD.built(evidence, 5)
    shown, other, single, *_later, many = found
    if isinstance(shown.result, Raised):
        yield from [shown.result] * 4
        return
    for build in found:
        if not isinstance(build.result, Raised):
            _refuse_other_states(build)
    first = shown.ask(_rounds, 5)
    if _failed(first):  # this case is the gate; waiting at more empty queues would only cost time
        yield from [first if isinstance(first, Raised) else first[-1], first, first, first]
        return
    yield first
    if failed := first_error(build.result for build in found):
        yield from [failed] * 3
        return
    more = [other.ask(_rounds, 12), single.ask(_rounds, 3)]
    graphs = len({build.parts["item"].graph for build in found})
    lasts = not any(map(_failed, more)) and single.ask(_lasts)
    if lasts:
        more.append(many.ask(_rounds, LOOKED_AT))
    # Where `fill` fails, only its error: the same for queues with room for five items and for a hundred.
    fails = [row for row in more if isinstance(row, Raised)]
    yield fails[:1] or [*more, graphs, other.dtypes[-1], lasts]
    yield shown.same_in_any_order(challenge.hidden["orders"], _rounds, len(first))
    yield [_two_sessions(shown), other.ask(_beside_another, other, other.again)]


def _refuse_other_states(build: Built) -> None:
    """Raises WrongAnswer for a state that is not in the graph: the judge does not have it."""
    graph = build.evidence.graphs[build.parts["item"].graph]
    for node in tf.GraphDef.FromString(graph.graph_def).node:
        for sign, function in STATES.items():
            if sign in node.op:
                text = _(
                    "a `tf.FIFOQueue` or variables should remember how far the sequence has got, "
                    "but your graph uses `{function}`"
                )
                raise WrongAnswer(text.format(function=function))


def _lasts(run: Session) -> bool:
    """Whether a row of a single item seems to go on for ever."""
    run.initialize()
    run("fill")
    rerun = run.rerun
    needed = rerun.ancestors(run.names["item"])
    queues = [one.outputs[0] for one in needed if one.type in QUEUES]
    with rerun.graph.as_default():
        sizes = [tf.QueueBase([tf.float32], None, None, queue).size() for queue in queues]
    held = []
    for _round in range(ROUNDS if sizes else MANY_ROUNDS):
        if _failed(_values(run, 1)):
            return False
        held.append(rerun.run(sizes))
        if isinstance(held[-1], Raised):  # by its name, a queue may be one of another type
            return False
    # Each of them: another one that grows replaces no item.
    return all(
        any(later >= earlier for earlier, later in pairwise(of_one))
        for of_one in zip(*held, strict=True)
    )


def _two_sessions(build: Built) -> list[Any]:
    """Runs of two sessions in turn, each of which has been filled."""
    first, second = build.session(), build.session()
    for run in (first, second):
        run.initialize()
        run("fill")
    return [run("item") for run in (first, first, second, first)]


def _beside_another(run: Session, build: Built, again: Built) -> list[Any]:
    """Runs of `item`, and between them those of a second call in the same graph, if it made another one."""
    run.initialize()
    run("fill")
    values = [run("item"), run("item")]
    # Its names may be taken, or it may have made a graph of its own.
    if (
        not isinstance(again.result, Raised)
        and again.parts["item"].graph == build.parts["item"].graph
    ):
        for name in ("fill", "item"):
            run.on(again)(name)
    return [*values, run("item")]


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


CAROUSEL = exercise(
    id="lifetimes/carousel",
    refuses=("tf.data",),
    title="A queue that never runs dry",
    answers=("carousel",),
    cases=(
        Case.shown("five runs with three items", 1),
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
            "every session has its own place in the sequence, and so has every call",
            0.5,
            advice="Two sessions that take turns running `item` disturb each other, or, after a "
            "run of `fill`, a session does not begin with the first item; or what two calls in one graph "
            "return share their state.",
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
