"""`grader translations`. Slow imports are inside the functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader import places
from grader.cli import common
from grader.errors import CourseError
from grader.prose.places import TRANSLATIONS

if TYPE_CHECKING:
    from rich.console import Console

    from grader.prose.making import State


@click.command("translations")
@click.argument("chapters", nargs=-1)
@click.option("--into", "language", help="Only this language.  [default: all that have texts]")
@click.option("--fill", is_flag=True, help="Add missing cells to the file, marked as to do.")
@click.option(
    "--accept", "accept", multiple=True, metavar="CELL", help="Mark this cell's text as up to date."
)
@common.friendly
def command(
    chapters: tuple[str, ...], language: str | None, fill: bool, accept: tuple[str, ...]
) -> None:
    """Show which cells of the notebooks are translated, missing or stale, and what changed in them.

    CHAPTERS are chapters (01-graphs) or pages (index). A cell that is not up to date is shown in
    English; --fill and --accept are for translators (docs/translating.md).

    \b
    Example: grader translations 01-graphs
             grader translations 02-sessions --into zh_CN --fill
             grader translations 01-graphs --into zh_CN --accept md-a7d3f803
    Exit codes: 0 every started translation is up to date; 1 a cell is missing, stale or wrong.
    """
    from grader.prose.making import TRANSLATED, entries_of, read_page, states
    from grader.prose.places import languages, pages, pages_of, text_of
    from grader.prose.writing import accepted
    from grader.prose.writing import fill as fill_in

    screen = common.console()
    wanted = pages_of(chapters, places.NOTEBOOKS)
    if (fill or accept) and not (language and chapters):
        raise CourseError("--fill and --accept need a chapter and --into LANGUAGE")
    unknown = set(accept)
    open_ones = 0
    for one in [language] if language else languages(TRANSLATIONS):
        for page in wanted:
            english, path = read_page(places.NOTEBOOKS, page), text_of(page, one, TRANSLATIONS)
            if fill:
                place = fill_in(page, one, english, TRANSLATIONS)
                screen.print(f"filled in: {place}", markup=False)
            if accept:
                if not path.is_file():
                    raise CourseError(f"there is no file {path}; create it with --fill")
                here = [cell.id for cell in english.cells if cell.id in accept]
                unknown.difference_update(here)
                text = path.read_text(encoding="utf-8")
                path.write_text(accepted(english, text, here, path.name), encoding="utf-8")
            if page not in pages(one, TRANSLATIONS):
                screen.print(f"{one}  {page}: not begun", markup=False)
                continue
            found = states(english, entries_of(page, one, TRANSLATIONS))
            _tell(screen, one, page, found)
            open_ones += sum(state.state != TRANSLATED for state in found)
    if unknown:
        raise CourseError(f"{', '.join(chapters)}: there is no cell {', '.join(sorted(unknown))}")
    if open_ones:
        raise SystemExit(1)


def _tell(screen: Console, language: str, page: str, found: list[State]) -> None:
    from grader.prose.making import STALE, TRANSLATED
    from grader.prose.writing import difference, earlier

    counts = {state.state: 0 for state in found}
    for state in found:
        counts[state.state] += 1
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    screen.print(f"{language}  {page}: {told}", markup=False)
    for state in found:
        if state.state == TRANSLATED:
            continue
        first = state.english.strip().partition("\n")[0][:60]
        screen.print(f"  {state.state}: {state.cell}  {first}", markup=False)
        if state.why:
            screen.print(f"    {state.why}", markup=False)
        if state.state == STALE and state.entry:
            old = earlier(places.NOTEBOOKS, page, state.cell, state.entry.of)
            lines = "it was made from a text that is not in git's history here"
            if old is not None:
                lines = difference(old, state.english)
            for line in lines.splitlines():
                screen.print(f"    {line}", markup=False, soft_wrap=True)
