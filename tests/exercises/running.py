"""Runs a chapter's notebook once in each process and back end, for all tests that look at it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from grader.exercises import CHAPTERS
from tests import layers

ROOT = Path(__file__).parents[2]
NOTEBOOKS = [
    path for chapter in CHAPTERS for path in (ROOT / "solutions" / chapter).glob("*.ipynb")
]
# The chapters whose release is run as well, unsolved.
RELEASED = CHAPTERS if layers.WHOLE else layers.some_chapters(4)


@cache
def executed(path: Path, back_end: str) -> list[tuple[Any, list[str]]]:
    """The code cells of the notebook, run in a kernel of its own, as (cell, what it shows)."""
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(path.parent)}}  # as in JupyterLab: `../../data` is the data
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources=place)
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    client.execute(
        env={
            **os.environ,
            "GRADER_BACKEND": back_end,
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "TF_CPP_MIN_LOG_LEVEL": "3",
        }
    )
    return [(cell, shown(cell)) for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell: Any) -> list[str]:
    """What a cell shows, each stream as one text: where it is cut is chance."""
    texts = []
    streams = [output for output in cell.outputs if output.output_type == "stream"]
    for name in ("stdout", "stderr"):
        texts.append(name + ":" + "".join(item.text for item in streams if item.name == name))
    for output in cell.outputs:
        if output.output_type == "error":
            texts.append(f"{output.ename}: {output.evalue}")
        elif output.output_type != "stream":
            texts.append(str(output.data.get("text/plain", sorted(output.data))))
    return texts


def is_graded(cell: Any) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("grade"))
