"""Grades as Canvas, Moodle and Blackboard import them: nobody is missing, no cell is a formula."""

from __future__ import annotations

import contextlib
import csv
import io

import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner
from nbgrader.api import Gradebook, MissingEntry

from grader.classroom.nbgrader.course import open_course
from grader.classroom.report import lms_grades
from grader.classroom.report.lms_grades import SYSTEMS, key, number, text, write_grades
from grader.cli import export, main
from grader.errors import CourseError

STUDENTS = {
    # Graded, with points given by hand and extra credit, and late.
    "student00": ("Wei", "Li", "wei@x.org", "4242"),
    # Waits for a person.
    "student01": ("Zoë, Ann", 'O"Neil', "zoe@x.org", ""),
    # A name that would be a formula; no number and no e-mail.
    "student02": ('=HYPERLINK("http://x","a")', "@SUM(A1)", "", ""),
    # A number that would be one.
    "student03": ("Bo", "＝1+1", "", "+1-2"),
    # Handed nothing in.
    "absent": ("Nora", "Nowhere", "nora@x.org", "7"),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A graded class of four, and one who is absent."""
    root = tmp_path_factory.mktemp("export") / "class"
    stub.write_class(root, 4)
    stub.run_class(root, 1)
    course = open_course(root)
    directory = course.directory(toys.CHAPTER)
    with Gradebook(directory.db_url) as book:
        for name, (first, last, email, number) in STUDENTS.items():
            about = {"first_name": first, "last_name": last, "email": email, "lms_user_id": number}
            book.update_or_create_student(name, **about)
        grade = book.find_grade("why", "toys", toys.CHAPTER, "student00")
        grade.manual_score, grade.extra_credit, grade.needs_manual_grade = 2.25, 1, False
        submission = book.find_submission(toys.CHAPTER, "student00")
        submission.notebooks[0].late_submission_penalty = 0.75
        for name in ("student00", "student02", "student03"):
            for one in ("why", "double", "half"):
                grade = book.find_grade(one, "toys", toys.CHAPTER, name)
                grade.needs_manual_grade = False
        book.find_grade("why", "toys", toys.CHAPTER, "student01").needs_manual_grade = True
        book.db.commit()
    return course


def written(course, system, **about):
    """(the rows of the file, what is to be said)."""
    told = write_grades(course, toys.CHAPTER, system, catalogue="toy_catalogue", **about)
    kind = SYSTEMS[system]
    page = told.path.read_bytes().decode(kind.encoding)
    return list(csv.reader(io.StringIO(page, newline=""), delimiter=kind.separator)), told


def scores(course):
    """What nbgrader's own export says, by student. (It quotes no comma, so it is not read here.)"""
    directory, found = course.directory(toys.CHAPTER), {}
    with Gradebook(directory.db_url) as book:
        for name in STUDENTS:
            with contextlib.suppress(MissingEntry):
                one = book.find_submission(toys.CHAPTER, name)
                found[name] = max(0.0, one.score - one.late_submission_penalty)
    return found


@pytest.mark.takes_long("it grades a small class")
def test_canvas_gets_its_head_its_points_and_everybody(course):
    (head, points, *rows), told = written(course, "canvas", column="Graphs (1234)")
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Graphs (1234)"]
    assert points == ["    Points Possible", "", "", "", "", "7"]
    by = {row[3]: row for row in rows}
    assert set(by) == set(STUDENTS)
    assert by["student00"][:2] == ["Li, Wei", "4242"]
    assert by["absent"] == ["Nowhere, Nora", "7", "", "absent", "", ""]
    assert told.path == course.root / "exports" / "07-toys-canvas.csv"
    assert told.hints == ()


def test_moodle_gets_e_mail_and_number(course):
    (head, *rows), told = written(course, "moodle")
    assert head[2:] == ["ID number", "Email address", "Username", "07-toys"]
    by = {row[4]: row for row in rows}
    assert by["student01"][:4] == ["Zoë, Ann", 'O"Neil', "", "zoe@x.org"]
    assert set(by) == set(STUDENTS)
    assert told.unfound == ("student02",) and told.odd == ("student03",)


def test_blackboard_gets_tabs_in_utf_16_and_a_number_of_its_own(course):
    column = "Graphs [Total Pts: 27 Score] |1234"
    (head, *rows), told = written(course, "blackboard", column=column)
    assert head == ["Last Name", "First Name", "Username", "Student ID", column]
    assert {row[2] for row in rows} == set(STUDENTS)
    assert told.path.read_bytes().startswith(b"\xff\xfe") and told.path.suffix == ".xls"
    assert told.complete and told.hints == ()
    (head, *_), told = written(course, "blackboard")
    assert (
        head[-1] == "07-toys [Total Pts: 7 Score]" and "creates a new text column" in told.hints[0]
    )


def test_brightspace_gets_the_items_maximum(course):
    (head, *rows), told = written(course, "brightspace")
    item = "07-toys Points Grade <Numeric MaxPoints:7>"
    assert head == ["Username", item, "End-of-Line Indicator"]
    assert {row[0] for row in rows} == set(STUDENTS) and {row[2] for row in rows} == {"#"}
    assert told.complete and told.path.name == "07-toys-brightspace.csv"
    named, _ = written(course, "brightspace", column="Graphs")
    assert named[0][1] == "Graphs Points Grade <Numeric MaxPoints:7>"
    copied = "Graphs Points Grade <Numeric MaxPoints:26 Weight:5>"
    assert written(course, "brightspace", column=copied)[0][0][1] == copied


@pytest.mark.parametrize("system", ["moodle", "brightspace"])
def test_where_the_file_cannot_set_the_maximum_it_is_named(course, system):
    assert "its maximum must be 7" in written(course, system)[1].hints[-1]


@pytest.mark.parametrize("system", SYSTEMS)
def test_grades_are_those_that_nbgrader_exports(course, system):
    (head, *rows), _ = written(course, system)
    expected = scores(course)
    at = head.index("score") if "score" in head else len(head) - 1 - (head[-1][:3] == "End")
    name = next(n for n in ("SIS Login ID", "Username", "student_id") if n in head)
    got = {row[head.index(name)]: row[at] for row in rows if row[head.index(name)]}
    assert got.pop("absent") == ""
    assert {student: float(points) for student, points in got.items()} == pytest.approx(expected)
    assert expected["student00"] > 2  # by hand, with extra credit, less the penalty


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_cell_is_a_formula(course, system):
    rows, _ = written(course, system, column="=1+1")
    cells = [cell for row in rows for cell in row]
    assert [cell for cell in cells if cell.strip()[:1] in tuple("=+-@＝＋－＠") and cell] == []
    # Brightspace's file has no names, and the plain table no column of that name.
    assert any(cell.startswith("'=1+1") for cell in cells) is (system != "csv")
    assert any(cell.startswith("'@SUM(A1)") for cell in cells) is (system != "brightspace")


@pytest.mark.parametrize("value", ["=1", "+1", "-1", "@a", "\t=1", " =1", "\r\n-1", "＝1", "　＝1"])
def test_a_name_that_is_a_formula_becomes_text_and_a_key_is_left_out(value):
    assert text(value).startswith("'") and key(value) == ""


def test_honest_names_and_numbers_stay():
    for value in ("Li Wei", "O'Neil-Smith", "Zoë", "12345", "a@x.org", ""):
        assert text(value) == key(value) == value
    assert text("a\tb\nc\x1b[2J") == "a b c?[2J"
    assert [number(one) for one in (0, 2, 2.5, 100, 1 / 3)] == ["0", "2", "2.5", "100", "0.33"]


def test_two_with_one_number_stop_with_both_names(course):
    directory = course.directory(toys.CHAPTER)
    with Gradebook(directory.db_url) as book:
        book.find_student("student01").lms_user_id = "4242"
        book.db.commit()
        try:
            with pytest.raises(CourseError, match="student00, student01 have the same lms_user_id"):
                written(course, "canvas")
            assert written(course, "blackboard")[1].complete
        finally:
            book.find_student("student01").lms_user_id = ""
            book.db.commit()


def test_the_command_says_who_is_missing_and_what_is_not_final(course, monkeypatch):
    monkeypatch.setattr(lms_grades.write_grades, "__defaults__", (None, "", "toy_catalogue"))
    arguments = ["export", toys.CHAPTER, "--for", "canvas", "--course", str(course.root)]
    done = CliRunner().invoke(main, arguments)
    said = " ".join(done.output.split())
    assert done.exit_code == 1, done.output
    assert "The grades of 5 students are in" in said
    assert "not to be found by the system (2)" in said and "student01, student02" in said
    assert "left out, since a spreadsheet would take it for a formula (1)" in said
    assert "handed in nothing, and have no grade in the file (1)" in said and "absent" in said
    assert "have answers that a person has yet to grade, which count 0 (1): student01" in said
    assert "Canvas finds the assignment by its name" in said
    done = CliRunner().invoke(main, [*arguments[:3], "csv", *arguments[4:]])
    assert done.exit_code == 0, done.output
    assert set(export.SYSTEMS) == set(SYSTEMS)
    assert set(export.SAID) <= set(lms_grades.Told.__dataclass_fields__)
