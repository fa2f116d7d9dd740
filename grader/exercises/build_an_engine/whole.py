"""The last exercise: the engine as a whole, on programs that it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.build_an_engine import (
    differentiating,
    rules,
    running,
    saving,
    state,
    training,
)
from grader.exercises.build_an_engine.parts import assemble
from grader.exercises.build_an_engine.reading import UNREADABLE, in_a_function, part
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _

HOUSES, FEATURES, BATCH, EPOCHS = 230, 4, 100, 10


def _draw(rng: np.random.Generator) -> Challenge:
    programs = [
        _training(rng),
        _values(rng),
        _slopes(rng),
        _sessions(rng),
        _chain(rng),
        _shown(rng),
    ]
    return Challenge("build_an_engine/engine", {"programs": programs})


def _training(rng: np.random.Generator) -> dict[str, Any]:
    """Chapter 04's program on made-up houses: a column of ones first, batches of 100."""
    features = rng.normal(size=(HOUSES, FEATURES))
    X = np.c_[np.ones((HOUSES, 1)), features].astype(np.float32)
    theta = rng.uniform(1, 3, (FEATURES + 1, 1)) * rng.choice([-1, 1], (FEATURES + 1, 1))
    y = (X @ theta + rng.normal(scale=0.3, size=(HOUSES, 1))).astype(np.float32)
    orders = [rng.permutation(HOUSES) for _ in range(EPOCHS)]
    return {
        "kind": "train",
        "apart": True,
        "X": X,
        "y": y,
        "theta_0": rng.uniform(-1, 1, (FEATURES + 1, 1)).astype(np.float32),
        "learning_rate": 0.01,
        "batches": [
            [order[start : start + BATCH] for start in range(0, HOUSES, BATCH)] for order in orders
        ],
    }


def _shown(rng: np.random.Generator) -> dict[str, Any]:
    """Three steps with three houses: the visible case, small enough to be pasted."""

    def halves(*shape: int) -> np.ndarray:
        return (rng.integers(-4, 5, shape) / 2).astype(np.float32)

    return {
        "kind": "train",
        "X": np.c_[np.ones((3, 1)), rng.permutation([-2, 1, 3])].astype(np.float32),
        "y": halves(3, 1) + 8,
        "theta_0": halves(2, 1),
        "learning_rate": 0.125,
        "batches": [[np.arange(3)] * 3],
    }


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][-1]
    X, y, theta_0 = (program[name].tolist() for name in ("X", "y", "theta_0"))
    return in_a_function(f"""
own = engine()
graph, session = own.Graph(), own.Session()
X, y = graph.add("placeholder", name="X"), graph.add("placeholder", name="y")
theta_0 = np.array({theta_0}, np.float32)
theta = graph.add("variable", name="theta", value=theta_0)
start = graph.add("assign", [graph.add("constant", value=theta_0)], value="theta")
error = graph.add("subtract", [graph.add("matmul", [X, theta]), y])
mse = graph.add("mean", [graph.add("square", [error])], name="mse")
train = own.minimize(graph, mse, [theta], {program["learning_rate"]})
session.run([start])
feeds = {{X: np.array({X}, np.float32), y: np.array({y}, np.float32)}}
[float(session.run([train, mse], feeds)[1]) for _ in range(3)]
""")


def _values(rng: np.random.Generator) -> dict[str, Any]:
    """A random graph; `middle` is fed in some runs, and `lost` is needed by `middle` alone."""
    nodes: list[Any] = [["placeholder", [], None] for _ in range(3)]
    shapes: list[tuple[int, ...]] = [(), (3,), (2, 3)]
    nodes += [["constant", [], _some(rng, shape)] for shape in shapes]
    shapes += shapes[:3]
    lost, middle = 0, 6
    nodes.append(["multiply", [lost, 4], None])
    nodes.append(["add", [middle, 2], None])
    for _each in range(9):
        _grow(rng, nodes, range(1, len(nodes)))
    nodes.append(["multiply", [7, len(nodes) - 1], None])
    end = len(nodes) - 1
    given = [[number, _some(rng, shapes[number])] for number in range(3)]
    without_lost = [*given[1:], [middle, _some(rng, (3,))]]
    return {
        "kind": "values",
        "nodes": nodes,
        "runs": [
            [[end, middle, end - 1], given],
            [[end, 7], without_lost],
            [[middle, end], [[0, _some(rng, ())], *given[1:]]],
            [[7], [[7, _some(rng, (2, 3))]]],
        ],
    }


def _grow(rng: np.random.Generator, nodes: list[Any], among: Any) -> None:
    """Another node, of the last one and some earlier one."""
    kind = str(rng.choice(["add", "subtract", "multiply"]))
    sources = [len(nodes) - 1, int(rng.choice(among))]
    nodes.append([kind, [sources[i] for i in rng.permutation(2)], None])


def _some(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.round(rng.uniform(0.5, 1.5, shape), 2)


def _slopes(rng: np.random.Generator) -> dict[str, Any]:
    """A mean in a random graph, and a sum; one input is needed by nobody, one is cut off."""
    shapes: tuple[tuple[int, ...], ...]
    shapes = ((2, 3), (3, 2), (2,), (), (2, 1), (1, 2), (3,), (2, 2), (2, 2))
    row, number, column, flat, summed, cut, apart = range(2, 9)
    nodes: list[Any] = [["placeholder", [], None] for _ in shapes]
    nodes += [
        ["matmul", [0, 1], None],  # 9: (2, 2)
        ["negative", [cut], None],
        ["stop_gradient", [10], None],
        ["add", [9, row], None],  # 12: broadcast along rows
        ["multiply", [12, 11], None],
        ["subtract", [13, number], None],  # 14: broadcast a scalar
        ["square", [14], None],
        ["multiply", [15, 12], None],  # 12 for the second time
        ["add", [column, 16], None],  # 17: broadcast along columns
        ["subtract", [17, flat], None],
    ]
    for _each in range(4):
        _grow(rng, nodes, [9, 12, 13, 14, 15])
    end = len(nodes) - 1
    nodes += [
        ["mean", [end], None],
        ["sum", [summed], None],
        ["negative", [end + 2], None],
        ["add", [end + 1, end + 3], None],
        ["square", [apart], None],
    ]
    feeds = [[[place, _some(rng, shape)] for place, shape in enumerate(shapes)] for _ in range(2)]
    xs = [*range(9), 9, 12]
    return {"kind": "slopes", "nodes": nodes, "y": end + 4, "xs": xs, "feeds": feeds}


def _sessions(rng: np.random.Generator) -> dict[str, Any]:
    w, v, *amounts = (float(number) for number in rng.choice(range(2, 60), 7, replace=False))
    steps = [[place, amount] for place, amount in zip((0, 1, 0, 0, 1), amounts, strict=True)]
    return {"kind": "sessions", "w": w, "v": v, "steps": steps}


def _chain(rng: np.random.Generator) -> dict[str, Any]:
    return {"kind": "chain", "length": 1_300, "x": float(rng.integers(10, 3_000))}


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    programs = challenge.inputs["programs"]
    found = part(result, "results")
    if not isinstance(found, list) or len(found) != len(programs):
        raise WrongAnswer(_(UNREADABLE))
    borrowed = part(result, "borrowed")
    if type(borrowed) is not int or borrowed:
        raise WrongAnswer(
            _(
                "your engine made operations or sessions of `tf`. It should compute with NumPy and "
                "your own functions alone"
            )
        )
    trained, values, slopes, sessions, chain, shown = found
    return [part(shown, "losses"), trained, _first_error(values), slopes, sessions, chain]


def _first_error(values: Any) -> Any:
    if isinstance(values, list):
        return next((value for value in values if isinstance(value, Raised)), values)
    return values


def _engine(**parts: Callable[[], Any]) -> Callable[[], Any]:
    """An answer: an engine with these parts replaced."""
    return lambda: lambda: assemble(**{name: make() for name, make in parts.items()})


def _is(part_of_the_engine: Any) -> Callable[[], Any]:
    return lambda: part_of_the_engine


def _steps_of(name: str) -> Callable[[], Any]:
    """The wrong answer that an earlier exercise of this chapter knows by this name."""
    known: Mapping[str, Any] = {
        misconception.name: misconception.answer
        for exercise in (running.MEMO, state.VARIABLES, running.FEEDS)
        for misconception in exercise.misconceptions
    }
    answer: Callable[[], Any] = known[name]
    return answer


def _no_memo() -> Callable[..., Any]:
    """As in exercise 3. The chain would end in the same error after half a million calls."""
    evaluate: Callable[..., Any] = _steps_of("no-memo")()

    def function(steps: Any, known: Any, kernels: Any) -> Any:
        if len(steps) > 1_000:
            raise RecursionError
        return evaluate(steps, known, kernels)

    return function


ENGINE = Exercise(
    id="build_an_engine/engine",
    title="Your engine, whole",
    answers=("engine",),
    cases=(
        Case(
            "it trains a small model: the loss in each of three steps",
            1,
            visible=True,
            gate=True,
        ),
        Case(
            "chapter 04's model: theta after each of ten epochs, and the loss of each batch",
            1,
            advice="A small model trains well, but chapter 04's model does not. Theta should move "
            "once in each run of the training step, by the rate times the slope of that "
            "batch.",
        ),
        Case(
            "a random graph, some of its nodes fed",
            1,
            advice="A value is wrong in a graph where a node in the middle is fed. Look at "
            "`Session.run` and at exercise 5 (`plan`).",
        ),
        Case(
            "gradients in a random graph",
            1,
            advice="A slope is wrong in a random graph. Look at exercise 6 (`gradients`: the sum "
            "where a node is used twice) and exercise 7 (the rules: shapes).",
        ),
        Case(
            "sessions that do not disturb each other, saved and restored",
            1,
            advice="Two sessions on one graph disturb each other, or what was saved is not what is "
            "restored. Look at exercise 3 (one memo per run), exercise 4 (`state`) and "
            "exercise 9.",
        ),
        Case(
            "a chain of 1,300 nodes",
            1,
            advice="A long chain gives a wrong value. Look at exercise 3 (`evaluate`) and exercise 5 "
            "(`plan`).",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_engine(),
    misconceptions=(
        Misconception(
            "climbs",
            _engine(minimize=_is(training.climbs)),
            "your losses grow: the step goes uphill. Exercise 8 is the place: subtract the slope.",
        ),
        Misconception(
            "memo-for-ever",
            _engine(evaluate=_steps_of("memo-for-ever")),
            "a run finds values of the run before. Exercise 3 is the place: the memo should be a "
            "new dictionary in every run.",
        ),
        Misconception(
            "only-placeholders-are-fed",
            _engine(plan=_steps_of("only-placeholders")),
            "a feed replaces a placeholder and does not cut the graph elsewhere: when a node in the "
            "middle is fed, the nodes that only it needs are still computed, and one of them is a "
            "placeholder without a value. Exercise 5 is the place: stop the walk at any fed node.",
        ),
        Misconception(
            "slopes-are-overwritten",
            _engine(gradients=_is(differentiating.overwrites)),
            "where a node is used twice, only one of the slopes arrives. Exercise 6 is the place: sum "
            "them.",
        ),
        Misconception(
            "broadcasting-is-not-summed",
            _engine(rules=_is(rules.rules_without_sums)),
            "a slope has the shape of the result and not of the input. Exercise 7 is the place: where "
            "an input was stretched, sum with `sum_like`.",
        ),
        Misconception(
            "one-state-for-all",
            _engine(variable_kernels=_steps_of("one-state-for-all")),
            "all sessions share one value of each variable. Exercise 4 is the place: the value "
            "belongs into the `state` of its session.",
        ),
        Misconception(
            "saves-by-id",
            _engine(saver=_is(saving.saves_by_id)),
            "what one program saves, another cannot restore: the values are filed under the identity "
            "of node objects. Exercise 9 is the place: use the names.",
        ),
        Misconception(
            "too-deep",
            _engine(plan=_steps_of("too-deep")),
            "everything is right but for one thing: a chain of 1,300 nodes is too deep for a "
            "function that calls itself. Exercises 2 and 5 are the place: use a loop, and a "
            "list of what is waiting.",
        ),
        Misconception(
            "no-memo",
            _engine(evaluate=_no_memo),
            "a node that is needed twice is computed twice in one run: a variable is read "
            "again after it was set, and an assignment acts twice. Exercise 3 is the place.",
        ),
    ),
    hints=(
        "All the parts are there. What is missing is one place where a program can find "
        "them: Graph, Session, gradients, minimize, saver.",
        "gradients(graph, y, xs) and minimize(graph, loss, variables, learning_rate) take one argument "
        "less than yours: your engine knows its own rules, and its own gradients.",
        "Define two small functions inside `engine`: each calls yours and adds the "
        "missing argument. The other three go into the object as they are.",
    ),
    paste=_paste,
)
