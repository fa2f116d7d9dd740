"""Calls for the probe of this chapter, and what its reports show when they are run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader.evidence import Challenge, Evidence, Other, Raised, TensorRef
from grader.judging import Rerun, expect_returned_tensor, reports, together
from grader.languages import _


def case(
    lines: Sequence[str],
    call: str,
    towards: Sequence[str] = (),
    squared: bool = True,
    floor: bool = False,
    reported: Sequence[str] = (),
    before: str = "",
) -> dict[str, Any]:
    """One case for the probe "gradient-control/call", which describes it.

    Code for a cell is made of the same lines: each placeholder is called as its tensor is.
    """
    return {
        "lines": list(lines),
        "call": call,
        "towards": list(towards),
        "squared": squared,
        "floor": floor,
        "reported": list(reported),
        "before": before,
    }


def placeholder(name: str, shape: Sequence[int | None] = ()) -> str:
    """The line that makes a placeholder with this name."""
    return f'{name} = tf.placeholder(tf.float32, {list(shape)}, name="{name}")'


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


def paste_gradients(challenge: Challenge) -> str:
    """Code for the visible case of an answer that returns gradients, which may be one tensor."""
    call = challenge.inputs["cases"][0]["call"]
    return _pasted(
        challenge, [f"found = {call}", "found = [found] if isinstance(found, tf.Tensor) else found"]
    )


def paste_value(challenge: Challenge) -> str:
    """Code for the visible case of an answer whose value and gradients count.

    As in the probe, the gradients are made tensors: through a `tf.gather` they come as IndexedSlices.
    """
    case = challenge.inputs["cases"][0]
    slopes = f"tf.gradients(y, [{', '.join(case['towards'])}])"
    tensors = f"[one if one is None else tf.convert_to_tensor(one) for one in {slopes}]"
    return _pasted(challenge, [f"y = {case['call']}", f"found = [y, *{tensors}]"])


def _pasted(challenge: Challenge, found: Sequence[str]) -> str:
    """The lines of the first case, these lines, and a run of their `found`, in which None may stand."""
    values = f"[one if one is None else session.run(one, {fed(challenge)}) for one in found]"
    return in_a_function([*challenge.inputs["cases"][0]["lines"], *found, f"return {values}"])


def fed(challenge: Challenge) -> str:
    """The code for the first feeds: each placeholder is called as its tensor is."""
    feeds = challenge.hidden["feeds"][0][0]
    return f"{{{', '.join(f'{name[:-2]}: {value}' for name, value in feeds.items())}}}"


def in_a_function(lines: Sequence[str]) -> str:
    """Code that shows what these lines return, and leaves few names behind."""
    body = "".join(f"        {line}\n" for line in lines)
    return (
        "def shown():\n"
        f"    with tf.Graph().as_default(), tf.Session() as session:\n{body}\n"
        "shown()\n"
    )
