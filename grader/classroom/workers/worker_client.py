"""A worker's process, seen from outside: started, asked, replaced when it dies or hangs."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, BinaryIO

import grader
from grader.classroom.course.result import Result
from grader.classroom.workers.fork_server import ForkServer
from grader.classroom.workers.job import Job
from grader.classroom.workers.worker import MAX_MESSAGE

START_SECONDS = 180.0


class WorkerLost(RuntimeError):
    """The worker died, or did not answer in time. It has been ended; the next question starts another."""


class WorkerProcess:
    """One worker's process. Not for two threads at once.

    patience: how many seconds one submission may take before the worker counts as hanging.
    fork_server: shared with other workers; None: the worker has its own.
    """

    def __init__(self, job: Job, patience: float, fork_server: ForkServer | None = None):
        self.job = job
        self.fork_server = fork_server
        self.patience = patience
        self.process: subprocess.Popen[bytes] | None = None
        self.said: BinaryIO | None = None
        self.retired = False
        self.last_words = ""

    def grade(self, handed: bytes) -> list[Result]:
        """The results for a submission (the bytes of a `SubmissionFiles`). Raises WorkerLost."""
        try:
            process = self._running()
            assert process.stdin is not None
            _send(process.stdin.fileno(), handed, self.patience)
            answer: dict[str, Any] = json.loads(_receive(process, self.patience))
            return [Result.unpack(one) for one in answer["results"]]
        except _TooSlow as error:
            self.close()
            raise WorkerLost(f"gave no answer within {error} seconds") from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            code, last = self.close(), self.last_words
            why = f"signal {-code}" if code is not None and code < 0 else f"{error}"
            raise WorkerLost(f"died ({why}{': ' if last else ''}{last})") from None
        except BaseException:
            self.close()
            raise

    def _running(self) -> subprocess.Popen[bytes]:
        if self.retired:
            raise OSError("the run was ended")
        if self.process is None:
            self.said = tempfile.TemporaryFile()  # noqa: SIM115
            control = None if self.fork_server is None else self.fork_server.connect()
            handed = [] if control is None else [control.fileno()]
            try:
                self.process = subprocess.Popen(
                    [
                        *(
                            sys.executable,
                            "-m",
                            "grader.classroom.workers.worker",
                            str(os.getpid()),
                        ),
                        *map(str, handed),
                    ],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self.said,
                    env=_environment(),
                    pass_fds=handed,
                    start_new_session=True,  # a Ctrl-C in the terminal is for the run, not for it
                )
            finally:
                if control is not None:
                    control.close()
            assert self.process.stdin is not None
            os.set_blocking(self.process.stdin.fileno(), False)
            _send(self.process.stdin.fileno(), self.job.to_bytes(), START_SECONDS)
            _receive(self.process, START_SECONDS)
        return self.process

    def _hear(self) -> str:
        """The last line that the process wrote on its standard error stream."""
        if self.said is None:
            return ""
        with contextlib.suppress(OSError, ValueError), self.said as said:
            size = said.seek(0, os.SEEK_END)
            said.seek(max(0, size - 2000))
            lines = said.read().decode("utf-8", "replace").strip().splitlines()
            return lines[-1][:300] if lines else ""
        return ""

    def retire(self) -> None:
        """Ends the process for good; any thread may call it."""
        self.retired = True
        self.close()

    def close(self) -> int | None:
        """Ends the process with everything that it started; its exit code, None if there is none."""
        process, self.process = self.process, None
        if process is None:
            return None
        code = process.poll()
        # The group is named by its leader; the leader is unknown to the system once it is waited
        # for, but a judge that is left over keeps the name in use.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.last_words = self._hear()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        return process.returncode if code is None else code

    def __enter__(self) -> WorkerProcess:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class _TooSlow(Exception):
    pass


def _environment() -> dict[str, str]:
    environment = dict(os.environ)
    root = str(Path(grader.__file__).parent.parent)
    paths = [root, *filter(None, sys.path), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, dict.fromkeys(paths)))
    environment["PYTHONHASHSEED"] = "0"
    return environment


def _send(descriptor: int, data: bytes, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    view = memoryview(len(data).to_bytes(8, "big") + data)
    while view:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([], [descriptor], [], left)[1]:
            raise _TooSlow(f"{seconds:g}")
        view = view[os.write(descriptor, view) :]


def _receive(process: subprocess.Popen[bytes], seconds: float) -> bytes:
    assert process.stdout is not None
    deadline = time.monotonic() + seconds
    found, wanted = bytearray(), 8
    while len(found) < wanted:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            raise _TooSlow(f"{seconds:g}")
        part = os.read(process.stdout.fileno(), min(1 << 20, wanted - len(found)))
        if not part:
            raise OSError("it ended without an answer")
        found += part
        if wanted == 8 and len(found) == 8:
            wanted = 8 + int.from_bytes(found, "big")
            if wanted > MAX_MESSAGE:
                raise OSError(f"it sent {wanted} bytes")
    return bytes(found[8:])
