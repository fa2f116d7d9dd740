"""Probes for chapter 09: custom operations, which the student adds to the reference engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.general import build, call, needs_function
from grader.evidence.probes.table import WrongResult, attempt, probe
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import _

# The general probes, for answers that may loop forever while they build.
probe("kernels/call")(bounded(call))
probe("kernels/build")(bounded(build))


@probe("kernels/make-distances")
@bounded
def own_op(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer()`, which adds an operation to the engine, and runs it forward and back.

    A program has the values `a`, `b` and `g` (the gradient of the result). Returns, for each
    program, the result's value, its gradients with respect to a and b, its static shape (a has an
    unknown number of rows), and whether its node is a custom operation. All of it is computed on
    the engine, whatever `tf` is; afterwards the engine's table is restored.
    """
    # Imported here, so that other chapters' notebooks do not load the engine beside TensorFlow.
    from grader import engine
    from grader.engine import own_ops

    function = needs_function(answers[0])
    with new_graph(engine), watched(engine), own_ops.kept_own_ops():
        make = attempt(function)
        return [
            attempt(_program, engine, own_ops.OWN, make, program) for program in inputs["programs"]
        ]


def _program(engine: Any, own: Any, make: Any, program: dict[str, Any]) -> Any:
    if isinstance(make, Raised):
        return make
    if not callable(make):
        raise WrongResult(
            _(
                "your function should return what own_op returns, but it returns a value of "
                "type {type}"
            ).format(type=type(make).__name__)
        )
    values = [np.asarray(program[name], program["dtype"]) for name in ("a", "b", "g")]
    with engine.Graph().as_default(), engine.Session() as session:
        a, b = (
            engine.placeholder(program["dtype"], [rows, values[0].shape[1]], name=name)
            for name, rows in (("a", None), ("b", len(values[1])))
        )
        result = make(a, b)
        if not isinstance(result, engine.Tensor):
            raise WrongResult(
                _(
                    "expected a tensor of the engine from your operation, got a value of type "
                    "{type}"
                ).format(type=type(result).__name__)
            )
        feeds = {a: values[0], b: values[1]}
        value = attempt(session.run, result, feeds)
        gradients = attempt(engine.gradients, result, [a, b], values[2])
        if not isinstance(gradients, Raised):
            gradients = [
                None if part is None else attempt(session.run, part, feeds) for part in gradients
            ]
        return {
            "value": value,
            "gradients": gradients,
            "static": None if result.shape.rank is None else result.shape.as_list(),
            "own": result.op.type in own,
        }
