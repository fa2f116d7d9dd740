"""The judge's process: requests come in on stdin, verdicts go out on stdout, one JSON line each.

    python -m grader.classroom.judge.judge_server grader.exercises

It runs neither student code nor TensorFlow. Evidence is hostile, so memory is bounded here and time
by who asks; when this process dies, another is started.
"""

from __future__ import annotations

import base64
import importlib
import json
import os
import resource
import sys
import traceback
from collections.abc import Callable
from typing import Any

from grader.languages import using

MEMORY = 2 * 2**30


def main(catalogue: str) -> None:
    """Answers requests until stdin ends. `catalogue`: the module whose `find` knows the exercises."""
    for kind, bound in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        value = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(kind, (value, value))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what an exercise prints must not be taken for an answer
    find = importlib.import_module(catalogue).find
    answers.write('{"ready": true}\n')
    answers.flush()
    for line in sys.stdin:
        try:
            request = json.loads(line)
            with using(request.get("language")):
                answer = ACTIONS[request["do"]](find(request["exercise"]), request)
        except MemoryError:
            raise SystemExit(1) from None
        except Exception as error:
            answer = {
                "error": f"{type(error).__name__}: {error}"[:500],
                "trace": traceback.format_exc()[-4000:],
            }
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def draw(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """The challenge for a seed, as far as a student's kernel may know it."""
    from grader import evidence, judging

    challenge = judging.draw(exercise, bytes.fromhex(request["seed"]))
    return {"challenge": _pack(evidence.challenge_to_bytes(challenge))}


def judge(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """The verdict on evidence, for the challenge of the same seed."""
    from grader import judging

    challenge = judging.draw(exercise, bytes.fromhex(request["seed"]))
    return _told(judging.judge(exercise, challenge, base64.b64decode(request["evidence"])))


def refuse(exercise: Any, request: dict[str, Any]) -> dict[str, Any]:
    """A verdict of no points, with a reason."""
    from grader import judging

    return _told(judging.refusal(exercise, request["reason"]))


def _told(verdict: Any) -> dict[str, Any]:
    from grader import judging

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
