"""The exercise on updating rows of variables: averages that learn from each run, whatever its order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, Rerun, agree, different, expect_returned_tensor, reports
from grader.languages import _

# The rows that the runs of a table report, and how many times each row was reported before. Every table has a
# row that is never reported; rows are repeated in one run; a run reports nothing.
TABLES = (
    (((0, 2, 2, 2),), (3, 0, 1, 2)),
    (((1, 1, 0, 3), (), (3, 1, 2, 2, 3)), (0, 2, 1, 0, 0, 4)),
    (((0, 1), (1, 1), (1,)), (0, 0, 0)),
)
# How many orders at random a graph is run in, beside those of `Rerun.turns`.
AT_RANDOM = 4


def _draw(rng: np.random.Generator) -> Challenge:
    builds: list[Any] = []
    updates: list[Any] = []
    for runs, before in TABLES:
        place = rng.permutation(len(before))
        counts = np.zeros(len(before), np.float32)
        means = np.zeros(len(before), np.float32)
        for row, count in enumerate(before):
            counts[place[row]] = count
            means[place[row]] = different(rng, 1, 20, 90)[0] if count else 0.0
        builds.append(
            [
                {"variable": means, "name": "means"},
                {"variable": counts, "name": "counts"},
                {"placeholder": "int32", "shape": [None], "name": "rows"},
                {"placeholder": "float32", "shape": [None], "name": "prices"},
            ]
        )
        updates.append([])
        for rows in runs:
            prices = [number + 0.5 for number in different(rng, len(rows), 100, 400)]
            updates[-1].append(([int(place[row]) for row in rows], prices))
    seeds = [int(seed) for seed in rng.integers(2**31, size=AT_RANDOM)]
    return Challenge("build", {"builds": builds}, {"updates": updates, "orders": seeds})


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    builds = reports(evidence, len(TABLES), "arguments", "result")
    updates = challenge.hidden["updates"]
    given = [(one["arguments"], _result_of(one)) for one in builds]
    values, states = [], []
    for (arguments, result), new in zip(given, updates, strict=True):
        rerun = None if isinstance(result, Raised) else Rerun(evidence, result.graph)
        found, held = _run(rerun, arguments, result, new)
        values += found
        states.append(held)
    yield values[0]
    yield values[1:]
    yield states
    seeds = challenge.hidden["orders"]
    yield [
        _same_in_any_order(evidence, arguments, result, new, seeds)
        for (arguments, result), new in zip(given, updates, strict=True)
    ]


def _result_of(build: Any) -> Any:
    """The tensor that the answer returned, or an error in its place."""
    if isinstance(build["result"], Raised):
        return build["result"]
    result = expect_returned_tensor(build["result"], "reprice")
    if result.graph != build["arguments"][0].graph:
        return Raised("ValueError", _("what reprice returns is not in the graph of the variables"))
    return result


def _run(
    rerun: Rerun | None, arguments: Any, result: Any, updates: Any
) -> tuple[list[Any], list[Any]]:
    """The values of the runs, and what the variables hold before the first and after each."""
    if rerun is None:
        return [result], [result]
    means, counts, rows, prices = arguments
    rerun.initialize()
    values, states = [], [rerun.run([means, counts])]
    for which, new in updates:
        values.append(rerun.run(result, {rows: np.int32(which), prices: np.float32(new)}))
        states.append(rerun.run([means, counts]))
    return values, states


def _same_in_any_order(
    evidence: Evidence, arguments: Any, result: Any, updates: Any, seeds: list[int]
) -> bool:
    """Whether the orders that the graph leaves open all give what the first of them gives."""
    if isinstance(result, Raised):
        return False
    reruns = Rerun(evidence, result.graph).in_other_orders(result, seeds)
    first, *others = (_run(rerun, arguments, result, updates) for rerun in reruns)
    return all(agree(first, told) for told in others)


def _paste(challenge: Challenge) -> str:
    means, counts = (part["variable"].tolist() for part in challenge.inputs["builds"][0][:2])
    rows, prices = challenge.hidden["updates"][0][0]
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    means, counts = tf.Variable({means}), tf.Variable({counts})
    rows, prices = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.float32, [None])
    news = reprice(means, counts, rows, prices)
    session.run(tf.global_variables_initializer())
    value = session.run(news, {{rows: {rows}, prices: {prices}}})
value
"""


REPRICE = exercise(
    id="lifetimes/reprice",
    title="Averages that learn",
    answers=("reprice",),
    cases=(
        Case(
            "the new means after a run in which an item is reported three times",
            1,
            visible=True,
            gate=True,
            advice="The value of a run has one entry for each report: the mean of all prices of that item, "
            "the old ones and all the new ones. (`tf.scatter_update` keeps only one of several reports of an "
            "item.) The old mean is the mean of as many prices as `counts` held before the run. Read the "
            "new mean from the tensor that the update returns. If you need an old value after an update, "
            "copy it before (`v + 0`).",
        ),
        Case(
            "the means after six more runs, one of them without any report, for items with and without "
            "earlier reports",
            0.5,
            gate=True,
            advice="A later mean is not right. Each run goes on from what the one before it left in both "
            "variables, and an item may be reported for the first time.",
        ),
        Case(
            "both variables: before the first run, and after each run",
            0.5,
            gate=True,
            advice="The variables do not hold what they should after a run: the count and the mean of every "
            "item. Items that are not reported keep theirs; an item that was never reported has the mean 0.",
        ),
        Case(
            "the same values as before, with the operations in other orders that your graph allows",
            1,
            advice="TensorFlow may run your operations in an order in which the result is wrong. If one "
            "operation reads what another one changes, a path must lead from one to the other. To make "
            "one, use the tensor that the update returns.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
    hints=(
        "An item has the mean m after n prices. With one more price p, how far does the mean move? And with "
        "two more?",
        "If there are n prices by now, each new one moves the mean by (p - m) / n, where m is the mean "
        "before the run. First count, then divide by the new counts.",
        "`tf.scatter_add` counts every report, repeated ones too, and returns the new counts; `tf.gather` "
        "takes the reported rows from them. Add the moves to the means in the same way.",
    ),
)
