"""The last exercise: a smaller graph that gives the same values and acts in the same way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.build_an_engine.ordering import TOO_DEEP
from grader.exercises.build_an_engine.parts import Graph, contents, plan, simplify
from grader.exercises.build_an_engine.programs import draw_programs
from grader.exercises.build_an_engine.reading import (
    UNREADABLE,
    Program,
    in_a_function,
    part,
    reports,
    together,
)
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _


def _paste(challenge: Challenge) -> str:
    program, feeds = challenge.inputs["programs"][0], challenge.hidden["runs"][0][0][1]
    lines = []
    for kind, sources, value, name in program["nodes"]:
        inputs = "[" + ", ".join(f"nodes[{source}]" for source in sources) + "]"
        lines.append(f'nodes.append(graph.add("{kind}", {inputs}, "{name}", {value}))')
    build = "\n".join(lines)
    return in_a_function(f"""
class Graph:
    def __init__(self):
        self.nodes = []
    def add(self, kind, inputs=(), name=None, value=None):
        node = type("Node", (), {{"kind": kind, "inputs": tuple(inputs), "name": name, "value": value}})
        self.nodes.append(node)
        return node
pure = {{"constant": lambda node: node.value, "add": lambda node, a, b: a + b,
        "multiply": lambda node, a, b: a * b}}
def run(node):
    return {feeds["x"]} if node.kind == "placeholder" else pure[node.kind](node, *map(run, node.inputs))
graph, small, nodes = Graph(), Graph(), []
{build}
values = [node.value for node in nodes]
new = simplify([nodes[-1]], small, pure)
kinds = sorted(node.kind for node in small.nodes)
found = [kinds if len(kinds) < 10 else {{kind: kinds.count(kind) for kind in kinds}}, run(new[nodes[-1]])]
for node, value in zip(nodes, values):
    if node.value is not value:
        raise ValueError("your function changed the node " + node.name)
    if node.kind == "placeholder" and node not in new:
        raise LookupError("your dictionary has no new node for the placeholder " + node.name)
found
""")


MORE_KERNELS: dict[str, Callable[..., Any]] = {"scale": lambda node, a: node.value * a}


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    runs = challenge.hidden["runs"]
    found = reports(evidence, len(runs))
    shown, *others = (_seen(*one) for one in zip(found, runs, strict=True))
    if isinstance(shown, list):
        _kept, kinds, values, _state = shown
        failed = values[0]
        shown = failed if isinstance(failed, Raised) else [kinds, failed[0]]
    folding, merging, acting, starting, training, *deep = others
    return [shown, folding, merging, together([acting, starting]), training, together(deep)]


def _seen(report: Any, runs: Sequence[Any]) -> Any:
    """The values of what is not pure by name, all kinds, what the runs give, and the state afterwards."""
    if isinstance(report, Raised):
        return report
    small = Program(part(report, "graph"), MORE_KERNELS)
    fetches = part(report, "fetches")
    kept, placeholders = (_numbers(part(report, key)) for key in ("kept", "placeholders"))
    if not isinstance(fetches, list) or not all(type(number) is int for number in fetches):
        raise WrongAnswer(_(UNREADABLE))
    state: dict[str, Any] = {}
    values = []
    for wanted, feeds in runs:
        given = {kept[name]: value for name, value in feeds.items() if name in kept}
        given |= {placeholders[name]: feeds[name] for name in feeds if name in placeholders}
        values.append(small.try_run([fetches[i] for i in wanted], given, state))
    own_values = {name: small.values.get(number) for name, number in kept.items()}
    return [own_values, _counted(small.kinds), values, state]


def _counted(kinds: Sequence[str]) -> Any:
    """The kinds of a few nodes, sorted; of many, how many there are of each."""
    return sorted(kinds) if len(kinds) < 10 else dict(Counter(kinds))


def _numbers(found: Any) -> dict[str, int]:
    if not isinstance(found, Mapping) or not all(
        isinstance(name, str) and type(number) is int for name, number in found.items()
    ):
        raise WrongAnswer(_(UNREADABLE))
    return dict(found)


# ----------------------------------------------------------------------------- wrong answers


def _all_known(node: Any, known: Mapping[Any, Any]) -> bool:
    return all(source in known for source in node.inputs)


def _one_step(node: Any, known: Mapping[Any, Any]) -> bool:
    return all(source.kind == "constant" for source in node.inputs)


def _never(node: Any, known: Mapping[Any, Any]) -> bool:
    return node.kind == "constant"


def _alike(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, inputs, contents(value))


def _same_order_or_not(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, frozenset(inputs), contents(value))


def _old_inputs(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, node.inputs if inputs else (), contents(value))


def _old_inputs_throughout(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, node.inputs, contents(value))


def _only_old_constants(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    folded = kind == "constant" and node.kind != "constant"
    return node if folded else (kind, inputs, contents(value))


def _without_value(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, inputs, None if inputs else contents(value))


def _without_any_value(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, inputs)


def _by_number(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return (kind, inputs, None if value is None else tuple(np.ravel(value).tolist()))


def _itself(node: Any, kind: str, inputs: Any, value: Any) -> Any:
    return node


def _changed(
    folds: Callable[..., bool] = _all_known,
    key: Callable[..., Any] = _alike,
    everything_merges: bool = False,
    everything_folds: bool = False,
    names: bool = True,
    drops: bool = True,
) -> Callable[[], Any]:
    """An answer: `simplify` with some of its decisions replaced."""

    def function(fetches: Sequence[Any], small: Any, pure: Mapping[str, Any]) -> dict[Any, Any]:
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
                name = node.name if names or kind not in pure else None
                made[found] = small.add(kind, inputs, name, value)
            new[node] = made[found]

        left = plan(fetches, known)
        needed = [*fetches, *(source for node in left for source in node.inputs)]
        for node in needed if drops else plan(fetches):
            if node in known and node not in new:
                move(node, "constant", (), known[node])
        for node in left:
            move(node, node.kind, tuple(new[source] for source in node.inputs), node.value)
        return new

    return lambda: function


def _with_drafts(merges_at_once: bool) -> Callable[[], Any]:
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


def _recursive(fetches: Sequence[Any], small: Any, pure: Mapping[str, Any]) -> dict[Any, Any]:
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


FORGETS_THE_VALUE = (
    "you merge nodes of one kind with the same inputs, though their own values differ. Constants have "
    "no inputs at all; and the kernel of another kind gets the node, and may use its `value`."
)
OLD_INPUTS = (
    "you compare the old inputs of two nodes. Two inputs that have become one are the same: compare "
    "the *new* ones."
)

ENGINE = Exercise(
    id="build_an_engine/engine",
    title="A smaller graph",
    answers=("simplify",),
    cases=(
        Case(
            "a formula like the one in the text: the nodes that are left, and its value",
            1,
            visible=True,
            gate=True,
            advice="Compare the kinds of the nodes. A constant too many: nobody needs it once its "
            "users are folded. An operation too many: fold before you merge. If only the value "
            "differs, look at what you merge, and at the inputs that you give to the new nodes.",
        ),
        Case(
            "constants that become known one after the other, some of them fetched",
            1,
            advice="A node whose inputs have *become* constants is folded as well, whatever its "
            "kind, if it is pure. Constants with different values stay apart. A fetch may be a constant, "
            "too; your dictionary has its new node.",
        ),
        Case(
            "what is the same, and what only looks so",
            1,
            advice="Compare three things: the kind, the new inputs in their order, and the node's own "
            "`value`, by its `contents`. Once two nodes are one, their users may be the same.",
        ),
        Case(
            "variables, assignments, groups, random nodes: their names, what is left, what each run does",
            1,
            advice="What is not pure is neither folded nor merged. Each one that is needed stays, with "
            "its kind, its name and its value; only what it needs becomes smaller. Pure nodes keep "
            "their names, so that none takes the name of a variable.",
        ),
        Case(
            "a training step: what is left of it, and the variables after three steps",
            1,
            advice="The training step of a small model does something else now, or it is larger than "
            "it has to be. Look at the inputs of the new nodes.",
        ),
        Case(
            "chains of 1,200 nodes, and twenty sums of a node with itself",
            1,
            advice="Visit every node once, in a loop: there are a million paths through twenty sums of a "
            "node with itself.",
        ),
    ),
    draw=draw_programs,
    observe=_observe,
    reference=lambda: simplify,
    misconceptions=(
        Misconception(
            "keeps-the-parts",
            _changed(drops=False),
            "you keep the constants from which other constants were computed. After folding, "
            "nobody needs them: find out what the fetches need when all the folding is done.",
        ),
        Misconception(
            "folds-nothing",
            _changed(folds=_never),
            "equal nodes are merged, but nothing is folded. Compute the pure nodes whose inputs are all "
            "known, and put constants in their places.",
        ),
        Misconception(
            "folds-one-step",
            _changed(folds=_one_step),
            "you fold a node if its inputs were constants from the beginning. An input that has "
            "*become* a constant is as good: ask whether its value is known.",
        ),
        Misconception(
            "folds-what-is-not-pure",
            _changed(everything_folds=True),
            "a placeholder has no inputs, so it is true that all of its inputs are constants, and you "
            "try to compute it. Ask first whether the kind is pure.",
        ),
        Misconception(
            "merges-nothing",
            _changed(key=_itself),
            "constants are folded, but every old node gets a new node of its own. Keep a dictionary of "
            "what you have made, by kind, new inputs and value.",
        ),
        Misconception(
            "merges-before-folding",
            _changed(key=_only_old_constants),
            "a constant that you have computed is not merged with an equal one. Fold "
            "first; a computed constant is a constant like any other.",
        ),
        Misconception(
            "compares-the-old-inputs",
            _changed(key=_old_inputs),
            OLD_INPUTS,
        ),
        Misconception(
            "compares-the-old-inputs-throughout",
            _changed(key=_old_inputs_throughout),
            OLD_INPUTS,
        ),
        Misconception(
            "any-order",
            _changed(key=_same_order_or_not),
            "you merge two nodes that have the same inputs in different orders. `a - b` is not `b - a`.",
        ),
        Misconception(
            "forgets-the-value",
            _changed(key=_without_value),
            FORGETS_THE_VALUE,
        ),
        Misconception("forgets-every-value", _changed(key=_without_any_value), FORGETS_THE_VALUE),
        Misconception("forgets-every-value-in-drafts", _with_drafts(False), FORGETS_THE_VALUE),
        Misconception("forgets-every-value-at-once", _with_drafts(True), FORGETS_THE_VALUE),
        Misconception(
            "compares-numbers-only",
            _changed(key=_by_number),
            "you merge constants whose numbers are equal, though their types or shapes are not: 2 "
            "and 2.0, a row and a matrix with one row, 0.0 and -0.0. Compare their `contents`.",
        ),
        Misconception(
            "merges-what-is-not-pure",
            _changed(everything_merges=True),
            "you merge nodes that are not pure. Two placeholders get two values, two random nodes give "
            "two numbers, and each assignment is there to act.",
        ),
        Misconception(
            "new-names",
            _changed(names=False),
            "a new node without a name takes the name of its kind, and in this graph that is the name "
            "of a variable, which now gets another one. Pass on the names: those of a graph are all "
            "different.",
        ),
        Misconception(
            "too-deep",
            lambda: _recursive,
            "everything is right but for one thing: " + TOO_DEEP,
        ),
    ),
    hints=(
        "First find out what can be known now: a dictionary from node to value, filled in an order in "
        "which inputs come first. No node is made yet.",
        "What is left to compute when these values are known? You have a function for that: exercise 5. A "
        "known value is like a feed, except that it needs a constant wherever somebody uses it.",
        "Then make the new nodes, inputs first. For a pure node, look up (kind, new inputs, contents of "
        "the value) among those that you have made; any other node is always new.",
    ),
    paste=_paste,
)
