"""Right and wrong answers to the exercises, as data: the tests judge them, `grader demo` plants them.

The answers to graphs/polynomial are in `graphs/polynomial.py`; where that would be too long, in the
files of a folder `graphs/polynomial/`, which are read in alphabetical order. They are data, not
modules to import. A file consists of blocks: a line that names the answer, then the source of the
exercise's solution cell (`tf` and `np` are given):

    # %% graphs/polynomial right with-powers
    # %% graphs/polynomial wrong forgets-square misconception=forgets-the-square
    # %% graphs/polynomial right other-names from=with-powers

The last one extends an earlier answer to the same exercise: its source comes first, then the body.

A block of comments lists mutants that may get full points and variants that do not apply (see `mutation/`),
each with the reason. It is about one right answer, or with `*` about all; `...` stands for any text:

    # %% graphs/polynomial exempt with-powers
    # constant: return x ** 2.0 -> return x ** 2
    # variant: own-graph
    #     the reason
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from grader.exercises.catalogue import chapter_exercises

__all__ = ["Answer", "Exemption", "answers", "exemptions"]

HEAD = re.compile(
    r"(?P<exercise>\S+/\S+) (?P<kind>right|wrong|exempt) (?P<name>\S+)"
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


@dataclass(frozen=True)
class Exemption:
    """A mutant or variant of right answers to `exercise` that is not as the tests expect, and why.

    answer: the name of the right answer, or "*" for all of them.
    pattern: the mutant's key, or "variant: NAME"; "..." stands for any text.
    """

    exercise: str
    answer: str
    pattern: str
    reason: str

    def covers(self, answer: str, key: str) -> bool:
        """Whether this is about the mutant or variant `key` of that answer."""
        parts = map(re.escape, self.pattern.split("..."))
        return self.answer in ("*", answer) and bool(re.fullmatch(".*".join(parts), key))


@cache
def answers(chapter: str) -> tuple[Answer, ...]:
    """The answers of "01-graphs", in the order of its exercises and, within one, of their file.

    Raises LookupError for an unknown chapter and for an exercise without a file, ValueError for
    a block whose first line cannot be read, and for a name that another answer to the exercise has.
    """
    found: dict[tuple[str, str], Answer] = {}
    for head, body in _blocks(chapter):
        if _fields(head)["kind"] != "exempt":
            answer = _answer(head, body, found)
            if (answer.exercise, answer.name) in found:
                raise ValueError(f"{head!r}: another answer to this exercise has the same name")
            found[answer.exercise, answer.name] = answer
    return tuple(found.values())


@cache
def exemptions(exercise: str) -> tuple[Exemption, ...]:
    """The exemptions of "graphs/polynomial", in the order of its file.

    Raises ValueError for a line that is no comment, and for patterns that no reason follows.
    """
    found, patterns, reason = [], list[str](), list[str]()
    for head, body in _blocks_of(exercise):
        fields = _fields(head)
        if fields["kind"] != "exempt":
            continue
        for line in [*body.strip().splitlines(), "# "]:
            if not line.startswith("# "):
                raise ValueError(f"{head!r}: expected a comment, found {line!r}")
            if line.startswith("#     "):
                reason.append(line[6:])
                continue
            if reason:
                why = " ".join(reason)
                found += [Exemption(exercise, fields["name"], one, why) for one in patterns]
                patterns, reason = [], []
            patterns.append(line[2:])
        if patterns != [""]:
            raise ValueError(f"{head!r}: no reason follows {patterns[:-1]}")
        patterns = []
    return tuple(found)


def _blocks(chapter: str) -> Iterator[tuple[str, str]]:
    """The heads and bodies of a chapter's blocks."""
    for exercise in chapter_exercises(chapter):
        yield from _blocks_of(exercise)


def _blocks_of(exercise: str) -> Iterator[tuple[str, str]]:
    """The heads and bodies of an exercise's blocks."""
    parts = re.split(r"(?m)^# %% (.*)\n", _source(exercise))[1:]
    return zip(parts[::2], parts[1::2], strict=True)


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


def _fields(head: str) -> Mapping[str, str]:
    """What a block's first line says. Raises ValueError if it cannot be read."""
    found = HEAD.fullmatch(head.strip())
    if found is None:
        raise ValueError(
            f"cannot read the head {head!r}; write `# %% chapter/exercise right NAME` or "
            "`# %% chapter/exercise wrong NAME misconception=NAME`, perhaps with `from=NAME`"
        )
    return found.groupdict()


def _answer(head: str, body: str, above: Mapping[tuple[str, str], Answer]) -> Answer:
    found = _fields(head)
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
