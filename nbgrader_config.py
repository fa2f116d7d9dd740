"""nbgrader's configuration for this course: its commands and the formgrader work as ever.

The steps are nbgrader's own, with three of ours: submissions are put right first, cells run in a
sandbox and are judged outside of it, and what could not be judged waits for a person.
"""

from grader.classroom.config import course_config

c = get_config()  # noqa: F821 (given by whoever loads this file)
c.merge(course_config())
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "notebooks"
