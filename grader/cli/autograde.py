"""`grader autograde`. Slow imports are inside the functions."""

from __future__ import annotations

import contextlib
import signal
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from grader.cleaning import printable
from grader.cli import common
from grader.languages import _, language, ngettext

SHOWN = 10  # names of students without a page
RECENT = 8  # rows of the running table
PLAIN_SECONDS = 30.0  # between lines if the output is not a terminal


@click.command("autograde")
@click.argument("chapter")
@common.course_option
@click.option(
    "--json", "json_file", type=click.Path(path_type=Path), help="Write the results here."
)
@common.workers_option
@common.only_option
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S"]),
    help="Grade only what was handed in at this time (UTC) or later.",
)
@click.option("--again", is_flag=True, help="Also grade what is already in the gradebook.")
@click.option(
    "--take-renamed",
    is_flag=True,
    help="Take notebooks handed in under another name or into another folder, where there is no doubt.",
)
@common.feedback_option
@click.option(
    "--on",
    default="",
    metavar="ADDRESS",
    help="Grade on the Dask cluster at this address: tcp://host:8786.",
)
@common.running_options
@common.friendly
def command(
    chapter: str,
    course: Path,
    json_file: Path | None,
    workers: int | None,
    only: tuple[str, ...],
    since: datetime | None,
    again: bool,
    take_renamed: bool,
    feedback: bool,
    on: str,
    **running: Any,
) -> None:
    """Grade every submission of CHAPTER in an nbgrader course folder.

    Each notebook runs in its own sandbox; a judge outside the sandbox decides the points. They go
    into the folder's gradebook, the graded notebooks into autograded/, and the pages for students
    into feedback/. The folder needs no configuration and no gradebook; if it has its own, or its
    own source of the chapter, they are used.

    A run that was stopped at any moment continues when you give the same command again. A
    submission that is already in the gradebook is graded again only for what can change its grade
    (itself, its tests, a judge, the limits; not the chapter's texts), if something on our side had
    failed, or with --again; its log says why. Ctrl-C finishes the running submissions; a second
    Ctrl-C stops at once.

    The JSON file contains an array with one object per submission: student, chapter, notebook,
    status (graded, failed, rejected), points, max_points, late_penalty, seconds, message, flags,
    and the exercises one by one. points are those given automatically, max_points the most that can
    be; written questions are graded by a person and count in neither. late_penalty is what the
    gradebook subtracts for coming late.

    Feedback is in your language. With --lang, it is chosen for the class, or for those whom --only
    or --since selects, and stays until another one is chosen (in .grader/languages.json).

    \b
    Example: grader autograde 01-graphs --course ~/class --json results.json
    Exit codes: 0 all graded; 1 some failed or were rejected; 2 nothing to grade;
    130 stopped by Ctrl-C.
    """
    from grader.classroom.course.feedback_languages import FILE
    from grader.classroom.nbgrader.chapters import unknown_students
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.nbgrader.gradebook import late_penalties, waiting
    from grader.classroom.runs.autograde import Run, RunOptions, autograde
    from grader.sandbox.isolation import landlock_lacks

    screen = common.console()
    opened = open_course(course)
    chapter = opened.named(chapter)
    settings = common.settings_of(**running, chosen=opened.about.limits)
    if settings.isolation.name == "none":
        screen.print(_("No sandbox: submissions can read and change your files."), style="yellow")
    if settings.isolation.name == "landlock":
        screen.print(
            _("No namespaces on this machine; Landlock keeps submissions apart."), style="yellow"
        )
        for lack in landlock_lacks():
            screen.print(f"  {lack}", markup=False)
    moment = since.replace(tzinfo=UTC) if since else None
    chosen = language() if common.language_was_named() else ""
    options = RunOptions(only, again, moment, feedback, take_renamed, chosen, on)
    run = Run()
    results: dict[tuple[str, str], Any] = {}
    work = autograde(opened, chapter, settings, workers, options=options, run=run)
    with _interrupted_twice(run, screen), contextlib.closing(work), Watch(screen, run) as watch:
        for result in work:
            # Without the graded notebook (about 100 kB each), which is on disk.
            results[result.student, result.notebook] = replace(result, executed="")
            watch.show(result)
    penalties = late_penalties(opened, chapter)
    if json_file:
        found = [
            results[key].to_json() | {"late_penalty": penalties.get(key, 0.0)}
            for key in sorted(results)
        ]
        common.write_json(json_file, found)
    lost = {key: points for key, points in penalties.items() if key in results}
    screen.print(common.results_table(results.values(), lost))
    if lost:
        screen.print(
            _('Late submissions lost the points in the column "{late}".').format(late=_("late"))
        )
    statuses = [result.status for result in results.values()]
    counts = {status: statuses.count(status) for status in common.STYLES}
    told = ngettext(
        "{graded} notebook graded, {failed} failed, {rejected} rejected",
        "{graded} notebooks graded, {failed} failed, {rejected} rejected",
        counts["graded"],
    ).format(**counts)
    if run.kept:
        told = _("{told}; {kept} of them in an earlier run").format(told=told, kept=run.kept)
    screen.print(told)
    for why, count in run.again.most_common():
        told = ngettext(
            "{count} submission graded again: {why}",
            "{count} submissions graded again: {why}",
            count,
        )
        screen.print(printable(told.format(count=count, why=why)), markup=False)
    if count := waiting(opened, chapter):
        told = ngettext(
            "{count} answer waits for a grade by hand, in nbgrader's formgrader; the points above "
            "are those given by machine.",
            "{count} answers wait for a grade by hand, in nbgrader's formgrader; the points above "
            "are those given by machine.",
            count,
        )
        screen.print(told.format(count=count))
    for sentence in (*run.taken, *run.renamed, *unknown_students(opened)):
        screen.print(printable(sentence), markup=False)
    if chosen:
        told = (
            _("Feedback for those who were selected is in {language} from now on (see {file}).")
            if only or since
            else _("Feedback for the class is in {language} from now on (see {file}).")
        )
        screen.print(told.format(language=chosen, file=course / FILE), markup=False)
    logs = course / ".grader" / "logs" / chapter
    if statuses.count("failed"):
        screen.print(
            _("The details of what failed are in {folder}").format(folder=logs), markup=False
        )
    if count := len(run.postponed):
        told = ngettext(
            "{count} result is waiting for the gradebook, which is in use; run the same command "
            "again to record it.",
            "{count} results are waiting for the gradebook, which is in use; run the same command "
            "again to record them.",
            count,
        )
        screen.print(told.format(count=count))
    if run.done < run.total:
        screen.print(
            _("{count} are left; run the same command again to continue.").format(
                count=run.total - run.done
            )
        )
        raise SystemExit(130)
    if run.pageless:
        told = ngettext(
            "{count} student has no page: {names}. The reasons are in {log}",
            "{count} students have no page: {names}. The reasons are in {log}",
            len(run.pageless),
        )
        names = printable(", ".join(sorted(run.pageless)[:SHOWN]))
        log = course / ".grader" / "autograde.log"
        screen.print(told.format(count=len(run.pageless), names=names, log=log), markup=False)
    if feedback:
        screen.print(
            _("Pages for students are in {folder}").format(folder=course / "feedback"), markup=False
        )
    else:
        screen.print(
            _("Next: {command}").format(command=f"grader feedback {chapter} --course {course}"),
            markup=False,
        )
    if statuses.count("failed") or statuses.count("rejected"):
        raise SystemExit(1)


@contextlib.contextmanager
def _interrupted_twice(run: Any, screen: Console) -> Iterator[None]:
    """The first Ctrl-C lets what runs finish; the second ends the run at once."""

    def once(number: int, frame: Any) -> None:
        signal.signal(signal.SIGINT, before)
        run.stop()
        screen.print(_("Finishing the running submissions; press Ctrl-C again to stop at once."))

    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, once)
    except ValueError:  # not the main thread: signals are handled elsewhere
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Watch:
    """What the screen shows during a run: a bar, the running submissions, the latest results.

    If the output is not a terminal, a line every `PLAIN_SECONDS`.
    """

    def __init__(self, screen: Console, run: Any):
        self.screen = screen
        self.run = run
        self.bar = common.progress_bar(screen)
        self.task = self.bar.add_task(_("grading"), total=None)
        self.recent: deque[Any] = deque(maxlen=RECENT)
        self.live = Live(
            console=screen, get_renderable=self._picture, refresh_per_second=4, transient=True
        )
        self.told = self.bar.get_time()

    def __enter__(self) -> Watch:
        if self.screen.is_terminal:
            self.live.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self.screen.is_terminal:
            self.live.stop()

    def show(self, result: Any) -> None:
        """Adds a new result."""
        self.recent.append(result)
        now = self.bar.get_time()
        if not self.screen.is_terminal and now - self.told >= PLAIN_SECONDS:
            self.told = now
            self.screen.print(
                _("{part} of {whole}").format(part=self.run.done, whole=self.run.total)
            )

    def _picture(self) -> Group:
        # Leave out the results of earlier runs: they took no time and would falsify the estimate.
        done, total = self.run.done - self.run.kept, self.run.total - self.run.kept
        self.bar.update(self.task, completed=done, total=total or None)
        table = Table.grid(padding=(0, 2))
        for result in self.recent:
            table.add_row(
                Text(printable(result.student)),
                Text(_(common.STATUSES[result.status]), style=common.STYLES[result.status]),
                f"{result.points:g} / {result.max_points:g}",
                Text(common.noticed(result)[:80], overflow="ellipsis", no_wrap=True),
            )
        running = printable(", ".join(self.run.running()))
        told = _("running: {names}").format(names=running) if running else ""
        return Group(table, self.bar, Text(told, style="dim"))
