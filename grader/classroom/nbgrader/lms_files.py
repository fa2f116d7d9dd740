"""Finds out whose file it is from the names that learning management systems give in zip archives.

`nbgrader zip_collect` asks this plug-in about each file that it has unpacked. Names are looked up in
the gradebook, so that a student has the same id in every chapter, whatever the system calls the file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.plugins.zipcollect import FileNameCollectorPlugin

ANY = r"(?P<file>[^/]+\.ipynb)"
# The end of a file's path, as each system writes it. The first match counts.
#   number: the system's number for the student; user: a login name; name: a display name;
#   copy: a number for this one file.
PATTERNS: dict[str, re.Pattern[str]] = {
    # Li Wei_12345_assignsubmission_file_graphs.ipynb, or a folder with the file in it. The number is
    # not the student's: it differs between assignments.
    "Moodle": re.compile(rf"/(?P<name>[^/]+)_(?P<copy>\d+)_assignsubmission_file(?:_/|/|_){ANY}$"),
    # exercise_liwei_attempt_2026-03-01-18-00-00_graphs.ipynb
    "Blackboard": re.compile(
        rf"/[^/]*?_?(?P<user>[^/_]+)_attempt_(?P<time>\d{{4}}(?:-\d\d){{5}})_{ANY}$"
    ),
    # weili_12345_67890_graphs.ipynb, weili_LATE_12345_67890_graphs-1.ipynb
    "Canvas": re.compile(rf"/(?P<name>[^/_]+)_(?:LATE_)?(?P<number>\d+)_(?P<copy>\d+)_{ANY}$"),
    # One folder per student. A zip archive is a folder, too: it counts if the gradebook knows the name.
    "folders": re.compile(rf"/(?P<folder>[^/]+)/{ANY}$"),
}
# "graphs-1.ipynb" and "graphs (2).ipynb" are graphs.ipynb, submitted or downloaded again.
AGAIN = re.compile(r"(?:-\d+| ?\(\d+\))(?=\.ipynb$)")


@dataclass(frozen=True)
class Person:
    """A student in the gradebook. `names` are normalized (see `normalized`)."""

    id: str
    number: str
    names: frozenset[str]


@dataclass(frozen=True)
class Sender:
    """What a file's path says about its sender; "" where it says nothing."""

    file: str
    name: str = ""
    number: str = ""
    user: str = ""
    folder: str = ""
    copy: str = ""
    time: str = ""


def sender(path: str) -> Sender | None:
    """What the path of an unpacked file says, or None if no known system wrote it."""
    for pattern in PATTERNS.values():
        found = pattern.search(PurePath(path).as_posix())
        if found:
            parts = {key: text or "" for key, text in found.groupdict().items()}
            return Sender(**parts | {"file": AGAIN.sub("", parts["file"])})
    return None


def normalized(name: str) -> str:
    """A name in lower case without punctuation and spaces: systems omit some of them."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def person(row: object) -> Person:
    """A student from a row of nbgrader's gradebook."""
    first, last = (str(getattr(row, key, None) or "") for key in ("first_name", "last_name"))
    pairs = (f"{first} {last}", f"{last} {first}")
    names = {normalized(pair) for pair in pairs} - {""} if first or last else set()
    number = str(getattr(row, "lms_user_id", None) or "")
    return Person(str(getattr(row, "id", "")), number, frozenset(names))


def known_as(who: Sender, people: Iterable[Person]) -> list[str]:
    """The ids of the possible senders: the number takes precedence over the name."""
    people = list(people)
    if who.user or who.folder:
        return [one.id for one in people if one.id in (who.user, who.folder)]
    numbered = [one.id for one in people if who.number and one.number == who.number]
    name = normalized(who.name)
    return numbered or [one.id for one in people if name and name in one.names]


def new_id(who: Sender) -> str:
    """A new id for a student missing from the gradebook: letters, digits and hyphens."""
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", who.user or who.name))
    return "-".join(words) or f"student-{who.number or who.copy}"


class LmsFiles(FileNameCollectorPlugin):
    """Understands names from Moodle, Canvas and Blackboard, and folders; a configured `named_regexp` wins.

    A student missing from the gradebook gets an id made from the name in the file name.
    """

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.people: list[Person] | None = None
        self.given: dict[str, Sender] = {}

    def _people(self) -> list[Person]:
        """The students in the gradebook, read once."""
        if self.people is None:
            directory = self.parent.coursedir
            _, is_sqlite, path = directory.db_url.partition("sqlite:///")
            self.people = []
            if not is_sqlite or Path(path).is_file():  # opening it would create an empty one
                with Gradebook(directory.db_url, directory.course_id) as gradebook:
                    self.people = [person(row) for row in gradebook.students]
        return self.people

    def _match(self, filename: str) -> dict[str, str] | None:
        if self.named_regexp:
            found: dict[str, str] | None = super()._match(filename)
            return found
        who = sender(filename)
        if who is None or (who.folder and not known_as(who, self._people())):
            self.log.warning(
                f"Whose file is it? Neither its name nor its folder says it: {filename}"
            )
            return None
        student = self._student(who)
        told = {"student_id": student, "file_id": who.file}
        if who.time:
            day, clock = who.time[:10], who.time[11:].replace("-", ":")
            told["timestamp"] = f"{day} {clock}"
        return told

    def _student(self, who: Sender) -> str:
        found = known_as(who, self._people())
        if len(found) == 1:
            return found[0]
        made = new_id(who)
        before = self.given.setdefault(made, who)
        if (before.number or before.copy) != (who.number or who.copy):
            made = f"{made}-{who.number or who.copy}"  # another student with the same name
        if len(found) > 1:
            self.log.warning(
                f"{who.name or who.number} may be {' or '.join(found)}; collected as {made}: "
                "rename that folder in submitted/"
            )
        elif not who.user:
            self.log.warning(f"The gradebook does not know {who.name}; collected as {made}")
        return made
