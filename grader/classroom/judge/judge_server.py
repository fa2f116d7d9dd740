"""The judge's process: it reads requests and writes verdicts, as messages of JSON (see `pipes`).

    python -m grader.classroom.judge.judge_server grader.exercises

It runs neither student code nor TensorFlow. Evidence may be hostile, so memory and processor time are bounded
here; when this process dies, another is started. How it ended says why: killed by SIGXCPU, or with the status
`OUT_OF_MEMORY`, it was an answer beyond all bounds.
"""

from __future__ import annotations

import base64
import gc
import importlib
import json
import math
import resource
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from grader import evidence, judging
from grader.cleaning import printable
from grader.judging.judge import SECONDS
from grader.languages import using
from grader.pipes import read_message, take_pipes, write_message

CPU = resource.RLIMIT_CPU
MEMORY = 2 * 2**30
OUT_OF_MEMORY = 17
LONGEST_NAME = 100  # characters of what the engine does not have: a graph may claim any name
# Of processor time on one answer, beyond the judge's own limit: what Python cannot stop, the system does.
LAST_RESORT = 15


def main(catalogue: str) -> None:
    """Answers requests until the pipe is closed. `catalogue`: the module whose `find` knows the exercises."""
    for kind, bound in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        value = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(kind, (value, value))
    inbox, outbox = take_pipes()
    find = importlib.import_module(catalogue).find
    gc.freeze()  # so that a collection looks at what an answer left, and at nothing else
    write_message(outbox, b"ready")
    while (message := read_message(inbox)) is not None:
        try:
            request = json.loads(message)
            with using(request.get("language")):
                # What is only shown may be of an exercise that is gone.
                exercise = None if request["do"] == "render" else find(request["exercise"])
                answer = ACTIONS[request["do"]](exercise, request)
        except MemoryError:
            raise SystemExit(OUT_OF_MEMORY) from None
        except judging.CannotJudge as error:
            answer = {"lacks": printable(error.name)[:LONGEST_NAME]}
        except Exception as error:
            answer = {
                "error": f"{type(error).__name__}: {error}"[:500],
                "trace": traceback.format_exc()[-4000:],
            }
        write_message(outbox, json.dumps(answer).encode("ascii"))
        gc.collect()  # a graph is full of circles, and a hostile one is large


def draw(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """The challenge for a seed, without its hidden part."""
    challenge = judging.draw(exercise, bytes.fromhex(request["seed"]))
    return {"challenge": _pack(evidence.challenge_to_bytes(challenge))}


def judge(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """The verdict on evidence for the challenge drawn from the same seed."""
    challenge = judging.draw(exercise, bytes.fromhex(request["seed"]))
    evidence = base64.b64decode(request["evidence"])
    return _rendered(judging.judge(exercise, challenge, evidence, alarm=last_resort), request)


@contextmanager
def last_resort() -> Iterator[None]:
    """The system kills this process (by SIGXCPU) if the block takes much longer than it may."""
    usage, (soft, hard) = resource.getrusage(resource.RUSAGE_SELF), resource.getrlimit(CPU)
    most = math.ceil(usage.ru_utime + usage.ru_stime + SECONDS + LAST_RESORT)
    resource.setrlimit(CPU, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(CPU, (soft, hard))


def refuse(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """A verdict of no points, with a reason."""
    return _rendered(judging.refusal(exercise, request["reason"]), request)


def render(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """A verdict that was reached at another time."""
    return _rendered(judging.Verdict.from_json(request["verdict"]), request)


def _rendered(verdict: Any, request: dict[str, Any]) -> dict[str, Any]:
    if request.get("worth") is not None:
        verdict = verdict.worth(request["worth"])
    return {
        "verdict": verdict.to_json(),
        "html": judging.to_html(verdict),
        "text": judging.to_text(verdict),
    }


def _pack(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


ACTIONS: dict[str, Callable[[Any, dict[str, Any]], dict[str, Any]]] = {
    "draw": draw,
    "judge": judge,
    "refuse": refuse,
    "render": render,
}

if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "grader.exercises")
