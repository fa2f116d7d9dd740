"""Feedback pages that cannot be made anew: those from before stay."""

from __future__ import annotations

import json
import shutil

import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner
from nbgrader.api import Gradebook

from grader.classroom.course.handed_in import is_chosen
from grader.classroom.nbgrader import feedback
from grader.classroom.nbgrader.course import open_course
from grader.cli import main


@pytest.fixture
def course(tmp_path):
    root = stub.write_class(tmp_path / "class", 2)
    stub.run_class(root, 1, pages=True)
    return open_course(root)


def page(course, student="student00"):
    return course.root / "feedback" / student / toys.CHAPTER / "toys.html"


def failing(folder, error):
    def start(self):
        shutil.rmtree(folder, ignore_errors=True)  # as nbgrader does
        folder.mkdir()
        raise error

    return start


@pytest.mark.sampled(0, ci=1)
@pytest.mark.parametrize("error", [RuntimeError("a damaged gradebook"), SystemExit(1)])
def test_a_page_stays_where_a_new_one_cannot_be_made(course, monkeypatch, error):
    before = page(course).read_text()
    with monkeypatch.context() as patch:
        patch.setattr(feedback.Pages, "start", failing(page(course).parent, error))
        pages, trouble = feedback.feedback_of(course, toys.CHAPTER, "student00")
    assert type(error).__name__ in trouble
    assert pages == [page(course)]
    assert page(course).read_text() == before
    pages, trouble = feedback.feedback_of(course, toys.CHAPTER, "student00")
    assert (pages, trouble) == ([page(course)], "")
    assert [path.name for path in page(course).parent.parent.iterdir()] == [toys.CHAPTER]


@pytest.mark.slow
def test_a_notebook_without_points_has_a_page_that_says_so(course):
    """nbgrader's Assignment List shows no feedback before every notebook has some."""
    submitted = course.root / "submitted" / "student00" / toys.CHAPTER
    for name in ("further", "scratch"):  # the second is the student's own
        shutil.copy(submitted / "toys.ipynb", submitted / f"{name}.ipynb")
    source = course.root / "source" / toys.CHAPTER
    source.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    (source / "further.ipynb").write_text(text)
    # It has points, and could not be graded.
    for folder in (submitted, source):
        shutil.copy(submitted / "toys.ipynb", folder / "failed.ipynb")
    pages, _trouble = feedback.feedback_of(course, toys.CHAPTER, "student00")
    assert [one.name for one in pages] == ["further.html", "toys.html"]
    assert "has no points" in pages[0].read_text(encoding="utf-8")


@pytest.mark.slow
def test_after_a_killed_run_the_whole_pages_are_kept(course, monkeypatch):
    folder = page(course).parent
    folder.rename(folder.with_name(f".{folder.name} before"))
    folder.mkdir()  # half of the new ones
    with monkeypatch.context() as patch:
        patch.setattr(feedback.Pages, "start", failing(folder, RuntimeError()))
        pages, _trouble = feedback.feedback_of(course, toys.CHAPTER, "student00")
    assert pages == [page(course)]


@pytest.mark.slow
def test_only_the_pages_of_those_who_are_named_are_made(course):
    def made(*only):
        """Whose pages are new, after the command; None for both."""
        for student in ("student00", "student01"):
            page(course, student).write_text("old")
        done = CliRunner().invoke(
            main,
            ["feedback", toys.CHAPTER, "--course", str(course.root)]
            + [text for name in only for text in ("--only", name)],
        )
        students = ("student00", "student01")
        return done, [one for one in students if page(course, one).read_text() != "old"]

    for only, whose in (
        (("student01",), ["student01"]),
        (("*0", "student01"), ["student00", "student01"]),
        (("student?1",), ["student01"]),
        ((), ["student00", "student01"]),
    ):
        done, new = made(*only)
        assert (done.exit_code, new) == (0, whose), done.output
        assert f"{len(whose)} of {len(whose)} students have pages" in " ".join(done.output.split())
    done, new = made("student00", "student1")
    assert done.exit_code == 2 and new == []
    told = " ".join(done.output.split())
    assert "matches --only 'student1'; did you mean student01" in told


def test_a_student_whose_id_looks_like_a_pattern_can_be_named():
    assert is_chosen("zoe [1]", ("zoe [1]",)) and is_chosen("a?", ("a?",))
    assert not is_chosen("zoe [1]", ("zoe",)) and is_chosen("zoe", ())


@pytest.mark.slow
def test_a_written_answer_that_nobody_has_graded_is_not_shown_as_one_of_no_points(course):
    path = course.root / "submitted" / "student00" / toys.CHAPTER / "toys.ipynb"
    path.write_text(path.read_text().replace("YOUR ANSWER HERE", "Because."))
    stub.run_class(course.root, 1, pages=True)
    assert "Nobody has graded this answer yet" in page(course).read_text()
    directory = course.directory(toys.CHAPTER)
    with Gradebook(directory.db_url, directory.course_id) as book:
        grade = book.find_grade("why", "toys", toys.CHAPTER, "student00")
        grade.manual_score, grade.needs_manual_grade = 0.0, False
        book.db.commit()
    feedback.feedback_of(course, toys.CHAPTER, "student00")
    assert "Nobody has graded" not in page(course).read_text()
