"""`grader report`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import common
from grader.languages import _


@click.command("report")
@click.argument("chapter")
@common.course_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The page; the CSV files go beside it.  [default: reports/CHAPTER.html in the course]",
)
@common.friendly
def command(chapter: str, course: Path, out: Path | None) -> None:
    """Show on one HTML page what a graded class has understood of CHAPTER.

    The page has the scores, each exercise's difficulty and discrimination, the misconceptions with
    their counts, times and limits, flags and their reasons, written answers still to be graded,
    and who has not handed in. It needs no network and no JavaScript. Beside it are CHAPTER.csv,
    one line per student, and CHAPTER-exercises.csv.

    Points come from the gradebook, so manual grades and late penalties count; the rest comes from
    the journal of `grader autograde`. Late penalties are brought up to date; nothing else in the
    course is changed.

    \b
    Example: grader report 01-graphs --course ~/class
    """
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.report import write_report
    from grader.classroom.runs.due_dates import renew_penalties

    screen, opened = common.console(), open_course(course)
    chapter = opened.named(chapter)
    renew_penalties(opened, chapter)
    paths = write_report(opened, chapter, out)
    screen.print(_("The report is in {path}").format(path=paths[0]), markup=False)
    for path in paths[1:]:
        screen.print(_("  beside it: {name}").format(name=path.name), markup=False)
