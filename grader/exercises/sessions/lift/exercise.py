"""The exercise on Python inside a graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.exercises.sessions.evidence import agree_in_reason
from grader.judging import (
    Case,
    Rerun,
    WrongAnswer,
    agree,
    different,
    expect_returned_tensor,
    first_error,
    reports,
    together,
)
from grader.languages import _

# What TensorFlow says of a result that has another dtype than the node.
BROKEN_PROMISE = "-th value returned by"


def _draw(rng: np.random.Generator) -> Challenge:
    """In each program some value comes twice: the function gives another result each time.

    Whatever the scale, some results are whole numbers that no float has, or too large for float32. Of one
    x two dimensions are unknown: a reshape needs more than the static shape then.
    """
    vector = np.asarray(different(rng, 2, 1, 20), np.float32)
    one, other = (2 * rng.integers(2**52, 2**53, (rows, 2)) + [0, 1] for rows in (1, 3))
    wide = 2 * rng.integers(2**52, 2**53, (2, 3)) + 1
    numbers = [np.float64(number) for number in (0.5, -2e200, 0.5)]
    scale, *scales = different(rng, 1, 3, 11) + different(rng, 2, 11, 50)
    # The first function comes again, in a graph of its own, to which the last one comes, too.
    programs = [
        ("x", 0, "float32", [2], scale, [vector, vector]),
        ("x", 1, "int64", [None, 2], scales[0], [one, other, one]),
        ("x", 2, "int64", [None, None], scales[0], [wide, wide]),
        ("x", 3, "float32", [2], scale, [vector, vector]),
        ("other", 3, "float64", [], scales[1], numbers),
    ]
    keys = ("name", "graph", "dtype", "shape", "scale", "feeds")
    described = [dict(zip(keys, program, strict=True)) for program in programs]
    return Challenge("sessions/lift", {"programs": [described]})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    found = reports(evidence, 5, "result", "runs")
    failed = first_error(report["result"] for report in found)
    if isinstance(found[0]["result"], Raised):
        return [failed] * 3
    programs, calls = challenge.inputs["programs"][0], dict[int, int]()
    runs = []
    for program, report in zip(programs, found, strict=True):
        before = calls.get(program["scale"], 0)  # the function's, also in other programs
        calls[program["scale"]] = before + len(program["feeds"])
        runs.append(_runs(evidence, report, program, before))
    shown = together(runs[0])
    if isinstance(shown, Raised) and BROKEN_PROMISE in shown.message:
        raise WrongAnswer(
            _(
                "{error}. `function` returns the dtype that it gets: give it x as it is, and make `x.dtype` "
                "the third argument of tf.py_func"
            ).format(error=shown.message.splitlines()[0])
        )
    if failed:  # in another program than the one that is shown
        return [shown, failed, failed]
    return [shown, runs[1:], [_static(evidence, report) for report in found]]


def _runs(evidence: Evidence, report: Any, program: dict[str, Any], calls: int) -> Any:
    """The values of the runs, as the kernel says; or, if the graph cannot give them, what it gives.

    The judge runs the graph with its own function in the place of the Python node.
    """
    said, tensor = report["runs"], report["result"]
    expected = [
        _called(feed, program["scale"], calls + number)
        for number, feed in enumerate(program["feeds"], start=1)
    ]
    if not agree(expected, said) or not isinstance(tensor, TensorRef):
        return said
    rerun = _rerun(evidence, tensor.graph)
    python = [one for one in rerun.ancestors(tensor) if one.type.startswith("PyFunc")]
    if len(python) > 1:  # only one of them could be replaced
        told = _(
            "one node of tf.py_func, which calls `function`, is enough; your result needs {count}"
        )
        raise WrongAnswer(told.format(count=len(python)))
    given = []
    for number, feed in enumerate(program["feeds"], start=1):
        feeds: dict[Any, Any] = {program["name"] + ":0": feed}
        for node in python:
            value = rerun.run(node.inputs[0].name, feeds) if node.inputs else feed
            if isinstance(value, Raised):
                return value
            given_as = np.asarray(value).dtype
            if given_as.kind not in "biufc" or program["dtype"] not in ("float32", given_as.name):
                return value  # the function of the challenge does not take it
            feeds[node.outputs[0].name] = _called(value, program["scale"], calls + number)
        given.append(rerun.run(tensor, feeds))
    return said if agree(expected, given) else together(given)


def _rerun(evidence: Evidence, graph: int) -> Rerun:
    try:
        return Rerun(evidence, graph)
    except WrongAnswer as error:
        if "EagerPyFunc" not in str(error):
            raise
        raise WrongAnswer(
            _("the check cannot run `tf.py_function`. Use `tf.py_func`, as the exercise says")
        ) from error


def _called(value: Any, scale: int, number: int) -> Any:
    """What the function of the challenge gives at its call of this number."""
    array = np.asarray(value)
    rows = np.flipud(array) if array.ndim == 2 else array
    return (rows * scale + number).astype(array.dtype)


def _paste(challenge: Challenge) -> str:
    program = challenge.inputs["programs"][0][0]
    vector = [int(number) for number in program["feeds"][0]]
    return f"""
calls = []
def counting(values):
    calls.append(np.ndarray.copy(values))
    return values * {program["scale"]} + len(calls)
with tf.Graph().as_default(), tf.Session() as session:
    x = tf.placeholder(tf.float32, [2], name="x")
    y = lift(counting, x)
    runs = [session.run(y, {{x: {vector}}}) for _ in range(2)]
runs
"""


def _static(evidence: Evidence, report: Mapping[str, Any]) -> list[Any]:
    tensor = expect_returned_tensor(report["result"])
    operations = _rerun(evidence, tensor.graph).ancestors(tensor)
    return [
        tensor.dtype,
        None if tensor.shape is None else list(tensor.shape),
        any(operation.type == "PyFuncStateless" for operation in operations),
    ]


LIFT = exercise(
    id="sessions/lift",
    refuses=("tf.py_function",),
    title="Put a Python function into the graph",
    answers=("lift",),
    cases=(
        Case.shown(
            "two runs with the same float32 vector",
            1,
            agree=agree_in_reason,
            advice="`function` should be called only when your tensor runs: exactly once in each run, with "
            "the value that x has in it. What it returns should be the value of the tensor.",
        ),
        Case(
            "int64 matrices; then a float32 vector and float64 numbers in the same graph",
            1,
            gate=True,
            agree=agree_in_reason,
            advice="Your tensor is not right for every dtype and shape. `function` should get the value of "
            "x as it is, once in each run, and what it returns, unchanged, is the value of your tensor. A "
            "second call in the same graph should change nothing about the first.",
        ),
        Case(
            "the tensor has x's dtype and static shape, and may have another value in each run",
            1,
            agree=agree_in_reason,
            advice="Compare `y.dtype` and `y.shape` with those of x: after tf.py_func the shape is "
            "unknown, and `y.set_shape(x.shape)` says what you know.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "There is an operation that calls a Python function whenever it runs.",
        "tf.py_func(function, [x], dtype) makes it: the inputs are a list, the dtype is that of the "
        "function's result. Afterwards the shape is unknown.",
        "The result should be like `x` in two ways. You state the dtype when you make the node; "
        "the shape is added afterwards, with `set_shape`.",
    ),
    paste=_paste,
)
