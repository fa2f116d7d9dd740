"""Grades a class again after one exercise was corrected, and changes only what differs.

Every graded submission is run and judged again as `autograde` does it, with the same seed. If the
exercise's verdict is the same, gradebook, pages and autograded notebook are left alone.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any

import nbformat

from grader.classroom.course.plan import Plan
from grader.classroom.course.result import FAILED, Result
from grader.classroom.course.side_files import side_files_beside
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
from grader.classroom.runs.autograde import RunOptions, fork_server_for, job_of
from grader.classroom.runs.collect import collect
from grader.classroom.runs.journal import Entry, Journal, course_lock
from grader.classroom.runs.recording import ResultRecorder
from grader.classroom.workers.pool import LocalPool, Outcome, Task
from grader.errors import CourseError
from grader.exercises.catalogue import CHAPTERS, prefix
from grader.judging import Verdict
from grader.languages import ENGLISH, _


@dataclass(frozen=True)
class Change:
    """What changed for the exercise when a submission was graded again.

    before, after: its verdicts; None if the judge had failed or the file could not be read.
    others: other exercises of the submission whose verdicts changed.
    trouble: why nothing was recorded although it may have changed, or "".
    entered: whether gradebook and pages have the new result.
    score_before, score_after: the machine-graded points in the gradebook, all exercises together;
        `score_after` is None if nothing was recorded.
    """

    student: str
    before: Verdict | None
    after: Verdict | None
    others: tuple[str, ...] = ()
    trouble: str = ""
    entered: bool = False
    score_before: float = 0.0
    score_after: float | None = None

    @property
    def differs(self) -> bool:
        """Whether the exercise's verdict has changed."""
        return _essence(self.before) != _essence(self.after)


def regrade(
    course: Course,
    exercise: str,
    settings: Settings,
    workers: int | None = None,
    catalogue: str = "grader.exercises",
    options: RunOptions | None = None,
    dry_run: bool = False,
    started: Callable[[int], None] = lambda count: None,
) -> Generator[Change, None, None]:
    """Grades the graded submissions of the exercise's chapter again; yields one `Change` for each.

    options: `only`, `since`, `pages`, `grade` and `patience` are used. dry_run: record nothing.
    started: called with the number of submissions. Raises CourseError for an exercise that no
    chapter has, and when none of its chapter's submissions is graded.
    """
    options = options or RunOptions()
    chapter, plans = _plans_with(course, exercise)
    with contextlib.ExitStack() as stack:
        stack.enter_context(course_lock(course.root))
        journal = Journal(course.root, chapter)
        stack.enter_context(quiet_nbgrader(course.root))
        todo = {
            one.student: one
            for one in submissions(course, chapter)
            if one.student in journal.entries and options.selects(course, chapter, one)
        }
        if options.on or not todo:
            raise CourseError(
                f"there is no graded submission of {chapter!r} to grade again; "
                f"run `grader autograde {chapter} --course {course.root}`"
            )
        if not dry_run:
            plans = register(course, chapter, plans)
        job = job_of(course, plans, settings, catalogue, options)
        fork_server = stack.enter_context(fork_server_for(job, options))
        assert fork_server is not None  # it is without --on
        started(len(todo))
        recorder, basis = None, job.basis()
        if not dry_run:
            directory = course.directory(chapter)
            session = GradebookSession(directory.db_url, directory.course_id, options.lock_seconds)
            recorder = ResultRecorder(
                course, chapter, plans, journal, stack.enter_context(session), options.pages, basis
            )
        patience = options.patience or job.patience(plans)
        pool = LocalPool(job, min(workers or os.cpu_count() or 1, len(todo)), patience, fork_server)
        stack.callback(pool.close)
        # In the language of the first run, so that unchanged feedback reads the same.
        files = (
            collect(one, plans, _language_of(journal.entries[one.student])) for one in todo.values()
        )
        tasks = (Task(one, one.key(basis)) for one in files)
        # Nothing is spooled: an outcome is recorded only if it changes something.
        for outcome in pool.outcomes(tasks, lambda outcome: None):
            one = todo[outcome.files.student]
            change = _compare(course, plans, exercise, journal.entries[one.student], outcome)
            yield _record(change, one, outcome, journal, recorder)


def _language_of(entry: Entry) -> str:
    """The language in which a student was graded."""
    return next((one.language for one in entry.results), ENGLISH)


def _plans_with(course: Course, exercise: str) -> tuple[str, tuple[Plan, ...]]:
    """The chapter of an exercise, the course's own chapters included, and its plans."""
    own = [path.name for path in sorted((course.root / "source").glob("*")) if path.is_dir()]
    for chapter in dict.fromkeys([*own, *CHAPTERS]):
        if prefix(chapter) != exercise.partition("/")[0]:
            continue
        plans = course.plans(chapter)
        known = [cell.exercise for plan in plans for cell in plan.cells if cell.exercise]
        if exercise in known:
            return chapter, plans
        raise CourseError(f"no exercise {exercise!r} in {chapter}; available: {', '.join(known)}")
    raise CourseError(
        f"no chapter has an exercise {exercise!r}; give its name as in the `check` line: "
        '"graphs/polynomial"'
    )


def _compare(
    course: Course, plans: tuple[Plan, ...], exercise: str, entry: Entry, outcome: Outcome
) -> Change:
    before, after = _verdicts(entry.results), _verdicts(outcome.results)
    before = _in_the_language_of(after, before, entry, outcome)
    names = dict.fromkeys([*before, *after])
    others = tuple(
        name
        for name in names
        if name != exercise and _essence(before.get(name)) != _essence(after.get(name))
    )
    return Change(
        entry.student,
        before.get(exercise),
        after.get(exercise),
        others,
        _trouble(course, plans, entry, outcome),
        score_before=entry.score,
    )


def _in_the_language_of(
    after: dict[str, Verdict], before: dict[str, Verdict], entry: Entry, outcome: Outcome
) -> dict[str, Verdict]:
    """`before`, with the messages of `after` if they are in different languages."""
    if {one.language for one in entry.results} == {one.language for one in outcome.results}:
        return before
    return {
        name: replace(one, message=after[name].message if name in after else one.message)
        for name, one in before.items()
    }


def _trouble(course: Course, plans: tuple[Plan, ...], entry: Entry, outcome: Outcome) -> str:
    """Why the outcome must not replace what is in the gradebook, or ""."""
    if outcome.trouble:
        return outcome.trouble
    known = {name for result in entry.results for name in result.unjudged}
    for result in outcome.results:
        if result.status == FAILED and not known.issuperset(result.unjudged):
            return result.message
    if any(_submitted_again(course, plan, outcome) for plan in plans):
        return "handed in again since it was graded; `grader autograde` grades it"
    return ""


def _submitted_again(course: Course, plan: Plan, outcome: Outcome) -> bool:
    """Whether the submitted answers, in notebook or files beside it, differ from the autograded ones."""
    path = autograded(course, plan, outcome.files.student)
    if side_files_beside(path, plan.files).files != outcome.files.side.files:
        return True
    new = next((one.executed for one in outcome.results if one.notebook == plan.notebook), "")
    if not path.is_file() or not new:
        return False
    return _answers_differ(path.read_text(encoding="utf-8"), new)


def _answers_differ(before: str, after: str) -> bool:
    """Whether a student's cells differ, apart from those that the chapter has got or dropped since."""
    old, new = (nbformat.reads(text, as_version=4).cells for text in (before, after))
    names = {_about(cell).get("grade_id") for cell in old}
    tests = {cell.source for cell in old if _locked(_about(cell))}
    answers = [cell.source for cell in old if not _locked(_about(cell))]
    return answers != [
        cell.source
        for cell in new
        if not _locked(_about(cell))
        and _about(cell).get("grade_id") in {None, *names}
        and cell.source not in tests
    ]


def _about(cell: nbformat.NotebookNode) -> Any:
    return cell.metadata.get("nbgrader", {})


def _locked(about: Any) -> bool:
    return bool(about.get("grade") or about.get("locked")) and not about.get("solution")


def _record(
    change: Change,
    one: Submission,
    outcome: Outcome,
    journal: Journal,
    recorder: ResultRecorder | None,
) -> Change:
    if recorder is None or change.trouble:
        return change
    if not change.differs:
        if not change.others:
            # So that the next `grader autograde` knows that this result is current.
            entry = journal.entries[one.student]
            basis = outcome.files.basis(recorder.basis)
            journal.append(replace(entry, key=outcome.key, basis=basis))
        return change
    postponed = len(recorder.postponed)
    why = _("`grader regrade` judged the chapter anew")
    results = recorder.record(one, outcome, why)
    lost = [result.message for result in results if result.message.startswith("the gradebook took")]
    if lost or len(recorder.postponed) > postponed:
        why = lost[0] if lost else "the gradebook is in use; run the command again"
        return replace(change, trouble=why)
    return replace(change, entered=True, score_after=journal.entries[one.student].score)


def _verdicts(results: tuple[Result, ...] | list[Result]) -> dict[str, Verdict]:
    return {verdict.exercise: verdict for result in results for verdict in result.verdicts}


def _essence(verdict: Verdict | None) -> Any:
    """What must be equal for two verdicts to be the same to student and gradebook."""
    if verdict is None:
        return None
    return verdict.points, verdict.max_points, verdict.misconception, verdict.message
