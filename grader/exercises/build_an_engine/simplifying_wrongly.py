"""Wrong answers to the last exercise: its reference with some of its decisions replaced."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence.probes.build_an_engine_graphs import CALCULATING
from grader.exercises.build_an_engine.parts import Graph, contents, plan, simplify


def all_known(node: Any, known: Mapping[Any, Any]) -> bool:
    return all(source in known for source in node.inputs)


def one_step(node: Any, known: Mapping[Any, Any]) -> bool:
    return all(source.kind == "constant" for source in node.inputs)


def never(node: Any, known: Mapping[Any, Any]) -> bool:
    return node.kind == "constant"


def alike(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, inputs, contents(value))


def same_order_or_not(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, frozenset(inputs), contents(value))


def old_inputs(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, node.inputs if inputs else (), contents(value))


def old_inputs_throughout(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, node.inputs, contents(value))


def only_old_constants(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    folded = kind == "constant" and node.kind != "constant"
    return node if folded else (kind, inputs, contents(value))


def constants_apart(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return node if kind == "constant" else (kind, inputs, contents(value))


def without_value(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, inputs, None if inputs else contents(value))


def without_any_value(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, inputs)


def by_number(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, inputs, None if value is None else tuple(np.ravel(value).tolist()))


def itself(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return node


def changed(
    folds: Callable[..., bool] = all_known,
    key: Callable[..., Any] = alike,
    everything_merges: bool = False,
    everything_folds: bool = False,
    names: Collection[str] = ("pure", "not pure"),
    drops: bool = True,
    values: bool = True,
    own_table: bool = False,
) -> Callable[[], Any]:
    """An answer: `simplify` with some of its decisions replaced."""

    def function(fetches: Sequence[Any], small: Any, pure: Mapping[str, Any]) -> dict[Any, Any]:
        if own_table:
            pure = CALCULATING
        known: dict[Any, Any] = {}
        for node in plan(fetches):
            if (everything_folds or node.kind in pure) and folds(node, known):
                known[node] = pure[node.kind](node, *[known[source] for source in node.inputs])
        new: dict[Any, Any] = {}
        made: dict[Any, Any] = {}

        def move(node: Any, kind: str, inputs: Any, value: Any) -> None:
            merges = everything_merges or kind in pure
            found = key(node, kind, inputs, value) if merges else node
            if found not in made:
                name = node.name if ("pure" if kind in pure else "not pure") in names else None
                own = value if values or kind == "constant" else None
                made[found] = small.add(kind, inputs, name, own)
            new[node] = made[found]

        left = plan(fetches, known)
        needed = [*fetches, *(source for node in left for source in node.inputs)]
        for node in needed if drops else plan(fetches):
            if node in known and node not in new:
                move(node, "constant", (), known[node])
        for node in left:
            move(node, node.kind, tuple(new[i] for i in node.inputs), node.value)
        return new

    return lambda: function


def with_drafts(merges_at_once: bool) -> Callable[[], Any]:
    """An answer that folds in one walk and forgets the values of what it merges, then or in the next walk."""

    def function(fetches: Sequence[Any], small: Any, pure: Mapping[str, Any]) -> dict[Any, Any]:
        draft_of: dict[Any, Any] = {}
        new: dict[Any, Any] = {}
        made: dict[Any, Any] = {}
        drafts = Graph()
        for node in plan(fetches):
            kind, inputs, value = node.kind, tuple(draft_of[one] for one in node.inputs), node.value
            if kind in pure and inputs and all(one.kind == "constant" for one in inputs):
                value = pure[kind](node, *[one.value for one in inputs])
                kind, inputs = "constant", ()
            key = (kind, inputs) if merges_at_once and kind in pure else node
            if key not in made:
                made[key] = drafts.add(kind, inputs, node.name, value)
            draft_of[node] = made[key]
        made.clear()
        for draft in plan([draft_of[node] for node in fetches]):
            inputs = tuple(new[one] for one in draft.inputs)
            key = (draft.kind, inputs) if draft.kind in pure else draft
            if key not in made:
                made[key] = small.add(draft.kind, inputs, draft.name, draft.value)
            new[draft] = made[key]
        return {node: new[draft] for node, draft in draft_of.items() if draft in new}

    return lambda: function


def recursive(fetches: Sequence[Any], small: Any, pure: Mapping[str, Any]) -> dict[Any, Any]:
    def visit(node: Any, depth: int) -> None:
        if depth > 900:
            raise RecursionError
        if node not in seen:
            seen.add(node)
            for source in node.inputs:
                visit(source, depth + 1)

    seen: set[Any] = set()
    for node in fetches:
        visit(node, 0)
    return simplify(fetches, small, pure)
