"""The exercise on updating rows of a variable: an update acts when it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception, Rerun, expect_tensor
from grader.languages import _

# How many rows each table has, and how many of them each update changes: none, too, and all.
TABLES = ((6, (2, 3, 1)), (4, (4, 0, 1)), (6, (2,)))


def _draw(rng: np.random.Generator) -> Challenge:
    builds: list[Any] = []
    updates: list[Any] = []
    for length, counts in TABLES:
        table = [float(number) for number in numbers(rng, length, 20, 90)]
        builds.append(
            [
                {"variable": np.asarray(table, np.float32), "name": "table"},
                {"placeholder": "int32", "shape": [None], "name": "rows"},
                {"placeholder": "float32", "shape": [None], "name": "prices"},
            ]
        )
        updates.append([])
        for count in counts:
            rows = [int(row) for row in rng.choice(length, count, replace=False)]
            updates[-1].append((rows, [number + 0.5 for number in numbers(rng, count, 100, 400)]))
    return Challenge("build", {"builds": builds}, {"updates": updates})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    builds = reports(evidence, len(TABLES), "arguments", "result")
    totals, tables = [], []
    for build, updates in zip(builds, challenge.hidden["updates"], strict=True):
        if isinstance(build["result"], Raised):
            totals.append(build["result"])
            continue
        total = expect_tensor(build["result"], _("what reprice returns"))
        table, rows, prices = build["arguments"]
        if total.graph != table.graph:
            totals.append(Raised("ValueError", _("the total is not in the table's graph")))
            continue
        rerun = Rerun(evidence, total.graph)
        rerun.initialize()
        tables.append(rerun.run(table))
        for which, new in updates:
            totals.append(rerun.run(total, {rows: np.int32(which), prices: np.float32(new)}))
            tables.append(rerun.run(table))
    return [totals[0], totals[1:], tables]


def _paste(challenge: Challenge) -> str:
    table = challenge.inputs["builds"][0][0]["variable"].tolist()
    rows, prices = challenge.hidden["updates"][0][0]
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    table = tf.Variable({table})
    rows, prices = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.float32, [None])
    total = reprice(table, rows, prices)
    session.run(tf.global_variables_initializer())
    value = session.run(total, {{rows: {rows}, prices: {prices}}})
value
"""


def _reprice() -> Callable[..., Any]:
    return lambda table, rows, prices: tf.reduce_sum(tf.scatter_update(table, rows, prices))


def _never_runs() -> Callable[..., Any]:
    def reprice(table: Any, rows: Any, prices: Any) -> Any:
        tf.scatter_update(table, rows, prices)
        return tf.reduce_sum(table)

    return reprice


def _changes_a_copy() -> Callable[..., Any]:
    def reprice(table: Any, rows: Any, prices: Any) -> Any:
        new = tf.tensor_scatter_nd_update(table.read_value(), rows[:, None], prices)
        return tf.reduce_sum(new)

    return reprice


def _adds() -> Callable[..., Any]:
    return lambda table, rows, prices: tf.reduce_sum(tf.scatter_add(table, rows, prices))


def _clears_the_rest() -> Callable[..., Any]:
    def reprice(table: Any, rows: Any, prices: Any) -> Any:
        new = tf.scatter_nd(rows[:, None], prices, tf.shape(table))
        return tf.reduce_sum(tf.assign(table, new))

    return reprice


def _returns_the_table() -> Callable[..., Any]:
    return lambda table, rows, prices: tf.scatter_update(table, rows, prices)


def _sums_the_new() -> Callable[..., Any]:
    def reprice(table: Any, rows: Any, prices: Any) -> Any:
        with tf.control_dependencies([tf.scatter_update(table, rows, prices)]):
            return tf.reduce_sum(prices)

    return reprice


REPRICE = Exercise(
    id="lifetimes/reprice",
    title="Change some rows, keep the others",
    answers=("reprice",),
    cases=(
        Case("the total after the first update", 1, visible=True, gate=True),
        Case(
            "the totals after more updates, also of all rows and of none, and in another table",
            1,
            advice="After the first update a total is not right. Each update changes the table that the "
            "one before it left, and the table may have any length.",
        ),
        Case(
            "the table itself: unchanged before the first run, changed after each",
            1,
            advice="The table does not hold what it should: the old prices before the first run, the "
            "new ones after it.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
    reference=_reprice,
    misconceptions=(
        Misconception(
            "the-update-never-runs",
            _never_runs,
            "your update never runs: `tf.scatter_update` only makes an operation. Compute "
            "the total from the tensor that it returns; then a run of the total runs the update.",
        ),
        Misconception(
            "changes-a-copy",
            _changes_a_copy,
            "the total is right, but you change a copy: the tensor with the new rows is dropped when "
            "the run ends, and the variable keeps its old value. `tf.scatter_update` changes the "
            "variable.",
        ),
        Misconception(
            "adds",
            _adds,
            "you add the prices to the old ones. The new price should replace the old one: "
            "`tf.scatter_update`.",
        ),
        Misconception(
            "clears-the-rest",
            _clears_the_rest,
            "the rows that are not named lose their prices: you assign a whole new table. "
            "`tf.scatter_update` touches only the rows that you name.",
        ),
        Misconception(
            "returns-the-table",
            _returns_the_table,
            "your function returns the whole table. The update is right: now sum its rows.",
        ),
        Misconception(
            "sums-only-the-new",
            _sums_the_new,
            "your total sums only the new prices. Sum all rows of the table, as it is after the "
            "update.",
        ),
    ),
    hints=(
        "What does tf.scatter_update return, and what is its value?",
        "The value of tf.scatter_update(table, rows, prices) is the whole table after the update.",
        "Sum that tensor, not `table`: then the sum cannot be computed before the update.",
    ),
)
