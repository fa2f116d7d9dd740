"""Messages between our own processes are bounded in size and in time."""

from __future__ import annotations

import io
import subprocess

import pytest

from grader import pipes
from grader.pipes import Child, TooSlow, read_message, write_message


def stream(*messages: bytes) -> io.BytesIO:
    file = io.BytesIO()
    for message in messages:
        write_message(file, message)
    file.seek(0)
    return file


def test_messages_are_read_one_by_one():
    file = stream(b"first", b"", b"\n\0")
    assert [read_message(file) for _ in range(4)] == [b"first", b"", b"\n\0", None]


def test_half_a_message_is_the_end():
    whole = stream(b"message").getvalue()
    assert all(read_message(io.BytesIO(whole[:size])) is None for size in range(len(whole)))


def test_a_message_that_is_too_long_is_refused_before_it_is_read(monkeypatch):
    monkeypatch.setattr(pipes, "MAX_MESSAGE", 4)
    assert read_message(stream(b"four")) == b"four"
    with pytest.raises(ValueError, match="a message of 5 bytes; at most 4"):
        read_message(stream(b"fiver"))


def test_a_process_that_says_nothing_is_too_slow_and_one_that_ended_is_an_error():
    child = Child(["timeit", "-n1", "-r1", "import time; time.sleep(60)"], subprocess.DEVNULL)
    try:
        with pytest.raises(TooSlow, match=r"^0\.2$"):
            child.receive(0.2)
        with pytest.raises(TooSlow):
            child.send(b"x" * 2**20, 0.2)
        child.process.kill()
        child.process.wait()
        with pytest.raises(OSError, match="ended without an answer"):
            child.receive(5)
    finally:
        child.process.kill()
        child.close_pipes()
