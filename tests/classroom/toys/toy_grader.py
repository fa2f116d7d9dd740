"""A way to grade cells of the toy chapter: fixtures for several folders of tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import nbformat
import pytest
import toy_catalogue as toys
from nbformat.v4 import new_code_cell

from grader.classroom.course.plan import Plan, chapter_plans
from grader.classroom.course.result import Result
from grader.classroom.course.side_files import NONE, SideFiles
from grader.classroom.grading.submission import Settings, grade
from grader.classroom.judge.judge_client import Judge
from grader.sandbox import Limits, SandboxUnavailable, find_isolation
from tests import layers

GOOD = {
    "double": "def double(x):\n    return x + x",
    "half": "def half(x):\n    return 0.5 * x",
}
QUICK = Limits(cell_seconds=4, notebook_seconds=60, grace_seconds=5, memory=2**30, processes=80)


@pytest.fixture(scope="session")
def settings() -> Settings:
    """A sandbox with short limits, on the engine (it starts faster than TensorFlow)."""
    try:
        # GRADER_KERNELS=ipykernel: the same attacks against the compatibility mode.
        kernels = os.environ.get("GRADER_KERNELS", "forked")
        return Settings(find_isolation(), QUICK, "engine", kernels)
    except SandboxUnavailable as error:
        # Where nobody looks at skipped tests, the proof that the sandbox holds must not be one.
        layers.lacking(str(error))


@pytest.fixture(scope="session")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """The plan of the toy chapter."""
    source = toys.write_source(tmp_path_factory.mktemp("source"))
    return chapter_plans(toys.CHAPTER, source)[0]


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """A judge that knows the toy exercises."""
    with Judge("toy_catalogue", seconds=20) as judge:
        yield judge


@dataclass
class ToyGrader:
    """Grades notebooks of the toy chapter."""

    plan: Plan
    settings: Settings
    judge: Judge

    def bytes_of(self, notebook: Any) -> bytes:
        """A notebook as the file that a student hands in."""
        return str(nbformat.writes(notebook)).encode()

    def notebook(self, double: str = GOOD["double"], half: str = GOOD["half"], **extra: str) -> Any:
        """The chapter's notebook with these answers.

        extra: cells by their place: `first`, `between` (after the first answer), `last`.
        """
        notebook = nbformat.reads(self.plan.release, as_version=4)
        for cell in notebook.cells:
            if cell.id == "double-answer":
                cell.source = double
            if cell.id == "half-answer":
                cell.source = half
        places = {"first": 0, "between": 2, "last": len(notebook.cells)}
        for place in ("last", "between", "first"):
            if place in extra:
                notebook.cells.insert(places[place], new_code_cell(extra[place]))
        return notebook

    def grade(self, notebook: Any, side: SideFiles = NONE) -> Result:
        """The result for a notebook or for raw bytes, with these files beside it."""
        data = notebook if isinstance(notebook, bytes) else self.bytes_of(notebook)
        return grade(data, self.plan, b"secret", "ann", self.settings, self.judge, side)

    def grade_cells(self, **cells: str) -> Result:
        """The result for the chapter's notebook with these cells."""
        return self.grade(self.notebook(**cells))


@pytest.fixture(scope="module")
def toy_grader(plan: Plan, settings: Settings, judge: Judge) -> ToyGrader:
    """A grader of toy notebooks."""
    return ToyGrader(plan, settings, judge)


@pytest.fixture
def output_of() -> Callable[[Result, str], str]:
    """All text that a cell's outputs show, found by the start of its source or its grade id."""

    def find(result: Result, which: str) -> str:
        notebook = nbformat.reads(result.executed, as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        graded = [c for c in code if c.metadata.get("nbgrader", {}).get("grade_id") == which]
        for cell in graded or [cell for cell in code if cell.source.startswith(which)]:
            return "".join(_text(output) for output in cell.outputs)
        raise LookupError(which)

    return find


def _text(output: Any) -> str:
    if output.output_type == "stream":
        return str(output.text)
    if output.output_type == "error":
        return f"{output.ename}: {output.evalue}"
    return "".join(str(value) for value in output.data.values())
