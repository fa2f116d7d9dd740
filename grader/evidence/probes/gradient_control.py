"""The probe of chapter 06: calls with what the challenge's code has built."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence.probes.bounded import within
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import new_graph, watched


@probe("gradient-control/call")
def call(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Makes a call after some lines of code, in a new graph for each of inputs["cases"].

    A case is a dict with the "lines" and the "call", Python code like "routes(y, x, [])"; "before": a call
    made before it; "towards": names of tensors that the result is differentiated for; "squared": whether its
    square is, too; "floor": whether a Floor made later is; "reported": names of what the lines make.
    Returns for each case {"result", "graph", "made", "gradients", "of the square", "later"}: "made" is what
    is reported, by name; then come the gradients of the result, of its square (one for each name) and of
    the Floor, or None. The names of the compiled files are no student's: see `raised`.
    """
    return [_report(tf, needs_function(answers[0]), case) for case in inputs["cases"]]


def _report(tf: Any, function: Any, case: dict[str, Any]) -> dict[str, Any]:
    with new_graph(tf) as graph:
        made = {"tf": tf, "np": np, case["call"].partition("(")[0]: function}
        exec(compile("\n".join(case["lines"]), "lines", "exec"), made)
        with watched(tf):
            attempt(within, eval, compile(case["before"] or "None", "call", "eval"), made)
            result = within(eval, compile(case["call"], "call", "eval"), made)
        report = dict.fromkeys(("gradients", "of the square", "later"))
        reported = {name: made[name] for name in case["reported"]}
        report |= {"result": result, "graph": graph, "made": reported}
        if case["towards"] and isinstance(result, tf.Tensor) and result.graph is graph:
            xs = [made[name] for name in case["towards"]]
            report["gradients"] = attempt(_gradients, tf, result, xs)
            if case["squared"]:
                report["of the square"] = attempt(lambda: _gradients(tf, result * result, xs))
            if case["floor"]:
                report["later"] = attempt(lambda: tf.gradients(tf.floor(xs[0]), xs[0])[0])
        return report


def _gradients(tf: Any, y: Any, xs: list[Any]) -> list[Any]:
    """tf.gradients, as tensors: what comes back through a `tf.gather` would be IndexedSlices."""
    return [None if one is None else tf.convert_to_tensor(one) for one in tf.gradients(y, xs)]
