"""An exercise on tensor contraction: the order decides how many multiplications are needed."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Builder, Case, Session, agree, placeholder

BUILD = Builder("abc = product(a, b, c)")
# Ranges for n, k, m and p of the matrices (n, k), (k, m) and (m, p). In each row, a (b c) takes fewer
# multiplications than (a b) c; from the other end, as (p, m), (m, k) and (k, n), it is the other way round.
RIGHT_FIRST = (
    ((30, 59), (20, 39), (30, 59), (1, 1)),  # c is a column, so either product alone says so
    ((5, 7), (4, 5), (36, 44), (9, 11)),  # but the first product of (a b) c is the smaller one
    ((36, 44), (8, 9), (6, 7), (3, 5)),  # but the second product of (a b) c is the smaller one
    ((9, 11), (62, 70), (9, 11), (2, 3)),  # but a b has fewer numbers than b c
    ((12, 12), (20, 20), (61, 62), (20, 20)),  # but its larger product is larger, and it adds more
    ((20, 20), (58, 59), (20, 20), (12, 12)),  # but not if the sizes of b c and a b are added
)

WITHOUT_PRODUCTS = """Placeholder PlaceholderWithDefault Const Identity IdentityN StopGradient Switch
    Merge Select SelectV2 Assert Print CheckNumerics EnsureShape Shape ShapeN Range Fill ZerosLike Cast
    OnesLike Transpose Reshape ExpandDims Squeeze Pack Unpack ConcatV2 Split SplitV Slice StridedSlice
    GatherV2 GatherNd ReverseV2 Tile BroadcastTo Pad PadV2 InvertPermutation Sum Add AddV2 AddN Sub Neg Less
    LessEqual Greater GreaterEqual Equal NotEqual"""


def _draw(rng: np.random.Generator) -> Challenge:
    """Each kind of size from both ends, in any order; before and after them three square matrices.

    For these, both orders take equally many multiplications.
    """
    square = [2] * 4
    chains = [
        [int(rng.integers(low, high + 1)) for low, high in ranges][::step]
        for ranges in RIGHT_FIRST
        for step in (1, -1)
    ]
    sizes = [square, *(chains[number] for number in rng.permutation(len(chains))), square]
    builds = [[placeholder(shape) for shape in pairwise(chain)] for chain in sizes]
    feeds = [
        [rng.integers(-3, 4, shape).astype(np.float32) for shape in pairwise(chain)]
        for chain in sizes
    ]
    # Different numbers above zero: no two orders of the factors give the same matrix.
    feeds[0] = list(rng.permutation(np.arange(1, 13, dtype=np.float32)).reshape(3, 2, 2))
    # The second and third last have one graph, in which the names a, b and c are taken.
    return BUILD.challenge(builds, graphs=[1] * (len(builds) - 3) + [2, 1], feeds=feeds)


def _product(run: Session, feeds: Any) -> Any:
    a, b, c = feeds
    return run("abc", a=a, b=b, c=c)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    feeds = challenge.hidden["feeds"]
    builds = BUILD.built(evidence, len(feeds))
    BUILD.refuse_the_same([*builds[:-2], builds[-1]])  # each in a graph of its own
    values: list[Any] = []
    costs: list[Any] = []
    for build, fed in zip(builds, feeds, strict=True):
        if isinstance(build.result, Raised):
            values.append(build.result)
            costs.append(build.result)
            continue
        build.refuse_elsewhere()
        values.append(build.ask(_product, fed))
        # By the static shapes of the nodes that a run needs.
        costs.append(sum(map(_cost, build.ancestors("abc"))))
    return [values[0], values[1:], costs[1:]]


def _cost(operation: Any) -> float:
    """The multiplications of one node; infinite where they or a size are not known before the run."""
    try:
        return _known_cost(operation)
    except (TypeError, ValueError):
        return math.inf


def _known_cost(operation: Any) -> float:
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
    shapes = [tensor.shape for tensor in operation.outputs]
    if operation.type == "Mul" and (shapes[0].ndims != 0 or operation.outputs[0].dtype.is_floating):
        return math.prod(shapes[0].as_list())
    shared = operation.type == "RealDiv" and operation.inputs[1].shape.ndims == 0
    # A single integer is a size.
    if (
        shared
        or operation.type in WITHOUT_PRODUCTS.split()
        or all(one.ndims == 0 for one in shapes)
    ):
        return 0
    return math.inf  # it may hide multiplications


def _no_more(expected: Any, got: Any) -> bool:
    """Whether each count is at most the reference's (which is the least possible)."""
    if isinstance(expected, list):
        return isinstance(got, list) and all(map(_no_more, expected, got))
    if isinstance(expected, Raised):
        return agree(expected, got)
    return isinstance(got, int) and 0 < got <= expected


PRODUCT = exercise(
    id="graphs/product",
    title="Three matrices, as few multiplications as possible",
    answers=("product",),
    cases=(
        Case.shown(
            "the product a b c of three square matrices",
            0.5,
            advice="The value must be the matrix product of all three matrices, in the order a, b, c.",
        ),
        Case(
            "the product a b c, for matrices of twelve other sizes",
            0.5,
            gate=True,
            advice="Your product is right for square matrices, but not for all sizes. Try the "
            "shapes (1, 20), (20, 30), (30, 40), and (40, 30), (30, 20), (20, 1).",
        ),
        Case(
            "the fewest multiplications, for each of these sizes",
            2,
            agree=_no_more,
            advice="For some sizes your tensor needs more multiplications than necessary. Each order "
            "takes two products: compare the sums. Take the shapes (6, 5), (5, 40) and (40, 9): "
            "(a b) c needs 1200 + 2160 multiplications, a (b c) only 1800 + 270. The judge counts all "
            "multiplications that a run of your tensor may need, even multiplications by 0 or 1, and the "
            "ones in both branches of a tf.cond. It does not count additions.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Both orders give the same matrix. Which sizes make the first product large?",
        "A product of shapes (n, k) and (k, m) takes n*k*m multiplications. a.shape.as_list() gives "
        "the sizes while you build.",
        "Each order takes two products, so each count is a sum of two. All sizes are known, so an "
        "ordinary Python `if` can choose while you build.",
    ),
    paste=lambda challenge: BUILD.paste(
        challenge, _product, [fed.tolist() for fed in challenge.hidden["feeds"][0]]
    ),
)
