"""`grader export`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cleaning import printable
from grader.cli import common
from grader.languages import N_, _, ngettext

# As in `grader.classroom.report.lms_grades.SYSTEMS`, which takes long to import.
SYSTEMS = ("canvas", "moodle", "blackboard", "brightspace", "csv")

# The lists of `Told`, each with its sentence.
SAID = {
    "unfound": N_(
        "not to be found by the system ({count}): {names}. Add their number or e-mail address with "
        "`nbgrader db student import`."
    ),
    "odd": N_("left out, since a spreadsheet would take it for a formula ({count}): {names}"),
    "absent": N_("handed in nothing, and have no grade in the file ({count}): {names}"),
    "ungraded": N_("handed in, not graded yet; run `grader autograde` ({count}): {names}"),
    "waiting": N_("have answers that a person has yet to grade, which count 0 ({count}): {names}"),
}


@click.command("export")
@click.argument("chapter")
@click.option(
    "--for",
    "system",
    type=click.Choice(SYSTEMS),
    required=True,
    help="The system that will import the file; csv is a plain table of everything known.",
)
@common.course_option
@click.option(
    "--column",
    default="",
    metavar="NAME",
    help="The name of the grade column in that system.  [default: the chapter]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file.  [default: exports/CHAPTER-... in the course]",
)
@common.friendly
def command(chapter: str, system: str, course: Path, column: str, out: Path | None) -> None:
    """Write the grades of CHAPTER in the format that a learning management system imports.

    The grades are those of the gradebook: automatic and manual points, plus extra credit, minus
    late penalties. The file lists everyone in the gradebook; those who handed in nothing have an
    empty grade. Students whom the system could not find, or whose grade is not final, are named.
    They are identified by lms_user_id, email and id in the gradebook.

    \b
    Example: grader export 01-graphs --for canvas --column "Graphs (1234)"
    Exit codes: 0 all students can be found; 1 some cannot; 2 nothing is graded,
    or two students cannot be told apart.
    """
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.report.lms_grades import write_grades
    from grader.classroom.runs.due_dates import renew_penalties

    screen, opened = common.console(), open_course(course)
    chapter = opened.named(chapter)
    renew_penalties(opened, chapter)
    told = write_grades(opened, chapter, system, out, column)
    screen.print(
        ngettext(
            "The grade of {count} student is in {path}",
            "The grades of {count} students are in {path}",
            told.students,
        ).format(count=told.students, path=told.path),
        markup=False,
    )
    for name, sentence in SAID.items():
        if found := getattr(told, name):
            names = printable(", ".join(found))
            screen.print(_(sentence).format(count=len(found), names=names), markup=False)
    for hint in told.hints:
        screen.print(hint, markup=False)
    if not told.complete:
        raise SystemExit(1)
