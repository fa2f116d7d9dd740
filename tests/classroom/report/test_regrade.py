"""Grading again after a judge was mended: what changes is entered, all else stays as it is."""

from __future__ import annotations

import shutil
from dataclasses import replace

import mended_grading as mended
import pytest
import stub_grading as stub
import toy_catalogue as toys

from grader.classroom.nbgrader.course import open_course
from grader.classroom.runs.autograde import Run
from grader.classroom.runs.journal import read_entries
from grader.classroom.runs.regrading import regrade
from grader.cli.regrade import changes_table
from grader.errors import CourseError

COUNT = 12
# A class is graded, and graded again by each test.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A class that was graded before the judge was mended."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STUB_SECONDS", "0")
        root = stub.write_class(tmp_path_factory.mktemp("regrade") / "class", COUNT)
        stub.run_class(root, pages=True)
        yield root


@pytest.fixture
def root(graded, tmp_path):
    """A copy of it for one test."""
    return shutil.copytree(graded, tmp_path / "class")


def again(root, exercise=mended.EXERCISE, dry_run=False, **about):
    options = replace(stub.stubbed(pages=True), grade=mended.MENDED, **about)
    work = regrade(
        open_course(root), exercise, stub.settings(), 2, "toy_catalogue", options, dry_run
    )
    return {change.student: change for change in work}


def halves(root):
    """Who had one of two points for the exercise, and gets both now."""
    return {
        student
        for student, entry in read_entries(root, toys.CHAPTER).items()
        for verdict in entry.results[0].verdicts
        if verdict.exercise == mended.EXERCISE and verdict.points == 1
    } - set(mended.UNLUCKY)


def of_student(found, student):
    """What a class's folder and gradebook hold for one student."""
    grades = [row for row in found["grades"] if row[0] == student]
    files = {name: data for name, data in found["files"].items() if f"/{student}/" in name}
    return grades, files


def test_only_what_changes_is_entered(root):
    before, journal = stub.contents(root), read_entries(root, toys.CHAPTER)
    expected = halves(root)
    assert 1 <= len(expected) < COUNT - 2, "the class must have both kinds"
    changes = again(root)
    after = stub.contents(root)
    assert set(changes) == set(journal)
    assert {name for name, one in changes.items() if one.entered} == expected
    for name, one in changes.items():
        same = of_student(before, name) == of_student(after, name)
        assert same is (name not in expected)
        if one.entered:
            assert (one.before.points, one.after.points) == (1, 2)
            assert one.score_after == one.score_before + 1
            assert read_entries(root, toys.CHAPTER)[name].score == one.score_after


def test_a_dry_run_tells_the_same_and_changes_nothing(root):
    before, journal = stub.contents(root), read_entries(root, toys.CHAPTER)
    changes = again(root, dry_run=True)
    assert {name for name, one in changes.items() if one.differs and not one.trouble} == halves(
        root
    )
    assert not any(one.entered or one.score_after is not None for one in changes.values())
    assert stub.contents(root) == before and read_entries(root, toys.CHAPTER) == journal


def test_where_the_judge_now_fails_the_old_result_stays(root):
    before = stub.contents(root)
    one = again(root, only=mended.UNLUCKY)[mended.UNLUCKY[0]]
    assert "the judge broke" in one.trouble and not one.entered
    assert stub.contents(root) == before


def test_a_notebook_handed_in_anew_is_left_to_autograde(root):
    name = sorted(halves(root))[0]
    path = root / "submitted" / name / toys.CHAPTER / "toys.ipynb"
    text = path.read_text()
    path.write_text(text.replace("n = ", "m = 1 + "))
    assert path.read_text() != text
    one = again(root, only=(name,))[name]
    assert "handed in again" in one.trouble and not one.entered
    # Its answer may lie in a module beside the notebook.
    path.write_text(text)
    path.with_name("helper.py").write_text("n = 1")
    one = again(root, only=(name,))[name]
    assert "handed in again" in one.trouble and not one.entered
    # Or it was graded with a module that is gone.
    path.with_name("helper.py").rename(
        root / "autograded" / name / toys.CHAPTER / "helper.py",
    )
    one = again(root, only=(name,))[name]
    assert "handed in again" in one.trouble and not one.entered


def test_autograde_knows_afterwards_what_stands(root):
    again(root)
    run = Run()
    from grader.classroom.runs.autograde import RunOptions, autograde

    options = RunOptions(grade=mended.MENDED, pages=True)
    course = open_course(root)
    list(
        autograde(
            course, toys.CHAPTER, stub.settings(), 2, "toy_catalogue", options=options, run=run
        )
    )
    assert run.total - run.kept == len(mended.UNLUCKY)


def test_a_second_time_nothing_changes(root):
    again(root)
    before = stub.contents(root)
    assert not any(one.differs for one in again(root).values() if not one.trouble)
    assert stub.contents(root) == before


@pytest.mark.parametrize(
    ("exercise", "told"),
    [
        ("toys/triple", "no exercise 'toys/triple' in 07-toys; available: toys/double, toys/half"),
        ("nowhere/double", "no chapter has an exercise 'nowhere/double'"),
    ],
)
def test_an_exercise_that_is_not_there_is_named(root, exercise, told):
    with pytest.raises(CourseError, match=told):
        again(root, exercise)


def test_a_class_without_grades_says_what_to_do(tmp_path):
    root = stub.write_class(tmp_path / "class", 1)
    with pytest.raises(CourseError, match="run `grader autograde 07-toys"):
        again(root)


def test_the_table_shows_before_and_after(root):
    changes = [one for one in again(root, dry_run=True).values() if one.differs]
    table = changes_table(mended.EXERCISE, changes)
    cells = [str(cell) for column in table.columns for cell in column.cells]
    assert "1 / 2" in cells and "2 / 2" in cells and changes[0].student in cells
