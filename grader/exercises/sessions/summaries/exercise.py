"""The exercise on what one run fetches."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, reports
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
    one, two, largest = sorted(other[0])
    other[0] = [one, largest, two]  # the largest is neither the first nor the last
    other[1] = [-number for number in other[1]]
    programs = [
        {"n": 2, "n again": 1, "another": True, "batches": shown},
        {"n": 3, "n again": 3, "another": False, "batches": other},
    ]
    return Challenge("sessions/summaries", {"programs": programs})


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


SUMMARIES = exercise(
    id="sessions/summaries",
    title="Fetch a structure in one run",
    answers=("summaries",),
    cases=(
        Case.shown(
            "the summaries of two batches",
            1,
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
    hints=(
        "`run` returns the structure that you give it. Which structure does one entry have?",
        "Make the nodes for the sum and the largest value once, before the first run. A fetch "
        "may be a dictionary with another dictionary inside.",
        "`tf.reduce_sum` and `tf.reduce_max` make the two nodes. One run of the whole "
        "dictionary takes one batch and gives one entry of your list.",
    ),
    paste=_paste_one_run,
)
