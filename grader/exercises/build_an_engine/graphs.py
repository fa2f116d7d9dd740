"""The graphs that the answers of this chapter are given, as the probe takes them and as code to paste."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

# For a trial: a graph, and the value of a node, where placeholders have theirs from the beginning.
GRAPH = """
class Graph:
    def __init__(self):
        self.nodes = []
    def add(self, kind, inputs=(), name=None, value=None):
        new = {"kind": kind, "inputs": tuple(inputs), "name": name, "value": value}
        self.nodes.append(type("Node", (), new))
        return self.nodes[-1]
graph = Graph()
""".strip()
# A graph that can be run. The kernel of `sum_like` is right where the shapes are the same, as they are here.
RUN = f"""
{GRAPH}
def run(node):
    kernel = getattr(np, node.kind, lambda a, b: a)
    return kernel(*map(run, node.inputs)) if node.inputs else node.value
""".strip()


def nodes(
    text: str, names: np.random.Generator | str | None = None, **values: Iterable[Any]
) -> list[Any]:
    """Nodes as the probe takes them, [kind, numbers of inputs, value, name], from "kind 0 1; kind 2; ...".

    names: "one two ..." for the first of them, or what draws names that say nothing about an order.
    values: those of the nodes of a kind, one after the other.
    """
    written = [one.split() for one in text.split("; ")]
    called: Iterable[Any] = [None] * len(written)
    if isinstance(names, str):
        called = [*names.split(), *called]
    elif names:
        called = [f"n{n}" for n in names.choice(range(100, 1000), len(written), replace=False)]
    rest = {kind: iter(some) for kind, some in values.items()}
    return [
        [kind, [*map(int, inputs)], next(rest[kind]) if kind in rest else None, name]
        for (kind, *inputs), name in zip(written, called, strict=False)
    ]


def program(nodes: Sequence[Any], *arguments: Any, times: int = 1, **more: Any) -> dict[str, Any]:
    """Calls with these arguments on a graph, so many times."""
    return {"nodes": nodes, "calls": [list(arguments)] * times, **more}


def entries_of(program: Mapping[str, Any]) -> list[Any]:
    """The nodes of a program, with those that are repeated."""
    kind, times, count = program.get("repeat", ("", 0, 0))
    first = len(program["nodes"])
    more = [[kind, [number - 1] * times, None, None] for number in range(first, first + count)]
    return [*program["nodes"], *more]


def in_a_function(code: str) -> str:
    """The code as a function and its call: it leaves one name in the notebook, not a dozen."""
    *lines, last = code.strip().splitlines()
    body = textwrap.indent("\n".join([*lines, f"return {last}"]), "    ")
    return f"def shown_case():\n{body}\n\nshown_case()\n"


def paste_nodes(entries: Sequence[Any], more: str = "") -> str:
    """Code that makes a dictionary `nodes` from name to node; `more` follows each node's inputs."""
    rows = "; ".join(
        " ".join([name, kind, *(entries[source][3] for source in sources)])
        for kind, sources, _value, name in entries
    )
    return f"""
nodes = {{}}
for name, kind, *inputs in map(str.split, "{rows}".split("; ")):
    inputs = tuple(nodes[source] for source in inputs)
    nodes[name] = type("Node", (), dict(name=name, kind=kind, inputs=inputs, value={more or None}))()
""".strip()
