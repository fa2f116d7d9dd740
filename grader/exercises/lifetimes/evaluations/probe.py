"""Calls `evaluations(runs)` with lists of tensors."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from grader.evidence.probes.table import attempt
from grader.evidence.probes.watching import new_graph, watched


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    """A program's `nodes` are [name, function, names of tensors], its `runs` lists of names of tensors.

    The second output of a node "a" is "a:1". "elsewhere": the call is made where another graph, an empty one,
    is the default graph.
    """
    tensors: dict[str, Any] = {}
    for number, (name, kind, sources) in enumerate(program["nodes"]):
        made = _node(tf, kind, number, name, [tensors[source] for source in sources])
        for output, tensor in enumerate(made):
            tensors[f"{name}:{output}" if output else name] = tensor
    runs = [[tensors[name] for name in fetched] for fetched in program["runs"]]
    elsewhere = new_graph(tf) if program.get("elsewhere") else contextlib.nullcontext()
    with elsewhere, watched(tf):
        return {"value": attempt(answer, runs)}


def _node(tf: Any, kind: str, number: int, name: str, inputs: list[Any]) -> list[Any]:
    """The tensors that a new node has as its outputs."""
    if kind == "constant":
        return [tf.constant(float(number), name=name)]
    if kind == "pair":
        return [tf.constant([1.0, float(number)], name=name)]
    if kind == "unstack":
        return list(tf.unstack(inputs[0], num=2, name=name))
    return [getattr(tf, kind)(*inputs, name=name)]  # add, multiply, subtract
