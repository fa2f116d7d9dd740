"""Reads an answer's files, which may be hostile, with the engine's readers."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader import engine as tf
from grader.evidence import Raised
from grader.evidence.probes.files import new_folder
from grader.judging.exercise import WrongAnswer
from grader.languages import _

MAX_FILES = 200
MAX_NAME = 200
MAX_CHECKPOINTS = 20
MAX_EVENTS = 10_000
READING_FAILS = (tf.errors.OpError, DecodeError, ValueError, TypeError, OSError)
# A part of a path: no separator, no control character, and not "." or "..".
PART = re.compile(r"(?!\.{1,2}$)[^/\\\x00-\x1f]{1,100}")


class Unreadable(Raised):
    """The error of reading a file or a variable that an answer left behind, not an error of its own code."""


@contextmanager
def on_disk(files: Any) -> Iterator[Path]:
    """A temporary folder with these files, a dict from relative names to bytes.

    Raises WrongAnswer if `files` is anything else, or a name leads out of the folder.
    """
    checked = _checked(files)
    folder = Path(new_folder("evidence-"))
    try:
        for name, data in checked.items():
            path = folder / name
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            except OSError as error:
                raise WrongAnswer(
                    _("your file {name!r} cannot be kept: {reason}").format(
                        name=name, reason=error.strerror
                    )
                ) from None
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _checked(files: Any) -> Mapping[str, bytes]:
    if isinstance(files, Raised):
        raise WrongAnswer(_("your files could not be read: {reason}").format(reason=files.message))
    if not isinstance(files, Mapping) or len(files) > MAX_FILES:
        raise WrongAnswer(
            _("expected the files of your answer, at most {count} of them").format(count=MAX_FILES)
        )
    for name, data in files.items():
        good = isinstance(name, str) and len(name) <= MAX_NAME and isinstance(data, bytes)
        if not good or not all(PART.fullmatch(part) for part in name.split("/")):
            raise WrongAnswer(
                _("your answer has a file that the judge does not accept: {name!r:.80}").format(
                    name=name
                )
            )
    return files


def checkpoint_values(files: Any, prefix: str) -> Any:
    """The tensors of the checkpoint called `prefix`, by name, as arrays; `Unreadable` for a bad one."""

    with on_disk(files) as folder:
        return _reading(folder, lambda: _tensors(folder / prefix))


def all_checkpoints(files: Any) -> dict[str, Any]:
    """The tensors of every checkpoint among the files, by prefix, as in `checkpoint_values`.

    Raises WrongAnswer for more than 20 of them.
    """
    with on_disk(files) as folder:
        prefixes = [name.removesuffix(".index") for name in files if name.endswith(".index")]
        if len(prefixes) > MAX_CHECKPOINTS:
            raise WrongAnswer(
                _("your code left {count} checkpoints, more than were asked for").format(
                    count=len(prefixes)
                )
            )
        return {prefix: _reading(folder, partial(_tensors, folder / prefix)) for prefix in prefixes}


def _tensors(path: Path) -> dict[str, np.ndarray]:
    reader = tf.train.NewCheckpointReader(str(path))
    names = sorted(reader.get_variable_to_shape_map())
    return {name: np.asarray(reader.get_tensor(name)) for name in names}


def records_of(files: Any, name: str) -> Any:
    """The records of the TFRecord file called `name`, a list of bytes; `Unreadable` for a bad file."""
    with on_disk(files) as folder:
        return _reading(folder, lambda: list(tf.python_io.tf_record_iterator(folder / name)))


def events_of(files: Any) -> list[Any]:
    """The events in all event files, the first `MAX_EVENTS`. Raises one of `READING_FAILS` for a bad file."""
    with on_disk(files) as folder:
        paths = sorted(map(str, folder.rglob("*.tfevents.*")))
        events = (event for path in paths for event in tf.train.summary_iterator(path))
        return list(islice(events, MAX_EVENTS))


def scalar_of(value: Any) -> float:
    """The scalar of a summary's value, in either of the two ways in which it can be held.

    Raises ValueError where there are more: a few bytes can say any size.
    """
    if value.WhichOneof("value") != "tensor":
        return float(value.simple_value)
    if any(dim.size != 1 for dim in value.tensor.tensor_shape.dim):
        raise ValueError
    return float(tf.make_ndarray(value.tensor).item())


def _reading(folder: Path, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except READING_FAILS as error:
        return Unreadable(type(error).__name__, str(error).replace(f"{folder}/", ""))
