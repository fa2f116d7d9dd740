"""Finds the notebook that a student handed in under another name, by what is in it."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from nbformat import NotebookNode

from grader.classroom.course.facade import Entry, Folder
from grader.classroom.course.given_out import Given, other_chapter, shared
from grader.classroom.course.plan import Plan
from grader.classroom.course.reading import Rejected, read_file, read_notebook

NOTEBOOK = ".ipynb"
UNSEEN = {"__pycache__", "__MACOSX"}  # folders that programs make
LEVELS = 3  # of folders that are looked into
MAX_LOOKED_INTO = 12  # files of one student


@dataclass(frozen=True)
class Likely:
    """The files that may be a notebook of the chapter, by their paths in the folder.

    sure: there is one, and it has at least half of the notebook's graded cells.
    """

    files: tuple[str, ...]
    sure: bool


def notebooks_in(folder: Folder) -> list[str]:
    """The notebooks in a folder and in those within it, as paths; no hidden ones, and no links."""
    return [one.name for one in folder.all_entries(LEVELS, _passed_over) if _is_notebook(one)]


def _passed_over(name: str) -> bool:
    return name.startswith(".") or name in UNSEEN


def _is_notebook(one: Entry) -> bool:
    parts = one.name.split("/")
    if one.kind != "file" or not parts[-1].lower().endswith(NOTEBOOK):
        return False
    return not any(map(_passed_over, parts))


def likely(
    folder: Folder,
    names: Iterable[str],
    plans: tuple[Plan, ...],
    missing: list[Plan],
    given: Iterable[Given] = (),
) -> dict[str, Likely]:
    """For each missing plan's notebook, the files of these names that may be it, if there are any.

    plans: all of the chapter; given: notebooks of the course, of which those of other chapters are none.
    Files that are alike to the last byte count as one.
    """
    read: dict[str, tuple[bytes, NotebookNode | None]] = {}
    for name in names:
        with contextlib.suppress(Rejected):
            data = read_file(name, folder)
            if len(read) < MAX_LOOKED_INTO and _may_be(name, data, missing):
                notebook = _notebook(data)
                if notebook is None or not other_chapter(notebook, plans[0], given):
                    read[name] = hashlib.sha256(data).digest(), notebook
    found = {}
    for plan in missing:
        files = _by_content(read, plan, plans)
        sure = len(files) == 1 and _is_sure(read[files[0]][1], plan)
        files = files or [name for name in read if alike(name, plan.notebook)]
        if files:
            found[plan.notebook] = Likely(tuple(files), sure)
    return found


def _may_be(name: str, data: bytes, missing: list[Plan]) -> bool:
    """Whether it is worth parsing: at a glance, it has a name or a graded cell of one of the notebooks."""
    cells = [cell for plan in missing for cell in plan.cells if cell.graded]
    words = {f'"{cell.grade_id}"' for cell in cells} | {cell.exercise for cell in cells} - {""}
    return any(alike(name, plan.notebook) for plan in missing) or any(
        word.encode() in data for word in words
    )


def _notebook(data: bytes) -> NotebookNode | None:
    try:
        return read_notebook(data)
    except Rejected:
        return None


def _by_content(
    read: dict[str, tuple[bytes, NotebookNode | None]], plan: Plan, plans: tuple[Plan, ...]
) -> list[str]:
    files: dict[bytes, str] = {}
    for name, (digest, notebook) in read.items():
        own = shared(notebook, plan) if notebook else 0
        if notebook and own and own == max(shared(notebook, one) for one in plans):
            files.setdefault(digest, name)
    return list(files.values())


def _is_sure(notebook: NotebookNode | None, plan: Plan) -> bool:
    graded = sum(cell.graded for cell in plan.cells)
    return notebook is not None and 2 * shared(notebook, plan) >= graded


def alike(name: str, notebook: str) -> bool:
    """Whether a file's name has the notebook's in it, in any case of letters."""
    return notebook.casefold() in name.rpartition("/")[2].casefold()
