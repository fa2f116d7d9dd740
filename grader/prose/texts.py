"""Reads and writes a page's translated text: Markdown, with a mark before each cell.

    <!-- cell md-a7d3f803 of 0d9c8f7a6b5e4d3c -->
    the cell's text; a code cell is one ```python block

`of` identifies the English text that the translation was made from (see `cells.mark`). A cell that
is not yet translated has `todo` instead, followed by its English text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from grader.errors import CourseError

MARK = re.compile(
    r"^<!-- cell (?P<cell>[\w-]+) (?:of (?P<of>[0-9a-f]{16})|todo) -->$", re.MULTILINE
)
# A line that was probably meant as a mark.
NEARLY = re.compile(r"^[ \t]*<!--\s*cell\b.*$", re.MULTILINE)
OPENS, CLOSES = "```python", "```"


@dataclass(frozen=True)
class Entry:
    """One cell's text. of: the mark of the English that it was made from, "" for a cell to do."""

    cell: str
    kind: str
    of: str
    source: str


def parse(text: str, name: str = "the file") -> tuple[str, list[Entry]]:
    """The text before the first mark, and the cells' entries in order.

    Raises CourseError for a malformed mark, and for two texts of one cell.
    """
    marks = list(MARK.finditer(text))
    whole = {found.start() for found in marks}
    for found in NEARLY.finditer(text):
        if found.start() not in whole:
            line = text.count("\n", 0, found.start()) + 1
            raise CourseError(
                f"{name}, line {line}: {found.group().strip()!r} is not a cell marker; expected "
                "<!-- cell ID of SIXTEEN-HEX-DIGITS --> or <!-- cell ID todo -->"
            )
    entries: dict[str, Entry] = {}
    for found, end in zip(marks, [*(one.start() for one in marks[1:]), len(text)], strict=True):
        cell = found["cell"]
        if cell in entries:
            raise CourseError(f"{name} contains two texts for the cell {cell}; keep one of them")
        entries[cell] = _entry(cell, found["of"] or "", text[found.end() : end].strip("\n"))
    return text[: marks[0].start()] if marks else text, list(entries.values())


def _entry(cell: str, of: str, body: str) -> Entry:
    lines = body.rstrip().split("\n")
    whole = len(lines) > 1 and lines[0] == OPENS and lines[-1] == CLOSES
    # A Markdown cell may also begin and end with a code block, but then it contains several.
    if whole and CLOSES not in (line.strip() for line in lines[1:-1]):
        return Entry(cell, "code", of, "\n".join(lines[1:-1]))
    return Entry(cell, "markdown", of, body)


def written(head: str, entries: Iterable[Entry]) -> str:
    """The file's text."""
    parts = [head.strip("\n")] if head.strip() else []
    for entry in entries:
        mark = f"<!-- cell {entry.cell} {f'of {entry.of}' if entry.of else 'todo'} -->"
        body = entry.source
        if entry.kind == "code":
            body = f"{OPENS}\n{entry.source}\n{CLOSES}"
        parts.append(f"{mark}\n{body}")
    return "\n\n".join(parts) + "\n"


def head(page: str, language: str) -> str:
    """The comment at the top of a new file."""
    return (
        f"<!-- {page} in {language}. Below each mark stands the text of one cell; the mark names the "
        "English text\nthat it was made from. docs/translating.md tells how to go on. -->"
    )
