"""Gradients are TensorFlow's nodes, too, where nothing is known of the shapes before the run."""

from __future__ import annotations

from typing import Any

import pytest

from grader.engine.registry import GRADIENTS

from .harness import ENGINE, TENSORFLOW, build, node_differences
from .sampling import Sample
from .test_table import SAMPLES

# Op type -> why its gradients' nodes are not compared.
DIFFERENT = {
    "Einsum": "TensorFlow takes labels from a Python set, in any order",
    "Exit": "only loops that while_loop made have gradients",
    "RefExit": "only loops that while_loop made have gradients",
    "StackPushV2": "stacks are made by gradients",
}
SWITCHES = {"_nodes", "_shapes", "_gradients", "_gradient_nodes"}


def comparable(op_type: str) -> list[Sample]:
    """The first samples of an operation with which gradients can be compared."""
    if GRADIENTS.get(op_type) is None or op_type in DIFFERENT:
        return []
    return [sample for sample in SAMPLES[op_type] if not SWITCHES & set(sample.without)][:3]


def gradients(back_end: Any, op_type: str, sample: Sample) -> tuple[Any, Any]:
    """The graph with the gradients of all real outputs by all real inputs, and their None pattern."""
    played = build(back_end, op_type, sample, "nothing")
    real = [
        [tensor for tensor in tensors if tensor.dtype.is_floating]
        for tensors in (played.outputs, played.inputs)
    ]
    if played.error or not all(real):
        return played.graph, None
    with played.graph.as_default():
        try:
            return played.graph, [one is None for one in back_end.module.gradients(*real)]
        except Exception as error:
            return played.graph, type(error).__name__


@pytest.mark.sampled(0.1, ci=0.4)
@pytest.mark.parametrize("op_type", [one for one in sorted(SAMPLES) if comparable(one)])
def test_gradients_of_unknown_shapes_are_tensorflows(op_type: str) -> None:
    for sample in comparable(op_type):
        theirs, expected = gradients(TENSORFLOW, op_type, sample)
        ours, got = gradients(ENGINE, op_type, sample)
        assert got == expected
        if isinstance(expected, list):
            assert not list(node_differences("node", theirs, ours))
