"""What an instructor can decide about a class."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from grader.judging import Exercise
from grader.languages import ENGLISH


@dataclass(frozen=True)
class Logo:
    """A picture. kind: "image/png"."""

    kind: str
    data: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """A file's name for it."""
        return "logo." + self.kind.partition("/")[2].partition("+")[0]

    @property
    def base64(self) -> str:
        """The picture as text."""
        return base64.b64encode(self.data).decode("ascii")

    @property
    def url(self) -> str:
        """An address that holds the picture itself."""
        return f"data:{self.kind};base64,{self.base64}"


@dataclass(frozen=True)
class Late:
    """What coming late costs, in percent of the points that were reached.

    per_day: for each day that has begun; at_most: however late; grace_minutes: so late costs nothing.
    """

    per_day: float = 0.0
    at_most: float = 100.0
    grace_minutes: float = 0.0


@dataclass(frozen=True)
class Group:
    """Students for whom some things are otherwise. Without a value: as for the whole class."""

    name: str
    students: frozenset[str]
    chapters: tuple[str, ...] = ()
    due: Mapping[str, datetime] = field(default_factory=dict)
    language: str = ""


@dataclass(frozen=True)
class ClassFile:
    """A class's decisions. The keys of `class.toml` have the names of these fields.

    title, logo, line: what stands above the class's pages, its report and its index.
    language: of feedback, "zh_CN"; "" for that of the command.
    timezone: where dates without an offset are from.
    chapters: in the order of the course; none stands for all of them.
    left_out: the exercises that the class does without, "graphs/polynomial".
    points: what exercises are worth; for all others, the points of the cell in the class's source count.
    due: when chapters are due, in UTC; with no date at all, those in the gradebook count.
    late: what coming late costs; None leaves it to nbgrader's configuration.
    limits: of a submission's run, by the names of `sandbox.Limits`.
    report: the exercises and chapters that count in no report.
    groups: of students; students: single ones.
    """

    title: str = ""
    logo: Logo | None = None
    line: str = ""
    language: str = ""
    timezone: str = "UTC"
    chapters: tuple[str, ...] = ()
    left_out: frozenset[str] = frozenset()
    points: Mapping[str, float] = field(default_factory=dict)
    due: Mapping[str, datetime] = field(default_factory=dict)
    late: Late | None = None
    limits: Mapping[str, float] = field(default_factory=dict)
    report: frozenset[str] = frozenset()
    groups: tuple[Group, ...] = ()
    students: tuple[Group, ...] = ()

    def has(self, chapter: str) -> bool:
        """Whether the class works on a chapter; so it does on all that is in none: ""."""
        if not chapter or not self.chapters or chapter in self.chapters:
            return True
        return any(chapter in one.chapters for one in (*self.groups, *self.students))

    def expects(self, student: str, chapter: str) -> bool:
        """Whether a chapter is for this student."""
        own = next((one.chapters for one in self._of(student) if one.chapters), self.chapters)
        return not own or chapter in own

    def due_of(self, student: str, chapter: str) -> datetime | None:
        """When a chapter is due for this student; None if the file does not say."""
        own = (one.due[chapter] for one in self._of(student) if chapter in one.due)
        return next(own, self.due.get(chapter))

    def language_of(self, student: str) -> str:
        """The language that was chosen for a student or a group of theirs, or ""."""
        return next((one.language for one in self._of(student) if one.language), "")

    def languages(self) -> list[str]:
        """The languages beside English that some students read, sorted."""
        every = {self.language, *(one.language for one in (*self.groups, *self.students))}
        return sorted(every - {"", ENGLISH})

    def groups_with(self, chapter: str) -> list[str]:
        """The groups for whom a chapter is, if it is not for everybody."""
        if not self.chapters or chapter in self.chapters:
            return []
        return [one.name for one in self.groups if chapter in one.chapters]

    def _of(self, student: str) -> list[Group]:
        """What is said of a student, the most special first."""
        return [one for one in (*self.students, *self.groups) if student in one.students]

    def worth(self, exercise: Exercise) -> float:
        """The points of an exercise, if its cell does not say otherwise."""
        return self.points.get(exercise.id, exercise.points)


AS_IN_COURSE = ClassFile()
