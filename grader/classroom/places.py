"""The path that a course's `nbgrader_config.py` imports the folders from."""

from grader.places import DATA, NOTEBOOKS, ROOT, SOLUTIONS

__all__ = ["DATA", "NOTEBOOKS", "ROOT", "SOLUTIONS"]
