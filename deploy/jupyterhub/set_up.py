"""Set up a JupyterHub for one class on this machine.

    python3 deploy/jupyterhub/set_up.py my-hub.toml --dry-run      prints what it would do
    python3 deploy/jupyterhub/set_up.py my-hub.toml                does it, as root, then checks the result
    python3 deploy/jupyterhub/set_up.py my-hub.toml --check        checks what students can see and change

Started again, it does what is missing and leaves the rest alone: it continues after an interruption, and
takes in new students and a new version of the course's package. It replaces nothing that it did not
write, and nothing that was changed since: it says so and stops. Standard library only.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from steps import Refusal, Step, steps  # noqa: E402 (beside this file)

from grader.hub.checks import run_checks  # noqa: E402
from grader.hub.settings import Hub, SettingsError, read  # noqa: E402

AFTERWARDS = """
Start it, as root (README.md beside this script has a unit for systemd):
    {hub}/bin/jupyterhub -f {config}/jupyterhub_config.py
Users whom this script made have no password yet: passwd NAME."""


def carry_out(todo: list[Step], dry: bool) -> int:
    """Does the steps in order; returns how many had something to do.

    Each first says what is missing. A dry run does no more.
    """
    busy = 0
    for step in todo:
        missing = step.missing()
        for sentence in missing:
            print(f"  {'would ' if dry else ''}{sentence}", flush=True)
        if missing:
            busy += 1
            if not dry:
                step.do()
        else:
            print(f"  {step.name}: as it should be", flush=True)
    return busy


def look(hub: Hub) -> int:
    """What `grader doctor --hub` looks at; returns how much of it is wrong."""
    wrong = 0
    for one in run_checks(hub):
        wrong += bool(one.trouble)
        print(f"  {'FAIL' if one.trouble else 'ok  '}  {one.trouble or one.holds}")
        if one.to_do:
            print(f"        to do: {one.to_do}")
    return wrong


def main() -> int:
    """0 if the hub is set up and closed, or the plan was printed; 1 with a sentence if not."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("settings", type=Path, help="your copy of hub.toml")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument(
        "--check", action="store_true", help="only check what students can see and change"
    )
    parser.add_argument(
        "--create-users", action="store_true", help="make users whom this machine does not have"
    )
    parser.add_argument(
        "--replace", action="store_true", help="overwrite configuration that was changed by hand"
    )
    arguments = parser.parse_args()
    try:
        hub: Hub = read(arguments.settings)
        if os.geteuid() != 0 and not arguments.dry_run:
            raise Refusal(
                "this is not root", "root, who makes users and folders", "sudo, or --dry-run"
            )
        print(f"The hub of the class {hub.course!r} in {hub.base}:")
        if not arguments.check:
            todo = steps(hub, arguments.settings, arguments.create_users, arguments.replace)
            carry_out(todo, arguments.dry_run)
    except (SettingsError, Refusal) as error:
        print(error, file=sys.stderr)
        return 1
    if arguments.dry_run:
        return 0
    wrong = look(hub)
    if not arguments.check:
        print(AFTERWARDS.format(hub=hub.hub_environment, config=hub.config))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
