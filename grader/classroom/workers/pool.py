"""The workers of a run: submissions go in, answers come out as they are ready."""

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
    """What became of one submission: its results, or why two workers were lost over it."""

    files: SubmissionFiles
    key: str
    results: list[Result]
    trouble: str = ""


@dataclass(frozen=True)
class Task:
    """One submission to grade, with the name of its grading."""

    files: SubmissionFiles
    key: str


class Pool(Protocol):
    """Grades tasks on any number of workers."""

    def outcomes(
        self, tasks: Iterator[Task], ready: Callable[[Outcome], None]
    ) -> Iterator[Outcome]:
        """The answers in the order in which they are ready.

        ready: told each outcome first, in any thread; what it raises ends the run.
        """

    def running(self) -> list[str]:
        """The students whose submissions are being graded."""

    def stop(self) -> None:
        """No further task is begun; those that run are finished."""

    def close(self) -> None:
        """Ends all workers at once."""


class LocalPool:
    """Worker processes on this machine; `fork_server` is for all of them."""

    def __init__(self, job: Job, workers: int, patience: float, fork_server: ForkServer):
        self.workers = [WorkerProcess(job, patience, fork_server) for _ in range(workers)]
        self.at_work: dict[int, str] = {}
        self.stopped = threading.Event()

    def outcomes(
        self, tasks: Iterator[Task], ready: Callable[[Outcome], None]
    ) -> Iterator[Outcome]:
        # Bounded: where the gradebook is slower than the workers, they wait for it.
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
                self.at_work[number] = task.files.student
                outcome = attempt(self.workers[number], task)
                if self.at_work.pop(number, None) is None:
                    break  # closed meanwhile: what was lost was not the submission's doing
                ready(outcome)
                done.put(outcome)
        except BaseException as error:
            done.put(error)
        finally:
            self.workers[number].retire()
            done.put(None)

    def running(self) -> list[str]:
        return sorted(self.at_work.copy().values())

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        self.stopped.set()
        self.at_work.clear()
        for worker in self.workers:
            worker.retire()


def attempt(worker: WorkerProcess, task: Task) -> Outcome:
    """Grades a task, on a new worker where one was lost, `ATTEMPTS` times at most."""
    troubles: list[str] = []
    data = task.files.to_bytes()
    for _ in range(ATTEMPTS):
        try:
            return Outcome(task.files, task.key, worker.grade(data))
        except WorkerLost as error:
            troubles.append(str(error))
    return Outcome(task.files, task.key, [], lost(troubles))


def lost(troubles: list[str]) -> str:
    """Why a submission was given up, as half a sentence."""
    told = "; ".join(dict.fromkeys(troubles))
    return f"{len(troubles)} workers were lost while they graded this submission: {told}"
