"""Runs a chapter's notebook once on each back end, for the tests of all processes that look at it."""

from __future__ import annotations

import copy
import fcntl
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from traitlets.config import Config

from grader.exercises import CHAPTERS

ROOT = Path(__file__).parents[2]


def lessons_of(chapter: str, folder: str = "solutions") -> list[Path]:
    """The chapter's notebooks, in the order in which they are read."""
    return sorted((ROOT / folder / chapter).glob("*.ipynb"))


def cells_of(chapter: str, folder: str = "solutions") -> list[Any]:
    """The cells of all its notebooks."""
    notebooks = [nbformat.read(path, as_version=4) for path in lessons_of(chapter, folder)]
    return [cell for notebook in notebooks for cell in notebook.cells]


NOTEBOOKS = [path for chapter in CHAPTERS for path in lessons_of(chapter)]
each_lesson = pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=[f"{path.parent.name}/{path.stem}" for path in NOTEBOOKS]
)
# Where the processes of one run of the tests leave what they ran; conftest.py sets it.
SHARED: Path | None = None


@cache
def executed(path: Path, back_end: str) -> list[tuple[Any, list[str]]]:
    """The code cells of the notebook, run in a kernel of its own, as (cell, what it shows)."""
    if SHARED is None:
        notebook = _run(path, back_end)
    else:
        SHARED.mkdir(exist_ok=True)
        kept = SHARED / f"{path.relative_to(ROOT)}-{back_end}".replace("/", "-")
        with open(f"{kept}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # whoever comes second waits, and reads
            if not kept.exists():
                nbformat.write(_run(path, back_end), kept)
        notebook = nbformat.read(kept, as_version=4)
    return [(cell, shown(cell)) for cell in notebook.cells if cell.cell_type == "code"]


def run_twice(path: Path, back_end: str) -> list[tuple[Any, list[str], list[str]]]:
    """Each code cell, run in order, and once more in order after all of them: what it shows, both times."""
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    notebook.cells = cells + copy.deepcopy(cells)
    for cell in notebook.cells[len(cells) :]:
        cell.id += "-again"
    ran = _execute(notebook, path, back_end).cells
    first, again = ran[: len(cells)], ran[len(cells) :]
    return [(cell, shown(cell), shown(other)) for cell, other in zip(first, again, strict=True)]


def _run(path: Path, back_end: str) -> Any:
    return _execute(nbformat.read(path, as_version=4), path, back_end)


def _execute(notebook: Any, path: Path, back_end: str) -> Any:
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    settings = {"GRADER_BACKEND": back_end, "PYTHONPATH": paths, "TF_CPP_MIN_LOG_LEVEL": "3"}
    # In its folder, as in JupyterLab: `../../data` is the data.
    run_notebook(notebook, path.parent, {**os.environ, **settings})
    return notebook


def run_notebook(notebook: Any, folder: Path, env: dict[str, str], **settings: Any) -> None:
    """Runs the cells in place. The kernel's sockets are files: two kernels can choose the same port."""
    with tempfile.TemporaryDirectory() as sockets:
        manager = {"transport": "ipc", "connection_file": f"{sockets}/kernel.json"}
        client = NotebookClient(
            notebook,
            timeout=120,
            kernel_name="python3",
            resources={"metadata": {"path": str(folder)}},
            config=Config({"KernelManager": manager}),
            **settings,
        )
        client.execute(env=env)


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
