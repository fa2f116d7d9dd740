"""The course on a Python for WebAssembly, under a WASI runtime: verdicts and cells are those of here."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.exercises import CHAPTERS, chapter_exercises

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
EVERY = int(os.environ.get("EVERY", "12"))  # which of the answers beside the references are judged
SECONDS = 3000
LESSONS = sorted((ROOT / "solutions").glob("[0-9]*/*.ipynb"))
# What needs a thread of its own.
ALONE = re.compile("can't start new thread")
TAKES_THREADS = {"lifetimes/rehearse", "training/federated-round"}


def lines(program, *arguments, **environment):
    """What the program tells, a line of JSON each."""
    done = subprocess.run(
        [sys.executable, HERE / program, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "GRADER_LANG": "en", "GRADER_BACKEND": "engine", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def there(*arguments):
    """In WebAssembly."""
    return lines("host.py", *arguments, PYTHONPATH=str(ROOT / ".wasm" / "host"))


def here(*arguments):
    """In the Python of these tests."""
    return lines(
        "guest.py", *arguments, PYTHONPATH=os.pathsep.join([str(ROOT), str(HERE / "front_end")])
    )


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_answers_get_the_verdicts_that_they_get_here(chapter):
    exercises = list(chapter_exercises(chapter))
    found = there("answers", *exercises, EVERY)
    assert {one["answer"].split()[0] for one in found} == set(exercises)
    wrong = [
        (one, other)
        for one, other in zip(found, here("answers", *exercises, EVERY), strict=True)
        if any(one[key] != other[key] for key in ("answer", "full", "points", "mistake"))
        and not (ALONE.search(one["text"]) and one["answer"].split()[0] in TAKES_THREADS)
    ]
    assert not wrong, wrong
    slow = max(found, key=lambda one: one["seconds"])
    print(f"{chapter}: {len(found)} answers, the slowest in {slow['seconds']:.1f} s")


@pytest.mark.sampled(0, ci=0.3)
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_cells_of_a_lesson_show_what_they_show_here(path):
    name = path.relative_to(ROOT)
    found, wanted = there("lesson", Path("/course") / name), here("lesson", path)
    assert [one["cell"] for one in found] == [one["cell"] for one in wanted]
    for one, other in zip(found, wanted, strict=True):
        if ALONE.search(one["raised"] or ""):
            continue  # the lesson says so
        # Times and memory differ from run to run, and so do addresses: numbers are left out.
        for key in ("printed", "raised"):
            assert words(one[key]) == words(other[key]), one["cell"]


def words(text):
    """A text without its numbers."""
    return re.sub(r"0x\w+|[\d.,]+(e[+-]\d+)?", "#", text or "")
