"""Finds out whose file it is from the names that learning management systems give in zip archives.

`nbgrader zip_collect` asks this plug-in about each file that it has unpacked. Names are looked up in
the gradebook, so that a student has the same id in every chapter, whatever the system calls the file.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.plugins.zipcollect import FileNameCollectorPlugin
from traitlets import Enum

from grader.errors import CourseError

# How a file, or the folder with a student's files, begins in each system's archive. The system writes
# the beginning, the student the rest: so the first match from the left counts, and nothing after it.
#   number: the system's number for the student; user: a login name; name: a display name;
#   copy: a number for this one file.
SYSTEMS: dict[str, re.Pattern[str]] = {
    # Li Wei_12345_assignsubmission_file_graphs.ipynb, or a folder with the file in it. The number is
    # not the student's: it differs between assignments.
    "Moodle": re.compile(
        r"\A(?P<name>.+?)_(?P<copy>\d++)_assignsubmission_file(?:_(?P<rest>.*))?\Z", re.DOTALL
    ),
    # exercise_liwei_attempt_2026-03-01-18-00-00_graphs.ipynb
    "Blackboard": re.compile(
        r"\A(?:.*?_)??(?P<user>[^_]++)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<rest>.*))?\Z",
        re.DOTALL,
    ),
    # weili_12345_67890_graphs.ipynb, weili_LATE_12345_67890_graphs-1.ipynb
    "Canvas": re.compile(
        r"\A(?P<name>[^_]++)_(?:LATE_)?(?P<number>\d++)_(?P<copy>\d++)_(?P<rest>.+)\Z", re.DOTALL
    ),
}
# One folder per student, named as in the gradebook; a zip archive is a folder, too.
FOLDERS = "folders"
NOTEBOOK = ".ipynb"
ARCHIVES = (".zip", ".tar.gz", ".gz")
# "graphs-1.ipynb" and "graphs (2).ipynb" are graphs.ipynb, submitted or downloaded again.
AGAIN = re.compile(r"(?:-\d++| ?\(\d++\))(?=\.ipynb\Z)")


class Unclear(CourseError):
    """It is not clear which system made an archive, or whose a file is."""


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


def sender(parts: Sequence[str], system: str) -> Sender | None:
    """What the parts of a path in an archive say, or None if the system did not write them."""
    for part in parts:
        found = SYSTEMS[system].match(part)
        if found is None:
            continue
        told = {key: text or "" for key, text in found.groupdict().items()}
        rest = told.pop("rest")
        file = rest if part is parts[-1] else parts[-1]
        return Sender(AGAIN.sub("", file), **told) if file.endswith(NOTEBOOK) else None
    return None


def system_of(paths: Sequence[Sequence[str]]) -> str:
    """The system that wrote the whole archive. Raises Unclear if it may be one of two.

    A student may call a file as another system would, but the true system's words stand before it.
    """
    by = {path: [name for name in SYSTEMS if sender(path, name)] for path in map(tuple, paths)}
    by = {path: names for path, names in by.items() if names}
    if not by:
        return FOLDERS
    possible = [name for name in SYSTEMS if all(name in names for names in by.values())]
    if len(possible) == 1:
        return possible[0]
    few = sorted(by, key=lambda path: len(by[path]))[:2] if possible else _at_odds(by)
    raise Unclear(
        f"which system is this archive from? {' and '.join(map(shown, few))} look like files from "
        f"{' and '.join(dict.fromkeys(name for path in few for name in by[path]))}. Set it in "
        f"nbgrader_config.py: c.LmsFiles.system = {(possible or list(SYSTEMS))[0]!r}"
    )


def _at_odds(by: Mapping[tuple[str, ...], list[str]]) -> list[tuple[str, ...]]:
    """Two paths that no single system wrote."""
    first = min(by, key=lambda path: len(by[path]))
    other = next((path for path in by if not set(by[path]) & set(by[first])), first)
    return [first, other]


def shown(path: Sequence[str]) -> str:
    """A path as it may be printed."""
    return repr("/".join(path))


def folder_of(parts: Sequence[str], before: int, ids: Iterable[str]) -> str:
    """The student's folder on a path: the archive's own name, or the first folder in it; "" for neither.

    before: how many parts lead to the contents of the archive.
    """
    wanted, folders = set(ids), parts[:-1]
    own = folders[before - 1 : before] if before else []
    return next((name for name in [*own, *folders[before : before + 1]] if name in wanted), "")


def wrapping(paths: Sequence[Sequence[str]]) -> int:
    """How many folders all the paths share above at least two different ones."""
    count = 0
    while (
        all(len(path) > count + 1 for path in paths) and len({path[count] for path in paths}) == 1
    ):
        count += 1
    return count if len({path[count] for path in paths}) > 1 else 0


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
    # A student with a different number is someone else, whatever the display name says.
    others = [one for one in people if not (who.number and one.number)]
    return numbered or [one.id for one in others if name and name in one.names]


def new_id(who: Sender) -> str:
    """A new id for a student missing from the gradebook: letters, digits and hyphens."""
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", who.user or who.name))
    return "-".join(words) or f"student-{who.number or who.copy}"


class LmsFiles(FileNameCollectorPlugin):
    """Understands names from Moodle, Canvas and Blackboard, and folders; a configured `named_regexp` wins.

    A student missing from the gradebook gets an id made from the name in the file name.
    """

    system = Enum(
        ("", *SYSTEMS, FOLDERS),
        "",
        help="The system that made the archive; '' to recognise it from its files.",
    ).tag(config=True)

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.people: list[Person] | None = None
        self.given: dict[str, Sender] = {}
        self.claims: dict[str, tuple[Any, str]] = {}
        self.found: dict[str, tuple[Sequence[str], int, int]] | None = None

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

    def _files(self) -> dict[str, tuple[Sequence[str], int, int]]:
        """Each notebook: the parts of its path, how many lead into its archive, how many wrap all in it."""
        if self.found is None:
            packed, unpacked = (
                Path(self.parent._format_collect_path(step))
                for step in (self.parent.archive_directory, self.parent.extracted_directory)
            )
            by: dict[Path, list[tuple[Path, Sequence[str]]]] = defaultdict(list)
            for path in sorted(unpacked.rglob(f"*{NOTEBOOK}")):
                parts = path.relative_to(unpacked).parts
                by[_archive(packed, parts)].append((path, parts))
            self.found = {}
            for archive, files in by.items():
                before = len(archive.parts)
                more = wrapping([parts[before:] for _, parts in files])
                self.found |= {str(path): (parts, before, more) for path, parts in files}
            if not self.system:
                self.system = system_of(
                    [parts[before:] for parts, before, _ in self.found.values()]
                )
        return self.found

    def _sender(self, filename: str) -> Sender | None:
        parts, before, more = self._files()[filename]
        if self.system != FOLDERS:
            return sender(parts[before:], self.system)
        folder = folder_of(parts, before + more, (one.id for one in self._people()))
        return Sender(AGAIN.sub("", parts[-1]), folder=folder) if folder else None

    def _match(self, filename: str) -> dict[str, str] | None:
        if self.named_regexp:
            found: dict[str, str] | None = super()._match(filename)
            return found
        try:
            who = self._sender(filename)
            if who is None:
                self.log.warning(
                    f"Whose file is it? Neither its name nor its folder says so: {filename!r}"
                )
                return None
            student = self._student(who)
            self._claim(student, who, filename)
        except Unclear as trouble:
            self.parent.fail(str(trouble))
            raise
        told = {"student_id": student, "file_id": who.file}
        if who.time:
            day, clock = who.time[:10], who.time[11:].replace("-", ":")
            told["timestamp"] = f"{day} {clock}"
        return told

    def _claim(self, student: str, who: Sender, filename: str) -> None:
        """Notes whose files go to the student. Raises Unclear if two senders' do."""
        own = who.number or who.user or who.folder
        identity = (own,) if own else (who.name, who.copy)
        before, other = self.claims.setdefault(student, (identity, filename))
        if before != identity:
            raise Unclear(
                f"two senders would be collected as {student!r}: {Path(other).name!r} and "
                f"{Path(filename).name!r}. Add their lms_user_id to the gradebook, or remove one of them"
            )

    def _student(self, who: Sender) -> str:
        found = known_as(who, self._people())
        if len(found) == 1:
            return found[0]
        made = new_id(who)
        before = self.given.setdefault(made, who)
        taken = made in [one.id for one in self._people()]
        if taken or (before.number or before.copy) != (who.number or who.copy):
            made = (
                f"{made}-{who.number or who.copy or 'other'}"  # another student with the same name
            )
        if len(found) > 1:
            self.log.warning(
                f"{who.name or who.number!r} may be {' or '.join(found)}; collected as {made}: "
                "rename that folder in submitted/"
            )
        elif not who.user:
            self.log.warning(f"The gradebook does not know {who.name!r}; collected as {made}")
        return made


def _archive(packed: Path, parts: Sequence[str]) -> Path:
    """The beginning of a path that is the name of an archive of the instructor's; empty for none."""
    for end in range(1, len(parts)):
        place = packed.joinpath(*parts[:end])
        if any(place.with_name(place.name + ending).is_file() for ending in ARCHIVES):
            return Path(*parts[:end])
    return Path()
