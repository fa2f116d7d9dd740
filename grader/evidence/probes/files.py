"""What an answer wrote to disk: a place to write, and the files as evidence.

Files travel as a plain dict from their names to their bytes; the judge reads them with
`grader.judging.files`.
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
    """A new temporary folder, held in memory where the system offers that: ten times as fast."""
    with contextlib.suppress(OSError):
        return tempfile.mkdtemp(prefix=prefix, dir=MEMORY)
    return tempfile.mkdtemp(prefix=prefix)


@contextlib.contextmanager
def scratch() -> Iterator[str]:
    """An empty folder, which is the working directory inside the block and is removed after it.

    So an answer that ignores the path that it was given writes nothing into the notebook's folder.
    """
    folder = os.path.realpath(new_folder("answer-"))
    try:
        before = os.getcwd()
    except OSError:  # the notebook removed the folder that it worked in
        before = tempfile.gettempdir()
    try:
        os.chdir(folder)
        yield folder
    finally:
        os.chdir(before)
        shutil.rmtree(folder, ignore_errors=True)


def attempt_in(folder: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """`attempt`, with the folder left out of the error's message: its name is chance."""
    result = attempt(function, *arguments)
    if isinstance(result, Raised):
        short = result.message.replace(folder + os.sep, "").replace(folder, "the folder")
        return replace(result, message=short)
    return result


def files_in(folder: str, without: tuple[str, ...] = ()) -> dict[str, bytes]:
    """The files in a folder and below it: names relative to it, with "/", in order, and bytes.

    Only plain files count: links, sockets and the like are left out, as are names that end in one
    of `without`. Raises EvidenceError for too many files or too many bytes.
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
