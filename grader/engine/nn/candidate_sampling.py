"""A candidate sampler draws a few of many classes, for losses that would be slow over all of them.

Source of the algorithm and of the order of random words: range_sampler.cc and candidate_sampler_ops.cc in
tensorflow/core/kernels.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.engine.core import philox
from grader.engine.core.errors import invalid
from grader.engine.graph.random_seed import get_seed
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.named_outputs import apply_named
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.common.shape_algebra import with_rank
from grader.engine.registry import define, flag, no_gradient, no_tangent, number

__all__ = ["log_uniform_candidate_sampler"]

Array = np.ndarray
WORDS_PER_SAMPLE = 2048  # reserved by a kernel, however many it uses


class Words:
    """A sequence of random 32-bit words, drawn from the stream as needed."""

    def __init__(self, stream: philox.Stream, reserved: int):
        self.stream, self.start = stream, stream.reserve(-(-reserved // 4))
        self.ready: list[int] = []

    def next(self) -> int:
        """The next word."""
        if not self.ready:
            self.ready = self.stream.words(self.start, 1024)[::-1].tolist()
            self.start += 256
        return self.ready.pop()

    def double(self) -> float:
        """A number in [0, 1), made from two words."""
        high, low = self.next() & 0xFFFFF, self.next()
        return (high * 2**32 + low) / 2**52


def sample(node: Any, true_classes: Array) -> tuple[Array, Array, Array]:
    """Draws class k with probability log((k + 2) / (k + 1)) / log(range + 1): frequent classes first."""
    attrs = node.attrs
    count, size, unique = attrs["num_sampled"], attrs["range_max"], attrs["unique"]
    if true_classes.ndim != 2 or true_classes.shape[1] != attrs["num_true"]:
        raise invalid("true_classes must be a matrix that has num_true columns")
    if unique and count > size:
        raise invalid("Sampler's range is too small.")
    stream = node.state.private(
        f"random {node.name}", lambda: philox.Stream(attrs["seed"], attrs["seed2"])
    )
    words, log = Words(stream, WORDS_PER_SAMPLE * count), math.log1p(size)
    drawn: dict[int, None] | list[int] = {} if unique else []
    tries = 0
    while len(drawn) < count:
        number_of_class = (int(math.exp(words.double() * log)) - 1) % size
        tries += 1
        if isinstance(drawn, dict):
            drawn[number_of_class] = None
        else:
            drawn.append(number_of_class)
    sampled = np.array(list(drawn), np.int64)

    def expected(classes: Array) -> Array:
        likely = np.log((classes + 2.0) / (classes + 1.0)) / log
        if tries == count:
            return (likely * count).astype(np.float32)
        return (-np.expm1(tries * np.log1p(-likely))).astype(np.float32)

    return sampled, expected(true_classes), expected(sampled)


def sampled_shape(c: Any) -> Any:
    rows = with_rank(c.shape(0), 2)[0]
    return [(c.attr("num_sampled"),), (rows, c.attr("num_true")), (c.attr("num_sampled"),)]


def sampling_work(op: Any, given: Any) -> int:
    """Drawing n distinct classes takes about n log n tries, each of them some Python code."""
    count, size = op.get_attr("num_sampled"), op.get_attr("range_max")
    tries = count * (1 + int(math.log1p(size))) if op.get_attr("unique") else count
    return 100 * tries + math.prod(given[0])


define(
    "LogUniformCandidateSampler",
    "true_classes: int64 -> sampled_candidates: int64, true_expected_count: float32, "
    "sampled_expected_count: float32",
    num_true=number(minimum=1),
    num_sampled=number(minimum=1),
    unique=flag(),
    range_max=number(minimum=1),
    seed=number(0),
    seed2=number(0),
    shape=infer(sampled_shape),
    kernel=sample,
    work=sampling_work,
    stateful=True,
)
no_gradient("LogUniformCandidateSampler")
no_tangent("LogUniformCandidateSampler")


# For users ----------------------------------------------------------------------------------------


def log_uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """(drawn classes, expected counts of the true classes and of the drawn ones)."""
    first, second = get_seed(seed)
    return apply_named(
        "LogUniformCandidateSampler",
        name,
        true_classes=true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
        seed=first or 0,
        seed2=second or 0,
    )
