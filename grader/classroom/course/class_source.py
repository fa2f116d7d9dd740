"""A source notebook as a class wants it: with the exercises and the points that its `class.toml` says."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode

from grader.class_file import FILE, ClassFile
from grader.classroom.course.check_lines import check_line
from grader.exercises.catalogue import find
from grader.languages import _

# Where an exercise's text begins, and how many cells before its answer that may be.
HEADING = re.compile(r"^#{2,6} ", re.MULTILINE)
FURTHEST = 6


def change_for_class(notebook: NotebookNode, about: ClassFile) -> None:
    """Changes a source notebook in place: text, answer and check of what is left out are gone."""
    for number, exercise in reversed(list(checks(notebook))):
        if exercise in about.left_out:
            _leave_out(notebook.cells, number)
        elif exercise in about.points:
            notebook.cells[number].metadata.nbgrader["points"] = about.points[exercise]


def disagreements(notebook: NotebookNode, about: ClassFile) -> list[str]:
    """A sentence for each cell whose points somebody set in the source, and in `class.toml` otherwise."""
    told = _(
        "{exercise} is worth {points:g} points by {file}, which counts, and {others:g} in the source: "
        "let only one of them say it"
    )
    found = []
    for number, exercise in checks(notebook):
        points, others = about.points.get(exercise), worth_of(notebook.cells[number])
        if points is not None and others not in (points, own_points(exercise)):
            found.append(told.format(exercise=exercise, points=points, file=FILE, others=others))
    return found


def own_points(exercise: str) -> float | None:
    """What an exercise is worth in the course; None for one that nobody knows any more."""
    with contextlib.suppress(LookupError):
        return find(exercise).points
    return None


def worth_of(cell: NotebookNode) -> float:
    """The points of a cell."""
    return float(_managed(cell).get("points") or 0)


def checks(notebook: NotebookNode) -> Iterator[tuple[int, str]]:
    """The numbers of the graded cells that judge an exercise, and the exercises."""
    for number, cell in enumerate(notebook.cells):
        graded = cell.cell_type == "code" and _managed(cell).get("grade")
        if graded and (exercise := check_line(cell.source)[0]):
            yield number, exercise


def _leave_out(cells: list[NotebookNode], check: int) -> None:
    first = check
    before = _managed(cells[check - 1]) if check else {}
    if before.get("solution") and not before.get("grade"):
        first -= 1
    for number in range(first - 1, max(-1, first - 1 - FURTHEST), -1):
        if _managed(cells[number]):
            break  # another exercise's
        headings = list(HEADING.finditer(cells[number].source))
        if cells[number].cell_type == "markdown" and headings:
            kept = cells[number].source[: headings[-1].start()].rstrip()
            cells[number].source = kept
            first = number + bool(kept)
            break
    del cells[first : check + 1]


def _managed(cell: NotebookNode) -> dict[str, Any]:
    return dict(cell.metadata.get("nbgrader", {}))
