"""`grader restore`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from grader.cli import common
from grader.languages import _


@click.command("restore")
@click.argument("day", default="")
@common.course_option
@common.friendly
def command(day: str, course: Path) -> None:
    """Put a copy of the gradebook in its place: that of DAY, or the newest.

    The first command of a day that writes copies the gradebook into .grader/backup; ten copies are
    kept. Without DAY, this lists them. The present gradebook, damaged or not, stays beside the
    restored one under another name.

    \b
    Example: grader restore --course ~/class
             grader restore 2027-03-01 --course ~/class
             grader restore newest --course ~/class
    """
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.runs.restoring import copies_of, restore

    screen = common.console()
    opened = open_course(course, whole=False)
    if not day:
        table = Table()
        table.add_column(_("day"))
        table.add_column(_("submissions"), justify="right")
        table.add_column(_("file"), overflow="fold")
        found = copies_of(opened)
        for copy in found:
            graded = copy.graded()
            shown = _("damaged") if graded is None else str(graded)
            table.add_row(copy.day.isoformat(), shown, str(copy.path))
        screen.print(table if found else _("There is no copy of the gradebook yet."))
        return
    kept = restore(opened, day)
    if kept is not None:
        screen.print(_("The gradebook as it was is kept as {path}").format(path=kept), markup=False)
    screen.print(
        _(
            "The copy is in its place. Restart the formgrader if it is open. `grader autograde` brings back, "
            "for each chapter, what has been graded since; what a person has given since is only in the "
            "file that is kept."
        ),
        markup=False,
    )
