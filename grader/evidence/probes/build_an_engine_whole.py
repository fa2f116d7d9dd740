"""Probes of chapter 10, the whole: programs that use an answer's engine as any program would."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched


@probe("build_an_engine/engine")
@bounded
def engine(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Runs each program of `inputs["programs"]`, a dict with a "kind" of `PROGRAMS`, on the engine.

    The engine is what the answer returns when it is called. Also returns how much of `tf` it used:
    the operations and the sessions that were made meanwhile.
    """
    make = needs_function(answers[0])
    with new_graph(tf) as graph, watched(tf) as watch:
        own = make()
        results = [
            attempt(PROGRAMS[program["kind"]], own, program) for program in inputs["programs"]
        ]
        borrowed = len(graph.get_operations()) + len(watch.sessions)
    return {"results": results, "borrowed": borrowed}


def _train(own: Any, program: Mapping[str, Any]) -> Any:
    """Linear regression in mini-batches, as in chapter 04: theta after each epoch, and all losses.

    Where the program has "apart", the variables are two, and the loss does not depend on the first.
    """
    graph = own.Graph()
    x = graph.add("placeholder", name="X")
    y = graph.add("placeholder", name="y")
    theta = graph.add("variable", name="theta", value=program["theta_0"])
    start = graph.add("assign", [graph.add("constant", value=program["theta_0"])], value="theta")
    error = graph.add("subtract", [graph.add("matmul", [x, theta]), y])
    mse = graph.add("mean", [graph.add("square", [error])], name="mse")
    chosen = [theta]
    if program.get("apart"):
        chosen.insert(0, graph.add("variable", name="apart", value=1.0))
    train = own.minimize(graph, mse, chosen, program["learning_rate"])
    session = own.Session()
    session.run([start])
    thetas, losses = [], []
    for epoch in program["batches"]:
        for rows in epoch:
            feeds = {x: program["X"][rows], y: program["y"][rows]}
            losses.append(float(session.run([train, mse], feeds)[1]))
        thetas.append(np.array(session.run([theta])[0]))
    return {"losses": np.array(losses), "thetas": thetas}


def _built(own: Any, entries: Sequence[Any]) -> tuple[Any, list[Any]]:
    """A graph of these nodes, [kind, numbers of inputs, value] each, and the nodes."""
    graph = own.Graph()
    nodes: list[Any] = []
    for kind, sources, value in entries:
        nodes.append(graph.add(kind, [nodes[source] for source in sources], value=value))
    return graph, nodes


def _values(own: Any, program: Mapping[str, Any]) -> Any:
    """What each run of a program gives: a run is [numbers fetched, [[number fed, value], ...]]."""
    _, nodes = _built(own, program["nodes"])
    session = own.Session()
    return [
        attempt(
            lambda fetches, feeds: _copies(
                session.run([nodes[i] for i in fetches], {nodes[i]: value for i, value in feeds})
            ),
            fetches,
            feeds,
        )
        for fetches, feeds in program["runs"]
    ]


def _slopes(own: Any, program: Mapping[str, Any]) -> Any:
    """The gradients of y: for every x whether it is None, and y and the others in each run."""
    graph, nodes = _built(own, program["nodes"])
    found = list(own.gradients(graph, nodes[program["y"]], [nodes[i] for i in program["xs"]]))
    there = [node for node in found if node is not None]
    session = own.Session()
    return {
        "none": [node is None for node in found],
        "values": [
            _copies(
                session.run([nodes[program["y"]], *there], {nodes[i]: value for i, value in feeds})
            )
            for feeds in program["feeds"]
        ],
    }


def _sessions(own: Any, program: Mapping[str, Any]) -> Any:
    """Two sessions count up the same two variables; the first is saved, and a third restores it."""
    graph = own.Graph()
    w, v = _counters(graph, program)
    start = []
    for variable, value in ((w, program["w"]), (v, program["v"])):
        constant = graph.add("constant", value=value)
        start.append(graph.add("assign", [constant], value=variable.name))
    amount = graph.add("placeholder", name="amount")
    more = graph.add("assign", [graph.add("add", [w, amount])], value=w.name)
    both = graph.add("add", [more, more], name="both")  # needs `more` twice, which acts once
    first, second = own.Session(), own.Session()
    for session in (first, second):
        session.run(start)
    seen = [
        _copies((first, second)[number].run([more, both], {amount: value}))
        for number, value in program["steps"]
    ]
    seen += [_copies(session.run([w, v])) for session in (first, second)]
    anew = own.Graph()
    again = _counters(anew, program)
    third = own.Session()
    return {
        "seen": seen,
        "has a value unborn": isinstance(attempt(third.run, [again[0]]), list),
        "restored": attempt(_carried, own, first, [w, v], third, again),
    }


def _carried(own: Any, source: Any, variables: list[Any], target: Any, again: list[Any]) -> Any:
    """Saves the variables of one session, restores them in another, whose program has its own."""
    save, _ = own.saver(variables)
    _, restore = own.saver(list(reversed(again)))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model")
        save(source.state, path)
        restore(target.state, path)
    return _copies(target.run(again))


def _counters(graph: Any, program: Mapping[str, Any]) -> list[Any]:
    return [graph.add("variable", name=name, value=program[name]) for name in ("w", "v")]


def _chain(own: Any, program: Mapping[str, Any]) -> Any:
    """The end of a long chain: x minus one, repeated."""
    graph = own.Graph()
    x = node = graph.add("placeholder", name="x")
    one = graph.add("constant", name="one", value=1.0)
    for number in range(program["length"]):
        node = graph.add("subtract", [node, one], name=f"link{number}")
    return float(own.Session().run([node], {x: program["x"]})[0])


def _copies(values: Any) -> list[Any]:
    return [np.array(value) for value in values]


PROGRAMS: dict[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "train": _train,
    "values": _values,
    "slopes": _slopes,
    "sessions": _sessions,
    "chain": _chain,
}
