"""Asking the judge's process: it is kept alive between verdicts, and replaced when it dies."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grader
from grader.judging import Verdict
from grader.languages import language

START_SECONDS = 120.0


class JudgeFailed(RuntimeError):
    """The judge could not come to a verdict: our fault, never a student's zero."""


@dataclass(frozen=True)
class RenderedVerdict:
    """A verdict and how it reads."""

    verdict: Verdict
    html: str
    text: str


class Judge:
    """One judge's process. Not for two threads at once.

    catalogue: the module whose `find` knows the exercises.
    seconds: how long one answer may take.
    """

    def __init__(self, catalogue: str = "grader.exercises", seconds: float = 60.0):
        self.catalogue = catalogue
        self.seconds = seconds
        self.process: subprocess.Popen[bytes] | None = None
        self.waiting = b""
        self.ready = False

    def start(self) -> None:
        """Starts the process without waiting for it."""
        if self.process is None:
            self._launch()

    def draw(self, exercise: str, seed: bytes) -> bytes:
        """The challenge of `exercise` for `seed`, as bytes for the student's kernel."""
        answer = self._ask({"do": "draw", "exercise": exercise, "seed": seed.hex()})
        return base64.b64decode(answer["challenge"])

    def judge(self, exercise: str, seed: bytes, evidence: bytes) -> RenderedVerdict:
        """The verdict on `evidence`. Raises JudgeFailed when there is none."""
        packed = base64.b64encode(evidence).decode("ascii")
        request = {"do": "judge", "exercise": exercise, "seed": seed.hex(), "evidence": packed}
        return _told(self._ask(request))

    def refuse(self, exercise: str, reason: str) -> RenderedVerdict:
        """The verdict of no points for an answer that could not be tried."""
        return _told(self._ask({"do": "refuse", "exercise": exercise, "reason": reason}))

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Asks; a process that dies is asked once more, newly started: it may have been worn out."""
        # The judge's process outlives a job, and has an environment of its own.
        line = json.dumps({**request, "language": language()}).encode("ascii") + b"\n"
        for last in (False, True):
            try:
                answer: dict[str, Any] = json.loads(self._exchange(line))
            except _TooSlow:
                self.close()
                raise JudgeFailed(
                    f"the judge of {request['exercise']} took longer than {self.seconds:g} seconds"
                ) from None
            except (OSError, ValueError) as error:
                self.close()
                if last:
                    raise JudgeFailed(f"the judge of {request['exercise']} died: {error}") from None
                continue
            if "error" in answer:
                raise JudgeFailed(f"the judge of {request['exercise']} failed: {answer['error']}")
            return answer
        raise AssertionError("unreachable")

    def _exchange(self, line: bytes) -> bytes:
        process = self._running()
        assert process.stdin is not None
        process.stdin.write(line)
        process.stdin.flush()
        return self._line(process, self.seconds)

    def _line(self, process: subprocess.Popen[bytes], seconds: float) -> bytes:
        """The next line that the process writes. Raises _TooSlow, or OSError where it ended."""
        assert process.stdout is not None
        deadline = time.monotonic() + seconds
        while b"\n" not in self.waiting:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
                raise _TooSlow
            part = os.read(process.stdout.fileno(), 1 << 16)
            if not part:
                raise OSError("it ended without an answer")
            self.waiting += part
        answer, _, self.waiting = self.waiting.partition(b"\n")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        process = self.process
        if process is None or process.poll() is not None:
            process = self._launch()
        if not self.ready:
            # What it imports takes its time, and is no part of the first answer's.
            self._line(process, START_SECONDS)
            self.ready = True
        return process

    def _launch(self) -> subprocess.Popen[bytes]:
        environment = dict(os.environ)
        root = str(Path(grader.__file__).parent.parent)
        paths = [root, *filter(None, sys.path), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, dict.fromkeys(paths)))
        environment["PYTHONHASHSEED"] = "0"
        self.waiting, self.ready = b"", False
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grader.classroom.judge.judge_server", self.catalogue],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        return self.process

    def close(self) -> None:
        """Ends the process; the next question starts another."""
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self.process = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class _TooSlow(Exception):
    pass


def _told(answer: dict[str, Any]) -> RenderedVerdict:
    return RenderedVerdict(Verdict.from_json(answer["verdict"]), answer["html"], answer["text"])
