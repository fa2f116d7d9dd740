"""The judge's process: it reads requests and writes verdicts, as messages of JSON (see `pipes`).

    python -m grader.classroom.judge.judge_server grader.exercises

It runs neither student code nor TensorFlow. Evidence may be hostile, so memory is bounded here, and
time by the asking process; when this process dies, another is started.
"""

from __future__ import annotations

import base64
import importlib
import json
import resource
import sys
import traceback
from collections.abc import Callable
from typing import Any

from grader import evidence, judging
from grader.languages import using
from grader.pipes import read_message, take_pipes, write_message

MEMORY = 2 * 2**30


def main(catalogue: str) -> None:
    """Answers requests until the pipe is closed. `catalogue`: the module whose `find` knows the exercises."""
    for kind, bound in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        value = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(kind, (value, value))
    inbox, outbox = take_pipes()
    find = importlib.import_module(catalogue).find
    write_message(outbox, b"ready")
    while (message := read_message(inbox)) is not None:
        try:
            request = json.loads(message)
            with using(request.get("language")):
                answer = ACTIONS[request["do"]](find(request["exercise"]), request)
        except MemoryError:
            raise SystemExit(1) from None
        except judging.CannotJudge as error:
            answer = {"lacks": error.name}
        except Exception as error:
            answer = {
                "error": f"{type(error).__name__}: {error}"[:500],
                "trace": traceback.format_exc()[-4000:],
            }
        write_message(outbox, json.dumps(answer).encode("ascii"))


def draw(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """The challenge for a seed, without its hidden part."""
    challenge = judging.draw(exercise, bytes.fromhex(request["seed"]))
    return {"challenge": _pack(evidence.challenge_to_bytes(challenge))}


def judge(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """The verdict on evidence for the challenge drawn from the same seed."""
    challenge = judging.draw(exercise, bytes.fromhex(request["seed"]))
    return _rendered(judging.judge(exercise, challenge, base64.b64decode(request["evidence"])))


def refuse(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """A verdict of no points, with a reason."""
    return _rendered(judging.refusal(exercise, request["reason"]))


def _rendered(verdict: Any) -> dict[str, Any]:
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
}

if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "grader.exercises")
