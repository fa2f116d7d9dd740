"""The exercise on how often nodes are evaluated: once in each run that needs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import reports
from grader.judging import Case, Exercise, Misconception

NAMES = ("alpha", "bravo", "cargo", "delta", "ember", "flint", "grain", "hotel", "ivory", "jolly")
FUNCTIONS = ("add", "multiply", "subtract")


def _draw(rng: np.random.Generator) -> Challenge:
    return Challenge("lifetimes/evaluations", {"programs": [_shown(rng), _other(rng)]})


def _shown(rng: np.random.Generator) -> dict[str, Any]:
    """w, x from w, y and z from x: fetched apart and together."""
    w, two, x, y, z = (str(name) for name in rng.permutation(NAMES)[:5])
    nodes = [
        [w, "constant", []],
        [two, "constant", []],
        [x, "add", [w, two]],
        [y, "add", [x, two]],
        [z, "multiply", [x, x]],
    ]
    runs = [[y], [z], [y, z]] + [[x]] * int(rng.integers(3))
    return {"nodes": nodes, "runs": [runs[int(index)] for index in rng.permutation(len(runs))]}


def _other(rng: np.random.Generator) -> dict[str, Any]:
    """Ten nodes, each from two before it, and four runs of one to three of them."""
    names = [str(name) for name in rng.permutation(NAMES)]
    nodes: list[list[Any]] = [[name, "constant", []] for name in names[:2]]
    for number, name in enumerate(names[2:], 2):
        one, other = (names[int(index)] for index in rng.integers(number, size=2))
        nodes.append([name, str(rng.choice(FUNCTIONS)), [one, other]])
    runs = [
        [str(name) for name in rng.choice(names[4:], int(rng.integers(1, 4)), replace=False)]
        for _ in range(4)
    ]
    return {"nodes": nodes, "runs": runs}


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, other = reports(evidence, 2, "value")
    return [shown["value"], other["value"]]


def _needed(tensors: Iterable[Any]) -> set[Any]:
    found: set[Any] = set()
    waiting = [tensor.op for tensor in tensors]
    while waiting:
        operation = waiting.pop()
        if operation not in found:
            found.add(operation)
            waiting += [tensor.op for tensor in operation.inputs]
    return found


def _count(operations: Iterable[Any]) -> dict[str, int]:
    return dict(Counter(operation.name for operation in operations))


def _evaluations() -> Callable[..., Any]:
    return lambda runs: _count(op for fetched in runs for op in _needed(fetched))


def _once_for_ever() -> Callable[..., Any]:
    return lambda runs: _count(_needed(tensor for fetched in runs for tensor in fetched))


def _once_a_fetch() -> Callable[..., Any]:
    return lambda runs: _count(op for run in runs for tensor in run for op in _needed([tensor]))


def _once_a_path() -> Callable[..., Any]:
    def evaluations(runs: Any) -> dict[str, int]:
        found: list[Any] = []
        waiting = [tensor.op for fetched in runs for tensor in fetched]
        while waiting:
            operation = waiting.pop()
            found.append(operation)
            waiting += [tensor.op for tensor in operation.inputs]
        return _count(found)

    return evaluations


def _only_what_is_fetched() -> Callable[..., Any]:
    return lambda runs: _count(tensor.op for fetched in runs for tensor in fetched)


EVALUATIONS = Exercise(
    id="lifetimes/evaluations",
    title="How often is each node evaluated?",
    answers=("evaluations",),
    cases=(
        Case("some runs of a graph like that of figure 1", 1, visible=True, gate=True),
        Case("four runs of a larger graph", 2),
    ),
    draw=_draw,
    observe=_observe,
    reference=_evaluations,
    misconceptions=(
        Misconception(
            "once-for-ever",
            _once_for_ever,
            "you count a node once for all runs together. When a run ends, its values are dropped: "
            "the next run evaluates the node again, so it counts once for each run that needs it.",
        ),
        Misconception(
            "once-for-each-fetch",
            _once_a_fetch,
            "you start anew for each tensor that is fetched. Tensors that are fetched in one run "
            "share their nodes: within a run a node counts once.",
        ),
        Misconception(
            "once-for-each-path",
            _once_a_path,
            "you count a node once for every way that leads to it. Within a run a node is evaluated "
            "once, and all that need it get the same value: remember which nodes you have seen.",
        ),
        Misconception(
            "only-what-is-fetched",
            _only_what_is_fetched,
            "you count only the fetched nodes. To evaluate them, a run evaluates all that they need: "
            "follow their inputs back to the constants.",
        ),
    ),
    hints=(
        "First think of one run: which operations does it need? Each of them counts once.",
        "For each run, keep a set of the operations seen. Start with tensor.op of all its tensors, "
        "and go to tensor.op of every input.",
        "for fetched in runs: found = set(); visit the operations back from [t.op for t in fetched]; "
        "then counts[op.name] += 1 for each op in found. collections.Counter starts counts at 0.",
    ),
)
