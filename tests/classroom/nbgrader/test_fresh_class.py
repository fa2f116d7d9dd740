"""nbgrader's own autograding in a class whose gradebook does not know the chapter, or does not exist."""

from __future__ import annotations

import shutil
from datetime import datetime

import pytest
import stub_grading as stub
import toy_catalogue as toys
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateAssignment

from grader.classroom.nbgrader.course import open_course
from grader.errors import CourseError


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """A class of two that nothing was done with; nothing of a student's is run."""
    root = stub.write_class(tmp_path / "class", 2)
    (root / "nbgrader_config.py").write_text(stub.CONFIG)
    monkeypatch.chdir(root)
    return root


def graded(root):
    directory = open_course(root).directory(toys.CHAPTER)
    with Gradebook(directory.db_url, directory.course_id) as book:
        assignment = book.find_assignment(toys.CHAPTER)
        return {one.student_id: one.max_score for one in assignment.submissions}, assignment.duedate


def assert_works(root):
    done = stub.press_button(root)
    assert done["success"], done["log"][-2000:]
    assert graded(root)[0] == {"student00": 7.0}
    assert (root / "autograded" / "student00" / toys.CHAPTER / "toys.ipynb").is_file()


def test_the_formgraders_button_works_at_once(fresh):
    assert_works(fresh)
    assert not (fresh / "release").exists()
    assert stub.press_button(fresh, "student01")["success"]
    assert set(graded(fresh)[0]) == {"student00", "student01"}


def test_so_it_does_where_only_the_due_date_was_entered(fresh):
    due = datetime(2030, 1, 2)
    directory = open_course(fresh).directory()
    with Gradebook(directory.db_url, directory.course_id) as book:
        book.add_assignment(toys.CHAPTER, duedate=due)
    assert_works(fresh)
    assert graded(fresh)[1] == due


def test_so_it_does_where_only_the_release_is_left(fresh):
    course = open_course(fresh)
    GenerateAssignment(coursedir=course.directory(toys.CHAPTER), config=course.config).start()
    (fresh / "gradebook.db").unlink()
    shutil.rmtree(fresh / "source")
    assert_works(fresh)


def test_what_the_gradebook_knows_stays_as_it_is(fresh):
    assert_works(fresh)
    shutil.rmtree(fresh / "source")
    toys.write_source(fresh / "source", ("double",))
    done = stub.press_button(fresh, "student01")
    assert done["success"], done["log"][-2000:]
    assert graded(fresh)[0]["student01"] == 7.0


def test_the_button_asks_for_a_grade_given_by_hand_again_only_where_the_answer_changed(fresh):
    def why():
        return book.find_grade("why", "toys", toys.CHAPTER, "student00")

    assert_works(fresh)
    directory = open_course(fresh).directory(toys.CHAPTER)
    with Gradebook(directory.db_url, directory.course_id) as book:
        why().manual_score, why().needs_manual_grade = 2.5, False
        book.db.commit()
        assert stub.press_button(fresh)["success"]
        book.db.expire_all()
        assert (why().manual_score, why().needs_manual_grade) == (2.5, False)
        path = fresh / "submitted" / "student00" / toys.CHAPTER / "toys.ipynb"
        path.write_text(path.read_text().replace("YOUR ANSWER HERE", "Because."))
        assert stub.press_button(fresh)["success"]
        book.db.expire_all()
        assert (why().manual_score, why().needs_manual_grade) == (2.5, True)


WRONG = {
    "07-toy": "07-toys",
    "toys": "07-toys",
    "01_graphs": "01-graphs",
    "../07-toys": "07-toys",
    "*": "",
    "07-*": "",
    "": "",
}


@pytest.mark.parametrize("chapter", WRONG)
def test_a_wrong_chapter_gets_a_sentence(fresh, chapter):
    done = stub.press_button(fresh, chapter=chapter)
    near = f"; did you mean {WRONG[chapter]}?" if WRONG[chapter] else ""
    assert not done["success"]
    assert done["log"].count("\n") == 1 and done["log"].endswith(f"10-build-an-engine{near}\n")
    assert f"no chapter {chapter!r}" in done["log"] and "available: 01-graphs" in done["log"]
    with pytest.raises(CourseError, match="no chapter"):
        open_course(fresh).plans(chapter)
