"""Gives an answer a folder to write to, and returns the files as evidence.

Files are encoded as a dict from names to bytes; the judge reads them with `grader.judging.files`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from grader.evidence.data import Raised
from grader.evidence.encoding import EvidenceError
from grader.evidence.probes.table import attempt
from grader.languages import _

MEMORY = "/dev/shm"
MAX_FILES = 200
MAX_FILE_BYTES = 4 * 2**20  # all files together


def new_folder(prefix: str) -> str:
    """A new temporary folder, in memory if possible, which is ten times as fast."""
    if not tempfile.gettempdir().startswith(MEMORY):
        with contextlib.suppress(OSError):
            return tempfile.mkdtemp(prefix=prefix, dir=MEMORY)
    return tempfile.mkdtemp(prefix=prefix)


@contextlib.contextmanager
def scratch() -> Iterator[str]:
    """An empty folder, which is the working directory inside the block and is removed afterwards.

    So an answer that ignores the path it was given does not write into the notebook's folder.
    """
    folder = os.path.realpath(new_folder("answer-"))
    try:
        before = os.getcwd()
    except OSError:  # the notebook deleted its working folder
        before = tempfile.gettempdir()
    try:
        os.chdir(folder)
        yield folder
    finally:
        os.chdir(before)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def elsewhere() -> Iterator[str]:
    """An empty folder that is not the working directory, which is another empty one; both are removed.

    So an answer that ignores the folder it was given finds nothing and leaves nothing there.
    """
    with scratch() as place:
        given, here = (os.path.join(place, name) for name in ("given", "here"))
        os.mkdir(given)
        os.mkdir(here)
        os.chdir(here)
        yield given


def attempt_in(folder: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Like `attempt`, but removes the folder's random name from the error's message."""
    result = attempt(function, *arguments)
    if isinstance(result, Raised):
        short = result.message.replace(folder + os.sep, "").replace(folder, "the folder")
        return replace(result, message=short)
    return result


def files_in(folder: str, without: tuple[str, ...] = ()) -> dict[str, bytes]:
    """The files below a folder: sorted relative names, with "/", and their bytes.

    Only regular files count, not links or sockets, and no names that end in one of `without`.
    Raises EvidenceError for too many files or too many bytes.
    """
    found: dict[str, bytes] = {}
    left = MAX_FILE_BYTES
    for path in _plain_files(folder):
        name = os.path.relpath(path, folder).replace(os.sep, "/")
        if name.endswith(without):
            continue
        if len(found) >= MAX_FILES:
            raise EvidenceError(
                _("your code wrote more than {count} files").format(count=MAX_FILES)
            )
        with open(path, "rb") as file:
            data = file.read(left + 1)
        left -= len(data)
        if left < 0:
            raise EvidenceError(
                _("your code wrote files of more than {bytes} bytes").format(bytes=MAX_FILE_BYTES)
            )
        found[name] = data
    return dict(sorted(found.items()))


def _plain_files(folder: str) -> Iterator[str]:
    for place, _folders, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with contextlib.suppress(OSError):
                if stat.S_ISREG(os.lstat(path).st_mode):
                    yield path
