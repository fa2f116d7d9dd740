"""`grader new-exercise`. Slow imports are inside the functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader import places
from grader.cli import common
from grader.errors import CourseError

if TYPE_CHECKING:
    from pathlib import Path

    from grader.authoring import Change, ExerciseSpec


@click.command("new-exercise")
@click.argument("identity", metavar="CHAPTER/NAME")
@click.option("--title", default="", help="What students are asked for.  [default: from NAME]")
@click.option(
    "--points", type=float, default=2, show_default=True, help="The points of a right answer."
)
@click.option(
    "--kind",
    type=click.Choice(["build", "call"]),
    default="build",
    show_default=True,
    help="What students write: a function that builds a tensor, or one that returns values.",
)
@click.option("--after", default="", metavar="NAME", help="Put it after this exercise.")
@click.option("--row", default="", metavar="ID", help="The coverage row that it grades: G1.")
@click.option("--own", is_flag=True, help="Put it into the folder that GRADER_EXERCISES names.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would be written.")
@common.friendly
def command(
    identity: str,
    title: str,
    points: float,
    kind: str,
    after: str,
    row: str,
    own: bool,
    dry_run: bool,
) -> None:
    """Start an exercise of your own, in all the files that it needs.

    It works at once: the chapter's notebook has its question, answer and check, its judge knows a
    right answer and two mistakes, and the tests have answers of both kinds. Step by step, replace
    what it asks with what you want to ask. Existing text is never replaced.

    CHAPTER is one of the course's ("graphs" or "01-graphs"), or a new one with the next free
    number: "11-mine". With --own, the exercise goes to the class's own folder, with a notebook of its
    three cells, which you copy into the class's.

    \b
    Example: grader new-exercise graphs/three-x --title "Build 3x + 2" --points 2
    """
    from grader.authoring import AuthoringError, changes_for, specify, write

    try:
        spec = specify(identity, title, points, kind, after, row, own)
        changes, by_hand = changes_for(spec, places.ROOT)
        if not dry_run:
            write(changes)
    except AuthoringError as error:
        raise CourseError(str(error)) from None
    for change in changes:
        click.echo(_line(change, places.ROOT, dry_run))
    for step in by_hand:
        click.echo(f"by hand: {step.path.relative_to(places.ROOT)}: {step.what} ({step.why})")
    if not dry_run:
        lesson = next((one.path for one in changes if one.path.parent.name == spec.chapter), None)
        click.echo(_next(spec, bool(after), lesson))


def _line(change: Change, root: Path, dry_run: bool) -> str:
    """What happened to a file, and by how many lines it grew."""
    before = (change.before or "").count("\n")
    added = change.after.count("\n") - before
    done = "would be" if dry_run else "is"
    kind = "new" if change.before is None else "edited"
    inside = change.path.is_relative_to(root)
    path = change.path.relative_to(root) if inside else change.path
    return f"{path} {done} {kind} ({added:+} lines)"


def _next(spec: ExerciseSpec, between: bool, lesson: Path | None) -> str:
    """The next steps, in order. lesson: the notebook with the new cells."""
    if spec.is_own:
        return _numbered(
            spec,
            [
                "exercise.py: what is drawn and observed; labels, advice, hints",
                "answers.py: at least five right and six wrong answers, and what to say of mistakes",
                "cells.ipynb: the question, the answer's first lines, the model answer; it becomes, "
                f"or its cells go into, the class's source/{spec.chapter}/{spec.short}.ipynb",
                f"grader try {spec.id} --no-release, until it lists nothing",
            ],
        )
    folder = f"grader/exercises/{spec.short}/{spec.function}"
    notebook = lesson.relative_to(places.ROOT).as_posix() if lesson else ""
    steps = [
        f"{folder}/exercise.py: what is drawn and observed; labels, advice, hints",
        f"{folder}/answers.py: at least five right and six wrong answers, and what to say of mistakes",
        f"{notebook}: the question, the answer's first lines, the model answer"
        + (f" (it is exercise {spec.place + 1}; renumber those after it)" * between),
    ]
    if spec.is_new_chapter:
        steps.append(
            "solutions/index.ipynb: the chapter's contents, in its row of the table; then grader release"
        )
    steps += [
        f"grader try {spec.id}, until it lists nothing: it judges the answers, looks for holes in the judge, "
        "and makes the students' notebook",
        f"grader check {notebook}, which should give full points",
        f"python -m grader.translating update {spec.short}"
        + ("" if spec.is_new_chapter else f" and grader translations {spec.chapter}")
        + ", for readers in other languages",
        f"git diff, and python -m pytest tests/exercises -k {spec.chapter}, before you commit",
    ]
    return _numbered(spec, steps)


def _numbered(spec: ExerciseSpec, steps: list[str]) -> str:
    lines = "\n".join(f"  {number}. {step}" for number, step in enumerate(steps, start=1))
    return f"\n{spec.id} works as it is, with a sample question. Next:\n{lines}"
