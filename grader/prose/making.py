"""Makes a notebook in another language from the English release and the translated text."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from grader.prose.cells import mark, speaks, troubles
from grader.prose.places import (
    MADE,
    TRANSLATIONS,
    languages,
    made_of,
    pages,
    text_of,
    top_of,
)
from grader.prose.texts import Entry, parse

# The states of a cell's translation: valid; not there yet; made from an older English text; unable to
# replace the English text; of a cell that the notebook no longer has.
TRANSLATED, MISSING, STALE, WRONG, GONE = "translated", "missing", "stale", "wrong", "gone"


@dataclass(frozen=True)
class State:
    """The state of one cell. english: its present text, "" if the cell is gone. why: a sentence."""

    cell: str
    state: str
    english: str
    entry: Entry | None = None
    why: str = ""


def states(english: NotebookNode, entries: Iterable[Entry]) -> list[State]:
    """The states of all cells with text to translate, in the notebook's order; then of lost cells."""
    known = {entry.cell: entry for entry in entries}
    found = [
        _state(cell, known.get(cell.id))
        for cell in english.cells
        if speaks(cell) or cell.id in known
    ]
    here = {cell.id for cell in english.cells}
    gone = [entry for entry in known.values() if entry.cell not in here]
    return found + [
        State(one.cell, GONE, "", one, "the notebook has no such cell any more") for one in gone
    ]


def _state(cell: NotebookNode, entry: Entry | None) -> State:
    if entry is None or not entry.of:
        return State(cell.id, MISSING, cell.source, entry)
    wrong = troubles(cell, entry.source, entry.kind)
    if entry.of != mark(cell):
        return State(cell.id, STALE, cell.source, entry, "the English text has changed since")
    if wrong:
        return State(cell.id, WRONG, cell.source, entry, "; ".join(wrong))
    return State(cell.id, TRANSLATED, cell.source, entry)


def translated(english: NotebookNode, entries: Iterable[Entry]) -> NotebookNode:
    """The notebook with every valid translation; all other cells stay English.

    Ids, metadata and graded cells stay the same, except that the checksum by which nbgrader
    recognizes an untouched answer becomes that of the translated text.
    """
    good = {
        one.cell: one.entry.source
        for one in states(english, entries)
        if one.state == TRANSLATED and one.entry
    }
    notebook = copy.deepcopy(english)
    for cell in notebook.cells:
        if cell.id in good:
            cell.source = good[cell.id]
            _update_checksum(cell)
    return notebook


def _update_checksum(cell: NotebookNode) -> None:
    if "checksum" in cell.metadata.get("nbgrader", {}):
        from nbgrader.utils import compute_checksum  # slow to load, and only releases need it

        cell.metadata.nbgrader["checksum"] = compute_checksum(cell)


def read_page(notebooks: Path, page: str) -> NotebookNode:
    """A page of the English release."""
    return nbformat.read(notebooks / page, as_version=4)


def entries_of(page: str, language: str, translations: Path = TRANSLATIONS) -> list[Entry]:
    """A page's translated text; [] if it has no file. Raises CourseError for a broken file."""
    path = text_of(page, language, translations)
    return parse(path.read_text(encoding="utf-8"), path.name)[1] if path.is_file() else []


def made(
    language: str, notebooks: Path, translations: Path = TRANSLATIONS, chapters: Iterable[str] = ()
) -> dict[str, bytes]:
    """The files of a language's release, by name: translated pages, and the other files of their
    chapters. chapters: only these ("01-graphs", "index"); empty for all.
    """
    chosen, files = set(chapters), {}
    for page in pages(language, translations):
        top = top_of(page)
        if (chosen and top not in chosen) or not (notebooks / page).is_file():
            continue
        notebook = translated(read_page(notebooks, page), entries_of(page, language, translations))
        files[page] = (str(nbformat.writes(notebook)) + "\n").encode()
        if (notebooks / top).is_dir():
            for path in sorted((notebooks / top).rglob("*")):
                name = path.relative_to(notebooks)
                hidden = any(part.startswith((".", "__pycache__")) for part in name.parts)
                if path.is_file() and path.suffix != ".ipynb" and not hidden:
                    files[name.as_posix()] = path.read_bytes()
    return files


def differing(
    language: str, notebooks: Path, translations: Path = TRANSLATIONS, chapters: Iterable[str] = ()
) -> dict[str, bytes | None]:
    """The files to change in a language's folder: their bytes, or None for a file to delete."""
    wanted = made(language, notebooks, translations, chapters)
    return changes(made_of(language, translations), wanted, chapters)


def changes(
    folder: Path, wanted: Mapping[str, bytes], chapters: Iterable[str] = ()
) -> dict[str, bytes | None]:
    """What to change in a folder so that it has the wanted files, and of these chapters no others."""
    found: dict[str, bytes | None] = {
        name: data
        for name, data in wanted.items()
        if not (folder / name).is_file() or (folder / name).read_bytes() != data
    }
    tops = {Path(name).parts[0] for name in wanted}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        name = path.relative_to(folder)
        mine = not chapters or name.parts[0] in tops
        if path.is_file() and mine and name.as_posix() not in wanted and not _hidden(name):
            found[name.as_posix()] = None
    return found


def _hidden(name: Path) -> bool:
    return any(part.startswith(".") for part in name.parts)


def release(
    language: str, notebooks: Path, translations: Path = TRANSLATIONS, chapters: Iterable[str] = ()
) -> list[str]:
    """Writes a language's notebooks; returns the names of those that changed."""
    changed = differing(language, notebooks, translations, chapters)
    write(made_of(language, translations), changed)
    return _relative_names(language, changed, translations)


def write(folder: Path, changed: Mapping[str, bytes | None]) -> None:
    """Makes the changes in a folder."""
    for name, data in changed.items():
        path = folder / name
        if data is None:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def release_all(
    notebooks: Path, chapters: Iterable[str] = (), translations: Path = TRANSLATIONS
) -> list[str]:
    """Writes the notebooks of every language; returns the names of those that changed."""
    every = (release(one, notebooks, translations, chapters) for one in languages(translations))
    return [name for changed in every for name in changed]


def stale_all(
    notebooks: Path, chapters: Iterable[str] = (), translations: Path = TRANSLATIONS
) -> list[str]:
    """The names of the notebooks that `release_all` would change."""
    return [
        name
        for language in languages(translations)
        for name in _relative_names(
            language, differing(language, notebooks, translations, chapters), translations
        )
    ]


def in_english(
    notebooks: Path, chapters: Iterable[str] = (), translations: Path = TRANSLATIONS
) -> dict[str, int]:
    """The number of cells that are still in English, by language and page, without zeros."""
    chosen, found = set(chapters), {}
    for language in languages(translations):
        for page in pages(language, translations):
            if chosen and top_of(page) not in chosen:
                continue
            if (notebooks / page).is_file():
                every = states(read_page(notebooks, page), entries_of(page, language, translations))
                found[f"{language} {page}"] = sum(one.state != TRANSLATED for one in every)
    return {name: count for name, count in found.items() if count}


def _relative_names(language: str, names: Iterable[str], translations: Path) -> list[str]:
    """Names relative to the course: translations/zh_CN/notebooks/index.ipynb."""
    return [f"{translations.name}/{language}/{MADE}/{name}" for name in names]
