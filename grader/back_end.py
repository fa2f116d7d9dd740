"""What `tf` is in a notebook: TensorFlow's `compat.v1` with v2 behaviour off, or the engine."""

from __future__ import annotations

import contextlib
import gc
import importlib.metadata
import importlib.util
import logging
import os
import re
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from grader.languages import _

KERAS = "TF_USE_LEGACY_KERAS"


def load() -> Any:
    """The module that GRADER_BACKEND names; without it TensorFlow, or the engine where that is missing.

    The engine, too, where TensorFlow is of another release than the course is for: Colab brings one.
    """
    chosen = os.environ.get("GRADER_BACKEND", "")
    if chosen not in ("", "tensorflow", "engine"):
        raise ImportError(
            _(
                "GRADER_BACKEND is {found!r}; set it to 'tensorflow' or 'engine', or leave it unset"
            ).format(found=chosen)
        )
    if chosen == "tensorflow" or (not chosen and _suits()):
        return tensorflow()
    from grader import engine  # it would take time and memory beside TensorFlow

    return engine


def release_wanted() -> str:
    """The release of TensorFlow that the course is for, as its package says; "" if that is not known."""
    for name in ("tf-graph-course", "tf-graph-course-for-students"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            lines = "\n".join(importlib.metadata.requires(name) or [])
            if found := re.search(r"^tensorflow==([\d.]+)", lines, re.MULTILINE):
                return found[1]
    return ""


def other_release() -> str:
    """The release of TensorFlow here, if it is not the one that the course is for; else ""."""
    try:
        found = importlib.metadata.version("tensorflow")
    except importlib.metadata.PackageNotFoundError:  # none, or a variant with another name
        return ""
    wanted = release_wanted()
    return found if wanted and found.split(".")[:2] != wanted.split(".")[:2] else ""


def _suits() -> bool:
    """Whether there is a TensorFlow, and of the release that the course is for."""
    if importlib.util.find_spec("tensorflow") is None:
        return False
    other = other_release()
    if other and "ipykernel" in sys.modules:
        print(
            _(
                "TensorFlow {found} is here, and this course is for {wanted}: the notebooks run on the "
                "course's own engine. (GRADER_BACKEND=tensorflow would take TensorFlow all the same.)"
            ).format(found=other, wanted=release_wanted())
        )
    return not other


def tensorflow() -> Any:
    """TensorFlow's `compat.v1` in graph mode, imported without its greeting and without Keras."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    with _quiet_stderr(), _keras_later(), _kept_for_good(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import tensorflow.compat.v1 as module  # it may be missing, and takes seconds

        module.logging.set_verbosity(module.logging.ERROR)
        module.get_logger().addFilter(_not_made_in_a_check)
        module.disable_v2_behavior()
    return module


def definition_of(operation: str) -> Any:
    """TensorFlow's definition (an OpDef) of a type of operations, or None if it has no such type."""
    from tensorflow.python.framework import op_def_registry  # as above

    return op_def_registry.get(operation)


def _not_made_in_a_check(record: logging.LogRecord) -> bool:
    """Whether to keep a line of TensorFlow's log.

    It reports what was made and never used, with the whole traceback. Of a wrong answer in a check, the
    verdict says more.
    """
    text = record.getMessage()
    return not (
        "Object was never used" in text and f"{os.sep}grader{os.sep}evidence{os.sep}" in text
    )


@contextlib.contextmanager
def _keras_later() -> Iterator[None]:
    """Keeps `import tensorflow` from importing Keras 3 as well: 3 of its 8 seconds, and 110 MB.

    TensorFlow imports at once only the Keras that this variable names; version 2 is not installed. The
    variable is read again when `tf.keras` is first used, which then imports version 3 as ever.
    """
    before = os.environ.get(KERAS)
    os.environ[KERAS] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[KERAS]
        else:
            os.environ[KERAS] = before


@contextlib.contextmanager
def _kept_for_good() -> Iterator[None]:
    """Takes TensorFlow, if it is imported in the block, out of Python's garbage collection.

    Its hundreds of thousands of objects live as long as the process. A full collection would visit them
    all: about 100 ms each time, in the middle of a cell or a check.
    """
    if "tensorflow" in sys.modules:  # what is alive by now may become garbage
        yield
        return
    with collection_paused():
        try:
            yield
        finally:
            gc.freeze()


@contextlib.contextmanager
def collection_paused() -> Iterator[None]:
    """Pauses Python's garbage collection, for a block that makes much and does not last."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Drops what native code writes to stderr, such as TensorFlow's greeting at import."""
    try:
        kept, sink = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    try:
        os.dup2(sink, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(sink)
