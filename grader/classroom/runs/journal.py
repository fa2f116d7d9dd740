"""Records on disk what a run has done, so that a run killed at any moment can be resumed.

The course's `.grader` folder has two records per chapter:

- `spool/CHAPTER/KEY.json`: a graded submission that is not yet in the gradebook, whole or not at all;
- `journal/CHAPTER.jsonl`: one line per submission that is in the gradebook, with its feedback.

A result passes through the spool, the gradebook (one transaction), the pages and the journal, in
this order. The next run does whatever steps are missing: each can be repeated without harm.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from grader.atomic import write_all, write_atomically
from grader.classroom.course.result import Result
from grader.errors import CourseError

FOLDER = Path(".grader")


@dataclass(frozen=True)
class Entry:
    """One line of the journal.

    key: see `SubmissionFiles.key`; score: the machine-graded points in the gradebook afterwards, for
    all notebooks together; pages: whether feedback was made; results: without the notebooks.
    basis: what the grade rests on, see `SubmissionFiles.basis`; empty in a line from an older release.
    """

    key: str
    student: str
    score: float
    pages: bool
    results: tuple[Result, ...]
    basis: Mapping[str, str] = field(default_factory=dict)


class Journal:
    """The journal of one chapter. Raises OSError when the disk is full."""

    def __init__(self, root: Path, chapter: str):
        self.path = root / FOLDER / "journal" / f"{chapter}.jsonl"
        self.spooled = root / FOLDER / "spool" / chapter
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.spooled.mkdir(parents=True, exist_ok=True)
        self.entries = self._read()

    def _read(self) -> dict[str, Entry]:
        """The last entry of each student. An incomplete line, left by a killed run, is cut off."""
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = _whole_lines(data)
        if len(whole) < len(data):
            os.truncate(self.path, len(whole))
        return _entries(whole)

    def append(self, entry: Entry) -> None:
        """Appends a line, which is on the disk when this returns."""
        packed = [{**one.pack(), "executed": ""} for one in entry.results]
        line = json.dumps({**asdict(entry), "results": packed}).encode() + b"\n"
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            size = os.fstat(descriptor).st_size
            try:
                write_all(descriptor, line)
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, size)
                raise
        finally:
            os.close(descriptor)
        slim = tuple(replace(one, executed="") for one in entry.results)
        self.entries[entry.student] = replace(entry, results=slim)
        self.drop(entry.key)

    def spool(self, key: str, results: list[Result]) -> None:
        """Saves results until they are in the gradebook; whole or not at all. Thread-safe."""
        data = json.dumps([one.pack() for one in results]).encode()
        write_atomically(self.spooled / f"{key}.json", data, mode=0o600)

    def waiting(self, key: str) -> list[Result] | None:
        """The spooled results of a submission that was graded but not recorded, or None."""
        try:
            packed = json.loads((self.spooled / f"{key}.json").read_bytes())
            return [Result.unpack(one) for one in packed]
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def drop(self, key: str) -> None:
        """Removes spooled results."""
        with contextlib.suppress(FileNotFoundError):
            (self.spooled / f"{key}.json").unlink()

    def sweep(self) -> None:
        """Removes from the spool what is no longer needed: drafts, results of replaced submissions."""
        for path in self.spooled.iterdir():
            path.unlink()


def read_entries(root: Path, chapter: str) -> dict[str, Entry]:
    """The last entry of each student, without repairing the file: a run may be writing it."""
    try:
        data = (root / FOLDER / "journal" / f"{chapter}.jsonl").read_bytes()
    except FileNotFoundError:
        return {}
    return _entries(_whole_lines(data))


def _whole_lines(data: bytes) -> bytes:
    return data.rpartition(b"\n")[0] + b"\n" if b"\n" in data else b""


def _entries(lines: bytes) -> dict[str, Entry]:
    entries = {}
    for line in lines.splitlines():
        with contextlib.suppress(ValueError, KeyError, TypeError):
            # A line from an older release, or an edited one: that submission is graded again.
            about = json.loads(line)
            results = tuple(Result.unpack(one) for one in about["results"])
            entries[about["student"]] = Entry(**{**about, "results": results})
    return entries


@contextlib.contextmanager
def course_lock(root: Path) -> Iterator[None]:
    """Lets one run at a time write a course's gradebook. Raises CourseError while another does."""
    path = root / FOLDER / "lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            raise CourseError(
                f"another `grader autograde` (process {file.read().strip() or 'unknown'}) is working "
                f"in {root}; wait for it, or stop it: what it has graded is kept"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
