"""Exchanging two variables in one run: copies, and an order that the graph must ask for."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Builder, Built, Case, Session, different, seeds, variable
from grader.judging.rewriting import rewritten

BUILD = Builder("exchange = swap(a, b)", operations=("exchange",))
# How many orders at random a graph is run in, beside those of its races (`judging/orders.py`).
AT_RANDOM = 6


def _draw(rng: np.random.Generator) -> Challenge:
    one, two, three, *more = (float(number) for number in different(rng, 7, 2, 90))
    large = 2.0**30 * float(rng.integers(3, 60))  # a sum with it has no place for a small number
    more[0] = 0.0  # and no quotient has a place for this one
    pairs = ((one, two), (large, three + 0.25), (more[:2], more[2:]), (two, one))
    names = ("a", "b") if rng.integers(2) else ("b", "a")
    builds = [
        [{**variable(value), "name": name} for name, value in zip(names, pair, strict=True)]
        for pair in pairs
    ]
    return BUILD.challenge(builds, again=[3], graphs=[1, 1, 2], orders=seeds(rng, AT_RANDOM))


def _once(run: Session) -> Any:
    """The two values after a run, or the error of the run."""
    run.initialize()
    return _exchanged(run)


def _exchanged(run: Session) -> Any:
    done = run("exchange")
    return done if isinstance(done, Raised) else run("a", "b")


def _each(run: Session, count: int) -> list[Any]:
    """The two values after each of several runs."""
    run.initialize()
    return [_exchanged(run) for _run in range(count)]


def _in_turn(run: Session, again: Built) -> Any:
    """The two values after a run, and after one of what a second call returned."""
    if isinstance(again.result, Raised):
        return again.result
    run.initialize()
    return [_exchanged(run), _exchanged(run.on(again))]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other, vectors, last = BUILD.built(rewritten(evidence), 4, in_graph=True)
    found = shown.ask_in_any_order(challenge.hidden["orders"], _once)
    return [
        shown.ask(_once),
        [other.ask(_each, 3), vectors.ask(_each, 2), last.ask(_in_turn, last.again)],
        sorted(found, key=repr),
    ]


SWAP = exercise(
    id="lifetimes/swap",
    title="Exchange two variables in one run",
    answers=("swap",),
    cases=(
        Case.shown(
            "the two values after one run",
            1,
            advice="After a run of what your function returns, each variable should hold the old "
            "value of the other one.",
        ),
        Case(
            "the values after more runs, for large and small numbers, for vectors, and after a second call",
            1,
            gate=True,
            advice="After one of the runs the values are not exchanged exactly. Each run should exchange "
            "the values that it finds. Copy them: sums and differences lose digits, a product with zero "
            "loses all.",
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
    paste=lambda challenge: BUILD.paste(challenge, _once),
    hints=(
        "You need the old value of at least one variable after it has been overwritten. What keeps it?",
        "A copy, such as `a + 0.0`, keeps the old value if it runs before the assignment. Nothing "
        "but a path in the graph makes the assignment wait.",
        "Copy both values. Make both assignments in a `tf.control_dependencies` block that waits for both "
        "copies, and put them into one operation with `tf.group`.",
    ),
)
