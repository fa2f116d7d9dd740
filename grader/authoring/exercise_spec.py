"""The specification of a new exercise, checked against the course."""

from __future__ import annotations

import keyword
import pkgutil
import re
from dataclasses import dataclass

from grader import exercises
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.catalogue import prefix, short_name
from grader.exercises.own import CHAPTER, VARIABLE, own_chapters, own_folder

# How the answer is observed: each names a folder of templates and a general probe of grader.evidence.
KINDS = ("build", "call")
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
# Names that every notebook already uses.
TAKEN = {"tf", "np", "check", "compare", "hint", "predict", "progress", "show", "trace"}
MAX_NAME = 30
# What grader/exercises has already, chapters among it.
RESERVED = {module.name for module in pkgutil.iter_modules(exercises.__path__)}


class AuthoringError(Exception):
    """The exercise cannot be created as specified; the message says what to do instead."""


@dataclass(frozen=True)
class ExerciseSpec:
    """A new exercise.

    chapter: "01-graphs"; name: "double-step"; title: as in the table of `grader progress`.
    points: the most that an answer earns. kind: one of `KINDS`.
    place: its place among the chapter's exercises, from 0.
    row: a row of the coverage that it grades ("G1"), or "".
    is_new_chapter: whether the chapter must be created, too. is_own: it stands in the class's own folder.
    """

    chapter: str
    name: str
    title: str
    points: float
    kind: str
    place: int
    row: str = ""
    is_new_chapter: bool = False
    is_own: bool = False

    @property
    def short(self) -> str:
        """The chapter's short name, which its module, its notebook and its exercises' ids use."""
        return short_name(self.chapter)

    @property
    def id(self) -> str:
        """The exercise's identity, "graphs/double-step"."""
        return f"{prefix(self.chapter)}/{self.name}"

    @property
    def function(self) -> str:
        """The function that students define, "double_step"; also the name of the exercise's module."""
        return self.name.replace("-", "_")

    @property
    def constant(self) -> str:
        """The name of the `Exercise` in its module, "DOUBLE_STEP"."""
        return self.function.upper()


def specify(
    identity: str,
    title: str = "",
    points: float = 2,
    kind: str = "build",
    after: str = "",
    row: str = "",
    own: bool = False,
) -> ExerciseSpec:
    """What `identity` ("graphs/double-step", "01-graphs/double-step", "11-mine/first") asks for.

    after: the exercise of the chapter behind which it is put; "" for the end.
    own: it goes to the class's own folder, where exercises stand in the order of their names.
    Raises AuthoringError for names that cannot be used or are taken.
    """
    asked, slash, name = identity.partition("/")
    if not slash or not NAME.fullmatch(name) or len(name) > MAX_NAME:
        raise AuthoringError(
            f"{identity!r} is not an exercise's name; write CHAPTER/NAME, the name in lower-case letters, "
            f"digits and hyphens, at most {MAX_NAME} long: graphs/double-step"
        )
    function = name.replace("-", "_")
    if keyword.iskeyword(function) or function in TAKEN:
        raise AuthoringError(
            f"students would define a function called {function!r}, which is something else in a "
            "notebook; choose another name"
        )
    if own and (after or row):
        raise AuthoringError(
            "the exercises of a class's own stand in the order of their names, and no coverage lists them: "
            "leave out --after and --row"
        )
    chapter, is_new = _own_chapter(asked) if own else _chapter(asked)
    exercises = {} if is_new else chapter_exercises(chapter)
    named = f"{prefix(chapter)}/{name}"
    if named in exercises:
        raise AuthoringError(f"the exercise {named!r} already exists; choose another name")
    if not 0 < points <= 100:
        raise AuthoringError(f"{points:g} points were asked for; give more than 0, at most 100")
    return ExerciseSpec(
        chapter,
        name,
        _one_line(title) or name.replace("-", " ").replace("_", " ").capitalize(),
        points,
        kind,
        _place(list(exercises), prefix(chapter), after),
        row,
        is_new,
        own,
    )


def _chapter(asked: str) -> tuple[str, bool]:
    """The full name of the chapter, and whether it is new."""
    for chapter in CHAPTERS:
        if asked in (chapter, prefix(chapter)):
            return chapter, False
    there = ", ".join(CHAPTERS)
    if not CHAPTER.fullmatch(asked):
        raise AuthoringError(
            f"there is no chapter {asked!r}; available: {there}. A new one begins with its number: "
            f"{len(CHAPTERS) + 1:02}-mine/first"
        )
    if asked <= CHAPTERS[-1] or asked[:2] == CHAPTERS[-1][:2]:
        raise AuthoringError(
            f"a new chapter comes after {CHAPTERS[-1]}: call it "
            f"{int(CHAPTERS[-1][:2]) + 1:02}{asked[2:]}"
        )
    short = short_name(asked)
    if short in RESERVED or keyword.iskeyword(short):
        raise AuthoringError(f"{short!r} is taken; choose another name for the chapter")
    return asked, True


def _own_chapter(asked: str) -> tuple[str, bool]:
    """The full name of a chapter in the class's own folder, and whether it is new."""
    if own_folder() is None:
        raise AuthoringError(
            f"{VARIABLE} names no folder; set it to the one that holds the class's own exercises"
        )
    for chapter in own_chapters():
        if asked in (chapter, prefix(chapter)):
            return chapter, False
    taken = {prefix(chapter) for chapter in CHAPTERS}
    if not CHAPTER.fullmatch(asked) or prefix(asked) in taken:
        raise AuthoringError(
            f"{asked!r} is no chapter of {own_folder()}; a new one begins with a number, and no chapter of "
            f"the course is called like it: {len(CHAPTERS) + 1:02}-lessons/first"
        )
    return asked, True


def _place(known: list[str], short: str, after: str) -> int:
    if not after:
        return len(known)
    before = after if "/" in after else f"{short}/{after}"
    if before not in known:
        there = ", ".join(known) if known else "it has none yet"
        raise AuthoringError(f"the chapter has no exercise {before!r}; available: {there}")
    return known.index(before) + 1


def _one_line(text: str) -> str:
    """The text on one line, safe between double quotes in source code."""
    return " ".join(text.replace("\\", " ").replace('"', "'").split())
