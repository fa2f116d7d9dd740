"""The exercise on updating rows of variables: averages that learn from each run, whatever its order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import (
    Builder,
    Built,
    Case,
    Session,
    different,
    first_error,
    placeholder,
    seeds,
    variable,
)

BUILD = Builder("news = reprice(means, counts, rows, prices)")
# The rows that the runs of a table report, and how many times each row was reported before. Every table has a
# row that is never reported; rows are repeated in one run; a run reports nothing.
TABLES = (
    (((0, 2, 2, 2),), (3, 0, 1, 2)),
    (((1, 1, 0, 3), (), (3, 1, 2, 2, 3)), (0, 2, 1, 0, 0, 4)),
    (((0, 1), (1, 1), (1,)), (0, 0, 0)),
)
# How many orders at random a graph is run in, beside those of its races (`judging/orders.py`).
AT_RANDOM = 4


def _draw(rng: np.random.Generator) -> Challenge:
    builds: list[Any] = []
    updates: list[Any] = []
    for runs, before in TABLES:
        place = rng.permutation(len(before))
        counts = np.zeros(len(before))
        counts[place] = before
        means = np.where(counts, rng.integers(20, 90, len(before)), 0)
        reports = placeholder([None], "int32"), placeholder([None])
        builds.append([variable(means), variable(counts), *reports])
        updates.append([])
        for rows in runs:
            prices = [number + 0.5 for number in different(rng, len(rows), 100, 400)]
            updates[-1].append(([int(place[row]) for row in rows], prices))
    hidden = {"updates": updates, "orders": seeds(rng, AT_RANDOM)}
    return BUILD.challenge(builds, again=[1], graphs=[1, 2], **hidden)


def _first(run: Session, updates: list[Any]) -> Any:
    """The value of the first run."""
    run.initialize()
    rows, prices = updates[0]
    return run("news", rows=rows, prices=prices)


def _all(run: Session, updates: list[Any], last: Built) -> tuple[list[Any], list[Any]]:
    """The values of the runs, and what the variables hold before the first and after each.

    last: the call whose tensor takes the last run.
    """
    run.initialize()
    values, states = [], [run("means", "counts")]
    for number, (rows, prices) in enumerate(updates, 1):
        now = run.on(last) if number == len(updates) else run
        values.append(now("news", rows=np.int32(rows), prices=np.float32(prices)))
        states.append(run("means", "counts"))
    return values, states


def _observe(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    builds = BUILD.built(evidence, len(TABLES), in_graph=True)
    updates, orders = challenge.hidden["updates"], challenge.hidden["orders"]
    lasts = [builds[0], builds[1].again, builds[2]]
    yield builds[0].ask(_first, updates[0])
    if failed := first_error(build.result for build in [*builds, *lasts]):
        yield from [failed] * 3
        return
    asked = list(zip(builds, updates, lasts, strict=True))
    found = [build.ask(_all, new, last) for build, new, last in asked]
    yield [value for values, _states in found for value in values][1:]
    yield [states for _values, states in found]
    yield [build.same_in_any_order(orders, _all, new, build) for build, new, _last in asked]


REPRICE = exercise(
    id="lifetimes/reprice",
    title="Averages that learn",
    answers=("reprice",),
    cases=(
        Case.shown(
            "the new means after a run in which an item is reported three times",
            1,
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
    paste=lambda challenge: BUILD.paste(challenge, _first, challenge.hidden["updates"][0]),
    hints=(
        "An item has the mean m after n prices. With one more price p, how far does the mean move? And with "
        "two more?",
        "If there are n prices by now, each new one moves the mean by (p - m) / n, where m is the mean "
        "before the run. First count, then divide by the new counts.",
        "`tf.scatter_add` counts every report, repeated ones too, and returns the new counts; `tf.gather` "
        "takes the reported rows from them. Add the moves to the means in the same way.",
    ),
)
