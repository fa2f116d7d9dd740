"""The exercise on streaming metrics: one of the student's own, whose totals live for one evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Builder, Built, Case, Session, first_error, seeds

BUILD = Builder("metric, update, reset = by_class(labels, answers, classes)", operations=["reset"])
# For each metric: how many classes there are, and its batches as (label, is the answer right?), whose last
# pair is repeated until they are equally long. The classes are numbered anew in each challenge. One class
# is no label; in the second metric, one is seen once, and answered right.
METRICS: tuple[tuple[int, Sequence[Sequence[tuple[int, int]]]], ...] = (
    (3, [((0, 0), (1, 0), (0, 1)), ((0, 0), (1, 1))]),
    (6, [((5, 1), (1, 0), (2, 0), (2, 1)), ((2, 1), (2, 0)), ((3, 1), (3, 1), (0, 0), (0, 1))]),
)
# How many orders at random a graph is run in, beside those of its races (`judging/orders.py`).
AT_RANDOM = 2

Batch = tuple[list[int], list[int]]


def _draw(rng: np.random.Generator) -> Challenge:
    programs, batches = [], []
    for classes, drawn in METRICS:
        size = int(rng.integers(6, 12))
        new = rng.permutation(classes).tolist()
        full = [[*pairs, *[pairs[-1]] * (size - len(pairs))] for pairs in drawn]
        programs.append({"classes": classes, "size": size})
        batches.append([_batch(rng, new, pairs) for pairs in full])
    orders = seeds(rng, AT_RANDOM)
    return Challenge(
        "lifetimes/by-class", {"programs": programs}, {"batches": batches, "orders": orders}
    )


def _batch(rng: np.random.Generator, new: list[int], batch: list[Any]) -> Batch:
    """Labels and answers in random order; a wrong answer is the label of the next class."""
    labels, answers = [], []
    for place in rng.permutation(len(batch)):
        label, right = batch[int(place)]
        labels.append(new[label])
        answers.append(new[label] if right else new[(label + 1) % len(new)])
    return labels, answers


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    built: list[tuple[Built, Sequence[Batch]]] = []
    values, dtypes = list[Any](), list[Any]()
    builds = BUILD.built(evidence, len(challenge.inputs["programs"]), in_graph=True)
    for build, batches in zip(builds, challenge.hidden["batches"], strict=True):
        if failed := first_error([build.result, build.again.result]):
            values.append([failed] * 3)
            continue
        build.again.refuse_elsewhere()
        values.append(build.ask(_evaluation, build.report["local"], batches))
        dtypes += build.dtypes[:2]  # the reset may be a tensor, too
        built.append((build, batches))
    yield values[0][-1]
    yield [values, dtypes]
    orders = challenge.hidden["orders"]
    yield [  # in the smaller graph
        build.same_in_any_order(orders, _evaluation, build.report["local"], batches, part="update")
        for build, batches in built[:1]
    ]
    yield [_life(*one) for one in built]


def _updates(run: Session, batches: Sequence[Batch]) -> list[Any]:
    """What each update gives, and what the metric is at the end."""
    values = [run("update", labels=labels, answers=answers) for labels, answers in batches]
    return [*values, run("metric")]


def _evaluation(run: Session, local: Any, batches: Sequence[Batch]) -> list[Any]:
    """What the metric is at first, what each update gives, and what the metric is at the end.

    local: the initializer of the local variables.
    """
    run.rerun.run(local)
    return [run("metric"), *_updates(run, batches)]


def _life(build: Built, batches: Sequence[Batch]) -> list[Any]:
    """Two metrics in a session: what both are after the global initializer, each reset, and the local one.

    The second was made when the first one's totals were there.
    """
    run = build.session()
    other = run.on(build.again)
    run.rerun.run(build.report["local"])
    _updates(run, batches[:1])
    _updates(other, batches)
    found = []
    resets = other.names["reset"], run.names["reset"]
    for operation in (build.report["global"], *resets, build.report["local"]):
        run.rerun.run(operation)
        found.append([run("metric"), other("metric")])
        _updates(run, batches[-1:])
        _updates(other, batches[-1:])
        found.append([run("metric"), other("metric")])
    return found


def _paste(challenge: Challenge) -> str:
    classes, size = (challenge.inputs["programs"][0][key] for key in ("classes", "size"))
    feeds = "".join(
        f"    session.run(update, {{labels: {labels}, answers: {answers}}})\n"
        for labels, answers in challenge.hidden["batches"][0]
    )
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    labels, answers = tf.placeholder(tf.int32, [{size}]), tf.placeholder(tf.int32, [{size}])
    metric, update, reset = by_class(labels, answers, {classes})
    by_class(labels, answers, {classes})
    session.run(tf.local_variables_initializer())
{feeds}    value = session.run(metric)
value
"""


BY_CLASS = exercise(
    id="lifetimes/by-class",
    title="A metric of your own",
    answers=("by_class",),
    cases=(
        Case.shown(
            "the metric after two batches",
            1,
            advice="For each class, the metric is the share of right answers among the examples that have "
            "this label, over all batches since the local initializer ran; 0 for a class that no example "
            "has. An update of a total acts only if `update` needs it. `tf.scatter_update` counts "
            "only one of several examples of a class.",
        ),
        Case(
            "the metric before the first batch, what each update gives, and another number of classes",
            0.5,
            gate=True,
            advice="The value of an update is the metric including its own batch: compute it from the "
            "tensors that the updates of the totals return. Before the first batch the metric is 0 for every "
            "class. `metric` and `update` are float32.",
        ),
        Case(
            "the metric and its updates, with the operations in other orders that your graph allows",
            0.5,
            advice="TensorFlow may run your operations in an order in which the result is wrong. Compute "
            "the value of the update from the tensors that the updates of the totals return: then it cannot "
            "come before them.",
        ),
        Case(
            "two metrics in one graph: what both are after the global initializer, after each reset, and "
            "after the local initializer",
            1,
            advice="The totals live too long, or not long enough. They should be local variables only: the "
            "global initializer should not touch them, the local one should set all of them to 0, and a "
            "reset only those of its own metric.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("programs", "batches"),
    paste=_paste,
    hints=(
        "Which numbers have to be remembered from batch to batch? Two for each class are enough.",
        "`tf.one_hot(labels, classes)` has a row for each example; its sum over the rows counts the examples "
        "of each class. How would you count only those that were answered correctly?",
        "Make both totals local variables with `classes` entries each. The metric divides them; the update "
        "divides what the two calls of `tf.assign_add` return; `tf.variables_initializer` makes the reset.",
    ),
)
