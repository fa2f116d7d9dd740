"""What the course has given out: to which chapter a notebook belongs, whatever its name and folder."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from grader.classroom.course.plan import Plan
from grader.places import SOLUTIONS

Cell = tuple[str, str]  # a graded cell: its grade id, and the first line of its source


@dataclass(frozen=True)
class Given:
    """A notebook of the course. name: "graphs.ipynb"; cells: those with tests."""

    chapter: str
    name: str
    cells: frozenset[Cell]

    def pack(self) -> list[Any]:
        """As JSON values."""
        return [self.chapter, self.name, sorted(map(list, self.cells))]

    @classmethod
    def unpack(cls, packed: list[Any]) -> Given:
        """The inverse of `pack`."""
        chapter, name, cells = packed
        return cls(chapter, name, frozenset((key, line) for key, line in cells))


def given_out(source: Path) -> list[Given]:
    """The notebooks of a class's source, and those of the course where the class has none of that chapter."""
    own = {path.parent.name: path.parent for path in sorted(source.glob("*/*.ipynb"))}
    course = {path.parent.name: path.parent for path in sorted(SOLUTIONS.glob("*/*.ipynb"))}
    found = []
    for chapter, folder in sorted((course | own).items()):
        for path in sorted(folder.glob("*.ipynb")):
            with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
                cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
                found.append(Given(chapter, path.name, _cells(cells)))
    return found


def _cells(cells: Iterable[Mapping[str, Any]]) -> frozenset[Cell]:
    found = set()
    for cell in cells:
        about = cell["metadata"].get("nbgrader")
        if cell["cell_type"] == "code" and isinstance(about, Mapping):
            grade_id = about.get("grade_id")
            if about.get("grade") and not about.get("solution") and isinstance(grade_id, str):
                found.add((grade_id, _first_line(cell["source"])))
    return frozenset(found)


def _first_line(source: str | list[str]) -> str:
    lines = ("".join(source) if isinstance(source, list) else source).strip().splitlines()
    return lines[0].rstrip() if lines else ""


def shared(notebook: NotebookNode, plan: Plan) -> int:
    """How many graded cells of the plan are in the notebook, also where the metadata is lost."""
    ids, sources = set(), set()
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader")
        if isinstance(about, Mapping) and isinstance(about.get("grade_id"), str):
            ids.add(about["grade_id"])
        if cell.cell_type == "code":
            sources.add(cell.source.strip())
    return sum(
        cell.grade_id in ids or cell.source.strip() in sources for cell in plan.cells if cell.graded
    )


def other_chapter(notebook: NotebookNode, plan: Plan, given: Iterable[Given]) -> str:
    """The chapter that the notebook belongs to, if it is certainly not the plan's; "" otherwise.

    Certain is: it has at least half of that chapter's tests, and none of the plan's.
    """
    lines = {_first_line(cell.source) for cell in notebook.cells if cell.cell_type == "code"}
    if any(_first_line(cell.source) in lines for cell in plan.cells if cell.automatic):
        return ""
    found = _cells(notebook.cells)
    return next(
        (
            one.chapter
            for one in given
            if one.cells
            and one.chapter != plan.chapter
            and 2 * len(one.cells & found) >= len(one.cells)
        ),
        "",
    )
