"""The facade of what students hand in: all access to folders and files that strangers made.

A link, a pipe, a device, a socket, a file without an end: none of them is followed, waited for or read.
Checks apply to the opened file, so that nothing can be swapped in between.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

MAX_ENTRIES = 2_000  # of one folder; further ones are not looked at
MAX_DEPTH = 5  # of folders within the folder

KINDS = {
    stat.S_IFLNK: "link",
    stat.S_IFDIR: "folder",
    stat.S_IFREG: "file",
    stat.S_IFIFO: "pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}
# Without a controlling terminal, and without waiting for the other end of a pipe.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_CAREFULLY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class Refused(OSError):
    """What is there is not read. `kind`: what it is (see `KINDS`), "file" for one with too many bytes."""

    def __init__(self, name: str, kind: str, size: int = 0):
        super().__init__(f"{name} is a {kind} and is not read")
        self.kind = kind
        self.size = size


def read_regular(path: Path | str, most: int, folder: int | None = None) -> bytes:
    """The bytes of a regular file that has at most `most` of them.

    folder: the descriptor of the folder that a relative path begins in. Raises Refused for anything
    that is not such a file, and OSError for one that cannot be read.
    """
    name = os.path.basename(os.fspath(path))
    # A device may do something when it is opened, so it is looked at first; what counts is the second look.
    _refuse(name, os.stat(path, dir_fd=folder, follow_symlinks=False), most)
    descriptor = os.open(path, _CAREFULLY, dir_fd=folder)
    try:
        status = os.fstat(descriptor)
        _refuse(name, status, most)
        parts, left = [], most + 1
        while left and (part := os.read(descriptor, min(left, 2**20))):
            parts.append(part)
            left -= len(part)
    finally:
        os.close(descriptor)
    if not left:  # it grew while it was read
        raise Refused(name, "file", max(status.st_size, most + 1))
    return b"".join(parts)


def _refuse(name: str, status: os.stat_result, most: int) -> None:
    kind = kind_of(status)
    if kind != "file" or status.st_size > most:
        raise Refused(name, kind, status.st_size)


def kind_of(status: os.stat_result) -> str:
    """What is there: one of the words in `KINDS`."""
    return KINDS.get(stat.S_IFMT(status.st_mode), "device")


@dataclass(frozen=True)
class Entry:
    """Something in a folder. name: relative to the opened folder, with slashes; kind: as in `KINDS`."""

    name: str
    kind: str
    size: int
    modified: float


class Folder:
    """An opened folder, which stays this folder whatever becomes of its name."""

    def __init__(self, descriptor: int):
        self.descriptor = descriptor

    def entries(self) -> list[Entry]:
        """What is in it, sorted by name; of a folder with very many entries, only the first found."""
        return sorted(self._entries(self.descriptor, ""), key=lambda one: one.name)

    def all_entries(
        self, depth: int = MAX_DEPTH, passed_over: Callable[[str], bool] = lambda name: False
    ) -> list[Entry]:
        """What is in it and in the folders within it, `depth` levels deep, sorted by name.

        passed_over: whether not to look into a folder of that name.
        """
        found = itertools.islice(self._walk(self.descriptor, "", depth, passed_over), MAX_ENTRIES)
        return sorted(found, key=lambda one: one.name)

    def read(self, name: str, most: int) -> bytes:
        """The bytes of the file called `name`; no part of the name is followed if it is a link.

        Raises as `read_regular` does.
        """
        *folders, last = name.split("/")
        with _down(self.descriptor, folders) as descriptor:
            return read_regular(last, most, descriptor)

    def has(self, name: str) -> bool:
        """Whether there is anything of this name, also a link that leads nowhere."""
        *folders, last = name.split("/")
        try:
            with _down(self.descriptor, folders) as descriptor:
                os.stat(last, dir_fd=descriptor, follow_symlinks=False)
        except OSError:
            return False
        return True

    def write_new(self, name: str, data: bytes) -> None:
        """Writes a file, whole or not at all. Raises FileExistsError if there is anything of this name."""
        part = f".{name}.part"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part, dir_fd=self.descriptor)
        new = os.open(part, _NEW, 0o666, dir_fd=self.descriptor)
        try:
            with os.fdopen(new, "wb") as file:
                file.write(data)
            if self.has(name):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)
            os.rename(part, name, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)
        except BaseException:
            os.unlink(part, dir_fd=self.descriptor)
            raise

    def _entries(self, descriptor: int, before: str) -> Iterator[Entry]:
        with contextlib.suppress(OSError), os.scandir(descriptor) as found:
            for number, one in enumerate(found):
                if number == MAX_ENTRIES:
                    return
                with contextlib.suppress(OSError):
                    about = one.stat(follow_symlinks=False)
                    yield Entry(before + one.name, kind_of(about), about.st_size, about.st_mtime)

    def _walk(
        self, descriptor: int, before: str, depth: int, passed_over: Callable[[str], bool]
    ) -> Iterator[Entry]:
        # All of a folder first: what is in the folders within it must not use up the bound.
        found = list(self._entries(descriptor, before))
        yield from found
        for one in found if depth else ():
            last = one.name[len(before) :]
            if one.kind == "folder" and not passed_over(last):
                with contextlib.suppress(OSError), _down(descriptor, [last]) as inner:
                    yield from self._walk(inner, f"{one.name}/", depth - 1, passed_over)


@contextlib.contextmanager
def opened(base: Path, *parts: str) -> Iterator[Folder]:
    """The folder `base/part/part`: `base` is ours and may be a link, no part of the rest may be one.

    Raises OSError if there is no such folder.
    """
    descriptor = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with _down(descriptor, list(parts)) as inner:
            yield Folder(inner)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _down(descriptor: int, names: list[str]) -> Iterator[int]:
    """The descriptor of the folder that the names lead to, closed afterwards."""
    here = os.dup(descriptor)
    try:
        for name in names:
            inner = os.open(name, _CAREFULLY | os.O_DIRECTORY, dir_fd=here)
            os.close(here)
            here = inner
        yield here
    finally:
        os.close(here)
