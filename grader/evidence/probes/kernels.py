"""Probes for chapter 09: custom operations, which the student adds to the reference engine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import FunctionType
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
    with new_graph(engine), watched(engine), own_ops.kept_own_ops(), _apart(function, engine):
        make = attempt(function)
        return [
            attempt(_program, engine, own_ops.OWN, make, program) for program in inputs["programs"]
        ]


def _program(engine: Any, own: Any, make: Any, program: dict[str, Any]) -> Any:
    if isinstance(make, Raised):
        return make
    if not callable(make):
        told = _(
            "your function should return what own_op returns, but it returns a value of type {type}"
        )
        raise WrongResult(told.format(type=type(make).__name__))
    values = [np.asarray(program[name], program["dtype"]) for name in ("a", "b", "g")]
    with engine.Graph().as_default(), engine.Session() as session:
        a, b = (
            engine.placeholder(program["dtype"], [rows, values[0].shape[1]], name=name)
            for name, rows in (("a", None), ("b", len(values[1])))
        )
        result = make(a, b)
        if not isinstance(result, engine.Tensor):
            told = _(
                "expected a tensor of the engine from your operation, got a value of type {type}"
            )
            raise WrongResult(told.format(type=type(result).__name__))
        feeds = {a: values[0], b: values[1]}
        gradients = attempt(engine.gradients, result, [a, b], values[2])
        if not isinstance(gradients, Raised):
            gradients = [
                None if part is None else attempt(session.run, part, feeds) for part in gradients
            ]
        return {
            "value": attempt(session.run, result, feeds),
            "gradients": gradients,
            "static": None if result.shape.rank is None else result.shape.as_list(),
            "own": result.op.type in own,
        }


@contextlib.contextmanager
def _apart(function: Any, engine: Any) -> Iterator[None]:
    """In the block, what the notebook calls `tf` is not the engine, as in a notebook with TensorFlow."""
    names = getattr(function, "__globals__", {})
    before = names.get("tf")
    if before is engine:
        names["tf"] = _Apart(engine, engine)
    try:
        yield
    finally:
        if before is engine:
            names["tf"] = engine


class _Apart:
    """The engine, or a namespace of it, with functions that take no tensors, as TensorFlow's take none."""

    def __init__(self, engine: Any, place: Any):
        self._engine, self._place = engine, place

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._place, name)
        if isinstance(found, type(self._engine.math)):
            return _Apart(self._engine, found)
        return self._refusing(found, name) if isinstance(found, FunctionType) else found

    def _refusing(self, function: Any, name: str) -> Any:
        def called(*arguments: Any, **keywords: Any) -> Any:
            given = [*arguments, *keywords.values()]
            given += [
                one for several in given if isinstance(several, (list, tuple)) for one in several
            ]
            if any(isinstance(one, self._engine.Tensor) for one in given):
                told = _(
                    "build it with the engine's functions (`engine.{name}` and not `tf.{name}`)"
                )
                raise TypeError(told.format(name=name))
            return function(*arguments, **keywords)

        return called
