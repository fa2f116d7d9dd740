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
from tests.exercises.running import cells_of

CHAPTER = "01-graphs"


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
    texts = {cell.id: cell.source for cell in cells_of(CHAPTER)}
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = texts[cell.id] if cell.cell_type == "code" else "因为默认图一直在变大。"
    return notebook


@pytest.mark.sampled(0, ci=0)
def test_a_chinese_submission_gets_what_its_answers_earn(course):
    directory = course.directory(CHAPTER)
    directory.source_directory, directory.release_directory = "solutions", "notebooks"
    api = NbGraderAPI(directory, config=course.config)
    done = api.generate_assignment(CHAPTER)
    assert done["success"], done["log"][-2000:]
    release = made_of("zh_CN") / CHAPTER
    for student in ("answered", "untouched"):
        folder = course.root / "submitted" / student / CHAPTER
        shutil.copytree(release, folder)
        for page in folder.glob("*.ipynb") if student == "answered" else ():
            nbformat.write(answered(page), page)
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
    pages = (course.root / "feedback" / "answered" / CHAPTER).glob("*.html")
    text = "\n".join(page.read_text(encoding="utf-8") for page in sorted(pages))
    # Prose, what cells print, and the student's own text are as they were handed in.
    for part in (
        "图：三行代数算出了什么？",
        "在默认图里：",
        "因为默认图一直在变大。",
        "graphs/polynomial",
    ):
        assert part in text
