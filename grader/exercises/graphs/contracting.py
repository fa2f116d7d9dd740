"""An exercise on tensor contraction: the order decides how many multiplications are needed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.judging import Case, Exercise, Misconception, Rerun, agree, expect_tensor
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    """Three products: one best from the right, and, in either order, one of each kind.

    So an answer that always begins at one end fails at the last two, whatever is drawn.
    """
    small = [int(size) for size in rng.integers(2, 6, 6)]
    large = [int(size) for size in rng.choice(np.arange(20, 60), 6, replace=False)]
    right_first = [large[0], large[1], large[2], small[0]]
    left_first = [small[1], large[3], large[4], large[5]]
    narrow = [large[1], small[2], large[0], small[3]]  # from the right, too
    others = [left_first, narrow] if rng.integers(2) else [narrow, left_first]
    sizes = [right_first, *others]
    builds = [
        [
            {"placeholder": "float32", "shape": [chain[i], chain[i + 1]], "name": name}
            for i, name in enumerate("abc")
        ]
        for chain in sizes
    ]
    feeds = [
        [rng.integers(-3, 4, (chain[i], chain[i + 1])).astype(np.float32) for i in range(3)]
        for chain in sizes
    ]
    return Challenge("build", {"builds": builds}, {"feeds": feeds, "sizes": sizes})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    values: list[Any] = []
    costs: list[Any] = []
    for build, feeds in zip(evidence.result, challenge.hidden["feeds"], strict=True):
        result = build["result"]
        if isinstance(result, Raised):
            values.append(_told(result))
            costs.append(result)
            continue
        product = expect_tensor(result, _("what product(a, b, c) returns"))
        rerun = Rerun(evidence, product.graph)
        values.append(rerun.run(product, dict(zip(build["arguments"], feeds, strict=True))))
        costs.append(_multiplications(rerun, product))
    return [values, costs[0], costs[1:]]


def _told(error: Raised) -> Raised:
    """The error, and in which operation the shapes did not fit: other mistakes are ValueErrors, too.

    TensorFlow's message says "... for '{{node mul}} = Mul[T=DT_FLOAT](...".
    """
    operation = re.search(r"for '\{\{node \S+\}\} = (\w+)", error.message)
    kind = f"{error.type} in {operation[1]}" if operation else error.type
    return Raised(kind, error.message, error.line)


def _multiplications(rerun: Rerun, product: TensorRef) -> float:
    """How many multiplications a run of `product` does, by the static shapes of its nodes."""
    return sum(_cost(operation) for operation in rerun.ancestors(product))


def _cost(operation: Any) -> float:
    """The multiplications of one node; without end where a size is not known before the run."""
    try:
        return _known_cost(operation)
    except (TypeError, ValueError):
        return math.inf


def _known_cost(operation: Any) -> int:
    if operation.type in ("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"):
        transposed = "transpose_a" if operation.type == "MatMul" else "adj_x"
        shape = operation.inputs[0].shape.as_list()
        inner = shape[-2] if operation.get_attr(transposed) else shape[-1]
        return math.prod(operation.outputs[0].shape.as_list()) * inner
    if operation.type == "Einsum":
        equation = operation.get_attr("equation")
        text = equation.decode() if isinstance(equation, bytes) else equation
        sizes: dict[str, int] = {}
        terms = text.partition("->")[0].split(",")
        for labels, tensor in zip(terms, operation.inputs, strict=True):
            sizes.update(zip(labels, tensor.shape.as_list(), strict=True))
        return math.prod(sizes.values()) if len(terms) > 1 else 0
    if operation.type == "Mul":
        return math.prod(operation.outputs[0].shape.as_list())
    return 0


def _no_more(expected: Any, got: Any) -> bool:
    """Whether each count is at most the reference's (which is the least possible)."""
    if isinstance(expected, list):
        return isinstance(got, list) and all(map(_no_more, expected, got))
    if isinstance(expected, Raised):
        return agree(expected, got)
    return isinstance(got, int) and 0 < got <= expected


def _product() -> Callable[..., Any]:
    def product(a: Any, b: Any, c: Any) -> Any:
        n, k = a.shape.as_list()
        m, p = c.shape.as_list()
        left = n * k * m + n * m * p
        right = k * m * p + n * k * p
        return tf.matmul(tf.matmul(a, b), c) if left <= right else tf.matmul(a, tf.matmul(b, c))

    return product


def _wrong_way() -> Callable[..., Any]:
    def product(a: Any, b: Any, c: Any) -> Any:
        n, k = a.shape.as_list()
        m, p = c.shape.as_list()
        left = n * k * m + n * m * p
        right = k * m * p + n * k * p
        return tf.matmul(tf.matmul(a, b), c) if left > right else tf.matmul(a, tf.matmul(b, c))

    return product


CONTRACTION = Exercise(
    id="graphs/contraction",
    title="Three matrices, as few multiplications as possible",
    answers=("product",),
    cases=(
        Case("the product a b c, for matrices of three sets of sizes", 1, gate=True),
        Case(
            "the multiplications of the first product (no more than expected)",
            1,
            visible=True,
            agree=_no_more,
        ),
        Case(
            "the multiplications of two products of other sizes",
            1,
            agree=_no_more,
            advice="Your order is the best one for the first sizes, but not for all. Compare the "
            "two counts for the shapes that you are given, and choose.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_product,
    misconceptions=(
        Misconception(
            "always-from-the-left",
            lambda: lambda a, b, c: tf.matmul(tf.matmul(a, b), c),
            "you always begin with a b. Where c is narrow, b c first is far cheaper: compare the two "
            "counts for the shapes that you are given.",
        ),
        Misconception(
            "always-from-the-right",
            lambda: lambda a, b, c: tf.matmul(a, tf.matmul(b, c)),
            "you always begin with b c. Where a has few rows, a b first is far cheaper: compare the two "
            "counts for the shapes that you are given.",
        ),
        Misconception(
            "the-dearer-order",
            _wrong_way,
            "you compare the two orders, but choose the dearer one.",
        ),
        Misconception(
            "element-by-element",
            lambda: lambda a, b, c: a * b * c,
            "`*` multiplies element by element, which needs equal shapes. The matrix product is "
            "tf.matmul, or `@`.",
        ),
    ),
    hints=(
        "Both orders give the same matrix. Which sizes make the first product large?",
        "A product of shapes (n, k) and (k, m) takes n*k*m multiplications. a.shape.as_list() gives "
        "the sizes while you build.",
        "Compute the count of (a b) c and of a (b c) from the four sizes, and return the cheaper "
        "one.",
    ),
)
