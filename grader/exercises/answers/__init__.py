"""Right and wrong answers to the exercises, as data: the tests judge them, `grader demo` plants them.

One file a chapter, divided into blocks. A block is headed by one line, and its body is the source
of the exercise's solution cell (`tf` and `np` are given):

    # %% graphs/polynomial right with-powers
    # %% graphs/polynomial wrong forgets-square misconception=forgets-the-square
    # %% graphs/polynomial right other-names from=with-powers

The last one is the source of an answer above it, to the same exercise, and the block's body behind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

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
    """The answers of "01-graphs", in the order of their file.

    Raises LookupError for a chapter without a file, ValueError for a head that cannot be read.
    """
    name = chapter.partition("-")[2].replace("-", "_") + ".py"
    file = resources.files(__name__) / name
    if not file.is_file():
        raise LookupError(f"there are no answers for {chapter!r}: no file {name}")
    blocks = re.split(r"(?m)^# %% (.*)\n", file.read_text(encoding="utf-8"))[1:]
    found: dict[tuple[str, str], Answer] = {}
    for head, body in zip(blocks[::2], blocks[1::2], strict=True):
        answer = _answer(head, body, found)
        found[answer.exercise, answer.name] = answer
    return tuple(found.values())


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
