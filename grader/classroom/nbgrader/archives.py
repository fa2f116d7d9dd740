"""Unpacks what came from a class: archives within archives, made by strangers.

What is refused is named, and stops nothing else. Nothing is written outside the archive's folder, no link is
made, and no archive becomes larger than its bounds. Each is read in a process of its own, because a few odd
bytes can take the libraries hours, or all of the memory.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import lzma
import os
import re
import resource
import shutil
import signal
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import IO, Any

from nbgrader.plugins.zipcollect import ExtractorPlugin
from traitlets import List

from grader.classroom.course.slimming import LARGEST
from grader.cleaning import printable
from grader.languages import _

Trouble = Callable[[str, str], None]  # is told a file's path, and why it was not unpacked

ENDINGS = (".zip", ".gz", ".tgz", ".tar")
# What programs put beside files, which nobody misses.
LITTER = {"__MACOSX", "__pycache__", ".ipynb_checkpoints", ".DS_Store", "Thumbs.db", "desktop.ini"}
LEVELS = 3  # of archives within an archive
CHUNK = 2**20
MEMORY = 2**29  # bytes, beyond those of the process that unpacks
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
    """What an archive may still become and take: `size` in bytes, `seconds` of processor time."""

    files: int
    size: int
    seconds: float

    def count(self) -> None:
        """One file more. Raises TooMuch."""
        if self.files <= 0:
            raise TooMuch(_("it holds too many files; the rest of it is left out"))
        self.files -= 1


WHOLE = Bounds(100_000, 20_000_000_000, 1200)  # an archive of the instructor's
WITHIN = Bounds(2_000, 1_000_000_000, 20)  # an archive that a student handed in


class TooMuch(Exception):
    """An archive has reached its bounds."""


@dataclass(frozen=True)
class Packed:
    """An archive, the folder for what is in it, its name for people, and how many levels may be in it."""

    path: Path
    folder: Path
    shown: str
    levels: int


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


def members(path: Path) -> Iterator[Member]:
    """The files in a zip or tar archive. Raises one of DAMAGED."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            for one in packed.infolist():
                if not one.is_dir():
                    yield Member(_name(one), _time(one), _opener(packed, one), _refused(one))
    else:
        with tarfile.open(path) as tar:
            for entry in tar:
                if not entry.isdir():
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


def unpack(archive: Path, folder: Path, trouble: Trouble, bounds: Bounds) -> None:
    """Unpacks an archive, and those in it, into `folder`.

    trouble: called with a file's path and the reason for everything that could not be unpacked.
    """
    _apart(Packed(archive, folder, archive.name, LEVELS), trouble, replace(bounds))


def _apart(packed: Packed, trouble: Trouble, left: Bounds) -> None:
    """Unpacks it in a process of its own, which ends with its time."""
    source, sink = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(source)
            _limit(left.seconds)
            with open(sink, "w", encoding="ascii") as lines:

                def tell(*line: object) -> None:
                    print(json.dumps(line), file=lines, flush=True)

                _unpack(packed, tell, left)
                tell(left.files, left.size)
        finally:
            os._exit(0)
    os.close(sink)
    rest = None
    with open(source, encoding="ascii") as lines:
        for line in lines:
            if not line.endswith("\n"):  # it was ended while it told this
                break
            one, other = json.loads(line)
            if isinstance(one, str):
                trouble(one, other)
            else:
                rest = one, other
    used = os.wait4(child, 0)[2]
    if rest is None:
        trouble(packed.shown, str(_too_slow()))
    left.files, left.size = rest or (0, 0)
    left.seconds -= used.ru_utime + used.ru_stime


def _limit(seconds: float) -> None:
    """Bounds the time of this process, which may end by itself or is ended, and its memory."""

    def end(number: int, frame: object) -> None:
        raise _too_slow()

    signal.signal(signal.SIGXCPU, end)
    most = max(1, round(seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 2))
    with contextlib.suppress(FileNotFoundError), open("/proc/self/statm", "rb") as file:  # on Linux
        used = int(file.read().split()[0]) * resource.getpagesize()
        most, hard = used + MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _no_archive() -> str:
    return _("it is damaged, or neither a zip nor a tar archive")


def _too_slow() -> TooMuch:
    return TooMuch(_("it takes too long to unpack, or too much memory; the rest of it is left out"))


def _unpack(packed: Packed, trouble: Trouble, left: Bounds) -> None:
    inner: list[tuple[Path, str]] = []
    try:
        if not is_archive(packed.path):
            if packed.levels == LEVELS or packed.path.suffix.lower() == ".zip":
                trouble(packed.shown, _no_archive())
            return
        if packed.levels < 0:
            raise TooMuch(_("too many archives within archives"))
        for member in members(packed.path):
            where = f"{packed.shown}/{member.name}"
            try:
                parts = inner_parts(member.name)
                if not parts or is_litter(parts):
                    continue
                if member.refused:
                    raise ValueError(member.refused)
                place = free(packed.folder.joinpath(*parts))
                _write(member, place, left)
            except DAMAGED as error:
                left.count()
                trouble(where, _reason(error))
                continue
            if place.name.lower().endswith(ENDINGS):
                inner.append((place, where))
    except MemoryError:
        trouble(packed.shown, str(_too_slow()))
    except (TooMuch, *DAMAGED) as error:
        trouble(packed.shown, _reason(error))
    except Exception:  # whatever else the libraries raise
        trouble(packed.shown, _no_archive())
    for place, where in inner:
        own = Bounds(*map(min, astuple(left), astuple(WITHIN)))
        before = replace(own)
        # What came out of a system for learning is a student's; what is in that, the same student's.
        inside = Packed(place, free(stem(place)), where, packed.levels - 1)
        (_apart if packed.levels == LEVELS else _unpack)(inside, trouble, own)
        left.files -= before.files - own.files
        left.size -= before.size - own.size
        left.seconds -= before.seconds - own.seconds


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def is_archive(path: Path) -> bool:
    """Whether it is a zip or tar archive, whatever its name. Raises one of DAMAGED."""
    return zipfile.is_zipfile(path) or tarfile.is_tarfile(path)


def stem(path: Path) -> Path:
    """The folder for what is in an archive: its path without the ending, as in nbgrader."""
    plain = path.with_suffix("")
    return plain.with_suffix("") if plain.suffix.lower() == ".tar" else plain


def free(path: Path) -> Path:
    """The path, or "name (2)" and so on if there is something already: archives may hold a name twice."""
    names = (path.with_name(f"{path.stem} ({n}){path.suffix}") for n in itertools.count(2))
    return next(one for one in itertools.chain([path], names) if not os.path.lexists(one))


def _write(member: Member, place: Path, left: Bounds) -> None:
    left.count()
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
                        raise TooMuch(_("it is too large unpacked; the rest of it is left out"))
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
                folder = stem(place)
                # A file may be there, another one of the same student's.
                folder = folder if folder.is_dir() else free(folder)
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
