"""The gradebook in PostgreSQL: the same grades as in SQLite.

Runs where `TEST_POSTGRES` names a database that may be emptied, "postgresql://USER@HOST:PORT/NAME",
and a driver is installed (`pip install 'psycopg[binary]'`).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import sqlalchemy
import stub_grading as stub
import toy_catalogue as toys

from grader.classroom.nbgrader import gradebook
from grader.classroom.nbgrader.course import open_course
from grader.classroom.nbgrader.feedback import export_csv

URL = os.environ.get("TEST_POSTGRES", "")
pytestmark = pytest.mark.skipif(not URL, reason="TEST_POSTGRES names no database")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A class of fourteen whose gradebook is the database, emptied."""
    engine = sqlalchemy.create_engine(URL)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("DROP SCHEMA public CASCADE"))
        connection.execute(sqlalchemy.text("CREATE SCHEMA public"))
    engine.dispose()
    root = stub.write_class(tmp_path / "class", 14)
    (root / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.db_url = {URL!r}\n"
        "c.CourseDirectory.course_id = 'graphs'\n"
    )
    return root


def totals(root: Path, students: list[str]) -> dict[str, tuple[float, float, bool]]:
    opened = open_course(root)
    return {name: gradebook.total(opened, toys.CHAPTER, name) for name in students}


def test_the_same_grades_as_in_sqlite(course, tmp_path):
    other = stub.write_class(tmp_path / "sqlite", 14)
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
    engine = sqlalchemy.create_engine(URL)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("UPDATE grade SET auto_score = 0.125"))
    engine.dispose()
    assert totals(course, list(first)) != before
    stub.run_class(course)
    assert totals(course, list(first)) == before
