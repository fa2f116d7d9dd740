"""`nbgrader db student import` enters what can be read, and says the rest."""

from __future__ import annotations

import pytest
from nbgrader.api import Gradebook
from nbgrader.apps.dbapp import DbStudentImportApp

from grader.classroom.nbgrader.course import open_course


@pytest.fixture
def imported(tmp_path, monkeypatch, capsys):
    """imported(text): the students in the gradebook then, the exit code, and what was said."""
    config = "from grader.classroom.config import course_config\nc = get_config()\n"
    (tmp_path / "nbgrader_config.py").write_text(config + "c.merge(course_config())\n")
    monkeypatch.chdir(tmp_path)
    # Asking alembic for the gradebook's version is a program of its own, and nothing needs it here.
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "unknown")

    def enter(data: bytes):
        course = open_course(tmp_path)
        directory = course.directory()
        (tmp_path / "list.csv").write_bytes(data)
        app = DbStudentImportApp(config=course.config, coursedir=directory)
        app.extra_args = ["list.csv"]
        app.authenticator = None
        code = 0
        try:
            app.start()
        except SystemExit as end:
            code = end.code
        with Gradebook(directory.db_url, directory.course_id) as gradebook:
            found = {one.id: (one.last_name, one.lms_user_id) for one in gradebook.students}
        return found, code, capsys.readouterr().err

    return enter


def test_a_list_of_excel_is_entered(imported):
    data = "User name;Last Name\r\nann;M\u00fcller\r\n;\r\nben;\r\n".encode("cp1252")
    found, code, _said = imported(data)
    assert (found, code) == ({"ann": ("M\u00fcller", None), "ben": (None, None)}, 0)
    # A column that is not in the list stays as it was.
    assert imported(b"id,lms_user_id\nann,77\n")[0]["ann"] == ("M\u00fcller", "77")


def test_the_line_that_cannot_be_used_is_said_and_the_others_are_entered(imported):
    found, code, said = imported(b"id,last_name\nann,A\n,B\ncem,C\n")
    assert (list(found), code) == (["ann", "cem"], 1)
    assert "list.csv, line 3: there is no id" in said and "Traceback" not in said


def test_a_file_that_is_no_list_is_said(imported):
    found, code, said = imported(b"First name;Mail\nAnn;x\n")
    assert (found, code) == ({}, 1)
    assert "list.csv, line 1: found the columns 'First name', 'Mail'; a list of students" in said
