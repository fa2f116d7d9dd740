"""Records an outcome: gradebook, pages, log, journal, in this order, from one thread."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from grader.classroom.course.plan import Plan
from grader.classroom.course.result import FAILED, Result
from grader.classroom.grading.submission import failed
from grader.classroom.nbgrader import gradebook
from grader.classroom.nbgrader.course import Course, Submission
from grader.classroom.nbgrader.feedback import feedback_of
from grader.classroom.nbgrader.gradebook import autograded
from grader.classroom.nbgrader.gradebook_session import DiskFull, GradebookSession, Locked
from grader.classroom.pages.limits import FIRST_TRY
from grader.classroom.pages.maker import PAGES, Hurry
from grader.classroom.runs.journal import FOLDER, Entry, Journal
from grader.classroom.workers.pool import Outcome
from grader.errors import CourseError
from grader.languages import _, using

FULL = (
    "the disk is full ({error}). Free some space and run the same command again: what has been "
    "graded is kept, and nothing is graded twice"
)


class ResultRecorder:
    """Records outcomes. What a locked gradebook does not take is postponed to the next run.

    A page that takes long is shortened for now, so that nobody waits for it; `finish_pages` makes it again.
    """

    def __init__(
        self,
        course: Course,
        chapter: str,
        plans: tuple[Plan, ...],
        journal: Journal,
        session: GradebookSession,
        pages: bool,
        basis: Mapping[str, str],
    ):
        self.course = course
        self.chapter = chapter
        self.plans = plans
        self.journal = journal
        self.session = session
        self.pages = pages
        self.basis = basis
        self.postponed: list[str] = []
        self.pageless: list[str] = []
        self.slow: list[str] = []

    def spool(self, outcome: Outcome) -> None:
        """Saves an outcome on disk until it is recorded. Thread-safe."""
        if not outcome.trouble:
            try:
                self.journal.spool(outcome.key, outcome.results)
            except OSError as error:
                raise CourseError(FULL.format(error=error)) from error

    def record(self, submission: Submission, outcome: Outcome, why: str = "") -> list[Result]:
        """Records an outcome; returns its results, which say so if the gradebook took none.

        why: why it was graded again, for the log. Raises CourseError when the disk is full.
        """
        with using(outcome.files.language):
            return self._record(submission, outcome, why)

    def _record(self, submission: Submission, outcome: Outcome, why: str) -> list[Result]:
        student = submission.student
        graded = outcome.results or [
            failed(plan, student, outcome.trouble, 0.0)
            for plan in self.plans
            if plan.notebook not in outcome.files.kept
        ]
        kept = {plan.notebook for plan in self.plans} - {one.notebook for one in graded}
        try:
            results = self._of_all(student, graded)
            trouble = self._write(submission, results)
            if trouble:
                return self._not_recorded(student, results, trouble)
            made = self.pages and self._make_pages(student, FIRST_TRY, kept)
            self._log(student, graded, why)
            score = self.session.scores(self.chapter, student).get(student, 0.0)
            basis = outcome.files.basis(self.basis)
            entry = Entry(outcome.key, student, score, made, tuple(results), basis)
            self.journal.append(entry)
        except Locked:
            self.postponed.append(student)
        except OSError as error:
            raise CourseError(FULL.format(error=error)) from error
        return results

    def _of_all(self, student: str, graded: list[Result]) -> list[Result]:
        """The results, and those of an earlier run for the notebooks that were not graded again."""
        results = {one.notebook: one for one in graded}
        for plan in self.plans:
            if plan.notebook not in results:
                earlier = {one.notebook: one for one in self.journal.entries[student].results}
                executed = autograded(self.course, plan, student).read_text(encoding="utf-8")
                results[plan.notebook] = replace(earlier[plan.notebook], executed=executed)
        return [results[plan.notebook] for plan in self.plans]

    def _write(self, submission: Submission, results: list[Result]) -> str:
        """Writes into the gradebook; returns why it took nothing, or ""."""
        try:
            self.session.retry_while_locked(
                lambda: gradebook.write(
                    self.course, submission, self.chapter, results, self.session
                )
            )
        except Locked as error:
            self.postponed.append(submission.student)
            return f"{error}; run the same command again to record it"
        except DiskFull:
            raise
        except (Exception, SystemExit) as error:
            return f"{type(error).__name__}: {error}"
        return ""

    def _not_recorded(self, student: str, results: list[Result], why: str) -> list[Result]:
        text = f"the gradebook accepted no entry ({why}); see the log"
        marked = [replace(one, status=FAILED, message=f"{text}. {one.message}") for one in results]
        self._log(student, marked)
        return marked

    def make_pages(self, student: str, entry: Entry) -> None:
        """Makes the pages that an earlier run left out."""
        with using(entry.results[0].language):
            made = self._make_pages(student)
        if made:
            self.journal.append(replace(entry, pages=True))

    def finish_pages(self) -> None:
        """Makes the pages that took long when others waited, with all the time that a page may take."""
        slow, self.slow = self.slow, []
        for student in slow:
            try:
                self.make_pages(student, self.journal.entries[student])
            except OSError as error:
                raise CourseError(FULL.format(error=error)) from error

    def _make_pages(
        self, student: str, seconds: float | None = None, kept: Collection[str] = ()
    ) -> bool:
        """Makes the pages; returns whether these are final (nbgrader's log says why there are none).

        seconds: processor time for each, where others wait; those that take longer are in `slow`.
        kept: notebooks with the same result as before, whose pages stay if they were final.
        """
        entry = self.journal.entries.get(student)
        kept = kept if entry is not None and entry.pages else ()
        hurry: Hurry | None
        with (
            self.session.transaction(),
            contextlib.nullcontext() if seconds is None else PAGES.hurrying(seconds) as hurry,
        ):
            _, trouble = feedback_of(self.course, self.chapter, student, kept)
        if trouble:
            self.pageless.append(student)
        late = hurry is not None and hurry.late
        if late and not trouble:
            self.slow.append(student)
        return not trouble and not late

    def _log(self, student: str, results: list[Result], why: str = "") -> None:
        lines = [time.strftime("%Y-%m-%d %H:%M:%S")]
        if why:
            lines.append(_("graded again: {why}").format(why=why))
        for one in results:
            lines.append(f"{one.notebook}: {one.status}, {one.points:g} of {one.max_points:g}")
            lines.append(f"  {one.message}")
            lines.append(f"  {one.seconds:.2f} seconds")
            lines += [f"  flag: {flag}" for flag in one.flags]
            lines += [f"  limit: {limit}" for limit in one.limits]
            lines += [f"  for a person: {name}" for name in one.unjudged]
            lines += [f"  {verdict.exercise}: {verdict.message}" for verdict in one.verdicts]
        log = log_of(self.course.root, self.chapter, student)
        log.parent.mkdir(parents=True, exist_ok=True)
        with open(log, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write("\n".join(lines) + "\n\n")


def log_of(root: Path, chapter: str, student: str) -> Path:
    """The path of a submission's log."""
    return root / FOLDER / "logs" / chapter / f"{student}.log"
