"""nbgrader's own steps work on every chapter: release, autograde, feedback, validate."""

from __future__ import annotations

import re
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
from tests.exercises.running import ROOT, cells_of, lessons_of

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


@pytest.mark.sampled(0, ci=0)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_released_graded_and_explained(chapter, course, monkeypatch):
    lessons = lessons_of(chapter)
    shutil.copytree(lessons[0].parent, course.root / "solutions" / chapter)
    directory = course.directory(chapter)
    directory.source_directory, directory.release_directory = "solutions", "notebooks"
    api = NbGraderAPI(directory, config=course.config)

    done = api.generate_assignment(chapter)
    assert done["success"], done["log"][-2000:]
    release = course.root / "notebooks" / chapter
    for path in lessons:
        committed = ROOT / "notebooks" / chapter / path.name
        assert (release / path.name).read_bytes() == committed.read_bytes()

    if chapter not in GRADED:
        return
    points = sum(exercise.points for exercise in chapter_exercises(chapter).values())
    answers = {cell.id: cell for cell in cells_of(chapter)}
    expected = {"right": points} | ({"untouched": 0} if chapter in THOROUGH else {})
    for student in expected:
        folder = course.root / "submitted" / student / chapter
        shutil.copytree(release, folder)
        for path in folder.glob("*.ipynb") if student == "right" else ():
            solved = nbformat.read(path, as_version=4)
            for cell in solved.cells:
                if cell.metadata.get("nbgrader", {}).get("solution"):
                    cell.source = answers[cell.id].source
            nbformat.write(solved, path)
        for step in (api.autograde, api.generate_feedback):
            done = step(chapter, student)
            assert done["success"], done["log"][-2000:]
    for student, score in expected.items():
        assert gradebook.total(course, chapter, student)[0] == score
        most = gradebook.total(course, chapter, student)[1]
        pages = [
            (course.root / "feedback" / student / chapter / f"{path.stem}.html").read_text("utf-8")
            for path in lessons
        ]
        scores = [re.search(r"Score: ([\d.]+) / ([\d.]+)", page).groups() for page in pages]
        assert [sum(map(float, one)) for one in zip(*scores, strict=True)] == [score, most]

    if chapter not in THOROUGH:
        return
    # What the Validate button does: the notebook is run in a kernel of its own, here where it lies.
    with setenv(GRADER_BACKEND="engine", PYTHONPATH=str(ROOT)):
        failed = {
            student: [
                cell["error"].partition(":")[0]
                for path in lessons
                for cell in Validator()
                .validate(str(course.root / "submitted" / student / chapter / path.name))
                .get("failed", [])
            ]
            for student in ("right", "untouched")
        }
    assert failed["right"] == []
    # Their errors do not stop a run of all cells, but they are errors; a written answer is missing, too.
    written = [
        cell for cell in answers.values() if cell.metadata.get("nbgrader", {}).get("solution")
    ]
    written = [cell for cell in written if cell.cell_type == "markdown"]
    told = failed["untouched"]
    assert told.count("CheckFailed") == len(chapter_exercises(chapter))
    assert told.count("You did not provide a response.") == len(written) == 1
    assert len(told) == len(chapter_exercises(chapter)) + len(written)
