"""The asking side of a worker's process: it is started, asked, and replaced when it dies or hangs."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import tempfile
from typing import Any, BinaryIO

from grader.classroom.course.result import Result
from grader.classroom.workers.fork_server import ForkServer
from grader.classroom.workers.job import Job
from grader.evidence.probes.files import MEMORY
from grader.pipes import Child, TooSlow
from grader.scratch import remove_left_by

START_SECONDS = 180.0


class WorkerLost(RuntimeError):
    """The worker died or timed out. It has been ended; the next submission starts another."""


class WorkerProcess:
    """One worker process. Not for two threads at once.

    patience: how many seconds one submission may take before the worker counts as hanging.
    fork_server: shared with other workers; None: the worker starts its own template.
    """

    def __init__(self, job: Job, patience: float, fork_server: ForkServer | None = None):
        self.job = job
        self.fork_server = fork_server
        self.patience = patience
        self.child: Child | None = None
        self.stderr: BinaryIO | None = None
        self.retired = False
        self.last_line = ""

    def grade(self, files: bytes) -> list[Result]:
        """The results for a submission (the bytes of a `SubmissionFiles`). Raises WorkerLost."""
        try:
            child = self._running()
            child.send(files, self.patience)
            answer: dict[str, Any] = json.loads(child.receive(self.patience))
            return [Result.unpack(one) for one in answer["results"]]
        except TooSlow as error:
            self.close()
            raise WorkerLost(f"gave no answer within {error} seconds") from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            code, last = self.close(), self.last_line
            why = f"signal {-code}" if code is not None and code < 0 else f"{error}"
            raise WorkerLost(f"died ({why}{': ' if last else ''}{last})") from None
        except BaseException:
            self.close()
            raise

    def _running(self) -> Child:
        if self.retired:
            raise OSError("the run was stopped")
        if self.child is None:
            self.stderr = tempfile.TemporaryFile()  # noqa: SIM115
            connection = None if self.fork_server is None else self.fork_server.connect()
            inherited = [] if connection is None else [connection.fileno()]
            parent = str(os.getpid())
            try:
                self.child = Child(
                    ["grader.classroom.workers.worker", parent, *map(str, inherited)],
                    stderr=self.stderr,
                    pass_fds=inherited,
                    start_new_session=True,  # a Ctrl-C in the terminal is for the run, not for it
                )
            finally:
                if connection is not None:
                    connection.close()
            self.child.send(self.job.to_bytes(), START_SECONDS)
            self.child.receive(START_SECONDS)
        return self.child

    def _last_line_of_stderr(self) -> str:
        if self.stderr is None:
            return ""
        with contextlib.suppress(OSError, ValueError), self.stderr as stderr:
            size = stderr.seek(0, os.SEEK_END)
            stderr.seek(max(0, size - 2000))
            lines = stderr.read().decode("utf-8", "replace").strip().splitlines()
            return lines[-1][:300] if lines else ""
        return ""

    def retire(self) -> None:
        """Ends the process for good; any thread may call it."""
        self.retired = True
        self.close()

    def close(self) -> int | None:
        """Ends the process and everything it started; returns its exit code, None if none ran."""
        child, self.child = self.child, None
        if child is None:
            return None
        process = child.process
        code = process.poll()
        # The group is named after its leader, whose own number is gone once it has been waited for;
        # a judge that is still running keeps the group's name in use.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        remove_left_by(process.pid, MEMORY)
        self.last_line = self._last_line_of_stderr()
        child.close_pipes()
        return process.returncode if code is None else code

    def __enter__(self) -> WorkerProcess:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
