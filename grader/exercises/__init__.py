"""The exercises, one folder for each. Never inside a sandbox: here are the reference answers."""

from grader.exercises.catalogue import CHAPTERS, chapter_exercises, find

__all__ = ["CHAPTERS", "chapter_exercises", "find"]
