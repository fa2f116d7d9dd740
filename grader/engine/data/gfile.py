"""Files and folders as `tf.gfile` and `tf.io.gfile` handle them."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from grader.engine.core import errors
from grader.engine.core.absent import Namespace, lacking

__all__ = ["gfile"]

PathLike = str | bytes | os.PathLike[str]
MODES = ("r", "w", "a", "r+", "w+", "a+")


@contextmanager
def as_tensorflow(path: PathLike) -> Iterator[None]:
    """Turns the operating system's errors into those of `tf.errors`, with the path."""
    try:
        yield
    except OSError as error:
        kind = next((to for of, to in ERRORS if isinstance(error, of)), errors.UnknownError)
        raise kind(None, None, f"{as_path(path)}; {error.strerror}") from None


ERRORS: tuple[tuple[type[OSError], type[errors.OpError]], ...] = (
    (FileNotFoundError, errors.NotFoundError),
    (FileExistsError, errors.AlreadyExistsError),
    (PermissionError, errors.PermissionDeniedError),
    (IsADirectoryError, errors.FailedPreconditionError),
    (NotADirectoryError, errors.FailedPreconditionError),
)


def as_path(path: PathLike) -> str:
    """A path as a string, from a string, bytes or an object with `__fspath__`; file:// is left out.

    Raises UnimplementedError for other schemes of file systems.
    """
    name = os.fsdecode(path)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9.]*)://", name)
    if scheme is None:
        return name
    if scheme[1] != "file":
        message = f"File system scheme '{scheme[1]}' not implemented (file: '{name}')"
        raise errors.UnimplementedError(None, None, message)
    return name.removeprefix("file://")


class GFile:
    """A file, opened at its first use: "r", "w", "a", with "+" to read and write and "b" for bytes."""

    __getattr__ = lacking("tf.gfile.GFile", "flush next readlines seek seekable size tell")

    def __init__(self, name: PathLike, mode: str = "r"):
        if mode.replace("b", "") not in MODES:
            raise errors.InvalidArgumentError(
                None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'"
            )
        self.name = name
        self.mode = mode.replace("b", "")
        self._binary = "b" in mode
        self._file: Any = None

    def _open(self, forbidden: str = "", what: str = "") -> Any:
        if self.mode == forbidden or (forbidden == "w" and self.mode == "a"):
            raise errors.PermissionDeniedError(None, None, f"File isn't open for {what}")
        if self._file is None:
            with as_tensorflow(self.name):
                self._file = open(as_path(self.name), self.mode + "b")  # noqa: SIM115
        return self._file

    def _decoded(self, data: bytes) -> Any:
        return data if self._binary else data.decode()

    def write(self, file_content: Any) -> None:
        """Writes a string or bytes."""
        data = file_content if isinstance(file_content, bytes) else str(file_content).encode()
        self._open("r", "writing").write(data)

    def read(self, n: int = -1) -> Any:
        """The next n bytes, or the rest."""
        with as_tensorflow(self.name):
            return self._decoded(self._open("w", "reading").read(n))

    def readline(self) -> Any:
        """The next line with its newline; empty at the end of the file."""
        return self._decoded(self._open("w", "reading").readline())

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __iter__(self) -> GFile:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line


def list_directory(path: PathLike) -> list[str]:
    """The names in a folder; NotFoundError if there is no such folder."""
    if not os.path.isdir(as_path(path)):
        raise errors.NotFoundError(None, None, f"Could not find directory {as_path(path)}")
    return os.listdir(as_path(path))


def matching(pattern: PathLike | Sequence[PathLike]) -> list[str]:
    """The paths that match a pattern with *, ? and [], or one of several."""
    patterns = pattern if isinstance(pattern, (list, tuple)) else [pattern]
    paths: list[str] = []
    for whole in map(as_path, patterns):
        fixed = re.split(r"[*?\[\\]", whole, maxsplit=1)[0]
        here = fixed != whole and not os.path.dirname(fixed)
        paths += glob.glob(os.path.join(".", whole) if here else whole)
    return paths


def make_directories(path: PathLike) -> None:
    """Creates a folder and those above it where they are missing."""
    with as_tensorflow(path):
        os.makedirs(as_path(path), exist_ok=True)


def remove(path: PathLike) -> None:
    """Removes a file."""
    with as_tensorflow(path):
        os.unlink(as_path(path))


def remove_tree(path: PathLike) -> None:
    """Removes a folder with everything in it, or a file."""
    import shutil  # here, since it is not needed to import the engine

    if not os.path.exists(as_path(path)):
        raise errors.NotFoundError(None, None, f"{as_path(path)} not found")
    with as_tensorflow(path):
        shutil.rmtree(as_path(path)) if os.path.isdir(as_path(path)) else os.unlink(as_path(path))


def exists(path: PathLike) -> bool:
    """Whether a file or folder exists."""
    return os.path.exists(as_path(path))


def is_directory(path: PathLike) -> bool:
    """Whether a folder exists."""
    return os.path.isdir(as_path(path))


# With the parameter names of version 1.
gfile = Namespace(
    "tf.gfile",
    FastGFile=GFile, GFile=GFile, Open=GFile,
    DeleteRecursively=lambda dirname: remove_tree(dirname),
    Exists=lambda filename: exists(filename),
    Glob=lambda filename: matching(filename),
    IsDirectory=lambda dirname: is_directory(dirname),
    ListDirectory=lambda dirname: list_directory(dirname),
    MakeDirs=lambda dirname: make_directories(dirname),
    Remove=lambda filename: remove(filename),
)  # fmt: skip
io_gfile = Namespace(
    "tf.io.gfile", GFile=GFile, exists=exists, glob=matching, isdir=is_directory,
    join=os.path.join, listdir=list_directory, makedirs=make_directories, remove=remove,
    rmtree=remove_tree,
)  # fmt: skip
