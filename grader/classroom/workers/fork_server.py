"""One template process for all workers of a machine: modules are imported once and shared by forking."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

from grader.classroom.course.plan import chapter_files
from grader.classroom.workers.code_version import GRADE
from grader.classroom.workers.job import Job
from grader.sandbox import Limits, find_isolation
from grader.sandbox.template_client import Template, TemplateFailed


class ForkServer:
    """Owns the template for a job's chapter; starts it at once if the job needs one. Thread-safe."""

    def __init__(self, job: Job):
        self.job = job
        self.lock = threading.Lock()
        self.template: Template | None = None
        self.needed = job.grade == GRADE and job.kernels == "forked"
        if self.needed:
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
            self.template = None  # the workers start their own, and report what is wrong

    def connect(self) -> socket.socket | None:
        """A new connection to the template; None if the worker should start its own."""
        with self.lock:
            if not self.needed:
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
        """Ends the template and all processes forked from it."""
        with self.lock:
            self.needed = False
            self._close()
