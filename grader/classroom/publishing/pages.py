"""The pages beside the chapters: the index, the glossary, and what ideas are called elsewhere.

The index is a notebook of its own in `solutions/`. The other two are Markdown in `docs/`, so that
they can be read where the repository is; JupyterLab shows only the folder of the notebooks, and a
Markdown file as source text, so there they are notebooks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from grader.places import ROOT

# A page's name in notebooks/: (its source, seen from the repository, how it becomes a notebook).
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
    """The names of the pages in `target` that are not what their sources give."""
    return [name for name in PAGES if _text_of(target / name) != page(name, root)]


def page(name: str, root: Path = ROOT) -> str:
    """The text of a page's notebook."""
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
    """A Markdown file of `docs/` as a notebook: one cell for each heading of the second level."""
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
    """A link as it is right in `notebooks/`: between pages, and to the chapters."""
    address, _, anchor = link[1].removeprefix("../notebooks/").partition("#")
    made = {Path(source).name: name for name, (source, _) in PAGES.items()}
    return f"]({made.get(address, address)}{'#' if anchor else ''}{anchor})"


def _text_of(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None
