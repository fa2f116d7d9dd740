"""`grader autograde`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader.cli import common


@click.command("autograde")
@click.argument("chapter")
@click.option(
    "--course",
    type=click.Path(path_type=Path),
    default=Path(),
    show_default="this folder",
    help="The nbgrader course folder, with submitted/STUDENT/CHAPTER/*.ipynb.",
)
@click.option(
    "--json", "json_file", type=click.Path(path_type=Path), help="Write the results here."
)
@click.option("--workers", type=click.IntRange(min=1), help="Sandboxes at once.  [default: cores]")
@common.running_options
@common.friendly
def command(
    chapter: str, course: Path, json_file: Path | None, workers: int | None, **running: Any
) -> None:
    """Grade every submission of CHAPTER in an nbgrader course folder.

    Each notebook runs in a sandbox of its own; the points come from a judge outside of it and go
    into the folder's gradebook, the graded notebooks into autograded/. The folder needs no
    configuration and no gradebook; where it has its own, or its own source of the chapter, they
    are used.

    The JSON file holds an array with one object for each submission: student, chapter, notebook,
    status (graded, failed, rejected), points, max_points, seconds, message, flags, and the
    exercises one by one. Points are those that grading by machine gave, max_points the most that
    it can give; written questions are graded by a person and count in neither.

    \b
    Example: grader autograde 01-graphs --course ~/class --json results.json
    Exit codes: 0 all graded; 1 some failed or were rejected; 2 nothing to grade.
    """
    from grader.classroom.autograde import autograde
    from grader.classroom.course import open_course

    screen = common.console()
    opened = open_course(course)
    settings = common.settings_of(**running)
    if settings.isolation.name == "none":
        screen.print("[yellow]No sandbox: submissions can read and change your files.[/yellow]")
    results = []
    with common.progress_bar(screen) as bar:
        task = bar.add_task("grading", total=None)
        for result in autograde(
            opened,
            chapter,
            settings,
            workers,
            started=lambda count: bar.update(task, total=count),
        ):
            results.append(result)
            bar.update(task, completed=len({one.student for one in results}))
            if json_file:
                common.write_json(json_file, _document(results))
    screen.print(common.results_table(results))
    counts = {status: sum(r.status == status for r in results) for status in common.STYLES}
    screen.print(", ".join(f"{count} {status}" for status, count in counts.items()))
    screen.print(f"Next: grader feedback {chapter} --course {course}")
    if counts["failed"] or counts["rejected"]:
        raise SystemExit(1)


def _document(results: list[Any]) -> list[dict[str, Any]]:
    ordered = sorted(results, key=lambda one: (one.student, one.notebook))
    return [result.to_json() for result in ordered]
