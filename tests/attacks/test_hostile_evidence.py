"""Evidence that is small and becomes large, or is dear to read: a reason, and nobody waits."""

from __future__ import annotations

import sys

import pytest

from grader import engine as tf
from grader import judging
from grader.evidence import EvidenceError, collect, decode
from grader.evidence.encoding import to_bytes
from grader.exercises import find
from grader.judging.files import scalar_of

PRIME = sys.hash_info.modulus  # numbers that differ by a multiple of it have the same hash


def read(result):
    return decode(to_bytes({"result": result, "graphs": []})).result


@pytest.mark.parametrize("kind", ["numbers", "tuples", "floats", "set"])
def test_keys_that_all_collide_are_refused(kind):
    keys = [number * PRIME for number in range(60_000)]
    if kind == "tuples":
        keys = [{"tuple": [key]} for key in keys]
    if kind == "floats":
        keys = [float(key) for key in keys]
    with pytest.raises(EvidenceError, match="more than 1000 keys"):
        read({"set": keys} if kind == "set" else {"dict": [[key, 0] for key in keys]})


def test_an_honest_dictionary_is_read():
    names = {f"name {number}": number for number in range(20_000)}
    assert read({"dict": [*map(list, names.items())]}) == names
    assert read({"dict": [[number, 0] for number in range(1000)]})[999] == 0


@pytest.mark.parametrize("part", [b"[],", b"{},", b"0,", b'{"tuple":[]},'])
def test_parts_beyond_number_are_refused_unread(part):
    data = b'{"graphs":[],"result":[' + part * (7_000_000 // len(part)) + b"0]}"
    with pytest.raises(EvidenceError, match="too many parts"):
        decode(data)


def endless(x):
    return tf.while_loop(lambda number: number > -1.0, lambda number: number * 1.0, [x])


def test_a_graph_that_never_ends_is_a_wrong_answer_with_a_reason(monkeypatch):
    monkeypatch.setattr(sys.modules["grader.judging.judge"], "SECONDS", 0.5)
    exercise = find("graphs/transfer")
    challenge = judging.draw(exercise, b"seed")

    def transfer(*arguments):
        return endless(tf.square(tf.cast(arguments[-1], tf.float32)))

    verdict = judging.judge(exercise, challenge, collect(challenge, [transfer], tf))
    assert verdict.points == 0
    assert "needs more than 0.5 seconds of computing" in verdict.message


def test_a_summary_that_claims_to_be_huge_is_not_made():
    value = tf.Summary.Value(tag="loss")
    value.tensor.dtype = 1
    value.tensor.float_val.append(1.0)
    value.tensor.tensor_shape.dim.add().size = 2**40
    with pytest.raises(ValueError, match=r"^$"):
        scalar_of(value)
    value.tensor.tensor_shape.dim[0].size = 1
    assert scalar_of(value) == 1.0


@pytest.mark.slow
def test_a_value_that_is_too_large_loses_its_output_and_nothing_else(toy_grader):
    result = toy_grader.grade_cells(first="'x' * 40_000_000")
    assert (result.status, result.points) == ("graded", 4)
    assert "output exceeded" in result.message


@pytest.mark.slow
def test_an_output_of_too_many_parts_is_dropped_and_the_rest_is_graded(toy_grader):
    result = toy_grader.grade_cells(
        first="from IPython.display import display\n"
        "display({'application/json': [{} for _ in range(210_000)]}, raw=True)"
    )
    assert (result.status, result.points) == ("graded", 4)
    assert "output exceeded" in result.message


@pytest.mark.slow
def test_an_output_far_beyond_what_is_shown_is_not_even_read(toy_grader, monkeypatch):
    """A list of short strings takes ten times the memory of its message."""
    read = []
    ours = sys.modules["grader.sandbox.forked_session"].json
    honest = ours.loads
    monkeypatch.setattr(ours, "loads", lambda text: read.append(len(text)) or honest(text))
    result = toy_grader.grade_cells(
        first="from IPython.display import display\n"
        "display({'application/json': ['ab'] * 4_000_000}, raw=True)"
    )
    assert (result.status, result.points) == ("graded", 4)
    assert "output exceeded" in result.message
    assert max(read) < 10_000_000
