"""`grader doctor`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import common
from grader.languages import N_, _

# Where deploy/jupyterhub/set_up.py puts the settings of a hub.
SETTINGS = Path("/srv/graphs/config/hub.toml")


@click.command("doctor")
@click.option(
    "--hub",
    type=click.Path(path_type=Path),
    is_flag=False,
    flag_value=SETTINGS,
    metavar="[HUB.TOML]",
    help=N_("Check (as root) that a hub hides from students what they must not see."),
)
@common.friendly
def command(hub: Path | None) -> None:
    """Show what works on this machine, what does not, and what to do about it.

    \b
    Example: grader doctor
    Exit codes: 0 nothing failed; 1 something did.
    """
    if hub is not None:
        raise SystemExit(_look_at_hub(hub))
    from grader.doctor import exit_code, print_checks, run_checks

    screen = common.console()
    with screen.status(_("checking this machine")):
        checks = run_checks()
    print_checks(checks, screen)
    raise SystemExit(exit_code(checks))


def _look_at_hub(settings: Path) -> int:
    """Prints what students can see on a hub; 1 where it is too much."""
    import os

    from grader.doctor import Check, exit_code, print_checks
    from grader.errors import CourseError
    from grader.hub.checks import run_checks
    from grader.hub.settings import SettingsError, read

    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise CourseError(
            _("--hub checks what each student can see, which only root can do: use sudo")
        )
    try:
        found = run_checks(read(settings))
    except SettingsError as error:
        raise CourseError(f"{error}") from None
    checks = [
        Check(one.name, "fail" if one.trouble else "ok", one.trouble or one.holds, one.to_do)
        for one in found
    ]
    print_checks(checks, common.console())
    return exit_code(checks)
