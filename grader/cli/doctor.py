"""`grader doctor`. Slow imports are inside the functions."""

from __future__ import annotations

import click

from grader.cli import common
from grader.languages import _


@click.command("doctor")
@common.friendly
def command() -> None:
    """Say what works on this machine, what does not, and what to do about it.

    \b
    Example: grader doctor
    Exit codes: 0 nothing fails; 1 something does.
    """
    from grader.doctor import exit_code, print_checks, run_checks

    screen = common.console()
    with screen.status(_("looking at this machine")):
        checks = run_checks()
    print_checks(checks, screen)
    raise SystemExit(exit_code(checks))
