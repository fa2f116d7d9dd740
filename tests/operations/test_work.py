"""The measure of work of each operation is about the time of its kernel, however its inputs grow.

So no kernel takes much longer than a second within the limits of a run: what would is refused before.
"""

from __future__ import annotations

import pytest

from grader.engine.registry import TABLE
from tests.operations.sampling import all_samples
from tests.operations.timing import longest

SAMPLES = all_samples()
# Of processor time. Twice what is meant: other processes share the caches.
SECONDS = 2.0


@pytest.mark.sampled(0.02, ci=0.1)
@pytest.mark.parametrize("op_type", sorted(TABLE))
def test_no_kernel_takes_long_within_the_limits(op_type: str) -> None:
    long = [
        f"sample {number}, growing in {taken.direction} by {taken.factor}: {taken.seconds:.3f} s for "
        f"{taken.work} element operations, at most {taken.at_most:.1f} s"
        for number, sample in enumerate(SAMPLES[op_type])
        for taken in longest(op_type, sample, SECONDS)
    ]
    assert not long, f"{op_type}: count more work for\n" + "\n".join(long)
