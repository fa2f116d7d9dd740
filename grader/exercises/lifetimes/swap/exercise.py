"""Exchanging two variables in one run: copies, and an order that the graph must ask for."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.judging import Case, Rerun, WrongAnswer, describe, different, reports
from grader.languages import _

# How many orders at random a graph is run in, beside those of `Rerun.turns`.
AT_RANDOM = 6


def _draw(rng: np.random.Generator) -> Challenge:
    one, two, three, *more = (float(number) for number in different(rng, 7, 2, 90))
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


SWAP = exercise(
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
    hints=(
        "You need the old value of at least one variable after it has been overwritten. What keeps it?",
        "A copy, such as `a + 0.0`, keeps the old value if it runs before the assignment. Nothing "
        "but a path in the graph makes the assignment wait.",
        "Copy both values. Make both assignments in a `tf.control_dependencies` block that waits for both "
        "copies, and put them into one operation with `tf.group`.",
    ),
)
