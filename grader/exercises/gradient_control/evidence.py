"""Graphs for the probes of this chapter, and what their reports show when they are run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grader import engine as tf
from grader.evidence import Evidence, Raised, TensorRef
from grader.judging import Rerun, describe
from grader.judging.rerun import Node


def case(
    build: Callable[[], Any], arguments: list[Any], towards: tuple[str, ...] = ()
) -> dict[str, Any]:
    """One case for the probe "gradient_control/tensors": `build` makes its graph."""
    with tf.Graph().as_default() as graph:
        build()
        definition = graph.as_graph_def().SerializeToString()
    return {"graph": definition, "arguments": arguments, "towards": list(towards)}


def named(*names: str) -> list[dict[str, str]]:
    """The descriptions of the tensors with these names."""
    return [{"tensor": name} for name in names]


def run(evidence: Evidence, value: Any, feeds: Mapping[Any, Any]) -> Any:
    """What a reported tensor, or each of a list, gives for these feeds; other values in words."""
    if value is None or isinstance(value, Raised):
        return value
    if isinstance(value, TensorRef):
        return Rerun(evidence, value.graph).run(value, feeds)
    if isinstance(value, (list, tuple)):
        return [run(evidence, part, feeds) for part in value]
    return describe(value)
