"""What students' copies must know of their class: the file `class.json` of a release."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.class_file.decisions import AS_IN_COURSE, ClassFile
from grader.exercises.catalogue import chapter_of

GIVEN = "class.json"


def given_to_students(about: ClassFile, points: Mapping[str, float]) -> str:
    """The text of the file. points: of all exercises that are not worth what they are in the course."""
    told = {
        "chapters": list(about.chapters),
        "left_out": sorted(about.left_out),
        "points": dict(sorted(points.items())),
    }
    return json.dumps(told, indent=1) + "\n"


def read_given(folder: Path) -> ClassFile:
    """What a release says about its class, in the folder of the chapters or in those of single ones.

    A chapter's own file knows best what it is about: it came with the chapter. Never raises: what cannot be
    read says nothing.
    """
    found = _read(folder / GIVEN)
    for path in sorted(folder.glob(f"*/{GIVEN}")):
        own = _read(path)
        if own is not None:
            found = own if found is None else _with_chapter(found, own, path.parent.name)
    return found or AS_IN_COURSE


def _read(path: Path) -> ClassFile | None:
    with contextlib.suppress(OSError, ValueError, TypeError, AttributeError, RecursionError):
        found: dict[str, Any] = json.loads(path.read_bytes())
        chapters, left_out = (map(str, found[key]) for key in ("chapters", "left_out"))
        points = {str(name): float(worth) for name, worth in found.get("points", {}).items()}
        if all(0 <= worth < float("inf") for worth in points.values()):
            return ClassFile(chapters=tuple(chapters), left_out=frozenset(left_out), points=points)
    return None


def _with_chapter(found: ClassFile, own: ClassFile, chapter: str) -> ClassFile:
    """`found`, except that `own` says what is so in a chapter."""

    def here(exercise: str) -> bool:
        return chapter_of(exercise) == chapter

    left_out = {one for one in found.left_out if not here(one)} | set(filter(here, own.left_out))
    points = {name: worth for name, worth in found.points.items() if not here(name)}
    points |= {name: worth for name, worth in own.points.items() if here(name)}
    return ClassFile(chapters=found.chapters, left_out=frozenset(left_out), points=points)
