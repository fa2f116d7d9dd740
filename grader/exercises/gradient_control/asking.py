"""Exercises on what `tf.gradients` is asked: which sums, which weights, what is held still."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.gradient_control.evidence import (
    case,
    named,
    pasted,
    pasted_gradients,
    runner,
)
from grader.exercises.sessions.evidence import numbers, reports
from grader.judging import Case, Exercise, Misconception

# -------------------------------------------------------------------------------------- weighted


def _losses(k: float, m: float) -> None:
    """The first depends on a alone, the second on a and b, the third on b alone; none on c."""
    a, b, c = (tf.placeholder("float32", [], name=name) for name in "abc")
    tf.multiply(k * a, a, name="first")
    tf.multiply(m * a, b, name="second")
    tf.multiply(k * b, b * b, name="third")
    tf.identity(c, name="apart")


def _draw_weighted(rng: np.random.Generator) -> Challenge:
    """Two losses; three, with weights that are 0, below 0, and an int; the two in another graph."""
    w1, w2, w3, whole = (number + 0.5 for number in numbers(rng, 4, 2, 9))
    cases, feeds, factors = [], [], []
    for ys, weights in (
        (("first:0", "second:0"), [w1, w2]),
        (("third:0", "first:0", "second:0"), [-w3, 0, int(whole)]),
        (("first:0", "second:0"), [w1, w2]),
    ):
        k, m, *values = (float(number) for number in numbers(rng, 5, 2, 9))
        xs = named("a:0", "b:0", "c:0")
        cases.append(case(partial(_losses, k, m), [named(*ys), xs, weights]))
        feeds.append(dict(zip(("a:0", "b:0", "c:0"), values, strict=True)))
        factors.append((k, m))
    return Challenge(
        "gradient_control/tensors", {"cases": cases}, {"feeds": feeds, "factors": factors}
    )


def _paste_weighted(challenge: Challenge) -> str:
    k, m = challenge.hidden["factors"][0]
    weights = challenge.inputs["cases"][0]["arguments"][2]
    a, b, c = challenge.hidden["feeds"][0].values()
    call = f"weighted([{k} * a * a, {m} * a * b], [a, b, c], {weights})"
    made = ["a, b, c = (tf.placeholder(tf.float32, []) for _ in range(3))"]
    return pasted(made, pasted_gradients(call), {"a": a, "b": b, "c": c})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """The values of the results: the first case's, and those of the others together."""
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, len(feeds), "result", "gradients")
    if isinstance(found[0]["result"], Raised):
        return [found[0]["result"]] * 2
    run = runner(evidence)
    values = [run(report["result"], fed) for report, fed in zip(found, feeds, strict=True)]
    return [values[0], values[1:]]


def _fill(ys: Any, weights: Any) -> list[Any]:
    return [tf.fill(tf.shape(y), float(weight)) for y, weight in zip(ys, weights, strict=True)]


WEIGHTED = Exercise(
    id="gradient_control/weighted",
    title="A weighted sum of gradients",
    answers=("weighted",),
    cases=(
        Case(
            "two losses, k*a*a and m*a*b: gradients for a, b, and an unconnected c",
            1,
            True,
            True,
            advice="The gradient for an x is the sum, over all losses, of the loss's own weight times "
            "its gradient. A loss that x does not reach adds nothing to it, and each x has its "
            "place in the list.",
        ),
        Case(
            "the gradients in other graphs, of three losses, with other weights",
            1,
            advice="The lists may be of any length. A weight may be 0, negative, or an int.",
        ),
    ),
    draw=_draw_weighted,
    observe=_observe,
    reference=lambda: (
        lambda ys, xs, weights: tf.gradients(
            ys, xs, grad_ys=_fill(ys, weights), unconnected_gradients="zero"
        )
    ),
    misconceptions=(
        Misconception(
            "forgets-the-weights",
            lambda: lambda ys, xs, weights: tf.gradients(ys, xs, unconnected_gradients="zero"),
            "your gradients are the plain sum over the losses: every loss counts once. Give the "
            "weights as `grad_ys`, one for each loss.",
        ),
        Misconception(
            "none-where-unconnected",
            lambda: lambda ys, xs, weights: tf.gradients(ys, xs, grad_ys=_fill(ys, weights)),
            "the weights are right, but no path leads from c to a loss, and for c your "
            'function returns None. `unconnected_gradients="zero"` gives a tensor of zeros.',
        ),
        Misconception(
            "only-the-first-loss",
            lambda: (
                lambda ys, xs, weights: tf.gradients(
                    ys[0], xs, _fill(ys, weights)[0], unconnected_gradients="zero"
                )
            ),
            "your gradients cover only the first loss. `tf.gradients` takes the whole list "
            "of losses.",
        ),
        Misconception(
            "ints-stay-ints",
            lambda: (
                lambda ys, xs, weights: tf.gradients(
                    ys, xs, [tf.constant(w) for w in weights], unconnected_gradients="zero"
                )
            ),
            "a weight may be an int, and `tf.constant(2)` is an int32 tensor: it cannot be the gradient of "
            "a float32 loss. Write `tf.constant(float(weight))`.",
        ),
    ),
    hints=(
        "tf.gradients takes a list of ys and sums over them. How can one y count more?",
        "grad_ys is a list with one tensor for each y, of the same shape as that y.",
        "Each weight becomes a float32 constant in that list. What an x without any path gets is "
        "another argument: `unconnected_gradients`.",
    ),
    paste=_paste_weighted,
)

# ---------------------------------------------------------------------------------------- direct


def _chain(k: float, m: float) -> None:
    a = tf.placeholder("float32", [], name="a")
    b = tf.multiply(a, k, name="b")
    c = tf.add(b * b, m * a, name="c")
    tf.add(a + m * b, a * c, name="end")


def _draw_direct(rng: np.random.Generator) -> Challenge:
    """Two parts; three, not in the order in which they were made; two in another graph."""
    cases, feeds, factors = [], [], []
    for parts in (("a:0", "b:0"), ("b:0", "c:0", "a:0"), ("c:0", "b:0", "a:0"), ("a:0", "b:0")):
        k, m, a = (float(number) for number in numbers(rng, 3, 2, 8))
        cases.append(case(partial(_chain, k, m), [{"tensor": "end:0"}, named(*parts)]))
        feeds.append({"a:0": a})
        factors.append((k, m))
    return Challenge(
        "gradient_control/tensors", {"cases": cases}, {"feeds": feeds, "factors": factors}
    )


def _paste_direct(challenge: Challenge) -> str:
    k, m = challenge.hidden["factors"][0]
    made = [
        "a = tf.placeholder(tf.float32, [])",
        f"b = {k} * a",
        f"c = b * b + {m} * a",
    ]
    call = f"direct(a + {m} * b + a * c, [a, b])"
    return pasted(made, pasted_gradients(call), {"a": challenge.hidden["feeds"][0]["a:0"]})


def _stops_the_end() -> Callable[..., Any]:
    return lambda y, parts: tf.gradients(tf.stop_gradient(y), parts)


DIRECT = Exercise(
    id="gradient_control/direct",
    title="Derivatives with the other parts held still",
    answers=("direct",),
    cases=(
        Case(
            "y = a + m*b + a*c, b = k*a, c = b*b + m*a: for the parts a and b",
            1,
            True,
            True,
        ),
        Case(
            "the same with other numbers: for the parts a, b and c, in any order",
            1,
            advice="Hold all parts: any of them may be made from any other, and they come in any order.",
        ),
    ),
    draw=_draw_direct,
    observe=_observe,
    reference=lambda: lambda y, parts: tf.gradients(y, parts, stop_gradients=parts),
    misconceptions=(
        Misconception(
            "total-derivative",
            lambda: lambda y, parts: tf.gradients(y, parts),
            "you give total derivatives: a change of the first part also moves the parts that are "
            "made from it. `stop_gradients=parts` holds them still.",
        ),
        Misconception(
            "holds-the-last",
            lambda: lambda y, parts: tf.gradients(y, parts, stop_gradients=parts[-1:]),
            "you hold only the last part. The others still pass gradients on to the parts "
            "they are made from: hold all of them.",
        ),
        Misconception(
            "stops-the-end",
            _stops_the_end,
            "every entry is None: no open path leads from y to what you ask for. Either the "
            "gradient is stopped at y already, or you ask for copies of the parts, and y was "
            "not made from those.",
        ),
    ),
    hints=(
        "tf.gradients has an argument for tensors that should count as constants.",
        "A gradient arrives at a stopped tensor, and goes no further back.",
        "The argument is `stop_gradients`. One call is enough, if every part is held still.",
    ),
    paste=_paste_direct,
)
