"""Runs in a Python for WebAssembly: judges answers or runs a lesson's cells, with a line of JSON for each.

    guest.py answers EXERCISE STEP     the reference of an exercise, and every so manyth of its other answers
    guest.py lesson NOTEBOOK           its cells: what each printed, or raised

The same program runs in the usual Python, too: both must print the same.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import time
from pathlib import Path

SEED = b"wasm"
SLOWER = 10  # times, compiled in one pass, on a busy machine; time itself is not compared


def judge_answers(exercise: str, step: int) -> None:
    """A line for each answer: its name, points, the case that decides, the mistake."""
    import numpy as np

    from grader import engine as tf
    from grader.evidence import collect_from
    from grader.evidence.probes import bounded
    from grader.exercises import find
    from grader.exercises.answers import answers_to
    from grader.judging import draw, judge, to_text

    if sys.platform == "wasi":
        bounded.SECONDS, bounded.SECONDS_OF_A_CALL = 5.0 * SLOWER, 2.0 * SLOWER
    found = find(exercise)
    listed = answers_to(exercise)
    reference = next(answer for answer in listed if answer.right)
    others = [answer for answer in listed if answer is not reference]
    for answer in [reference, *others[::step]]:
        began = time.monotonic()
        namespace = {"tf": tf, "np": np}
        challenge = draw(found, SEED)
        with tf.Graph().as_default():
            exec(answer.source, namespace)
            verdict = judge(found, challenge, collect_from(namespace, found.answers, challenge, tf))
        tell(
            answer=f"{exercise} {answer.name}",
            right=answer.right,
            full=verdict.full,
            points=verdict.points,
            mistake=verdict.misconception,
            text=to_text(verdict),
            seconds=time.monotonic() - began,
        )


def run_lesson(path: Path) -> None:
    """A line for each cell of code: its number, what it printed, and what it raised."""
    from grader.notebook import CheckFailed

    os.urandom = lambda count: bytes(count)  # so that checks ask the same questions here and there
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    names: dict = {"__name__": "__main__"}
    os.chdir(path.parent)
    for number, cell in enumerate(cells):
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or source.startswith("%"):
            continue
        raised, printed = None, io.StringIO()
        with contextlib.redirect_stdout(printed):
            try:
                exec(compile(source, f"cell {number}", "exec"), names)
            except (NotImplementedError, CheckFailed) as error:
                raised = str(error)
            except Exception as error:
                raised = f"{type(error).__name__}: {error}"
        tell(cell=number, printed=printed.getvalue(), raised=raised)


def no_network(*_: object) -> None:
    """What WASI's sockets lack, and Pyodide's have."""
    raise OSError("no network")


def tell(**fields: object) -> None:
    """Prints a line of JSON."""
    print(json.dumps(fields), file=sys.__stdout__, flush=True)


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=["answers", "lesson"])
    parser.add_argument("name", nargs="+")
    given = parser.parse_args()
    if sys.platform == "wasi":
        import _socket

        _socket.getaddrinfo = no_network
    if given.what == "answers":
        *exercises, step = given.name
        for exercise in exercises:
            judge_answers(exercise, int(step))
    else:
        for name in given.name:
            run_lesson(Path(name))


if __name__ == "__main__":
    main()
