"""What ten notebooks that are hard to grade and to show cost the others of a class, in one run.

    python benchmarks/hard_class.py                 # 50 honest ones, without and with ten hard ones

Each of the ten once stopped a whole class. They come first, so that everybody else waits for them as
long as can be. What counts is when the last honest student is graded and has a page. On a busy machine
an honest page, too, may be among those that are cut at first and whole at the end of the run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import nbformat
from grading import BIN, course, honest_class, ours, scores
from nbformat.v4 import new_code_cell, new_markdown_cell

from grader.classroom.course.plan import Plan, chapter_plans
from grader.classroom.runs.demo import Student
from grader.places import DATA, SOLUTIONS

OPTIONS = ("--backend", "engine", "--workers", "2")
FORMULA = "$\\frac{a^{2}}{\\sqrt{b_{1}}}$ "
HARD: dict[str, Callable[[], nbformat.NotebookNode]] = {
    "lines of one blank": lambda: new_markdown_cell("a\n" + " \n" * 100_000 + "b"),
    "lines of one blank in code": lambda: new_code_cell("a = 1\n" + " \n" * 100_000 + "b = 2"),
    "empty lines in code": lambda: new_code_cell("\n" * 190_000 + "a = 1"),
    "a line of blanks": lambda: new_markdown_cell("a" + " " * 200_000 + "b"),
    "open brackets": lambda: new_markdown_cell("[" * 50_000),
    "closed brackets": lambda: new_markdown_cell("[" * 5_000 + "a" + "](b)" * 5_000),
    "formulas": lambda: new_markdown_cell(FORMULA * 3_000),
    "pictures in text": lambda: new_markdown_cell("<img" * 250_000),
    "pictures that are shown": lambda: new_code_cell(
        "from IPython.display import HTML, display\ndisplay(HTML('<img' * 250_000))"
    ),
    "colours that are printed": lambda: new_code_cell("print('\\x1b[31m\\x1b[1m' * 770_000)"),
}


def hard_students(plans: Sequence[Plan]) -> list[Student]:
    """One for each of `HARD`, whose names come before all others; it is in the first notebook."""
    made, released = [], {plan.notebook: plan.release.encode() for plan in plans}
    for number, cell in enumerate(HARD.values()):
        notebook = nbformat.reads(plans[0].release, as_version=4)
        notebook.cells.append(cell())
        files = {**released, plans[0].notebook: nbformat.writes(notebook).encode()}
        made.append(Student(f"a-hard-{number}", "hard", files))
    return made


class LastPage(threading.Thread):
    """Notes when all of these students' pages are there."""

    def __init__(self, folder: Path, plans: Sequence[Plan], students: list[Student]):
        super().__init__(daemon=True)
        names = [one.name for one in students]
        self.left = {
            folder / "feedback" / name / plan.chapter / f"{plan.notebook}.html"
            for name in names
            for plan in plans
        }
        self.begun = time.monotonic()
        self.seconds = 0.0

    def run(self) -> None:
        while self.left:
            time.sleep(0.05)
            self.left = {path for path in self.left if not path.exists()}
        self.seconds = time.monotonic() - self.begun


def timed(
    folder: Path, plans: Sequence[Plan], honest: list[Student], hard: list[Student]
) -> tuple[float, float]:
    """Seconds until every honest student has a page, and until the end of the run."""
    course(folder, plans, honest + hard, stock=False)
    watch = LastPage(folder, plans, honest)
    watch.start()
    whole = ours(folder, plans[0].chapter, *OPTIONS)
    watch.join(timeout=5)
    if watch.left:
        raise SystemExit(f"no page for {', '.join(path.parts[-3] for path in watch.left)}")
    pages = {path.parts[-3] for path in (folder / "feedback").rglob("*.html")}
    assert pages == {one.name for one in honest + hard}, "somebody has no page"
    return watch.seconds, whole


def arguments(about: str) -> argparse.Namespace:
    """Of a benchmark with one honest class."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--students", type=int, default=50)
    parser.add_argument("--chapter", default="01-graphs")
    parser.add_argument("--json", type=Path, help="Write the figures here, too.")
    return parser.parse_args()


def alone_and_with(
    place: Path, plans: Sequence[Plan], honest: list[Student], kind: str, others: list[Student]
) -> tuple[float, bool]:
    """Grades the honest alone and with the others, and prints how long each took.

    Returns how many times longer the honest wait with the others, and whether they get the same grades.
    """
    # Once before, for what is read from the disk and compiled for the first time.
    subprocess.run([str(BIN / "grader"), "doctor"], capture_output=True)
    print("| class | the honest have pages after (s) | the run ends after (s) |\n|---|---|---|")
    seconds, books = [], []
    for title, more in (("honest alone", []), (f"with ten {kind} ones", others)):
        folder = place / title.replace(" ", "-")
        first, last = timed(folder, plans, honest, more)
        seconds.append(first)
        books.append(scores(folder, plans[0].chapter))
        print(f"| {len(honest)} {title} | {first:.1f} | {last:.1f} |", flush=True)
    same = all(books[1][one.name] == books[0][one.name] for one in honest)
    return seconds[1] / seconds[0], same


def main() -> None:
    """Prints both times, and how many times longer the honest ones waited."""
    warnings.simplefilter("ignore")
    given = arguments(__doc__)
    plans = chapter_plans(given.chapter, SOLUTIONS, DATA)
    honest = honest_class(plans, given.students)
    with tempfile.TemporaryDirectory(prefix="grader-hard-") as name:
        times, same = alone_and_with(Path(name), plans, honest, "hard", hard_students(plans))
        pages = Path(name).glob("*/feedback/*/*/*.html")
        cut = [path.parts[-3] for path in pages if "This page is shortened." in path.read_text()]
    same = same and all(name.startswith("a-hard-") for name in cut)
    print(f"\nThe honest wait {times:.2f} times as long; at the end {len(cut)} pages are cut.")
    print("Their grades are the same, their pages whole." if same else "Grades or pages DIFFER.")
    if given.json:
        given.json.write_text(
            json.dumps({"times": times, "cut": len(cut), "same": same}, indent=1) + "\n"
        )
    sys.exit(0 if same and times < 2 else 1)


if __name__ == "__main__":
    main()
