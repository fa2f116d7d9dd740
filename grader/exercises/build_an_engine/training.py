"""One step downhill for all variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.build_an_engine.parts import minimize
from grader.exercises.build_an_engine.reading import (
    UNREADABLE,
    Program,
    in_a_function,
    part,
    reports,
)
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _


def _draw_minimize(rng: np.random.Generator) -> Challenge:
    rates = [float(rate) / 16 for rate in rng.choice(range(1, 9), 3, replace=False)]
    shown = {
        "nodes": [
            ["variable", [], None, "w"],
            ["placeholder", [], None, "x"],
            ["multiply", [0, 1], None, "loss"],
            ["add", [1, 1], None, "slope"],
        ],
        "loss": 2,
        "variables": [0],
        "slopes": [[0, 3]],
        "rate": rates[0],
    }
    nodes = [
        ["variable", [], None, "first"],
        ["placeholder", [], None, "x"],
        ["variable", [], None, "second"],
        ["variable", [], None, "apart"],
        ["multiply", [0, 2], None, "loss"],
        ["multiply", [2, 1], None, "slope of first"],
        ["multiply", [0, 1], None, "slope of second"],
    ]
    slopes = [[0, 5], [2, 6], [3, None]]
    chosen = [[0, 3, 2], [2, 3, 0]][int(rng.integers(2))]
    both = {"nodes": nodes, "loss": 4, "variables": chosen, "slopes": slopes, "rate": rates[1]}
    both["again"] = True
    some = {
        "nodes": nodes,
        "loss": 4,
        "variables": [2],
        "slopes": slopes,
        "rate": rates[2],
        "again": True,
    }
    numbers = rng.choice(range(2, 40), 5, replace=False)
    state = {
        name: np.array([float(number), float(number) + 0.5])
        for name, number in zip(("w", "first", "second", "apart"), numbers, strict=False)
    }
    feeds = [float(number) / 4 for number in rng.integers(1, 5, 3)]
    return Challenge(
        "build_an_engine/minimize",
        {"programs": [shown, both, some]},
        {"state": state, "feeds": feeds},
    )


def _observe_minimize(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, both, some = (
        _trained(report, challenge.hidden["state"], challenge.hidden["feeds"])
        for report in reports(evidence, 3)
    )
    one = [state["w"] for state in shown] if isinstance(shown, list) else shown
    return [one, both, some]


def _paste_minimize(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    start, feeds = challenge.hidden["state"]["w"].tolist(), challenge.hidden["feeds"]
    return in_a_function(f"""
class Graph:
    def add(self, kind, inputs=(), name=None, value=None):
        return type("Node", (), {{"kind": kind, "inputs": tuple(inputs), "name": name, "value": value}})
def run(node):
    numbers = [run(source) for source in node.inputs]
    if node.kind == "assign":
        if len(numbers) != 1 or not isinstance(node.value, str):
            raise ValueError("an assign node has one input, and its value is the name of its variable")
        state[node.value] = numbers[0]
        return numbers[0]
    kernels = {{"constant": lambda: node.value, "add": np.add, "subtract": np.subtract,
               "multiply": np.multiply, "divide": np.divide, "negative": np.negative,
               "group": lambda *numbers: None}}
    return state[node.name] if node.name in state else kernels[node.kind](*numbers)
graph, states = Graph(), []
w, x = graph.add("variable", name="w"), graph.add("placeholder", name="x")
loss, slope = graph.add("multiply", [w, x]), graph.add("add", [x, x])
train = minimize(graph, loss, [w], {program["rate"]}, lambda graph, y, xs: [slope for _ in xs])
state = {{"w": np.array({start})}}
for state["x"] in {feeds}:
    run(train)
    states.append(state["w"])
states
""")


def _trained(report: Any, start: dict[str, Any], feeds: Sequence[float]) -> Any:
    """The state after each run of the training node."""
    if isinstance(report, Raised):
        return report
    train, program = part(report, "train"), Program(part(report, "graph"))
    if isinstance(train, str):
        raise WrongAnswer(
            _("expected a node of the graph, but found a value of type {type}").format(type=train)
        )
    if type(train) is not int:
        raise WrongAnswer(_(UNREADABLE))
    state = dict(start)
    states = []
    for value in feeds:
        failed = program.try_run([train], {1: value}, state)
        if isinstance(failed, Raised):
            return failed
        states.append(dict(state))
    return states


def _updating(step: Callable[..., Any]) -> Callable[..., Any]:
    """A `minimize` that groups what `step(graph, variable, slope, rate)` gives."""

    def function(
        graph: Any, loss: Any, variables: Any, learning_rate: float, gradients: Any
    ) -> Any:
        slopes = gradients(graph, loss, variables)
        return graph.add(
            "group",
            [
                step(graph, variable, slope, graph.add("constant", value=learning_rate))
                for variable, slope in zip(variables, slopes, strict=True)
                if slope is not None
            ],
        )

    return function


def _moved(graph: Any, variable: Any, slope: Any, rate: Any, way: str = "subtract") -> Any:
    return graph.add(way, [variable, graph.add("multiply", [rate, slope])])


def _assigned(graph: Any, variable: Any, new: Any) -> Any:
    return graph.add("assign", [new], value=variable.name)


def _climb(graph: Any, variable: Any, slope: Any, rate: Any) -> Any:
    return _assigned(graph, variable, _moved(graph, variable, slope, rate, "add"))


climbs = _updating(_climb)


def _step_alone(graph: Any, variable: Any, slope: Any, rate: Any) -> Any:
    return _assigned(graph, variable, graph.add("multiply", [rate, slope]))


def _without_rate(graph: Any, variable: Any, slope: Any, rate: Any) -> Any:
    return _assigned(graph, variable, graph.add("subtract", [variable, slope]))


def _last_only(graph: Any, loss: Any, variables: Any, learning_rate: float, gradients: Any) -> Any:
    group = minimize(graph, loss, variables, learning_rate, gradients)
    return group.inputs[-1]


def _all_have_slopes(
    graph: Any, loss: Any, variables: Any, learning_rate: float, gradients: Any
) -> Any:
    rate = graph.add("constant", value=learning_rate)
    updates = [
        _assigned(graph, variable, _moved(graph, variable, slope, rate))
        for variable, slope in zip(variables, gradients(graph, loss, variables), strict=True)
    ]
    return graph.add("group", updates)


def _drops_the_nones(
    graph: Any, loss: Any, variables: Any, learning_rate: float, gradients: Any
) -> Any:
    slopes = [slope for slope in gradients(graph, loss, variables) if slope is not None]
    moved = list(variables)[: len(slopes)]
    return minimize(graph, loss, moved, learning_rate, lambda graph, loss, moved: slopes)


def _shortens_the_list(
    graph: Any, loss: Any, variables: Any, learning_rate: float, gradients: Any
) -> Any:
    slopes = gradients(graph, loss, variables)
    variables[:] = [v for v, slope in zip(variables, slopes, strict=True) if slope is not None]
    return minimize(graph, loss, variables, learning_rate, gradients)


def _list_of_updates(
    graph: Any, loss: Any, variables: Any, learning_rate: float, gradients: Any
) -> Any:
    return list(minimize(graph, loss, variables, learning_rate, gradients).inputs)


MINIMIZE = Exercise(
    id="build_an_engine/minimize",
    title="One node that takes a step downhill",
    answers=("minimize",),
    cases=(
        Case("one variable, after each of three steps", 0.75, visible=True, gate=True),
        Case(
            "two variables that move together, and one that the loss does not need",
            1.75,
            advice="All variables with a slope should move in the same run, each with its own slope, and the "
            "others stay.",
        ),
        Case(
            "only the variables in the list are trained",
            0.5,
            advice="Train the variables in `variables`, and no others; the same call again gives "
            "a node that does the same.",
        ),
    ),
    draw=_draw_minimize,
    observe=_observe_minimize,
    reference=lambda: minimize,
    misconceptions=(
        Misconception(
            "climbs",
            lambda: climbs,
            "your variables go uphill. The slope points to where the loss grows: subtract it.",
        ),
        Misconception(
            "forgets-the-learning-rate",
            lambda: _updating(_without_rate),
            "you subtract the whole slope. A step is the learning rate times the slope.",
        ),
        Misconception(
            "assigns-nothing",
            lambda: _updating(_moved),
            "you compute the new values, but nobody keeps them: when the run ends, they are "
            "gone. Each variable needs an `assign` node.",
        ),
        Misconception(
            "assigns-the-step",
            lambda: _updating(_step_alone),
            "you set the variable to the step itself. The new value is the variable minus the step.",
        ),
        Misconception(
            "last-variable-only",
            lambda: _last_only,
            "you return the update of the last variable, so only that one is trained: a run does "
            "what its fetches need, and no more. A `group` node needs all the updates.",
        ),
        Misconception(
            "stops-at-none",
            lambda: _all_have_slopes,
            "a slope can be None: the loss does not depend on that variable. Leave such a variable "
            "as it is.",
        ),
        Misconception(
            "slopes-move-up",
            lambda: _drops_the_nones,
            "you drop the slopes that are None before you pair slopes with variables, so a variable gets the "
            "slope of another. Pair them first.",
        ),
        Misconception(
            "changes-the-callers-list",
            lambda: _shortens_the_list,
            "your function changes the caller's list, `variables`. Make a list of your own.",
        ),
        Misconception(
            "returns-a-list",
            lambda: _list_of_updates,
            "you return a list of nodes. Return one: a `group` node that has all updates as inputs.",
        ),
    ),
    hints=(
        "Nothing moves while you build: you add nodes, and the variables move when the last of "
        "these nodes runs.",
        "For each variable with a slope: a constant for the rate, a multiply, a subtract, and an assign "
        "whose `value` is the variable's name. Then one group of all the assigns.",
        "An `assign` has one input: the node that computes the new value. Variables whose slope is None get "
        "no assign.",
    ),
    paste=_paste_minimize,
)
