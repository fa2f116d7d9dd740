"""Every chapter runs from its first cell to its last, and shows the same on both back ends."""

from __future__ import annotations

import pytest

from grader.exercises import CHAPTERS, chapter_exercises
from tests.exercises.running import NOTEBOOKS, executed, is_graded


def of_a_chapter(test):
    """One chapter daily, the others in `make test-all`: the first test of each runs its notebook."""
    return pytest.mark.sampled(1, of="chapters")(test)


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.parent.name)
def path(request):
    return request.param


def test_there_is_a_notebook_for_every_chapter():
    assert {path.parent.name for path in NOTEBOOKS} == set(CHAPTERS)


@pytest.mark.sampled(1)
@of_a_chapter
@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_the_solutions_get_full_points(path, back_end):
    exercises = chapter_exercises(path.parent.name)
    verdicts = [texts[-1] for cell, texts in executed(path, back_end) if is_graded(cell)]
    assert len(verdicts) == len(exercises)
    for exercise, verdict in zip(exercises.values(), verdicts, strict=True):
        points = f"{exercise.points:g}"
        assert verdict.startswith(f"{exercise.id}: {points} of {points} points: every case passes.")


@of_a_chapter
@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_nothing_is_written_to_stderr(path, back_end):
    assert [texts for _, texts in executed(path, back_end) if texts[1] != "stderr:"] == []


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
