"""A pool of workers: submissions go in, outcomes come out in the order they are finished."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from grader.classroom.course.result import Result
from grader.classroom.workers.fork_server import ForkServer
from grader.classroom.workers.job import Job, SubmissionFiles
from grader.classroom.workers.worker_client import WorkerLost, WorkerProcess

ATTEMPTS = 2


@dataclass(frozen=True)
class Outcome:
    """The outcome of one submission: its results, or why every worker that tried it was lost."""

    files: SubmissionFiles
    key: str
    results: list[Result]
    trouble: str = ""


@dataclass(frozen=True)
class Task:
    """One submission to grade, with its key (see `SubmissionFiles.key`)."""

    files: SubmissionFiles
    key: str


class Pool(Protocol):
    """Grades tasks on any number of workers."""

    def outcomes(
        self, tasks: Iterator[Task], ready: Callable[[Outcome], None]
    ) -> Iterator[Outcome]:
        """Yields outcomes in the order they are finished.

        ready: called with each outcome first, from any thread; an exception in it ends the run.
        """

    def running(self) -> list[str]:
        """The students whose submissions are being graded."""

    def stop(self) -> None:
        """Starts no further task; those that are running are finished."""

    def close(self) -> None:
        """Ends all workers immediately."""


class LocalPool:
    """Worker processes on this machine, which share `fork_server`."""

    def __init__(self, job: Job, workers: int, patience: float, fork_server: ForkServer):
        self.workers = [WorkerProcess(job, patience, fork_server) for _ in range(workers)]
        self.in_progress: dict[int, str] = {}
        self.stopped = threading.Event()

    def outcomes(
        self, tasks: Iterator[Task], ready: Callable[[Outcome], None]
    ) -> Iterator[Outcome]:
        # Bounded, so that workers wait when the gradebook is slower than they are.
        done: queue.Queue[Outcome | BaseException | None] = queue.Queue(2 * len(self.workers))
        taking = threading.Lock()
        threads = [
            threading.Thread(
                target=self._work, args=(number, tasks, taking, ready, done), daemon=True
            )
            for number in range(len(self.workers))
        ]
        for thread in threads:
            thread.start()
        left = len(threads)
        while left:
            outcome = done.get()
            if isinstance(outcome, BaseException):
                raise outcome
            if outcome is None:
                left -= 1
            else:
                yield outcome

    def _work(
        self,
        number: int,
        tasks: Iterator[Task],
        taking: threading.Lock,
        ready: Callable[[Outcome], None],
        done: queue.Queue[Outcome | BaseException | None],
    ) -> None:
        try:
            while not self.stopped.is_set():
                with taking:
                    task = next(tasks, None)
                if task is None:
                    break
                self.in_progress[number] = task.files.student
                outcome = grade_with_retries(self.workers[number], task)
                if self.in_progress.pop(number, None) is None:
                    break  # the pool was closed: the submission is not to blame for the loss
                ready(outcome)
                done.put(outcome)
        except BaseException as error:
            done.put(error)
        finally:
            self.workers[number].retire()
            done.put(None)

    def running(self) -> list[str]:
        return sorted(self.in_progress.copy().values())

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        self.stopped.set()
        self.in_progress.clear()
        for worker in self.workers:
            worker.retire()


def grade_with_retries(worker: WorkerProcess, task: Task) -> Outcome:
    """Grades a task, trying again with a new worker when one is lost, up to `ATTEMPTS` times."""
    troubles: list[str] = []
    data = task.files.to_bytes()
    for _ in range(ATTEMPTS):
        try:
            return Outcome(task.files, task.key, worker.grade(data))
        except WorkerLost as error:
            troubles.append(str(error))
    return Outcome(task.files, task.key, [], describe_losses(troubles))


def describe_losses(troubles: list[str]) -> str:
    """Why a submission was given up, as a phrase."""
    told = "; ".join(dict.fromkeys(troubles))
    return f"{len(troubles)} workers were lost while they graded this submission: {told}"
