"""Right and wrong answers to the exercises, as data: the tests judge them, `grader demo` plants them.

The answers to graphs/polynomial are in `graphs/polynomial.py`; where that would be too long, in the
files of a folder `graphs/polynomial/`, which are read in alphabetical order. They are data, not
modules to import. A file consists of blocks: a line that names the answer, then the source of the
exercise's solution cell (`tf` and `np` are given):

    # %% graphs/polynomial right with-powers
    # %% graphs/polynomial wrong forgets-square misconception=forgets-the-square
    # %% graphs/polynomial right other-names from=with-powers

The last one extends an earlier answer to the same exercise: its source comes first, then the body.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from grader.exercises.catalogue import chapter_exercises

__all__ = ["Answer", "answers"]

HEAD = re.compile(
    r"(?P<exercise>\S+/\S+) (?P<kind>right|wrong) (?P<name>\S+)"
    r"(?: misconception=(?P<misconception>\S+))?"
    r"(?: from=(?P<base>\S+))?"
)


@dataclass(frozen=True)
class Answer:
    """One answer to `exercise`. `misconception` is the mistake that the verdict should name."""

    exercise: str
    right: bool
    name: str
    misconception: str | None
    source: str


@cache
def answers(chapter: str) -> tuple[Answer, ...]:
    """The answers of "01-graphs", in the order of its exercises and, within one, of their file.

    Raises LookupError for an unknown chapter and for an exercise without a file, ValueError for
    a block whose first line cannot be read.
    """
    found: dict[tuple[str, str], Answer] = {}
    for exercise in chapter_exercises(chapter):
        blocks = re.split(r"(?m)^# %% (.*)\n", _source(exercise))[1:]
        for head, body in zip(blocks[::2], blocks[1::2], strict=True):
            answer = _answer(head, body, found)
            found[answer.exercise, answer.name] = answer
    return tuple(found.values())


def _source(exercise: str) -> str:
    """The text of the exercise's file, or of all files in its folder."""
    name = exercise.replace("-", "_")
    folder, file = (resources.files(__name__).joinpath(name + end) for end in ("", ".py"))
    files = [file]
    if folder.is_dir():
        files = sorted(
            (one for one in folder.iterdir() if one.name.endswith(".py")), key=lambda one: one.name
        )
    if not all(one.is_file() for one in files):
        raise LookupError(f"there are no answers to {exercise!r}: no file {name}.py")
    return "\n\n".join(one.read_text(encoding="utf-8") for one in files)


def _answer(head: str, body: str, above: Mapping[tuple[str, str], Answer]) -> Answer:
    found = HEAD.fullmatch(head.strip())
    if found is None:
        raise ValueError(
            f"cannot read the head {head!r}; write `# %% chapter/exercise right NAME` or "
            "`# %% chapter/exercise wrong NAME misconception=NAME`, perhaps with `from=NAME`"
        )
    source = body.strip() + "\n"
    if found["base"]:
        key = (found["exercise"], found["base"])
        if key not in above:
            raise ValueError(f"{head!r} builds upon an answer that does not stand above it")
        source = above[key].source + "\n\n" + source
    return Answer(
        found["exercise"],
        found["kind"] == "right",
        found["name"],
        found["misconception"],
        source,
    )
