"""`grader progress`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from grader import places
from grader.cli import common
from grader.errors import CourseError
from grader.languages import _

if TYPE_CHECKING:
    from grader.progress import ChapterProgress


@click.command("progress")
@click.argument("chapters", nargs=-1)
@click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder with your chapters.  [default: this one, or the course's notebooks]",
)
@common.friendly
def command(chapters: tuple[str, ...], root: Path | None) -> None:
    """Show each exercise with your best points, and what comes next.

    The results of `check` in your notebooks count, and your predictions as they were before you saw the
    result. Without CHAPTERS, all chapters are shown.

    \b
    Example: grader progress 01-graphs 02-sessions
    """
    from grader import progress

    folder = _folder(root)
    whole = progress.of_reader(folder)
    known = [one.chapter for one in whole]
    for name in chapters:
        if name not in known:
            raise CourseError(
                _("there is no chapter {name!r}; available: {known}").format(
                    name=name, known=", ".join(known)
                )
            )
    chosen = [one for one in whole if not chapters or one.chapter in chapters]
    screen = common.console()
    screen.print(_table(chosen))
    screen.print(progress.headline(chosen), markup=False)


def _folder(root: Path | None) -> Path:
    """The folder whose progress is shown: `root`, or the first usual folder that has a record."""
    from grader.progress import FILE, course_folder
    from grader.studying.keeping import work_folder

    if root is not None:
        if not root.is_dir():
            raise CourseError(
                _("there is no folder {folder}; give --root the folder of your chapters").format(
                    folder=root
                )
            )
        return course_folder(root.resolve())
    work = places.work()
    usual = (course_folder(Path.cwd()), work_folder(work), work, places.NOTEBOOKS)
    return next((folder for folder in usual if (folder / FILE).is_file()), places.NOTEBOOKS)


def _table(chapters: list[ChapterProgress]) -> Table:
    from grader.progress import STATES, points_of, score

    table = Table()
    table.add_column(_("exercise"), no_wrap=True)
    table.add_column(_("what it asks for"))
    table.add_column(_("state"), no_wrap=True)
    table.add_column(_("points"), justify="right", no_wrap=True)
    table.add_column(_("last check"), no_wrap=True)
    styles = {"solved": "green", "tried": "yellow", "open": ""}
    for chapter in chapters:
        table.add_row(f"[bold]{chapter.chapter}[/bold]", f"[bold]{score(chapter)}[/bold]")
        for one in chapter.exercises:
            last = f"{one.best.last.astimezone():%Y-%m-%d %H:%M}" if one.best else ""
            table.add_row(
                f"  {one.id}",
                _(one.title),
                _(STATES[one.state]),
                points_of(one),
                last,
                style=styles[one.state],
            )
        table.add_section()
    return table
