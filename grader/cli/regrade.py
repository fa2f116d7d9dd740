"""`grader regrade`. Slow imports are inside the functions."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from grader.cleaning import printable
from grader.cli import common
from grader.languages import _


@click.command("regrade")
@click.argument("exercise")
@common.course_option
@click.option("--dry-run", is_flag=True, help="Show what would change, but change nothing.")
@common.workers_option
@common.only_option
@common.feedback_option
@common.running_options
@common.friendly
def command(
    exercise: str,
    course: Path,
    dry_run: bool,
    workers: int | None,
    only: tuple[str, ...],
    feedback: bool,
    **running: Any,
) -> None:
    """Grade a class again after the judge of EXERCISE has been fixed.

    Every graded submission of the exercise's chapter is judged again. If the exercise's verdict
    (points, misconception or message) has changed, the new result goes into the gradebook and the
    student's page is made again; all other students' grades and pages stay untouched. The table
    shows each change. A submission on which the judge now fails keeps its old result.

    Manual grades stay; where the points have changed, nbgrader asks for another look.

    \b
    Example: grader regrade graphs/polynomial --course ~/class --dry-run
    Exit codes: 0 all well; 1 some submissions could not be graded again; 2 nothing to grade.
    """
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.runs.autograde import RunOptions
    from grader.classroom.runs.regrading import regrade

    screen = common.console()
    options = RunOptions(only=only, pages=feedback)
    opened = open_course(course)
    settings = common.settings_of(**running, chosen=opened.about.limits)
    changes = []
    with common.progress_bar(screen) as bar:
        task = bar.add_task(_("grading again"), total=None)
        work = regrade(
            opened,
            exercise,
            settings,
            workers,
            options=options,
            dry_run=dry_run,
            started=lambda count: bar.update(task, total=count),
        )
        with contextlib.closing(work):
            for change in work:
                changes.append(change)
                bar.advance(task)
    changes.sort(key=lambda one: one.student)
    shown = [one for one in changes if one.differs and not one.trouble]
    if shown:
        screen.print(changes_table(exercise, shown))
    for one in changes:
        if one.trouble:
            screen.print(printable(f"{one.student}: {one.trouble}"), style="red", markup=False)
    troubles = sum(bool(one.trouble) for one in changes)
    told = (
        _(
            "{count} graded again: {changed} would change, {same} stay as they are, "
            "{troubles} could not be compared"
        )
        if dry_run
        else _(
            "{count} graded again: {changed} changed, {same} stay as they are, "
            "{troubles} could not be compared"
        )
    )
    same = len(changes) - len(shown) - troubles
    screen.print(told.format(count=len(changes), changed=len(shown), same=same, troubles=troubles))
    others = sorted({name for one in changes if not one.trouble for name in one.others})
    if others:
        screen.print(
            _(
                "The verdicts of other exercises have changed, too: {names}. They are recorded "
                "with the changes above, and for the rest of the class by `grader autograde`."
            ).format(names=", ".join(others)),
            markup=False,
        )
    if troubles:
        raise SystemExit(1)


def changes_table(exercise: str, changes: list[Any]) -> Table:
    """Results before and after, one row per student."""
    table = Table(title=exercise)
    table.add_column(_("student"), no_wrap=True)
    table.add_column(_("before"), justify="right", no_wrap=True)
    table.add_column(_("after"), justify="right", no_wrap=True)
    table.add_column(_("named before"))
    table.add_column(_("named after"))
    table.add_column(_("chapter before"), justify="right", no_wrap=True)
    table.add_column(_("chapter after"), justify="right", no_wrap=True)
    for one in changes:
        table.add_row(
            Text(printable(one.student)),
            *(_points(verdict) for verdict in (one.before, one.after)),
            *(
                Text(getattr(verdict, "misconception", "") or "")
                for verdict in (one.before, one.after)
            ),
            f"{one.score_before:g}",
            "" if one.score_after is None else f"{one.score_after:g}",
        )
    return table


def _points(verdict: Any) -> str:
    return _("not judged") if verdict is None else f"{verdict.points:g} / {verdict.max_points:g}"
