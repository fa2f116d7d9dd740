"""Exercises of a class's own, in the form of the course's: `GRADER_EXERCISES` names their folder.

    11-lessons/ema/exercise.py     defines the exercise "lessons/ema"
    11-lessons/ema/answers.py      and measured.json, as in `sources` and `measured`
    11-lessons/ema/probe.py        only for a question that no general probe puts

They need no translation and no row of the coverage. The judge runs their code as the course's own, so
the folder is the instructor's; no submission can name it.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from grader.judging import Exercise

VARIABLE = "GRADER_EXERCISES"
CHAPTER = re.compile(r"[0-9]{2}-[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def own_folder() -> Path | None:
    """The folder of the class's own exercises, if there is one."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else None


def own_chapters() -> tuple[str, ...]:
    """The chapters in it, such as "11-lessons", in order."""
    folder = own_folder()
    if folder is None or not folder.is_dir():
        return ()
    names = (path.name for path in folder.iterdir() if path.is_dir())
    return tuple(sorted(name for name in names if CHAPTER.fullmatch(name)))


def folder_of(identity: str) -> Traversable:
    """The folder of "graphs/take-out", or of "lessons/ema"; it may not exist."""
    chapter, _, name = identity.partition("/")
    for own in own_chapters():
        if own.partition("-")[2] == chapter:
            return chapter_folder(own) / name.replace("-", "_")
    return resources.files(__package__).joinpath(identity.replace("-", "_"))


def own_exercises(chapter: str) -> dict[str, Exercise]:
    """The exercises of "11-lessons" by their identity, in the order of their folders' names.

    Raises LookupError for a file that defines no exercise, or one that is not called as its folder.
    """
    first = chapter.partition("-")[2]
    found = {}
    for path in sorted(chapter_folder(chapter).glob("*/exercise.py")):
        identity = f"{first}/{path.parent.name.replace('_', '-')}"
        found[identity] = _defined(path, identity)
    return found


def chapter_folder(chapter: str) -> Path:
    """The folder of "11-lessons". Raises LookupError where there are no own exercises."""
    folder = own_folder()
    if folder is None:
        raise LookupError(f"{chapter}: {VARIABLE} names no folder")
    return folder / chapter


@cache
def _defined(path: Path, identity: str) -> Exercise:
    """The exercise that a file defines."""
    name = f"own_exercises.{path.parent.name}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise LookupError(f"{path} cannot be imported")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    defined = [value for value in vars(module).values() if isinstance(value, Exercise)]
    if [one.id for one in defined] != [identity]:
        there = ", ".join(repr(one.id) for one in defined) or "none"
        raise LookupError(f"{path} should define the exercise {identity!r}; it defines {there}")
    return defined[0]
