"""Every chapter runs from its first cell to its last, and shows the same on both back ends."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from grader.exercises import CHAPTERS, chapter_exercises

ROOT = Path(__file__).parents[2]
NOTEBOOKS = [
    path for chapter in CHAPTERS for path in (ROOT / "solutions" / chapter).glob("*.ipynb")
]


@cache
def executed(path: Path, back_end: str):
    """The cells of the notebook, run in a kernel of its own, as (cell, what it shows)."""
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


def shown(cell) -> list[str]:
    """What a cell shows, each stream as one text: where it is cut is chance."""
    texts = []
    streams = [output for output in cell.outputs if output.output_type == "stream"]
    for name in ("stdout", "stderr"):
        texts.append(name + ":" + "".join(item.text for item in streams if item.name == name))
    for output in cell.outputs:
        if output.output_type != "stream":
            texts.append(str(output.data.get("text/plain", sorted(output.data))))
    return texts


def is_graded(cell) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("grade"))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def path(request):
    return request.param


def test_there_is_a_notebook_for_every_chapter():
    assert {path.parent.name for path in NOTEBOOKS} == set(CHAPTERS)


@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_the_solutions_get_full_points(path, back_end):
    exercises = chapter_exercises(path.parent.name)
    verdicts = [texts[-1] for cell, texts in executed(path, back_end) if is_graded(cell)]
    assert len(verdicts) == len(exercises)
    for exercise, verdict in zip(exercises.values(), verdicts, strict=True):
        points = f"{exercise.points:g}"
        assert verdict.startswith(f"{exercise.id}: {points} of {points} points: every case agrees.")


@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_nothing_is_written_to_stderr(path, back_end):
    assert [texts for _, texts in executed(path, back_end) if texts[1] != "stderr:"] == []


def test_both_back_ends_show_the_same(path):
    """All but the graded cells, whose numbers are drawn anew at every check.

    A cell that needs TensorFlow says so on the engine, and has a tag that tells this test.
    """
    pairs = zip(executed(path, "engine"), executed(path, "tensorflow"), strict=True)
    for (cell, on_engine), (_, on_tensorflow) in pairs:
        if "tensorflow-only" in cell.metadata.get("tags", ()):
            assert "stdout:This cell needs TensorFlow" in on_engine[0], cell.source
        elif not is_graded(cell):
            assert on_engine == on_tensorflow, cell.source
