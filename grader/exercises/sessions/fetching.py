"""Exercises on what one run fetches, and on feeding tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _

# --------------------------------------------------------------------------------------- one-run


def _batches(rng: np.random.Generator, rows: int, size: int, low: int, high: int) -> Any:
    """Batches of different numbers, no two with the same sum."""
    while True:
        values = rng.choice(np.arange(low, high), rows * size, replace=False)
        batches = values.reshape(rows, size).astype(float)
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


def _flat() -> Callable[..., Any]:
    def summaries(session: Any, batch: Any, n: Any) -> Any:
        found = _summaries()(session, batch, n)
        return [{"batch": entry["batch"], **entry["statistics"]} for entry in found]

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
            advice="Your summaries are not those of the first two batches; the table shows both. "
            "If a sum does not fit the batch beside it: each `run` (and `eval`) takes a new batch.",
        ),
        Case(
            "more and longer batches; every batch that you do not need stays in the queue",
            2,
            gate=True,
            advice="Your list does not hold the next n batches, or your function took another "
            "number of batches off the queue. Use exactly one run for each entry of the list.",
        ),
        Case(
            "the graph grows by the same number of operations whatever n is",
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
            "flat",
            _flat,
            "the numbers are right, but the structure is not: sum and largest belong in a dictionary of "
            'their own, under the key "statistics".',
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

# --------------------------------------------------------------------------------------- what-if


def _draw_what_if(rng: np.random.Generator) -> Challenge:
    start, weight, *values = numbers(rng, 4, 2, 15)
    shown = {
        "middle": "number",
        "start at first": 1.0,
        "start": float(start) + 15.0,  # so that middle's own value is none of the values
        "weight at first": 1.0,
        "weight": float(weight),
        "weight later": float(weight) + 0.5,
        "values": [float(values[0]), 0.0, float(values[1])],
    }
    weights = numbers(rng, 3, 3, 30)
    pairs = [[float(part) for part in numbers(rng, 2, 1, 40)] for _ in range(3)]
    other = {
        "middle": "vector",
        "start at first": 1.0,
        "start": float(numbers(rng, 1)[0]),
        "weight at first": float(weights[0]),
        "weight": float(weights[1]),
        "weight later": float(weights[2]),
        "values": [pairs[0], [0.0, 0.0], *pairs[1:]],
    }
    return Challenge("sessions/what-if", {"programs": [shown, other]})


def _observe_what_if(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other = reports(evidence, 2, "value", "after", "again")
    return [
        shown["value"],
        [other["value"], shown["again"], other["again"]],
        [shown["after"], other["after"]],
    ]


def _paste_what_if(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    return f"""
with tf.Graph().as_default():
    session, start, weight, unused = tf.Session(), *(tf.Variable(1.0) for _ in range(3))
    session.run([tf.assign(start, {program["start"]}), tf.assign(weight, {program["weight"]})])
    middle = start * 2.0
    output = middle * middle + weight * middle + weight
    results = what_if(session, output, middle, {program["values"]})
    session.close()
results
"""


def _what_if() -> Callable[..., Any]:
    def what_if(session: Any, output: Any, middle: Any, values: Any) -> Any:
        return [session.run(output, feed_dict={middle: value}) for value in values]

    return what_if


def _feeds_nothing() -> Callable[..., Any]:
    return lambda session, output, middle, values: [session.run(output) for _ in values]


def _feeds_the_output() -> Callable[..., Any]:
    def what_if(session: Any, output: Any, middle: Any, values: Any) -> Any:
        return [session.run(output, feed_dict={output: value}) for value in values]

    return what_if


def _initialises_first() -> Callable[..., Any]:
    def what_if(session: Any, output: Any, middle: Any, values: Any) -> Any:
        session.run(tf.global_variables_initializer())
        return _what_if()(session, output, middle, values)

    return what_if


def _closes_the_session() -> Callable[..., Any]:
    def what_if(session: Any, output: Any, middle: Any, values: Any) -> Any:
        with session:
            return _what_if()(session, output, middle, values)

    return what_if


def _own_session() -> Callable[..., Any]:
    def what_if(session: Any, output: Any, middle: Any, values: Any) -> Any:
        with tf.Session() as own:
            own.run(tf.global_variables_initializer())
            return _what_if()(own, output, middle, values)

    return what_if


def _all_at_once() -> Callable[..., Any]:
    return lambda session, output, middle, values: session.run(output, {middle: values})


def _only_the_last() -> Callable[..., Any]:
    return lambda session, output, middle, values: _what_if()(session, output, middle, values)[-1]


WHAT_IF = Exercise(
    id="sessions/what-if",
    title="Feed a tensor in the middle of the graph",
    answers=("what_if",),
    cases=(
        Case(
            "three values for a number in the middle",
            1,
            visible=True,
            gate=True,
            advice="For each of the `values`, in order: run `output` in the given session, with this "
            "value fed to `middle` and nothing else changed. Return the list of what these runs "
            "give.",
        ),
        Case(
            "four values for a vector that the session could not compute by itself, and the same values "
            "when a variable has changed",
            1,
            gate=True,
            advice="Your function gives wrong results where `middle` is a vector that cannot be "
            "computed, or when it is called again later. For each value, feed it to `middle` and "
            "run `output` again.",
        ),
        Case(
            "the session holds exactly what it held before",
            1,
            advice="Your function changes a variable. Feeding does not: it replaces the value of "
            "a tensor for one run.",
        ),
    ),
    draw=_draw_what_if,
    observe=_observe_what_if,
    reference=_what_if,
    misconceptions=(
        Misconception(
            "feeds-nothing",
            _feeds_nothing,
            "your function never feeds, so the session computes `middle` by itself every time. "
            "Give `run` a feed_dict whose key is the tensor `middle`.",
        ),
        Misconception(
            "feeds-the-output",
            _feeds_the_output,
            "your function feeds `output`, so `run` gives back what you fed and computes nothing. "
            "The key of the feed_dict should be `middle`.",
        ),
        Misconception(
            "all-values-at-once",
            _all_at_once,
            "your function feeds the whole list of values at once, and its shape does not fit "
            "`middle`. Feed one value in one run, and make a run for each value.",
        ),
        Misconception(
            "only-the-last",
            _only_the_last,
            "your function returns only the last result. Collect the results in a list, one for "
            "each value.",
        ),
        Misconception(
            "initialises-first",
            _initialises_first,
            "your function runs an initializer, and so the values that the variables had in this session "
            "are lost. The session is ready for use: only run `output`.",
        ),
        Misconception(
            "closes-the-session",
            _closes_the_session,
            "the first results are right, but your function closes the session: `session.close()` does, "
            "and so does the end of a `with session:` block. It is not yours, so leave it open.",
        ),
        Misconception(
            "asks-another-session",
            _own_session,
            "your function opens a session of its own, in which the variables start from their initial "
            "values. The values that count are in the session that you were given.",
        ),
    ),
    hints=(
        "A feed_dict is not only for placeholders.",
        (
            "The keys of a feed_dict are tensors, their values are the numbers that replace them in "
            "this run. You need one run for each value."
        ),
        "Feed `middle` as you would feed a placeholder, and fetch `output`. A feed lasts for one "
        "run, so there is nothing to undo.",
    ),
    paste=_paste_what_if,
)
