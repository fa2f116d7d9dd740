"""Which of the files that a student handed in counts, and what it was called when it was given out."""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.parser import parse

from grader.classroom.course.handed_in import MAX_SIDE_FILE
from grader.classroom.course.side_files import KINDS, MAX_FILES, NOT_THE_STUDENTS
from grader.classroom.nbgrader.lms_names import Sender

MOST_FILES = 2 * MAX_FILES  # beside a notebook: grading says which are too many

# "graphs-1.ipynb" and "graphs (2).ipynb" are graphs.ipynb, submitted or downloaded again.
AGAIN = re.compile(r"(?:-(\d++)| ?\((\d++)\))(?=\.ipynb\Z)")
# Canvas does this to a module, too, which has no hyphen otherwise: nothing could import it.
MODULE_AGAIN = re.compile(r"-\d++(?=\.py\Z)")
# "Oct 10, 2025 234 PM", in which the colon is missing.
CLOCK = re.compile(r"(\d{4}) (\d{1,2}?)[:_]?(\d\d)(?!\d)")


@dataclass(frozen=True)
class Copy:
    """A notebook of a student's.

    name: what it is collected as; rank: the newest copy's is the highest; beside: the small files that were
    handed in with it, and their names beside it.
    """

    path: Path
    shown: str
    name: str
    rank: tuple[Any, ...]
    told: dict[str, str]
    beside: tuple[tuple[Path, str], ...] = ()


def copy_of(
    path: Path,
    shown: str,
    name: str,
    told: dict[str, str],
    when: str = "",
    number: int = 0,
    copy: str = "",
    beside: tuple[tuple[Path, str], ...] = (),
) -> Copy:
    """A copy with its rank.

    What counts is, in this order, the time that the system tells, Canvas' number of the file, the time of the
    file itself, and the number that a browser or Canvas gave to its name; at last, what is in no folder.
    """
    modified = int(path.stat().st_mtime) // 2 * 2  # as exactly as a zip archive says it
    rank = (when, int(copy or 0), modified, number, -len(path.parts))
    return Copy(path, shown, name, rank, told, beside)


def beside(notebook: Path, who: Sender, files: Iterable[tuple[Path, Sender]]) -> dict[str, Path]:
    """The small files that came with a notebook, by their names beside it.

    files: all of the same sender. They are in the notebook's folder, or have the system's words before their
    names, as the notebook has.
    """
    found: dict[str, Path] = {}
    for path, other in files:
        if (
            other.time != who.time
            or path.stat().st_size > MAX_SIDE_FILE
            or len(found) == MOST_FILES
        ):
            continue
        if who.file != notebook.name:
            within = path.parent == notebook.parent and other.file != path.name
            name = MODULE_AGAIN.sub("", other.file)
        else:
            within = path.is_relative_to(notebook.parent)
            name = path.relative_to(notebook.parent).as_posix() if within else ""
        if within and Path(name).suffix in KINDS and name not in NOT_THE_STUDENTS:
            found.setdefault(name, path)
    return found


@dataclass(frozen=True)
class Copies:
    """A student's copies of one notebook. newest: None if several may be it; differ: whether any do."""

    name: str
    newest: Copy | None
    others: list[Copy]
    differ: bool


def sorted_out(copies: Iterable[Copy]) -> list[Copies]:
    """The newest copy of each notebook."""
    by_name: dict[str, list[Copy]] = defaultdict(list)
    for one in copies:
        by_name[one.name].append(one)
    sorted_copies = []
    for name, found in by_name.items():
        found.sort(key=lambda one: one.rank, reverse=True)
        equal = [one for one in found if one.rank == found[0].rank]
        differ = _differ(found)
        if differ and _differ(equal):
            sorted_copies.append(Copies(name, None, equal, True))
        else:
            sorted_copies.append(Copies(name, found[0], found[1:], differ))
    return sorted_copies


def _differ(copies: list[Copy]) -> bool:
    return len(copies) > 1 and len({digest(one.path) for one in copies}) > 1


def digest(path: Path) -> bytes:
    """A digest of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def original(file: str, notebooks: Iterable[str]) -> tuple[str, int]:
    """The name of a notebook when it was given out, and the number of this copy of it."""
    known = {name.casefold(): name for name in notebooks}
    if file.casefold() in known:
        return known[file.casefold()], 0
    again = AGAIN.search(file)
    plain = AGAIN.sub("", file)
    number = int((again[1] or again[2])[:9]) if again else 0
    return known.get(plain.casefold(), plain), number


def time_in_name(text: str, zone: str) -> str:
    """The time in a name as nbgrader wants it, in UTC; "" for none."""
    if re.fullmatch(r"\d{4}(?:-\d\d){5}", text):
        text = f"{text[:10]} {text[11:].replace('-', ':')}"
    with contextlib.suppress(Exception):  # the date parser may raise anything
        found: datetime = parse(CLOCK.sub(r"\1 \2:\3", text), ignoretz=True)
        moved = found.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
        return moved.strftime("%Y-%m-%d %H:%M:%S")
    return ""
