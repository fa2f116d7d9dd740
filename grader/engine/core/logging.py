"""`tf.logging`: the library's messages, written to Python's logger "tensorflow"."""

from __future__ import annotations

import functools
from typing import Any

# fmt: off
__all__ = [
    "DEBUG", "ERROR", "FATAL", "INFO", "WARN", "debug", "error", "fatal", "get_verbosity",
    "info", "log", "set_verbosity", "warn", "warning",
]
# fmt: on

DEBUG, INFO, WARN, ERROR, FATAL = 10, 20, 30, 40, 50
_LEVELS = {"DEBUG": DEBUG, "INFO": INFO, "WARN": WARN, "WARNING": WARN, "ERROR": ERROR}


def _logger() -> Any:
    import logging  # here, since it is not needed to import the engine

    logger = logging.getLogger("tensorflow")
    if not logger.hasHandlers():  # else the program has its own
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT))
        logger.addHandler(handler)
    return logger


def set_verbosity(v: int | str) -> None:
    """Shows messages at this level and above."""
    _logger().setLevel(_LEVELS.get(v.upper(), FATAL) if isinstance(v, str) else v)


def get_verbosity() -> int:
    """The lowest level at which messages are shown."""
    return _logger().getEffectiveLevel()


def log(level: int, msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at `level`."""
    _logger().log(level, msg, *args, **kwargs)


debug, info, warning, error, fatal = (
    functools.partial(log, level) for level in (DEBUG, INFO, WARN, ERROR, FATAL)
)
warn = warning
