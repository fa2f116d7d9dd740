"""`tf.logging`: the library's messages, written to Python's logger "tensorflow"."""

from __future__ import annotations

import logging as standard
from typing import Any

__all__ = [
    "DEBUG",
    "ERROR",
    "FATAL",
    "INFO",
    "WARN",
    "debug",
    "error",
    "fatal",
    "get_verbosity",
    "info",
    "log",
    "set_verbosity",
    "warn",
    "warning",
]

DEBUG, INFO, WARN, ERROR, FATAL = 10, 20, 30, 40, 50
_LEVELS = {"DEBUG": DEBUG, "INFO": INFO, "WARN": WARN, "WARNING": WARN, "ERROR": ERROR}
_logger = standard.getLogger("tensorflow")


def set_verbosity(v: int | str) -> None:
    """Shows messages at this level and above."""
    _logger.setLevel(_LEVELS.get(v.upper(), FATAL) if isinstance(v, str) else v)


def get_verbosity() -> int:
    """The lowest level at which messages are shown."""
    return _logger.getEffectiveLevel()


def log(level: int, msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at `level`."""
    _logger.log(level, msg, *args, **kwargs)


def debug(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs a message for debugging."""
    log(DEBUG, msg, *args, **kwargs)


def info(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs an informational message."""
    log(INFO, msg, *args, **kwargs)


def warning(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs a warning."""
    log(WARN, msg, *args, **kwargs)


warn = warning


def error(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs an error."""
    log(ERROR, msg, *args, **kwargs)


def fatal(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs an error that ends the program."""
    log(FATAL, msg, *args, **kwargs)
