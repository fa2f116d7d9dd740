"""Functions made from the table of operations look like functions written out; older names."""

from __future__ import annotations

import inspect
import typing
from typing import Any

import pytest

from grader import engine as tf
from grader.engine.graph.graph import Tensor
from tests.engine.comparing import assert_same_graph, assert_same_outcome


def test_its_signature_has_types():
    hints = typing.get_type_hints(tf.unique)
    assert hints["out_idx"] is tf.DType
    assert hints["return"] == list[Tensor]
    assert str(inspect.signature(tf.matrix_solve)).endswith(
        "name: 'str | None' = None) -> 'Tensor'"
    )
    assert "tensor: bfloat16, float16, float32, float64." in tf.check_numerics.__doc__


def test_a_wrong_call_names_the_function():
    with pytest.raises(
        TypeError, match=r"check_numerics\(\) missing 2 required positional arguments"
    ):
        tf.check_numerics()


EXTREMES = {
    "named": lambda f: f([[1.0, 5.0], [7.0, 0.0]], dimension=0, name="best"),
    "another type": lambda f: f([1.0, 5.0], 0, "int32"),
    "half an axis": lambda f: f([1.0, 5.0], 0.5),
    "no axis": lambda f: f([1.0], None),
    "axis left out": lambda f: f([1.0]),
    "newer name of the axis": lambda f: f([1.0], axis=0),
}


@pytest.mark.parametrize("call", EXTREMES.values(), ids=EXTREMES)
@pytest.mark.parametrize("name", ["arg_max", "arg_min"])
def test_the_older_names_of_argmax_and_argmin(tf, engine, name, call):
    def play(m: Any) -> Any:
        with m.Session() as session:
            return session.run(call(getattr(m, name)))

    assert_same_graph(tf, engine, lambda m: call(getattr(m, name)))
    assert_same_outcome(tf, engine, play)
