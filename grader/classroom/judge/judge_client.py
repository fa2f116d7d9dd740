"""The asking side of the judge's process, which lives on between verdicts and is replaced if it dies."""

from __future__ import annotations

import base64
import json
import subprocess
from dataclasses import dataclass
from typing import Any

from grader.judging import Verdict
from grader.languages import language
from grader.pipes import Child, TooSlow

START_SECONDS = 120.0


class JudgeFailed(RuntimeError):
    """The judge could not reach a verdict: our fault, never a student's zero."""


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
    seconds: how long one request may take.
    """

    def __init__(self, catalogue: str = "grader.exercises", seconds: float = 60.0):
        self.catalogue = catalogue
        self.seconds = seconds
        self.child: Child | None = None
        self.ready = False

    def start(self) -> None:
        """Starts the process without waiting for it."""
        if self.child is None:
            self._launch()

    def draw(self, exercise: str, seed: bytes) -> bytes:
        """The challenge of `exercise` for `seed`, as bytes for the student's kernel."""
        answer = self._ask({"do": "draw", "exercise": exercise, "seed": seed.hex()})
        return base64.b64decode(answer["challenge"])

    def judge(self, exercise: str, seed: bytes, evidence: bytes) -> RenderedVerdict:
        """The verdict on `evidence`. Raises JudgeFailed when there is none."""
        packed = base64.b64encode(evidence).decode("ascii")
        request = {"do": "judge", "exercise": exercise, "seed": seed.hex(), "evidence": packed}
        return _rendered(self._ask(request))

    def refuse(self, exercise: str, reason: str) -> RenderedVerdict:
        """The verdict of no points for an answer that could not be tried."""
        return _rendered(self._ask({"do": "refuse", "exercise": exercise, "reason": reason}))

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
                self.close()
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
            child = self._launch()
        if not self.ready:
            # The time of its imports does not count against the first request.
            child.receive(START_SECONDS)
            self.ready = True
        return child

    def _launch(self) -> Child:
        self.ready = False
        self.child = Child(
            ["grader.classroom.judge.judge_server", self.catalogue], stderr=subprocess.DEVNULL
        )
        return self.child

    def close(self) -> None:
        """Ends the process; the next request starts another."""
        if self.child is None:
            return
        self.child.process.kill()
        self.child.process.wait()
        self.child.close_pipes()
        self.child = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _rendered(answer: dict[str, Any]) -> RenderedVerdict:
    return RenderedVerdict(Verdict.from_json(answer["verdict"]), answer["html"], answer["text"])
