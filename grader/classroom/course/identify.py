"""Finds the chapter that a single notebook belongs to, without a course folder."""

from __future__ import annotations

from pathlib import Path

from nbformat import NotebookNode

from grader.classroom.course.plan import Plan, chapter_plans
from grader.classroom.course.reading import Rejected, read_notebook
from grader.errors import CourseError
from grader.languages import _
from grader.places import DATA, SOLUTIONS


def all_plans() -> list[Plan]:
    """The plans of every chapter of the course."""
    chapters = sorted({path.parent.name for path in SOLUTIONS.glob("*/*.ipynb")})
    return [plan for chapter in chapters for plan in chapter_plans(chapter, SOLUTIONS, DATA)]


def plan_of(path: Path, data: bytes, chapter: str | None) -> Plan:
    """The plan for a notebook: that of `chapter`, or the one its graded cells, name or folder point to.

    Raises CourseError when none fits; the message lists the chapters.
    """
    if chapter:
        return _named(path, list(chapter_plans(chapter, SOLUTIONS, DATA)))
    plans = all_plans()
    try:
        notebook = read_notebook(data, path.name) if data else None
    except Rejected:
        notebook = None
    if notebook is not None and plans:
        shared, number = max((_shared(plan, notebook), -n) for n, plan in enumerate(plans))
        if shared:
            return plans[-number]
    fitting = [plan for plan in plans if path.stem == plan.notebook]
    fitting += [plan for plan in plans if path.absolute().parent.name == plan.chapter]
    if fitting:
        return fitting[0]
    known = ", ".join(dict.fromkeys(plan.chapter for plan in plans))
    raise CourseError(
        _(
            "{name} does not belong to any chapter: neither its cells nor its name are known. "
            "Choose one with --chapter (available: {known})"
        ).format(name=path.name, known=known)
    )


def _named(path: Path, plans: list[Plan]) -> Plan:
    return next((plan for plan in plans if plan.notebook == path.stem), plans[0])


def _shared(plan: Plan, notebook: NotebookNode) -> int:
    found = {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells}
    sources = {cell.source.strip() for cell in notebook.cells if cell.cell_type == "code"}
    return sum(
        cell.grade_id in found or cell.source.strip() in sources
        for cell in plan.cells
        if cell.graded
    )
