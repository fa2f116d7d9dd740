"""`grader demo`. Slow imports are inside the functions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from grader import places
from grader.cli import common
from grader.languages import _

# As in `grader.classroom.course.result`, which takes long to import.
WORST = FAILED, REJECTED, GRADED = ("failed", "rejected", "graded")


@click.command("demo")
@click.option("--students", type=click.IntRange(1, 5000), default=12, show_default=True)
@click.option("--chapter", default="01-graphs", show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("demo"),
    show_default=True,
    help="A new or empty folder, or that of an earlier demo.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed makes the same class."
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Sandboxes running at once.  [default: one per core]",
)
@common.running_options
@common.friendly
def command(
    students: int, chapter: str, out: Path, seed: int, workers: int | None, **running: Any
) -> None:
    """Make a sample class, grade it, and show what became of each submission.

    The class has right, wrong, half-done and untouched notebooks, one that was tampered with, one
    that never ends, and one that is not a notebook. Afterwards the folder is an ordinary nbgrader
    course: gradebook.db, autograded/, feedback/, grades.csv, and summary.json.

    \b
    Example: grader demo --students 12 --chapter 01-graphs --out demo
    """
    from grader.classroom.course.plan import chapter_plans
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.nbgrader.feedback import export_csv, feedback
    from grader.classroom.runs import demo
    from grader.classroom.runs.autograde import autograde
    from grader.exercises.answers import answers

    screen = common.console()
    plans = chapter_plans(chapter, places.SOLUTIONS, places.DATA)
    made = demo.make_class(plans, answers(chapter), students, seed)
    for line in demo.write_class(out, plans, made, seed):
        screen.print(line, markup=False)
    settings = common.settings_of(**running)
    # A student's endless loop should not hold up a demonstration for a minute.
    quick = min(settings.limits.cell_seconds, 15.0)
    settings = replace(settings, limits=replace(settings.limits, cell_seconds=quick))
    course = open_course(out)
    results: dict[str, list[Any]] = {}
    pages: dict[str, str] = {}
    with common.progress_bar(screen) as bar:
        task = bar.add_task(_("grading"), total=len(made) * len(plans))
        for result in autograde(course, chapter, settings, workers):
            results.setdefault(result.student, []).append(result)
            bar.advance(task)
        task = bar.add_task(_("feedback"), total=len(results))
        for student, files, _trouble in feedback(course, chapter):
            pages[student] = "".join(file.read_text(encoding="utf-8") for file in files)
            bar.advance(task)
    export_csv(course, chapter, out / "grades.csv")
    rows = [_row(student, results, pages, demo) for student in made if student.name in results]
    common.write_json(out / "summary.json", rows)
    screen.print(_table(rows))
    planted, told = sum(row["planted"] for row in rows), sum(row["named"] for row in rows)
    screen.print(
        _("{told} of {planted} planted mistakes are named in the feedback.").format(
            told=told, planted=planted
        )
    )
    screen.print(
        _("Gradebook {gradebook}, pages {pages}, table {table}").format(
            gradebook=out / "gradebook.db", pages=out / "feedback", table=out / "grades.csv"
        )
    )
    if any(row["status"] == FAILED for row in rows):
        raise SystemExit(1)


def _row(
    student: Any, results: dict[str, list[Any]], pages: dict[str, str], demo: Any
) -> dict[str, Any]:
    """What became of a student's notebooks, as one line."""
    graded = sorted(results[student.name], key=lambda result: str(result.notebook))
    named, planted = demo.named(student, graded, pages.get(student.name, ""))
    lines = [result.to_json() for result in graded]
    worst = min(lines, key=lambda line: WORST.index(line["status"]))
    return {
        "kind": student.kind,
        "student": student.name,
        "chapter": worst["chapter"],
        "status": worst["status"],
        "message": worst["message"],
        **{name: sum(line[name] for line in lines) for name in ("points", "max_points", "seconds")},
        **{name: [x for line in lines for x in line[name]] for name in ("flags", "limits")},
        "notebooks": lines,
        "mistakes": student.planted,
        "planted": planted,
        "named": named,
    }


def _told_of(part: int, whole: int) -> str:
    return _("{part} of {whole}").format(part=part, whole=whole)


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table()
    for title, justify in (
        (_("student"), "left"),
        (_("submission"), "left"),
        (_("status"), "left"),
        (_("points"), "right"),
        (_("planted mistakes"), "left"),
        (_("named"), "right"),
        (_("noticed"), "left"),
    ):
        table.add_column(title, justify=justify)  # type: ignore[arg-type]
    for row in rows:
        noticed = (
            row["limits"] or row["flags"] or ([row["message"]] if row["status"] != GRADED else [])
        )
        first = noticed[0] if noticed else ""
        if len(noticed) > 1:
            first = _("{first} (and {count} more)").format(first=first, count=len(noticed) - 1)
        table.add_row(
            row["student"],
            _(row["kind"]),
            Text(_(common.STATUSES[row["status"]]), style=common.STYLES[row["status"]]),
            f"{row['points']:g} / {row['max_points']:g}",
            Text("\n".join(row["mistakes"].values())),
            _told_of(row["named"], row["planted"]) if row["planted"] else "",
            Text(first),
        )
    return table
