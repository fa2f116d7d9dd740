"""`grader watch`. Slow imports are inside the functions."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import common
from grader.errors import CourseError
from grader.languages import _

if TYPE_CHECKING:
    from grader.classroom.course.plan import Plan
    from grader.classroom.course.result import Result
    from grader.classroom.grading.submission import Settings
    from grader.classroom.judge.judge_client import Judge


@click.command("watch")
@click.argument("path", metavar="NOTEBOOK", type=click.Path(path_type=Path))
@click.option("--chapter", help="The chapter.  [default: found from the cells or the file's name]")
@click.option("--once", is_flag=True, help="Check once, then stop; exit code 1 if something fails.")
@common.running_options
@common.friendly
def command(path: Path, chapter: str | None, once: bool, **running: Any) -> None:
    """Check NOTEBOOK again whenever it is saved, and show the first exercise that fails.

    It runs in the sandbox, as in grading: the saved file counts, not the state of your kernel.

    \b
    Example: grader watch work/01-graphs/1-recipes.ipynb
    Stop with Ctrl-C.
    """
    from grader.classroom.course.identify import class_of
    from grader.classroom.course.result import GRADED
    from grader.classroom.judge.judge_client import Judge
    from grader.studying.watching import first_failing, saves, score

    if not path.is_file():
        raise CourseError(_("there is no file {path}").format(path=path))
    screen = common.console()
    settings = common.settings_of(**running, chosen=class_of(path)[0].limits)
    plan = _planned(path, chapter)
    if not once:
        screen.print(
            _("Watching {path}: every time you save it, it is checked. Stop with Ctrl-C.").format(
                path=path
            ),
            markup=False,
        )
    try:
        with Judge() as judge:
            for _save in saves(path):
                with screen.status(_("checking {name}").format(name=path.name)):
                    result = _graded(path, plan, settings, judge)
                screen.print(f"{_now()}  {score(result)}", markup=False)
                whole = result.status == GRADED and result.points >= result.max_points
                whole = whole and all(one.full for one in result.verdicts)
                style = "green" if whole else "yellow"
                screen.print(f"  {first_failing(result)}", style=style, markup=False)
                if once:
                    raise SystemExit(0 if whole else 1)
    except KeyboardInterrupt:
        screen.print(_("Stopped."))


def _planned(path: Path, chapter: str | None) -> Plan:
    from grader.classroom.course.identify import plan_of
    from grader.classroom.course.reading import Rejected, read_file

    try:
        data = read_file(path)
    except Rejected:
        data = b""  # it may be fixed while we watch
    return plan_of(path, data, chapter)


def _graded(path: Path, plan: Plan, settings: Settings, judge: Judge) -> Result:
    from grader.classroom.course.reading import Rejected, read_file
    from grader.classroom.course.side_files import side_files_beside
    from grader.classroom.grading.submission import grade, rejected

    try:
        side = side_files_beside(path, plan.files)
        return grade(read_file(path), plan, os.urandom(32), "you", settings, judge, side)
    except Rejected as reason:
        return rejected(plan, "you", str(reason))


def _now() -> str:
    return f"{datetime.now():%H:%M:%S}"
