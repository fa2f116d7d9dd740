"""`grader check`. Slow imports are inside the functions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from grader.cli import common
from grader.errors import CourseError
from grader.languages import _


@click.command("check")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--chapter", help="The chapter.  [default: found from the cells or the file's name]")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the result here.")
@common.running_options
@common.friendly
def command(path: Path, chapter: str | None, json_file: Path | None, **running: Any) -> None:
    """Grade one notebook, without a course folder or a gradebook.

    The JSON file contains an array with one object, as `grader autograde --json` writes it.

    \b
    Example: grader check notebooks/01-graphs/1-recipes.ipynb --json result.json
    Exit codes: 0 graded; 1 failed or rejected; 2 no such file or chapter.
    """
    from grader.classroom.course.identify import class_of, plan_of
    from grader.classroom.course.reading import Rejected, read_file
    from grader.classroom.course.side_files import side_files_beside
    from grader.classroom.grading.submission import grade, rejected
    from grader.classroom.judge.judge_client import Judge

    if not os.path.lexists(path):
        raise CourseError(_("there is no file {path}").format(path=path))
    screen = common.console()
    settings = common.settings_of(**running, chosen=class_of(path)[0].limits)
    student = "you"
    try:
        data = read_file(path)
        plan = plan_of(path, data, chapter)
        with screen.status(_("grading {name}").format(name=path.name)), Judge() as judge:
            side = side_files_beside(path, plan.files)
            result = grade(data, plan, os.urandom(32), student, settings, judge, side)
    except Rejected as reason:
        result = rejected(plan_of(path, b"", chapter), student, str(reason))
    for verdict in result.verdicts:
        sign, style = (_("full"), "green") if verdict.full else (_("not full"), "yellow")
        screen.print(f"{verdict.exercise}: ", end="", markup=False)
        screen.print(sign, style=style, markup=False)
        screen.print(f"  {verdict.message}", markup=False)
    screen.print(common.results_table([result]))
    if json_file:
        common.write_json(json_file, [result.to_json()])
    if result.status != "graded":
        raise SystemExit(1)
