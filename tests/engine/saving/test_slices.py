"""Tensors that checkpoints keep in parts: the same nodes, files, values and errors as TensorFlow's."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.engine.core import dtypes
from grader.engine.core.errors import DataLossError, InvalidArgumentError
from grader.engine.graph.build import apply
from grader.engine.saving.bundle import Bundle, write_bundle
from grader.engine.saving.slices import WHOLE, Part, part_key
from tests.engine.comparing import played
from tests.engine.saving.test_checkpoints import contents

TABLE = np.arange(10, dtype=np.float32).reshape(5, 2)


def save(tf: Any, names: Any, slices: Any, values: Any, prefix: str = "x") -> None:
    """One run of SaveV2."""
    arguments = {
        "prefix": prefix, "tensor_names": names, "shape_and_slices": slices,
        "tensors": [tf.constant(value) for value in values],
    }  # fmt: skip
    with tf.Session() as session:
        if hasattr(tf, "raw_ops"):
            session.run(tf.raw_ops.SaveV2(**arguments))
        else:
            types = [tensor.dtype for tensor in arguments["tensors"]]
            session.run(apply("SaveV2", **arguments, dtypes=types))


def restored(tf: Any, names: Any, slices: Any, types: Any, prefix: str = "x") -> Any:
    """The tensors of RestoreV2."""
    arguments = {
        "prefix": prefix, "tensor_names": names, "shape_and_slices": slices,
        "dtypes": [tf.as_dtype(one) for one in types],
    }  # fmt: skip
    return tf.raw_ops.RestoreV2(**arguments) if hasattr(tf, "raw_ops") else apply(
        "RestoreV2", **arguments
    )  # fmt: skip


def restore(tf: Any, *arguments: Any, **others: Any) -> Any:
    with tf.Session() as session:
        return session.run(restored(tf, *arguments, **others))


def in_two_parts(tf: Any) -> None:
    save(
        tf, ["w", "w", "b"], ["5 2 0,3:0,2", "5 2 3,2:0,2", ""], [TABLE[:3], TABLE[3:], [7.0, 8.0]]
    )


SPECS = [
    "5 2 2,2:0,2", "5 2 -:1,1", "5 2 0,5:-", "5 2 4,1:1,1", "",
    # Mistakes.
    "5 3 2,2:0,2", "5 2 4,2:0,2", "nonsense", "5 2 x,y:0,2", "5 2 0,2", "5 2 -1,2:0,2", "5 2 0,0:0,2",
    "5 2", "5  2  0,1:0,1", "5 2 0,1:0,99999999999999999999", "5 2 0,9223372036854775807:0,1",
    "5 x 0,1:0,1", " ", "5 2 ", "5 2 0,1:", "5 2 0,1:0,1:0,1", "2 0,1",
]  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
def test_parts_are_restored_from_parts(tf: Any, engine: Any, tmp_path: Any, spec: str) -> None:
    def program(module: Any) -> Any:
        in_two_parts(module)
        return restore(module, ["w"], [spec], ["float32"])

    expected = played(tf, program, tmp_path / "theirs")
    got = played(engine, program, tmp_path / "ours")
    # TensorFlow says which node its shape rule looked at.
    shown = [one[0].split(" for '{{node")[0].strip("'\")") for one in (got, expected)]
    shown = [one.replace('"', "'") for one in shown]
    assert shown[0] == shown[1] and got[1:] == expected[1:]


OTHERS = {
    "a part of a whole": lambda tf: restore(tf, ["b"], ["2 1,1"], ["float32"]),
    "another type": lambda tf: restore(tf, ["w"], ["5 2 2,2:0,2"], ["int32"]),
    "absent": lambda tf: restore(tf, ["v"], ["5 2 2,2:0,2"], ["float32"]),
    "another shape saved": lambda tf: save(tf, ["w"], ["5 2 0,3:0,2"], [TABLE[:2]], "y"),
    "a part of lower rank saved": lambda tf: save(tf, ["w"], ["5 2 0,3"], [TABLE[:3]], "y"),
    "an empty part saved": lambda tf: save(tf, ["w"], ["5 2 0,0:0,2"], [TABLE[:0]], "y"),
    "a part twice": lambda tf: save(tf, ["w"] * 2, ["5 2 0,3:0,2"] * 2, [TABLE[:3]] * 2, "y"),
    "readers": lambda tf: [
        *(tf.train.list_variables("x"), tf.train.load_variable("x", "w")),
        tf.train.NewCheckpointReader("x").debug_string(),
        sorted(tf.train.NewCheckpointReader("x").get_variable_to_shape_map().items()),
        repr(sorted(tf.train.NewCheckpointReader("x").get_variable_to_dtype_map().items())),
        tf.train.NewCheckpointReader("x").has_tensor("w"),
    ],
}


def with_a_gap(use: Any) -> Any:
    def program(tf: Any) -> Any:
        save(tf, ["w"], ["5 2 0,3:0,2"], [TABLE[:3]], "gap")
        return use(tf)

    return program


OTHERS |= {
    "a gap": with_a_gap(lambda tf: restore(tf, ["w"], [""], ["float32"], "gap")),
    "a gap in a part": with_a_gap(lambda tf: restore(tf, ["w"], ["5 2 1,3:0,1"], ["float32"], "gap")),
    "beside a gap": with_a_gap(lambda tf: restore(tf, ["w"], ["5 2 1,2:0,1"], ["float32"], "gap")),
    "a gap for a reader": with_a_gap(lambda tf: tf.train.load_variable("gap", "w")),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_results_and_errors(tf: Any, engine: Any, tmp_path: Any, name: str) -> None:
    def program(module: Any) -> Any:
        in_two_parts(module)
        return OTHERS[name](module)

    expected = played(tf, program, tmp_path / "theirs")
    got = played(engine, program, tmp_path / "ours")
    if name == "a part twice":  # TensorFlow names the part's key, in bytes
        got, expected = got[0].split("key")[0], expected[0].split("key")[0]
    assert got[0] == expected[0]


@st.composite
def divided(draw: Any) -> tuple[str, np.ndarray, list[tuple[str, np.ndarray]]]:
    """A tensor, and its parts along one axis."""
    shape = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    if draw(st.booleans()):
        shape[0] = draw(st.integers(60, 9000))
    kind = draw(st.sampled_from(["float32", "int64", "bool", "complex64", "int8", "object"]))
    value: Any = np.arange(np.prod(shape)).reshape(shape)
    value = np.array([b"%d" % one for one in value.ravel()], object).reshape(shape) if (
        kind == "object"
    ) else value.astype(kind)  # fmt: skip
    axis = draw(st.integers(0, len(shape) - 1))
    cuts = {0, shape[axis], *draw(st.lists(st.integers(0, shape[axis]), max_size=3))}
    places = sorted(cuts)
    name = draw(st.text("ab/\0é", min_size=1, max_size=4))
    parts = []
    for start, stop in pairwise(places):
        bounds = [(0, size) for size in shape]
        bounds[axis] = (start, stop)
        whole = draw(st.booleans())
        text = ":".join(
            "-" if whole and place != axis else f"{a},{b - a}" for place, (a, b) in enumerate(bounds)
        )  # fmt: skip
        full = "".join(f"{size} " for size in shape)
        parts.append((full + text, value[tuple(slice(*one) for one in bounds)]))
    return name, value, draw(st.permutations(parts))


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(one=divided())
def test_files_are_tensorflows_and_each_reads_the_others(tf, tmp_path_factory, one):
    name, value, parts = one
    folder = str(tmp_path_factory.mktemp("checkpoint"))
    texts, values = [text for text, _ in parts], [part for _, part in parts]
    names = [name] * len(parts)
    typed = [(name, part, dtypes.as_dtype(part.dtype)) for part in values]
    write_bundle(f"{folder}/ours", typed, texts)
    with tf.Graph().as_default():
        save(tf, names, texts, values, f"{folder}/theirs")
    assert contents(f"{folder}/ours") == contents(f"{folder}/theirs")
    assert np.array_equal(Bundle(f"{folder}/theirs").read(name), value)
    if value.dtype != object:  # TensorFlow joins no strings
        assert np.array_equal(tf.train.load_variable(f"{folder}/ours", name), value)


# ------------------------------------------------------------------------------------- damage


def damaged_entry(folder: Any, change: Any) -> str:
    """A checkpoint in two parts whose index `change(table)` has changed."""
    from grader.engine.saving.bundle import _write_index

    prefix = str(folder / "d")
    parts = [("w", TABLE[:3], dtypes.float32), ("w", TABLE[3:], dtypes.float32)]
    write_bundle(prefix, parts, ["5 2 0,3:0,2", "5 2 3,2:0,2"])
    table = Bundle(prefix).table
    change(table)
    _write_index(prefix, table, 1)
    return prefix


def huge(table: Any) -> None:
    for dim in table[b"w"].shape.dim:
        dim.size = 2**40


def beyond(table: Any) -> None:
    table[b"w"].slices[1].extent[0].start = 2**62


def negative(table: Any) -> None:
    table[b"w"].slices[1].extent[0].start = -5000


def lost(table: Any) -> None:
    del table[part_key(b"w", Part([5, 2], [(3, 2), (0, 2)]))]


def other_type(table: Any) -> None:
    table[b"w"].dtype = 9  # int64


def nested(table: Any) -> None:
    key = part_key(b"w", Part([5, 2], [(3, 2), (0, 2)]))
    table[key].slices.extend(table[b"w"].slices)


def overlapping(table: Any) -> None:
    part = table[b"w"].slices[1]
    part.extent[0].start = 2
    old = part_key(b"w", Part([5, 2], [(3, 2), (0, 2)]))
    table[part_key(b"w", Part([5, 2], [(2, 2), (0, 2)]))] = table.pop(old)
    table[b"w"].shape.dim[0].size = 5


@pytest.mark.parametrize(
    "change",
    [huge, beyond, negative, lost, other_type, nested, overlapping],
    ids=lambda f: f.__name__,
)
def test_damaged_parts_are_told_and_cost_no_memory(tmp_path: Any, change: Any) -> None:
    with pytest.raises((DataLossError, InvalidArgumentError)):
        Bundle(damaged_entry(tmp_path, change)).read("w")


def test_keys_of_parts_sort_by_place() -> None:
    starts = [0, 1, 63, 64, 8191, 8192, 2**20 - 1, 2**20, 2**40, 2**62]
    keys = [part_key(b"w", Part([2**63 - 1], [(start, 1)])) for start in starts]
    assert keys == sorted(keys)
    assert part_key(b"w", Part([5], [(0, WHOLE)])) < keys[0]
