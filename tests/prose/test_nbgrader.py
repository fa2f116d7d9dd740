"""nbgrader's own commands on submissions made from a translated release."""

from __future__ import annotations

import shutil

import nbformat
import pytest
from nbgrader.apps import NbGraderAPI

from grader.classroom.nbgrader import gradebook
from grader.classroom.nbgrader.course import open_course
from grader.exercises import chapter_exercises
from grader.places import ROOT, SOLUTIONS
from grader.prose.places import made_of

CHAPTER, PAGE = "01-graphs", "01-graphs/graphs.ipynb"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of its own with this course's configuration, on the engine."""
    root = tmp_path / "course"
    root.mkdir()
    config = (ROOT / "nbgrader_config.py").read_text(encoding="utf-8")
    engine = "\nc.JudgedExecute.backend = 'engine'\n"
    (root / "nbgrader_config.py").write_text(config + engine, encoding="utf-8")
    shutil.copytree(SOLUTIONS / CHAPTER, root / "solutions" / CHAPTER)
    monkeypatch.chdir(root)
    return open_course(root)


def answered(page):
    """The release with the solutions' answers to the exercises, and one to the question."""
    notebook = nbformat.read(page, as_version=4)
    texts = {cell.id: cell.source for cell in nbformat.read(SOLUTIONS / PAGE, as_version=4).cells}
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = texts[cell.id] if cell.cell_type == "code" else "因为默认图一直在变大。"
    return notebook


@pytest.mark.slow
def test_a_chinese_submission_gets_what_its_answers_earn(course):
    directory = course.directory(CHAPTER)
    directory.source_directory, directory.release_directory = "solutions", "notebooks"
    api = NbGraderAPI(directory, config=course.config)
    done = api.generate_assignment(CHAPTER)
    assert done["success"], done["log"][-2000:]
    release = made_of("zh_CN") / PAGE
    for student in ("answered", "untouched"):
        folder = course.root / "submitted" / student / CHAPTER
        folder.mkdir(parents=True)
        if student == "answered":
            nbformat.write(answered(release), folder / release.name)
        else:
            shutil.copy(release, folder)
        done = api.autograde(CHAPTER, student)
        assert done["success"], done["log"][-2000:]
        assert "has changed" not in done.get("log", "")

    points = sum(exercise.points for exercise in chapter_exercises(CHAPTER).values())
    most = points + 3  # of the written question
    # The last one: whether a person must grade. The question as it was given out is no answer.
    assert gradebook.total(course, CHAPTER, "answered") == (points, most, True)
    assert gradebook.total(course, CHAPTER, "untouched") == (0, most, False)

    done = api.generate_feedback(CHAPTER, "answered")
    assert done["success"], done["log"][-2000:]
    page = course.root / "feedback" / "answered" / CHAPTER / "graphs.html"
    text = page.read_text(encoding="utf-8")
    # Prose, what cells print, and the student's own text are as they were handed in.
    for part in (
        "图：是菜谱，不是饭菜",
        "在默认图里：",
        "因为默认图一直在变大。",
        "graphs/polynomial",
    ):
        assert part in text
