"""`grader new-class`. Slow imports are inside the functions."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from grader.cli import common
from grader.errors import CourseError
from grader.languages import _


@click.command("new-class")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--chapters", default="", metavar="01,05,06", help="The chapters of the class.  [default: all]"
)
@click.option("--title", default="", help="What the class is called.  [default: the folder's name]")
@click.option(
    "--course-id", default="", help="The exchange's name for it.  [default: the folder's name]"
)
@click.option(
    "--exchange",
    default="",
    metavar="FOLDER",
    help="A folder that students' accounts can write to.  [default: one in FOLDER]",
)
@click.option(
    "--adopt",
    is_flag=True,
    help="FOLDER holds a class already: give it what it lacks; grades and submissions stay.",
)
@common.friendly
def command(
    folder: Path, chapters: str, title: str, course_id: str, exchange: str, adopt: bool
) -> None:
    """Make a class's own FOLDER, in which nbgrader, the formgrader and `grader` work at once.

    It has sources (copies of the course's solutions, which stay as they are during the term), the
    release for students, class.toml for what you decide about the class, nbgrader's configuration,
    and a gradebook that knows the chapters. Nothing that is done in it changes the course.

    \b
    Example: grader new-class ~/graphs --chapters 01,05,06 --title "Graphs, spring 2027"
             grader new-class ~/old-class --adopt
    """
    from grader.classroom.publishing import new_class as making

    wanted = [one for one in re.split(r"[,\s]+", chapters) if one]
    screen = common.console()
    if adopt:
        if course_id or exchange:
            raise CourseError(
                _("--course-id and --exchange stay as the class has them; leave them out")
            )
        with screen.status(str(folder)):
            course, told = making.adopt(folder, wanted, title)
        for line in told or [_("there was nothing to do")]:
            screen.print(line, markup=False)
    else:
        with screen.status(str(folder)):
            course = making.new_class(folder, wanted, title, course_id, exchange)
    known = course.chapters()
    screen.print(
        _("The class {title} is in {folder}, with {chapters}.").format(
            title=course.about.title, folder=course.root, chapters=", ".join(known)
        ),
        markup=False,
    )
    screen.print(
        _("Next: {command}").format(command=f"cd {shlex.quote(str(course.root))}; less README.md"),
        markup=False,
    )
