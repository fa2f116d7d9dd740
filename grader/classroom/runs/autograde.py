"""Grades a class: many workers, one writer of the gradebook, and no submission stops the others.

A run may be killed at any moment; the next one resumes where it stopped (see `journal`).
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime

from traitlets.log import get_logger

from grader.classroom.course.feedback_languages import choose_language, read_languages
from grader.classroom.course.given_out import given_out
from grader.classroom.course.handed_in import is_chosen
from grader.classroom.course.plan import Plan
from grader.classroom.course.result import FAILED, Result
from grader.classroom.course.seeds import course_secret
from grader.classroom.grading.submission import Settings
from grader.classroom.nbgrader.chapters import register
from grader.classroom.nbgrader.course import (
    Course,
    Submission,
    quiet_nbgrader,
    submissions,
)
from grader.classroom.nbgrader.gradebook import autograded
from grader.classroom.nbgrader.gradebook_session import GradebookSession
from grader.classroom.pages.maker import PAGES
from grader.classroom.runs.collect import collect
from grader.classroom.runs.due_dates import follow_dates
from grader.classroom.runs.journal import Entry, Journal, course_lock
from grader.classroom.runs.recording import ResultRecorder
from grader.classroom.runs.renamed import find_renamed, take_renamed
from grader.classroom.runs.why_again import (
    AGAIN,
    FAILED_BEFORE,
    OTHER_GRADEBOOK,
    changed,
    holding,
    reason,
    untouched,
)
from grader.classroom.workers.code_version import GRADE
from grader.classroom.workers.fork_server import ForkServer
from grader.classroom.workers.job import Job, SubmissionFiles
from grader.classroom.workers.pool import LocalPool, Outcome, Pool, Task
from grader.cleaning import printable
from grader.errors import CourseError
from grader.languages import ENGLISH, _
from grader.places import DATA


@dataclass(frozen=True)
class RunOptions:
    """Which submissions a run grades, and how.

    only: patterns of student names, empty for all; since: only those submitted at or after this time.
    again: also those that are already in the gradebook.
    pages: whether to make feedback pages.
    take_renamed: whether to take notebooks that were handed in under another name (see `renamed`).
    language: the language that was chosen for the selected students' feedback, "" for what was chosen before.
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
    take_renamed: bool = False
    language: str = ""
    on: str = ""
    grade: str = GRADE
    patience: float | None = None
    lock_seconds: float = 120.0

    def selects(self, course: Course, chapter: str, one: Submission) -> bool:
        """Whether the submission is selected."""
        if not is_chosen(one.student, self.only):
            return False
        return self.since is None or submitted_at(course, chapter, one) >= self.since


@dataclass
class Run:
    """The progress of a run, which other threads may read.

    total: the selected submissions; kept: those that an earlier run had graded; done: all that are
    finished; postponed: students whose results the locked gradebook did not take; pageless: those
    whose page could not be made; taken, renamed: sentences about notebooks under other names.
    again: why submissions were graded again, and how many for each reason.
    """

    total: int = 0
    kept: int = 0
    done: int = 0
    postponed: list[str] = field(default_factory=list)
    pageless: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)
    again: Counter[str] = field(default_factory=Counter)
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
    look_for_renamed(course, chapter, plans, options, run)
    try:
        found = [
            one for one in submissions(course, chapter) if options.selects(course, chapter, one)
        ]
    except CourseError as error:
        raise CourseError(
            " ".join([f"{error}.", *run.renamed]) if run.renamed else str(error)
        ) from None
    if not found:
        raise CourseError(f"no submission for {chapter!r} matches --only or --since")
    with course_lock(course.root), quiet_nbgrader(course.root), page_maker_for(options):
        for told in (*run.taken, *run.renamed):
            get_logger().warning("%s", printable(told))
        if options.language:
            some = bool(options.only or options.since)
            names = [one.student for one in found] if some else None
            choose_language(course.root, options.language, names)
        plans = register(course, chapter, plans)
        job = job_of(course, plans, settings, catalogue, options)
        run.total = len(found)
        started(len(found))
        directory = course.directory(chapter)
        with (
            fork_server_for(job, options) as fork_server,
            GradebookSession(
                directory.db_url, directory.course_id, options.lock_seconds
            ) as session,
        ):
            journal, basis = Journal(course.root, chapter), job.basis()
            follow_dates(course, chapter, journal, session)
            recorder = ResultRecorder(
                course, chapter, plans, journal, session, options.pages, basis
            )
            triage = Triage(course, chapter, plans, basis, recorder, options)
            languages = read_languages(course.root)
            triage.language_of = lambda student: languages.of(
                student, settings.language, course.about
            )
            yield from _kept(triage, found, run)
            yield from _graded(triage, job, workers or os.cpu_count() or 1, run, fork_server)
            if not run.stopping:  # else the next run makes them
                recorder.finish_pages()
            run.postponed, run.pageless = recorder.postponed, recorder.pageless
        if run.done == run.total and not options.only and not options.since and not run.postponed:
            journal.sweep()


def look_for_renamed(
    course: Course, chapter: str, plans: tuple[Plan, ...], options: RunOptions, run: Run
) -> None:
    """Notes in `run` which notebooks were handed in under other names; takes them if that is wanted."""
    renamed = find_renamed(course, chapter, plans, options.only)
    if options.take_renamed:
        run.taken, run.renamed = take_renamed(renamed)
    else:
        run.renamed = [one.told() for one in renamed]
        if any(one.sure for one in renamed):
            run.renamed.append(_("To take what is probably it, add --take-renamed."))


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
        given=[one.pack() for one in given_out(course.source(chapter))],
    )


class Triage:
    """Separates what an earlier run has done from what remains to be done."""

    def __init__(
        self,
        course: Course,
        chapter: str,
        plans: tuple[Plan, ...],
        basis: Mapping[str, str],
        recorder: ResultRecorder,
        options: RunOptions,
    ):
        self.course = course
        self.chapter = chapter
        self.plans = plans
        self.basis = basis
        self.recorder = recorder
        self.options = options
        self.scores = recorder.session.scores(chapter)
        self.todo: dict[str, Submission] = {}
        self.why: dict[str, str] = {}
        self.language_of: Callable[[str], str] = lambda student: ENGLISH

    def kept(self, one: Submission) -> list[Result] | None:
        """Results from an earlier run, recorded now if they were not; None if it must be graded."""
        journal, files = self.recorder.journal, self.files_of(one)
        entry = journal.entries.get(one.student)
        if self.options.again:
            self._note(one, entry, files, AGAIN)
            return None
        key, now = files.key(self.basis), files.basis(self.basis)
        same = entry is not None and not changed(entry.basis, now)
        if entry is not None and same and self._is_recorded(entry):
            if any(result.status == FAILED for result in entry.results):
                self._note(one, entry, files, FAILED_BEFORE)
                return None  # perhaps the cause is gone
            if self.options.pages and not entry.pages:
                self.recorder.make_pages(one.student, entry)
            return list(entry.results)
        waiting = journal.waiting(key)
        self._note(one, entry, files, OTHER_GRADEBOOK)
        if waiting is None or (len(waiting) < len(self.plans) and not self._is_recorded(entry)):
            return None
        return self.recorder.record(
            one, Outcome(files, key, waiting), self.why.get(one.student, "")
        )

    def _note(
        self, one: Submission, entry: Entry | None, files: SubmissionFiles, otherwise: str
    ) -> None:
        """Notes why a submission is graded again, if it is not for the first time."""
        if entry is not None:
            self.why[one.student] = reason(entry, files.basis(self.basis), otherwise)

    def files_of(self, one: Submission) -> SubmissionFiles:
        """What was submitted, with the language of its feedback."""
        return collect(one, self.plans, self.language_of(one.student))

    def _is_recorded(self, entry: Entry | None) -> bool:
        """Whether gradebook and folder still match the journal: they may come from an older backup."""
        if entry is None or self.scores.get(entry.student) != entry.score:
            return False
        return all(autograded(self.course, plan, entry.student).is_file() for plan in self.plans)

    def tasks(self) -> Iterator[Task]:
        """What remains to be graded, read from disk one at a time."""
        for one in list(self.todo.values()):
            files = self.files_of(one)
            entry = self.recorder.journal.entries.get(one.student)
            if entry is not None and not self.options.again:
                now = files.basis(self.basis)
                kept = untouched(entry, now, self.plans) if self._is_recorded(entry) else ()
                files = replace(files, known=holding(entry, now), kept=kept)
            yield Task(files, files.key(self.basis))


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
            student = outcome.files.student
            why = triage.why.get(student, "")
            results = triage.recorder.record(triage.todo[student], outcome, why)
            run.done += 1
            if why:
                run.again[why] += 1
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
