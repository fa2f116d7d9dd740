"""The plan of a chapter's notebook: which cells are graded, for how many points, by which exercise.

It is read from the instructor's notebook. Nothing about grading is taken from a submission.
"""

from __future__ import annotations

import ast
import contextlib
import copy
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from grader.errors import CourseError
from grader.languages import _
from grader.sandbox import ChapterFiles


@dataclass(frozen=True)
class PlannedCell:
    """A cell of the source that nbgrader manages.

    kind: "code" or "markdown".
    source: the source that students received.
    test: the source that grading runs, hidden tests included (a `check` line is not run).
    after: the managed cell before this one, or "" for the first; a deleted cell is restored there.
    exercise: the exercise that a `check` line judges, or "" for any other cell.
    names: the names of the answers in that line.
    """

    grade_id: str
    kind: str
    source: str
    test: str
    metadata: dict[str, Any]
    after: str
    exercise: str = ""
    names: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        """The points of a graded cell; 0 for any other."""
        return float(self.metadata.get("points", 0)) if self.graded else 0.0

    @property
    def graded(self) -> bool:
        """Whether the cell carries points."""
        return bool(self.metadata.get("grade")) or bool(self.metadata.get("task"))

    @property
    def automatic(self) -> bool:
        """Whether the cell is graded by machine."""
        return (
            self.kind == "code"
            and bool(self.metadata.get("grade"))
            and not self.metadata.get("solution")
        )

    @property
    def locked(self) -> bool:
        """Whether students must not change the cell's source."""
        return not self.metadata.get("solution") and bool(
            self.metadata.get("grade") or self.metadata.get("locked")
        )


@dataclass(frozen=True)
class Plan:
    """One notebook of a chapter.

    chapter: "01-graphs"; notebook: "graphs"; cells: those that nbgrader manages, in order.
    release: the notebook as students received it; it stands in for a submission that cannot be read.
    """

    chapter: str
    notebook: str
    cells: tuple[PlannedCell, ...]
    release: str
    files: ChapterFiles

    @property
    def max_points(self) -> float:
        """The most points that machine grading can award; written questions do not count."""
        return sum(cell.points for cell in self.cells if cell.automatic)

    def pack(self) -> dict[str, Any]:
        """The plan as JSON values, without the chapter's files."""
        return {
            "chapter": self.chapter,
            "notebook": self.notebook,
            "cells": [asdict(cell) for cell in self.cells],
            "release": self.release,
        }

    @classmethod
    def unpack(cls, packed: Mapping[str, Any], files: ChapterFiles) -> Plan:
        """The inverse of `pack`, with the chapter's files on this machine."""
        cells = [PlannedCell(**{**cell, "names": tuple(cell["names"])}) for cell in packed["cells"]]
        return cls(packed["chapter"], packed["notebook"], tuple(cells), packed["release"], files)

    def cell(self, grade_id: str) -> PlannedCell | None:
        """The planned cell called `grade_id`, or None."""
        return next((cell for cell in self.cells if cell.grade_id == grade_id), None)


def chapter_plans(chapter: str, source: Path, data: Path | None = None) -> tuple[Plan, ...]:
    """The plans of every notebook in `source/chapter`, the folder of the instructor's notebooks.

    Raises CourseError when there is no such chapter; the message lists those that exist.
    """
    folder = source / chapter
    notebooks = sorted(folder.glob("*.ipynb")) if folder.is_dir() else []
    if not notebooks:
        known = sorted(path.parent.name for path in source.glob("*/*.ipynb"))
        told = (
            _("no chapter {name!r} in {folder}; available: {known}")
            if known
            else _("no chapter {name!r} in {folder}, nor any other")
        )
        names = ", ".join(dict.fromkeys(known))
        raise CourseError(told.format(name=chapter, folder=source, known=names))
    modules = tuple(sorted({name for path in notebooks for name in modules_of(path)}))
    files = chapter_files(chapter, source, data, modules)
    return tuple(read_plan(chapter, path, files) for path in notebooks)


def chapter_files(
    chapter: str, source: Path, data: Path | None, modules: tuple[str, ...]
) -> ChapterFiles:
    """The files, data sets and modules that the chapter's notebooks use."""
    folder = source / chapter
    side = tuple(
        (str(path.relative_to(folder)), path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".ipynb" and not _hidden(path.relative_to(folder))
    )
    return ChapterFiles(chapter, side, data if data and data.is_dir() else None, modules)


def modules_of(path: Path) -> set[str]:
    """The modules that the notebook at `path` imports, by full name: {"numpy", "sklearn.datasets"}."""
    found: set[str] = set()
    for cell in _read(path).cells:
        if cell.cell_type != "code":
            continue
        with contextlib.suppress(SyntaxError):
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.Import):
                    found |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    found.add(node.module)
    return found


def _read(path: Path) -> NotebookNode:
    try:
        return nbformat.read(path, as_version=4)
    except Exception as error:
        raise CourseError(
            _("the source notebook {path} cannot be read: {error}").format(path=path, error=error)
        ) from error


def _hidden(path: Path) -> bool:
    return any(part.startswith((".", "__pycache__")) for part in path.parts)


def read_plan(chapter: str, path: Path, files: ChapterFiles) -> Plan:
    """The plan of the source notebook at `path`."""
    source = _read(path)
    release = release_of(source)
    cells: list[PlannedCell] = []
    for cell, released in zip(source.cells, release.cells, strict=True):
        metadata = cell.metadata.get("nbgrader", {})
        if not any(metadata.get(key) for key in ("grade", "solution", "task", "locked")):
            continue
        exercise, names = check_line(cell.source) if cell.cell_type == "code" else ("", ())
        cells.append(
            PlannedCell(
                metadata["grade_id"],
                cell.cell_type,
                released.source,
                cell.source,
                dict(metadata),
                cells[-1].grade_id if cells else "",
                exercise if metadata.get("grade") else "",
                names,
            )
        )
    return Plan(chapter, path.stem, tuple(cells), nbformat.writes(release), files)


def check_line(source: str) -> tuple[str, tuple[str, ...]]:
    """The exercise and the names in a cell that is `check("graphs/x", a, b)`; else ("", ())."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return "", ()
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        return "", ()
    call = body[0].value
    if not isinstance(call, ast.Call) or getattr(call.func, "id", None) != "check":
        return "", ()
    if not call.args or call.keywords:
        return "", ()
    first, names = call.args[0], [one for one in call.args[1:] if isinstance(one, ast.Name)]
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
        return "", ()
    if len(names) != len(call.args) - 1:
        return "", ()
    return first.value, tuple(name.id for name in names)


def release_of(source: NotebookNode) -> NotebookNode:
    """The source notebook without its answers, made by nbgrader's own preprocessors."""
    from nbgrader.preprocessors import (  # takes a second; workers unpack plans and never need it
        ClearHiddenTests,
        ClearMarkScheme,
        ClearOutput,
        ClearSolutions,
        LockCells,
    )

    notebook = copy.deepcopy(source)
    resources: dict[str, Any] = {}
    for step in (LockCells, ClearSolutions, ClearOutput, ClearHiddenTests, ClearMarkScheme):
        notebook, resources = step().preprocess(notebook, resources)
    return notebook
