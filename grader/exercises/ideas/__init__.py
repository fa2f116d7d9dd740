"""Right answers with one small mistake that has a name, as data: the judge compares wrong answers with them.

The file of a chapter has a block for each: the exercise, the idea (a name of `judging/ideas.py`), the
right answer that was changed and the mutant's key (see `mutation/`), then the whole source (`tf` and `np`
are given):

    # %% graphs/polynomial adds-for-subtracts
    # with-powers: arithmetic: return x - y -> return x + y
    def polynomial(x, y): ...

`python -m grader.authoring.naming` writes the files: which mistakes can be named is measured, not chosen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from grader.judging import IDEAS, Misconception

__all__ = ["Likely", "ideas_of", "likely"]


@dataclass(frozen=True)
class Likely:
    """One block. answer: the name of the right answer; key: the mutant's."""

    exercise: str
    idea: str
    answer: str
    key: str
    source: str


@cache
def likely(chapter: str) -> tuple[Likely, ...]:
    """The blocks of the chapter called "graphs"; none if it has no file."""
    file = resources.files(__name__).joinpath(chapter + ".txt")
    if not file.is_file():
        return ()
    parts = re.split(r"(?m)^# %% (.*)\n# (.*)\n", file.read_text(encoding="utf-8"))[1:]
    found = []
    for head, about, source in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        exercise, idea = head.split()
        answer, _, key = about.partition(": ")
        found.append(Likely(exercise, idea, answer, key, source.strip() + "\n"))
    return tuple(found)


def ideas_of(exercise: str, name: str) -> tuple[Misconception, ...]:
    """The named mistakes of "graphs/polynomial", whose answer is called `name`."""
    blocks = likely(exercise.partition("/")[0])
    return tuple(
        Misconception(
            one.idea,
            _Built(one.source, name),
            IDEAS[one.idea],
            remembers=one.idea == "remembers",
        )
        for one in blocks
        if one.exercise == exercise
    )


@dataclass(frozen=True)
class _Built:
    """Builds the answer `name` from its source, on the engine."""

    source: str
    name: str

    def __call__(self) -> Any:
        import numpy as np

        from grader import engine

        namespace: dict[str, Any] = {"tf": engine, "np": np}
        exec(_compiled(self.source), namespace)
        return namespace[self.name]


@cache
def _compiled(source: str) -> Any:
    return compile(source, "<a right answer with a mistake>", "exec")
