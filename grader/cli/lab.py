"""`grader lab`. Slow imports are inside the functions."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import click

from grader import places
from grader.cli import common
from grader.errors import CourseError
from grader.languages import VARIABLE, _, language

# JupyterLab's default settings; a reader's own settings override them.
SETTINGS = Path(__file__).parent / "lab_settings"
CHAPTERS = "[0-9][0-9]-*/*.ipynb"


@click.command("lab", context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[JUPYTERLAB'S OPTIONS]")
@click.option("--port", type=int, default=8888, show_default=True, help="The port to listen on.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--no-lab", is_flag=True, help="Only make or update the copies, for another program.")
@click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    help="Open this folder as it is, without working copies.",
)
@click.option(
    "--in",
    "place",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where your working copies are.  [default: work/ in a checkout, else the folder you are in]",
)
@common.friendly
def command(
    arguments: tuple[str, ...],
    port: int,
    no_browser: bool,
    no_lab: bool,
    root: Path | None,
    place: Path | None,
) -> None:
    """Open your working copies of the course in JupyterLab, at what you have not solved yet.

    They belong to you: nothing overwrites them. When the course has changed, copies
    that you have not touched are replaced with the new version; in the others, what you wrote is
    carried over, or the new version is saved beside your copy. Without JupyterLab the copies are made
    all the same, for another program that opens notebooks.

    If work/ or your home folder cannot be written, they are kept elsewhere, and the command says where.

    You get chapters in your language if they exist in it. Copies that you have worked in stay as
    they are, unless you name a language with --lang.

    \b
    Example: grader lab --in graphs --port 8889 --no-browser
    """
    from grader.classroom.nbgrader.environment import prepare_environment
    from grader.studying.keeping import make_jupyter_folders, make_work_folder

    if root is None:
        folder = (place or make_work_folder(places.work().resolve(), click.echo)).resolve()
        _update(folder, named=place is not None)
    else:
        folder = root.resolve()
        if not folder.is_dir():
            raise CourseError(
                _("there is no folder {folder}; give --root an existing one").format(folder=folder)
            )
    if no_lab:
        told = _("Your notebooks are in {folder}. Open them with the kernel {python}.")
        click.echo(told.format(folder=folder, python=sys.executable))
        return
    if importlib.util.find_spec("jupyterlab") is None:
        click.echo(
            _(
                "Your notebooks are in {folder}. There is no JupyterLab in this Python: open them in a "
                "program that you have, with the kernel {python}, or: pip install jupyterlab"
            ).format(folder=folder, python=sys.executable)
        )
        return
    prepare_environment()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # JupyterLab starts in the folder of nbgrader_config.py, so that the formgrader finds the course.
    os.chdir(places.ROOT if places.IN_CHECKOUT else folder)
    options = [
        f"--port={port}",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.app_settings_dir={SETTINGS}",
    ]
    first = first_page(folder)
    if first:
        options.append(f"--LabApp.default_url=/lab/tree/{first}")
    if no_browser or not _can_show():
        options.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    os.environ.update(make_jupyter_folders(os.environ, click.echo))
    # Kernels that JupyterLab starts use the language of this command.
    os.environ[VARIABLE] = language()
    click.echo(
        _("Opening {folder}. Stop with Ctrl-C. Your work is saved in that folder.").format(
            folder=folder
        )
    )
    sys.stdout.flush()
    program = [sys.executable, "-m", "grader.cli.lab_server", *options, *arguments]
    if os.name == "nt":  # where another program in this process's place is a new process
        raise SystemExit(subprocess.call(program))
    os.execv(program[0], program)


def _update(folder: Path, named: bool) -> None:
    """Makes or updates the working copies. named: whether the reader named the folder."""
    from grader.prose.places import localized_folders
    from grader.studying.copies import MANIFEST, update_copies
    from grader.studying.localized_copies import LocalizedCourse

    if not places.NOTEBOOKS.is_dir():
        raise CourseError(
            _("there is no folder {folder}; make it with: grader release").format(
                folder=places.NOTEBOOKS
            )
        )
    if (
        not named
        and folder in (Path.home(), Path(folder.anchor))
        and not (folder / MANIFEST).exists()
    ):
        raise CourseError(
            _(
                "{folder} is no folder for the course alone; name one, and it will be made: "
                "grader lab --in tf-graphs"
            ).format(folder=folder)
        )
    # A misspelt name is not a request for English: working copies stay as they are.
    mine = LocalizedCourse(
        localized_folders(places.TRANSLATIONS), language(), common.language_was_named()
    )
    update_copies(places.NOTEBOOKS, folder, click.echo, _pointed_to(places.ROOT), mine)


def _pointed_to(root: Path) -> dict[str, Path]:
    """Files outside the notebooks' folder that they link to, by the names JupyterLab resolves.

    JupyterLab shows nothing above the folder that it opens, so ../../data becomes data. In a
    checkout the data sets themselves are found above that folder.
    """
    names = ["data/README.md"]
    if not places.IN_CHECKOUT:
        names += [f"data/{path.name}" for path in (root / "data").glob("*.csv")]
    return {name: root / name for name in names if (root / name).is_file()}


def first_page(folder: Path) -> str:
    """The notebook to open first, relative to `folder`, or "" if there is none.

    The lesson with the next unsolved exercise; for a reader who has checked nothing yet, or has solved all,
    the index; if that is missing, the first chapter.
    """
    from grader import progress

    best = progress.read(folder)
    reached = progress.of_reader(folder)
    coming = progress.next_up(reached) if best else None
    if coming:
        click.echo(progress.headline(reached))
    wanted = [coming[1].notebook] if coming else []
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
