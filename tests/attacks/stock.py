"""The same cells run by nbgrader itself, without this course's steps: what an attack gets there."""

from __future__ import annotations

import concurrent.futures
import logging
from pathlib import Path

import toy_catalogue as toys
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.preprocessors import Execute
from nbgrader.utils import determine_grade

# Test cells as instructors write them. "points" is nbgrader's partial credit: the cell's number.
KINDS = {
    "assert": "assert double(21) == 42",
    "builtins": "assert all(abs(double(n) - 2 * n) < 1e-6 for n in (3, 21))",
    "numpy": "import numpy as np\nnp.testing.assert_allclose(double(21), 42)",
    "points": "check(double)",
}
# What a course's own helper module would hold.
HELPER = """
def check(answer):
    return sum(answer(number) == 2 * number for number in (3, 21))
"""


def course(folder: Path) -> Path:
    """An nbgrader course; the folder in which nbgrader runs a submission."""
    toys.write_source(folder / "source")
    work = folder / "autograded" / "ann" / toys.CHAPTER
    work.mkdir(parents=True)
    (work / "helper.py").write_text(HELPER)
    return work


def points(kind: str, work: Path, *cells: str) -> float:
    """The points that nbgrader gives for the toy chapter's first exercise, 2 at most."""
    metadata = toys.managed("double", grade=True, locked=True, points=2)
    graded = new_code_cell(KINDS[kind], metadata=metadata)
    sources = ("from helper import check", *filter(None, cells))
    done = _run(work, [*map(new_code_cell, sources), graded])
    found, _ = determine_grade(done[-1], logging.getLogger("stock"))
    return float(found or 0.0)


def printed(work: Path, sources: list[str]) -> list[str]:
    """What each of several cells shows, run one after the other."""
    return [str(cell.outputs) for cell in _run(work, [*map(new_code_cell, sources)])]


def _run(work: Path, cells: list[NotebookNode]) -> list[NotebookNode]:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    done, _ = Execute(timeout=30).preprocess(notebook, {"metadata": {"path": str(work)}})
    found: list[NotebookNode] = done.cells
    return found


def points_of_all(work: Path, tries: dict[str, tuple[str, ...]]) -> dict[str, float]:
    """`points` for each of several (kind, cell, cell...), a few at once: most of it is waiting."""
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        waiting = {
            name: pool.submit(points, kind, work, *cells) for name, (kind, *cells) in tries.items()
        }
        return {name: one.result() for name, one in waiting.items()}
