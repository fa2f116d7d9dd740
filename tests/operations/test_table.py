"""Each operation of the table, on samples of its inputs, is TensorFlow's."""

from __future__ import annotations

from typing import Any

import pytest

from grader.engine.registry import GRADIENTS, TABLE, TANGENTS

# By their full names: a relative import would be a second copy of the modules that the samples use.
from tests.operations.harness import differences
from tests.operations.sampling import all_samples

SAMPLES = all_samples()
# As the engine comes: answers to the exercise on own operations add theirs.
OPERATIONS = sorted(TABLE)


@pytest.mark.sampled(0.1, ci=0.25)
@pytest.mark.parametrize("op_type", OPERATIONS)
def test_an_operation_is_tensorflows(op_type: str) -> None:
    samples = SAMPLES.get(op_type)
    assert samples, f"{op_type} has no samples: add some to a samples_*.py of this folder"
    problems = [
        f"sample {number}: {line}"
        for number, sample in enumerate(samples)
        for line in differences(op_type, sample)
    ]
    assert not problems, f"{op_type}:\n" + "\n".join(problems)


def test_samples_are_of_operations_in_the_table() -> None:
    assert set(SAMPLES) <= set(OPERATIONS)


@pytest.mark.parametrize("column", [GRADIENTS, TANGENTS], ids=["gradient", "tangent"])
def test_each_operation_has_its_rules(column: dict[str, Any]) -> None:
    missing = sorted(set(OPERATIONS) - set(column))
    assert not missing, "give them a rule, or say that nothing flows through them"
