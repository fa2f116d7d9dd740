"""Unpacks what came from a class: archives within archives, made by strangers.

What is refused is named, and stops nothing else. Nothing is written outside the archive's folder, no link is
made, and no archive becomes larger than its bounds.
"""

from __future__ import annotations

import contextlib
import itertools
import lzma
import os
import re
import shutil
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from nbgrader.plugins.zipcollect import ExtractorPlugin
from traitlets import List

from grader.classroom.course.slimming import LARGEST
from grader.cleaning import printable
from grader.languages import _

ENDINGS = (".zip", ".gz", ".tgz", ".tar")
# What programs put beside files, which nobody misses.
LITTER = {"__MACOSX", "__pycache__", ".ipynb_checkpoints", ".DS_Store", "Thumbs.db", "desktop.ini"}
LEVELS = 3  # of archives within an archive
CHUNK = 2**20
LONGEST_HEAD = 4 * 2**20  # of a header or a list of files, which the libraries read at once
HEAD = 200  # bytes of it for each file that an archive may have
LOOKED_AT = 10  # entries that are looked at, folders among them, for each file that it may have
RECORD = re.compile(rb"(\d{1,8}) [^=\n]{1,200}=")  # of a tar archive: its length, a name, a value
LONG_NUMBER = re.compile(rb"\d{100}")
DRIVE = re.compile(r"[A-Za-z]:")
# What the libraries raise for files that are damaged, or made in a way that they do not know.
DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
)


@dataclass
class Bounds:
    """What an archive may still become: `files`, and `size` in bytes."""

    files: int
    size: int


WHOLE = Bounds(100_000, 20_000_000_000)  # an archive of the instructor's
WITHIN = Bounds(2_000, 1_000_000_000)  # an archive that a student handed in


class TooMuch(Exception):
    """An archive has reached its bounds."""


def _too_many() -> TooMuch:
    return TooMuch(_("it holds too many files; the rest of it is left out"))


def _too_large() -> TooMuch:
    return TooMuch(_("it is too large unpacked; the rest of it is left out"))


class _Bounded:
    """A stream of an archive's bytes. What is skipped is unpacked, too, and a head is held in memory.

    since: bytes read since the last seek, or since the head began; a library may read a head in blocks.
    Raises TooMuch where a head is too long, or the stream longer than the archive may become.
    """

    def __init__(self, stream: Any, bounds: Bounds):
        self.stream = stream
        self.head = max(LONGEST_HEAD, HEAD * bounds.files)
        self.end = max(bounds.size, 0) + self.head
        self.since = 0
        self.records = False  # whether the next read is of a tar archive's records

    def read(self, size: int = -1) -> bytes:
        most = self.head - self.since + 1
        part: bytes = self.stream.read(most if size < 0 else min(size, most))
        self.since += len(part)
        if self.since > self.head:
            raise _too_many()
        if self.stream.tell() > self.end:
            raise _too_large()
        if self.records and _misleading(part):
            raise tarfile.ReadError("invalid header")
        self.records = False
        return part

    def seek(self, place: int, whence: int = os.SEEK_SET) -> int:
        if whence == os.SEEK_SET and place > self.end:
            raise _too_large()
        self.since = 0
        return int(self.stream.seek(place, whence))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def _misleading(records: bytes) -> bool:
    """Whether tarfile would search records for hours, or keep some of them many times over."""
    place = 0
    while record := RECORD.match(records, place):
        place += int(record[1])
        if place <= record.end() or records[place - 1 : place] != b"\n":
            return True
    return bool(records[place:].strip(b"\0") or LONG_NUMBER.search(records))


class _Entry(tarfile.TarInfo):
    """Records for all files that follow, which only describe an archive, are passed over like a file."""

    def _proc_member(self, tar: Any) -> Any:
        if self.type == tarfile.XGLTYPE:
            return self._proc_builtin(tar)  # type: ignore[attr-defined]
        tar.fileobj.records = self.type in (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
        return super()._proc_member(tar)  # type: ignore[misc]


def _tar(file: IO[bytes], bounds: Bounds) -> tarfile.TarFile | None:
    """The file as a tar archive, whatever it is packed with; None for anything else."""

    class Tar(tarfile.TarFile):
        tarinfo = _Entry
        fileobj: Any
        members: list[tarfile.TarInfo]

        @classmethod
        def taropen(cls, name: Any, mode: Any = "r", fileobj: Any = None, **more: Any) -> Any:
            return super().taropen(name, mode, _Bounded(fileobj, bounds), **more)

        def next(self) -> tarfile.TarInfo | None:
            self.fileobj.since = 0
            self.members.clear()  # each with its head
            try:
                return super().next()
            except IndexError:  # tarfile, where the places in a file with holes end too soon
                raise tarfile.ReadError("unexpected end of data") from None

    file.seek(0)
    with contextlib.suppress(tarfile.TarError):
        return Tar.open(fileobj=file)
    return None


@dataclass(frozen=True)
class Member:
    """A file in an archive. refused: why it is not unpacked, "" if it may be."""

    name: str
    modified: float
    opened: Callable[[], IO[bytes] | None]
    refused: str = ""


def is_litter(parts: tuple[str, ...]) -> bool:
    """Whether a file is one of those that programs leave behind (macOS: `__MACOSX/._graphs.ipynb`)."""
    return any(part in LITTER for part in parts) or parts[-1].startswith("._")


def members(path: Path, bounds: Bounds) -> Iterator[Member]:
    """The files in a zip or tar archive; nothing in anything else. Raises one of DAMAGED, and TooMuch."""
    with open(path, "rb") as file:
        if zipfile.is_zipfile(file):
            whole = Bounds(bounds.files, path.stat().st_size)  # of packed bytes
            packed = zipfile.ZipFile(_Bounded(file, whole))
            for one in packed.infolist():
                if not one.is_dir():
                    yield Member(_name(one), _time(one), _opener(packed, one), _refused(one))
        elif (tar := _tar(file, bounds)) is not None:
            for number, entry in enumerate(tar):
                if number == LOOKED_AT * bounds.files:
                    raise _too_many()
                if not entry.isdir() and entry.type != tarfile.XGLTYPE:
                    refused = "" if entry.isfile() else _("a link or a device, not a file")
                    yield Member(entry.name, entry.mtime, _opener(tar, entry), refused)


def _opener(archive: Any, member: Any) -> Callable[[], IO[bytes] | None]:
    if isinstance(archive, tarfile.TarFile):
        return lambda: archive.extractfile(member)
    return lambda: archive.open(member)


def _name(one: zipfile.ZipInfo) -> str:
    """The member's name; macOS writes UTF-8 and does not say so."""
    if one.flag_bits & 0x800 or one.filename.isascii():
        return one.filename
    try:
        return one.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return one.filename


def _time(one: zipfile.ZipInfo) -> float:
    try:
        return time.mktime((*one.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0


def _refused(one: zipfile.ZipInfo) -> str:
    if one.flag_bits & 1:
        return _("it is protected by a password")
    if (one.external_attr >> 16) & 0o170000 == 0o120000:
        return _("a link or a device, not a file")
    return ""


def inner_parts(name: str) -> tuple[str, ...]:
    """The parts of a member's path. Raises ValueError for a path that leads out of the archive's folder."""
    parts = tuple(name.replace("\\", "/").split("/"))  # some programs on Windows write the former
    if parts[0] == "" or ".." in parts or DRIVE.match(parts[0]) or "\0" in name:
        raise ValueError(_("its path leads out of the archive"))
    return tuple(part for part in parts if part not in ("", "."))


def unpack(
    archive: Path, folder: Path, trouble: Callable[[str, str], None], bounds: Bounds
) -> None:
    """Unpacks an archive, and those in it, into `folder`.

    trouble: called with a file's path and the reason for everything that could not be unpacked.
    """
    _unpack(archive, folder, trouble, Bounds(bounds.files, bounds.size), archive.name, LEVELS)


def _unpack(
    archive: Path,
    folder: Path,
    trouble: Callable[[str, str], None],
    left: Bounds,
    shown: str,
    levels: int,
) -> None:
    inner: list[tuple[Path, str]] = []
    tried: dict[Path, int] = {}
    try:
        for member in members(archive, left):
            try:
                parts, refused = inner_parts(member.name), member.refused
            except ValueError as error:
                parts, refused = (), str(error)
            if parts and is_litter(parts):
                continue
            if left.files <= 0:
                raise _too_many()
            left.files -= 1
            where = f"{shown}/{member.name}"
            try:
                if refused:
                    raise ValueError(refused)
                if not parts:
                    continue
                place = free(folder.joinpath(*parts), tried)
                _write(member, place, left)
            except DAMAGED as error:
                trouble(where, _reason(error))
                continue
            if place.name.lower().endswith(ENDINGS):
                inner.append((place, where))
    except TooMuch as error:
        trouble(shown, str(error))
    except DAMAGED as error:
        trouble(shown, _reason(error))
    for place, where in inner:
        if not is_archive(place):
            if place.suffix.lower() == ".zip":
                trouble(where, _("it is damaged, or no zip archive"))
        elif levels == 0:
            trouble(where, _("too many archives within archives"))
        else:
            own = Bounds(min(left.files, WITHIN.files), min(left.size, WITHIN.size))
            files, size = own.files, own.size
            _unpack(place, free(stem(place)), trouble, own, where, levels - 1)
            left.files -= files - own.files
            left.size -= size - own.size


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def is_archive(path: Path) -> bool:
    """Whether it is a zip or tar archive, whatever its name."""
    try:
        with open(path, "rb") as file:
            return zipfile.is_zipfile(file) or _tar(file, WITHIN) is not None
    except TooMuch:
        return True
    except DAMAGED:
        return False


def stem(path: Path) -> Path:
    """The folder for what is in an archive: its path without the ending, as in nbgrader."""
    plain = path.with_suffix("")
    return plain.with_suffix("") if plain.suffix.lower() == ".tar" else plain


def free(path: Path, tried: dict[Path, int] | None = None) -> Path:
    """The path, or "name (2)" and so on if there is something already: archives may hold a name twice.

    tried: how far the numbers of each path have been tried; they are not tried again.
    """
    tried = {} if tried is None else tried
    for number in itertools.count(tried.get(path, 1)):
        one = path if number == 1 else path.with_name(f"{path.stem} ({number}){path.suffix}")
        tried[path] = number
        if not os.path.lexists(one):
            return one
    raise AssertionError("unreachable")


def _write(member: Member, place: Path, left: Bounds) -> None:
    size = 0
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        with open(place, "xb") as copy:
            source = member.opened()
            with source or contextlib.nullcontext():
                while source and (part := source.read(CHUNK)):
                    size += len(part)
                    if size > LARGEST:
                        raise ValueError(
                            _("it is larger than {most} MB").format(most=LARGEST // 10**6)
                        )
                    if size > left.size:
                        raise _too_large()
                    copy.write(part)
    except BaseException:
        place.unlink(missing_ok=True)
        raise
    finally:
        left.size -= size
    with contextlib.suppress(OSError, OverflowError):
        os.utime(place, (member.modified, member.modified))


def _files(folder: Path) -> Iterator[Path]:
    """All that is in a folder and those within it, but folders; no link is followed."""
    for place, folders, names in os.walk(folder):
        links = [name for name in folders if Path(place, name).is_symlink()]
        yield from (Path(place, name) for name in (*names, *links))


class CarefulExtractor(ExtractorPlugin):
    """Unpacks archives within bounds; a file that cannot be unpacked is named, and stops nothing."""

    zip_ext = List(list(ENDINGS), help="The endings of archives; other files are copied.").tag(
        config=True
    )

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.troubles: list[str] = []

    def extract(self, archive_path: str, extracted_path: str) -> None:
        """Unpacks or copies every file in the first folder to the second."""
        packed, unpacked = Path(archive_path), Path(extracted_path)
        for path in sorted(_files(packed)):
            inside = path.relative_to(packed)
            if is_litter(inside.parts):
                continue
            if path.is_symlink() or not path.is_file():
                self._trouble(inside.as_posix(), _("a link or a device, not a file"))
                continue
            place = unpacked / inside
            place.parent.mkdir(parents=True, exist_ok=True)
            self.log.info("Extracting from: %s", printable(str(path)))
            if path.name.lower().endswith(tuple(self.zip_ext)):
                if not is_archive(path):
                    self._trouble(path.name, _("it is damaged, or neither a zip nor a tar archive"))
                else:
                    folder = stem(place)
                    if not folder.is_dir():  # it may be another file of the same student's
                        folder = free(folder)
                        folder.mkdir()
                    unpack(path, folder, self._trouble, WHOLE)
            else:
                shutil.copy2(path, place)
        if not any(path.is_file() for path in unpacked.rglob("*")):
            told = "; ".join(self.troubles)
            self.parent.fail(
                "%s",
                printable(
                    _("nothing to collect in {folder}").format(folder=archive_path)
                    + (f": {told}" if told else "")
                ),
            )

    def _trouble(self, name: str, reason: str) -> None:
        told = printable(f"{name}: {reason}")
        self.troubles.append(told)
        self.log.warning("%s", _("Not unpacked: {told}").format(told=told))
