"""Reads `class.toml`, key by key."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from grader.class_file.decisions import AS_IN_COURSE, ClassFile, Group, Late, Logo
from grader.class_file.naming import did_you_mean, known_chapters
from grader.class_file.value_checks import Checks
from grader.errors import CourseError
from grader.languages import _

FILE = "class.toml"
MEGABYTE = 2**20
# [limits]: the field of `sandbox.Limits`, one unit of it, and the least that makes sense.
LIMITS: dict[str, tuple[str, int, float]] = {
    "cell_seconds": ("cell_seconds", 1, 1),
    "answer_seconds": ("answer_seconds", 1, 1),
    "notebook_seconds": ("notebook_seconds", 1, 1),
    "memory_megabytes": ("memory", MEGABYTE, 512),
}
LATE = ("per_day", "at_most", "grace_minutes")
SAMPLE_OF_DUE = '"01-graphs" = 2027-03-01T18:00:00'


def read_class_file(folder: Path) -> ClassFile:
    """The `class.toml` in a class's folder; the course's own ways where there is none.

    Raises CourseError for one that cannot be used: a sentence that names the key.
    """
    path = folder / FILE
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return AS_IN_COURSE
    except (OSError, ValueError) as error:
        raise CourseError(
            _("{path} cannot be read: {reason}").format(path=path, reason=error)
        ) from None
    return Reader(path, known_chapters(folder)).read(found)


class Reader(Checks):
    """Each key has a method of its name, which takes its value and returns that of `ClassFile`'s field."""

    def read(self, found: Mapping[str, Any]) -> ClassFile:
        """What the file says."""
        self.known_keys(found, ClassFile.__dataclass_fields__)
        if "timezone" in found:
            self.timezone(found["timezone"])  # before the dates
        about = ClassFile(**{key: getattr(self, key)(value) for key, value in found.items()})
        self._agree(about)
        return about

    def title(self, value: Any) -> str:
        return self.one_line("title", value)

    def logo(self, value: Any) -> Logo:
        return self.picture("logo", value)

    def line(self, value: Any) -> str:
        return self.one_line("line", value)

    def language(self, value: Any) -> str:
        return self.language_code("language", value)

    def timezone(self, value: Any) -> str:
        name = self.one_line("timezone", value)
        try:
            self.zone = ZoneInfo(name)
        except (LookupError, ValueError, OSError):
            told = _("timezone: there is no time zone {value!r}").format(value=value)
            raise self.error(told + did_you_mean(name, available_timezones())) from None
        return name

    def chapters(self, value: Any) -> tuple[str, ...]:
        return self.chapter_names("chapters", self.texts("chapters", value))

    def left_out(self, value: Any) -> frozenset[str]:
        return frozenset(self.exercise("left_out", one) for one in self.texts("left_out", value))

    def points(self, value: Any) -> dict[str, float]:
        table = self.table("points", value, '"graphs/polynomial" = 6')
        return {
            self.exercise("points", name): self.number(f'points."{name}"', worth)
            for name, worth in table.items()
        }

    def due(self, value: Any, key: str = "due") -> dict[str, datetime]:
        table = self.table(key, value, SAMPLE_OF_DUE)
        return {
            self.chapter_names(key, [name])[0]: self.moment(f'{key}."{name}"', moment)
            for name, moment in table.items()
        }

    def late(self, value: Any) -> Late:
        table = self.table("late", value, "per_day = 10")
        self.known_keys(table, LATE, "late")
        most = {"grace_minutes": 100_000.0}
        numbers = {
            key: self.number(f"late.{key}", one, 0, most.get(key, 100))
            for key, one in table.items()
        }
        return Late(**numbers)

    def limits(self, value: Any) -> dict[str, float]:
        table = self.table("limits", value, "cell_seconds = 60")
        self.known_keys(table, LIMITS, "limits")
        found = {}
        for key, one in table.items():
            name, unit, least = LIMITS[key]
            found[name] = self.number(f"limits.{key}", one, least, 1_000_000) * unit
        return found

    def report(self, value: Any) -> frozenset[str]:
        table = self.table("report", value, 'left_out = ["graphs/chain"]')
        self.known_keys(table, ["left_out"], "report")
        key = "report.left_out"
        return frozenset(
            self.exercise(key, name) if "/" in name else self.chapter_names(key, [name])[0]
            for name in self.texts(key, table.get("left_out", []))
        )

    def groups(self, value: Any) -> tuple[Group, ...]:
        groups = self.table("groups", value, 'evening = { students = ["li"] }')
        return tuple(self._group("groups", name, one) for name, one in groups.items())

    def students(self, value: Any) -> tuple[Group, ...]:
        single = self.table("students", value, 'li = { language = "en" }')
        return tuple(self._group("students", name, one, [name]) for name, one in single.items())

    def _group(self, kind: str, name: str, value: Any, students: Any = None) -> Group:
        """One of the groups. students: who is in it; None if the table says it."""
        key = f"{kind}.{name}"
        table = self.table(key, value, 'language = "en"')
        keys = ["chapters", "due", "language", *(["students"] if students is None else [])]
        self.known_keys(table, keys, key)
        if students is None:
            students = self.texts(f"{key}.students", table.get("students", []))
            self.expected(bool(students), f"{key}.students", students, _("a list of ids"))
        chapters = self.texts(f"{key}.chapters", table.get("chapters", []))
        language = table.get("language")
        return Group(
            name,
            frozenset(students),
            self.chapter_names(f"{key}.chapters", chapters),
            self.due(table.get("due", {}), f"{key}.due"),
            self.language_code(f"{key}.language", language) if "language" in table else "",
        )

    def _agree(self, about: ClassFile) -> None:
        """Looks for what is right by itself, but not beside the rest."""
        places: dict[str, str] = {}
        for group in about.groups:
            for student in sorted(group.students):
                if student in places:
                    told = _("{student} is in two groups, {first} and {second}")
                    raise self.error(
                        told.format(student=student, first=places[student], second=group.name)
                    )
                places[student] = group.name
        for kind, groups in (("groups", about.groups), ("students", about.students)):
            for group in groups:
                for chapter in group.due.keys() - about.due.keys():
                    told = _("{key} has a date for {chapter}, and [due] has none: give it one, too")
                    raise self.error(told.format(key=f"{kind}.{group.name}.due", chapter=chapter))
