"""Candidate samplers draw a few of many classes, for losses that would be slow over all of them.

Source of the algorithms and of the order of random words: range_sampler.cc and candidate_sampler_ops.cc in
tensorflow/core/kernels.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.engine.core import philox
from grader.engine.core.errors import invalid
from grader.engine.graph.random_seed import get_seed
from grader.engine.nn.named_outputs import apply_named
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.shape_algebra import merge_dimension, with_rank
from grader.engine.registry import define, flag, no_derivative, no_gradient, no_tangent, number

# fmt: off
__all__ = [
    "compute_accidental_hits", "learned_unigram_candidate_sampler", "log_uniform_candidate_sampler",
    "uniform_candidate_sampler",
]
# fmt: on

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

    def below(self, n: int, bits: int) -> int:
        """A uniform integer below n; words that would favour some integers are rejected."""
        least = (2**bits - 1) % n + 1 if n & (n - 1) else 0
        while True:
            drawn = self.next() if bits == 32 else self.next() + (self.next() << 32)
            if drawn >= least:
                return drawn % n


class LogUniform:
    """Class k with probability log((k + 2) / (k + 1)) / log(range + 1): frequent classes first."""

    bits = 0

    def __init__(self, size: int):
        self.size, self.log = size, math.log1p(size)

    def draw(self, words: Words) -> int:
        """Draws a class."""
        return (int(math.exp(words.double() * self.log)) - 1) % self.size

    def probability(self, classes: Array) -> Array:
        """The probability of each class."""
        return np.log((classes + 2.0) / (classes + 1.0)) / self.log

    def learn(self, classes: Array) -> None:
        """Learns from the true classes of a batch."""

    def values(self) -> list[Any]:
        """The arrays of its state."""
        return []


class Uniform(LogUniform):
    """Every class with the same probability."""

    def draw(self, words: Words) -> int:
        """Draws a class."""
        return words.below(self.size, 64)

    def probability(self, classes: Array) -> Array:
        """The probability of each class."""
        return np.full(np.shape(classes), 1.0 / self.size)


class LearnedUnigram(LogUniform):
    """Each class with a probability proportional to one plus the times it was seen."""

    def __init__(self, size: int):
        super().__init__(size)
        self.counts = np.ones(size, np.int64)
        self.sums: Array | None = None

    def draw(self, words: Words) -> int:
        """Draws a class."""
        if self.sums is None:
            self.sums = np.cumsum(self.counts)
        return int(np.searchsorted(self.sums, words.below(int(self.sums[-1]), 32), "right"))

    def probability(self, classes: Array) -> Array:
        """The probability of each class, 0 for numbers that are not a class."""
        known = (classes >= 0) & (classes < self.size)
        return np.where(known, self.counts[np.where(known, classes, 0)], 0) / self.counts.sum()

    def learn(self, classes: Array) -> None:
        """Learns from the true classes of a batch."""
        if classes.size and not np.all((classes >= 0) & (classes < self.size)):
            raise invalid(f"true_classes must be between 0 and {self.size}")
        np.add.at(self.counts, classes.ravel(), 1)
        self.sums = None

    def values(self) -> list[Any]:
        """The arrays of its state."""
        return [self.counts]


def sampling(sampler: type[LogUniform]) -> Any:
    def kernel(node: Any, true_classes: Array) -> tuple[Array, Array, Array]:
        attrs = node.attrs
        count, size, unique = attrs["num_sampled"], attrs["range_max"], attrs["unique"]
        if true_classes.ndim != 2 or true_classes.shape[1] != attrs["num_true"]:
            raise invalid("true_classes must be a matrix that has num_true columns")
        if unique and count > size:
            raise invalid("Sampler's range is too small.")
        stream = node.state.private(
            f"random {node.name}", lambda: philox.Stream(attrs["seed"], attrs["seed2"])
        )
        source = node.state.private(f"sampler {node.name}", lambda: sampler(size))
        words = Words(stream, WORDS_PER_SAMPLE * count)
        drawn: dict[int, None] | list[int] = {} if unique else []
        tries = 0
        while len(drawn) < count:
            one = source.draw(words)
            tries += 1
            if isinstance(drawn, dict):
                drawn[one] = None
            else:
                drawn.append(one)
        sampled = np.array(list(drawn), np.int64)

        def expected(classes: Array) -> Array:
            likely = source.probability(classes)
            if tries == count:
                return (likely * count).astype(np.float32)
            return (-np.expm1(tries * np.log1p(-likely))).astype(np.float32)

        result = sampled, expected(true_classes), expected(sampled)
        source.learn(true_classes)
        return result

    return kernel


def sampled_shape(c: Any) -> Any:
    rows = with_rank(c.shape(0), 2)[0]
    return [(c.attr("num_sampled"),), (rows, c.attr("num_true")), (c.attr("num_sampled"),)]


def sampling_work(op: Any, given: Any) -> int:
    """Drawing n distinct classes takes about n log n tries, each of them some Python code."""
    count, size = op.get_attr("num_sampled"), op.get_attr("range_max")
    tries = count * (1 + int(math.log1p(size))) if op.get_attr("unique") else count
    learned = size if op.type.startswith("Learned") else 0
    return 100 * tries + 8 * learned + math.prod(given[0])


for _type, _class in {
    "LogUniformCandidateSampler": LogUniform,
    "UniformCandidateSampler": Uniform,
    "LearnedUnigramCandidateSampler": LearnedUnigram,
}.items():
    define(
        _type,
        "true_classes: int64 -> sampled_candidates: int64, true_expected_count: float32, "
        "sampled_expected_count: float32",
        num_true=number(minimum=1),
        num_sampled=number(minimum=1),
        unique=flag(),
        range_max=number(minimum=1),
        seed=number(0),
        seed2=number(0),
        shape=infer(sampled_shape),
        kernel=sampling(_class),
        work=sampling_work,
        stateful=True,
    )
    no_gradient(_type)
    no_tangent(_type)


def accidental_hits(node: Any, true_classes: Array, sampled: Array) -> tuple[Array, Array, Array]:
    """(row, position, lowest float32) of each sampled class that is a true class of the row."""
    if true_classes.ndim != 2 or true_classes.shape[1] != node.attrs["num_true"]:
        raise invalid("true_candidates must be a batch_size * num_true matrix")
    if sampled.ndim != 1:
        raise invalid(
            "sampled_candidates must be a vector, which is typically an output of a sampler"
        )
    places = {int(value): place for place, value in enumerate(sampled)}
    hits = [
        (row, places[value])
        for row, classes in enumerate(true_classes.tolist())
        for value in classes
        if value in places
    ]
    rows, positions = np.array(hits, np.int64).reshape(-1, 2).T
    weights = np.full(len(hits), np.finfo(np.float32).min, np.float32)
    return rows.astype(np.int32), positions, weights


def hits_shape(c: Any) -> Any:
    merge_dimension(c.attr("num_true"), with_rank(c.shape(0), 2)[1])
    with_rank(c.shape(1), 1)
    return [(None,), (None,), (None,)]


define(
    "ComputeAccidentalHits",
    "true_classes: int64, sampled_candidates: int64 -> indices: int32, ids: int64, weights: float32",
    num_true=number(),
    seed=number(0),
    seed2=number(0),
    shape=infer(hits_shape),
    kernel=accidental_hits,
)
no_derivative("ComputeAccidentalHits")


# For users ----------------------------------------------------------------------------------------


def _sampler(op_type: str) -> Any:
    def function(
        true_classes: Any,
        num_true: int,
        num_sampled: int,
        unique: bool,
        range_max: int,
        seed: int | None = None,
        name: str | None = None,
    ) -> Any:
        first, second = get_seed(seed)
        return apply_named(
            op_type,
            name,
            true_classes=true_classes,
            num_true=num_true,
            num_sampled=num_sampled,
            unique=unique,
            range_max=range_max,
            seed=first or 0,
            seed2=second or 0,
        )

    function.__doc__ = "(drawn classes, expected counts of the true classes and of the drawn ones)."
    return function


log_uniform_candidate_sampler: Any = _sampler("LogUniformCandidateSampler")
uniform_candidate_sampler: Any = _sampler("UniformCandidateSampler")
learned_unigram_candidate_sampler: Any = _sampler("LearnedUnigramCandidateSampler")


def compute_accidental_hits(
    true_classes: Any,
    sampled_candidates: Any,
    num_true: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """(rows, positions, weights) of sampled classes that are true; adding the weights masks them."""
    first, second = get_seed(seed)
    return apply_named(
        "ComputeAccidentalHits",
        name,
        true_classes=true_classes,
        sampled_candidates=sampled_candidates,
        num_true=num_true,
        seed=first or 0,
        seed2=second or 0,
    )
