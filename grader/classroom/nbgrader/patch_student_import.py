"""Lets `nbgrader db student import` read a list as spreadsheets write it (see `grader.class_list`)."""

from __future__ import annotations

from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.apps.dbapp import DbBaseApp, DbStudentImportApp

from grader.class_list import ListError, read_list
from grader.cleaning import printable
from grader.languages import _, ngettext


def start(self: DbStudentImportApp) -> None:
    """Enters the students of the list that can be read, and fails where a line cannot be."""
    DbBaseApp.start(self)
    if len(self.extra_args) != 1:
        self.fail("Path to CSV file not provided.")
    path = Path(self.extra_args[0])
    try:
        found = read_list(path)
    except ListError as error:
        self.fail("%s", printable(str(error)))
    with Gradebook(self.coursedir.db_url, self.course_id, self.authenticator) as gradebook:
        for student, about in found.students.items():
            gradebook.update_or_create_student(student, **about)
    count = len(found.students)
    told = ngettext(
        "{count} student entered from {file} ({encoding})",
        "{count} students entered from {file} ({encoding})",
        count,
    )
    self.log.info("%s", told.format(count=count, file=path, encoding=found.encoding))
    if found.left_out:
        listed = "\n  ".join(printable(one) for one in found.left_out)
        self.fail("%s", _("these lines were left out:\n  {listed}").format(listed=listed))


DbStudentImportApp.start = start
