"""Grading a class: many workers, one writer of the gradebook, nobody stops the rest.

A run may be killed at any moment; the next one goes on where it was (see `journal`).
"""

from __future__ import annotations

import contextlib
import fnmatch
import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from grader.classroom.course.plan import Plan
from grader.classroom.course.result import FAILED, Result
from grader.classroom.course.seeds import course_secret
from grader.classroom.grading.submission import Settings
from grader.classroom.nbgrader.course import (
    Course,
    Submission,
    quiet_nbgrader,
    register,
    submissions,
)
from grader.classroom.nbgrader.gradebook_session import Pen
from grader.classroom.runs.collect import collect
from grader.classroom.runs.journal import Journal, alone
from grader.classroom.runs.recording import Desk
from grader.classroom.workers.fork_server import SharedTemplate
from grader.classroom.workers.job import Job
from grader.classroom.workers.pool import Answer, Crew, LocalCrew, Task
from grader.errors import CourseError
from grader.places import DATA


@dataclass(frozen=True)
class Orders:
    """Which submissions a run takes, and how.

    only: patterns of student names, empty for all; since: those handed in at this time or later.
    again: also those that are in the gradebook already.
    pages: whether feedback is made, too.
    on: a Dask scheduler's address, "" for this machine.
    grade: what grades a notebook, "module:function", called as `grading.grade`.
    patience: seconds that a submission may take before its worker counts as hanging; None to take
        it from the limits.
    lock_seconds: how long somebody else may hold the gradebook.
    """

    only: tuple[str, ...] = ()
    again: bool = False
    since: datetime | None = None
    pages: bool = False
    on: str = ""
    grade: str = "grader.classroom.grading.submission:grade"
    patience: float | None = None
    lock_seconds: float = 120.0

    def take(self, course: Course, chapter: str, one: Submission) -> bool:
        """Whether the submission is among those that were asked for."""
        if self.only and not any(fnmatch.fnmatchcase(one.student, name) for name in self.only):
            return False
        return self.since is None or handed_in(course, chapter, one) >= self.since


@dataclass
class Run:
    """How far a run is; others may look while it goes on.

    total: submissions asked for; kept: those that an earlier run had done; done: all that are done.
    """

    total: int = 0
    kept: int = 0
    done: int = 0
    put_off: list[str] = field(default_factory=list)
    crew: Crew | None = None
    stopping: bool = False

    def stop(self) -> None:
        """Finishes what runs, and begins nothing more."""
        self.stopping = True
        if self.crew is not None:
            self.crew.stop()

    def running(self) -> list[str]:
        """The students whose submissions are being graded."""
        return [] if self.crew is None else self.crew.running()


def autograde(
    course: Course,
    chapter: str,
    settings: Settings,
    workers: int | None = None,
    catalogue: str = "grader.exercises",
    started: Callable[[int], None] = lambda count: None,
    orders: Orders = Orders(),
    run: Run | None = None,
) -> Generator[Result, None, None]:
    """Grades the chapter's submissions, yielding each result once it is in the gradebook.

    Results of an earlier run come first, without their notebooks. `started` is told how many
    submissions there are, before the first result. Raises CourseError before anything runs when the
    course or chapter is not there, and when the disk is full.
    """
    run = run or Run()
    plans = course.plans(chapter)
    found = [one for one in submissions(course, chapter) if orders.take(course, chapter, one)]
    if not found:
        raise CourseError(f"no submission for {chapter!r} fits --only or --since")
    job = job_of(course, plans, settings, catalogue, orders)
    with alone(course.root), shared_template(job, orders) as template, quiet_nbgrader(course.root):
        register(course, chapter, plans)
        journal = Journal(course.root, chapter)
        directory = course.directory(chapter)
        run.total = len(found)
        started(len(found))
        with Pen(directory.db_url, directory.course_id, orders.lock_seconds) as pen:
            desk = Desk(course, chapter, plans, journal, pen, orders.pages)
            triage = Triage(course, chapter, plans, job.version(), desk, orders)
            yield from _kept(triage, found, run)
            yield from _graded(triage, job, workers or os.cpu_count() or 1, run, template)
            run.put_off = desk.put_off
        if run.done == run.total and not orders.only and not orders.since and not run.put_off:
            journal.sweep()


def job_of(
    course: Course,
    plans: tuple[Plan, ...],
    settings: Settings,
    catalogue: str,
    orders: Orders,
) -> Job:
    """What every worker of a run over these plans must know."""
    chapter = plans[0].chapter
    data = course.root / "data"
    data = data if data.is_dir() else DATA
    return Job(
        chapter,
        str(course.source(chapter)),
        str(data) if data.is_dir() else "",
        course_secret(course.root).decode("ascii"),
        catalogue,
        settings.isolation.name,
        asdict(settings.limits),
        settings.backend,
        orders.grade,
        kernels=settings.kernels,
        plans=[plan.pack() for plan in plans],
        modules=list(plans[0].files.modules),
        language=settings.language,
    )


class Triage:
    """Tells what an earlier run has done from what is to be done."""

    def __init__(
        self,
        course: Course,
        chapter: str,
        plans: tuple[Plan, ...],
        version: str,
        desk: Desk,
        orders: Orders,
    ):
        self.course = course
        self.chapter = chapter
        self.plans = plans
        self.version = version
        self.desk = desk
        self.orders = orders
        self.scores = desk.pen.scores(chapter)
        self.todo: dict[str, Submission] = {}

    def kept(self, one: Submission) -> list[Result] | None:
        """The results that need no grading, entered now if they are not; None where it is needed."""
        if self.orders.again:
            return None
        journal, key = self.desk.journal, collect(one, self.plans).key(self.version)
        entry = journal.entries.get(one.student)
        if entry is not None and entry.key == key and self._stands(one.student, entry.score):
            if any(result.status == FAILED for result in entry.results):
                return None  # it was our fault; perhaps the cause is gone
            if self.orders.pages and not entry.pages:
                self.desk.make_pages(one.student, entry)
            return list(entry.results)
        waiting = journal.waiting(key)
        if waiting is None:
            return None
        return self.desk.enter(one, Answer(collect(one, self.plans), key, waiting))

    def _stands(self, student: str, score: float) -> bool:
        """Whether gradebook and folder still hold what the journal says: a copy may be older."""
        if self.scores.get(student) != score:
            return False
        directory = self.course.directory(self.chapter)
        folder = Path(directory.format_path(directory.autograded_directory, student, self.chapter))
        return all((folder / f"{plan.notebook}.ipynb").is_file() for plan in self.plans)

    def tasks(self) -> Iterator[Task]:
        """What is to be graded, read from disk one by one."""
        for one in list(self.todo.values()):
            handed = collect(one, self.plans)
            yield Task(handed, handed.key(self.version))


def _kept(triage: Triage, found: list[Submission], run: Run) -> Iterator[Result]:
    for one in found:
        results = triage.kept(one)
        if results is None:
            triage.todo[one.student] = one
            continue
        run.kept += 1
        run.done += 1
        yield from results


@contextlib.contextmanager
def shared_template(job: Job, orders: Orders) -> Iterator[SharedTemplate | None]:
    """The template of this machine's workers: it gets ready while the gradebook is opened."""
    if orders.on:
        yield None
        return
    template = SharedTemplate(job)
    try:
        yield template
    finally:
        template.close()


def _graded(
    triage: Triage, job: Job, workers: int, run: Run, template: SharedTemplate | None
) -> Iterator[Result]:
    if not triage.todo:
        return
    patience = triage.orders.patience or job.patience(triage.plans)
    if template is None:
        from grader.classroom.workers.cluster import ClusterCrew

        run.crew = ClusterCrew(triage.orders.on, job, patience)
    else:
        run.crew = LocalCrew(job, min(workers, len(triage.todo)), patience, template)
    if run.stopping:
        run.crew.stop()
    try:
        for answer in run.crew.answers(triage.tasks(), triage.desk.keep):
            results = triage.desk.enter(triage.todo[answer.handed.student], answer)
            run.done += 1
            yield from results
    finally:
        run.crew.close()


def handed_in(course: Course, chapter: str, one: Submission) -> datetime:
    """When it was handed in: nbgrader's timestamp.txt, or else the newest notebook's own time."""
    directory = course.directory(chapter, one.student)
    stamp = directory.get_existing_timestamp(str(one.folder))
    if stamp is not None:
        return stamp if stamp.tzinfo else stamp.replace(tzinfo=UTC)
    times = [os.lstat(one.folder / name).st_mtime for name in one.notebooks()]
    return datetime.fromtimestamp(max(times, default=0.0), UTC)
