"""`grader collect`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cleaning import printable
from grader.cli import common
from grader.languages import _, ngettext


@click.command("collect")
@click.argument("chapter")
@click.argument(
    "files",
    nargs=-1,
    type=click.Path(exists=True, path_type=Path),
    metavar="[FILE]...",
)
@common.course_option
@click.option("--force", is_flag=True, help="Replace submissions that are already there.")
@common.friendly
def command(chapter: str, files: tuple[Path, ...], course: Path, force: bool) -> None:
    """Collect what Canvas, Moodle, Blackboard or Brightspace let you download for CHAPTER.

    The files are archives as they were downloaded, folders that were unpacked from them, or single
    notebooks; without any, those in downloaded/CHAPTER/archive/ are collected again. Each submission comes to
    submitted/STUDENT/CHAPTER/. What cannot be collected is listed, and everything else is.

    \b
    Example: grader collect 01-graphs ~/Downloads/submissions.zip --course ~/class
    Exit codes: 0 all collected; 1 some were not; 2 nothing to collect.
    """
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.runs.collect_archives import collect_archives

    screen, opened = common.console(), open_course(course)
    chapter = opened.named(chapter)
    found = collect_archives(opened, chapter, files, force)
    for note in found.notes:
        screen.print(printable(note), markup=False)
    told = ngettext("{count} student collected.", "{count} students collected.", found.students)
    screen.print(told.format(count=found.students))
    if found.left_out:
        screen.print(_("Not collected:"), style="yellow")
        for one in found.left_out:
            screen.print(printable(f"  {one}"), markup=False)
        raise SystemExit(1)
    screen.print(
        _("Next: {command}").format(command=f"grader autograde {chapter} --course {course}"),
        markup=False,
    )
