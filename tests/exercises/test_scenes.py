"""Every crime scene fails until its one line is mended, and passes then."""

from __future__ import annotations

import nbformat
import pytest

from grader.classroom.nbgrader.preprocessors.break_scenes import broken, is_scene
from grader.exercises import CHAPTERS
from tests.exercises.running import ROOT, executed

# The crime scenes that a chapter must have at least.
LEAST = 2

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


def notebook_of(folder, chapter):
    (path,) = (ROOT / folder / chapter).glob("*.ipynb")
    return path


def scenes_of(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if is_scene(cell)]


@each_chapter
def test_a_chapter_has_enough_and_its_release_has_their_bugs(chapter):
    sources = scenes_of(notebook_of("solutions", chapter))
    released = scenes_of(notebook_of("notebooks", chapter))
    assert len(sources) >= LEAST
    assert [cell.source for cell in released] == [broken(cell.source) for cell in sources]


@pytest.mark.sampled(0, ci=4)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_scene_fails_with_its_bug_and_only_then(chapter):
    found = {}
    for folder in ("solutions", "notebooks"):
        found[folder] = [
            any(output.output_type == "error" for output in cell.outputs)
            for cell, _ in executed(notebook_of(folder, chapter), "engine")
            if is_scene(cell)
        ]
    assert not any(found["solutions"])
    assert all(found["notebooks"])
