"""A reader needs nothing that Windows or a browser lacks, and none of the packages of grading."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# What takes care of itself where it is refused, and the command that is refused on purpose.
CARED_FOR = {"fcntl in grader.studying.files", "fcntl in grader.inside.system"}


def python(*arguments, folder):
    """Runs Python as a reader elsewhere would: another folder, no TensorFlow, a strict encoding."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRADER_LANG": "en", "COLUMNS": "200"}
    for name in ("GRADER_BACKEND", "GRADER_PROGRESS"):
        environment.pop(name, None)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


@pytest.mark.slow
def test_a_readers_first_hour_needs_nothing_of_unix(tmp_path):
    program = str(ROOT / "tests" / "light" / "reader.py")
    done = python("-X", "warn_default_encoding", program, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    last = done.stdout.splitlines()[-1]
    assert last.startswith("refused: ")
    refused = set(last.removeprefix("refused: ").split("; "))
    assert refused <= CARED_FOR, refused


IMPORTING = """
import sys
for name in sys.argv[1].split():
    sys.modules[name] = None
import grader.notebook, grader.datasets, grader.progress, grader.cli.lab, grader.cli.progress
import grader.cli.reset, grader.studying.copies, grader.studying.resetting, grader.doctor
print(grader.notebook.tf.__name__)
"""


def test_what_a_reader_imports_needs_no_module_of_unix(tmp_path):
    missing = "fcntl grp pty pwd resource syslog termios tty tensorflow tensorboard nbgrader nbformat psutil"
    done = python("-c", IMPORTING, missing, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "grader.engine"


PURE = """
from google.protobuf.internal import api_implementation
from grader import engine as tf
assert api_implementation.Type() == "python"
with tf.Graph().as_default() as graph:
    tf.identity(tf.constant([1.0, 2.0]), name="same")
print(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)]).value[0].tag)
print(tf.GraphDef.FromString(graph.as_graph_def().SerializeToString()).node[1].name)
"""


def test_the_engine_needs_no_protobuf_in_c(tmp_path, monkeypatch):
    monkeypatch.setenv("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION", "python")
    done = python("-c", PURE, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["loss", "same"]


def test_files_are_written_without_line_ends_of_windows(tmp_path, monkeypatch):
    from grader import atomic

    flags, usual = [], os.open
    monkeypatch.setattr(atomic, "BINARY", os.O_SYNC)  # stands for a flag that Linux does not have
    monkeypatch.setattr(
        atomic.os, "open", lambda *given: (flags.append(given[1]), usual(*given))[1]
    )
    atomic.write_atomically(tmp_path / "a", b"1\n")
    assert flags[0] & os.O_SYNC
