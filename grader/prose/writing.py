"""Tools for translators: starting a file, finding older English text, accepting a cell."""

from __future__ import annotations

import difflib
import json
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from nbformat import NotebookNode, from_dict

from grader.errors import CourseError
from grader.prose.cells import mark, speaks, troubles
from grader.prose.places import TRANSLATIONS, text_of
from grader.prose.texts import Entry, head, parse, written


def filled(page: str, language: str, english: NotebookNode, text: str = "") -> str:
    """The text of a page with an entry for each cell, in the notebook's order.

    Cells without a translation are in English, marked `todo`. Nothing is dropped: the texts of lost
    cells come last. text: the present file, "" for a new one.
    """
    before, entries = parse(text) if text else (head(page, language), [])
    known = {entry.cell: entry for entry in entries}
    wanted = [cell for cell in english.cells if speaks(cell) or cell.id in known]
    here = {cell.id for cell in wanted}
    whole = [
        known.get(cell.id) or Entry(cell.id, cell.cell_type, "", cell.source) for cell in wanted
    ]
    return written(before, [*whole, *(entry for entry in entries if entry.cell not in here)])


def accepted(english: NotebookNode, text: str, cells: Iterable[str], name: str = "the file") -> str:
    """The text of a page with `cells` marked as translations of the present English text.

    Raises CourseError for an unknown cell, or one whose text cannot replace the English.
    """
    before, entries = parse(text, name)
    known = {entry.cell: number for number, entry in enumerate(entries)}
    originals = {cell.id: cell for cell in english.cells}
    for one in cells:
        if one not in known or one not in originals:
            where = name if one not in known else "the notebook"
            raise CourseError(f"{where} has no cell {one!r}; `grader translations` lists them")
        entry, original = entries[known[one]], originals[one]
        wrong = troubles(original, entry.source, entry.kind)
        if wrong:
            raise CourseError(f"{one} is not right yet: {'; '.join(wrong)}")
        entries[known[one]] = replace(entry, of=mark(original))
    return written(before, entries)


def fill(
    page: str, language: str, english: NotebookNode, translations: Path = TRANSLATIONS
) -> Path:
    """Writes the result of `filled` to the page's file; returns its path."""
    path = text_of(page, language, translations)
    old = path.read_text(encoding="utf-8") if path.is_file() else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(filled(page, language, english, old), encoding="utf-8")
    return path


def earlier(folder: Path, page: str, cell: str, of: str) -> str | None:
    """The English text with the mark `of`, from git's history of `folder`/`page`; None if unknown."""
    for commit in _git(folder, "log", "--format=%H", "--", page).split():
        with_commit = _git(folder, "show", f"{commit}:./{page}")
        try:
            cells = json.loads(with_commit)["cells"]
        except (ValueError, LookupError, TypeError):
            continue
        for one in cells:
            if one.get("id") == cell:
                found = from_dict(one)
                found.source = "".join(one["source"])
                if mark(found) == of:
                    return str(found.source)
    return None


def _git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def difference(old: str, new: str) -> str:
    """The changes to the English text, as a unified diff without headers."""
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1))
    return "\n".join(line for line in lines[2:] if not line.startswith("@@"))
