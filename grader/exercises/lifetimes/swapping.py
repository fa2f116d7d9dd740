"""Exchanging two variables in one run: copies, and an order that the graph must ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception, Rerun, WrongAnswer, describe
from grader.languages import _

# How many orders at random a graph is run in, beside those of `Rerun.turns`.
AT_RANDOM = 6


def _draw(rng: np.random.Generator) -> Challenge:
    one, two, three, *more = (float(number) for number in numbers(rng, 7, 2, 90))
    large = 2.0**30 * float(rng.integers(3, 60))  # a sum with it has no place for a small number
    pairs = ((one, two), (large, three + 0.25), (more[:2], more[2:]), (two, one))
    names = ("a", "b") if rng.integers(2) else ("b", "a")
    builds = [
        [
            {"variable": np.asarray(value, np.float32), "name": name}
            for name, value in zip(names, pair, strict=True)
        ]
        for pair in pairs
    ]
    seeds = [int(seed) for seed in rng.integers(2**31, size=AT_RANDOM)]
    return Challenge("build", {"builds": builds}, {"orders": seeds})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    builds = reports(evidence, 4, "arguments", "result")
    swaps = [_swap_of(build) for build in builds]
    shown, other, again, last = (
        _values(_rerun(evidence, swap), build["arguments"], swap, count)
        for build, swap, count in zip(builds, swaps, (1, 3, 2, 1), strict=True)
    )
    return [
        shown[-1],
        [other, again, last],
        _in_any_order(evidence, builds[0]["arguments"], swaps[0], challenge.hidden["orders"]),
    ]


def _in_any_order(evidence: Evidence, variables: Any, swap: Any, seeds: list[int]) -> list[Any]:
    """The different outcomes of one run, in the orders that the graph leaves open."""
    if isinstance(swap, Raised):
        return [swap]
    found: list[Any] = []
    for rerun in Rerun(evidence, swap.graph).in_other_orders(swap, seeds):
        (outcome,) = _values(rerun, variables, swap, 1)
        if isinstance(outcome, Raised):
            return [outcome]
        outcome = [np.asarray(value).tolist() for value in outcome]
        if outcome not in found:
            found.append(outcome)
    return sorted(found, key=repr)


def _swap_of(build: Any) -> Any:
    """What the answer returned: an operation or a tensor of its arguments' graph, or an error."""
    swap = build["result"]
    if isinstance(swap, Raised):
        return swap
    if not isinstance(swap, (OperationRef, TensorRef)):
        raise WrongAnswer(
            _(
                "your function should return one operation or tensor, but it returned {found}"
            ).format(found=describe(swap))
        )
    if swap.graph != build["arguments"][0].graph:
        return Raised("ValueError", _("what swap returns is not in the graph of a and b"))
    return swap


def _rerun(evidence: Evidence, swap: Any) -> Rerun | None:
    return None if isinstance(swap, Raised) else Rerun(evidence, swap.graph)


def _values(rerun: Rerun | None, variables: Any, swap: Any, count: int) -> list[Any]:
    """The two values after each of `count` runs, or an error in their place."""
    if rerun is None:
        return [swap]
    failed = rerun.initialize()
    if isinstance(failed, Raised):
        return [failed]
    found: list[Any] = []
    for _run in range(count):
        done = rerun.run([swap])
        found.append(done if isinstance(done, Raised) else rerun.run(list(variables)))
    return found


def _paste(challenge: Challenge) -> str:
    one, two = (float(part["variable"]) for part in challenge.inputs["builds"][0])
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    a, b = tf.Variable({one}), tf.Variable({two})
    exchange = swap(a, b)
    session.run(tf.global_variables_initializer())
    session.run(exchange)
    values = session.run([a, b])
values
"""


def _swap() -> Callable[..., Any]:
    def swap(a: Any, b: Any) -> Any:
        old_a, old_b = a + 0.0, b + 0.0
        with tf.control_dependencies([old_a, old_b]):
            return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))

    return swap


def _both_at_once() -> Callable[..., Any]:
    return lambda a, b: tf.group(tf.assign(a, b), tf.assign(b, a))


def _an_alias() -> Callable[..., Any]:
    def swap(a: Any, b: Any) -> Any:
        old = tf.identity(a.read_value())
        with tf.control_dependencies([old]):
            first = tf.assign(a, b)
        with tf.control_dependencies([first]):
            return tf.assign(b, old)

    return swap


def _copies_without_order() -> Callable[..., Any]:
    def swap(a: Any, b: Any) -> Any:
        old_a, old_b = a + 0.0, b + 0.0
        return tf.group(tf.assign(a, old_b), tf.assign(b, old_a))

    return swap


def _copy_that_may_come_late() -> Callable[..., Any]:
    def swap(a: Any, b: Any) -> Any:
        old = a + 0.0
        with tf.control_dependencies([tf.assign(a, b)]):
            return tf.assign(b, old)

    return swap


def _with_arithmetic() -> Callable[..., Any]:
    def swap(a: Any, b: Any) -> Any:
        with tf.control_dependencies([tf.assign_add(a, b)]):
            second = tf.assign(b, a.read_value() - b.read_value())
        with tf.control_dependencies([second]):
            return tf.assign_sub(a, b.read_value())

    return swap


def _mirrored(make: Callable[[], Callable[..., Any]]) -> Callable[[], Callable[..., Any]]:
    """The same mistake with the two variables exchanged: it leaves the other value in both."""
    return lambda: lambda a, b: make()(b, a)


def _swaps_names() -> Callable[..., Any]:
    def swap(a: Any, b: Any) -> Any:
        a, b = b, a
        return tf.group(a, b)

    return swap


def _initial_values() -> Callable[..., Any]:
    return lambda a, b: tf.group(tf.assign(a, b.initial_value), tf.assign(b, a.initial_value))


BOTH_AT_ONCE = (
    "both variables end up with the same value. Each assignment reads the other variable when it "
    "runs, so the second one finds the new value. Copy the old values first, with `a + 0`: "
    "neither `tf.identity` nor a queue makes a copy."
)
AN_ALIAS = (
    "both variables end up with the same value, whatever order the operations run in. Either only "
    "one of them is assigned, or its old value was not copied: `tf.identity` and `read_value` pass "
    "on the variable's own memory, which has changed by then. `a + 0` is a copy."
)
A_LATE_COPY = (
    "an assignment may overwrite a value too early: before it is copied, or before the other "
    "assignment reads it. Copy both values, and make both assignments in a "
    "`tf.control_dependencies` block that names both copies."
)

SWAP = Exercise(
    id="lifetimes/swap",
    title="Exchange two variables in one run",
    answers=("swap",),
    cases=(
        Case(
            "the two values after one run",
            1,
            visible=True,
            gate=True,
            advice="After a run of what your function returns, each variable should hold the old "
            "value of the other one.",
        ),
        Case(
            "the values after more runs, for a large and a small number, and for vectors",
            1,
            gate=True,
            advice="After one of the runs the values are not exchanged exactly. Each run should exchange "
            "the values that it finds. Copy them: sums and differences lose digits.",
        ),
        Case(
            "the values, with the operations in other orders that your graph allows",
            2,
            advice="TensorFlow may run your operations in an order in which the values are not exchanged. "
            "Every copy of an old value must come before the operation that overwrites it: as its "
            "input or as a control input.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
    reference=_swap,
    misconceptions=(
        Misconception("both-at-once", _both_at_once, BOTH_AT_ONCE),
        Misconception("both-at-once-mirrored", _mirrored(_both_at_once), BOTH_AT_ONCE),
        Misconception("an-alias-for-a-copy", _an_alias, AN_ALIAS),
        Misconception("an-alias-for-a-copy-mirrored", _mirrored(_an_alias), AN_ALIAS),
        Misconception(
            "copies-without-an-order",
            _copies_without_order,
            "you copy old values, but nothing makes the assignments wait until that is done: one of them "
            "may overwrite a variable too early. Make both assignments in a `tf.control_dependencies` "
            "block that names both copies.",
        ),
        Misconception("a-copy-that-may-come-late", _copy_that_may_come_late, A_LATE_COPY),
        Misconception(
            "a-copy-that-may-come-late-mirrored", _mirrored(_copy_that_may_come_late), A_LATE_COPY
        ),
        Misconception(
            "with-arithmetic",
            _with_arithmetic,
            "you exchange the values with a sum and differences. Where one number is large and the "
            "other small, the small one is lost in the sum. Copy the old values instead.",
        ),
        Misconception(
            "changes-nothing",
            _swaps_names,
            "a run of what you return changes nothing. Return an operation that runs a `tf.assign` for each "
            "variable, or one that waits for both. If you wrote `a, b = b, a`: that only exchanges two "
            "Python names. If you ran something while building the graph, it acted in another session.",
        ),
        Misconception(
            "assigns-the-initial-values",
            _initial_values,
            "your function assigns the initial values, which never change. So the second run does "
            "not exchange anything. Copy the values that the variables have when the run begins.",
        ),
    ),
    hints=(
        "You need the old value of at least one variable after it has been overwritten. What keeps it?",
        "A copy, such as `a + 0.0`, keeps the old value if it runs before the assignment. Nothing "
        "but a path in the graph makes the assignment wait.",
        "Copy both values. Make both assignments in a `tf.control_dependencies` block that waits for both "
        "copies, and put them into one operation with `tf.group`.",
    ),
)
