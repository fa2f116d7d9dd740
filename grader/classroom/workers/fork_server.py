"""One template for all workers of a machine: one import, and one copy of what was imported."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

from grader.classroom.course.plan import chapter_files
from grader.classroom.workers.job import Job
from grader.sandbox import Limits, find_isolation
from grader.sandbox.template import Template, TemplateFailed

GRADE = "grader.classroom.grading.submission:grade"


class ForkServer:
    """The template of a job's chapter; started at once where the job needs one. For any thread."""

    def __init__(self, job: Job):
        self.job = job
        self.lock = threading.Lock()
        self.template: Template | None = None
        self.wanted = job.grade == GRADE and job.kernels == "forked"
        if self.wanted:
            self._start()

    def _start(self) -> None:
        job = self.job
        data = Path(job.data) if job.data else None
        files = chapter_files(job.chapter, Path(job.source), data, tuple(job.modules))
        limits = Limits(**job.limits)
        try:
            isolation = find_isolation(job.isolation)
            self.template = Template(isolation, files, job.backend, limits.start_seconds)
        except (TemplateFailed, OSError):
            self.template = None  # the workers start their own, and say what is wrong with it

    def connect(self) -> socket.socket | None:
        """A worker's connection to the template; None where it is to start its own."""
        with self.lock:
            if not self.wanted:
                return None
            if self.template is None or not self.template.alive:
                self._close()
                self._start()
            try:
                return None if self.template is None else self.template.connect()
            except TemplateFailed:
                return None

    def _close(self) -> None:
        if self.template is not None:
            self.template.close()
            self.template = None

    def close(self) -> None:
        """Ends the template, and all that was forked from it."""
        with self.lock:
            self.wanted = False
            self._close()
