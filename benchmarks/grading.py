"""Grading a class: stock nbgrader and this grader on the same submissions, in one run.

    python benchmarks/grading.py                    # 40 submissions of chapter 01, about 8 minutes
    python benchmarks/grading.py --many 1000        # also: is the thousandth as quick as the tenth?
    python benchmarks/grading.py --split            # only: where the time of a submission goes

Stock is nbgrader's own `autograde` with its own Execute step: one process, a kernel for each
submission. Ours is `grader autograde` with as many workers as there are processors; its start is
part of the time. Submissions are honest ones, so that stock nbgrader's grades are right, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
import scale
import split

from grader.classroom.course.plan import Plan, chapter_plans
from grader.classroom.grading.submission import Settings, grade
from grader.classroom.judge.judge_client import Judge
from grader.classroom.runs import demo
from grader.places import DATA, SOLUTIONS
from grader.sandbox import find_isolation
from grader.sandbox.forked_session import ForkedSession
from grader.sandbox.session import CellRun

HONEST = ("right", "wrong", "half-done", "untouched")
BIN = Path(sys.executable).parent


def honest_class(plans: Sequence[Plan], count: int) -> list[demo.Student]:
    """Students of the demo who neither cheat nor break anything."""
    from grader.exercises.answers import answers

    made = demo.make_class(plans, answers(plans[0].chapter), 2 * count + 20, 1)
    return [student for student in made if student.kind in HONEST][:count]


def course(folder: Path, plans: Sequence[Plan], students: list[demo.Student], stock: bool) -> Path:
    """An nbgrader course with these submissions."""
    demo.write_class(folder, plans, students, 1)
    if stock:
        (folder / "nbgrader_config.py").write_text("c = get_config()\n")
        shutil.copytree(DATA, folder / "data")
    return folder


def command(folder: Path, *words: str, backend: str = "") -> float:
    """Seconds that a command takes in a course's folder."""
    environment = os.environ | {
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "PYTHONPATH": str(Path(__file__).parent.parent),
    }
    if backend:
        environment["GRADER_BACKEND"] = backend
    started = time.monotonic()
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stderr[-2000:]}{done.stdout[-2000:]}")
    return time.monotonic() - started


def scores(folder: Path, chapter: str) -> dict[str, float]:
    """Each student's points by machine, from the gradebook."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder}/gradebook.db") as book:
        return {
            one.student.id: sum(
                grade.auto_score or 0.0 for notebook in one.notebooks for grade in notebook.grades
            )
            for one in book.assignment_submissions(chapter)
        }


def stock(folder: Path, chapter: str) -> float:
    """Seconds of nbgrader's own autograding."""
    python = str(BIN / "python")
    command(folder, python, "-m", "nbgrader", "generate_assignment", chapter)
    return command(folder, python, "-m", "nbgrader", "autograde", chapter)


def ours(folder: Path, chapter: str, *options: str) -> float:
    """Seconds of `grader autograde`."""
    return command(folder, str(BIN / "grader"), "autograde", chapter, *options)


def on_cluster(folder: Path, chapter: str, *options: str) -> float:
    """The same on Dask workers of this machine, as many as there are processors."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        return ours(folder, chapter, *options, cluster.scheduler_address)


class Watched(ForkedSession):
    """A session that notes how long the student's own cells took, and the memory held at the end."""

    own = 0.0
    memory: list[int] = []  # noqa: RUF012

    async def run(self, source: str) -> CellRun:
        done = await super().run(source)
        Watched.own += done.seconds
        return done

    async def close(self) -> None:
        if self.alive:
            Watched.memory.append(self.child.memory())
        await super().close()


def one_by_one(
    plans: Sequence[Plan], students: Iterator[demo.Student], backend: str
) -> list[tuple[float, float]]:
    """Seconds of each submission in this process, and how much of them the student's own cells took."""
    from grader.sandbox import session_kinds

    session_kinds.ForkedSession = Watched  # type: ignore[misc]
    settings, found = Settings(find_isolation(), backend=backend), []
    with Judge() as judge:
        for student in students:
            Watched.own = 0.0
            started = time.monotonic()
            for plan in plans:
                data = student.files[plan.notebook]
                result = grade(data, plan, b"secret", student.name, settings, judge)
                assert result.status == "graded", result.message
            found.append((time.monotonic() - started, Watched.own))
    return found


def writers_share(
    folder: Path, plans: Sequence[Plan], students: list[demo.Student], pages: bool
) -> float:
    """Processor time, in seconds a submission, of the process that records what workers found."""
    course(folder, plans, students, False)
    me = psutil.Process()
    before = sum(me.cpu_times()[:2])
    list(scale.recording(folder, plans[0].chapter, 2, pages))
    return (sum(me.cpu_times()[:2]) - before) / len(students)


def compared(book: dict[str, dict[str, float]]) -> str:
    """What is to be said of the scores: who has others than from stock nbgrader, and which."""
    (stocks, first), *others = book.items()
    different = [
        f"{title}, {student}: {one.get(student)} and not {points}, as from {stocks}"
        for title, one in others
        for student, points in first.items()
        if one.get(student) != points
    ]
    return "Grades DIFFER:\n" + "\n".join(different) if different else "Grades: equal for all."


def main() -> None:
    """Prints the figures as a table in Markdown."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--many", type=int, default=100)
    parser.add_argument("--chapter", default="01-graphs")
    parser.add_argument("--split", action="store_true", help="Show where a submission's time goes.")
    parser.add_argument("--json", type=Path, help="Write the figures here, too.")
    given = parser.parse_args()
    asyncio.set_event_loop(asyncio.new_event_loop())
    plans = chapter_plans(given.chapter, SOLUTIONS, DATA)
    students = honest_class(plans, given.students)
    if given.split:
        for backend in ("", "engine"):
            print(split.table(plans, students, backend), "\n", sep="")
        return
    count, figures = len(students), {}
    with tempfile.TemporaryDirectory(prefix="grader-benchmark-") as name:
        root = Path(name)
        book, seconds = {}, {}
        print(f"| {count} submissions of {given.chapter} | seconds | a minute | times stock |")
        print("|---|---|---|---|")
        for title, options in (
            ("stock nbgrader autograde", None),
            ("grader autograde", ("--no-feedback",)),
            ("grader autograde, with feedback pages", ()),
            ("grader autograde --kernels ipykernel", ("--no-feedback", "--kernels", "ipykernel")),
            ("grader autograde --backend engine", ("--no-feedback", "--backend", "engine")),
            ("grader autograde --on, a Dask cluster here", ("--no-feedback", "--on")),
        ):
            folder = course(root / title.replace(" ", "-"), plans, students, options is None)
            if options is None:
                seconds[title] = stock(folder, given.chapter)
            elif "--on" in options:
                seconds[title] = on_cluster(folder, given.chapter, *options)
            else:
                seconds[title] = ours(folder, given.chapter, *options)
            book[title] = scores(folder, given.chapter)
            times = seconds["stock nbgrader autograde"] / seconds[title]
            rate = 60 * count / seconds[title]
            print(f"| {title} | {seconds[title]:.1f} | {rate:.1f} | {times:.1f} |", flush=True)
            figures[title] = {"seconds": seconds[title], "times": times}
        print()
        print(compared(book))
        alone = {
            backend: ours(
                course(root / f"one-{backend}", plans, students[:1], False),
                given.chapter,
                *("--no-feedback", "--backend", backend),
            )
            for backend in ("tensorflow", "engine")
        }
        recorded = writers_share(root / "recorded", plans, students, False)
        paged = writers_share(root / "paged", plans, students, True) - recorded
        print(
            f"A class of one takes {alone['tensorflow']:.1f} s (engine: {alone['engine']:.1f} s), nearly "
            f"all of it the start. For each submission, one process records (gradebook, graded notebook, "
            f"journal) in {1000 * recorded:.0f} ms and makes pages in {1000 * paged:.0f} ms."
        )
    for backend, title in (("", "TensorFlow"), ("engine", "the engine")):
        Watched.memory.clear()
        chosen = (students[i % count] for i in range(given.many + 1))
        found = one_by_one(plans, chosen, backend)[1:]  # the first pays the template's start
        extra = [whole - own for whole, own in found]
        print(
            f"On {title}, one after the other: {_ms(whole for whole, _ in found)} each, "
            f"{_ms(own for _, own in found)} of it the student's own cells, {_ms(extra)} ours; "
            f"the first ten {_ms(whole for whole, _ in found[:10])}, "
            f"the last ten of {len(found)} {_ms(whole for whole, _ in found[-10:])}; "
            f"memory of a submission at its end {max(Watched.memory) / 1e6:.0f} MB at most."
        )
        figures[title] = {
            "overhead": statistics.median(extra),
            "memory": max(Watched.memory),
        }
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n")


def _ms(seconds: Iterator[float] | list[float]) -> str:
    return f"{1000 * statistics.median(seconds):.0f} ms"


if __name__ == "__main__":
    main()
