"""nbgrader's configuration for the class, in the instructor's folder."""

from pathlib import Path

from grader.classroom.config import course_config
from grader.classroom.places import NOTEBOOKS, SOLUTIONS

c = get_config()  # noqa: F821 (given by whoever loads this file)
c.merge(course_config())
c.CourseDirectory.root = str(Path(__file__).resolve().parent)
c.CourseDirectory.course_id = "@COURSE@"
c.CourseDirectory.source_directory = str(SOLUTIONS)
c.CourseDirectory.release_directory = str(NOTEBOOKS)
c.Exchange.root = "@BASE@/exchange"
