"""Releases the pages beside the chapters: the index, the glossary, and the guide to other libraries.

The index is a notebook in `solutions/`. The other two are Markdown in `docs/`, to be read in the
repository; they become notebooks because JupyterLab shows only the notebooks' folder, and Markdown
files as source.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from grader.class_file import ClassFile
from grader.places import ROOT

# A page's name in notebooks/: (its source in the repository, how it becomes a notebook).
PAGES: dict[str, tuple[str, Callable[[str], NotebookNode]]] = {
    "00-tour.ipynb": ("solutions/00-tour.ipynb", lambda text: cleared(text)),
    "index.ipynb": ("solutions/index.ipynb", lambda text: cleared(text)),
    "glossary.ipynb": ("docs/glossary.md", lambda text: from_markdown(text)),
    "coming-from.ipynb": ("docs/coming-from.md", lambda text: from_markdown(text)),
}
INDEX = "index.ipynb"
# In the index: where its first text begins to be true of any choice of chapters, and a chapter's row.
ALL_CHAPTERS = re.compile("Each chapter has|每一章有")
ROW = re.compile(r"\| \[[^\]]*\]\(([^/()]+)/[^()]*\) \|")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def release_pages(target: Path, root: Path = ROOT) -> list[str]:
    """Writes the pages into `target`; returns the names of those that changed."""
    changed = stale_pages(target, root)
    for name in changed:
        target.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(page(name, root), encoding="utf-8")
    return changed


def stale_pages(target: Path, root: Path = ROOT) -> list[str]:
    """The names of the pages in `target` that differ from what their sources produce."""
    return [name for name in PAGES if _text_of(target / name) != page(name, root)]


def page(name: str, root: Path = ROOT) -> str:
    """A page's notebook as JSON."""
    source, made_by = PAGES[name]
    return as_text(made_by((root / source).read_text(encoding="utf-8")))


def class_pages(source: Path, about: ClassFile, root: Path = ROOT) -> dict[str, str]:
    """The pages of a class by name. source: the folder of its sources, which may have an index of its own."""
    index = for_class(class_index(source, root), about)
    return {name: page(name, root) for name in PAGES} | {INDEX: as_text(index)}


def class_index(source: Path, root: Path = ROOT) -> NotebookNode:
    """The index from which a class's is made: its own in `source`, or the course's."""
    own = source / INDEX
    text = (own if own.is_file() else root / PAGES[INDEX][0]).read_text(encoding="utf-8")
    return cleared(text)


def for_class(index: NotebookNode, about: ClassFile) -> NotebookNode:
    """The index with the class's title, logo and line, and with its chapters alone in the tables."""
    for cell in index.cells:
        if cell.cell_type != "markdown":
            continue
        if cell.source.startswith("# "):
            _head(cell, about)
        lines = cell.source.split("\n")
        kept = (line for line in lines if about.has(_chapter_of(line)))
        cell.source = "\n".join(_for_groups(line, about) for line in kept)
    return index


def _head(cell: NotebookNode, about: ClassFile) -> None:
    """Gives the index's first cell what the class says of itself."""
    title, _rest, rest = cell.source.partition("\n")
    if about.title:
        true = ALL_CHAPTERS.search(cell.source)
        title, rest = f"# {escaped(about.title)}", cell.source[true.start() :] if true else rest
    parts = [title]
    if about.logo is not None:
        cell.attachments = {about.logo.name: {about.logo.kind: about.logo.base64}}
        parts.append(f"![](attachment:{about.logo.name})")
    parts += [escaped(about.line), rest.strip("\n")]
    cell.source = "\n\n".join(filter(None, parts))


def _for_groups(row: str, about: ClassFile) -> str:
    """A table's row, which says for whom a chapter is that is not for everybody."""
    names = about.groups_with(_chapter_of(row))
    return row.replace(") |", f") ({escaped(', '.join(names))}) |", 1) if names else row


def _chapter_of(row: str) -> str:
    """The chapter that a table's row is about, or ""."""
    found = ROW.match(row)
    return found[1] if found else ""


def escaped(text: str) -> str:
    """A text whose signs Markdown does not read as more than themselves."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)


def as_text(notebook: NotebookNode) -> str:
    """A notebook as a file has it."""
    nbformat.validate(notebook)
    return str(nbformat.writes(notebook)) + "\n"


def cleared(text: str) -> NotebookNode:
    """A notebook without outputs."""
    notebook = nbformat.reads(text, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def from_markdown(text: str) -> NotebookNode:
    """A Markdown file of `docs/` as a notebook, with one cell per second-level heading."""
    parts = re.split(r"^(?=## )", LINK.sub(_moved, text), flags=re.MULTILINE)
    notebook = nbformat.v4.new_notebook(
        metadata={
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    notebook.cells = [
        nbformat.v4.new_markdown_cell(part.strip(), id=f"part-{number}")
        for number, part in enumerate(parts)
    ]
    return notebook


def _moved(link: re.Match[str]) -> str:
    """A link rewritten for `notebooks/`: between pages, and to the chapters."""
    address, _, anchor = link[1].removeprefix("../notebooks/").partition("#")
    made = {Path(source).name: name for name, (source, _) in PAGES.items()}
    return f"]({made.get(address, address)}{'#' if anchor else ''}{anchor})"


def _text_of(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None
