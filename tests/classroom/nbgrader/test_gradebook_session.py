"""The connection to the gradebook: what a class of thousands needs of it."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy import select

from grader.classroom.nbgrader import patch_alembic  # noqa: F401 (needed to make a gradebook)
from grader.classroom.nbgrader.gradebook_session import INDEXES, GradebookSession

# nbgrader's own, as it makes them: without an index.
TABLES = {
    "submitted_assignment": "student_id",
    "submitted_notebook": "assignment_id",
    "grade": "notebook_id",
    "comment": "notebook_id",
}


def how_it_looks(path, table, column):
    """SQLite's own words on how it finds the rows with one value of `column`."""
    with sqlite3.connect(path) as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE {column} = 'x'")
        return " ".join(row[-1] for row in plan)


@pytest.mark.parametrize("found", ["none", "one without them", "one with them"])
def test_rows_of_a_submission_are_found_without_reading_the_table(tmp_path, found):
    path = tmp_path / "gradebook.db"
    url = f"sqlite:///{path}"
    if found != "none":
        GradebookSession(url, "course").close()
    if found == "one without them":
        with sqlite3.connect(path) as connection:
            for index in INDEXES:
                connection.execute(f"DROP INDEX {index.name}")
        assert how_it_looks(path, "grade", "notebook_id").startswith("SCAN")
    with GradebookSession(url, "course") as session:
        assert session.database.execute(select(1)).scalar() == 1
    for table, column in TABLES.items():
        assert how_it_looks(path, table, column).startswith("SEARCH"), table
