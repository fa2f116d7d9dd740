"""A small course of one chapter, and what a reader does to his copy of it."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.utils import compute_checksum

from grader.studying.copies import update_copies

NAME = "01-graphs/graphs.ipynb"
STUB = "def polynomial(x, y):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
MINE = "def polynomial(x, y):\n    return 2 * x * x * y - y + 5"


def managed(cell, name, **role):
    cell.metadata["nbgrader"] = {
        "grade": False,
        "grade_id": name,
        "locked": False,
        "schema_version": 3,
        "solution": False,
        "task": False,
        **role,
    }
    cell.metadata.nbgrader["checksum"] = compute_checksum(cell)
    return cell


def text(lines=None, stub=STUB, extra=()):
    """A chapter as it is released: prose, an example, an answer with its check, more prose."""
    prose = {"intro": "Nothing is computed.", "end": "Go on.", **(lines or {})}
    notebook = new_notebook(
        cells=[
            new_markdown_cell(prose["intro"], id="intro"),
            new_code_cell("x = tf.constant(2.0)", id="example"),
            managed(new_code_cell(stub, id="answer"), "polynomial-answer", solution=True),
            managed(
                new_code_cell('check("graphs/polynomial", polynomial)', id="check"),
                "polynomial",
                grade=True,
                locked=True,
                points=2,
            ),
            *extra,
            new_markdown_cell(prose["end"], id="end"),
        ]
    )
    return nbformat.writes(notebook)


def told(release: Path, work: Path) -> list[str]:
    said: list[str] = []
    update_copies(release, work, said.append)
    return said


def edit(path: Path, change) -> bytes:
    notebook = nbformat.read(path, as_version=4)
    change({cell.id: cell for cell in notebook.cells}, notebook)
    nbformat.write(notebook, path)
    return path.read_bytes()


def answer(cells, notebook, written=MINE):
    cells["answer"].source = written
    cells["answer"].outputs = [nbformat.v4.new_output("stream", text="done\n")]


def sources(path: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(path, as_version=4).cells]


def beside(work: Path) -> set[str]:
    return {path.name for path in (work / "01-graphs").iterdir()} - {"graphs.ipynb"}
