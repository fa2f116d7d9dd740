"""Which chapters there are, and where an exercise is found."""

from __future__ import annotations

import importlib
from difflib import get_close_matches

from grader.exercises.own import own_chapters, own_exercises
from grader.judging import Exercise
from grader.languages import _

CHAPTERS = (
    "01-graphs",
    "02-sessions",
    "03-lifetimes",
    "04-training",
    "05-autodiff",
    "06-gradient-control",
    "07-savers",
    "08-scopes",
    "09-kernels",
    "10-build-an-engine",
)


def chapter_exercises(chapter: str) -> dict[str, Exercise]:
    """The exercises of "01-graphs" by their identity, in the chapter's order.

    Raises LookupError for a chapter that does not exist; the message names those that do.
    """
    if chapter in own_chapters():
        return own_exercises(chapter)
    if chapter not in CHAPTERS:
        raise LookupError(
            _("there is no chapter {name!r}; available: {known}").format(
                name=chapter, known=", ".join(all_chapters())
            )
        )
    module = importlib.import_module(f"grader.exercises.{short_name(chapter)}")
    return {exercise.id: exercise for exercise in module.EXERCISES}


def all_chapters() -> tuple[str, ...]:
    """The course's chapters, and the class's own, if there are any (see `own`)."""
    return (*CHAPTERS, *(chapter for chapter in own_chapters() if chapter not in CHAPTERS))


def short_name(chapter: str) -> str:
    """ "06-gradient-control" is "gradient_control": the name of its module and of its notebook."""
    return prefix(chapter).replace("-", "_")


def prefix(chapter: str) -> str:
    """ "06-gradient-control" is "gradient-control": what its exercises' identities begin with."""
    return chapter.partition("-")[2]


def chapter_of(identity: str) -> str | None:
    """The chapter of "graphs/polynomial" is "01-graphs"; None if there is no such chapter."""
    first = identity.partition("/")[0]
    return next((chapter for chapter in all_chapters() if prefix(chapter) == first), None)


def find(identity: str) -> Exercise:
    """The exercise called "graphs/polynomial".

    Raises LookupError for one that does not exist; the message names the nearest ones.
    """
    if chapter := chapter_of(identity):
        exercises = chapter_exercises(chapter)
        if identity in exercises:
            return exercises[identity]
    known = [name for chapter in all_chapters() for name in chapter_exercises(chapter)]
    near = get_close_matches(identity, known, n=3, cutoff=0.3) or known[:3]
    raise LookupError(
        _("there is no exercise {name!r}; did you mean {near}?").format(
            name=identity, near=", ".join(near)
        )
    )
