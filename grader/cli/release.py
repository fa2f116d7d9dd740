"""`grader release`. Slow imports are inside the functions."""

from __future__ import annotations

from pathlib import Path

import click

from grader import places
from grader.class_file import FILE
from grader.cli import common
from grader.errors import CourseError
from grader.languages import _


@click.command("release")
@click.argument("chapters", nargs=-1)
@click.option("--check", is_flag=True, help="Change nothing; exit code 1 if something is stale.")
@click.option(
    "--course",
    type=click.Path(path_type=Path),
    help="A class's folder.  [default: this folder if it holds a class, or else the course]",
)
@click.option(
    "--install",
    metavar="ADDRESS",
    help="Write copies whose first cell installs this wheel where it is missing, and nothing else.",
)
@click.option(
    "--to",
    "target",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("standalone"),
    show_default=True,
    help="The folder of those copies.",
)
@common.friendly
def command(
    chapters: tuple[str, ...], check: bool, course: Path | None, install: str | None, target: Path
) -> None:
    """Make notebooks/, which students open, from solutions/, which instructors edit.

    For a class, make its release/ from its source/, as its class.toml says.

    Without CHAPTERS it makes all of them, and also the index, the glossary and the page for those
    who come from other libraries. Translated notebooks are made, too; cells whose translation is
    stale are in English there (see: grader translations).

    With --install it copies the notebooks that are there, of all chapters and languages, for programs that
    open a notebook from an address, such as Colab.

    \b
    Example: grader release 01-graphs
             grader release --install https://example.org/tf_graph_course-1.0.0-py3-none-any.whl --to colab
    """
    folder = course or Path()
    if install is not None:
        _copy_standalone(folder if course or (folder / FILE).exists() else None, target, install)
        return
    if course is not None or (folder / FILE).exists():
        _release_class(folder, chapters, check)
        return
    if (folder / "nbgrader_config.py").is_file() and not folder.resolve().is_relative_to(
        places.ROOT
    ):
        raise CourseError(
            _(
                "{folder} is a class without a release of its own: grader new-class {folder} --adopt"
            ).format(folder=folder.resolve())
        )
    from grader.classroom.publishing.pages import release_pages, stale_pages
    from grader.classroom.publishing.release import chapters_in, release, stale
    from grader.prose.making import in_english, release_all, stale_all

    screen = common.console()
    chosen = list(chapters) or chapters_in(places.SOLUTIONS)
    with screen.status(f"releasing {', '.join(chosen)}"):
        work = stale if check else release
        changed = work(places.SOLUTIONS, chosen, places.NOTEBOOKS)
        if not chapters:
            changed += (stale_pages if check else release_pages)(places.NOTEBOOKS)
    changed = [f"notebooks/{name}" for name in changed]
    changed += (stale_all if check else release_all)(places.NOTEBOOKS, chapters)
    for name in changed:
        screen.print(f"{'stale' if check else 'written'}: {name}", markup=False)
    for name, count in in_english(places.NOTEBOOKS, chapters).items():
        screen.print(
            f"{name}: cells that are not up to date: {count} (grader translations)", markup=False
        )
    if not changed:
        screen.print(f"notebooks/ is up to date: {', '.join(chosen)}")
    if check and changed:
        screen.print("Run: grader release")
        raise SystemExit(1)


def _copy_standalone(course: Path | None, target: Path, address: str) -> None:
    """Of a class in its folder, or of the course."""
    from grader.classroom.publishing.standalone import write_standalone
    from grader.prose.places import localized_folders

    if course is not None:
        from grader.classroom.nbgrader.course import open_course

        folders = {"": open_course(course).folder("release")}
    else:
        folders = {"": places.NOTEBOOKS, **localized_folders(places.TRANSLATIONS)}
    written = write_standalone(folders, target, address)
    told = _("{count} notebooks in {folder}, each with a first cell that installs {address}")
    click.echo(told.format(count=len(written), folder=target, address=address))


def _release_class(folder: Path, chapters: tuple[str, ...], check: bool) -> None:
    from grader.class_file import chosen_chapters, known_chapters
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.publishing.class_release import release_class, remarks
    from grader.classroom.runs.journal import read_entries
    from grader.prose.for_class import release_languages

    screen = common.console()
    opened = open_course(folder)
    chosen = chosen_chapters(chapters, known_chapters(opened.root))
    for name in chosen:
        if not opened.about.has(name):
            told = _("{chapter} is not among the chapters in {file}; add it there")
            raise CourseError(told.format(chapter=name, file=FILE))
    place = opened.folder("release").name
    with screen.status(str(folder)):
        changed = [f"{place}/{name}" for name in release_class(opened, chosen, check)]
        changed += release_languages(opened, chosen, check)
    told = _("stale: {name}") if check else _("written: {name}")
    for name in changed:
        screen.print(told.format(name=name), markup=False)
    if not changed:
        screen.print(_("{folder} is up to date").format(folder=f"{place}/"), markup=False)
    for remark in remarks(opened, chosen):
        screen.print(remark, style="yellow", markup=False)
    if check and changed:
        screen.print(_("Next: {command}").format(command="grader release"))
        raise SystemExit(1)
    for name in chosen or opened.chapters():
        if any(f"/{name}/" in one for one in changed) and read_entries(opened.root, name):
            told = _(
                "{chapter} has been graded. Its points in the gradebook are those of today now; what else "
                "has changed, and the pages, follow with: {command}"
            )
            command = f"grader autograde {name}"
            screen.print(told.format(chapter=name, command=command), markup=False)
