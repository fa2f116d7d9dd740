"""`tf.app`: parses the command line's flags, then calls `main`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from grader.engine.core import flags

__all__ = ["flags", "run"]


def run(main: Callable[[Any], Any] | None = None, argv: Sequence[str] | None = None) -> NoReturn:
    """Parses the flags in `argv`, calls `main` with the remaining arguments, and exits with its result.

    main: by default the program's function `main`. argv: by default `sys.argv`; the first item is
    the program's name. Undefined flags are passed to `main`.
    Always raises SystemExit, or `tf.flags.Error` for a flag whose value is not allowed.
    """
    main = main or sys.modules["__main__"].main
    arguments = list(sys.argv if argv is None else argv)
    if {"--help", "-help", "--helpshort", "-?"} & set(arguments[1:]):
        print(f"\n       USAGE: {arguments[0]} [flags]\nflags:\n{flags.FLAGS.main_module_help()}")
        sys.exit(1)
    sys.exit(main(flags.FLAGS(arguments, known_only=True)))
