"""What the names in an archive from a learning management system say: whose a file is, and when it came."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.errors import CourseError
from grader.languages import _

# How a file, or the folder with a student's files, begins in each system's archive. The system writes
# the beginning, the student the rest: so the first match from the left counts, and nothing after it.
#   number: the system's number for the student; user: a login name; name: a display name;
#   copy: a number for this one file; time: when it was handed in; title: the assignment's name.
SYSTEMS: dict[str, re.Pattern[str]] = {
    # Li Wei_12345_assignsubmission_file/graphs.ipynb, or a file that begins like the folder. The number is
    # not the student's: it differs between assignments. An underscore in a name comes as a space.
    "Moodle": re.compile(
        r"\A(?P<name>.+?)_(?P<copy>\d++)_assignsubmission_[a-z]++(?:_(?P<rest>.*))?\Z", re.DOTALL
    ),
    # exercise_liwei_attempt_2026-03-01-18-00-00_graphs.ipynb; both names may have underscores.
    "Blackboard": re.compile(
        r"\A(?:(?P<title>.*?)_)??(?P<user>[^_]++)"
        r"_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:[_.](?P<rest>.*))?\Z",
        re.DOTALL,
    ),
    # weili_12345_67890_graphs.ipynb, weili_LATE_12345_67890_graphs-1.ipynb
    "Canvas": re.compile(
        r"\A(?P<name>[^_]++(?:_(?!LATE_)[^_\d][^_]*+)*?)"
        r"_(?:LATE_)?(?P<number>\d++)_(?P<copy>\d++)_(?P<rest>.+)\Z",
        re.DOTALL,
    ),
    # 39786-640693 - Li Wei - Oct 10, 2025 234 PM/graphs.ipynb, or a file: ... PM - graphs.ipynb
    "Brightspace": re.compile(
        r"\A(?P<number>\d++)-\d++ - (?P<name>.+?)"
        r" - (?P<time>(?=[^-]*\d{4})[^-]++)(?:- (?P<rest>.+))?\Z",
        re.DOTALL,
    ),
}
# One folder per student, named as in the gradebook; a zip archive is a folder, too.
FOLDERS = "folders"


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
    """What a file's path says about its sender; "" where it says nothing. file: its name, as handed in."""

    file: str
    name: str = ""
    number: str = ""
    user: str = ""
    folder: str = ""
    copy: str = ""
    time: str = ""
    title: str = ""

    @property
    def own(self) -> tuple[str, ...]:
        """What is the same in all files of one sender, and in no other's."""
        told = self.number or self.user or self.folder
        return (self.title, told) if told else (self.name, self.copy)

    def __str__(self) -> str:
        return self.name or self.user or self.folder or self.number


def sender(parts: Sequence[str], system: str, deep: int | None = None) -> Sender | None:
    """What the parts of a path in an archive say, or None if the system did not write them.

    deep: how many of the parts may be the system's, None for all.
    """
    for part in parts[:deep]:
        found = SYSTEMS[system].match(part)
        if found is None:
            continue
        told = {
            key: (text or "").strip() for key, text in found.groupdict().items() if key != "rest"
        }
        rest = found["rest"] or ""
        return Sender(rest if part is parts[-1] else parts[-1], **told)
    return None


def system_of(paths: Sequence[Sequence[str]], deep: int | None = None) -> str:
    """The system that wrote the whole archive. Raises Unclear if it may be one of two.

    A student may call a file as another system would, but the true system's words stand before it.
    deep: as in `sender`.
    """
    by = {
        path: [name for name in SYSTEMS if sender(path, name, deep)] for path in map(tuple, paths)
    }
    by = {path: names for path, names in by.items() if names}
    if not by:
        return FOLDERS
    possible = [name for name in SYSTEMS if all(name in names for names in by.values())]
    if len(possible) == 1:
        return possible[0]
    few = sorted(by, key=lambda path: len(by[path]))[:2] if possible else _at_odds(by)
    systems = dict.fromkeys(name for path in few for name in by[path])
    raise Unclear(
        _(
            "which system is this archive from? {files} look like files from {systems}. Set it in "
            "nbgrader_config.py: c.LmsFiles.system = {system!r}"
        ).format(
            files=_and(map(shown, few)),
            systems=_and(systems),
            system=(possible or list(SYSTEMS))[0],
        )
    )


def _and(names: Iterable[str]) -> str:
    return _(" and ").join(names)


def _at_odds(by: Mapping[tuple[str, ...], list[str]]) -> list[tuple[str, ...]]:
    """Two paths that no single system wrote."""
    first = min(by, key=lambda path: len(by[path]))
    other = next((path for path in by if not set(by[path]) & set(by[first])), first)
    return [first, other]


def shown(path: Sequence[str]) -> str:
    """A path as it may be printed."""
    return repr("/".join(path))


def without_title(senders: Iterable[Sender]) -> dict[Sender, Sender]:
    """Each sender of an archive from Blackboard with the whole user name.

    The assignment's name, which all have in common, stands before it, and both may have underscores.
    """
    senders = list(senders)
    words = {one: [*one.title.split("_"), one.user] if one.title else [one.user] for one in senders}
    columns = zip(*(found[:-1] for found in words.values()), strict=False)
    common = sum(1 for _one in itertools.takewhile(lambda column: len(set(column)) == 1, columns))
    return {
        one: replace(one, title="_".join(found[:common]), user="_".join(found[common:]))
        for one, found in words.items()
    }


def folder_of(parts: Sequence[str], before: int, ids: Iterable[str]) -> str:
    """The student's folder on a path: the archive's own name, or the first folder in it; "" for neither.

    before: how many parts lead to the contents of the archive.
    """
    wanted, folders = {same(one): one for one in ids}, parts[:-1]
    own = folders[before - 1 : before] if before else []
    places = [*own, *folders[before : before + 1]]
    return next((wanted[same(name)] for name in places if same(name) in wanted), "")


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


def same(name: str) -> str:
    """An id, however its letters are put together in a file's name."""
    return unicodedata.normalize("NFC", name)


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
    if who.folder:
        return [one.id for one in people if one.id == who.folder]
    if who.user:
        return _of_user(who, people)
    numbered = [one.id for one in people if who.number and one.number == who.number]
    name = normalized(who.name)
    # A student with a different number is someone else, whatever the display name says.
    others = [one for one in people if not (who.number and one.number)]
    return numbered or [one.id for one in others if name and name in one.names]


def is_certain(who: Sender, people: Iterable[Person]) -> bool:
    """Whether a student is known by more than a name, which somebody else may have, too."""
    if who.folder or who.user:
        return bool(known_as(who, people))
    return any(who.number and one.number == who.number for one in people)


def _of_user(who: Sender, people: list[Person]) -> list[str]:
    """Those whose id is the user name, in any case of letters if there is none in this one.

    Where the assignment's name ends is not always known: an id that has its last words, too, is possible.
    """
    words = [*who.title.split("_"), who.user] if who.title else [who.user]
    users = {same("_".join(words[start:])) for start in range(len(words))}
    exact = [one.id for one in people if one.id in users]
    folded = {user.casefold() for user in users}
    return exact or [one.id for one in people if one.id.casefold() in folded]


def new_id(who: Sender) -> str:
    """A new id for a student missing from the gradebook: the user name, or the name with hyphens."""
    if re.fullmatch(r"[^\W_][\w.@-]*", who.user):
        return who.user
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", who.user or who.name))
    return "-".join(words) or f"student-{who.number or who.copy}"
