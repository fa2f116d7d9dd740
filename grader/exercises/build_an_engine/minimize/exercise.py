"""One step downhill for all variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.evidence.probes.build_an_engine import NO_NODE
from grader.exercises.build_an_engine.graphs import GRAPH, in_a_function, nodes, program
from grader.exercises.build_an_engine.reading import NO_NAME, ONE_INPUT, Program, result_of
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, part, reports, together
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    rates = [float(rate) / 16 for rate in rng.choice(range(1, 9), 3, replace=False)]
    small = nodes("variable; placeholder; multiply 0 1; add 1 1", "w x loss slope")
    larger = nodes(
        "variable; placeholder; variable; variable; multiply 0 2; multiply 2 1; multiply 0 1",
        "first x second apart loss slope another",
    )
    known = {"loss": 4, "slopes": [[0, 5], [2, 6], [3, None]]}
    chosen = [[0, 3, 2], [2, 3, 0]][int(rng.integers(2))]
    shown = _program(small, {"loss": 2, "slopes": [[0, 3]]}, [0], rates[0])
    both = _program(larger, known, chosen, rates[1], times=2)
    some, none = (_program(larger, known, [v], rates[2], times=2) for v in (2, 3))
    numbers = rng.choice(range(2, 40), 5, replace=False)
    state = {
        name: np.array([float(number), float(number) + 0.5])
        for name, number in zip(("w", "first", "second", "apart"), numbers, strict=False)
    }
    feeds = [float(number) / 4 for number in rng.integers(1, 5, 3)]
    return Challenge(
        "build-an-engine/calls",
        {"programs": [shown, both, some, none]},
        {"state": state, "feeds": feeds, "rate": rates[0]},
    )


def _program(
    nodes: Any, known: Any, variables: list[int], rate: float, times: int = 1
) -> dict[str, Any]:
    """Calls in a graph in which the slopes are nodes already: `gradients` only has to look them up."""
    given = [["graph"], ["node", known["loss"]], ["nodes", variables], ["value", rate]]
    return program(nodes, *given, ["gradients", known], times=times)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, both, some, none = (
        _trained(report, challenge.hidden["state"], challenge.hidden["feeds"])
        for report in reports(evidence, 4)
    )
    if isinstance(shown, Raised) and shown.type == "WrongResult":
        raise WrongAnswer(shown.message)
    one = [state["w"] for state in shown] if isinstance(shown, list) else shown
    return [one, together([both, none]), some]


def _paste(challenge: Challenge) -> str:
    start, feeds = challenge.hidden["state"]["w"].tolist(), challenge.hidden["feeds"]
    return in_a_function(f"""
{GRAPH}
def run(node):
    numbers = [run(source) for source in node.inputs]
    if node.kind == "assign":
        if len(numbers) != 1:
            raise ValueError({_(ONE_INPUT)!r}.format(count=len(numbers)))
        if not isinstance(node.value, str):
            raise ValueError({_(NO_NAME)!r})
        state[node.value] = numbers[0]
        return numbers[0]
    kernels = {{"constant": lambda: node.value, "add": np.add, "subtract": np.subtract,
               "multiply": np.multiply, "divide": np.divide, "negative": np.negative,
               "group": lambda *numbers: None}}
    return state[node.name] if node.name in state else kernels[node.kind](*numbers)
states = []
w, x = graph.add("variable", name="w"), graph.add("placeholder", name="x")
loss, slope = graph.add("multiply", [w, x]), graph.add("add", [x, x])
train = minimize(graph, loss, [w], {challenge.hidden["rate"]}, lambda graph, y, xs: [slope for _ in xs])
state = {{"w": np.array({start})}}
for state["x"] in {feeds}:
    run(train)
    states.append(state["w"])
states
""")


def _trained(report: Any, start: dict[str, Any], feeds: Sequence[float]) -> Any:
    """The state after each run of the training node."""
    train = result_of(report, int, NO_NODE, keeps=(2, -1))
    if isinstance(train, Raised):
        return train
    trained = Program(part(report, "graph"))
    state = dict(start)
    states = []
    for value in feeds:
        failed = trained.try_run([train], {1: value}, state)
        if isinstance(failed, Raised):
            return failed
        states.append(dict(state))
    return states


MINIMIZE = exercise(
    id="build-an-engine/minimize",
    title="One node that takes a step downhill",
    answers=("minimize",),
    cases=(
        Case.shown("one variable, after each of three steps", 0.75),
        Case(
            "two variables that move together, and one that the loss does not need",
            1.75,
            advice="All variables with a slope should move in the same run, each with its own slope, and the "
            "others stay. Where no variable has a slope, return a node all the same.",
        ),
        Case(
            "only the variables in the list are trained",
            0.5,
            advice="Train the variables in `variables`, and no others; the same call again gives "
            "a node that does the same.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Nothing moves while you build: you add nodes, and the variables move when the last of "
        "these nodes runs.",
        "For each variable with a slope: a constant for the rate, a multiply, a subtract, and an assign "
        "whose `value` is the variable's name. Then one group of all the assigns.",
        "An `assign` has one input: the node that computes the new value. Variables whose slope is None get "
        "no assign.",
    ),
    paste=_paste,
)
