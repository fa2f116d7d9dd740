"""Due dates, late penalties, limits and groups: what follows from the file, piece by piece."""

from __future__ import annotations

import functools
from datetime import datetime

import click
import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner
from nbgrader.api import Gradebook
from traitlets.config import Config

from grader.class_file import FILE, ClassFile, Group, Late, read_class_file
from grader.class_file.keys import LIMITS
from grader.classroom.course.feedback_languages import FeedbackLanguages
from grader.classroom.nbgrader.chapters import unknown_students
from grader.classroom.nbgrader.course import open_course
from grader.classroom.nbgrader.gradebook import late_penalties
from grader.classroom.nbgrader.late_penalties import penalty
from grader.classroom.nbgrader.preprocessors import JudgedExecute
from grader.classroom.report import read_class
from grader.classroom.runs import autograde as runs
from grader.cli import common, main
from grader.errors import CourseError
from grader.sandbox import Limits

DAY = 86400


@pytest.mark.parametrize(
    ("late", "seconds", "lost"),
    [
        (Late(10), 1, 1),
        (Late(10), DAY, 1),
        (Late(10), DAY + 1, 2),
        (Late(10), 30 * DAY, 10),
        (Late(10, at_most=40), 30 * DAY, 4),
        (Late(10, grace_minutes=15), 900, 0),
        (Late(10, grace_minutes=15), 901, 1),
        (Late(0.5), DAY, 0.05),
        (Late(100), 1, 10),
        (Late(), 9 * DAY, 0),
    ],
)
def test_what_coming_late_costs(late, seconds, lost):
    assert penalty(late, 10, seconds) == lost
    assert penalty(late, 0, seconds) == 0


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-03-01", "2026-03-01 23:00"),  # the end of the day in Berlin
        ("2026-07-01", "2026-07-01 22:00"),  # in summer
        ("2026-03-01T18:00:00", "2026-03-01 17:00"),
        ("2026-03-01 18:00:00Z", "2026-03-01 18:00"),
        ("2026-03-01T18:00:00-05:00", "2026-03-01 23:00"),
    ],
)
def test_a_date_is_from_where_the_class_is(tmp_path, written, meant):
    text = f'timezone = "Europe/Berlin"\n[due]\n"graphs" = {written}'
    (tmp_path / FILE).write_text(text)
    assert read_class_file(tmp_path).due == {"01-graphs": datetime.fromisoformat(meant)}


def test_what_is_said_of_a_student_counts_before_a_group_and_a_group_before_the_class():
    march, april, may = (datetime(2026, month, 1) for month in (3, 4, 5))
    about = ClassFile(
        language="en",
        chapters=("01-graphs",),
        due={"01-graphs": march, "05-autodiff": march},
        groups=(
            Group("b", frozenset({"bo", "li"}), ("05-autodiff",), {"01-graphs": april}, "zh_CN"),
        ),
        students=(Group("li", frozenset({"li"}), (), {"01-graphs": may}, "en"),),
    )
    dates = [about.due_of(name, "01-graphs") for name in ("anna", "bo", "li")]
    assert dates == [march, april, may]
    assert about.due_of("li", "05-autodiff") == march
    assert [about.language_of(name) for name in ("anna", "bo", "li")] == ["", "zh_CN", "en"]
    assert about.has("05-autodiff") and not about.has("07-savers")
    expected = [about.expects(name, "05-autodiff") for name in ("anna", "bo", "li")]
    assert expected == [False, True, True]
    assert not about.expects("bo", "01-graphs") and about.expects("anna", "01-graphs")
    assert about.groups_with("05-autodiff") == ["b"] and about.groups_with("01-graphs") == []


def test_a_language_on_the_command_line_counts_before_the_files_but_not_before_a_students():
    about = ClassFile(language="zh_CN", students=(Group("li", frozenset({"li"}), language="en"),))
    asked = FeedbackLanguages("fr", {"anna": "de"})
    assert [asked.of(name, "en", about) for name in ("anna", "bo", "li")] == ["de", "fr", "en"]
    assert [FeedbackLanguages().of(name, "en", about) for name in ("bo", "li")] == ["zh_CN", "en"]


# ------------------------------------------------------------------------------------- limits


def test_the_limits_of_the_file_are_limits_of_the_sandbox():
    assert {name for name, _unit, _least in LIMITS.values()} <= set(Limits.__dataclass_fields__)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [([], (20, 300, 2**30)), (["--cell-seconds", "7"], (7, 300, 2**30))],
)
def test_a_command_honours_the_limits_of_the_file_unless_it_is_told_others(arguments, expected):
    chosen = {"cell_seconds": 20.0, "memory": 2.0**30}
    found = []

    @click.command
    @common.running_options
    def command(**running):
        found.append(common.settings_of(**running, chosen=chosen).limits)

    done = CliRunner().invoke(command, [*arguments, "--isolation", "none"])
    assert done.exit_code == 0, done.output
    (limits,) = found
    assert (limits.cell_seconds, limits.notebook_seconds, limits.memory) == expected
    assert type(limits.memory) is int and limits.answer_seconds == Limits.answer_seconds


@pytest.mark.parametrize(("configured", "expected"), [({}, 20), ({"cell_seconds": 7}, 7)])
def test_nbgraders_own_button_honours_them_too(configured, expected):
    step = JudgedExecute(config=Config({"JudgedExecute": configured}))
    limits = step.limits(ClassFile(limits={"cell_seconds": 20.0, "memory": 2.0**30}))
    assert (limits.cell_seconds, limits.memory) == (expected, 2**30)
    assert limits.notebook_seconds == Limits.notebook_seconds


@pytest.mark.parametrize("command", ["autograde", "regrade", "check", "watch"])
def test_every_command_that_runs_notebooks_honours_them(tmp_path, monkeypatch, command):
    found = []

    def settings_of(chosen, **running):
        found.append(chosen)
        raise CourseError("enough")

    (tmp_path / FILE).write_text("[limits]\nmemory_megabytes = 1000")
    (tmp_path / "a.ipynb").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(common, "settings_of", settings_of)
    done = CliRunner().invoke(main, [command, "a.ipynb"])
    assert done.exit_code == 2 and "enough" in done.output
    assert found == [{"memory": 1000 * 2**20}]


# ---------------------------------------------------------------------------------- a whole run

DUE = """
[due]
"toys" = 2026-03-10T00:00:00Z
[late]
per_day = 10
"""
HANDED_IN = {"anna": "2026-03-09 12:00:00 UTC", "cleo": "2026-03-11 12:00:00 UTC", "bo": ""}


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A class of three; bo has no points."""
    root = stub.write_class(tmp_path / "class", 0)
    opened = open_course(root)
    for student, time in HANDED_IN.items():
        stub.hand_in(root, student, opened.plans(toys.CHAPTER)[0].release)
        if time:
            (root / "submitted" / student / toys.CHAPTER / "timestamp.txt").write_text(time)
    monkeypatch.setenv("STUB_COUNT", str(tmp_path / "count"))
    monkeypatch.setattr(runs, "RunOptions", functools.partial(runs.RunOptions, grade=stub.STUB))
    monkeypatch.setattr(
        runs, "autograde", functools.partial(runs.autograde, catalogue="toy_catalogue")
    )
    return root


def penalties(root, text: str) -> dict[str, float]:
    """The same after a run with this file."""
    (root / FILE).write_text(text)
    arguments = ["autograde", toys.CHAPTER, "--course", str(root), "--isolation", "none"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    return penalties_now(root)


def penalties_now(root) -> dict[str, float]:
    """The shares that students lose, by what the gradebook says."""
    directory = open_course(root).directory()
    with Gradebook(directory.db_url, directory.course_id) as book:
        scores = {
            student: book.find_submission_notebook("toys", toys.CHAPTER, student).score
            for student in HANDED_IN
        }
    found = late_penalties(open_course(root), toys.CHAPTER)
    return {student: lost / scores[student] for (student, _), lost in found.items()}


def page(root, student: str) -> str:
    return (root / "feedback" / student / toys.CHAPTER / "toys.html").read_text()


@pytest.mark.slow
def test_another_date_or_penalty_is_honoured_by_the_next_run_which_grades_nobody_again(
    course, tmp_path
):
    assert penalties(course, "") == {}
    ran = (tmp_path / "count").read_text().split()
    assert penalties(course, DUE) == pytest.approx({"cleo": 0.2})
    assert "Late submission penalty" in page(course, "cleo")
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        book.find_grade("why", "toys", toys.CHAPTER, "cleo").manual_score = 2.5
        book.db.commit()
    told = CliRunner().invoke(main, ["report", "toys", "--course", str(course)])
    assert told.exit_code == 0, told.output
    assert penalties_now(course) == pytest.approx({"cleo": 0.2})  # of the points that she has now
    own = DUE.replace("= 10", "= 30") + (
        "[groups.b]\nstudents = ['cleo', 'nobody']\ndue = {toys = 2026-03-11}\n"
        "[students.anna]\ndue = {toys = 2026-03-09T11:00:00}\n"
    )
    assert penalties(course, own) == pytest.approx({"anna": 0.3})
    assert "Late submission penalty" not in page(course, "cleo")
    (told,) = unknown_students(open_course(course))
    assert "'nobody', whom the gradebook does not know" in told
    assert sorted((tmp_path / "count").read_text().split()) == sorted(ran) == sorted(HANDED_IN)


@pytest.mark.slow
def test_without_dates_in_the_file_those_of_the_gradebook_and_nbgraders_rules_count(course):
    directory = open_course(course).directory()
    with Gradebook(directory.db_url, directory.course_id) as book:
        book.add_assignment(toys.CHAPTER, duedate=datetime(2026, 3, 10))
        book.add_student("dora")
    with (course / "nbgrader_config.py").open("a") as file:
        file.write("c.LateSubmissionPlugin.penalty_method = 'zero'\n")
    assert penalties(course, "title = 'x'") == {"cleo": 1.0}
    # Only those for whom the chapter is are missing, in reports and exports; work of others is there.
    for students, listed in (("'dora'", "anna bo cleo dora"), ("'anna'", "anna bo cleo")):
        group = f"chapters = ['01']\n[groups.b]\nstudents = [{students}]\nchapters = ['toys']\n"
        (course / FILE).write_text(group)
        found = read_class(open_course(course), toys.CHAPTER, "toy_catalogue")
        assert [row.student for row in found.rows] == listed.split()
