"""Exercises on `stop_gradient`: two faces, a binary net's activation, some entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.gradient_control.evidence import case, named, runner, value_and_gradients
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """Value and gradient: for the first feed, and for all the others together."""
    (report,) = reports(evidence, 1, "result", "gradients")
    run = runner(evidence)
    seen = [value_and_gradients(run, report, fed) for fed in challenge.hidden["feeds"]]
    return [seen[0], seen[1:]]


# ------------------------------------------------------------------------------------- two_faces


def _two_functions(k: float, m: float) -> None:
    x = tf.placeholder("float32", [None], name="x")
    tf.floor(x * k, name="forward")
    tf.multiply(m * x, x, name="backward")


def _draw_two_faces(rng: np.random.Generator) -> Challenge:
    k, m, *xs = numbers(rng, 8, 2, 20)
    arguments = named("forward:0", "backward:0")
    values = [number + 0.3 for number in xs]
    return Challenge(
        "gradient_control/tensors",
        {"cases": [case(lambda: _two_functions(k + 0.5, float(m)), arguments, ("x:0",))]},
        {"feeds": [{"x:0": values[:2]}, {"x:0": values[2:]}, {"x:0": [-values[0]]}]},
    )


TWO_FACES = Exercise(
    id="gradient_control/two_faces",
    title="One function forward, another backward",
    answers=("two_faces",),
    cases=(
        Case("forward floor(k*x), backward m*x*x: value and gradient at two points", 2, True, True),
        Case("value and gradient at other points, one of them negative", 1),
    ),
    draw=_draw_two_faces,
    observe=_observe,
    reference=lambda: lambda forward, backward: backward + tf.stop_gradient(forward - backward),
    misconceptions=(
        Misconception(
            "swapped",
            lambda: lambda forward, backward: forward + tf.stop_gradient(backward - forward),
            "the two are swapped: yours has the value of `backward`. What stands outside "
            "`stop_gradient` gives the gradient; the whole sum gives the value.",
        ),
        Misconception(
            "nothing-stopped",
            lambda: lambda forward, backward: backward + (forward - backward),
            "the value is right, but +t and -t cancel on the way back, too. Put `stop_gradient` "
            "around the difference.",
        ),
        Misconception(
            "stops-only-forward",
            lambda: lambda forward, backward: backward + tf.stop_gradient(forward),
            "the gradient is right, but the value is the sum of both. Take `backward` away again "
            "inside `stop_gradient`, where the gradient does not see it.",
        ),
    ),
    hints=(
        "stop_gradient changes nothing in the value. Which sum has the value `forward`?",
        "backward + (forward - backward) has the right value. Which part may the gradient not see?",
        "return backward + tf.stop_gradient(forward - backward)",
    ),
)

# -------------------------------------------------------------------------------------- binarize


def _draw_binarize(rng: np.random.Generator) -> Challenge:
    def points() -> list[float]:
        near = rng.uniform(0.2, 0.9, 2)
        far = rng.uniform(1.1, 3.0, 2)
        return [float(near[0]), -float(near[1]), float(far[0]), -float(far[1])]

    graph = case(lambda: tf.placeholder("float32", [None], name="x"), named("x:0"), ("x:0",))
    return Challenge(
        "gradient_control/tensors",
        {"cases": [graph]},
        {"feeds": [{"x:0": points()}, {"x:0": [0.0, *points()]}, {"x:0": points()}]},
    )


def _signs(x: Any) -> Any:
    return tf.where(x >= 0.0, tf.ones_like(x), -tf.ones_like(x))


def _through(forward: Callable[[Any], Any], backward: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda x: backward(x) + tf.stop_gradient(forward(x) - backward(x))


def _clip(x: Any) -> Any:
    return tf.clip_by_value(x, -1.0, 1.0)


BINARIZE = Exercise(
    id="gradient_control/binarize",
    title="The activation of a binarised net",
    answers=("binarize",),
    cases=(
        Case("values and gradients of four numbers", 2, True, True),
        Case(
            "values and gradients of other numbers, zero among them",
            1,
            advice="Look at zero: it becomes +1, and its gradient passes.",
        ),
    ),
    draw=_draw_binarize,
    observe=_observe,
    reference=lambda: _through(_signs, _clip),
    misconceptions=(
        Misconception(
            "passes-everywhere",
            lambda: _through(_signs, lambda x: x),
            "the gradient passes everywhere. It should pass only where x is between -1 and 1: use "
            "`tf.clip_by_value(x, -1, 1)` for the way back.",
        ),
        Misconception(
            "no-gradient",
            lambda: _signs,
            "the values are right, but the way back is closed: a step has no slope anywhere. Add "
            "a straight-through estimator.",
        ),
        Misconception(
            "zero-at-zero",
            lambda: _through(tf.sign, _clip),
            "`tf.sign` gives 0 for 0, a third value. Make zero +1, with `tf.where(x >= 0, ...)`.",
        ),
        Misconception(
            "soft-forward",
            lambda: _clip,
            "the gradients are right, but forward your function only clips: the values are not all "
            "+1 or -1. Add what is missing inside `stop_gradient`.",
        ),
    ),
    hints=(
        "Which function has slope 1 between -1 and 1, and slope 0 outside?",
        "t = tf.clip_by_value(x, -1, 1) gives the gradient; tf.where gives the values.",
        "return t + tf.stop_gradient(signs - t), with signs from tf.where(x >= 0, ...).",
    ),
)

# ------------------------------------------------------------------------------------- keep_some


def _squares(k: float) -> None:
    x = tf.placeholder("float32", [4], name="x")
    tf.placeholder("float32", [4], name="mask")
    tf.multiply(k * x, x, name="target")


def _draw_keep_some(rng: np.random.Generator) -> Challenge:
    feeds = []
    for kept in (1, 3, 2):
        mask = np.zeros(4, np.float32)
        mask[rng.choice(4, kept, replace=False)] = 1
        feeds.append({"x:0": [float(n) for n in numbers(rng, 4)], "mask:0": mask})
    k = float(rng.integers(2, 9))
    return Challenge(
        "gradient_control/tensors",
        {"cases": [case(lambda: _squares(k), named("mask:0", "target:0"), ("x:0",))]},
        {"feeds": feeds},
    )


KEEP_SOME = Exercise(
    id="gradient_control/keep_some",
    title="A gradient for some entries only",
    answers=("keep_some",),
    cases=(
        Case("target k*x*x: value and gradient for one mask", 1, True, True),
        Case("value and gradient for two other masks", 1),
    ),
    draw=_draw_keep_some,
    observe=_observe,
    reference=lambda: lambda mask, target: tf.stop_gradient((1 - mask) * target) + mask * target,
    misconceptions=(
        Misconception(
            "loses-the-others",
            lambda: lambda mask, target: mask * target,
            "the gradient is right, but the entries with mask 0 became zero. Add them again, inside "
            "`stop_gradient`.",
        ),
        Misconception(
            "the-other-entries",
            lambda: lambda mask, target: tf.stop_gradient(mask * target) + (1 - mask) * target,
            "you stop the wrong entries: the gradient should pass where the mask is 1.",
        ),
        Misconception(
            "stops-nothing",
            lambda: lambda mask, target: (1 - mask) * target + mask * target,
            "the value is right, but every entry has a gradient. Put the part with 1 - mask inside "
            "`stop_gradient`.",
        ),
    ),
    hints=(
        "Cut the target into two parts: the entries with mask 1, and the others.",
        "mask * target is one part; the other one goes into stop_gradient.",
        "return tf.stop_gradient((1 - mask) * target) + mask * target",
    ),
)
