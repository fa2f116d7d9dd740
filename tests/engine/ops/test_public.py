"""Functions made from the table of operations look like functions written out."""

from __future__ import annotations

import inspect
import sys
import typing

import pytest

from grader import engine as tf
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common import public

MADE = [
    (module, value)
    for module in list(sys.modules.values())
    if module is not None and module.__name__.startswith("grader.engine.")
    for value in vars(module).values()
    if inspect.isfunction(value)
    and value.__globals__ is public.GLOBALS
    and value.__module__ == module.__name__
]


def test_they_have_the_names_that_they_are_assigned_to():
    assert len(MADE) > 50
    for module, function in MADE:
        assert getattr(module, function.__name__) is function
        assert function.__qualname__ == function.__name__
        assert function.__doc__


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
