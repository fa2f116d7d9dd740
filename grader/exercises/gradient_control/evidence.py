"""Graphs for the probes of this chapter, and what their reports show when they are run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grader import engine as tf
from grader.evidence import Evidence, Raised, TensorRef
from grader.judging import Rerun, describe, expect_tensor
from grader.languages import _


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


def runner(evidence: Evidence) -> Callable[[Any, Mapping[Any, Any]], Any]:
    """The function that tells what a reported value gives for these feeds.

    It runs a tensor, or each of a list, and describes in words what cannot be run. Each graph is
    imported once. After the first error in a list nothing more is run: an answer may be slow.
    """
    reruns: dict[int, Rerun] = {}

    def run(value: Any, feeds: Mapping[Any, Any]) -> Any:
        if value is None or isinstance(value, Raised):
            return value
        if isinstance(value, TensorRef):
            if value.graph not in reruns:
                reruns[value.graph] = Rerun(evidence, value.graph)
            return reruns[value.graph].run(value, feeds)
        if isinstance(value, (list, tuple)):
            found: list[Any] = []
            for part in value:
                found.append(run(part, feeds))
                if isinstance(found[-1], Raised):
                    return found[-1]
            return found
        return describe(value)

    return run


def value_and_gradients(
    run: Callable[..., Any],
    report: Mapping[str, Any],
    feeds: Any,
    keys: tuple[str, ...] = ("gradients",),
) -> Any:
    """The value of a report's result and the values of its gradients, or the answer's error.

    keys: what of the report is shown beside the result.
    Raises WrongAnswer for a result that is no tensor.
    """
    result = report["result"]
    if not isinstance(result, Raised):
        expect_tensor(result, _("what your function returns"))
    value = run(result, feeds)
    return value if isinstance(value, Raised) else [value, *[run(report[k], feeds) for k in keys]]
