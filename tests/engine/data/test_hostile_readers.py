"""Readers as operations on damaged files and in bounded runs: a clear error, soon."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader import engine as tf
from grader.engine.core.errors import OpError, OutOfRangeError
from tests.layers import scaled

MEMORY = 32 * 2**20  # bytes that reading a file of a few kilobytes may take
SECONDS = 10.0
LARGE = [2**31 - 1, 2**40, 2**62, 2**63 - 1]


def all_records(make: Any, path: Any, most: int = 3000) -> tuple[list[Any], Exception | None]:
    """The records that a reader finds in a file, and the error that ended it before the file did."""
    found: list[Any] = []
    with tf.Graph().as_default(), tf.Session() as session:
        queue = tf.FIFOQueue(1, tf.string)
        session.run(queue.enqueue([str(path)]))
        session.run(queue.close())
        read = make().read(queue)
        tracemalloc.start()
        start = time.monotonic()
        try:
            while len(found) < most:
                found.append(tuple(session.run(read)))
        except OutOfRangeError:
            return found, None
        except OpError as error:
            return found, error
        finally:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert time.monotonic() - start < SECONDS
            assert peak < MEMORY
    return found, None


def written(folder: Any, records: list[bytes], kind: str = "") -> Any:
    path = folder / f"records{kind}"
    with tf.python_io.TFRecordWriter(str(path), kind) as writer:
        for record in records:
            writer.write(record)
    return path


RECORDS = [b"", b"a", b"line\r\nline\n", bytes(300)]


@settings(max_examples=scaled(40, 400), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_damaged_file_of_records_gives_its_first_records_and_a_clear_error(
    tmp_path_factory: Any, data: Any
) -> None:
    """No record that was not written comes out, whatever happened to the file."""
    kind = data.draw(st.sampled_from(["", "GZIP", "ZLIB"]))
    path = written(tmp_path_factory.mktemp("files"), RECORDS, kind)
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    change = data.draw(st.sampled_from(["cut", "flip", "insert", "drop"]))
    damaged = {
        "cut": whole[:at],
        "flip": whole[:at] + bytes([whole[at] ^ 1 << data.draw(st.integers(0, 7))]) + whole[at + 1 :],
        "insert": whole[:at] + data.draw(st.binary(min_size=1, max_size=9)) + whole[at:],
        "drop": whole[:at] + whole[at + 1 :],
    }[change]  # fmt: skip
    path.write_bytes(damaged)
    options = tf.python_io.TFRecordOptions({"": 0, "ZLIB": 1, "GZIP": 2}[kind])
    found, error = all_records(lambda: tf.TFRecordReader(options=options), path)
    values = [value for _, value in found]
    assert values == RECORDS[: len(values)]
    # A flag in the header of GZIP may announce more than the file holds, as if it had been cut.
    like_a_cut = change == "cut" or (kind == "GZIP" and at == 3)
    assert error is not None or values == RECORDS or like_a_cut


@settings(max_examples=scaled(40, 400), deadline=None, suppress_health_check=list(HealthCheck))
@given(contents=st.binary(max_size=80), skipped=st.sampled_from([0, 1, 3, *LARGE]))
def test_any_bytes_are_lines(tmp_path_factory: Any, contents: bytes, skipped: int) -> None:
    path = tmp_path_factory.mktemp("files") / "lines"
    path.write_bytes(contents)
    found, error = all_records(lambda: tf.TextLineReader(skip_header_lines=skipped), path)
    lines = contents.split(b"\n")
    lines = lines if lines[-1] else lines[:-1]
    assert error is None
    assert [value for _, value in found] == [
        line.removesuffix(b"\r") for line in lines[skipped:] if line != b"\r" or line is not lines[-1]
    ] or b"\r" in contents  # fmt: skip


@pytest.mark.parametrize("name", ["", "\0", "a" * 5000, "/", "/nothing/here", "gs://bucket/object"])
def test_impossible_names_of_files_are_told(name: str) -> None:
    for make in (tf.TextLineReader, tf.TFRecordReader):
        found, error = all_records(make, name)
        assert not found and error is not None, make
