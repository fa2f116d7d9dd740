"""The exercise on how many passes each method needs (rows A1 and A6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.autodiff.evidence import results, together
from grader.judging import Case, Exercise, Misconception


def _draw(rng: np.random.Generator) -> Challenge:
    # From 11 on: ten inputs and one output are the text's example.
    sizes = [int(number) for number in rng.choice(np.arange(11, 70), 8, replace=False)]
    calls = [[sizes[0], 1], [1, sizes[1]], sizes[2:4], sizes[4:6], sizes[6:]]
    return Challenge("autodiff/plain", {"calls": calls})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    shown, *others = results(evidence, 5)
    return [shown, together(others)]


def _paste(challenge: Challenge) -> str:
    inputs, outputs = challenge.inputs["calls"][0]
    return f"passes({inputs}, {outputs})"


def _counting(**wrong: Callable[[int, int], int]) -> Callable[..., Any]:
    ways: dict[str, Callable[[int, int], int]] = {
        "numeric": lambda n, m: n + 1,
        "central": lambda n, m: 2 * n,
        "symbolic": lambda n, m: 0,
        "forward": lambda n, m: n,
        "reverse": lambda n, m: m + 1,
        **wrong,
    }
    return lambda inputs, outputs: {name: way(inputs, outputs) for name, way in ways.items()}


def _passes() -> Callable[..., Any]:
    return _counting()


def _only_back() -> Callable[..., Any]:
    return _counting(reverse=lambda n, m: m)


def _swapped() -> Callable[..., Any]:
    return _counting(forward=lambda n, m: m, reverse=lambda n, m: n + 1)


def _no_start() -> Callable[..., Any]:
    return _counting(numeric=lambda n, m: n)


def _symbolic_runs() -> Callable[..., Any]:
    return _counting(symbolic=lambda n, m: n)


def _one_output_at_a_time() -> Callable[..., Any]:
    return _counting(numeric=lambda n, m: m * (n + 1), forward=lambda n, m: n * m)


PASSES = Exercise(
    id="autodiff/passes",
    title="How many passes?",
    answers=("passes",),
    cases=(
        Case(
            "many inputs and one output",
            1,
            visible=True,
            gate=True,
            advice="Return a dictionary with five numbers, which depend on the number of inputs and "
            "outputs. The numbers counted above are for 10 inputs and 1 output; central differences "
            "move each input both ways, and don't need the value in between.",
        ),
        Case(
            "other numbers of inputs and outputs",
            1,
            advice="Your numbers are right for one output, but not for more. For each method, "
            "ask which of the two numbers its passes grow with, and whether there is one extra pass.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_passes,
    misconceptions=(
        Misconception(
            "forgets-the-way-forward",
            _only_back,
            "reverse mode goes back once per output, but before that it has to go forward "
            "once: the backward pass needs the values.",
        ),
        Misconception(
            "swaps-inputs-and-outputs",
            _swapped,
            "it is the other way around: forward mode sets one input's slope to 1, so it needs a pass "
            "per input; reverse mode starts from an output, so it needs a backward pass per "
            "output.",
        ),
        Misconception(
            "forgets-the-starting-point",
            _no_start,
            "forward differences compare with the value at the point itself, so they take one run more "
            "than there are inputs.",
        ),
        Misconception(
            "symbolic-runs-the-graph",
            _symbolic_runs,
            "symbolic differentiation writes new formulas, one per slope, and evaluates those. It "
            "makes no pass over the original graph.",
        ),
        Misconception(
            "one-output-at-a-time",
            _one_output_at_a_time,
            "one run gives the values of all outputs. Methods that start from the inputs need no "
            "extra pass for a second output.",
        ),
    ),
    hints=(
        "Look at the numbers counted above, for 10 inputs and 1 output. Which of them come from the 10, "
        "and which from the 1?",
        "For methods that start from the inputs (numeric, forward), the price grows with the inputs, and "
        "one run serves all outputs. For reverse mode, which starts from an output, it grows with the "
        "outputs.",
        "Forward differences need one extra run, at the point itself; central ones don't. "
        "Reverse mode needs one forward pass before any backward pass.",
    ),
    paste=_paste,
)
