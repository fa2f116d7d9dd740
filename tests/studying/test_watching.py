"""A notebook is checked again whenever it is saved; the first exercise that fails is shown."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner

from grader.classroom.course.result import FAILED, GRADED, REJECTED, Result
from grader.cli.watch import command
from grader.judging import Verdict
from grader.places import NOTEBOOKS
from grader.studying.watching import first_failing, saves, score

RELEASED = NOTEBOOKS / "01-graphs" / "1-recipes.ipynb"
RIGHT = "def polynomial(x, y):\n    return 2 * x * x * y - y + 5"


def save(path: Path, source: str) -> None:
    """As JupyterLab does it: a new file takes the old one's place."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "polynomial-answer":
            cell.source = source
    draft = path.with_suffix(".draft")
    nbformat.write(notebook, draft)
    draft.replace(path)


def test_each_save_is_seen_once_also_one_during_the_check(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text("one")
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            path.write_text("longer")
        elif len(waited) == 4:
            path.unlink()
        elif len(waited) == 6:
            path.write_text("back again")

    steps = saves(path, wait)
    next(steps)
    assert waited == []
    next(steps)
    assert len(waited) == 2
    path.write_text("while it was checked")
    next(steps)
    assert len(waited) == 2
    next(steps)
    assert len(waited) == 6


def result(status: str = GRADED, verdicts=(), limits=()) -> Result:
    return Result("you", "c", "n", status, 1, 4, 0.5, "what happened", "", (), limits, verdicts)


def verdict(name: str, points: float) -> Verdict:
    return Verdict(name, points, 2, f"about {name}", (), "")


def test_the_first_exercise_that_fails_is_told():
    three = (verdict("a/1", 2), verdict("a/2", 0), verdict("a/3", 0))
    assert first_failing(result(verdicts=three)) == "a/2: about a/2"
    assert score(result(verdicts=three)) == "1 of 3 exercises solved, 1 of 4 points, 0.5 s"
    assert first_failing(result(verdicts=three[:1])) == "Every exercise with a check is solved."
    assert "Limits hit: slow" in first_failing(result(verdicts=three[:1], limits=("slow",)))
    assert first_failing(result(REJECTED)) == "what happened"
    assert first_failing(result(FAILED, three[:1])) == "what happened"


def test_once_ends_with_the_verdict_as_exit_code(tmp_path):
    path = tmp_path / "1-recipes.ipynb"
    path.write_text("{")
    done = CliRunner().invoke(command, [str(path), "--once", "--backend", "engine"])
    assert done.exit_code == 1 and "truncated" in " ".join(done.output.split())
    done = CliRunner().invoke(command, [str(tmp_path / "none.ipynb"), "--once"])
    assert done.exit_code == 2 and "there is no file" in done.output


class Watch:
    """The command in a process of its own, read line by line."""

    def __init__(self, path: Path):
        arguments = [sys.executable, "-m", "grader.cli", "watch", str(path), "--backend", "engine"]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, start_new_session=True)
        self.text = b""

    def until(self, wanted: str, seconds: float = 120) -> str:
        """Everything up to and with `wanted`."""
        assert self.process.stdout is not None
        until = time.monotonic() + seconds
        while wanted not in " ".join(self.text.decode().split()):
            left = until - time.monotonic()
            ready = select.select([self.process.stdout], [], [], max(0, left))[0]
            data = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not data:
                pytest.fail(f"{wanted!r} was not told, but: {self.text.decode()}")
            self.text += data
        told, self.text = " ".join(self.text.decode().split()), b""
        return told


@pytest.mark.slow
def test_saving_checks_again_and_ctrl_c_ends_it(tmp_path):
    path = tmp_path / "1-recipes.ipynb"
    shutil.copyfile(RELEASED, path)
    watch = Watch(path)
    try:
        told = watch.until("NotImplementedError")
        assert "0 of 4 exercises solved" in told and "graphs/polynomial:" in told
        save(path, RIGHT)
        told = watch.until("graphs/two-graphs:")
        assert "1 of 4 exercises solved" in told
        os.kill(watch.process.pid, signal.SIGINT)
        assert "Traceback" not in watch.until("Stopped.")
        assert watch.process.wait(60) == 0
    finally:
        watch.process.kill()
        watch.process.communicate(timeout=60)
