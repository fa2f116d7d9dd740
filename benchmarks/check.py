"""How long `check` takes in a notebook, with TensorFlow imported: drawing, probing and judging.

    python benchmarks/check.py [--repeat 5] [--backend engine] [graphs/polynomial ...]

Prints, for each exercise or for those named, the fastest, the median and the slowest time for a right
answer and for a wrong one, in seconds. The wrong one has no listed misconception where there is such an
answer: it is compared with the misconceptions, then with every relation and with the named mutants, so it
is the slowest case. A fixed loop before every check (see `machine.py`) shows how fast and how steady the
machine is.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import statistics
import time
from typing import Any

from machine import fixed_loop


def main() -> None:
    """Times every exercise of every chapter and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5, help="times each answer is checked")
    parser.add_argument("--backend", choices=["tensorflow", "engine"], default="tensorflow")
    parser.add_argument("exercises", nargs="*", metavar="exercise", help="default: all")
    options = parser.parse_args()
    os.environ["GRADER_BACKEND"] = options.backend

    import numpy as np
    from rich.console import Console
    from rich.table import Table

    from grader.exercises import CHAPTERS, chapter_exercises
    from grader.exercises.answers import answers
    from grader.notebook import CheckFailed, check, tf

    def once(exercise: Any, source: str) -> float:
        with tf.Graph().as_default():
            namespace: dict[str, Any] = {"tf": tf, "np": np}
            exec(source, namespace)
            given = [namespace[name] for name in exercise.answers]
            loops.append(fixed_loop())
            start = time.perf_counter()
            with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(CheckFailed):
                check(exercise.id, *given)
            return time.perf_counter() - start

    table = Table(
        "exercise", "right: fastest", "median", "slowest", "wrong: fastest", "median", "slowest"
    )
    everything: list[float] = []
    loops: list[float] = []
    for chapter in CHAPTERS:
        given = answers(chapter)
        for exercise in chapter_exercises(chapter).values():
            if options.exercises and exercise.id not in options.exercises:
                continue
            row = [exercise.id]
            mine = [answer for answer in given if answer.exercise == exercise.id]
            wrong = [answer for answer in mine if not answer.right]
            unnamed = [answer for answer in wrong if answer.misconception is None]
            for chosen in (next(one for one in mine if one.right), [*unnamed, *wrong][0]):
                source = chosen.source
                times = [once(exercise, source) for _ in range(options.repeat)]
                everything += times
                row += [f"{one:.2f}" for one in (min(times), statistics.median(times), max(times))]
            table.add_row(*row)
    console = Console(width=110)
    console.print(table)
    console.print(
        f"{len(everything)} checks with {options.backend}: median "
        f"{statistics.median(everything):.3f} s, slowest {max(everything):.3f} s"
    )
    console.print(f"meanwhile, the fixed loop took {min(loops):.3f} to {max(loops):.3f} s")


if __name__ == "__main__":
    main()
