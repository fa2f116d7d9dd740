"""A class of thousands: throughput, memory and the gradebook's time over the run. No slope, one hopes.

    python benchmarks/scale.py --students 5000

Submissions are drawn from the demo's kinds. Kernels are left out (`benchmarks/grading.py` is about
them): a stub stands for each, so that what is measured is all that grows with the class: reading,
spool, gradebook, graded notebooks, pages, journal.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import psutil

from grader.classroom.course.plan import Plan, chapter_plans
from grader.classroom.course.reading import Rejected, read_notebook
from grader.classroom.course.result import GRADED, Result
from grader.classroom.grading.restore import restore
from grader.classroom.grading.submission import Settings, rejected
from grader.classroom.nbgrader.course import open_course
from grader.classroom.runs import demo
from grader.classroom.runs.autograde import RunOptions, autograde
from grader.places import DATA, SOLUTIONS
from grader.sandbox import find_isolation

PARTS = 10  # of the run, each with a line of its own


def stub(
    data: bytes, plan: Plan, secret: bytes, student: str, settings: Settings, judge: Any, side: Any
) -> Result:
    """As `grading.grade`, without a kernel: points by lot."""
    try:
        notebook, flags = restore(read_notebook(data), plan)
    except Rejected as reason:
        return rejected(plan, student, str(reason))
    luck, total = hashlib.sha256(data + student.encode()).digest(), 0.0
    for number, cell in enumerate(notebook.cells):
        planned = plan.cell(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        if planned is not None and planned.automatic:
            points = planned.points * (luck[number % 32] % 3) / 2
            total += points
            shown = {"text/html": f"<p>{points:g} points</p>", "text/plain": f"{points:g}"}
            cell.outputs = [nbformat.v4.new_output("execute_result", shown)]
    return Result(
        student,
        plan.chapter,
        plan.notebook,
        GRADED,
        total,
        plan.max_points,
        0.0,
        f"{total:g} of {plan.max_points:g} points.",
        nbformat.writes(notebook),
        tuple(flags),
    )


def recording(root: Path, chapter: str, workers: int, pages: bool) -> Iterator[Any]:
    """The run of the class in the folder `root`, where each submission is graded by `stub`."""
    options = RunOptions(pages=pages, grade="scale:stub")
    settings = Settings(find_isolation("none"))
    return autograde(open_course(root), chapter, settings, workers, options=options)


def main() -> None:
    """Prints a line for each tenth of the run."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=5000)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--chapter", default="01-graphs")
    parser.add_argument("--no-feedback", action="store_true")
    given = parser.parse_args()
    from grader.exercises.answers import answers

    with tempfile.TemporaryDirectory(prefix="grader-scale-") as folder:
        root = Path(folder) / "class"
        plans = chapter_plans(given.chapter, SOLUTIONS, DATA)
        # In memory they would hide what the run needs.
        demo.write_class(
            root, plans, demo.make_class(plans, answers(given.chapter), given.students, 1), 1
        )
        how = (root, given.chapter, given.workers, not given.no_feedback)
        me, step = psutil.Process(), max(1, given.students // PARTS)
        print("students   a minute   memory (MB)   processor time of the writer (ms each)")
        started, spent = time.monotonic(), sum(me.cpu_times()[:2])
        for number, _ in enumerate(recording(*how), start=1):
            if number % step == 0:
                now, used = time.monotonic(), sum(me.cpu_times()[:2])
                memory = me.memory_info().rss / 1e6
                rate, each = 60 * step / (now - started), 1000 * (used - spent) / step
                print(f"{number:8} {rate:10.0f} {memory:13.0f} {each:14.1f}", flush=True)
                started, spent = now, used
        started = time.monotonic()
        kept = list(recording(*how))
        seconds = time.monotonic() - started
        print(f"A second run, with nothing to do: {seconds:.1f} seconds for {len(kept)}")


if __name__ == "__main__":
    main()
