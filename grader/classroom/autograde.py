"""Grading a class: sandboxes in parallel, one writer of the gradebook, nobody stops the rest."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path

from grader.classroom import gradebook
from grader.classroom.course import (
    Course,
    Submission,
    quiet_nbgrader,
    register,
    submissions,
)
from grader.classroom.grading import Settings, failed, grade, rejected
from grader.classroom.judge_client import Judge
from grader.classroom.plan import Plan
from grader.classroom.reading import Rejected, read_file
from grader.classroom.result import FAILED, Result
from grader.classroom.seeds import course_secret


def autograde(
    course: Course,
    chapter: str,
    settings: Settings,
    workers: int | None = None,
    catalogue: str = "grader.exercises",
    started: Callable[[int], None] = lambda count: None,
) -> Iterator[Result]:
    """Grades every submission of the chapter, yielding each result once it is in the gradebook.

    started: told how many submissions there are, before the first result.
    Raises CourseError before anything runs when the course or chapter is not there.
    """
    plans = course.plans(chapter)
    found = submissions(course, chapter)
    with quiet_nbgrader(course.root):
        register(course, chapter, plans)
        secret = course_secret(course.root)
        started(len(found))
        judges = Judges(catalogue)
        pool = ThreadPoolExecutor(workers or os.cpu_count() or 1)
        try:
            waiting = {
                pool.submit(grade_submission, one, plans, secret, settings, judges): one
                for one in found
            }
            for done in as_completed(waiting):
                yield from _entered(course, waiting[done], chapter, plans, done.result())
        finally:
            pool.shutdown(cancel_futures=True)
            judges.close()


class Judges:
    """A judge for each worker thread."""

    def __init__(self, catalogue: str):
        self.catalogue = catalogue
        self.local = threading.local()
        self.all: list[Judge] = []

    def mine(self) -> Judge:
        """The judge of the calling thread."""
        if not hasattr(self.local, "judge"):
            self.local.judge = Judge(self.catalogue)
            self.all.append(self.local.judge)
        judge: Judge = self.local.judge
        return judge

    def close(self) -> None:
        """Ends every judge's process."""
        for judge in self.all:
            judge.close()


def grade_submission(
    submission: Submission,
    plans: tuple[Plan, ...],
    secret: bytes,
    settings: Settings,
    judges: Judges,
) -> list[Result]:
    """The results of one student's folder, one for each of the chapter's notebooks. Never raises."""
    results = []
    others = _others(submission, plans)
    for plan in plans:
        try:
            result = _grade_one(submission, plan, others, secret, settings, judges)
        except Exception as error:
            result = failed(plan, submission.student, f"{type(error).__name__}: {error}", 0.0)
        results.append(result)
    return results


def _grade_one(
    submission: Submission,
    plan: Plan,
    others: list[str],
    secret: bytes,
    settings: Settings,
    judges: Judges,
) -> Result:
    path = submission.folder / f"{plan.notebook}.ipynb"
    if not os.path.lexists(path):
        found = f"found only {', '.join(others)}" if others else "there is no notebook"
        reason = (
            f"{path.name} was expected, but {found}. Hand the notebook in under the name that "
            "it was given out with."
        )
        return rejected(plan, submission.student, reason)
    try:
        data = read_file(path)
    except Rejected as reason:
        return rejected(plan, submission.student, str(reason))
    result = grade(data, plan, secret, submission.student, settings, judges.mine())
    return result.flagged(f"not graded: {', '.join(others)}") if others else result


def _others(submission: Submission, plans: tuple[Plan, ...]) -> list[str]:
    expected = {f"{plan.notebook}.ipynb" for plan in plans}
    return [name for name in submission.notebooks() if name not in expected]


def _entered(
    course: Course,
    submission: Submission,
    chapter: str,
    plans: tuple[Plan, ...],
    results: list[Result],
) -> list[Result]:
    """Enters the results; where that fails they say so, and the next submission goes on."""
    try:
        gradebook.write(course, submission, chapter, results)
    except Exception as error:
        text = f"the gradebook took no entry ({type(error).__name__}: {error}); see the log"
        return [replace(one, status=FAILED, message=f"{text}. {one.message}") for one in results]
    return results


def expected_notebook(path: Path, plans: tuple[Plan, ...]) -> Plan | None:
    """The plan whose notebook has the name of `path`."""
    return next((plan for plan in plans if plan.notebook == path.stem), None)
