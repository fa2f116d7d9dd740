"""The index says of each chapter how long its lessons take: what is computed from them, no guess."""

from __future__ import annotations

import re

import nbformat
import pytest

from grader.exercises import CHAPTERS
from grader.places import ROOT, SOLUTIONS
from tests.exercises.running import is_graded
from tests.prose.reading_times import lessons, of_lesson, stated, words_of

INDEXES = {"solutions/index.ipynb": "min", "translations/zh_CN/index.md": "分钟"}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_index_states_the_time_of_a_chapter(chapter):
    for index, unit in INDEXES.items():
        text = (ROOT / index).read_text(encoding="utf-8")
        (row,) = (line for line in text.splitlines() if f"({chapter}/" in line and "| [" in line)
        assert f"| {stated(chapter).replace('min', unit)} |" in row, f"{index}: {row}"


LESSONS = [path for one in CHAPTERS for path in lessons(one)]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_lesson_is_one_sitting(path):
    cells = nbformat.read(path, as_version=4).cells
    read = [cell.source for cell in cells if cell.cell_type == "markdown"]
    read = [text for text in read if not text.startswith("### BEGIN SOLUTION")]
    graded = [cell for cell in cells if is_graded(cell) and cell.cell_type == "code"]
    assert len(cells) <= 60
    assert sum(len(text.split()) for text in read) <= 1800
    assert 1 <= len(graded) <= 4
    assert of_lesson(path) <= 45
    assert re.match(r"# .+: .+\?\n", read[0]), "its title asks a question"


def test_the_course_has_no_more_words_than_it_may():
    """Of text that readers see, in all lessons, further pages and the tour."""
    pages = [*SOLUTIONS.glob("*/*.ipynb"), SOLUTIONS / "00-tour.ipynb"]
    assert sum(map(words_of, pages)) <= 42_000
