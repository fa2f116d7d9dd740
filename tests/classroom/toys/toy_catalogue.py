"""Two small exercises and their notebook, so that these tests need no chapter of the course."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grader.evidence import Challenge
from grader.evidence.probes.files import new_folder
from grader.judging import CannotJudge, Case, Exercise, Misconception
from grader.judging.judge import SECONDS

CHAPTER = "07-toys"
# In the judge's process, so that the system's limit is soon reached.
if hasattr(sys.modules["__main__"], "LAST_RESORT"):
    sys.modules["__main__"].LAST_RESORT = 2 - SECONDS


def _draw(random: np.random.Generator) -> Challenge:
    numbers = [int(number) for number in random.choice(np.arange(3, 90), 2, replace=False)]
    return Challenge("call", {"calls": [[number] for number in numbers]})


def _observe(evidence: Any, challenge: Challenge) -> list[Any]:
    return list(evidence.result)


def _break(evidence: Any, challenge: Challenge) -> list[Any]:
    raise RuntimeError("this judge is broken")


def _die(evidence: Any, challenge: Challenge) -> list[Any]:
    os._exit(3)


def _sleep(evidence: Any, challenge: Challenge) -> list[Any]:
    time.sleep(60)
    return []


def _harmful(harm: Callable[[], Any]) -> Callable[..., list[Any]]:
    """Observing an answer that is no list does harm."""

    def observe(evidence: Any, challenge: Challenge) -> list[Any]:
        return _observe(evidence, challenge) if isinstance(evidence.result, list) else [harm()] * 2

    return observe


def _hang() -> Any:
    """One call that Python cannot interrupt, as a kernel may be."""
    return 7 ** (10**9)


def _fill() -> Any:
    raise MemoryError


def _go_in_circles() -> None:
    """Leaves 400 MB that only a collection frees."""
    kept: list[Any] = [np.ones(50_000_000)]
    kept.append(kept)


def _leave() -> Any:
    """Is killed while it has a file."""
    (Path(new_folder("evidence-")) / "file").write_text("left behind")
    os.kill(os.getpid(), signal.SIGKILL)


def _lack(evidence: Any, challenge: Challenge) -> list[Any]:
    raise CannotJudge("Dawsn")


def _exercise(name: str, reference: Any, wrong: Any, observe: Any = _observe) -> Exercise:
    return Exercise(
        f"toys/{name}",
        name,
        (name,),
        (
            Case("one number", 1, visible=True, gate=True),
            Case("another number", 1),
        ),
        _draw,
        observe,
        lambda: reference,
        (Misconception(f"not-{name}", lambda: wrong, f"your function does not {name}."),),
        ("a", "b", "c"),
    )


EXERCISES = {
    exercise.id: exercise
    for exercise in (
        _exercise("double", lambda x: 2 * x, lambda x: x * x),
        _exercise("half", lambda x: x / 2, lambda x: x - 2),
        _exercise("broken", lambda x: x, lambda x: 0, _break),
        _exercise("deadly", lambda x: x, lambda x: 0, _die),
        _exercise("lacking", lambda x: x, lambda x: 0, _lack),
        _exercise("hanging", lambda x: x, lambda x: 0, _harmful(_hang)),
        _exercise("filling", lambda x: x, lambda x: 0, _harmful(_fill)),
        _exercise("circular", lambda x: x, lambda x: 0, _harmful(_go_in_circles)),
        _exercise("leaving", lambda x: x, lambda x: 0, _harmful(_leave)),
        _exercise("slow", lambda x: x, lambda x: 0, _sleep),
    )
}


def find(identity: str) -> Exercise:
    """As `grader.exercises.find`."""
    return EXERCISES[identity]


def managed(name: str, **metadata: Any) -> dict[str, Any]:
    """A cell's metadata as nbgrader writes it."""
    values = {"grade": False, "solution": False, "locked": False, "task": False} | metadata
    return {"nbgrader": {"grade_id": name, "schema_version": 3, **values}}


def answer_cell(name: str, source: str) -> Any:
    """The cell in which a student answers."""
    return new_code_cell(
        source, id=f"{name}-answer", metadata=managed(f"{name}-answer", solution=True)
    )


def check_cell(name: str) -> Any:
    """The graded cell: one line."""
    metadata = managed(name, grade=True, locked=True, points=2)
    return new_code_cell(f'check("toys/{name}", {name})', id=name, metadata=metadata)


def make_source(names: tuple[str, ...] = ("double", "half")) -> Any:
    """The instructor's notebook."""
    bodies = {"double": "return 2 * x", "half": "return x / 2"}
    cells = [new_code_cell("from grader.notebook import tf, check", id="imports")]
    for name in names:
        body = bodies.get(name, "return x")
        source = f"def {name}(x):\n    ### BEGIN SOLUTION\n    {body}\n    ### END SOLUTION"
        cells += [answer_cell(name, source), check_cell(name)]
    written = managed("why", grade=True, solution=True, points=3)
    cells.append(new_markdown_cell("Because SECRET-MODEL-ANSWER.", id="why", metadata=written))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def write_source(folder: Path, names: tuple[str, ...] = ("double", "half")) -> Path:
    """Writes the instructor's notebook as `folder`/07-toys/toys.ipynb; returns `folder`."""
    path = folder / CHAPTER / "toys.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(make_source(names), path)
    return folder
