"""Graphs for the probes of this chapter, and what their reports show when they are run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Other, Raised, TensorRef
from grader.judging import Rerun, expect_returned_tensor, reports, together
from grader.languages import _


def case(
    build: Callable[[], Any],
    arguments: list[Any],
    towards: tuple[str, ...] = (),
    squared: bool = True,
) -> dict[str, Any]:
    """One case for the probe "gradient-control/tensors": `build` makes its graph.

    squared: whether the gradients of the result's square are asked for, too.
    """
    with tf.Graph().as_default() as graph:
        build()
        definition = graph.as_graph_def().SerializeToString()
    return {
        "graph": definition,
        "arguments": arguments,
        "towards": list(towards),
        "squared": squared,
    }


def named(*names: str) -> list[dict[str, str]]:
    """The descriptions of the tensors with these names."""
    return [{"tensor": name} for name in names]


def told(value: Any) -> Any:
    """A reported value; an error of a run while the graph was built says why there can be none."""
    if isinstance(value, Raised) and "You must feed a value for placeholder" in value.message:
        return replace(
            value,
            message=_(
                "your function runs a session while the graph is being built, when nothing is fed. Its "
                "result should be a tensor or an operation that is run later"
            ),
        )
    return value


def runner(evidence: Evidence) -> Callable[[Any, Mapping[Any, Any]], Any]:
    """The function that tells what a reported value gives for these feeds.

    It runs a tensor, or each of a list; what cannot be run becomes an `Other`. Each graph is
    imported once. Tensors of one graph run together; where that fails, or where there is more in a
    list, one after the other. After the first error nothing more is run: an answer may be slow.
    """
    reruns: dict[int, Rerun] = {}

    def rerun(graph: int) -> Rerun:
        if graph not in reruns:
            reruns[graph] = Rerun(evidence, graph)
        return reruns[graph]

    def run(value: Any, feeds: Mapping[Any, Any]) -> Any:
        if value is None or isinstance(value, Raised):
            return told(value)
        if isinstance(value, TensorRef):
            return rerun(value.graph).run(value, feeds)
        if isinstance(value, (list, tuple)):
            graphs = {part.graph if isinstance(part, TensorRef) else -1 for part in value}
            if len(graphs) == 1 and -1 not in graphs:
                together = rerun(*graphs).run(value, feeds)
                if not isinstance(together, Raised):
                    return together
            found: list[Any] = []
            for part in value:
                found.append(run(part, feeds))
                if isinstance(found[-1], Raised):
                    return found[-1]
            return found
        if isinstance(value, Other):
            return value
        return Other(type(value).__name__.removesuffix("Ref"))

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
        expect_returned_tensor(result)
    value, *others = _together(run, [result, *[report[key] for key in keys]], feeds)
    return value if isinstance(value, Raised) else [value, *others]


def _together(run: Callable[..., Any], parts: list[Any], feeds: Any) -> list[Any]:
    """The values of tensors and lists of tensors, in one run if that succeeds; else one after the other."""
    lists = [part if isinstance(part, list) else [part] for part in parts if part is not None]
    flat = [tensor for tensors in lists for tensor in tensors]
    if all(isinstance(tensor, TensorRef) for tensor in flat):
        values = run(flat, feeds)
        if not isinstance(values, Raised):
            left = iter(values)
            return [_taken(part, left) for part in parts]
    return [run(part, feeds) for part in parts]


def _taken(part: Any, left: Iterator[Any]) -> Any:
    if part is None:
        return None
    return [next(left) for _tensor in part] if isinstance(part, list) else next(left)


def shown(found: Any) -> Any:
    """A value and its gradients in one list, as `pasted` gives them; or the first error among them."""
    if isinstance(found, Raised):
        return found
    value, gradients = found
    parts = [value, *gradients] if isinstance(gradients, list) else [value, gradients]
    return together(parts)


def observe_two_faces(evidence: Evidence, challenge: Challenge) -> Iterator[Any]:
    """Value and gradient: for the first feed, and for all the others together.

    There, the incoming gradient is not 1 everywhere: it is the gradient of the square, too.
    """
    feeds = challenge.hidden["feeds"]
    found = reports(evidence, len(feeds), "result", "gradients", "of the square")
    run = runner(evidence)
    yield shown(value_and_gradients(run, found[0], feeds[0][0]))
    yield [
        value_and_gradients(run, report, fed, ("gradients", "of the square"))
        for report, feeds in zip(found, feeds, strict=True)
        for fed in feeds
    ]


def pasted(made: Sequence[str], found: Sequence[str], feeds: Mapping[str, Any]) -> str:
    """Code for the visible case: these lines, and then a run of what is in `found`, with these feeds.

    made: the lines that make the input. found: those after it; the last one names a list of tensors,
    in which None may stand. feeds: the values by the names of the placeholders.
    """
    fed = ", ".join(f"{name}: {value}" for name, value in feeds.items())
    lines = [
        *made,
        *found,
        f"value = [one if one is None else session.run(one, {{{fed}}}) for one in found]",
    ]
    body = "".join(f"    {line}\n" for line in lines)
    return f"with tf.Graph().as_default(), tf.Session() as session:\n{body}value\n"


def pasted_gradients(call: str) -> list[str]:
    """The lines that make `found` from the gradients that a call returns, which may be one tensor."""
    return [f"found = {call}", "found = [found] if isinstance(found, tf.Tensor) else found"]


def pasted_value(call: str, x: str = "x") -> list[str]:
    """The lines that make `found` from the tensor that a call returns and its gradient for x.

    As in the probe, the gradient is made a tensor: through a `tf.gather` it comes as IndexedSlices.
    """
    return [
        f"y = {call}",
        f"(slope,) = tf.gradients(y, {x})",
        "found = [y, slope if slope is None else tf.convert_to_tensor(slope)]",
    ]
