"""An exercise on control dependencies: two updates, then a look."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.exercises.graphs.evidence import expect_new
from grader.judging import Case, Rerun, expect_returned_tensor

# How many orders at random a graph is run in, beside those of `Rerun.turns`.
AT_RANDOM = 4


def _draw(rng: np.random.Generator) -> Challenge:
    one, two, three, four = (
        int(number) for number in rng.choice(np.arange(200, 900), 4, replace=False)
    )
    amounts = _amounts(rng)
    amount = {"placeholder": "float32", "shape": [], "name": "amount"}
    builds = [
        [
            {"variable": np.float32(source), "name": "source"},
            {"variable": np.float32(target), "name": "target"},
            amount,
        ]
        for source, target in ((one, two), (three, four))
    ]
    seeds = [int(seed) for seed in rng.integers(2**31, size=AT_RANDOM)]
    return Challenge("build", {"builds": builds}, {"amounts": amounts, "orders": seeds})


def _amounts(rng: np.random.Generator) -> list[float]:
    """Three amounts: a small one (none of the text's example), one that no source holds, one below zero.

    The last is more than any target then holds. Neither of these two is a whole number.
    """
    first = int(rng.choice(np.setdiff1d(np.arange(3, 60), [10, 30])))
    return [first, int(rng.integers(1000, 1500)) + 0.25, 0.25 - int(rng.integers(3000, 4000))]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, second = (_transfers(evidence, build, challenge) for build in evidence.result)
    results = [build["result"] for build in evidence.result]
    expect_new((result for result in results if isinstance(result, TensorRef)), "transfer")
    if isinstance(first, Raised):
        return [first] * 4
    if isinstance(second, Raised):
        return [first[0], second, second, second]
    orders = _in_any_order(evidence, evidence.result[0], challenge)
    return [first[0], [first[1], second[:2]], [first[2], second[2]], orders]


def _in_any_order(evidence: Evidence, build: Any, challenge: Challenge) -> Any:
    """The outcome of the first transfer, if it is one in all orders that the graph leaves open."""
    after, found = build["result"], []
    moved = {build["arguments"][2]: challenge.hidden["amounts"][0]}
    for rerun in Rerun(evidence, after.graph).in_other_orders(after, challenge.hidden["orders"]):
        rerun.initialize()
        outcome = rerun.run(after, moved)
        if not isinstance(outcome, Raised):
            outcome = np.asarray(outcome).tolist()
        if outcome not in found:
            found.append(outcome)
    # Which of several were seen is chance. Two empty places: of the right form, and no amounts.
    return found[0] if len(found) == 1 else [None, None]


def _transfers(evidence: Evidence, build: Any, challenge: Challenge) -> Any:
    """The amounts after the first transfer, after each of the others, and in the variables."""
    if isinstance(build["result"], Raised):
        return build["result"]
    after = expect_returned_tensor(build["result"], "transfer(source, target, amount)")
    source, target, amount = build["arguments"]
    rerun = Rerun(evidence, after.graph)
    rerun.initialize()
    untouched = rerun.run([source, target])
    shown, *later = (rerun.run(after, {amount: moved}) for moved in challenge.hidden["amounts"])
    return [shown, later, [untouched, rerun.run([source, target])]]


def _paste(challenge: Challenge) -> str:
    source, target = (int(one["variable"]) for one in challenge.inputs["builds"][0][:2])
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    source, target = tf.Variable({source}.0), tf.Variable({target}.0)
    amount = tf.placeholder(tf.float32, [])
    after = transfer(source, target, amount)
    session.run(tf.global_variables_initializer())
    value = session.run(after, {{amount: {challenge.hidden["amounts"][0]}}})
value
"""


TRANSFER = exercise(
    id="graphs/transfer",
    title="First move the money, then look",
    answers=("transfer",),
    cases=(
        Case(
            "both amounts after the first transfer",
            1,
            visible=True,
            gate=True,
            advice="In each run the amount must leave `source` and arrive in `target`, once. Your tensor "
            "must have two numbers, both read after the updates: what `source` holds, and then what "
            "`target` holds, with nothing added or subtracted. What you make outside a "
            "`tf.control_dependencies` block waits for its inputs only.",
        ),
        Case(
            "both amounts after two more transfers, and with other variables",
            1,
            advice="Your tensor is right in the first run, but not in later runs, or not with "
            "other variables. Each run must start from what the variables hold at that time, move the "
            "amount fed to it, and assign to both variables. An amount may be a fraction, negative, or "
            "larger than what `source` holds: move it as it is.",
        ),
        Case(
            "the variables themselves hold the new amounts, and only a run changes them",
            1,
            advice="The values of your tensor are right, but the variables do not hold them "
            "afterwards, or they change without a run.",
        ),
        Case(
            "both amounts, in whatever order a run executes operations that do not wait for each other",
            1,
            advice="TensorFlow may run your operations in an order that gives your tensor other values. "
            "Where one must come before another, make it an input or a control input of the other.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "You need two updates, and a tensor that reads both variables after them.",
        "Make the two updates first. Then open `with tf.control_dependencies([...]):` and make the "
        "reading inside.",
        "A node that existed before the block does not wait. `read_value()` makes a new node that "
        "reads the variable.",
    ),
    paste=_paste,
)
