"""A worker's process: it reads a job, then submissions, and writes their results (see `pipes`).

    python -m grader.classroom.workers.worker PARENT [TEMPLATE]

The process ends with its parent, however that ends, and takes its judge along.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.classroom.course import flags
from grader.classroom.nbgrader import patch_jsonschema  # noqa: F401 (before nbformat is imported)

# isort: split
from grader.classroom.course.given_out import Given, other_chapter
from grader.classroom.course.plan import Plan, chapter_files, chapter_plans
from grader.classroom.course.reading import Rejected, read_notebook
from grader.classroom.course.result import Result
from grader.classroom.grading.submission import Settings, failed, grade, rejected
from grader.classroom.judge.judge_client import Judge
from grader.classroom.judge.known_verdicts import KnownVerdicts
from grader.classroom.workers.job import Job, SubmissionFiles
from grader.languages import _, using
from grader.pipes import read_message, take_pipes, write_message
from grader.sandbox import Limits, find_isolation
from grader.sandbox.template_cache import TEMPLATE_CACHE


def main(parent: int, template: int | None) -> None:
    """Grades submissions until the pipe is closed."""
    if template is not None:
        os.set_inheritable(template, False)
    inbox, outbox = take_pipes()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    first = read_message(inbox)
    if first is None:
        return
    worker = Worker(Job.from_bytes(first))
    if worker.grade_one is grade:
        worker.warm_up(template)
    write_message(outbox, b"ready")
    while (message := read_message(inbox)) is not None:
        results = worker.grade(SubmissionFiles.from_bytes(message))
        answer = {"results": [result.pack() for result in results]}
        write_message(outbox, json.dumps(answer).encode())
    worker.judge.close()


def _end_with(parent: int) -> None:
    """Ends this process and its process group once its parent is gone."""
    while os.getppid() == parent:
        time.sleep(0.2)
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


class Worker:
    """Grades the submissions of one job, one at a time."""

    def __init__(self, job: Job):
        self.job = job
        data = Path(job.data) if job.data else None
        self.plans = _plans(job, data)
        limits = Limits(**job.limits)
        self.settings = Settings(find_isolation(job.isolation), limits, job.backend, job.kernels)
        self.judge = Judge(job.catalogue, job.judge_seconds)
        self.given = [Given.unpack(packed) for packed in job.given]
        module, _, name = job.grade.partition(":")
        self.grade_one: Callable[..., Result] = getattr(importlib.import_module(module), name)

    def warm_up(self, template: int | None) -> None:
        """Starts what the first submission would otherwise wait for.

        template: a file descriptor, the connection to a template shared with other workers.
        """
        self.judge.start()
        if template is not None:
            TEMPLATE_CACHE.adopt(
                socket.socket(fileno=template),
                self.settings.isolation,
                self.plans[0].files,
                self.settings.backend,
                self.settings.limits.start_seconds,
            )

    def grade(self, files: SubmissionFiles) -> list[Result]:
        """One student's results, one per notebook of the chapter that is not kept. Never raises."""
        plans = (plan for plan in self.plans if plan.notebook not in files.kept)
        with using(files.language):
            return [self._grade_safely(plan, files) for plan in plans]

    def _grade_safely(self, plan: Plan, files: SubmissionFiles) -> Result:
        try:
            result = self._grade(plan, files)
        except Exception as error:
            return failed(plan, files.student, f"{type(error).__name__}: {error}", 0.0)
        if files.undated:
            return result.flagged(flags.undated())
        return result

    def _grade(self, plan: Plan, files: SubmissionFiles) -> Result:
        name, others = f"{plan.notebook}.ipynb", ", ".join(files.others)
        if name in files.refused:
            return rejected(plan, files.student, files.refused[name])
        if name not in files.notebooks:
            told = (
                _("expected {name}, but found only {others}. {advice}")
                if others
                else _("expected {name}, but there is no notebook. {advice}")
            )
            advice = _("Hand in the notebook under its original name.")
            reason = told.format(name=name, others=others, advice=advice)
            return rejected(plan, files.student, reason)
        found = self._other_chapter(plan, files.notebooks[name])
        if found:
            told = _("{name} is the notebook of chapter {found}; that of {wanted} was expected.")
            reason = told.format(name=name, found=found, wanted=plan.chapter)
            return rejected(plan, files.student, reason)
        result: Any = self.grade_one(
            files.notebooks[name],
            plan,
            self.job.secret.encode("ascii"),
            files.student,
            replace(self.settings, language=files.language),
            KnownVerdicts(self.judge, files.known) if files.known else self.judge,
            files.side,
        )
        return result.flagged(flags.not_graded(others)) if others else result

    def _other_chapter(self, plan: Plan, data: bytes) -> str:
        """The chapter that a notebook certainly belongs to, if it is another."""
        try:
            notebook = read_notebook(data)
        except Rejected:  # grading says why
            return ""
        return other_chapter(notebook, plan, self.given)


def _plans(job: Job, data: Path | None) -> list[Plan]:
    if not job.plans:
        return list(chapter_plans(job.chapter, Path(job.source), data))
    # Reading them again would mean importing all of nbgrader.
    files = chapter_files(job.chapter, Path(job.source), data, tuple(job.modules))
    return [Plan.unpack(packed, files) for packed in job.plans]


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None)
