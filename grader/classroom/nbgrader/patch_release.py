"""nbgrader's own `generate_assignment` says in a release what students' copies must know of the class.

It also keeps out of the course's folder, which other classes use, too: with --force, or where a chapter is
made anew, nbgrader first deletes the folder that it writes to.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.converters.base import NbGraderException

from grader.atomic import write_atomically
from grader.class_file import AS_IN_COURSE, GIVEN, given_to_students, read_class_file
from grader.classroom.course.plan import chapter_plans, points_told
from grader.classroom.nbgrader.late_penalties import set_dates
from grader.errors import CourseError
from grader.languages import _
from grader.places import ROOT

_start = GenerateAssignment.start


def start(self: GenerateAssignment) -> None:
    """As nbgrader's, and then enters the due date, and writes `class.json` beside the notebooks.

    Refuses to write into the course's folder for a class that lies elsewhere.
    """
    root = Path(self.coursedir.root).resolve()
    release = (root / self.coursedir.release_directory).resolve()
    if release.is_relative_to(ROOT) and not root.is_relative_to(ROOT):
        told = _(
            "the release folder {release} belongs to the course, not to this class, so nothing was "
            "written. Give the class folders of its own: grader new-class {folder} --adopt"
        ).format(release=release, folder=root)
        self.log.error("%s", told)
        raise NbGraderException(told)
    try:
        about = read_class_file(root)
    except CourseError as error:
        self.log.error("%s", error)
        raise NbGraderException(str(error)) from None
    _start(self)
    chapter = self.coursedir.assignment_id
    book = Gradebook(self.coursedir.db_url, self.coursedir.course_id)
    with book, contextlib.suppress(MissingEntry):
        set_dates(book, about, chapter)
    if (release / chapter).is_dir():
        source = root / self.coursedir.source_directory
        points = points_told(chapter_plans(chapter, source, None, about))
        if points or about != AS_IN_COURSE:
            told = given_to_students(about, points)
            write_atomically(release / chapter / GIVEN, told.encode())


GenerateAssignment.start = start
