"""The project: an operation of one's own in the reference engine, with kernel and gradient."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader import engine
from grader.engine.own_ops import own_op
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.kernels.evidence import sizes, together, whole
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.languages import _

Rule = Callable[[Any, Any], Any]


def _draw(rng: np.random.Generator) -> Challenge:
    few = np.float64(rng.permutation(np.arange(-20, 21))[:10]).reshape(5, 2)
    n, m, d = sizes(rng, 3, 3, 8)
    programs = [
        _program(rng, few[:2], few[2:], "float32"),
        _program(rng, _sevenths(rng, [n, d]), _sevenths(rng, [m, d]), "float64"),
    ]
    return Challenge("kernels/own-op", {"programs": programs})


def _sevenths(rng: np.random.Generator, shape: list[int]) -> Any:
    """An array of float64 numbers, all but the whole ones among them rounded in float32."""
    return np.float64(whole(rng, shape)) / 7


def _program(rng: np.random.Generator, a: Any, b: Any, dtype: str) -> dict[str, Any]:
    """Points a and b, and a gradient g for each of their distances, no two alike."""
    g = rng.permutation(np.arange(2, 2 + len(a) * len(b))) * rng.choice([-1, 1], len(a) * len(b))
    return {"a": a, "b": b / 2, "g": np.float64(g).reshape(len(a), len(b)), "dtype": dtype}


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = evidence.result
    if not isinstance(found, list) or len(found) != 2:
        raise WrongAnswer(_("the check could not read what your answer returned"))
    if not all(isinstance(report, (Raised, Mapping)) for report in found):
        raise WrongAnswer(_("the check could not read what your answer returned"))
    small, large = found
    return [
        _of(small, "value"),
        # What cannot be built for one type is told in the rows about that type.
        [_of(small if isinstance(one, Raised) else one, "own") for one in found],
        _with_precision(_of(large, "value"), challenge.inputs["programs"][1]),
        together([_of(report, "static") for report in found]),
        together([_part(_of(report, "gradients"), 0) for report in found]),
        together([_part(_of(report, "gradients"), 1) for report in found]),
    ]


def _with_precision(value: Any, program: Mapping[str, Any]) -> Any:
    """A value in float64, and whether it has more right digits than float32 holds; or its error."""
    if isinstance(value, Raised):
        return value
    right = _kernel(program["a"], program["b"])
    fits = isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.shape == right.shape
    return [value, fits and np.allclose(value, right, rtol=0.0, atol=1e-9 * right.max())]


def _of(report: Any, key: str) -> Any:
    """A part of a program's report, or the error that came before there was any."""
    return report if isinstance(report, Raised) else report[key]


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0]
    a, b = (np.asarray(program[name]).tolist() for name in ("a", "b"))
    return f"""
from grader import engine
with engine.Graph().as_default(), engine.Session() as session:
    a, b = engine.placeholder("float32", [None, 2]), engine.placeholder("float32", [3, 2])
    value = session.run(make_distances()(a, b), {{a: {a}, b: {b}}})
value
"""


def _part(gradients: Any, index: int) -> Any:
    return gradients[index] if isinstance(gradients, list) and len(gradients) == 2 else gradients


def _shape(a: Any, b: Any) -> list[Any]:
    return [a[0], b[0]]


def _kernel(a: Any, b: Any) -> Any:
    return ((a[:, None] - b[None]) ** 2).sum(axis=2)


def _gradient(op: Any, g: Any) -> list[Any]:
    a, b = op.inputs
    to_a = engine.reduce_sum(g, 1, keepdims=True) * a - engine.matmul(g, b)
    to_b = engine.expand_dims(engine.reduce_sum(g, 0), 1) * b - engine.matmul(
        g, a, transpose_a=True
    )
    return [2.0 * to_a, 2.0 * to_b]


def _means(op: Any, g: Any) -> list[Any]:
    a, b = op.inputs
    apart = engine.expand_dims(g, 2) * (engine.expand_dims(a, 1) - b)
    return [2.0 * engine.reduce_mean(apart, 1), -2.0 * engine.reduce_mean(apart, 0)]


def _answer(
    kernel: Rule = _kernel,
    gradient: Rule | None = _gradient,
    shape: Rule = _shape,
    dtype: str = "T",
) -> Callable[[], Any]:
    def make_distances() -> Any:
        return own_op(
            "SquaredDistances",
            f"a: {dtype}, b: {dtype} -> distances: {dtype}",
            shape=shape,
            kernel=kernel,
            gradient=gradient,
        )

    return lambda: make_distances


def _composed() -> Callable[..., Any]:
    def distances(a: Any, b: Any) -> Any:
        difference = engine.expand_dims(a, 1) - engine.expand_dims(b, 0)
        return engine.reduce_sum(engine.square(difference), 2)

    return lambda: distances


ONE_TYPE = (
    "your operation does not accept both float32 and float64. If its signature names one of them, write T "
    "instead; if you gave `types`, name both."
)

OWN_OP = Exercise(
    id="kernels/own-op",
    title="An operation of your own: squared distances",
    answers=("make_distances",),
    cases=(
        Case("the squared distances from two points to three others", 0.5, visible=True, gate=True),
        Case(
            "the result comes from an operation made with own_op",
            0.5,
            gate=True,
            advice="The values are right, but the node that your function makes is one of the "
            "engine's own operations. Give own_op a kernel that computes the distances.",
        ),
        Case(
            "more points with more coordinates, in float64",
            0.5,
            advice="The values for a few points in float32 are right, but those for more points in "
            "float64 are not.",
        ),
        Case(
            "the static shape",
            0.5,
            advice="Your shape rule is wrong: it should give [rows of a, rows of b].",
        ),
        Case(
            "the gradient of a",
            1.5,
            advice="Your gradient of `a` is wrong. Compare it with a numeric one: move one number of `a` "
            "slightly, and look at the sum of g times the distances.",
        ),
        Case(
            "the gradient of b",
            1.5,
            advice="Your gradient of `b` is wrong. Take the formula for `a`, transpose g, and swap `a` "
            "and `b`.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_answer(),
    misconceptions=(
        Misconception(
            "takes-the-root",
            _answer(lambda a, b: np.sqrt(_kernel(a, b))),
            "your kernel takes the root, so it gives distances. The task asks for squared distances.",
        ),
        Misconception(
            "takes-the-mean",
            _answer(lambda a, b: ((a[:, None] - b[None]) ** 2).mean(axis=2)),
            "your kernel takes the mean over the coordinates. The task asks for their sum.",
        ),
        Misconception(
            "absolute-differences",
            _answer(lambda a, b: np.abs(a[:, None] - b[None]).sum(axis=2)),
            "your kernel adds up the absolute differences. The task asks for the sum of their squares.",
        ),
        Misconception(
            "float64-in-float32",
            _answer(lambda a, b: _kernel(np.float32(a), np.float32(b)).astype(a.dtype)),
            "your kernel returns float64 where it should, but computes in a narrower type, so digits are "
            "lost. Compute in the type of the inputs.",
        ),
        Misconception("only-float32", _answer(dtype="float32"), ONE_TYPE),
        Misconception("only-float64", _answer(dtype="float64"), ONE_TYPE),
        Misconception(
            "shape-from-the-columns",
            _answer(shape=lambda a, b: [a[0], b[1]]),
            "the second size that your shape rule gives is the number of columns of a and b. The result has "
            "one column for each row of b, and that is b[0].",
        ),
        Misconception(
            "no-gradient",
            _answer(gradient=None),
            "there is an operation without a gradient in your graph. If it is yours, give own_op a function "
            "as its `gradient`.",
        ),
        Misconception(
            "ignores-g",
            _answer(gradient=lambda op, g: _gradient(op, engine.ones_like(g))),
            "your gradient does not use g. It is the gradient of the sum of all distances; in a "
            "larger graph each distance counts as much as g says.",
        ),
        Misconception(
            "forgets-the-two",
            _answer(gradient=lambda op, g: [0.5 * part for part in _gradient(op, g)]),
            "your gradients are half of what they should be: the derivative of a square is "
            "two times what was squared.",
        ),
        Misconception(
            "gradients-are-means",
            _answer(gradient=_means),
            "your gradients are means. Each row of `a` is used in several distances, and their shares add "
            "up: take sums, for `a` and for `b`.",
        ),
        Misconception(
            "wrong-sign-for-b",
            _answer(gradient=lambda op, g: [_gradient(op, g)[0], -_gradient(op, g)[1]]),
            "your gradient of `b` has the wrong sign. `b` is subtracted from `a`: where a distance grows "
            "as `a` grows, it shrinks as `b` grows.",
        ),
        Misconception(
            "nothing-for-b",
            _answer(gradient=lambda op, g: [_gradient(op, g)[0], None]),
            "you return None for b, as if no gradient flowed to it. The distances depend on b as "
            "much as on a.",
        ),
        Misconception(
            "no-operation-of-your-own",
            _composed,
            "the values are right, but you built them from the engine's operations. Write a NumPy "
            "kernel and give it to own_op.",
        ),
    ),
    hints=(
        "Start with the kernel: NumPy is enough, and with broadcasting you need no loop. For the "
        "gradient, write one distance as a sum over coordinates and differentiate it by hand.",
        "With respect to a[i], the slope of the sum of g[i, j] * distance[i, j] is the sum over j of "
        "2 * g[i, j] * (a[i] - b[j]): a[i] times the sum of row i of g, minus row i of the matrix product of "
        "g and b, and all of it times 2.",
        "For `b` the roles change: `g` is transposed, and `a` takes the place of `b`. The shape "
        "rule takes one size from each of the two shapes.",
    ),
    paste=_paste,
)
