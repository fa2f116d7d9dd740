"""Looking at files with another user's eyes. Only root can: the kernel decides, not our reading of modes."""

from __future__ import annotations

import contextlib
import grp
import os
import pwd
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ACL = "system.posix_acl_access"


@dataclass(frozen=True)
class Viewer:
    """A user as the kernel sees one."""

    name: str
    uid: int
    gid: int
    groups: tuple[int, ...]
    home: Path


def viewer(name: str) -> Viewer | None:
    """A user of this machine, or None."""
    try:
        one = pwd.getpwnam(name)
    except KeyError:
        return None
    groups = tuple(os.getgrouplist(name, one.pw_gid))
    return Viewer(name, one.pw_uid, one.pw_gid, groups, Path(one.pw_dir))


def group_names(one: Viewer) -> set[str]:
    """The names of a user's groups."""
    found = set()
    for number in {one.gid, *one.groups}:
        with contextlib.suppress(KeyError):
            found.add(grp.getgrgid(number).gr_name)
    return found


@contextlib.contextmanager
def acting_as(one: Viewer) -> Iterator[None]:
    """The rights of another user, for this process, until the end of the block."""
    groups, gid = os.getgroups(), os.getegid()
    try:
        os.setgroups(one.groups)
        os.setegid(one.gid)
        os.seteuid(one.uid)
        yield
    finally:
        os.seteuid(0)
        os.setegid(gid)
        os.setgroups(groups)


def can(path: Path, wanted: int) -> bool:
    """Whether who is acting has the rights (os.R_OK, ...) on a path."""
    return os.access(path, wanted, effective_ids=True, follow_symlinks=True)


def opens(path: Path) -> bool:
    """Whether who is acting can open a file to read it."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return False
    os.close(descriptor)
    return True


def readable(one: Viewer, top: Path, without: Iterable[str] = ()) -> Iterator[Path]:
    """What a user can read in a folder, or list, if the names are known; nothing where it is not there.

    Names are not secret (solutions/01-graphs/1-recipes.ipynb): a folder that cannot be listed but
    entered hides nothing. `without`: names of folders to leave out.
    """
    if top.is_file():
        with acting_as(one):
            seen = opens(top)
        if seen:
            yield top
    waiting = [top] if top.is_dir() else []
    while waiting:  # not recursive: somebody's folders may be nested very deeply
        folder = waiting.pop()
        with acting_as(one):
            enters, lists = can(folder, os.X_OK), can(folder, os.R_OK)
        if lists:
            yield folder
        if not enters:
            continue
        with os.scandir(folder) as entries:
            known = sorted(entries, key=lambda entry: entry.name)
        files = [Path(entry) for entry in known if entry.is_file(follow_symlinks=False)]
        with acting_as(one):
            seen_files = [path for path in files if opens(path)]
        yield from seen_files
        folders = [entry for entry in known if entry.is_dir(follow_symlinks=False)]
        waiting += [Path(entry) for entry in reversed(folders) if entry.name not in without]


def changeable(viewers: list[Viewer], top: Path, inside: bool = True) -> Iterator[Path]:
    """What one of the users can change in a folder, the folder itself and those above it included.

    inside: whether to look into the folder, too; what is in one that is closed need not be.
    """
    uids = {one.uid for one in viewers}
    gids = {gid for one in viewers for gid in (one.gid, *one.groups)}
    for path in [*reversed(top.parents), *(walk(top) if inside else [top])]:
        try:
            known = path.lstat()
        except FileNotFoundError:
            continue
        if stat.S_ISLNK(known.st_mode):
            continue
        # Others' entries in a sticky folder cannot be replaced.
        others = known.st_mode & 0o002 and not (
            path in top.parents and known.st_mode & stat.S_ISVTX
        )
        group = known.st_mode & 0o020 and known.st_gid in gids
        if others or group or known.st_uid in uids or (_has_list(path) and _any_can(viewers, path)):
            yield path


def _has_list(path: Path) -> bool:
    """Whether a path has an access control list, of which modes say only half."""
    try:
        return ACL in os.listxattr(path, follow_symlinks=False)
    except OSError:
        return False


def _any_can(viewers: list[Viewer], path: Path) -> bool:
    for one in viewers:
        with acting_as(one):
            if can(path, os.W_OK):
                return True
    return False


def walk(top: Path) -> Iterator[Path]:
    """A folder and everything in it."""
    yield top
    if top.is_dir() and not top.is_symlink():
        for parent, folders, files in os.walk(top):
            for name in [*folders, *files]:
                yield Path(parent) / name
