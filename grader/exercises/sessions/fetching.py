"""The exercise on what one run fetches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import reports
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _


def _batches(rng: np.random.Generator, rows: int, size: int, low: int, high: int) -> Any:
    """Batches of different numbers, but that the smallest of the third is there twice if there is room.

    No two have the same sum.
    """
    while True:
        values = rng.choice(np.arange(low, high), rows * size, replace=False)
        batches = values.reshape(rows, size).astype(float)
        if size > 2:
            middle, smallest = batches[2].argsort()[1::-1]
            batches[2, middle] = batches[2, smallest]
        if len(set(batches.sum(axis=1))) == rows:
            return batches.tolist()


def _draw_one_run(rng: np.random.Generator) -> Challenge:
    shown = _batches(rng, 10, 2, 1, 60)
    other = _batches(rng, 19, 3, 60, 200)
    other[1] = [-number for number in other[1]]
    programs = [
        {"n": 2, "n again": 1, "batches": shown},
        {"n": 3, "n again": 3, "batches": other},
    ]
    return Challenge("sessions/one-run", {"programs": programs})


def _observe_one_run(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other = reports(evidence, 2, "value", "again", "left", "added")
    if getattr(shown["value"], "type", "") == "DeadlineExceededError":
        raise WrongAnswer(
            _(
                "your function waited for a batch in a session whose queue is empty. A queue's items "
                "belong to one session: take them in the session that your function is given"
            )
        )
    return [
        shown["value"],
        [other["value"], shown["again"], other["again"], shown["left"], other["left"]],
        shown["added"] == other["added"],
    ]


def _paste_one_run(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    batches = [[int(number) for number in batch] for batch in program["batches"]]
    return f"""
with tf.Graph().as_default():
    session, queue = tf.Session(), tf.FIFOQueue({len(batches)}, [tf.float32], shapes=[[2]])
    session.run(queue.enqueue_many([{batches}]))
    session.run(queue.close())
    result = summaries(session, queue.dequeue(name="batch"), {program["n"]})
    session.close()
result
"""


def _summaries() -> Callable[..., Any]:
    def summaries(session: Any, batch: Any, n: Any) -> Any:
        fetches = {
            "batch": batch,
            "statistics": {
                "sum": tf.reduce_sum(batch),
                "largest": tf.reduce_max(batch),
            },
        }
        return [session.run(fetches) for _ in range(n)]

    return summaries


def _another_largest(largest: Callable[[Any], Any]) -> Callable[[], Any]:
    """Batches and sums are right; "largest" is what `largest` makes of the batch."""

    def summaries(session: Any, batch: Any, n: Any) -> Any:
        statistics = {"sum": tf.reduce_sum(batch), "largest": largest(batch)}
        return [session.run({"batch": batch, "statistics": statistics}) for _ in range(n)]

    return lambda: summaries


def _three_runs() -> Callable[..., Any]:
    def summaries(session: Any, batch: Any, n: Any) -> Any:
        total, largest = tf.reduce_sum(batch), tf.reduce_max(batch)
        return [
            {
                "batch": session.run(batch),
                "statistics": {
                    "sum": session.run(total),
                    "largest": session.run(largest),
                },
            }
            for _ in range(n)
        ]

    return summaries


def _two_runs() -> Callable[..., Any]:
    def summaries(session: Any, batch: Any, n: Any) -> Any:
        statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
        return [
            {"batch": session.run(batch), "statistics": session.run(statistics)} for _ in range(n)
        ]

    return summaries


def _one_run_for_all() -> Callable[..., Any]:
    return lambda session, batch, n: _summaries()(session, batch, 1) * n


def _one_dictionary_inside() -> Callable[..., Any]:
    """Fills the same dictionary of statistics for each entry."""

    def summaries(session: Any, batch: Any, n: Any) -> Any:
        found = _summaries()(session, batch, n)
        return [{**entry, "statistics": found[-1]["statistics"]} for entry in found]

    return summaries


def _one_dictionary() -> Callable[..., Any]:
    """Fills the same dictionary for each entry."""
    return lambda session, batch, n: _summaries()(session, batch, n)[-1:] * n


def _flat() -> Callable[..., Any]:
    def summaries(session: Any, batch: Any, n: Any) -> Any:
        found = _summaries()(session, batch, n)
        return [{"batch": entry["batch"], **entry["statistics"]} for entry in found]

    return summaries


def _as_a_list() -> Callable[..., Any]:
    def summaries(session: Any, batch: Any, n: Any) -> Any:
        found = _summaries()(session, batch, n)
        return [{**entry, "statistics": [*entry["statistics"].values()]} for entry in found]

    return summaries


def _one_too_few() -> Callable[..., Any]:
    return lambda session, batch, n: _summaries()(session, batch, n - 1)


def _takes_one_more(first: bool) -> Callable[[], Any]:
    """Takes n + 1 batches, and returns the summaries of all but the first or the last."""

    def summaries(session: Any, batch: Any, n: Any) -> Any:
        found = _summaries()(session, batch, n + 1)
        return found[1:] if first else found[:-1]

    return lambda: summaries


def _takes_all() -> Callable[..., Any]:
    def summaries(session: Any, batch: Any, n: Any) -> Any:
        found = []
        statistics = {"sum": tf.reduce_sum(batch), "largest": tf.reduce_max(batch)}
        while True:
            try:
                found.append(session.run({"batch": batch, "statistics": statistics}))
            except tf.errors.OutOfRangeError:
                return found[:n]

    return summaries


def _summaries_and_close() -> Callable[..., Any]:
    def summaries(session: Any, batch: Any, n: Any) -> Any:
        with session:
            return _summaries()(session, batch, n)

    return summaries


def _grows_the_graph() -> Callable[..., Any]:
    def summaries(session: Any, batch: Any, n: Any) -> Any:
        return [_summaries()(session, batch, 1)[0] for _ in range(n)]

    return summaries


TAKES_TOO_MANY = (
    "your function takes batches that it does not return. Each run that needs `batch` takes one: make n "
    "runs, and no other."
)

ONE_RUN = Exercise(
    id="sessions/one-run",
    title="Fetch a structure in one run",
    answers=("summaries",),
    cases=(
        Case(
            "the summaries of two batches",
            1,
            visible=True,
            gate=True,
            advice="Your list should hold the summaries of the first two batches, with the keys that the "
            "exercise names; the table shows both. If a sum does not match the batch beside it, remember "
            "that each `run` (and `eval`) takes a new batch.",
        ),
        Case(
            "more and longer batches; every batch that you do not need stays in the queue",
            2,
            gate=True,
            advice="Your function is right for the two batches that the table shows, but not for all. Its "
            "list should hold the summaries of the next n batches, with one run for each of them and no "
            "other run. The numbers of a batch may all be negative, and one may come twice.",
        ),
        Case(
            "the graph grows by the same number of operations for n = 2 and 3",
            1,
            advice="Your function makes new operations on every pass through the loop, so the "
            "graph grows with n. Make them once, before the loop.",
        ),
    ),
    draw=_draw_one_run,
    observe=_observe_one_run,
    reference=_summaries,
    misconceptions=(
        Misconception(
            "three-runs",
            _three_runs,
            "your function calls `run` three times for one entry, and every run takes a new batch: "
            "batch, sum and largest belong to three different batches. Fetch all three in one run.",
        ),
        Misconception(
            "two-runs",
            _two_runs,
            "your function calls `run` twice for one entry, and every run takes a new batch: the "
            "statistics are not those of the batch beside them. Fetch everything in one run.",
        ),
        Misconception(
            "one-run-for-all",
            _one_run_for_all,
            "all entries of your list are the same: you ran the graph once. Run it once for "
            "each entry, n times in all.",
        ),
        Misconception(
            "one-dictionary-inside",
            _one_dictionary_inside,
            "the batches are right, but all entries have the statistics of the last one. If you fill the "
            "same dictionary each time, all entries share it: make a new one for each.",
        ),
        Misconception(
            "one-dictionary",
            _one_dictionary,
            "all entries of your list are the summary of the last batch. If you fill the same dictionary "
            "each time, the list holds it n times: make a new one for each entry.",
        ),
        Misconception(
            "flat",
            _flat,
            "the numbers are right, but the structure is not: sum and largest belong in a dictionary of "
            'their own, under the key "statistics".',
        ),
        Misconception(
            "statistics-as-a-list",
            _as_a_list,
            "the numbers are right, but the statistics should be a dictionary with the keys "
            '"sum" and "largest".',
        ),
        Misconception(
            "one-too-few",
            _one_too_few,
            "your list has one entry too few. Make one run for each of the n batches.",
        ),
        Misconception("takes-one-more-at-the-end", _takes_one_more(first=False), TAKES_TOO_MANY),
        Misconception("takes-one-more-at-first", _takes_one_more(first=True), TAKES_TOO_MANY),
        Misconception("takes-all", _takes_all, TAKES_TOO_MANY),
        Misconception(
            "place-of-the-largest",
            _another_largest(tf.argmax),
            "batches and sums are right, but you give the index of the largest value. `tf.reduce_max` gives "
            "the value itself.",
        ),
        Misconception(
            "largest-of-the-absolute-values",
            _another_largest(lambda batch: tf.reduce_max(tf.abs(batch))),
            "batches and sums are right, but you give the largest absolute value. Of -5 and -2, the larger "
            "one is -2.",
        ),
        Misconception(
            "largest-from-zero",
            _another_largest(lambda batch: tf.maximum(tf.reduce_max(batch), 0.0)),
            "batches and sums are right, but your largest value is never below 0. If all numbers of a batch "
            "are negative, so is the largest.",
        ),
        Misconception(
            "smallest-for-largest",
            _another_largest(tf.reduce_min),
            "batches and sums are right, but you give the smallest value of each batch as its largest.",
        ),
        Misconception(
            "grows-the-graph",
            _grows_the_graph,
            "the values are right, but your loop makes new operations on every pass, so the graph "
            "grows with n. Make them once, before the loop.",
        ),
        Misconception(
            "closes-the-session",
            _summaries_and_close,
            "the summaries are right, but your function closes the session: `session.close()` does, and "
            "so does the end of a `with session:` block. It is not yours, so leave it open.",
        ),
    ),
    hints=(
        "`run` returns the structure that you give it. Which structure does one entry have?",
        (
            "Make the nodes for the sum and the largest value once, before the first run. A fetch "
            "may be a dictionary with another dictionary inside."
        ),
        (
            "`tf.reduce_sum` and `tf.reduce_max` make the two nodes. One run of the whole "
            "dictionary takes one batch and gives one entry of your list."
        ),
    ),
    paste=_paste_one_run,
)
