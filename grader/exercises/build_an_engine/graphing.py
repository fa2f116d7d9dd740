"""The first two exercises: nodes and names, and an order in which to compute them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.build_an_engine import entries_of
from grader.exercises.build_an_engine.parts import Graph, plan
from grader.exercises.build_an_engine.reading import (
    UNREADABLE,
    in_a_function,
    order_told,
    part,
    reports,
)
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _

# --------------------------------------------------------------------------------------- graph


def _draw_graph(rng: np.random.Generator) -> Challenge:
    first, second, third = (
        str(name) for name in rng.choice(["w", "x", "loss", "price", "rate"], 3, replace=False)
    )
    kind, other = (
        str(name) for name in rng.choice(["add", "multiply", "square", "mean"], 2, replace=False)
    )
    shown = [
        ["constant", [], None, float(rng.integers(2, 99))],
        ["placeholder", [], first, None],
        [kind, [0, 1], None, None],
        [kind, [2, 1], None, None],
        [other, [3], None, None],
        [kind, [4, 0], None, None],
    ]
    hidden = [
        ["constant", [], f"{kind}_1", float(rng.integers(2, 99))],  # a name that numbering meets
        ["placeholder", [], second, None],
        [kind, [0, 1], None, None],
        [kind, [2, 0], None, None],
        ["variable", [], second, float(rng.integers(2, 99))],  # a chosen name for the second time
        [other, [4, 4], f"{second}_1", None],
        [kind, [3, 5], second, None],
        [other, [], None, float(rng.integers(2, 99))],
        ["constant", [], third, 0.0],
    ]
    return Challenge("build_an_engine/graph", {"programs": [shown, hidden]})


def _observe_graph(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, hidden = reports(evidence, 2)
    if isinstance(shown, Raised) or isinstance(hidden, Raised):
        return [part(shown, "names")] + [shown if isinstance(shown, Raised) else hidden] * 3
    keys = ("kinds", "values", "inputs", "listed")
    return [
        shown["names"],
        hidden["names"],
        [part(report, key) for report in (shown, hidden) for key in keys],
        [part(report, key) for report in (shown, hidden) for key in ("strangers", "grown by")],
    ]


def _paste_graph(challenge: Challenge) -> str:
    lines = ["graph, nodes = Graph(), []"]
    for kind, sources, name, value in challenge.inputs["programs"][0]:
        arguments = [repr(kind)]
        if sources:
            arguments.append("[" + ", ".join(f"nodes[{source}]" for source in sources) + "]")
        arguments += [f"name={name!r}"] if name else []
        arguments += [f"value={value}"] if value is not None else []
        lines.append(f"nodes.append(graph.add({', '.join(arguments)}))")
    return "\n".join([*lines, "[node.name for node in nodes]"])


class _Variant(Graph):
    """A graph in which one step of `add` is another: for the misconceptions."""

    def keep(self, inputs: Iterable[Any]) -> Any:
        return tuple(inputs)

    def add(self, kind: str, inputs: Any = (), name: Any = None, value: Any = None) -> Any:
        self.refuse_strangers(kind, list(inputs))
        chosen = name if name and not self.numbers_chosen_names else self.free_name(name or kind)
        node = _Bare(kind, self.keep(inputs), chosen, value)
        self.nodes.append(node)
        self.by_name[node.name] = node
        return node

    numbers_chosen_names = True


class _Bare:
    def __init__(self, kind: str, inputs: Any, name: str, value: Any):
        self.kind, self.inputs, self.name, self.value = kind, inputs, name, value


class _KeepsTheList(_Variant):
    def keep(self, inputs: Any) -> Any:
        return inputs


class _TakesStrangers(_Variant):
    def refuse_strangers(self, kind: str, inputs: Any) -> None:
        pass


class _CountsPerKind(_Variant):
    def refuse_strangers(self, kind: str, inputs: Any) -> None:
        if any(node not in self.nodes for node in inputs):
            raise ValueError

    def free_name(self, wanted: str) -> str:
        number = self.next_number.get(wanted, 0)
        self.next_number[wanted] = number + 1
        return f"{wanted}_{number}" if number else wanted


class _KeepsChosenNames(_CountsPerKind):
    numbers_chosen_names = False

    def free_name(self, wanted: str) -> str:
        return Graph.free_name(self, wanted)


class _NumbersAll(_CountsPerKind):
    def free_name(self, wanted: str) -> str:
        taken = any(node.name == wanted for node in self.nodes)
        return f"{wanted}_{len(self.nodes)}" if taken else wanted


GRAPH = Exercise(
    id="build_an_engine/graph",
    title="Nodes and names",
    answers=("Graph",),
    cases=(
        Case("the names of six nodes", 1, visible=True, gate=True),
        Case(
            "names when somebody has chosen a name that numbering would use",
            1,
            advice="Two nodes have one name, or a name has the wrong number. Try `name_1`, `name_2` "
            "... until one is free, for chosen names and for kinds alike.",
        ),
        Case(
            "what the nodes know (kind, inputs, value), and the list of all nodes in order",
            1,
            advice="A node's kind, inputs or value, or the order of `nodes`, is not what `add` was "
            "given.",
        ),
        Case(
            "a node of another graph is refused with a ValueError, and nothing is added",
            1,
            advice="An input that is a node of another graph should raise a ValueError before "
            "anything is added.",
        ),
    ),
    draw=_draw_graph,
    observe=_observe_graph,
    reference=lambda: Graph,
    misconceptions=(
        Misconception(
            "counts-without-looking",
            lambda: _CountsPerKind,
            "you count how often each name was asked for, and do not look whether the numbered name "
            "is free. Somebody may have chosen `add_1` before: go on to the next number while the "
            "name is taken.",
        ),
        Misconception(
            "chosen-names-are-not-numbered",
            lambda: _KeepsChosenNames,
            "a name that the caller chooses can be taken as well. Give it a number like any other: "
            "otherwise two nodes have one name.",
        ),
        Misconception(
            "numbers-all-nodes-together",
            lambda: _NumbersAll,
            "your number is the number of all nodes in the graph. Each name counts for itself: the "
            "second `add` is `add_1`, whatever else there is.",
        ),
        Misconception(
            "keeps-the-callers-list",
            lambda: _KeepsTheList,
            "your node keeps the very list that the caller passed. When the caller changes that "
            "list later, your graph changes too. Keep a copy: `tuple(inputs)`.",
        ),
        Misconception(
            "takes-nodes-of-other-graphs",
            lambda: _TakesStrangers,
            "your graph accepts an input that is a node of another graph, so a run would need "
            "values that it can never have. Raise a ValueError.",
        ),
    ),
    hints=(
        "Three things, in this order: are all inputs mine? which name is free? make the node and "
        "append it.",
        "A set of the names in self.nodes tells whether a name is taken. Try the wanted name first, "
        "then the wanted name with _1, _2 ... in a while loop.",
        "wanted = name or kind; taken = {node.name for node in self.nodes}; while the candidate is in "
        "taken, number += 1 and candidate = f'{wanted}_{number}'. Then Node(kind, tuple(inputs), "
        "candidate, value).",
    ),
    paste=_paste_graph,
)

# --------------------------------------------------------------------------------------- order


def numbered(rng: np.random.Generator, count: int) -> list[str]:
    """Names that tell nothing about an order."""
    return [f"n{number}" for number in rng.choice(range(100, 1000), count, replace=False)]


def _draw_order(rng: np.random.Generator) -> Challenge:
    return Challenge(
        "build_an_engine/plan",
        {"programs": [_diamond(rng), _mixture(rng), _ladder(rng), _long_chain(rng)]},
    )


def _diamond(rng: np.random.Generator) -> dict[str, Any]:
    """f needs b and a, and a needs b as well: who lists by distance from f gets it wrong.

    There is one right order only, so the table can show it.
    """
    x, b, a, f, unused = numbered(rng, 5)
    nodes = [
        [x, "number", [], 1],
        [unused, "add", [x, x], None],
        [b, "negative", [x], None],
        [a, "multiply", [b, x], None],
        [f, "add", [b, a], None],
    ]
    return {"nodes": nodes, "fetches": [f]}


def _mixture(rng: np.random.Generator) -> dict[str, Any]:
    """A random graph, of which two nodes are fetched; the first is far from the second's inputs."""
    names = numbered(rng, 16)
    nodes: list[Any] = [[name, "number", [], 1] for name in names[:4]]
    for place in range(4, 13):
        first = names[place - 1]
        second = names[int(rng.integers(0, place))]
        nodes.append([names[place], "add", [second, first], None])
    left, right, unused = names[13:]
    nodes += [
        [left, "multiply", [names[5], names[11]], None],
        [right, "multiply", [names[9], names[0]], None],
        [unused, "add", [left, right], None],
    ]
    return {"nodes": nodes, "fetches": [right, left, right], "again": True}


def _ladder(rng: np.random.Generator) -> dict[str, Any]:
    """Forty times a sum of a node with itself: 2 to the power of 40 ways from top to bottom."""
    names = numbered(rng, 41)
    nodes: list[Any] = [[names[0], "number", [], 1]]
    for before, name in pairwise(names):
        nodes.append([name, "add", [before, before], None])
    return {"nodes": nodes, "fetches": [names[-1]]}


def _long_chain(rng: np.random.Generator) -> dict[str, Any]:
    length = int(rng.integers(5_000, 5_500))
    return {"chain": length, "start": 1, "fetches": [f"n{length - 1}"]}


def observe_orders(evidence: Evidence, challenge: Challenge) -> list[Any]:
    programs = challenge.inputs["programs"]
    return [
        order_told(entries_of(program), program["fetches"], program.get("fed", ()), order)
        for program, order in zip(programs, reports(evidence, len(programs)), strict=True)
    ]


def observe_order(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """What each program's order is like; of the first one the names, in order."""
    return [names_in_order(evidence, challenge), *observe_orders(evidence, challenge)[1:]]


def names_in_order(evidence: Evidence, challenge: Challenge) -> Any:
    """The names of the nodes in the order for the first program, or a `Raised`."""
    programs = challenge.inputs["programs"]
    order = reports(evidence, len(programs))[0]
    if isinstance(order, Raised):
        return order
    if not isinstance(order, np.ndarray) or order.dtype.kind != "i" or order.ndim != 1:
        raise WrongAnswer(_(UNREADABLE))
    names = [entry[0] for entry in entries_of(programs[0])]
    known = range(len(names))
    return [names[number] if number in known else _("no node") for number in order.tolist()]


def paste_order(challenge: Challenge) -> str:
    """Code that asks for the order, or plan, of the first program."""
    program = challenge.inputs["programs"][0]
    nodes = ", ".join(name for name in program["fetches"])
    fed = ", ".join(f"{name}: {program['value']}" for name in program.get("fed", ()))
    call = f"plan([{nodes}], {{{fed}}})" if fed else f"order([{nodes}])"
    lines = [
        "class Node:",
        "    def __init__(self, name, kind, *inputs):",
        "        self.name, self.kind, self.inputs, self.value = name, kind, inputs, None",
    ]
    for name, kind, sources, _value in program["nodes"]:
        lines.append(f"{name} = Node({', '.join([repr(name), repr(kind), *sources])})")
    lines += [
        f"steps = {call}",
        '[getattr(steps[i], "name", "no node") for i in range(len(steps))]',
    ]
    return in_a_function("\n".join(lines))


def _inputs_last(fetches: Any) -> list[Any]:
    return plan(fetches)[::-1]


def _by_distance(fetches: Any) -> list[Any]:
    found = dict.fromkeys(fetches)
    waiting = list(found)
    for node in waiting:
        fresh = [source for source in dict.fromkeys(node.inputs) if source not in found]
        found.update(dict.fromkeys(fresh))
        waiting.extend(fresh)
    return waiting[::-1]


def _recursive(fetches: Any) -> list[Any]:
    steps: list[Any] = []
    done = set()

    def visit(node: Any) -> None:
        if node not in done:
            done.add(node)
            for source in node.inputs:
                visit(source)
            steps.append(node)

    for node in fetches:
        visit(node)
    return steps


def _forgets_what_is_done(fetches: Any) -> list[Any]:
    steps: list[Any] = []

    def visit(node: Any) -> None:
        for source in node.inputs:
            visit(source)
        steps.append(node)

    for node in fetches:
        visit(node)
    return steps


def _first_fetch_only(fetches: Any) -> list[Any]:
    return plan(fetches[:1])


def _works_once() -> Callable[..., Any]:
    done: set[Any] = set()

    def function(fetches: Any) -> list[Any]:
        steps = plan(fetches, done)
        done.update(steps)
        return steps

    return function


TOO_DEEP = (
    "your function calls itself once for each node on the way, and Python allows some thousand calls "
    "inside each other. A chain of some thousand nodes is nothing special (an unrolled loop is one). Keep a "
    "list of the nodes that wait, and use a loop."
)

ORDER = Exercise(
    id="build_an_engine/order",
    title="An order in which every node finds its inputs ready",
    answers=("order",),
    cases=(
        Case(
            "a diamond, and a node that nobody needs: the names in order",
            1,
            visible=True,
            gate=True,
        ),
        Case(
            "two fetches in a larger graph, asked for twice",
            1,
            advice="A larger graph with two fetches gives another order, or the same call for the "
            "second time. All fetches are served, and every node comes once, after its inputs.",
        ),
        Case(
            "forty sums of a node with itself: every node once",
            1,
            advice="Mark the nodes that you have seen: there are 2 to the power of 40 ways through "
            "this graph, and only 41 nodes.",
        ),
        Case(
            "a chain of more than 5,000 nodes",
            1,
            advice="A long chain has another order. Use a loop, with a list of the nodes that wait.",
        ),
    ),
    draw=_draw_order,
    observe=observe_order,
    reference=lambda: plan,
    misconceptions=(
        Misconception("too-deep", lambda: _recursive, "all is right but one thing: " + TOO_DEEP),
        Misconception(
            "inputs-last",
            lambda: _inputs_last,
            "your order is backwards: a node comes before its inputs. Who computes it in this order "
            "finds nothing to compute with.",
        ),
        Misconception(
            "nearest-last",
            lambda: _by_distance,
            "you list nodes by their distance from the fetch, and turn the list round. That fails "
            "for diamonds: a node that is near on one way may be needed by one that is farther away. "
            "Append a node only when all of its inputs were appended.",
        ),
        Misconception(
            "forgets-what-is-done",
            lambda: _forgets_what_is_done,
            "a node that is needed twice comes twice. Remember in a set which nodes are done.",
        ),
        Misconception(
            "second-call-fails",
            _works_once,
            "your first call is right, and the same call again gives something else. Either your "
            "function remembers what it did (a default argument `done=set()` is made only once), or "
            "it has emptied the caller's list: begin with a copy, `list(fetches)`.",
        ),
        Misconception(
            "first-fetch-only",
            lambda: _first_fetch_only,
            "your order serves the first fetch only. `fetches` is a list: every node in it must be "
            "there.",
        ),
    ),
    hints=(
        "When may a node be appended to the order? When all of its inputs are in it.",
        "Keep a stack of your own. Look at its top: if some inputs are not done, put them on the stack; "
        "if all are done, append the node and take it off.",
        "while stack: node = stack[-1]; missing = [i for i in node.inputs if i not in done]; if "
        "missing: stack.extend(missing), else: stack.pop(), and if node not in done: append it to the "
        "order and add it to done.",
    ),
    paste=paste_order,
)

__all__ = [
    "GRAPH",
    "ORDER",
    "TOO_DEEP",
    "names_in_order",
    "numbered",
    "observe_orders",
    "paste_order",
]
