"""How long a kernel takes on a sample, and how long it could take within the limits of a run."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np

from grader import engine
from grader.engine.core import limits
from grader.engine.core.limits import Limits
from grader.engine.runtime.meter import Estimate, Meter
from grader.evidence.probes.bounded import TooLong, time_limit
from tests.operations.growing import Direction, directions
from tests.operations.harness import ENGINE, build
from tests.operations.sampling import Sample

BOUNDS = Limits(seconds=60.0)
FACTORS = (1, 8, 64, 512, 4096, 32768, 262144)
TOO_LONG = 5.0
NOISE, ENOUGH = 0.003, 0.03  # seconds: of any run; that surely are the kernel's


@dataclass(frozen=True)
class Taken:
    """seconds: what the kernel took. at_most: if it grew as far as the limits let it."""

    direction: str
    factor: int
    seconds: float
    work: int
    at_most: float


def longest(op_type: str, sample: Sample, seconds: float) -> Iterator[Taken]:
    """The directions in which the sample may grow until its kernel takes longer, in each of three tries."""
    for direction in directions(sample):
        tries = (_longest(op_type, sample, direction) for _ in range(3))
        taken = list(takewhile(lambda one: one is not None and one.at_most > seconds, tries))
        if len(taken) == 3:
            yield min(filter(None, taken), key=lambda one: one.at_most)


def _longest(op_type: str, sample: Sample, direction: Direction) -> Taken | None:
    last, least = None, 0.0
    for factor in FACTORS:
        grown = direction.grown(sample, factor)
        if grown is None:
            break
        taken = _taken(op_type, grown, direction.what, factor, least)
        if taken is None:
            break
        if factor == 1:
            least = taken.seconds
            continue
        if taken.seconds > ENOUGH:
            return taken
        last = taken
    # What the limits stop before it takes long is no matter; what is too large to try here may be.
    return last if grown is None and last and last.seconds > NOISE else None


def _taken(op_type: str, sample: Sample, what: str, factor: int, least: float) -> Taken | None:
    """None where the operation refuses the sample, or the limits do. least: seconds that any run takes."""
    with limits.bounded(BOUNDS):
        played = build(ENGINE, op_type, sample, known="rank")
        if played.error is not None:
            return None
        with played.graph.as_default(), engine.Session() as session:
            found: list[Any] = []
            fetches = played.outputs or played.operation
            begin = time.thread_time()
            try:
                session.run(engine.global_variables_initializer())
                begin = time.thread_time()
                with time_limit(TOO_LONG), _watched(found, played.operation):
                    session.run(fetches, played.feeds)
            except TooLong:
                return Taken(what, factor, TOO_LONG, found[0].work if found else 0, math.inf)
            except (engine.errors.OpError, ValueError, TypeError, LookupError):
                pass
            if not found:
                return None
            seconds = max(time.thread_time() - begin - least, 0.0)
    cost, given = found
    room = min(BOUNDS.work / max(cost.work, 1), BOUNDS.alive_bytes / max(given, 1))
    return Taken(what, factor, seconds, cost.work, seconds * max(room, 1.0))


class _watched:
    """Notes the cost of the operation that the meter lets pass, and the bytes of its inputs and result."""

    def __init__(self, found: list[Any], operation: Any):
        self.found, self.operation = found, operation

    def __enter__(self) -> None:
        self.before = Meter.before

        def before(meter: Meter, estimate: Estimate, inputs: list[Any]) -> None:
            self.before(meter, estimate, inputs)
            if estimate.operation is self.operation:
                given = sum(one.nbytes for one in inputs if isinstance(one, np.ndarray))
                cost = estimate(inputs)
                self.found[:] = [cost, given + cost.bytes]

        Meter.before = before  # type: ignore[method-assign]

    def __exit__(self, *exception: object) -> None:
        Meter.before = self.before  # type: ignore[method-assign]
