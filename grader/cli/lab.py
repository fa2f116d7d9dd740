"""`grader lab`. Slow imports are inside the functions."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from click.core import ParameterSource

from grader import places
from grader.cli import UNKNOWN_LANGUAGE, common
from grader.errors import CourseError
from grader.languages import VARIABLE, _, language

# JupyterLab's default settings; a reader's own settings override them.
SETTINGS = Path(__file__).parent / "lab_settings"
CHAPTERS = "[0-9][0-9]-*/*.ipynb"


@click.command("lab")
@click.option("--port", type=int, default=8888, show_default=True, help="The port to listen on.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    help="Open this folder as it is, without working copies.  [default: the course's work/]",
)
@common.friendly
def command(port: int, no_browser: bool, root: Path | None) -> None:
    """Open your working copies of the course in JupyterLab, at what you have not solved yet.

    They are in work/ and belong to you: nothing overwrites them. When the course has changed, copies
    that you have not touched are replaced with the new version; in the others, what you wrote is
    carried over, or the new version is saved beside your copy. nbgrader's extensions (Validate among
    them) are available.

    You get chapters in your language if they exist in it. Copies that you have worked in stay as
    they are, unless you name a language with --lang.

    \b
    Example: grader lab --port 8889 --no-browser
    """
    from grader.classroom.nbgrader.environment import prepare_environment
    from grader.prose.places import localized_folders
    from grader.studying.copies import update_copies
    from grader.studying.localized_copies import LocalizedCourse

    folder = (root or places.ROOT / "work").resolve()
    if root is None:
        if not places.NOTEBOOKS.is_dir():
            raise CourseError(
                _("there is no folder {folder}; make it with: grader release").format(
                    folder=places.NOTEBOOKS
                )
            )
        mine = LocalizedCourse(
            localized_folders(places.ROOT / "translations"), language(), _language_was_named()
        )
        update_copies(places.NOTEBOOKS, folder, click.echo, _pointed_to(places.ROOT), mine)
    elif not folder.is_dir():
        raise CourseError(
            _("there is no folder {folder}; give --root an existing one").format(folder=folder)
        )
    prepare_environment()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # JupyterLab starts in the folder of nbgrader_config.py, so that the formgrader finds the course.
    os.chdir(places.ROOT)
    arguments = [
        f"--port={port}",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.app_settings_dir={SETTINGS}",
    ]
    first = first_page(folder)
    if first:
        arguments.append(f"--LabApp.default_url=/lab/tree/{first}")
    if no_browser or not _can_show():
        arguments.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")
    # Kernels that JupyterLab starts use the language of this command.
    os.environ[VARIABLE] = language()
    click.echo(
        _("Opening {folder}. Stop with Ctrl-C. Your work is saved in that folder.").format(
            folder=folder
        )
    )
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "grader.cli.lab_server", *arguments])


def _language_was_named() -> bool:
    """Whether --lang, before or after `lab`, named a language that the course has.

    A misspelt name is not a request for English: working copies stay as they are.
    """
    context = click.get_current_context(silent=True)
    if context is not None and UNKNOWN_LANGUAGE in context.meta:
        return False
    while context is not None:
        if context.get_parameter_source("lang") is ParameterSource.COMMANDLINE:
            return True
        context = context.parent
    return False


def _pointed_to(root: Path) -> dict[str, Path]:
    """Files outside the notebooks' folder that they link to, by the names JupyterLab resolves.

    JupyterLab shows nothing above the folder that it opens, so ../../data becomes data.
    """
    names = ("data/README.md",)
    return {name: root / name for name in names if (root / name).is_file()}


def first_page(folder: Path) -> str:
    """The notebook to open first, relative to `folder`, or "" if there is none.

    That of the next unsolved exercise; for a reader who has checked nothing yet, or has solved all,
    the index; if that is missing, the first chapter.
    """
    from grader import progress

    best = progress.read(folder)
    coming = progress.next_up(progress.course(best)) if best else None
    if coming:
        click.echo(progress.headline(progress.course(best)))
    wanted = [coming[0].notebook] if coming else []
    chapters = [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.glob(CHAPTERS))
        if path.name.count(".") == 1  # not an updated version beside the copy
    ]
    return next(
        (name for name in [*wanted, "index.ipynb", *chapters] if (folder / name).is_file()), ""
    )


def _can_show() -> bool:
    if sys.platform == "darwin" or os.name == "nt":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
