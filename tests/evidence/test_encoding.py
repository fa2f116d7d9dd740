"""Values travel unchanged or not at all; hostile bytes become an EvidenceError, nothing else."""

import contextlib
import json
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from grader import engine
from grader.evidence import Challenge, Evidence, EvidenceError, Other, Raised, collect_from, decode
from grader.evidence.encoding import MAX_BYTES, MAX_DEPTH, Encoder, read, to_bytes
from grader.evidence.probes.table import attempt
from tests import layers

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.binary(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=4)
    ),
    max_leaves=20,
)
NUMBERS = npst.arrays(
    npst.scalar_dtypes().filter(lambda dtype: dtype.kind in "biufc" and dtype.itemsize <= 16),
    npst.array_shapes(min_dims=0, max_dims=3, max_side=4),
)


def travel(value):
    document = Encoder().encode(value)
    return decode(to_bytes({"result": document, "graphs": []})).result


@given(PLAIN)
@pytest.mark.takes_long("it tries many random values")
def test_plain_values_arrive_unchanged(value):
    assert travel(value) == value
    assert type(travel(value)) is type(value)


@given(NUMBERS)
def test_arrays_arrive_with_dtype_shape_and_values(array):
    arrived = travel(array)
    assert arrived.dtype == array.dtype.newbyteorder("=")
    assert arrived.shape == array.shape
    np.testing.assert_array_equal(arrived, array)


def test_infinities_and_nan_arrive():
    assert travel([float("inf"), -float("inf")]) == [float("inf"), -float("inf")]
    assert np.isnan(travel(float("nan")))


def test_arrays_of_text_and_bytes_arrive_as_objects():
    arrived = travel(np.array([[b"a", b"bc"]], dtype=object))
    assert arrived.shape == (1, 2)
    assert arrived.tolist() == [[b"a", b"bc"]]


def test_a_scalar_of_numpy_arrives_as_an_array_of_rank_zero():
    arrived = travel(np.float32(1.5))
    assert arrived.dtype == np.float32
    assert arrived.shape == ()


def test_what_cannot_travel_is_told_by_its_type():
    assert travel(lambda: 1).type == "function"
    assert travel(object).type == "type"
    assert travel(np.array([print], dtype=object)).tolist()[0].type == "builtin_function_or_method"


def test_an_object_with_a_broken_repr_is_told_by_its_type():
    class Broken:
        def __repr__(self):
            raise RuntimeError("no")

    assert travel(Broken()) == Other("Broken", "an object whose repr() raises an error")


def test_subclasses_lose_their_behaviour():
    class Agreeable(np.ndarray):
        def __eq__(self, other):
            return True

    class Number(int):
        def __eq__(self, other):
            return True

        __hash__ = int.__hash__

    assert type(travel(np.zeros(2).view(Agreeable))) is np.ndarray
    assert type(travel(Number(3))) is int


def test_an_error_of_the_student_travels_with_its_line_and_its_function():
    arrived = travel(Raised("ValueError", "no", "x = 1", "f"))
    assert arrived == Raised("ValueError", "no", "x = 1")
    assert arrived.function == "f"


def test_an_error_whose_class_says_nothing_is_named_with_its_module():
    assert attempt(struct.unpack, "<i", b"").type == "struct.error"
    assert attempt(int, "x").type == "ValueError"


def test_a_dict_of_the_student_cannot_pose_as_a_tensor():
    forged = {"tensor": "add:0", "graph": 0, "dtype": "float32", "shape": [], "variable": False}
    assert travel(forged) == forged


def test_too_deep_too_many_and_too_large_are_refused():
    nested = []
    for _ in range(MAX_DEPTH + 1):
        nested = [nested]
    with pytest.raises(EvidenceError, match="nested"):
        travel(nested)
    with pytest.raises(EvidenceError, match="parts"):
        travel([0] * 200_000)
    with pytest.raises(EvidenceError, match="bytes"):
        travel(np.zeros(MAX_BYTES))
    with pytest.raises(EvidenceError, match="bytes"):
        decode(b" " * (MAX_BYTES + 1))


# What documents of the encoding are made of, so that random ones get past the first look.
WORDS = [
    "result",
    "graphs",
    "array",
    "dtype",
    "shape",
    "strings",
    "dict",
    "set",
    "tuple",
    "bytes",
    "complex",
    "float",
    "tensor",
    "graph",
    "variable",
    "operation",
    "type",
    "whole_graph",
    "raised",
    "message",
    "line",
    "function",
    "other",
    "text",
    "graph_def",
    "variables",
    "name",
    "initializer",
    "value",
    "trainable",
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(WORDS),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=layers.scaled(100, 400))
@given(st.binary(max_size=60) | JSON.map(lambda document: json.dumps(document).encode()))
def test_any_bytes_are_decoded_or_refused(data):
    with contextlib.suppress(EvidenceError):
        assert isinstance(decode(data), Evidence)


@settings(max_examples=layers.scaled(100, 400))
@given(JSON)
def test_any_result_is_read_or_refused(document):
    data = json.dumps({"result": document, "graphs": []}).encode()
    with contextlib.suppress(EvidenceError):
        assert isinstance(decode(data), Evidence)


def test_nesting_beyond_the_parser_is_refused():
    with pytest.raises(EvidenceError):
        decode(b"[" * 100_000)
    with pytest.raises(EvidenceError):
        read({"tuple": [0]}, depth=10_000)


@pytest.mark.parametrize("use_resource", [False, True])
def test_the_tensor_of_a_variable_is_one_of_the_graph_that_leaves(use_resource):
    with engine.Graph().as_default() as graph:
        variable = engine.Variable(1.0, name="w", use_resource=use_resource)
        before = graph.as_graph_def()
        data = collect_from({"w": variable}, ("w",), Challenge("export"), engine)
    (sent,) = decode(data).graphs
    assert engine.GraphDef.FromString(sent.graph_def) == before == graph.as_graph_def()
    assert sent.variables[0].value.partition(":")[0] in {node.name for node in before.node}
