"""`grader lab`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from grader.cli import common

# Settings that JupyterLab starts with; a reader's own choices come before them.
SETTINGS = Path(__file__).parent / "lab_settings"


@click.command("lab")
@click.option("--port", type=int, default=8888, show_default=True, help="The port to listen on.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to open.  [default: the course's notebooks]",
)
@common.friendly
def command(port: int, no_browser: bool, root: Path | None) -> None:
    """Open the course in JupyterLab, with nbgrader's extensions (Validate among them).

    \b
    Example: grader lab --port 8889 --no-browser
    """
    from grader.classroom.course import prepare_environment
    from grader.classroom.places import NOTEBOOKS, ROOT, CourseError

    folder = (root or NOTEBOOKS).resolve()
    if not folder.is_dir():
        raise CourseError(f"there is no folder {folder}; make it with: grader release")
    prepare_environment()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # JupyterLab starts beside nbgrader_config.py, so that the formgrader finds the course.
    os.chdir(ROOT)
    arguments = [
        f"--port={port}",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.app_settings_dir={SETTINGS}",
    ]
    first = next(iter(sorted(folder.glob("[0-9][0-9]-*/*.ipynb"))), None)
    if first is not None:
        arguments.append(f"--LabApp.default_url=/lab/tree/{first.relative_to(folder).as_posix()}")
    if no_browser or not _can_show():
        arguments.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")
    click.echo(f"Opening {folder}. Stop with Ctrl-C. Your work is saved in that folder.")
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "jupyterlab", *arguments])


def _can_show() -> bool:
    if sys.platform == "darwin" or os.name == "nt":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
