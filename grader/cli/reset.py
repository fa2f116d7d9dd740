"""`grader reset`."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import common


@click.command("reset")
@click.argument("exercise")
@click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of your working copies.  [default: the course's work/]",
)
@common.friendly
def command(exercise: str, root: Path | None) -> None:
    """Bring the answer cell of EXERCISE back as you got it; your old text is kept in a file.

    Save the notebook before, and reload it afterwards if it is open in JupyterLab.

    \b
    Example: grader reset graphs/polynomial
    """
    from grader.classroom.places import NOTEBOOKS, ROOT
    from grader.studying.resetting import reset

    work = (root or ROOT / "work").resolve()
    done = reset(exercise, NOTEBOOKS, work, click.echo)
    if not done.changed:
        click.echo(f"{exercise}: the cell in {done.file} is as you got it; nothing to do.")
        return
    click.echo(f"{exercise}: the cell in {done.file} is again as you got it.")
    if done.kept:
        click.echo(f"What stood there is kept in {done.kept}.")
    click.echo("Is the notebook open in JupyterLab? Then: File > Reload Notebook from Disk.")
