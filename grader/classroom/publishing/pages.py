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

from grader.places import ROOT

# A page's name in notebooks/: (its source in the repository, how it becomes a notebook).
PAGES: dict[str, tuple[str, Callable[[str], NotebookNode]]] = {
    "index.ipynb": ("solutions/index.ipynb", lambda text: cleared(text)),
    "glossary.ipynb": ("docs/glossary.md", lambda text: from_markdown(text)),
    "coming-from.ipynb": ("docs/coming-from.md", lambda text: from_markdown(text)),
}
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
    notebook = made_by((root / source).read_text(encoding="utf-8"))
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
