"""The answers to every exercise of a chapter: the tests judge them, and `grader demo` plants them."""

from __future__ import annotations

from functools import cache

from grader.exercises.catalogue import chapter_exercises
from grader.exercises.sources import Answer, Exemption, answers_to, exemptions

__all__ = ["Answer", "Exemption", "answers", "answers_to", "exemptions"]


@cache
def answers(chapter: str) -> tuple[Answer, ...]:
    """The answers of "01-graphs", in the order of its exercises and, within one, of their file.

    Raises LookupError for an unknown chapter.
    """
    return tuple(
        answer for exercise in chapter_exercises(chapter) for answer in answers_to(exercise)
    )
