"""Graphs for the probes of this chapter, and what their reports show when they are run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader import engine as tf
from grader.evidence import Evidence, Raised, TensorRef
from grader.exercises.sessions.evidence import reports
from grader.judging import Rerun, describe, expect_tensor


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


def value_and_gradients(evidence: Evidence, feeds: Sequence[Mapping[Any, Any]]) -> list[Any]:
    """For each report and its feed: the value of the result, and the values of its gradients.

    An error of the answer stays what it is. Raises WrongAnswer for a result that is no tensor.
    """
    seen: list[Any] = []
    for report, fed in zip(
        reports(evidence, len(feeds), "result", "gradients"), feeds, strict=True
    ):
        result = report["result"]
        if isinstance(result, Raised):
            seen.append(result)
            continue
        expect_tensor(result, "what your function returns")
        seen.append([run(evidence, result, fed), run(evidence, report["gradients"], fed)])
    return seen
