"""What a late submission loses is to be seen: in the table of a run, its JSON, the report and the page."""

from __future__ import annotations

import functools
import json
from datetime import datetime

import pytest
import stub_grading as stub
import toy_catalogue as toys
from click.testing import CliRunner
from nbgrader.api import Gradebook

from grader.classroom.nbgrader.course import open_course
from grader.classroom.nbgrader.gradebook import late_penalties
from grader.classroom.report import write_report
from grader.classroom.runs import autograde as runs
from grader.cli import main

PLUGIN = """
from nbgrader.plugins import BasePlugin


class PerDay(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return round(total_seconds_late / 86400 * 0.5, 2)
"""
# By student: when it was handed in, due on March 10, and what it costs.
HANDED_IN = {
    "early": ("2026-03-09 12:00:00 UTC", 0.0),
    "late": ("2026-03-12 00:00:00 UTC", 1.0),
    "later": ("2026-05-09 00:00:00 UTC", 30.0),
    "undated": ("", 0.0),
}


@pytest.fixture
def course(tmp_path, monkeypatch):
    root = stub.write_class(tmp_path / "class", 0)
    (root / "late_days.py").write_text(PLUGIN)
    more = "c.AssignLatePenalties.plugin_class = 'late_days.PerDay'\n"
    (root / "nbgrader_config.py").write_text(stub.CONFIG + more)
    opened = open_course(root)
    directory = opened.directory()
    with Gradebook(directory.db_url, directory.course_id) as book:
        book.add_assignment(toys.CHAPTER, duedate=datetime(2026, 3, 10))
    for student, (time, _) in HANDED_IN.items():
        stub.hand_in(root, student, opened.plans(toys.CHAPTER)[0].release)
        if time:
            (root / "submitted" / student / toys.CHAPTER / "timestamp.txt").write_text(time)
    monkeypatch.setattr(runs, "RunOptions", functools.partial(runs.RunOptions, grade=stub.STUB))
    monkeypatch.setattr(
        runs, "autograde", functools.partial(runs.autograde, catalogue="toy_catalogue")
    )
    return root


def grade(root, *more):
    arguments = ["autograde", toys.CHAPTER, "--course", str(root), "--isolation", "none"]
    done = CliRunner().invoke(main, [*arguments, *more])
    assert done.exit_code == 0, done.output
    rows = [line.strip("│ ").split("│") for line in done.output.splitlines() if "toys" in line]
    return {row[0].strip(): [cell.strip() for cell in row] for row in rows if len(row) > 3}


@pytest.mark.slow
def test_table_json_report_and_page_show_what_was_lost(course, tmp_path):
    for run in range(2):  # the second takes the results of the first
        rows = grade(course, "--json", str(tmp_path / "results.json"))
        found = {one["student"]: one for one in json.loads((tmp_path / "results.json").read_text())}
        costs = {student: cost for student, (_, cost) in HANDED_IN.items()}
        lost = {student: min(costs[student], found[student]["points"]) for student in costs}
        for student in HANDED_IN:
            assert rows[student][4] == (f"-{lost[student]:g}" if lost[student] else ""), rows[
                student
            ]
            assert found[student]["late_penalty"] == lost[student], run
    assert lost["late"] == 1 and lost["later"] > 0
    known = late_penalties(open_course(course), toys.CHAPTER)
    assert known == {(student, "toys"): points for student, points in lost.items() if points}
    report = write_report(open_course(course), toys.CHAPTER, None, "toy_catalogue")[0].read_text()
    assert "late penalty" in report
    for (student, _), points in known.items():
        page = (course / "feedback" / student / toys.CHAPTER / "toys.html").read_text()
        left = max(0.0, found[student]["points"] - points)
        assert f"Late submission penalty (Score: -{points})" in page
        assert f"(Score: {left} / 7.0)" in page
    page = (course / "feedback" / "early" / toys.CHAPTER / "toys.html").read_text()
    assert "Late submission penalty" not in page


@pytest.mark.slow
def test_where_nobody_lost_anything_there_is_no_column(course):
    rows = grade(course, "--only", "early", "--only", "undated")
    assert set(rows) == {"early", "undated"}
    assert all(len(row) == len(rows["early"]) for row in rows.values())
    assert not late_penalties(open_course(course), toys.CHAPTER)
