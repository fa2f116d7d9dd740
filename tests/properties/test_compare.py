"""The comparison itself: it finds what differs, and only that. TensorFlow plays both sides here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from . import compare
from .back_ends import tensorflow_session, tf
from .programs import Array, Call, DType, Program, Ref, Run, build, execute

PROGRAM = Program(
    (
        Call("placeholder", (DType("float32"), [None, 2]), (("name", "x"),)),
        Call("reduce_sum", (Ref(0),), (("axis", 0),)),
        Call("operator.mul", (Ref(1), 2.0)),
    ),
    (Run(0, (Ref(1), Ref(2)), ((Ref(0), Array("float32", (3, 2), 1)),)),),
)


def changed(index: int, call: Call) -> Program:
    statements = list(PROGRAM.statements)
    statements[index] = call
    return replace(PROGRAM, statements=tuple(statements))


def differences(other: Program) -> str:
    one, two = build(PROGRAM, tf), build(other, tf)
    kinds = (
        compare.error_differences(one, two),
        compare.graph_differences(one, two),
        compare.static_differences(one, two),
        compare.outcome_differences(other, one, two, tensorflow_session, tensorflow_session),
    )
    found = (list(kind) for kind in kinds)
    return "\n".join(next((lines for lines in found if lines), []))


def test_a_program_does_not_differ_from_itself() -> None:
    assert differences(PROGRAM) == ""


@pytest.mark.parametrize(
    ("index", "call", "found"),
    [
        (0, Call("placeholder", (DType("float32"), [3, 2]), (("name", "x"),)), "attribute shape"),
        (
            0,
            Call("placeholder", (DType("float32"), [None, 2]), (("name", "y"),)),
            "Placeholder 'y'",
        ),
        (1, Call("reduce_sum", (Ref(0),), (("axis", 1),)), "Sum/reduction_indices"),
        (1, Call("reduce_max", (Ref(0),), (("axis", 0),)), "Max/reduction_indices"),
        (2, Call("operator.mul", (Ref(1), "text")), "expected no error, got TypeError"),
        (2, Call("operator.mul", (Ref(1), 2.00001)), "attribute value"),
    ],
)
def test_a_change_is_found_and_named(index: int, call: Call, found: str) -> None:
    assert found in differences(changed(index, call))


def test_a_changed_feed_is_found_in_the_values() -> None:
    fed = ((Ref(0), Array("float32", (3, 2), 2)),)
    one, two = build(PROGRAM, tf), build(PROGRAM, tf)
    plays = [
        list(execute(program, built, tensorflow_session))
        for program, built in (
            (PROGRAM, one),
            (replace(PROGRAM, runs=(Run(0, (Ref(1),), fed),)), two),
        )
    ]
    assert list(compare.run_differences(plays[0][0][:1], plays[1][0]))


@pytest.mark.parametrize(
    ("kind", "message", "fails"),
    [
        ("InvalidArgumentError", "must be at least 1-d [[{{node Where}}]]", True),
        ("FailedPreconditionError", "uninitialized value v [[{{node v/read}}]]", True),
        ("FailedPreconditionError", "uninitialized value v [[{{node Where}}]]", False),
        ("InvalidArgumentError", "no value for x [[{{node Square}}]]", False),
        ("InvalidArgumentError", "some node failed", False),
    ],
)
def test_of_two_nodes_that_fail_either_may_be_named(kind: str, message: str, fails: bool) -> None:
    program = Program(
        (
            Call("Variable", (3.0,), (("name", "v"),)),
            Call("constant", (True,)),
            Call("where", (Ref(1),)),
            Call("square", (Ref(0),)),
        ),
        (Run(0, (Ref(2), Ref(3))),),
    )
    built = build(program, tf)
    assert compare.fails_at((kind, message), program, built, tensorflow_session) is fails


def test_values_may_differ_by_rounding_only() -> None:
    value = np.float32([1.0, np.nan, -3.0])
    next_value = np.nextafter(value, np.float32(9))
    assert not list(compare.value_differences(value, next_value))
    assert list(compare.value_differences(value, value * np.float32(1.0001)))
    assert list(compare.value_differences(value, value.astype(np.float64)))
    assert list(compare.value_differences(value, value[:2]))
    assert list(compare.value_differences(np.float32(1), np.array(1, np.float32)))
