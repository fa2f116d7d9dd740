"""Functions made from the table of operations look like functions written out."""

from __future__ import annotations

import inspect
import typing

import pytest

from grader import engine as tf
from grader.engine.graph.graph import Tensor


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
