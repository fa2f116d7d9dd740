"""Every chapter runs from its first cell to its last, and shows the same on both back ends."""

from __future__ import annotations

import pytest

from grader.classroom.course.check_lines import check_line
from grader.classroom.pages.cleaning import cleaned
from grader.exercises import CHAPTERS, chapter_exercises
from tests.exercises.running import NOTEBOOKS, each_lesson, executed, is_graded


def of_a_chapter(test):
    """One chapter daily, the others in `make test-all`: the first test of each runs its notebook."""
    return pytest.mark.sampled(1, of="chapters")(each_lesson(test))


def test_there_is_a_notebook_for_every_chapter():
    assert {path.parent.name for path in NOTEBOOKS} == set(CHAPTERS)


@pytest.mark.sampled(1)
@of_a_chapter
@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_the_solutions_get_full_points(path, back_end):
    exercises = chapter_exercises(path.parent.name)
    graded = [(cell, texts[-1]) for cell, texts in executed(path, back_end) if is_graded(cell)]
    for cell, verdict in graded:
        exercise = exercises[check_line(cell.source)[0]]
        points = f"{exercise.points:g}"
        assert verdict.startswith(f"{exercise.id}: {points} of {points} points: every case passes.")


@of_a_chapter
@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_nothing_is_written_to_stderr(path, back_end):
    assert [texts for _, texts in executed(path, back_end) if texts[1] != "stderr:"] == []


@of_a_chapter
def test_a_page_with_its_pictures_says_nothing_of_what_was_removed(path):
    cut, pictures = set(), 0
    for cell, _texts in executed(path, "engine"):
        for data in (output.get("data", {}) for output in cell.outputs):
            for kind in ("text/html", "image/svg+xml"):
                page = cleaned(data.get(kind, ""), cut)
                pictures += page.count("<img") + page.count("<svg") + page.count("<image")
    assert (cut, pictures > 0) == (set(), True)


@of_a_chapter
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
