"""The exercise on a root whose slope is infinite at zero: where a mask comes too late."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge
from grader.exercises.gradient_control.evidence import (
    case,
    named,
    observe_two_faces,
    pasted,
)
from grader.exercises.sessions.evidence import numbers
from grader.judging import Case, Exercise, Misconception

TINY = 2.0**-45


def _draw(rng: np.random.Generator) -> Challenge:
    """Three points that differ; points of which some or all coincide; points that nearly do."""

    def one(size: int) -> list[float]:
        return [number / 4 for number in numbers(rng, size, 1, 40)]

    values = one(6)
    p, q, r = one(3), one(3), one(3)
    (far,) = one(1)
    step = float(rng.integers(1, 4))
    feeds: list[list[list[float]]] = [
        [values[:2], values[2:4], values[4:]],
        [p, q, p, r],
        [[far], [far]],
        [p],
        [[0.0, 0.0], [3 * step * TINY, -4 * step * TINY], q[:2]],
        [[far, r[0]], [far + 2.0**-13, r[0]], [-far, r[1]]],
    ]
    cases = []
    for points in feeds:
        shape = list(np.shape(points))
        build = partial(tf.placeholder, "float32", shape, name="points")
        cases.append(case(build, named("points:0"), ("points:0",)))
    return Challenge(
        "gradient_control/tensors",
        {"cases": cases},
        {"feeds": [[{"points:0": points}] for points in feeds]},
    )


NEAR = 2  # the last two


def _observe(evidence: Any, challenge: Challenge) -> Iterator[Any]:
    """Value and gradients: of the visible case, where points coincide, and where they nearly do."""
    found = observe_two_faces(evidence, challenge)
    yield _one_by_one(next(found))
    others = [_one_by_one(one) for one in next(found)]
    yield others[:-NEAR]
    yield others[-NEAR:]


def _one_by_one(found: Any) -> Any:
    """The distances as lists, so that each is compared by itself: how far from 0 a 0 may be must not
    depend on the largest of them."""
    if isinstance(found, list) and isinstance(found[0], np.ndarray):
        return [found[0].tolist(), *found[1:]]
    return found


def _paste(challenge: Challenge) -> str:
    points = challenge.hidden["feeds"][0][0]["points:0"]
    made = ["points = tf.placeholder(tf.float32, [3, 2])"]
    found = ["y = distances(points)", "found = [y, *tf.gradients(y, points)]"]
    return pasted(made, found, {"points": points})


def _squares(points: Any) -> Any:
    gaps = tf.expand_dims(points, 1) - tf.expand_dims(points, 0)
    return tf.reduce_sum(gaps * gaps, axis=2)


def _reference() -> Callable[..., Any]:
    def distances(points: Any) -> Any:
        squares = _squares(points)
        apart = squares > 0.0
        roots = tf.sqrt(tf.where(apart, squares, tf.ones_like(squares)))
        return tf.where(apart, roots, tf.zeros_like(squares))

    return distances


def _from_squares(root: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda: lambda points: root(_squares(points))


def _ones_remain(squares: Any) -> Any:
    return tf.sqrt(tf.where(squares > 0.0, squares, tf.ones_like(squares)))


def _only_the_diagonal(squares: Any) -> Any:
    places = tf.range(tf.shape(squares)[0])
    same = tf.cast(tf.equal(places[:, None], places[None, :]), "float32")
    return tf.sqrt(squares + same) - same


KEEP_SOME = Exercise(
    id="gradient_control/keep_some",
    title="Distances, and no NaN behind them",
    answers=("distances",),
    cases=(
        Case(
            "three points in the plane: the distances, and the gradient of their sum",
            1,
            True,
            True,
            advice="The distances of a point from itself are on the diagonal: they are 0, and no "
            "gradient comes from there.",
        ),
        Case(
            "points that coincide, numbers instead of points in the plane, a single point",
            1,
            advice="Points may also coincide off the diagonal, and there may be any number of them, "
            "with any number of coordinates.",
        ),
        Case(
            "points that are very near to each other",
            1,
            advice="Points that nearly coincide need their gradients, too. Subtract before you square: "
            "a² + b² - 2ab rounds small differences away. Add nothing under the root, and replace only the "
            "zeros there: any other bound loses small distances.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    parts=("cases", "feeds"),
    reference=_reference,
    misconceptions=(
        Misconception(
            "nan-comes-back",
            _from_squares(tf.sqrt),
            "the distances are right, but NaN comes back: under a root there is a zero, where its slope is "
            "infinite. No mask behind the root helps, since 0 times infinity is NaN. Pick what counts before "
            "the root.",
        ),
        Misconception(
            "ones-remain",
            _from_squares(_ones_remain),
            "the gradients are right, but where two points coincide, you return the distance that you "
            "put in for the root's sake. Set it to zero behind the root.",
        ),
        Misconception(
            "only-the-diagonal",
            _from_squares(_only_the_diagonal),
            "you take care of the diagonal, but two different rows may hold the same point. Ask where "
            "the squares are zero, not where the rows are the same.",
        ),
        Misconception(
            "near-ones-lost",
            _from_squares(lambda squares: tf.sqrt(squares + 1e-13)),
            "a small number under the root, or a bound above zero, keeps NaN away. But points that are "
            "nearer than that have lost their gradient. Ask whether the squares are zero, exactly.",
        ),
        Misconception(
            "all-stopped",
            _from_squares(lambda squares: tf.stop_gradient(tf.sqrt(squares))),
            "the distances are right, but no gradient comes back at all. It should pass wherever two "
            "points differ.",
        ),
        Misconception(
            "forgets-the-root",
            _from_squares(lambda squares: squares),
            "you return the squares of the distances.",
        ),
    ),
    hints=(
        "In the backward pass, the mask comes first and the root after it. What does the root's slope "
        "make of the 0 that the mask has let through?",
        "`tf.where(condition, a, b)` picks: the gradient of what it did not pick is 0, and no infinity "
        "has been multiplied by then. What should the root get instead of a zero?",
        "Pick twice: before the root, some number where it has a slope; behind it, the zeros that the "
        "distances should be.",
    ),
    paste=_paste,
)
