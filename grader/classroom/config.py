"""The path that a course's `nbgrader_config.py` imports from."""

from grader.classroom.nbgrader.config import course_config

__all__ = ["course_config"]
