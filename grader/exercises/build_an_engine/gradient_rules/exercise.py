"""The rules of the operations: what each of them does to a slope in the backward pass."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.build_an_engine.graphs import RUN, in_a_function, nodes, program
from grader.exercises.build_an_engine.reading import slopes_of
from grader.exercises.definition import exercise
from grader.judging import Case, reports, together
from grader.languages import N_

NO_SLOPES = N_("return a list with a node or None for each input; found a value of type {type}")

ONE_INPUT = ("negative", "square", "sum", "mean", "stop_gradient")
TWO_INPUTS = ("multiply", "add", "subtract", "matmul")
KINDS = [*((kind, 2) for kind in TWO_INPUTS), *((kind, 1) for kind in ONE_INPUT)]
STRETCHED = (((2, 3), (3,)), ((3,), (2, 3)), ((2, 3), ()), ((2, 1), (2, 3)), ((1, 3), (2, 1)))


def _draw_rules(rng: np.random.Generator) -> Challenge:
    def some(*shapes: tuple[int, ...]) -> list[np.ndarray]:
        return [np.round(rng.uniform(1.5, 9.5, shape), 2) for shape in shapes]

    same: dict[str, list[list[np.ndarray]]] = {}
    for kind, count in KINDS:
        result: tuple[int, ...] = () if kind in ("sum", "mean") else (2, 3)
        inputs = ((2, 4), (4, 3)) if kind == "matmul" else ((2, 3),) * count
        same[kind] = [some(*inputs, result)]
    same["multiply"] = [some((2,), (2,), (2,)), *same["multiply"]]
    for kind in ("sum", "mean"):
        same[kind].append(some((5,), ()))
    stretched = {
        kind: [some(one, other, np.broadcast_shapes(one, other)) for one, other in STRETCHED]
        for kind in ("add", "subtract", "multiply")
    }
    square = {"matmul": [some((3, 3), (3, 3), (3, 3))]}
    # Each rule is asked about a node of another graph before.
    programs = [_program(*KINDS[n]) for n in rng.permutation(len(KINDS)) for _graph in range(2)]
    return Challenge(
        "build-an-engine/calls",
        {"programs": programs, "table": True},
        {"same": same, "stretched": stretched, "square": square},
    )


def _program(kind: str, count: int) -> dict[str, Any]:
    """A node with so many inputs and, before it, the slope that comes to it."""
    text = "placeholder; " * (count + 1) + " ".join([kind, *map(str, range(count))])
    return program(nodes(text), ["graph"], ["node", count + 1], ["node", count], rule=kind)


def _observe_rules(evidence: Evidence, challenge: Challenge) -> list[Any]:
    programs = challenge.inputs["programs"]
    found = {
        program["rule"]: report
        for program, report in zip(programs, reports(evidence, len(programs)), strict=True)
    }

    def seen(name: str, kind: str) -> Any:
        feeds = [dict(enumerate(case)) for case in challenge.hidden[name][kind]]
        return slopes_of(found[kind], NO_SLOPES, feeds)

    multiply = seen("same", "multiply")
    return [
        multiply if isinstance(multiply, Raised) else multiply[0],
        together([multiply, *(seen("same", kind) for kind in ("add", "subtract"))]),
        together([seen("same", kind) for kind in ("negative", "square")]),
        together([seen("stretched", kind) for kind in ("add", "subtract", "multiply")]),
        [seen("square", "matmul"), seen("same", "matmul")],
        together([seen("same", kind) for kind in ("sum", "mean")]),
        seen("same", "stop_gradient"),
    ]


def _paste(challenge: Challenge) -> str:
    a, b, g = (value.tolist() for value in challenge.hidden["same"]["multiply"][0])
    return in_a_function(f"""
{RUN}
a, b, g = (graph.add("placeholder", value=np.array(value)) for value in ({a}, {b}, {g}))
node = graph.add("multiply", [a, b])
[run(slope) for slope in gradient_rules()["multiply"](graph, node, g)]
""")


GRADIENT_RULES = exercise(
    id="build-an-engine/gradient-rules",
    title="A table of rules",
    answers=("gradient_rules",),
    cases=(
        Case.shown("the rule of `multiply`, for vectors", 0.25),
        Case(
            "the rules of `add`, `subtract` and `multiply`, for inputs of one shape",
            0.25,
            advice="The rule of `add`, `subtract` or `multiply` is not right. `a + b` grows by as much as "
            "`a` or `b` grows: both slopes are g. `a - b` shrinks by as much as `b` grows: its slopes are g "
            "and `negative(g)`.",
        ),
        Case(
            "the rules of `negative` and `square`",
            0.25,
            advice="The rule of `negative` or of `square` is not right. The derivative of -a is -1, "
            "and that of a * a is 2 * a; each is multiplied by g.",
        ),
        Case(
            "add, subtract and multiply with broadcasting",
            2.25,
            advice="The slope of an input has the shape of that input. Where broadcasting stretched "
            "it, sum the slope with `sum_like`, as the last step: in the rule of `multiply`, multiply first.",
        ),
        Case(
            "matmul",
            0.5,
            advice="For c = a @ b the slopes are g @ transpose(b) and transpose(a) @ g.",
        ),
        Case(
            "sum and mean",
            0.25,
            advice="The rule of `sum` or of `mean` is not right. When a number of the input moves, the "
            "sum moves by as much, and the mean by a share of that. So the slope is g for the sum, and "
            "g / size for the mean. `spread_like` gives it the shape of the input.",
        ),
        Case(
            "stop_gradient lets nothing back",
            0.25,
            advice="The rule of stop_gradient returns [None].",
        ),
    ),
    draw=_draw_rules,
    observe=_observe_rules,
    hints=(
        "Write the derivative on paper first, for one number. Then ask of each slope: "
        "does it have the shape of its input?",
        "Where NumPy may have stretched an input, `sum_like` brings the slope back to "
        "its shape. What `sum` brought together, `spread_like` spreads out again.",
        "A `mean` is a sum divided by the `size`. For `matmul`, g is multiplied by the transpose "
        "of the other factor, on the side where that factor stands.",
    ),
    paste=_paste,
)
