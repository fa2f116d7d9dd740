"""`grader try`. Slow imports are inside the functions."""

from __future__ import annotations

import time

import click

from grader import places
from grader.cli import common
from grader.errors import CourseError


@click.command("try")
@click.argument("identities", metavar="CHAPTER/NAME...", nargs=-1, required=True)
@click.option(
    "--draws", default=20, show_default=True, help="How many challenges each answer gets."
)
@click.option("--seed", default="0", show_default=True, help="The seed of the challenges.")
@click.option(
    "--only", default="", metavar="TEXT", help="Only mutants and variants whose key contains this."
)
@click.option("--no-release", is_flag=True, help="Leave the students' notebooks as they are.")
@common.friendly
def command(
    identities: tuple[str, ...], draws: int, seed: str, only: str, no_release: bool
) -> None:
    """Try an exercise that you write: what is missing, and where its judge is wrong.

    It judges all answers that the exercise lists. Each right answer is also changed by one small
    mistake at a time: such a mutant should lose points. And it is rewritten in other ways: such a
    variant should keep its points. It writes down which mistakes can be told apart (measured.json),
    and makes the students' notebook anew. What is to be mended is listed, one thing per line. If a
    mutant or variant is right as it is, list it in an `exempt` block of answers.py with the reason.

    \b
    Example: grader try graphs/polynomial
    """
    wrong = sum(_try(identity, draws, seed, only) for identity in identities)
    if not no_release:
        for chapter in _chapters(identities):
            click.echo(_released(chapter))
    if wrong:
        click.echo(f"To mend: {wrong}")
        raise click.exceptions.Exit(1)
    click.echo("Nothing to mend.")


def _try(identity: str, draws: int, seed: str, only: str) -> int:
    """Tries one exercise and prints what is found; how many things are to be mended."""
    from grader.authoring.trying import findings

    wrong, start = 0, time.perf_counter()
    click.echo(identity)
    try:
        for finding in findings(identity, draws, seed, only):
            seconds = time.perf_counter() - start
            click.echo(f"  {finding.step:10}  {finding.summary} ({seconds:.0f} s)")
            for line in finding.to_mend:
                click.echo(f"    - {line}")
            wrong, start = wrong + len(finding.to_mend), time.perf_counter()
    except (LookupError, ValueError) as error:
        raise CourseError(str(error)) from None
    return wrong


def _chapters(identities: tuple[str, ...]) -> list[str]:
    """The chapters of the course in which these exercises stand."""
    from grader.exercises.catalogue import CHAPTERS, chapter_of

    return sorted({str(chapter_of(identity)) for identity in identities} & set(CHAPTERS))


def _released(chapter: str) -> str:
    """Makes a chapter's notebook for students; what changed."""
    from grader.classroom.publishing.release import release

    changed = release(places.SOLUTIONS, [chapter], places.NOTEBOOKS)
    return f"released: {', '.join(changed) or f'{chapter}, which is as it was'}"
