"""The plan of a chapter's notebook: which cells are graded, for how many points, by which exercise.

It is read from the instructor's notebook. Nothing about grading is taken from a submission.
"""

from __future__ import annotations

import ast
import contextlib
import copy
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from grader.class_file import AS_IN_COURSE, ClassFile
from grader.classroom.course.check_lines import check_line
from grader.classroom.course.class_source import change_for_class, own_points
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
    earlier: the checks of earlier releases, by grade id (see `earlier`).
    beside: the chapter's notebooks that carry no points, "further.ipynb"; nobody has to hand them in.
    """

    chapter: str
    notebook: str
    cells: tuple[PlannedCell, ...]
    release: str
    files: ChapterFiles
    earlier: tuple[Mapping[str, str], ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def graded(self) -> bool:
        """Whether any of its cells carries points."""
        return any(cell.graded for cell in self.cells)

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
            "earlier": [dict(checks) for checks in self.earlier],
            "beside": self.beside,
        }

    @classmethod
    def unpack(cls, packed: Mapping[str, Any], files: ChapterFiles) -> Plan:
        """The inverse of `pack`, with the chapter's files on this machine."""
        cells = [PlannedCell(**{**cell, "names": tuple(cell["names"])}) for cell in packed["cells"]]
        both = {name: tuple(packed[name]) for name in ("earlier", "beside")}
        return cls(**{**packed, "cells": tuple(cells), **both}, files=files)

    def cell(self, grade_id: str) -> PlannedCell | None:
        """The planned cell called `grade_id`, or None."""
        return next((cell for cell in self.cells if cell.grade_id == grade_id), None)


def chapter_plans(
    chapter: str, source: Path, data: Path | None = None, about: ClassFile = AS_IN_COURSE
) -> tuple[Plan, ...]:
    """The plans of the notebooks in `source/chapter`, the folder of the instructor's notebooks.

    Those without points have none, unless no notebook has points. about: what the class wants of them.
    Raises CourseError when there is no such chapter; the message lists those that exist.
    """
    folder = source / chapter
    notebooks = sorted(folder.glob("*.ipynb")) if folder.is_dir() else []
    if not notebooks:
        raise no_such_chapter(chapter, source, chapters_in(source))
    modules = tuple(sorted({name for path in notebooks for name in modules_of(path)}))
    files = chapter_files(chapter, source, data, modules)
    plans = [read_plan(chapter, path, files, about) for path in notebooks]
    graded = [plan for plan in plans if plan.graded] or plans
    beside = tuple(f"{plan.notebook}.ipynb" for plan in plans if plan not in graded)
    return tuple(replace(plan, beside=beside) for plan in graded)


def points_told(plans: Sequence[Plan]) -> dict[str, float]:
    """The points of the exercises that are worth more or less than in the course."""
    cells = [cell for plan in plans for cell in plan.cells if cell.exercise]
    return {
        cell.exercise: cell.points
        for cell in cells
        if cell.points != (own_points(cell.exercise) or cell.points)
    }


def chapters_in(folder: Path) -> list[str]:
    """The names of the folders that hold notebooks."""
    return sorted({path.parent.name for path in folder.glob("*/*.ipynb")})


def no_such_chapter(name: str, folder: Path, known: Sequence[str]) -> CourseError:
    """The error for a chapter that is not among those in the folder."""
    if not known:
        told = _("no chapter {name!r} in {folder}, nor any other")
        return CourseError(told.format(name=name, folder=folder))
    told = _("no chapter {name!r} in {folder}; available: {known}")
    told = told.format(name=name, folder=folder, known=", ".join(known))
    near = [one for one in known if name and one.endswith(f"-{name}")]
    near += get_close_matches(name, known, n=1)
    return CourseError(told + _("; did you mean {names}?").format(names=near[0]) if near else told)


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
    for cell in read_source(path).cells:
        if cell.cell_type != "code":
            continue
        with contextlib.suppress(SyntaxError):
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.Import):
                    found |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    found.add(node.module)
    return found


def read_source(path: Path) -> NotebookNode:
    """An instructor's notebook. Raises CourseError for one that cannot be read."""
    try:
        return nbformat.read(path, as_version=4)
    except Exception as error:
        raise CourseError(
            _("the source notebook {path} cannot be read: {error}").format(path=path, error=error)
        ) from error


def _hidden(path: Path) -> bool:
    return any(part.startswith((".", "__pycache__")) for part in path.parts)


def read_plan(
    chapter: str, path: Path, files: ChapterFiles, about: ClassFile = AS_IN_COURSE
) -> Plan:
    """The plan of the source notebook at `path`."""
    source = read_source(path)
    change_for_class(source, about)
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
