"""The exercise on a value that a search has found, and a gradient that its equation gives."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import (
    case,
    observe_two_faces,
    paste_value,
    placeholder,
)
from grader.judging import Case

SMALL = 1 / 128


def _draw(rng: np.random.Generator) -> Challenge:
    """One number; a vector; a matrix. No root is exact, and the rest is above and below zero.

    Two equations are root³ + k·a·root = b, and two are b/root = a·root + k, with the same a for all: there
    the slope is below 0. The slopes of the matrix are small, since every number but the root is: no digits
    are lost.
    """
    shapes: list[list[int]] = [[], [3], [2, 2], [3]]
    cases, feeds = [], []
    for number, shape in enumerate(shapes):
        falls, scale = number in (1, 2), SMALL if number == 2 else 1.0
        k = float(rng.integers(2, 7)) / 2
        rest = f"root * root * root + {k * scale} * a * root - b"
        if falls:
            rest = f"b / root - (a * root + {k * scale})"
        made = [
            placeholder("a", [] if falls else shape),
            placeholder("b", shape),
            placeholder("root", shape),
            f"rest = {rest}",
        ]
        before = "solved(root, rest + a)" if number == 3 else ""
        cases.append(case(made, "solved(root, rest)", ["a", "b"], before=before))
        feeds.append([_fed(rng, falls, k, shape, scale)])
    return Challenge("gradient-control/call", {"cases": cases}, {"feeds": feeds})


def _fed(
    rng: np.random.Generator, falls: bool, k: float, shape: list[int], scale: float
) -> dict[str, Any]:
    y = rng.integers(4, 12, shape) / 4.0
    a = rng.integers(2, 9, [] if falls else shape) / 2.0
    b = (a * y + k) * y if falls else y**3 + k * a * y
    size = int(np.prod(shape))
    sides = np.resize([1.0, -1.0], size)[rng.permutation(size)].reshape(shape)
    root = y * (1 + sides * rng.uniform(0.1, 0.2, shape).round(2))
    fed = {"a:0": a, "b:0": b, "root:0": root}
    rounded = {name: np.asarray(value).round(4) for name, value in fed.items()}
    return {
        name: (value if name == "root:0" else value * scale).tolist()
        for name, value in rounded.items()
    }


SOLVED = exercise(
    id="gradient-control/solved",
    title="A value from a search, a gradient from an equation",
    answers=("solved",),
    cases=(
        Case.shown(
            "rest = root*root*root + k*a*root - b: the value, and the gradients with respect to a and b",
            1,
            advice="The value is that of root. If h is rest, the gradient with respect to a is "
            "-(dh/da)/(dh/dy), where dh/dy is the derivative of rest with respect to root.",
        ),
        Case(
            "other equations, of vectors and matrices, also with negative slopes",
            2,
            advice="Value and gradient must be right for any equation, and the incoming gradient must "
            "be passed on. It goes back to the other tensors only through rest itself, not through the "
            "slope. Divide each entry by its own slope, however small it is.",
        ),
    ),
    draw=_draw,
    observe=observe_two_faces,
    parts=("cases", "feeds"),
    hints=(
        "You know one face: root, for the values. Which tensor, made from rest, has the gradient "
        "-(dh/dx)/(dh/dy)?",
        "`tf.gradients` gives dh/dy, too. In the backward pass, treat this slope as a constant.",
        "Now put the two faces together, as in figure 4. At a root that is not exact, neither face may "
        "leak into the other.",
    ),
    paste=paste_value,
)
