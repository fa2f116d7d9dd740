"""The exercise on how many times nodes are evaluated: once in each run that needs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.sessions.evidence import reports
from grader.judging import Case, Exercise, Misconception

NAMES = ("alpha", "bravo", "cargo", "delta", "ember", "flint", "grain", "hotel", "ivory", "jolly")
FUNCTIONS = ("add", "multiply", "subtract")


def _draw(rng: np.random.Generator) -> Challenge:
    return Challenge("lifetimes/evaluations", {"programs": [_shown(rng), *_others(rng)]})


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


def _others(rng: np.random.Generator) -> list[dict[str, Any]]:
    """Two graphs with the same names. In one, which is not the default graph, a node has other inputs.

    There are a node with two outputs, a node that no run needs, a tensor that is fetched twice in one
    run, one that another of its run needs, and a constant that is fetched.
    """
    pair, one, parts, x, y, z, end, unused = (str(name) for name in rng.permutation(NAMES)[:8])
    nodes = [
        [pair, "pair", []],
        [one, "constant", []],
        [parts, "unstack", [pair]],
        [x, str(rng.choice(FUNCTIONS)), [parts, one]],
        [unused, str(rng.choice(FUNCTIONS)), [x, f"{parts}:1"]],
        [y, str(rng.choice(FUNCTIONS)), [f"{parts}:1", one]],
        [z, str(rng.choice(FUNCTIONS)), [y, y]],
        [end, str(rng.choice(FUNCTIONS)), [z, x]],
    ]
    runs = [[x], [y, y], [end, x], [parts, f"{parts}:1"], [one]]
    runs = [runs[int(index)] for index in rng.permutation(len(runs))]
    changed = [[name, kind, [one, one] if name == z else inputs] for name, kind, inputs in nodes]
    return [
        {"nodes": nodes, "runs": runs},
        {"nodes": changed, "runs": runs, "elsewhere": True},
    ]


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = reports(evidence, 3, "value")
    return [shown["value"], [report["value"] for report in others]]


def _paste(challenge: Challenge) -> str:
    shown = challenge.inputs["programs"][0]
    (w, *_), (two, *_), *others = shown["nodes"]
    built = "".join(
        f'    {name} = tf.{kind}({", ".join(inputs)}, name="{name}")\n'
        for name, kind, inputs in others
    )
    runs = ", ".join(f"[{', '.join(fetched)}]" for fetched in shown["runs"])
    return f"""
with tf.Graph().as_default():
    {w}, {two} = tf.constant(0.0, name="{w}"), tf.constant(1.0, name="{two}")
{built}    counts = evaluations([{runs}])
counts
"""


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


def _once_a_tensor() -> Callable[..., Any]:
    def evaluations(runs: Any) -> dict[str, int]:
        found: list[Any] = []
        for fetched in runs:
            seen, waiting = set(), list(fetched)
            while waiting:
                tensor = waiting.pop()
                if tensor not in seen:
                    seen.add(tensor)
                    waiting += tensor.op.inputs
            found += [tensor.op for tensor in seen]
        return _count(found)

    return evaluations


def _without_constants() -> Callable[..., Any]:
    return lambda runs: _count(
        op for fetched in runs for op in _needed(fetched) if op.type != "Const"
    )


def _names_of_tensors() -> Callable[..., Any]:
    def evaluations(runs: Any) -> dict[str, int]:
        found: Counter[str] = Counter()
        for fetched in runs:
            seen, waiting = set(), list(fetched)
            while waiting:
                tensor = waiting.pop()
                if tensor.name not in seen:
                    seen.add(tensor.name)
                    waiting += tensor.op.inputs
            found.update(seen)
        return dict(found)

    return evaluations


def _with_zeros() -> Callable[..., Any]:
    def evaluations(runs: Any) -> dict[str, int]:
        operations = runs[0][0].graph.get_operations()
        return {operation.name: 0 for operation in operations} | _evaluations()(runs)

    return evaluations


def _in_the_default_graph(only_there: bool) -> Callable[..., Any]:
    """only_there: whether an operation of another graph does not count even if it is fetched."""

    def evaluations(runs: Any) -> dict[str, int]:
        found: Counter[str] = Counter()
        for fetched in runs:
            needed = {tensor.op.name for tensor in fetched}
            operations = tf.get_default_graph().get_operations()
            for operation in reversed(operations):
                if operation.name in needed:
                    needed |= {tensor.op.name for tensor in operation.inputs}
            found.update(
                needed & {operation.name for operation in operations} if only_there else needed
            )
        return dict(found)

    return evaluations


def _only_what_is_fetched() -> Callable[..., Any]:
    return lambda runs: _count(tensor.op for fetched in runs for tensor in fetched)


def _everything_every_time() -> Callable[..., Any]:
    return lambda runs: _count(op for run in runs for op in run[0].graph.get_operations())


DEFAULT_GRAPH = (
    "you look for the operations in the default graph. The tensors may belong to another one: "
    "`tensor.graph`."
)

EVALUATIONS = Exercise(
    id="lifetimes/evaluations",
    title="How many times is each node evaluated?",
    answers=("evaluations",),
    cases=(
        Case("some runs of a graph like the one in figure 2", 1, visible=True, gate=True),
        Case(
            "five runs of a larger graph, and of another graph with the same names, which is not the "
            "default graph",
            2,
            advice="Look at four things: in one run an operation counts once, even if a tensor is "
            "fetched twice or the operation has two outputs; a constant can be fetched, too; an "
            "operation that no run needs is left out; and a call must not use what an earlier one "
            "remembered, because another graph may have the same names.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    paste=_paste,
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
            "you start afresh for each tensor that is fetched. Tensors that are fetched in one "
            "run share their nodes: within a run, a node counts once.",
        ),
        Misconception(
            "once-for-each-path",
            _once_a_path,
            "you count a node once for every path that leads to it. Within a run, a node is "
            "evaluated once, and all that need it get the same value: remember which nodes you "
            "have seen.",
        ),
        Misconception(
            "only-what-is-fetched",
            _only_what_is_fetched,
            "you count only the fetched nodes. To evaluate them, a run evaluates all that they need: "
            "follow their inputs back to the constants.",
        ),
        Misconception(
            "once-for-each-tensor",
            _once_a_tensor,
            "you count an operation once for each of its tensors. An operation with two outputs, "
            "such as `tf.unstack`, is evaluated once: remember which operations you have seen.",
        ),
        Misconception(
            "all-nodes-in-every-run",
            _everything_every_time,
            "you count all nodes of the graph once for each run. A run evaluates only the fetched nodes "
            "and those that they need: follow their inputs.",
        ),
        Misconception(
            "in-the-default-graph",
            lambda: _in_the_default_graph(False),
            DEFAULT_GRAPH,
        ),
        Misconception(
            "only-in-the-default-graph",
            lambda: _in_the_default_graph(True),
            DEFAULT_GRAPH,
        ),
        Misconception(
            "without-constants",
            _without_constants,
            "you leave out the constants. They are operations as well: a run evaluates those that "
            "it needs.",
        ),
        Misconception(
            "names-of-tensors",
            _names_of_tensors,
            "your keys are names of tensors, such as `x:0`. The names of the operations are wanted: "
            "`tensor.op.name`.",
        ),
        Misconception(
            "with-zeros",
            _with_zeros,
            "your counts are right, but operations that are never evaluated are in the dictionary, "
            "too, with the count 0. Leave them out.",
        ),
    ),
    hints=(
        "First think of one run: which operations does it need? Each of them counts once.",
        "For each run, keep a set of the operations seen. Start with `tensor.op` of each fetched "
        "tensor, and go to `tensor.op` of every input.",
        "Begin each run with an empty set. After its walk, add 1 to the count of every name in "
        "the set; `collections.Counter` starts each count at 0.",
    ),
)
