"""Grades a class: many workers, one writer of the gradebook, and no submission stops the others.

A run may be killed at any moment; the next one resumes where it stopped (see `journal`).
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
from grader.classroom.nbgrader.gradebook_session import GradebookSession
from grader.classroom.pages.maker import PAGES
from grader.classroom.runs.collect import collect
from grader.classroom.runs.journal import Journal, course_lock
from grader.classroom.runs.recording import ResultRecorder
from grader.classroom.workers.fork_server import ForkServer
from grader.classroom.workers.job import GRADE, Job
from grader.classroom.workers.pool import LocalPool, Outcome, Pool, Task
from grader.errors import CourseError
from grader.places import DATA


@dataclass(frozen=True)
class RunOptions:
    """Which submissions a run grades, and how.

    only: patterns of student names, empty for all; since: only those submitted at or after this time.
    again: also those that are already in the gradebook.
    pages: whether to make feedback pages.
    on: a Dask scheduler's address, "" for this machine.
    grade: "module:function", with the signature of `submission.grade`.
    patience: seconds that a submission may take before its worker counts as hanging; None to derive
        it from the limits.
    lock_seconds: how long to wait while another process holds the gradebook.
    """

    only: tuple[str, ...] = ()
    again: bool = False
    since: datetime | None = None
    pages: bool = False
    on: str = ""
    grade: str = GRADE
    patience: float | None = None
    lock_seconds: float = 120.0

    def selects(self, course: Course, chapter: str, one: Submission) -> bool:
        """Whether the submission is selected."""
        if self.only and not any(fnmatch.fnmatchcase(one.student, name) for name in self.only):
            return False
        return self.since is None or submitted_at(course, chapter, one) >= self.since


@dataclass
class Run:
    """The progress of a run, which other threads may read.

    total: the selected submissions; kept: those that an earlier run had graded; done: all that are
    finished; postponed: students whose results the locked gradebook did not take; pageless: those
    whose page could not be made.
    """

    total: int = 0
    kept: int = 0
    done: int = 0
    postponed: list[str] = field(default_factory=list)
    pageless: list[str] = field(default_factory=list)
    pool: Pool | None = None
    stopping: bool = False

    def stop(self) -> None:
        """Finishes the submissions that are running and starts no others."""
        self.stopping = True
        if self.pool is not None:
            self.pool.stop()

    def running(self) -> list[str]:
        """The students whose submissions are being graded."""
        return [] if self.pool is None else self.pool.running()


def autograde(
    course: Course,
    chapter: str,
    settings: Settings,
    workers: int | None = None,
    catalogue: str = "grader.exercises",
    started: Callable[[int], None] = lambda count: None,
    options: RunOptions = RunOptions(),
    run: Run | None = None,
) -> Generator[Result, None, None]:
    """Grades the chapter's submissions, yielding each result once it is in the gradebook.

    Results of an earlier run come first, without their notebooks. `started` is called with the
    number of submissions before the first result. Raises CourseError when the disk is full, and
    before anything runs when the course or chapter does not exist.
    """
    run = run or Run()
    plans = course.plans(chapter)
    found = [one for one in submissions(course, chapter) if options.selects(course, chapter, one)]
    if not found:
        raise CourseError(f"no submission for {chapter!r} matches --only or --since")
    job = job_of(course, plans, settings, catalogue, options)
    with (
        course_lock(course.root),
        page_maker_for(options),
        fork_server_for(job, options) as fork_server,
        quiet_nbgrader(course.root),
    ):
        register(course, chapter, plans)
        journal = Journal(course.root, chapter)
        directory = course.directory(chapter)
        run.total = len(found)
        started(len(found))
        with GradebookSession(
            directory.db_url, directory.course_id, options.lock_seconds
        ) as session:
            recorder = ResultRecorder(course, chapter, plans, journal, session, options.pages)
            triage = Triage(course, chapter, plans, job.version(), recorder, options)
            yield from _kept(triage, found, run)
            yield from _graded(triage, job, workers or os.cpu_count() or 1, run, fork_server)
            if not run.stopping:  # else the next run makes them
                recorder.finish_pages()
            run.postponed, run.pageless = recorder.postponed, recorder.pageless
        if run.done == run.total and not options.only and not options.since and not run.postponed:
            journal.sweep()


def job_of(
    course: Course,
    plans: tuple[Plan, ...],
    settings: Settings,
    catalogue: str,
    options: RunOptions,
) -> Job:
    """The job for the workers of a run over these plans."""
    chapter = plans[0].chapter
    data = course.root / "data"
    data = data if data.is_dir() else DATA
    return Job(
        chapter=chapter,
        source=str(course.source(chapter)),
        data=str(data) if data.is_dir() else "",
        secret=course_secret(course.root).decode("ascii"),
        catalogue=catalogue,
        isolation=settings.isolation.name,
        limits=asdict(settings.limits),
        backend=settings.backend,
        grade=options.grade,
        kernels=settings.kernels,
        plans=[plan.pack() for plan in plans],
        modules=list(plans[0].files.modules),
        language=settings.language,
    )


class Triage:
    """Separates what an earlier run has done from what remains to be done."""

    def __init__(
        self,
        course: Course,
        chapter: str,
        plans: tuple[Plan, ...],
        version: str,
        recorder: ResultRecorder,
        options: RunOptions,
    ):
        self.course = course
        self.chapter = chapter
        self.plans = plans
        self.version = version
        self.recorder = recorder
        self.options = options
        self.scores = recorder.session.scores(chapter)
        self.todo: dict[str, Submission] = {}

    def kept(self, one: Submission) -> list[Result] | None:
        """Results from an earlier run, recorded now if they were not; None if it must be graded."""
        if self.options.again:
            return None
        journal, key = self.recorder.journal, collect(one, self.plans).key(self.version)
        entry = journal.entries.get(one.student)
        if entry is not None and entry.key == key and self._is_current(one.student, entry.score):
            if any(result.status == FAILED for result in entry.results):
                return None  # our fault; perhaps the cause is gone
            if self.options.pages and not entry.pages:
                self.recorder.make_pages(one.student, entry)
            return list(entry.results)
        waiting = journal.waiting(key)
        if waiting is None:
            return None
        return self.recorder.record(one, Outcome(collect(one, self.plans), key, waiting))

    def _is_current(self, student: str, score: float) -> bool:
        """Whether gradebook and folder still match the journal: they may come from an older backup."""
        if self.scores.get(student) != score:
            return False
        directory = self.course.directory(self.chapter)
        folder = Path(directory.format_path(directory.autograded_directory, student, self.chapter))
        return all((folder / f"{plan.notebook}.ipynb").is_file() for plan in self.plans)

    def tasks(self) -> Iterator[Task]:
        """What remains to be graded, read from disk one at a time."""
        for one in list(self.todo.values()):
            files = collect(one, self.plans)
            yield Task(files, files.key(self.version))


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
def fork_server_for(job: Job, options: RunOptions) -> Iterator[ForkServer | None]:
    """The fork server for this machine's workers; it starts up while the gradebook is being opened."""
    if options.on:
        yield None
        return
    fork_server = ForkServer(job)
    try:
        yield fork_server
    finally:
        fork_server.close()


@contextlib.contextmanager
def page_maker_for(options: RunOptions) -> Iterator[None]:
    """The process for pages, if the run makes any; it starts up while the first submissions run."""
    if options.pages:
        PAGES.start()
    try:
        yield
    finally:
        PAGES.close()


def _graded(
    triage: Triage, job: Job, workers: int, run: Run, fork_server: ForkServer | None
) -> Iterator[Result]:
    if not triage.todo:
        return
    patience = triage.options.patience or job.patience(triage.plans)
    if fork_server is None:
        from grader.classroom.workers.cluster import ClusterPool  # distributed is optional and slow

        run.pool = ClusterPool(triage.options.on, job, patience)
    else:
        run.pool = LocalPool(job, min(workers, len(triage.todo)), patience, fork_server)
    if run.stopping:
        run.pool.stop()
    try:
        for outcome in run.pool.outcomes(triage.tasks(), triage.recorder.spool):
            results = triage.recorder.record(triage.todo[outcome.files.student], outcome)
            run.done += 1
            yield from results
    finally:
        run.pool.close()


def submitted_at(course: Course, chapter: str, one: Submission) -> datetime:
    """When it was submitted: from nbgrader's timestamp.txt, or else the newest notebook's file time."""
    directory = course.directory(chapter, one.student)
    stamp = None if one.linked else directory.get_existing_timestamp(str(one.folder))
    if stamp is not None:
        return stamp if stamp.tzinfo else stamp.replace(tzinfo=UTC)
    times = [entry.modified for entry in one.entries() if entry.name.endswith(".ipynb")]
    return datetime.fromtimestamp(max(times, default=0.0), UTC)
