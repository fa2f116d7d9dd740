"""Every chapter of the course has something to play with: a picture to be proud of, and no points."""

from __future__ import annotations

import re

import pytest

from tests.exercises.coverage import COVERAGE
from tests.exercises.running import cells_of

# The tasks to play with that a chapter must have at least.
LEAST = 1
HEADING = re.compile(r"^#{1,2} (.*)", re.MULTILINE)


def tasks_of(chapter):
    """The cells of each section whose heading begins with Play."""
    sections = []
    for cell in cells_of(chapter):
        heading = cell.cell_type == "markdown" and HEADING.match(cell.source)
        if heading:
            sections.append((heading[1], []))
        if sections:
            sections[-1][1].append(cell)
    return [cells for title, cells in sections if title.partition(":")[0] == "Play"]


@pytest.mark.parametrize("chapter", [chapter for chapter, rows in COVERAGE.items() if rows])
def test_a_chapter_has_a_task_that_shows_a_picture_and_has_no_points(chapter):
    tasks = tasks_of(chapter)
    assert len(tasks) >= LEAST
    for cells in tasks:
        code = [cell for cell in cells if cell.cell_type == "code"]
        assert any("show(" in cell.source for cell in code)
        assert not any("nbgrader" in cell.metadata for cell in cells)
        assert not any("check(" in cell.source for cell in code)
