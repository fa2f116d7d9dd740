"""Our notebook files are those that nbformat writes, and our checksums nbgrader's."""

from __future__ import annotations

import itertools
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.utils import compute_checksum

from grader.studying import notebooks

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted((ROOT / "notebooks").rglob("*.ipynb"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_notebook_that_is_read_and_written_is_the_same_as_with_nbformat(path):
    text = path.read_text(encoding="utf-8")
    assert notebooks.writes(notebooks.reads(text)) == nbformat.writes(
        nbformat.reads(text, as_version=4)
    )


def test_line_ends_and_outputs_are_kept():
    notebook = nbformat.v4.new_notebook(cells=[new_code_cell("a\n\nb\n", id="a")])
    notebook.cells[0].outputs = [
        nbformat.v4.new_output("stream", text="1\n2\n"),
        nbformat.v4.new_output(
            "display_data", {"text/html": "<p>\n</p>", "application/json": {"a": 1}}
        ),
    ]
    text = nbformat.writes(notebook)
    assert notebooks.writes(notebooks.reads(text)) == text


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"nbformat": 3, "cells": []}', '{"nbformat": 4}']
)
def test_what_is_no_notebook_is_an_error(text):
    with pytest.raises((ValueError, TypeError, AttributeError)):
        notebooks.reads(text)


@pytest.mark.parametrize("make", [new_code_cell, new_markdown_cell])
def test_checksums_are_nbgraders(make):
    for grade, solution, locked, task in itertools.product([False, True], repeat=4):
        cell = make("# ünïcode\npass")
        cell.metadata["nbgrader"] = {"grade_id": "a", "grade": grade, "solution": solution}
        cell.metadata["nbgrader"] |= {"locked": locked, "task": task, "points": 2}
        assert notebooks.checksum(cell) == compute_checksum(cell)
