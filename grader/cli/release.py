"""`grader release`. Slow imports are inside the functions."""

from __future__ import annotations

import click

from grader import places
from grader.cli import common


@click.command("release")
@click.argument("chapters", nargs=-1)
@click.option("--check", is_flag=True, help="Change nothing; exit code 1 if something is stale.")
@common.friendly
def command(chapters: tuple[str, ...], check: bool) -> None:
    """Make notebooks/, which students open, from solutions/, which instructors edit.

    Without CHAPTERS it makes all of them, and also the index, the glossary and the page for those
    who come from other libraries. Translated notebooks are made, too; cells whose translation is
    stale are in English there (see: grader translations).

    \b
    Example: grader release 01-graphs
    """
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
        screen.print(f"{name}: not up to date in {count} cells (grader translations)", markup=False)
    if not changed:
        screen.print(f"notebooks/ is up to date: {', '.join(chosen)}")
    if check and changed:
        screen.print("Run: grader release")
        raise SystemExit(1)
