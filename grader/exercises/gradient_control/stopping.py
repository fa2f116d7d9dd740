"""Exercises on `stop_gradient`: two faces, a binary net's activation, some entries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence
from grader.exercises.gradient_control.evidence import (
    case,
    named,
    pasted,
    pasted_value,
    runner,
    shown,
    value_and_gradients,
)
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """Value and gradient: for the first feed, and for all the others together.

    There, the incoming gradient is not 1 everywhere: it is the gradient of the square, too.
    """
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, len(feeds), "result", "gradients", "of the square")
    run = runner(evidence)
    first = shown(value_and_gradients(run, found[0], feeds[0][0]))
    others = [
        value_and_gradients(run, report, fed, ("gradients", "of the square"))
        for report, feds in zip(found, feeds, strict=True)
        for fed in feds
    ]
    return [first, others]


# ------------------------------------------------------------------------------------- two_faces


def _two_functions(k: float, m: float, stairs: bool) -> None:
    """`forward` has a slope of its own, or none: then it is a staircase."""
    x = tf.placeholder("float32", [None] if stairs else [None, 2], name="x")
    if stairs:
        tf.floor(x * k, name="forward")
    else:
        tf.multiply(k * x, x * x, name="forward")
    tf.multiply(m * x, x, name="backward")


def _draw_two_faces(rng: np.random.Generator) -> Challenge:
    arguments = named("forward:0", "backward:0")
    cases, feeds, factors = [], [], []
    for stairs in (False, True, False):
        k, m, *xs = numbers(rng, 6, 2, 12)
        one, two, three, four = (number / 4 for number in xs)
        build = partial(_two_functions, k + 0.5, float(m), stairs)
        cases.append(case(build, arguments, ("x:0",)))
        points = (
            [[one, -two], [0.0, three, four]] if stairs else [[[one, two]], [[-three, 0.0]] * 2]
        )
        feeds.append([{"x:0": values} for values in points])
        factors.append((k + 0.5, float(m)))
    return Challenge(
        "gradient_control/tensors", {"cases": cases}, {"feeds": feeds, "factors": factors}
    )


def _paste_two_faces(challenge: Challenge) -> str:
    k, m = challenge.hidden["factors"][0]
    made = ["x = tf.placeholder(tf.float32, [None, 2])"]
    call = f"two_faces({k} * x * x * x, {m} * x * x)"
    return pasted(made, pasted_value(call), {"x": challenge.hidden["feeds"][0][0]["x:0"]})


TWO_FACES = Exercise(
    id="gradient_control/two_faces",
    title="One function forward, another backward",
    answers=("two_faces",),
    cases=(
        Case(
            "forward k*x*x*x, backward m*x*x: value and gradient at two points",
            1,
            True,
            True,
            advice="The value is that of `forward`, and the gradient is that of `backward` alone: nothing of "
            "the slope of `forward` may get through.",
        ),
        Case(
            "the same at other points, and with a forward function that has no gradient",
            2,
            advice="Value and gradient must be right for any two tensors of the same shape, and "
            "the incoming gradient must be passed on.",
        ),
    ),
    draw=_draw_two_faces,
    observe=_observe,
    reference=lambda: lambda forward, backward: backward + tf.stop_gradient(forward - backward),
    misconceptions=(
        Misconception(
            "swapped",
            lambda: lambda forward, backward: forward + tf.stop_gradient(backward - forward),
            "the two are swapped: yours has the value of `backward`. What is outside "
            "`stop_gradient` gives the gradient; the whole sum gives the value.",
        ),
        Misconception(
            "nothing-stopped",
            lambda: lambda forward, backward: backward + (forward - backward),
            "the value is right, but +t and -t cancel in the backward pass, too. Put "
            "`stop_gradient` around the difference.",
        ),
        Misconception(
            "cancels-outside",
            lambda: lambda forward, backward: backward + tf.stop_gradient(forward) - backward,
            "the value is right, but outside the valve `backward` is added and taken away, so its gradient "
            "is zero. Put the whole difference inside `stop_gradient`.",
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
        "backward + (forward - backward) has the right value. Which part must the "
        "gradient not see?",
        "The difference has to go through the valve as a whole: no gradient may leak out of it, "
        "neither forward's nor backward's.",
    ),
    paste=_paste_two_faces,
)

# -------------------------------------------------------------------------------------- binarize


def _draw_binarize(rng: np.random.Generator) -> Challenge:
    """Numbers near 0, near the two bounds on either side, far out; and 0 itself; in three graphs."""

    def points() -> list[float]:
        ranges = ((0.1, 0.4), (0.6, 0.95), (1.05, 1.4), (2.1, 3.0))
        return [round(float(rng.uniform(*one)), 3) for one in ranges]

    one, two, three, four = points(), points(), points(), points()
    feeds = [
        [{"x:0": [one[1], -one[0], one[2], -one[3]]}, {"x:0": [0.0, *two, *(-x for x in three)]}],
        [{"x:0": [[-two[0], 0.0], [two[2], -one[2]]]}],
        [{"x:0": [-four[0], four[1], -four[2]]}],
    ]
    cases = [
        case(partial(tf.placeholder, "float32", shape, name="x"), named("x:0"), ("x:0",))
        for shape in ([None], [2, 2], [None])
    ]
    return Challenge("gradient_control/tensors", {"cases": cases}, {"feeds": feeds})


def _observe_binarize(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """The others of `_observe` in two parts: those without a zero, and those with one."""
    first, others = _observe(evidence, challenge)
    fed = [one["x:0"] for feeds in challenge.hidden["feeds"] for one in feeds]
    pairs = [(one, 0.0 in np.ravel(x)) for one, x in zip(others, fed, strict=True)]
    return [first, [one for one, zero in pairs if not zero], [one for one, zero in pairs if zero]]


def _paste_binarize(challenge: Challenge) -> str:
    made = ["x = tf.placeholder(tf.float32, [None])"]
    x = challenge.hidden["feeds"][0][0]["x:0"]
    return pasted(made, pasted_value("binarize(x)"), {"x": x})


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
        Case(
            "values and gradients of four numbers",
            1,
            True,
            True,
            advice="The values are +1 and -1; the gradient is 1 between -1 and 1, and 0 further out.",
        ),
        Case(
            "the same for other numbers, and for other incoming gradients",
            1,
            advice="Between -1 and 1, the incoming gradient passes unchanged, whatever it is; "
            "further out, nothing passes.",
        ),
        Case(
            "numbers with zero among them, also as a matrix",
            1,
            advice="Zero becomes +1, and its gradient passes. And x may have any shape.",
        ),
    ),
    draw=_draw_binarize,
    observe=_observe_binarize,
    reference=lambda: _through(_signs, _clip),
    misconceptions=(
        Misconception(
            "passes-everywhere",
            lambda: _through(_signs, lambda x: x),
            "the gradient passes everywhere. It should pass only where x is between -1 and 1: use "
            "`tf.clip_by_value(x, -1, 1)` for the backward pass.",
        ),
        Misconception(
            "no-gradient",
            lambda: _signs,
            "the values are right, but no gradient comes back: a step has no slope anywhere. Add "
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
        "Now you have two faces, one for the values and one for the gradient. Exercise 3 puts "
        "them together.",
    ),
    paste=_paste_binarize,
)

# ------------------------------------------------------------------------------------- keep_some


def _squares(k: float, shape: list[int]) -> None:
    x = tf.placeholder("float32", shape, name="x")
    tf.placeholder("float32", shape, name="mask")
    tf.multiply(k * x, x, name="target")


def _draw_keep_some(rng: np.random.Generator) -> Challenge:
    """One mask that is shown; of nothing, of everything; of another shape; one in another graph."""
    cases: list[Any] = []
    feeds: list[list[Any]] = []
    factors = [float(number) for number in numbers(rng, 3, 2, 9)]
    for k, (shape, sizes) in zip(
        factors, (([4], (2, 0, 4)), ([2, 3], (2,)), ([4], (3,))), strict=True
    ):
        build = partial(_squares, k, shape)
        cases.append(case(build, named("mask:0", "target:0"), ("x:0",)))
        feeds.append([])
        for kept in sizes:
            size = int(np.prod(shape))
            mask = np.zeros(size, np.float32)
            mask[rng.choice(size, kept, replace=False)] = 1
            values = np.array(numbers(rng, size), np.float32)
            feeds[-1].append({"x:0": values.reshape(shape), "mask:0": mask.reshape(shape)})
    return Challenge(
        "gradient_control/tensors", {"cases": cases}, {"feeds": feeds, "factors": factors}
    )


def _paste_keep_some(challenge: Challenge) -> str:
    k, feeds = challenge.hidden["factors"][0], challenge.hidden["feeds"][0][0]
    made = ["x, mask = tf.placeholder(tf.float32, [4]), tf.placeholder(tf.float32, [4])"]
    fed = {name: feeds[f"{name}:0"].tolist() for name in ("x", "mask")}
    return pasted(made, pasted_value(f"keep_some(mask, {k} * x * x)"), fed)


KEEP_SOME = Exercise(
    id="gradient_control/keep_some",
    title="A gradient for some entries only",
    answers=("keep_some",),
    cases=(
        Case(
            "target k*x*x: value and gradient for one mask",
            1,
            True,
            True,
            advice="The value is that of the target everywhere; the gradient is 2*k*x where the mask is 1, "
            "and 0 where it is 0.",
        ),
        Case(
            "value and gradient for other masks and another shape",
            1,
            advice="A mask may also be 0 everywhere, or 1 everywhere.",
        ),
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
        "`1 - mask` picks the other entries. The two parts must add up to the whole target.",
    ),
    paste=_paste_keep_some,
)
