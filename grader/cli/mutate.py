"""`grader mutate`. Slow imports are inside the functions."""

from __future__ import annotations

from collections import Counter

import click

from grader.cli import common
from grader.errors import CourseError


@click.command("mutate")
@click.argument("identity", metavar="CHAPTER/NAME")
@click.option("--draws", default=3, show_default=True, help="How many challenges each one gets.")
@click.option("--seed", default="0", show_default=True, help="The seed of the challenges.")
@click.option(
    "--only", default="", metavar="TEXT", help="Only mutants and variants whose key contains this."
)
@common.friendly
def command(identity: str, draws: int, seed: str, only: str) -> None:
    """Look for holes in an exercise's judge.

    Each right answer of the exercise is changed by one small mistake at a time: such
    a mutant should lose points in every draw. It is also rewritten in other ways: such a variant
    should keep its points. Exceptions are listed, one per line: make the question or its cases
    sharper or, if nothing is wrong, list the line in an `exempt` block with the reason.

    \b
    Example: grader mutate graphs/polynomial
    """
    from grader import engine
    from grader.authoring.mutating import all_mutants, all_variants, tried

    seeds = [f"{seed} {number}" for number in range(draws)]
    wrong = 0
    try:
        for kind, cases in (
            ("mutants", all_mutants(identity)),
            ("variants", all_variants(identity, engine)),
        ):
            chosen = [case for case in cases if only in case[1]]
            count: Counter[str] = Counter()
            for trial in tried(identity, chosen, seeds, engine):
                count[trial.fate] += 1
                if trial.exemption:
                    count["exempt"] += 1
                elif not trial.as_expected:
                    wrong += 1
                    click.echo(f"{trial.fate}  {trial.answer}  {trial.key}")
            told = ", ".join(f"{number} {fate}" for fate, number in count.items()) or "none"
            click.echo(f"{kind} of {identity}: {told}")
    except (LookupError, RuntimeError) as error:
        raise CourseError(str(error)) from None
    if wrong:
        raise click.exceptions.Exit(1)
