"""`tf.app`: reads the command line's flags, then calls `main`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from grader.engine.core import flags

__all__ = ["flags", "run"]


def run(main: Callable[[Any], Any] | None = None, argv: Sequence[str] | None = None) -> NoReturn:
    """Takes the flags out of `argv`, calls `main` with what is left, and exits with its result.

    main: the function `main` of the program if None. argv: `sys.argv` if None; the first item is
    the program's name. Flags that nobody defined stay among the arguments.
    Raises SystemExit always, and a `tf.flags.Error` for a flag with a value that it does not take.
    """
    main = main or sys.modules["__main__"].main
    arguments = list(sys.argv if argv is None else argv)
    if {"--help", "-help", "--helpshort", "-?"} & set(arguments[1:]):
        print(f"\n       USAGE: {arguments[0]} [flags]\nflags:\n\n{flags.FLAGS.main_module_help()}")
        sys.exit(1)
    sys.exit(main(flags.FLAGS(arguments, known_only=True)))
