"""The index says of each chapter how long its sittings take: what is computed from the chapter, no guess."""

from __future__ import annotations

import pytest

from grader.exercises import CHAPTERS
from grader.places import ROOT
from tests.prose.reading_times import FURTHER, STOP, minutes, stated

INDEXES = {"solutions/index.ipynb": "min", "translations/zh_CN/index.md": "分钟"}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_index_states_the_time_of_a_chapter(chapter):
    for index, unit in INDEXES.items():
        text = (ROOT / index).read_text(encoding="utf-8")
        (row,) = (line for line in text.splitlines() if f"({chapter}/" in line and "| [" in line)
        assert f"| {stated(chapter).replace('min', unit)} |" in row, f"{index}: {row}"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_has_two_sittings_of_bearable_length(chapter):
    first, second, _ = minutes(chapter)
    assert 20 < first < 90 and 20 < second < 90, (STOP, FURTHER, first, second)
