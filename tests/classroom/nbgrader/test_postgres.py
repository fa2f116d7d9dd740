"""The gradebook in PostgreSQL: the same grades as in SQLite.

`make postgres-test` starts one.
"""

from __future__ import annotations

from pathlib import Path

import postgres_here as postgres
import pytest
import stub_grading as stub
import toy_catalogue as toys

from grader.classroom.nbgrader import gradebook
from grader.classroom.nbgrader.course import open_course
from grader.classroom.nbgrader.feedback import export_csv

pytestmark = postgres.NEEDED
COUNT = 4


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A class of four whose gradebook is the database, emptied."""
    postgres.empty()
    root = stub.write_class(tmp_path / "class", COUNT)
    (root / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.db_url = {postgres.URL!r}\n"
        "c.CourseDirectory.course_id = 'graphs'\n"
    )
    return root


def totals(root: Path, students: list[str]) -> dict[str, tuple[float, float, bool]]:
    opened = open_course(root)
    return {name: gradebook.total(opened, toys.CHAPTER, name) for name in students}


def test_the_same_grades_as_in_sqlite(course, tmp_path):
    other = stub.write_class(tmp_path / "sqlite", COUNT)
    here, there = stub.run_class(course, pages=True), stub.run_class(other, pages=True)
    assert {n: r.to_json() for n, r in here.items()} == {n: r.to_json() for n, r in there.items()}
    assert totals(course, list(here)) == totals(other, list(there))
    assert not (course / "gradebook.db").exists()
    export_csv(open_course(course), toys.CHAPTER, tmp_path / "grades.csv")
    assert "student03" in (tmp_path / "grades.csv").read_text()


def test_a_second_run_has_nothing_to_do_and_an_older_database_is_filled(
    course, monkeypatch, tmp_path
):
    first = stub.run_class(course)
    monkeypatch.setenv("STUB_COUNT", str(tmp_path / "count"))
    assert stub.run_class(course).keys() == first.keys()
    assert not (tmp_path / "count").exists()
    before = totals(course, list(first))
    postgres.run("UPDATE grade SET auto_score = 0.125")
    assert totals(course, list(first)) != before
    stub.run_class(course)
    assert totals(course, list(first)) == before
