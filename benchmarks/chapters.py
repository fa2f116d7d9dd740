"""How long each lesson takes from its first cell to its last, beside the bounds that it must keep.

    python benchmarks/chapters.py [CHAPTER ...] [--backend engine] [--repeat 1] [--markdown] [--keep DIR]

Runs every solution notebook in a kernel of its own, as JupyterLab would, and prints for each: the
seconds from the kernel's start to the last cell's end, the processor seconds that the kernel used (of
all its threads and children; on a busy machine they say more than the clock), the slowest cell that
is not graded, and the slowest graded cell. Times are wall seconds unless they say otherwise; of
several runs the quickest counts. Ends with code 1 where a bound is passed. How long a fixed loop took, before
and after the lesson (see `machine.py`), tells how fast the machine was; the bounds do not depend on it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any

import nbformat
import psutil
from machine import fixed_loop
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

# Seconds.
WHOLE = {"tensorflow": 60.0, "engine": 20.0}
CELL = 10.0
CHECK = 0.5
PROGRAM = 3.0
# Exercises whose answer is a program that the judge exercises on many random cases.
PROGRAMS = ("autodiff/", "build-an-engine/")


@dataclass(frozen=True)
class Cell:
    """One code cell: its number in the notebook from 0, its exercise ("" if ungraded), seconds."""

    number: int
    exercise: str
    seconds: float


@dataclass(frozen=True)
class Timing:
    """One run of one lesson: wall and processor seconds, and its cells in their order.

    loop: seconds of the fixed loop, before and after.
    """

    lesson: str
    back_end: str
    seconds: float
    processor: float
    cells: tuple[Cell, ...]
    loop: float

    def slowest_cell(self) -> Cell:
        return max((c for c in self.cells if not c.exercise), key=lambda cell: cell.seconds)

    def slowest_check(self) -> Cell:
        """The graded cell that is nearest to its bound, or farthest beyond it."""
        graded = [cell for cell in self.cells if cell.exercise]
        none = Cell(0, "", 0.0)
        return max(graded, key=lambda cell: cell.seconds / bound_of(cell), default=none)

    def beyond(self) -> list[str]:
        """What passes its bound, each as one sentence."""
        said = []
        if self.seconds > WHOLE[self.back_end]:
            said.append(f"the notebook took {self.seconds:.1f} s of {WHOLE[self.back_end]:g} s")
        said += [
            f"cell {cell.number}{cell.exercise and f' ({cell.exercise})'} took "
            f"{cell.seconds:.2f} s of {bound_of(cell):g} s"
            for cell in self.cells
            if cell.seconds > bound_of(cell)
        ]
        return [f"{self.lesson} on {self.back_end}: {sentence}" for sentence in said]


def bound_of(cell: Cell) -> float:
    """Seconds that the cell may take."""
    if not cell.exercise:
        return CELL
    return PROGRAM if cell.exercise.startswith(PROGRAMS) else CHECK


def processor_seconds(pid: int) -> float:
    """What the process, its children, and those of them that have ended have used."""
    total = 0.0
    process = psutil.Process(pid)
    for one in (process, *process.children(recursive=True)):
        try:
            used = one.cpu_times()
        except psutil.NoSuchProcess:  # it ended after it was listed
            continue
        total += used.user + used.system
        total += getattr(used, "children_user", 0.0) + getattr(used, "children_system", 0.0)
    return total


def timed(path: Path, back_end: str, keep: Path | None = None) -> Timing:
    """Runs the notebook; with `keep`, stores it there with its outputs."""
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources=place)
    processor = 0.0

    def measure(**_: Any) -> None:
        nonlocal processor
        processor = processor_seconds(client.km.provisioner.pid)

    client.on_cell_executed = measure
    loop = fixed_loop()
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    started = time.perf_counter()
    client.execute(
        env={
            **os.environ,
            "GRADER_BACKEND": back_end,
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "TF_CPP_MIN_LOG_LEVEL": "3",
        }
    )
    seconds = time.perf_counter() - started
    if keep:
        nbformat.write(notebook, keep / f"{path.parent.name}.{path.stem}.{back_end}.ipynb")
    cells = tuple(
        Cell(number, exercise_of(cell), busy_seconds(cell))
        for number, cell in enumerate(notebook.cells)
        if cell.cell_type == "code"
    )
    lesson = f"{path.parent.name}/{path.stem}"
    return Timing(lesson, back_end, seconds, processor, cells, (loop + fixed_loop()) / 2)


def exercise_of(cell: Any) -> str:
    from grader.classroom.course.check_lines import check_line

    return check_line(cell.source)[0] if cell.cell_type == "code" else ""


def busy_seconds(cell: Any) -> float:
    """From the kernel's "busy" to its "idle", as the kernel's own clock tells them."""
    told = cell.metadata.get("execution", {})
    begun, ended = told.get("iopub.status.busy"), told.get("iopub.status.idle")
    if not (begun and ended):
        return 0.0
    return (datetime.fromisoformat(ended) - datetime.fromisoformat(begun)).total_seconds()


HEADINGS = (
    "lesson",
    "on",
    "whole, s",
    "processor, s",
    "slowest cell, s",
    "slowest check, s",
    "bound of the check, s",
    "fixed loop, s",
)


def row(timing: Timing) -> tuple[str, ...]:
    cell, check = timing.slowest_cell(), timing.slowest_check()
    return (
        timing.lesson,
        timing.back_end,
        f"{timing.seconds:.1f}",
        f"{timing.processor:.1f}",
        f"{cell.seconds:.2f} (cell {cell.number})",
        f"{check.seconds:.2f} ({check.exercise})" if check.exercise else "",
        f"{bound_of(check):g}" if check.exercise else "",
        f"{timing.loop:.3f}",
    )


def show(timings: list[Timing], markdown: bool) -> None:
    if markdown:
        print("| " + " | ".join(HEADINGS) + " |\n" + "|---" * len(HEADINGS) + "|")
        for timing in timings:
            print("| " + " | ".join(row(timing)) + " |")
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*HEADINGS)
    for timing in timings:
        table.add_row(*row(timing))
    Console().print(table)


def main() -> None:
    """Times the chapters named (all of the catalogue without a name) and prints a table."""
    from grader.exercises import CHAPTERS

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="such as 01-graphs")
    parser.add_argument("--backend", choices=[*WHOLE], help="one of the two only")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each; the quickest counts")
    parser.add_argument("--markdown", action="store_true", help="print the table for the docs")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="store the run notebooks there")
    options = parser.parse_args()
    timings = []
    for chapter in options.chapters or CHAPTERS:
        paths = sorted((ROOT / "solutions" / chapter).glob("*.ipynb"))
        if not paths:
            parser.error(f"no notebook for {chapter!r}; available: {', '.join(CHAPTERS)}")
        for path, back_end in product(paths, [options.backend] if options.backend else WHOLE):
            runs = [timed(path, back_end, options.keep) for _ in range(options.repeat)]
            timings.append(min(runs, key=lambda timing: timing.seconds))
            told = f"{timings[-1].lesson} on {back_end}: {timings[-1].seconds:.1f} s"
            print(told, file=sys.stderr)
    show(timings, options.markdown)
    print(
        f"Bounds: {WHOLE['tensorflow']:g} s a notebook under TensorFlow, {WHOLE['engine']:g} s on the "
        f"engine; {CELL:g} s a cell; {CHECK:g} s a check, {PROGRAM:g} s for programs."
    )
    beyond = [sentence for timing in timings for sentence in timing.beyond()]
    print("\n".join(beyond) or "Nothing passes its bound.")
    raise SystemExit(bool(beyond))


if __name__ == "__main__":
    main()
