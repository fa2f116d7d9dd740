"""A pool of workers on a Dask cluster: submissions travel as bytes, results as JSON.

Each Dask worker keeps one of our worker processes per thread, so that a submission that kills its
process harms neither the Dask worker nor the submissions next to it. A plugin starts them on every
Dask worker that joins and ships the chapter, since the machines share no folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import queue
import shutil
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from distributed import Client, WorkerPlugin, get_worker
from distributed.scheduler import KilledWorker

from grader.classroom.course.result import Result
from grader.classroom.workers.fork_server import ForkServer
from grader.classroom.workers.job import Job
from grader.classroom.workers.pool import ATTEMPTS, Outcome, Task, describe_losses
from grader.classroom.workers.worker_client import WorkerLost, WorkerProcess
from grader.errors import CourseError

PLUGIN = "grader"
CONNECT_SECONDS = 30.0
# A submission that has been out for this many times its time limit is also sent to another worker.
SLOW = 1.5


def pack(job: Job) -> bytes:
    """The chapter's folder and the job's data sets, as a zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        roots = [("source/" + job.chapter, Path(job.source) / job.chapter)]
        roots += [("data", Path(job.data))] if job.data else []
        for name, root in roots:
            for path in sorted(root.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.write(path, f"{name}/{path.relative_to(root).as_posix()}")
    return buffer.getvalue()


class GraderPlugin(WorkerPlugin):
    """Our worker processes inside one Dask worker."""

    name = PLUGIN
    idempotent = False

    def __init__(self, job: bytes, chapter: bytes, patience: float):
        self.job = job
        self.chapter = chapter
        self.patience = patience

    def setup(self, worker: Any) -> None:
        """Unpacks the chapter. The processes start with their first submissions."""
        self.folder = Path(tempfile.mkdtemp(prefix="grader-cluster-"))
        self.folder.chmod(
            0o755
        )  # the sandboxes run as other users, who must read the chapter's files
        with zipfile.ZipFile(io.BytesIO(self.chapter)) as archive:
            archive.extractall(self.folder)
        job = Job.from_bytes(self.job)
        data = str(self.folder / "data") if job.data else ""
        job = replace(job, source=str(self.folder / "source"), data=data)
        self.fork_server = ForkServer(job)
        self.processes = [
            WorkerProcess(job, self.patience, self.fork_server)
            for _ in range(worker.state.nthreads)
        ]
        self.free: queue.Queue[WorkerProcess] = queue.Queue()
        for process in self.processes:
            self.free.put(process)

    def teardown(self, worker: Any) -> None:
        """Ends the processes."""
        for process in getattr(self, "processes", []):
            process.retire()
        if hasattr(self, "fork_server"):
            self.fork_server.close()
        shutil.rmtree(getattr(self, "folder", ""), ignore_errors=True)

    def grade(self, files: bytes) -> bytes:
        """The results as JSON, or {"lost": reason}."""
        process = self.free.get()
        try:
            return json.dumps({"results": [one.pack() for one in process.grade(files)]}).encode()
        except WorkerLost as error:
            return json.dumps({"lost": str(error)}).encode()
        finally:
            self.free.put(process)


def grade_on_worker(files: bytes) -> bytes:
    """Runs on a Dask worker: grades the bytes of a `SubmissionFiles`."""
    plugin: GraderPlugin = get_worker().plugins[PLUGIN]
    return plugin.grade(files)


class ClusterPool:
    """The workers of a Dask scheduler.

    address: the scheduler's, such as tcp://host:8786. Raises CourseError if nothing answers there.
    """

    def __init__(self, address: str, job: Job, patience: float):
        try:
            self.client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise CourseError(
                f"no Dask scheduler answers at {address} ({error}); start one with "
                "`dask scheduler` and workers with `dask worker ADDRESS`"
            ) from None
        self.patience = patience
        self.in_progress: dict[str, str] = {}
        self.stopped = threading.Event()
        self.client.register_plugin(GraderPlugin(job.to_bytes(), pack(job), patience), PLUGIN)

    def outcomes(
        self, tasks: Iterator[Task], ready: Callable[[Outcome], None]
    ) -> Iterator[Outcome]:
        done: queue.Queue[tuple[Task, Any]] = queue.Queue()
        out: dict[str, Any] = {}
        troubles: dict[str, list[str]] = {}
        more = True
        while more or out:
            while more and not self.stopped.is_set() and len(out) < self._capacity():
                task = next(tasks, None)
                more = task is not None
                if task is not None:
                    self._send(task, out, done)
            if self.stopped.is_set():
                more = False
            try:
                task, future = done.get(timeout=1.0)
            except queue.Empty:
                self._repeat_slow(out, done)
                continue
            if task.key not in out:
                continue  # another copy of it was faster
            outcome = self._outcome(task, future, troubles.setdefault(task.key, []))
            if outcome is None:
                self._send(task, out, done)
                continue
            del out[task.key]
            self.in_progress.pop(task.key, None)
            troubles.pop(task.key, None)
            ready(outcome)
            yield outcome

    def _capacity(self) -> int:
        """How many submissions may be out at once: enough that no worker waits for us."""
        threads = sum(self.client.nthreads().values())
        return max(4, 2 * int(threads))

    def _send(self, task: Task, out: dict[str, Any], done: queue.Queue[tuple[Task, Any]]) -> None:
        self.in_progress[task.key] = task.files.student
        # pure=False: Dask must not merge equal submissions of two students.
        future = self.client.submit(grade_on_worker, task.files.to_bytes(), pure=False, retries=0)
        out[task.key] = (task, time.monotonic())
        future.add_done_callback(lambda future: done.put((task, future)))

    def _repeat_slow(self, out: dict[str, Any], done: queue.Queue[tuple[Task, Any]]) -> None:
        """Sends submissions that have been out for too long again, if there are workers."""
        bound = SLOW * self.patience * max(1.0, len(out) / max(1, self._capacity() // 2))
        for task, since in list(out.values()):
            if time.monotonic() - since > bound and self.client.nthreads():
                self._send(task, out, done)

    def _outcome(self, task: Task, future: Any, troubles: list[str]) -> Outcome | None:
        """The outcome, or None if the task should be sent again."""
        try:
            about = json.loads(future.result(timeout=CONNECT_SECONDS))
            if "results" in about:
                results = [Result.unpack(one) for one in about["results"]]
                return Outcome(task.files, task.key, results)
            troubles.append(about["lost"])
        except (KilledWorker, asyncio.CancelledError, TimeoutError, KeyError) as error:
            troubles.append(f"{type(error).__name__}: {error}".splitlines()[0][:300])
        except Exception as error:
            troubles.append(f"{type(error).__name__}: {error}"[:300])
        if len(troubles) < ATTEMPTS:
            return None
        return Outcome(task.files, task.key, [], describe_losses(troubles))

    def running(self) -> list[str]:
        return sorted(self.in_progress.copy().values())

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        self.stopped.set()
        with contextlib.suppress(Exception):
            self.client.unregister_worker_plugin(PLUGIN)
        with contextlib.suppress(Exception):
            self.client.close(timeout=5)
