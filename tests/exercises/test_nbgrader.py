"""nbgrader's own steps work on every chapter: release, autograde, feedback, validate."""

from __future__ import annotations

import shutil

import nbformat
import pytest
from nbgrader.apps import NbGraderAPI
from nbgrader.utils import setenv
from nbgrader.validator import Validator

from grader.classroom.nbgrader import gradebook
from grader.classroom.nbgrader.course import open_course
from grader.exercises import CHAPTERS, chapter_exercises
from tests import layers
from tests.exercises.answering import MANY
from tests.exercises.running import ROOT

# This one also without an answer, and by Validate; in the whole layer, every chapter.
THOROUGH = CHAPTERS if MANY else layers.some_chapters(1)
# Of these a submission is graded; of the others that is left to tests/exercises/test_solutions.py.
GRADED = CHAPTERS if MANY else layers.some_chapters(2)


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of its own with this course's configuration, on the engine."""
    root = tmp_path / "course"
    root.mkdir()
    config = (ROOT / "nbgrader_config.py").read_text(encoding="utf-8")
    engine = "\nc.JudgedExecute.backend = 'engine'\n"
    (root / "nbgrader_config.py").write_text(config + engine, encoding="utf-8")
    (root / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(root)
    return open_course(root)


@pytest.mark.sampled(0, ci=2)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_released_graded_and_explained(chapter, course, monkeypatch):
    (source,) = (ROOT / "solutions" / chapter).glob("*.ipynb")
    shutil.copytree(source.parent, course.root / "solutions" / chapter)
    directory = course.directory(chapter)
    directory.source_directory, directory.release_directory = "solutions", "notebooks"
    api = NbGraderAPI(directory, config=course.config)

    done = api.generate_assignment(chapter)
    assert done["success"], done["log"][-2000:]
    release = course.root / "notebooks" / chapter / source.name
    committed = ROOT / "notebooks" / chapter / source.name
    assert release.read_bytes() == committed.read_bytes()

    if chapter not in GRADED:
        return
    points = sum(exercise.points for exercise in chapter_exercises(chapter).values())
    solved = nbformat.read(release, as_version=4)
    answers = {cell.id: cell for cell in nbformat.read(source, as_version=4).cells}
    for cell in solved.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = answers[cell.id].source
    expected = {"right": points} | ({"untouched": 0} if chapter in THOROUGH else {})
    for student in expected:
        folder = course.root / "submitted" / student / chapter
        folder.mkdir(parents=True)
        if student == "right":
            nbformat.write(solved, folder / source.name)
        else:
            shutil.copy(release, folder)
        for step in (api.autograde, api.generate_feedback):
            done = step(chapter, student)
            assert done["success"], done["log"][-2000:]
    for student, score in expected.items():
        assert gradebook.total(course, chapter, student)[0] == score
        page = course.root / "feedback" / student / chapter / f"{source.stem}.html"
        most = gradebook.total(course, chapter, student)[1]
        assert f"Score: {score:.1f} / {most:.1f}" in page.read_text(encoding="utf-8")

    if chapter not in THOROUGH:
        return
    # What the Validate button does: the notebook is run in a kernel of its own, here where it lies.
    with setenv(GRADER_BACKEND="engine", PYTHONPATH=str(ROOT)):
        found, untouched = (
            Validator().validate(str(course.root / "submitted" / student / chapter / source.name))
            for student in ("right", "untouched")
        )
    assert found.get("failed", []) == []
    # Their errors do not stop a run of all cells, but they are errors; a written answer is missing, too.
    written = [
        cell for cell in answers.values() if cell.metadata.get("nbgrader", {}).get("solution")
    ]
    written = [cell for cell in written if cell.cell_type == "markdown"]
    told = [cell["error"].partition(":")[0] for cell in untouched["failed"]]
    assert told.count("CheckFailed") == len(chapter_exercises(chapter))
    assert told.count("You did not provide a response.") == len(written) == 1
    assert len(told) == len(chapter_exercises(chapter)) + len(written)
