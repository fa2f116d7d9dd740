"""The asking side of the judge's process, which lives on between verdicts and is replaced if it dies."""

from __future__ import annotations

import base64
import json
import shutil
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.classroom.judge.judge_server import OUT_OF_MEMORY
from grader.evidence.probes.files import MEMORY
from grader.judging import Verdict, beyond
from grader.languages import N_, _, language
from grader.pipes import Child, TooSlow
from grader.scratch import scratch_folder

START_SECONDS = 120.0
DYING_SECONDS = 10.0  # from the end of its answers to its own
SECONDS = 120.0
BEYOND_MEMORY = N_(
    "your graph needs more memory than the judge has, which no right answer does. Is there a tensor that is "
    "far too large?"
)


class JudgeFailed(RuntimeError):
    """The judge could not reach a verdict: our fault, never a student's zero."""


class _Beyond(Exception):
    """The answer took more than any may; the message says of what."""


class JudgeLacks(JudgeFailed):
    """The answer uses something that the judge's engine does not have, called `name`: a person judges it."""

    def __init__(self, exercise: str, name: str):
        super().__init__(f"the judge of {exercise} runs graphs on the engine, which has no {name}")
        self.name = name


@dataclass(frozen=True)
class RenderedVerdict:
    """A verdict, as data, as HTML and as plain text."""

    verdict: Verdict
    html: str
    text: str


class Judge:
    """One judge process. Not for two threads at once.

    catalogue: the module whose `find` knows the exercises.
    seconds: how long one request may take. The process bounds its own processor time: what takes longer waits
    for a machine that is far too busy, or is a mistake of ours.
    """

    def __init__(self, catalogue: str = "grader.exercises", seconds: float = SECONDS):
        self.catalogue = catalogue
        self.seconds = seconds
        self.child: Child | None = None
        self.folder: Path | None = None  # for what it writes
        self.ready = False

    def start(self) -> None:
        """Starts the process without waiting for it."""
        if self.child is None:
            self._launch()

    def draw(self, exercise: str, seed: bytes) -> bytes:
        """The challenge of `exercise` for `seed`, as bytes for the student's kernel."""
        answer = self._ask({"do": "draw", "exercise": exercise, "seed": seed.hex()})
        return base64.b64decode(answer["challenge"])

    def judge(
        self, exercise: str, seed: bytes, evidence: bytes, worth: float | None = None
    ) -> RenderedVerdict:
        """The verdict on `evidence`. Raises JudgeFailed when there is none.

        worth: the points that the exercise is worth in this class (see `Verdict.worth`); None for its own.
        """
        packed = base64.b64encode(evidence).decode("ascii")
        request = {"do": "judge", "exercise": exercise, "seed": seed.hex(), "evidence": packed}
        try:
            return _rendered(self._ask(request | {"worth": worth}))
        except _Beyond as reason:
            return self.refuse(exercise, str(reason), worth)

    def refuse(self, exercise: str, reason: str, worth: float | None = None) -> RenderedVerdict:
        """The verdict of no points for an answer that could not be tried."""
        request = {"do": "refuse", "exercise": exercise, "reason": reason, "worth": worth}
        return _rendered(self._ask(request))

    def render(self, verdict: Mapping[str, Any], worth: float | None = None) -> RenderedVerdict:
        """A verdict from another time, packed; worth: as in `judge`."""
        asked = {"do": "render", "exercise": verdict["exercise"], "verdict": dict(verdict)}
        asked["worth"] = worth
        return _rendered(self._ask(asked))

    def repeat(self, exercise: str, worth: float | None = None) -> RenderedVerdict | None:
        """The verdict of an earlier run that holds where there can be no other; a judge knows none."""
        return None

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The judge's answer. If the process dies, a new one is asked once: it may have been worn out."""
        # Sent with each request: the process outlives a job, and its environment may say otherwise.
        message = json.dumps({**request, "language": language()}).encode("ascii")
        for last in (False, True):
            try:
                child = self._running()
                child.send(message, self.seconds)
                answer: dict[str, Any] = json.loads(child.receive(self.seconds))
            except TooSlow:
                self.close()
                raise JudgeFailed(
                    f"the judge of {request['exercise']} took longer than {self.seconds:g} seconds"
                ) from None
            except (OSError, ValueError) as error:
                status = self.close(DYING_SECONDS)
                if status == -signal.SIGXCPU:
                    raise _Beyond(beyond()) from None
                if last and status == OUT_OF_MEMORY:
                    raise _Beyond(_(BEYOND_MEMORY)) from None
                if last:
                    raise JudgeFailed(f"the judge of {request['exercise']} died: {error}") from None
                continue
            if "lacks" in answer:
                raise JudgeLacks(request["exercise"], answer["lacks"])
            if "error" in answer:
                raise JudgeFailed(f"the judge of {request['exercise']} failed: {answer['error']}")
            return answer
        raise AssertionError("unreachable")

    def _running(self) -> Child:
        child = self.child
        if child is None or child.process.poll() is not None:
            self.close()
            child = self._launch()
        if not self.ready:
            # The time of its imports does not count against the first request.
            child.receive(START_SECONDS)
            self.ready = True
        return child

    def _launch(self) -> Child:
        self.ready = False
        self.folder = scratch_folder(MEMORY)
        self.child = Child(
            ["grader.classroom.judge.judge_server", self.catalogue],
            stderr=subprocess.DEVNULL,
            variables={"TMPDIR": str(self.folder)},
        )
        return self.child

    def close(self, seconds: float = 0.5) -> int:
        """Ends the process, whose folder goes with it; the next request starts another.

        Returns the status with which it ended by itself within so many seconds, else 0.
        """
        if self.child is None or self.folder is None:
            return 0
        process = self.child.process
        self.child.close_pipes()
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            status = 0
        shutil.rmtree(self.folder, ignore_errors=True)
        self.child = self.folder = None
        return status

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _rendered(answer: dict[str, Any]) -> RenderedVerdict:
    return RenderedVerdict(Verdict.from_json(answer["verdict"]), answer["html"], answer["text"])
