"""Calls `make_distances()`, which adds an operation to the engine, and runs it forward and back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from functools import partial
from inspect import unwrap
from types import FunctionType
from typing import Any

import numpy as np

import grader.engine as engine
from grader.engine import own_ops
from grader.evidence.data import Raised
from grader.evidence.probes.table import WrongResult, attempt
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import _

STAYS_IN_THE_KERNEL = "the answer is a kernel, which a graph does not hold"


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> Any:
    """Returns the result's value, its gradients with respect to a and b, its static shape (a has an unknown
    number of rows), and whether its node is a custom operation.

    A program has the values `a`, `b` and `g` (the gradient of the result). All of it is computed on the
    engine, whatever `tf` is.
    """
    with new_graph(engine), watched(engine), own_ops.kept_own_ops(), _apart(answer):
        make = attempt(answer)
        return make if isinstance(make, Raised) else attempt(_report, make, program)


def _report(make: Any, program: Mapping[str, Any]) -> dict[str, Any]:
    told = _(
        "your function should return what own_op returns, but it returns a value of type {type}"
    )
    if not callable(make):
        raise WrongResult(told.format(type=type(make).__name__))
    a, b, g = (np.asarray(program[name], program["dtype"]) for name in "abg")
    with engine.Graph().as_default(), engine.Session() as session:
        shapes = {"a": [None, a.shape[1]], "b": b.shape}
        tensors = [engine.placeholder(a.dtype, shapes[name], name=name) for name in shapes]
        result = make(*tensors)
        told = _("expected a tensor of the engine from your operation, got a value of type {type}")
        if not isinstance(result, engine.Tensor):
            raise WrongResult(told.format(type=type(result).__name__))
        run = partial(attempt, session.run, feed_dict=dict(zip(tensors, (a, b), strict=True)))
        gradients = attempt(engine.gradients, result, tensors, g)
        if not isinstance(gradients, Raised):
            gradients = [None if part is None else run(part) for part in gradients]
        static = None if result.shape.rank is None else result.shape.as_list()
        own = result.op.type in own_ops.OWN
        return {"value": run(result), "gradients": gradients, "static": static, "own": own}


@contextlib.contextmanager
def _apart(function: Any) -> Iterator[None]:
    """In the block, what the notebook calls `tf` is not the engine, as in a notebook with TensorFlow."""
    names = getattr(unwrap(function), "__globals__", {})
    engine_is_tf = names.get("tf") is engine
    if engine_is_tf:
        names["tf"] = _Apart(engine)
    try:
        yield
    finally:
        if engine_is_tf:
            names["tf"] = engine


class _Apart:
    """The engine, or a namespace of it, with functions that take no tensors, as TensorFlow's take none."""

    def __init__(self, place: Any):
        self._place = place

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._place, name)
        if isinstance(found, type(engine.math)):
            return _Apart(found)
        return partial(self._call, name, found) if isinstance(found, FunctionType) else found

    def _call(self, name: str, function: Any, /, *arguments: Any, **keywords: Any) -> Any:
        for given in (*arguments, *keywords.values()):
            parts = given if isinstance(given, (list, tuple)) else [given]
            if any(isinstance(one, engine.Tensor) for one in parts):
                told = _(
                    "build it with the engine's functions (`engine.{name}` and not `tf.{name}`)"
                )
                raise TypeError(told.format(name=name))
        return function(*arguments, **keywords)
