"""Two small exercises and their notebook, so that these tests need no chapter of the course."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grader.evidence import Challenge
from grader.judging import CannotJudge, Case, Exercise, Misconception

CHAPTER = "07-toys"


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
