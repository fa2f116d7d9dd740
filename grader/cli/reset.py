"""`grader reset`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

import click

from grader import places
from grader.cli import common
from grader.languages import _


@click.command("reset")
@click.argument("exercise")
@click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of your working copies.  [default: work/ in a checkout, else this one]",
)
@common.friendly
def command(exercise: str, root: Path | None) -> None:
    """Restore the original answer cell of EXERCISE; your old text is kept in a file.

    Save the notebook first, and reload it afterwards if it is open in JupyterLab.

    \b
    Example: grader reset graphs/polynomial
    """
    from grader.prose.places import localized_folders
    from grader.studying.keeping import work_folder
    from grader.studying.localized_copies import LocalizedCourse
    from grader.studying.resetting import reset

    work = (root or work_folder(places.work())).resolve()
    localized = LocalizedCourse(localized_folders(places.TRANSLATIONS))
    done = reset(exercise, places.NOTEBOOKS, work, click.echo, localized)
    if not done.changed:
        click.echo(
            _("{exercise}: the cell in {file} is in its original state; nothing to do.").format(
                exercise=exercise, file=done.file
            )
        )
        return
    click.echo(
        _("{exercise}: the cell in {file} is back in its original state.").format(
            exercise=exercise, file=done.file
        )
    )
    if done.kept:
        click.echo(_("What you had written is kept in {file}.").format(file=done.kept))
    click.echo(_("Is the notebook open in JupyterLab? Then: File > Reload Notebook from Disk."))
