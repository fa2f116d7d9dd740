"""`grader export`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import common
from grader.errors import printable
from grader.languages import N_, _

# As in `grader.classroom.report.lms_grades.SYSTEMS`, which takes long to import.
SYSTEMS = ("canvas", "moodle", "blackboard", "csv")

# What is said of whom: a list of `Told`, and the sentence.
SAID = {
    "unfound": N_(
        "{count} cannot be found by the system; enter their number or e-mail with "
        "`nbgrader db student import`: {names}"
    ),
    "odd": N_(
        "{count} have a name or number that a spreadsheet would compute; it was left out: {names}"
    ),
    "absent": N_("{count} handed nothing in; they have no grade in the file: {names}"),
    "ungraded": N_("{count} handed in and are not graded; run `grader autograde`: {names}"),
    "waiting": N_("{count} have answers that wait for a person; those count 0: {names}"),
}


@click.command("export")
@click.argument("chapter")
@click.option(
    "--for",
    "system",
    type=click.Choice(SYSTEMS),
    required=True,
    help="Whose import the file is for; csv is a plain table of all that is known.",
)
@common.course_option
@click.option(
    "--column",
    default="",
    metavar="NAME",
    help="The grades' column, as the system calls it.  [default: the chapter]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file.  [default: exports/CHAPTER-... in the course]",
)
@common.friendly
def command(chapter: str, system: str, course: Path, column: str, out: Path | None) -> None:
    """Write the grades of CHAPTER as a learning management system imports them.

    The grades are those of the gradebook: points given by machine and by hand, extra credit, and
    late penalties taken off. Everybody in the gradebook is in the file; who handed nothing in has
    an empty grade. Whom the system could not find, and whose grade is not final, is said by name.
    Students are known by the columns lms_user_id and email of the gradebook, and by their id.

    \b
    Example: grader export 01-graphs --for canvas --column "Graphs (1234)"
    Exit codes: 0 all in the file can be found; 1 some cannot; 2 nothing is graded,
    or two students cannot be told apart.
    """
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.report.lms_grades import write_grades

    screen = common.console()
    told = write_grades(open_course(course), chapter, system, out, column)
    screen.print(
        _("The grades of {count} students are in {path}").format(
            count=told.students, path=told.path
        ),
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
