"""What `tf` is in a notebook: TensorFlow's `compat.v1` with v2 behaviour off, or the engine."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import logging
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from grader.languages import _

KERAS = "TF_USE_LEGACY_KERAS"


def load() -> Any:
    """The module that GRADER_BACKEND names; without it TensorFlow, or the engine where that is missing."""
    chosen = os.environ.get("GRADER_BACKEND", "")
    if chosen not in ("", "tensorflow", "engine"):
        raise ImportError(
            _(
                "GRADER_BACKEND is {found!r}; set it to 'tensorflow' or 'engine', or leave it unset"
            ).format(found=chosen)
        )
    if chosen == "engine" or (not chosen and importlib.util.find_spec("tensorflow") is None):
        from grader import engine  # it would take time and memory beside TensorFlow

        return engine
    return tensorflow()


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
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
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
