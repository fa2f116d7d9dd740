"""`tf.compat`: the same texts, bytes and errors as TensorFlow's."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow.compat.v1 as tf

from grader import engine

VALUES = [
    "",
    b"",
    "Floor",
    b"Floor",
    "图",
    "图".encode(),
    "é",
    b"\xe9",
    bytearray(b"Floor"),
    np.str_("Floor"),
    np.bytes_(b"Floor"),
    np.array(b"Floor", object),
    None,
    5,
    1.5,
    [b"Floor"],
]
FUNCTIONS = ["as_bytes", "as_str", "as_str_any", "as_text"]


def outcome(module, name, *arguments):
    try:
        found = getattr(module.compat, name)(*arguments)
    except Exception as error:
        return type(error), str(error)
    return type(found), found


@pytest.mark.parametrize("encoding", [(), ("latin-1",), ("ascii",), ("UTF8",), ("no such",)])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_text_and_bytes_are_turned_into_each_other_as_by_tensorflow(name, encoding):
    for value in VALUES:
        assert outcome(engine, name, value, *encoding) == outcome(tf, name, value, *encoding)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_encoding_may_be_named(name):
    found = [getattr(module.compat, name)(b"\xe9", encoding="latin-1") for module in (engine, tf)]
    assert found[0] == found[1]
