"""`grader feedback`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cleaning import printable
from grader.cli import common
from grader.languages import _


@click.command("feedback")
@click.argument("chapter")
@common.course_option
@common.only_option
@common.friendly
def command(chapter: str, course: Path, only: tuple[str, ...]) -> None:
    """Make the feedback pages of a graded class, in feedback/STUDENT/CHAPTER/.

    \b
    Example: grader feedback 01-graphs --course ~/class
             grader feedback 01-graphs --course ~/class --only anna
    """
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.nbgrader.feedback import feedback, graded_students
    from grader.classroom.runs.due_dates import renew_penalties

    screen = common.console()
    opened = open_course(course)
    chapter = opened.named(chapter)
    count, troubles = len(graded_students(opened, chapter, only)), 0
    renew_penalties(opened, chapter)
    with common.progress_bar(screen) as bar:
        task = bar.add_task(_("feedback"), total=count)
        for student, _pages, trouble in feedback(opened, chapter, only):
            bar.advance(task)
            if trouble:
                troubles += 1
                screen.print(printable(f"{student}: {trouble}"), style="red", markup=False)
    screen.print(
        _("{part} of {whole} students have pages in {folder}").format(
            part=count - troubles, whole=count, folder=course / "feedback"
        )
    )
    if troubles:
        raise SystemExit(1)
