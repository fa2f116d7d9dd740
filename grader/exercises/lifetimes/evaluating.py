"""The exercise on streaming metrics: local variables that live for one evaluation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [
        {
            "weight": float(numbers(rng, 1, 2, 9)[0]),
            "steps": numbers(rng, 1, 2, 90)[0],
            "earlier": earlier,
            "times": times,
            "batches": _batches(rng, sizes),
        }
        for earlier, sizes, times in (
            ([float(number) for number in numbers(rng, 2, 200, 300)], (1, 3), 2),
            (None, (4, 1, 2), 1),
            ([float(numbers(rng, 1, 300, 400)[0])], (2, 5, 1, 3), 1),
        )
    ]
    return Challenge("lifetimes/evaluate", {"programs": programs})


def _batches(rng: np.random.Generator, sizes: tuple[int, ...]) -> list[list[float]]:
    """Batches of these sizes, whose means grow so fast that no wrong average is right by chance."""
    return [
        [float(number) for number in numbers(rng, size, 10 * 2**place, 10 * 2 ** (place + 1))]
        for place, size in enumerate(sizes)
    ]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, 3, "values", "after")
    values = [value for report in found for value in report["values"]]
    return [values[0], values[1:], [report["after"] for report in found]]


def _paste(challenge: Challenge) -> str:
    shown = challenge.inputs["programs"][0]
    feeds = ", ".join(f"{{x: {batch}}}" for batch in shown["batches"])
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    x, weight = tf.placeholder(tf.float32, [None]), tf.Variable(1.0)
    metric, update = tf.metrics.mean(x * weight)
    session.run([tf.assign(weight, {shown["weight"]}), tf.local_variables_initializer()])
    session.run(update, {{x: {shown["earlier"]}}})
    value = evaluate(session, metric, update, [{feeds}])
value
"""


def _evaluate() -> Callable[..., Any]:
    def evaluate(session: Any, metric: Any, update: Any, feeds: Any) -> Any:
        session.run(tf.local_variables_initializer())
        for feed in feeds:
            session.run(update, feed)
        return session.run(metric)

    return evaluate


def _never_resets() -> Callable[..., Any]:
    def evaluate(session: Any, metric: Any, update: Any, feeds: Any) -> Any:
        for feed in feeds:
            session.run(update, feed)
        return session.run(metric)

    return evaluate


def _only_for_the_first_time() -> Callable[..., Any]:
    def evaluate(session: Any, metric: Any, update: Any, feeds: Any) -> Any:
        if session.run(tf.report_uninitialized_variables(tf.local_variables())).size:
            session.run(tf.local_variables_initializer())
        return _never_resets()(session, metric, update, feeds)

    return evaluate


def _resets_for_each_batch() -> Callable[..., Any]:
    def evaluate(session: Any, metric: Any, update: Any, feeds: Any) -> Any:
        return [_evaluate()(session, metric, update, [feed]) for feed in feeds][-1]

    return evaluate


def _mean_of_means() -> Callable[..., Any]:
    def evaluate(session: Any, metric: Any, update: Any, feeds: Any) -> Any:
        return np.mean([_evaluate()(session, metric, update, [feed]) for feed in feeds])

    return evaluate


def _averages_the_running_means() -> Callable[..., Any]:
    def evaluate(session: Any, metric: Any, update: Any, feeds: Any) -> Any:
        session.run(tf.local_variables_initializer())
        return np.mean([session.run(update, feed) for feed in feeds])

    return evaluate


def _never_updates() -> Callable[..., Any]:
    def evaluate(session: Any, metric: Any, update: Any, feeds: Any) -> Any:
        session.run(tf.local_variables_initializer())
        return [session.run(metric, feed) for feed in feeds][-1]

    return evaluate


def _reads_before_the_update() -> Callable[..., Any]:
    def evaluate(session: Any, metric: Any, update: Any, feeds: Any) -> Any:
        session.run(tf.local_variables_initializer())
        for feed in feeds:
            value = session.run(metric)
            session.run(update, feed)
        return value

    return evaluate


def _initialises_the_model() -> Callable[..., Any]:
    def evaluate(session: Any, metric: Any, update: Any, feeds: Any) -> Any:
        session.run(tf.global_variables_initializer())
        return _evaluate()(session, metric, update, feeds)

    return evaluate


EVALUATE = Exercise(
    id="lifetimes/evaluate",
    title="An evaluation has its own variables",
    answers=("evaluate",),
    cases=(
        Case("two batches, after an earlier evaluation", 1, visible=True, gate=True),
        Case(
            "the same batches once more with other weights, a first evaluation, and one with four batches",
            1,
            gate=True,
            advice="The model's weights change between two evaluations of the same feeds: compute "
            "the metric again in each call, and leave the feeds as they are.",
        ),
        Case(
            "the model's variables hold what they held before",
            1,
            advice="Your function changes the model's variables. An evaluation starts by initialising "
            "the local variables only.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
    reference=_evaluate,
    misconceptions=(
        Misconception(
            "never-resets",
            _never_resets,
            "your function does not start from zero: batches of an earlier evaluation are "
            "counted, too, and a first evaluation finds no values at all. Run "
            "`tf.local_variables_initializer()` first.",
        ),
        Misconception(
            "initialises-only-once",
            _only_for_the_first_time,
            "your function initialises only what has no value yet, so batches of an earlier evaluation "
            "are counted, too. Begin each evaluation with `tf.local_variables_initializer()`.",
        ),
        Misconception(
            "resets-for-each-batch",
            _resets_for_each_batch,
            "your function forgets everything before each batch, so only the last one counts. Run the "
            "initializer once, before the loop.",
        ),
        Misconception(
            "mean-of-means",
            _mean_of_means,
            "you average the batches' means. Batches have different sizes, so a small one weighs too "
            "much. Let `update` add up all batches, and read `metric` once.",
        ),
        Misconception(
            "averages-the-running-means",
            _averages_the_running_means,
            "you average what `update` gives. Each of these values is already the mean "
            "of all batches so far: take the last one, or read `metric` at the end.",
        ),
        Misconception(
            "never-updates",
            _never_updates,
            "your function never runs `update`, so nothing was counted. Reading `metric` only looks at "
            "the totals; each batch must be added with `session.run(update, feed)`.",
        ),
        Misconception(
            "reads-before-the-update",
            _reads_before_the_update,
            "your result lacks the last batch. Do you fetch `metric` together with `update`? The two "
            "have no order, so the metric may be read first. Read it in a run of its own, after the "
            "last batch.",
        ),
        Misconception(
            "initialises-the-model",
            _initialises_the_model,
            "`tf.global_variables_initializer()` wipes out the model: its trained values are gone. "
            "A metric's variables are local ones: `tf.local_variables_initializer()`.",
        ),
    ),
    hints=(
        "There are three stages: start from zero, count every batch, read the result. Each stage "
        "takes runs.",
        "The metric's totals are local variables: tf.local_variables_initializer() sets them to zero.",
        "`update` needs a run for each feed. At the end `metric` needs no feed: it reads the "
        "totals.",
    ),
)
