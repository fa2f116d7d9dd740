"""A chapter gets or loses an exercise after it was graded: grading goes on, and given points stay."""

from __future__ import annotations

import shutil

import nbformat
import pytest
import stub_grading as stub
import toy_catalogue as toys
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateAssignment

from grader.classroom.nbgrader.course import open_course
from grader.classroom.runs.regrading import regrade

pytestmark = pytest.mark.slow  # a class is graded for each


@pytest.fixture
def graded(class_of_two, tmp_path):
    """A copy of the class, to work in."""
    shutil.copytree(class_of_two, tmp_path / "class")
    return tmp_path / "class"


@pytest.fixture(scope="module")
def class_of_two(tmp_path_factory):
    """A class of two, graded by machine and, in part, by hand."""
    root = stub.write_class(tmp_path_factory.mktemp("graded") / "class", 2)
    stub.run_class(root)
    with gradebook(root) as book:
        for name, points in (("why", 2.5), ("half", 0.5)):
            grade = book.find_grade(name, "toys", toys.CHAPTER, "student00")
            grade.manual_score, grade.needs_manual_grade = points, False
        comment = book.find_comment("half-answer", "toys", toys.CHAPTER, "student00")
        comment.manual_comment = "nearly"
        book.db.commit()
    return root


def gradebook(root) -> Gradebook:
    directory = open_course(root).directory()
    return Gradebook(directory.db_url, directory.course_id)


def rewrite(root, *names: str) -> None:
    shutil.rmtree(root / "source")
    toys.write_source(root / "source", names)


def grades(root, student: str = "student00") -> dict[str, tuple[float | None, float | None]]:
    with gradebook(root) as book:
        found = book.find_submission_notebook("toys", toys.CHAPTER, student)
        return {one.name: (one.auto_score, one.manual_score) for one in found.grades}


def test_a_dropped_exercise_leaves_and_the_other_points_stay(graded):
    before = grades(graded)
    rewrite(graded, "double")
    results = stub.run_class(graded)
    assert {one.status for one in results.values()} == {"graded"}
    after = grades(graded)
    assert after.keys() == {"double", "why"}
    assert after["why"][1] == before["why"][1] == 2.5
    with gradebook(graded) as book:
        assert book.find_assignment(toys.CHAPTER).max_score == 5
        assert {one.max_score for one in book.find_assignment(toys.CHAPTER).submissions} == {5}


def test_an_added_exercise_is_in_the_gradebook_of_all_and_was_asked_of_none(graded):
    rewrite(graded, "double", "half", "broken")
    results = stub.run_class(graded)
    assert {one.status for one in results.values()} == {"graded"}
    for student in results:
        assert grades(graded, student).keys() == {"double", "half", "broken", "why"}
    assert grades(graded)["half"][1] == 0.5 and grades(graded)["why"][1] == 2.5
    # No zero, and nothing that waits for a person: their release did not have it.
    for student in results:
        assert grades(graded, student)["broken"] == (None, None)
        assert any("not asked there: broken" in flag for flag in results[student].flags)
    with gradebook(graded) as book:
        found = book.find_submission_notebook("toys", toys.CHAPTER, "student00")
        assert [one.name for one in found.grades if one.needs_manual_grade] == []
    path = graded / "submitted" / "student00" / toys.CHAPTER / "toys.ipynb"
    path.write_text(open_course(graded).plans(toys.CHAPTER)[0].release)  # today's
    stub.run_class(graded)
    assert grades(graded)["broken"][0] is not None


@pytest.mark.sampled(0, ci=0)
def test_an_exercise_that_comes_back_has_its_points_and_comments(graded):
    rewrite(graded, "double")
    stub.run_class(graded)
    rewrite(graded, "double", "half")
    stub.run_class(graded)
    assert grades(graded)["half"][1] == 0.5
    with gradebook(graded) as book:
        comment = book.find_comment("half-answer", "toys", toys.CHAPTER, "student00")
        assert comment.manual_comment == "nearly"


@pytest.mark.sampled(0, ci=0)
def test_one_exercise_for_another_in_the_same_place(graded):
    rewrite(graded, "double", "slow")
    stub.run_class(graded)
    assert grades(graded).keys() == {"double", "slow", "why"}


def test_nbgraders_own_command_follows_too(graded):
    rewrite(graded, "half")
    course = open_course(graded)
    directory = course.directory(toys.CHAPTER)
    GenerateAssignment(coursedir=directory, config=course.config, force=True).start()
    assert grades(graded).keys() == {"half", "why"}
    kept = (graded / ".grader/dropped-grades.jsonl").read_text().splitlines()
    assert len(kept) == 4  # a grade and a comment of each student
    assert grades(graded)["half"][1] == 0.5


def test_points_from_machine_grading_follow_what_a_cell_is_worth(graded):
    with gradebook(graded) as book:
        book.find_grade("double", "toys", toys.CHAPTER, "student00").auto_score = 1.5
        book.db.commit()
    before = grades(graded)
    path = graded / "source" / toys.CHAPTER / "toys.ipynb"
    made = nbformat.read(path, as_version=4)
    for cell in made.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.metadata.nbgrader["points"] *= 3
    nbformat.write(made, path)
    course = open_course(graded)
    directory = course.directory(toys.CHAPTER)
    GenerateAssignment(coursedir=directory, config=course.config, force=True).start()
    for name, (machine, hand) in grades(graded).items():
        assert (machine, hand) == (before[name][0] and before[name][0] * 3, before[name][1])


def test_a_change_that_fails_half_way_changes_nothing(graded, monkeypatch):
    from grader.classroom.nbgrader.preprocessors import FollowSource

    def fail(*anything):
        raise RuntimeError("the power is gone")

    before = grades(graded)
    rewrite(graded, "double", "slow")
    monkeypatch.setattr(FollowSource, "_add", fail)
    with pytest.raises(Exception, match="could not record"):
        stub.run_class(graded)
    assert grades(graded) == before
    monkeypatch.undo()
    stub.run_class(graded)
    assert grades(graded).keys() == {"double", "slow", "why"}


@pytest.mark.sampled(0, ci=1)
@pytest.mark.parametrize("names", [("double",), ("double", "half", "broken")])
def test_a_regrading_does_not_take_the_change_for_a_new_submission(graded, names):
    rewrite(graded, *names)
    changes = regrade(
        open_course(graded),
        "toys/double",
        stub.settings(),
        1,
        "toy_catalogue",
        stub.stubbed(),
        dry_run=True,
    )
    assert [change.trouble for change in changes] == ["", ""]
