"""The exercise on streaming metrics: one of the student's own, whose totals live for one evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.judging import (
    Case,
    Rerun,
    WrongAnswer,
    agree,
    describe,
    expect_tensor,
    reports,
)
from grader.languages import _

# For each metric: how many classes there are, and its batches as (label, is the answer right?), whose last
# pair is repeated until they are equally long. The classes are numbered anew in each challenge. One class
# is no label; in the second metric, one is seen once, and answered right.
METRICS: tuple[tuple[int, Sequence[Sequence[tuple[int, int]]]], ...] = (
    (3, [((0, 0), (1, 0), (0, 1)), ((0, 0), (1, 1))]),
    (6, [((5, 1), (1, 0), (2, 0), (2, 1)), ((2, 1), (2, 0)), ((3, 1), (3, 1), (0, 0), (0, 1))]),
)
# How many orders at random a graph is run in, beside those of `Rerun.turns`.
AT_RANDOM = 2

Batch = tuple[list[int], list[int]]


def _draw(rng: np.random.Generator) -> Challenge:
    sizes = [int(size) for size in rng.integers(6, 12, len(METRICS))]
    batches = []
    for (classes, drawn), size in zip(METRICS, sizes, strict=True):
        new = [int(place) for place in rng.permutation(classes)]
        full = [[*pairs, *[pairs[-1]] * (size - len(pairs))] for pairs in drawn]
        batches.append([_batch(rng, new, pairs) for pairs in full])
    seeds = [int(seed) for seed in rng.integers(2**31, size=AT_RANDOM)]
    programs = [
        {"classes": classes, "size": size}
        for (classes, _drawn), size in zip(METRICS, sizes, strict=True)
    ]
    return Challenge(
        "lifetimes/by-class", {"programs": programs}, {"batches": batches, "orders": seeds}
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
    keys = ("metrics", "labels", "answers", "local", "global")
    programs = reports(evidence, len(challenge.inputs["programs"]), *keys)
    values: list[Any] = []
    built: list[Any] = []
    for program, batches in zip(programs, challenge.hidden["batches"], strict=True):
        parts = [_parts(result, program["labels"].graph) for result in program["metrics"]]
        failed = next((part for part in parts if isinstance(part, Raised)), None)
        if failed is not None:
            values.append([failed] * 3)
            continue
        metrics = Rerun(evidence, parts[0][0].graph)
        values.append(_evaluation(metrics, program, parts[0], batches))
        built.append((program, parts, batches))
    yield values[0][-1]
    yield values
    seeds = challenge.hidden["orders"]
    yield [  # in the smaller graph
        _same_in_any_order(evidence, program, parts[0], batches, seeds)
        for program, parts, batches in built[:1]
    ]
    yield [_life(evidence, program, parts, batches) for program, parts, batches in built]


def _parts(result: Any, graph: int) -> Any:
    """The metric, its update and its reset, or an error in their place."""
    if isinstance(result, Raised):
        return result
    found = list(result) if isinstance(result, (list, tuple)) else []
    if len(found) != 3:
        raise WrongAnswer(
            _(
                "by_class should return (metric, update, reset), two tensors and an operation, but it "
                "returned {found}"
            ).format(found=describe(result))
        )
    for part, name in zip(found[:2], ("metric", "update"), strict=True):
        expect_tensor(part, f"`{name}`", part=True)
    if not isinstance(found[2], (OperationRef, TensorRef)):
        raise WrongAnswer(
            _("`reset` should be an operation of the graph, but it is {found}").format(
                found=describe(found[2], part=True)
            )
        )
    if any(part.graph != graph for part in found):
        return Raised("ValueError", _("what by_class returns is not in the graph of the labels"))
    return found


def _feed(program: Any, batch: Batch) -> dict[Any, Any]:
    labels, answers = (np.array(part, np.int32) for part in batch)
    return {program["labels"]: labels, program["answers"]: answers}


def _evaluation(rerun: Rerun, program: Any, parts: Sequence[Any], batches: Any) -> list[Any]:
    """What the metric is at first, what each update gives, and what the metric is at the end."""
    rerun.run(program["local"])
    return [rerun.run(parts[0]), *_updates(rerun, program, parts, batches)]


def _updates(rerun: Rerun, program: Any, parts: Sequence[Any], batches: Any) -> list[Any]:
    metric, update, _reset = parts
    values = [rerun.run(update, _feed(program, batch)) for batch in batches]
    return [*values, rerun.run(metric)]


def _same_in_any_order(
    evidence: Evidence, program: Any, parts: Sequence[Any], batches: Any, seeds: list[int]
) -> bool:
    """Whether the orders that the graph leaves open all give what the first of them gives."""
    found = []
    for rerun in Rerun(evidence, parts[1].graph).in_other_orders(parts[1], seeds):
        rerun.run(program["local"])
        found.append(_updates(rerun, program, parts, batches))
    return all(agree(found[0], told) for told in found[1:])


def _life(evidence: Evidence, program: Any, parts: Any, batches: Any) -> list[Any]:
    """Two metrics in a session: what both are after the global initializer, each reset, and the local one.

    The second was made when the first one's totals were there.
    """
    (metric, update, reset), (other, other_update, other_reset) = parts
    rerun = Rerun(evidence, metric.graph)
    rerun.run(program["local"])
    rerun.run(update, _feed(program, batches[0]))
    for batch in batches:
        rerun.run(other_update, _feed(program, batch))
    found = []
    for operation in (program["global"], other_reset, reset, program["local"]):
        rerun.run(operation)
        found.append(rerun.run([metric, other]))
        for counting in (update, other_update):
            rerun.run(counting, _feed(program, batches[-1]))
        found.append(rerun.run([metric, other]))
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
    by_class(labels, answers, {classes})  # another one beside it
    session.run(tf.local_variables_initializer())
{feeds}    value = session.run(metric)
value
"""


BY_CLASS = exercise(
    id="lifetimes/by-class",
    title="A metric of your own",
    answers=("by_class",),
    cases=(
        Case(
            "the metric after two batches",
            1,
            visible=True,
            gate=True,
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
            "class.",
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
