"""Every crime scene fails until its one line is mended, and passes then."""

from __future__ import annotations

import pytest

from grader.classroom.nbgrader.preprocessors.break_scenes import broken, is_scene
from grader.exercises import CHAPTERS
from tests.exercises.coverage import COVERAGE
from tests.exercises.running import cells_of, executed, lessons_of

# The crime scenes that a chapter of the course must have at least.
LEAST = 2

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


def scenes_of(chapter, folder):
    return [cell for cell in cells_of(chapter, folder) if is_scene(cell)]


@each_chapter
def test_a_chapter_has_enough_and_its_release_has_their_bugs(chapter):
    sources = scenes_of(chapter, "solutions")
    released = scenes_of(chapter, "notebooks")
    assert len(sources) >= (LEAST if COVERAGE.get(chapter) else 0)
    assert [cell.source for cell in released] == [broken(cell.source) for cell in sources]


@pytest.mark.sampled(0, ci=2)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_scene_fails_with_its_bug_and_only_then(chapter):
    found = {}
    for folder in ("solutions", "notebooks"):
        found[folder] = [
            any(output.output_type == "error" for output in cell.outputs)
            for path in lessons_of(chapter, folder)
            for cell, _ in executed(path, "engine")
            if is_scene(cell)
        ]
    assert not any(found["solutions"])
    assert all(found["notebooks"])
