"""Probes of chapter 09: an operation of the student's own, which lives in the reference engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence.data import Raised
from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.general import build, call, needs_function
from grader.evidence.probes.table import attempt, probe
from grader.evidence.probes.watching import watched
from grader.languages import _

# The general probes, for answers that may loop for ever while they build.
probe("kernels/call")(bounded(call))
probe("kernels/build")(bounded(build))


@probe("kernels/own-op")
@bounded
def own_op(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer()`, which adds an operation to the engine, and runs it forward and back.

    A program has the values `a`, `b` and `g` (the gradient of the result). Returns, for each
    program, the result's value, its gradients to a and b, its static shape where the number of rows
    of a is not known, and whether its node is of an operation of the student's own. All of it
    is computed on the engine, whatever `tf` is; afterwards the engine's table is as before.
    """
    # Imported late: the notebooks of other chapters need not load the engine beside TensorFlow.
    from grader import engine
    from grader.engine.own_ops import kept_own_ops

    function = needs_function(answers[0])
    with engine.Graph().as_default(), watched(engine), kept_own_ops():
        make = attempt(function)
        return [attempt(_program, engine, make, program) for program in inputs["programs"]]


def _program(engine: Any, make: Any, program: dict[str, Any]) -> Any:
    from grader.engine.own_ops import OWN

    if isinstance(make, Raised):
        return make
    if not callable(make):
        raise TypeError(
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
            raise TypeError(
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
            "own": result.op.type in OWN,
        }
