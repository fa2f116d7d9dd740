"""Finds the chapter that a single notebook belongs to, without a gradebook."""

from __future__ import annotations

from pathlib import Path

from grader.class_file import FILE, SOURCE, ClassFile, read_class_file, read_given
from grader.classroom.course.given_out import shared
from grader.classroom.course.plan import Plan, chapter_plans
from grader.classroom.course.reading import Rejected, read_notebook
from grader.errors import CourseError
from grader.languages import _
from grader.places import DATA, SOLUTIONS
from grader.progress import chapters_folder


def all_plans(about: ClassFile, source: Path) -> list[Plan]:
    """The plans of every chapter: as the class has them in `source`, or else as the course does."""
    chapters = sorted({path.parent.name for path in SOLUTIONS.glob("*/*.ipynb")})
    return [plan for chapter in chapters for plan in _plans(chapter, about, source)]


def _plans(chapter: str, about: ClassFile, source: Path) -> tuple[Plan, ...]:
    folder = source if any((source / chapter).glob("*.ipynb")) else SOLUTIONS
    return chapter_plans(chapter, folder, DATA, about)


def class_of(path: Path) -> tuple[ClassFile, Path]:
    """What is known of the class that a notebook is for, and the folder of its sources.

    In a class's folder, that class counts; elsewhere what came with the notebook (see `read_given`).
    """
    if (Path.cwd() / FILE).is_file():
        return read_class_file(Path.cwd()), Path.cwd() / SOURCE
    return read_given(chapters_folder(path.absolute().parent)), SOLUTIONS


def plan_of(path: Path, data: bytes, chapter: str | None) -> Plan:
    """The plan for a notebook: that of `chapter`, or the one its graded cells, name or folder point to.

    Raises CourseError when none fits; the message lists the chapters.
    """
    about, source = class_of(path)
    if chapter:
        return _named(path, list(_plans(chapter, about, source)))
    plans = all_plans(about, source)
    try:
        notebook = read_notebook(data, path.name) if data else None
    except Rejected:
        notebook = None
    if notebook is not None and plans:
        most, number = max((shared(notebook, plan), -n) for n, plan in enumerate(plans))
        if most:
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
