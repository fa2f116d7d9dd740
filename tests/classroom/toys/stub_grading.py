"""Grading without a kernel, in milliseconds, for tests of everything around it.

A notebook's first cell may say what goes wrong:
    die: the worker is killed; die once: only the first worker; hang: it never answers.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import nbformat

sys.path.insert(0, str(Path(__file__).parent))

import toy_catalogue as toys
from nbgrader.apps import NbGraderAPI
from rich.console import Console

from grader.classroom.course.earlier import as_answered
from grader.classroom.course.plan import Plan
from grader.classroom.course.reading import Rejected, read_notebook
from grader.classroom.course.result import GRADED, Result
from grader.classroom.course.seeds import submission_seed
from grader.classroom.course.side_files import NONE, SideFiles
from grader.classroom.grading.restore import restore
from grader.classroom.grading.submission import Settings, rejected
from grader.classroom.nbgrader.course import open_course
from grader.classroom.nbgrader.preprocessors import JudgedExecute
from grader.classroom.runs.autograde import Run, RunOptions, autograde
from grader.cli.autograde import _interrupted_twice as interrupted_twice
from grader.judging import Verdict
from grader.sandbox import find_isolation

STUB = "stub_grading:grade"
# The `nbgrader_config.py` of a class that was written with `write_class`.
CONFIG = (
    "from grader.classroom.config import course_config\n"
    "c = get_config()\nc.merge(course_config())\n"
    "c.CourseDirectory.source_directory = 'source'\n"
)


def grade(
    data: bytes,
    plan: Plan,
    secret: bytes,
    student: str,
    settings: Settings,
    judge: Any,
    side: SideFiles = NONE,
) -> Result:
    """As `grading.grade`; points, outputs and seed depend on the bytes."""
    known = getattr(judge, "known", {})
    _count(student, known)
    try:
        notebook = read_notebook(data)
    except Rejected as reason:
        return rejected(plan, student, str(reason))
    plan, earlier = as_answered(plan, notebook)
    notebook, flags = restore(notebook, plan, side.files)
    _misbehave(notebook.cells[0].source)
    seed = submission_seed(secret, plan.chapter, student, notebook, side.files)
    luck, verdicts = hashlib.sha256(seed).digest(), []
    time.sleep(luck[0] / 255 * float(os.environ.get("STUB_SECONDS", "0.01")))
    for number, cell in enumerate(notebook.cells):
        planned = plan.cell(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        if planned is None or not planned.automatic:
            continue
        points = float(luck[number % len(luck)] % 3)
        verdict = Verdict(planned.exercise, points, 2.0, f"{points:g} of 2 points")
        if planned.exercise == os.environ.get("STUB_MENDED"):
            points = 2.0
            verdict = Verdict(planned.exercise, points, 2.0, "2 of 2 points")
        if planned.exercise in known:
            verdict = Verdict.from_json(known[planned.exercise]).worth(planned.points)
            points = verdict.points
        html = f"<p>{points:g} points, drawn with {seed.hex()[:8]}</p>"
        data_shown = {"text/html": html, "text/plain": f"{points:g}"}
        cell.outputs = [nbformat.v4.new_output("execute_result", data_shown)]
        verdicts.append(verdict)
    total = sum(verdict.points for verdict in verdicts)
    return Result(
        student=student,
        chapter=plan.chapter,
        notebook=plan.notebook,
        status=GRADED,
        points=total,
        max_points=plan.max_points,
        seconds=0.01,
        message=f"{total:g} of {plan.max_points:g} points.",
        executed=nbformat.writes(notebook),
        flags=(*flags, *earlier),
        verdicts=tuple(verdicts),
        language=settings.language,
    )


def _count(student: str, known: Collection[str]) -> None:
    """Notes that a submission was graded, and which verdicts were known: one line, one write."""
    for variable, noted in (("STUB_COUNT", [student]), ("STUB_KNOWN", [student, *sorted(known)])):
        if path := os.environ.get(variable):
            with open(path, "ab", buffering=0) as file:
                file.write(f"{' '.join(noted)}\n".encode())


def _misbehave(what: str) -> None:
    word, _, path = what.partition(" once ")
    if path and os.path.exists(path):
        return
    if path:
        Path(path).touch()
    if word == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if word == "hang":
        time.sleep(600)


def stubbed(**about: Any) -> RunOptions:
    """RunOptions that use the stub."""
    return RunOptions(grade=STUB, **about)


def write_class(root: Path, count: int) -> Path:
    """A course folder with `count` students of the toy chapter; each has a notebook of its own."""
    toys.write_source(root / "source")
    (root / ".grader").mkdir()
    (root / ".grader" / "secret").write_text("5" * 64)
    plan = open_course(root).plans(toys.CHAPTER)[0]
    for number in range(count):
        notebook = nbformat.reads(plan.release, as_version=4)
        notebook.cells.insert(1, nbformat.v4.new_code_cell(f"n = {number}", id="extra"))
        if number % 7 == 3:
            del notebook.cells[3]
        data = "{not json" if number % 13 == 5 else nbformat.writes(notebook)
        hand_in(root, f"student{number:02d}", data)
        if number % 5 == 4:
            stamp = root / "submitted" / f"student{number:02d}" / toys.CHAPTER / "timestamp.txt"
            stamp.write_text("2020-01-02 03:04:05 UTC")
    return root


def hand_in(root: Path, student: str, data: str) -> None:
    """Writes a submission."""
    folder = root / "submitted" / student / toys.CHAPTER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "toys.ipynb").write_text(data)


def settings() -> Settings:
    """No sandbox: nothing of a student's runs."""
    return Settings(find_isolation("none"), backend="engine")


def run_class(
    root: Path,
    workers: int = 1,
    run: Run | None = None,
    started: Callable[[int], Any] = lambda count: None,
    **about: Any,
) -> dict[str, Result]:
    """Grades the class; the results by student."""
    options = stubbed(**about)
    results = autograde(
        open_course(root),
        toys.CHAPTER,
        settings(),
        workers,
        "toy_catalogue",
        started,
        options,
        run,
    )
    return {result.student: result for result in results}


def press_button(
    root: Path, student: str = "student00", chapter: str = toys.CHAPTER
) -> dict[str, Any]:
    """What the formgrader's button does, in the current folder; but nothing of a student's runs."""
    course = open_course(root)
    steps = course.config.Autograde.autograde_preprocessors
    course.config.Autograde.autograde_preprocessors = [s for s in steps if s is not JudgedExecute]
    api = NbGraderAPI(course.directory(), config=course.config)
    return dict(api.autograde(chapter, student))


def contents(root: Path) -> dict[str, Any]:
    """All that grading leaves behind, without the database's own random keys."""
    import sqlite3

    with sqlite3.connect(root / "gradebook.db") as book:
        rows = book.execute(
            "SELECT s.id, a.timestamp, n.name, b.name, g.auto_score, g.manual_score,"
            " g.needs_manual_grade, m.late_submission_penalty"
            " FROM submitted_assignment a JOIN student s ON a.student_id = s.id"
            " JOIN submitted_notebook m ON m.assignment_id = a.id"
            " JOIN notebook n ON m.notebook_id = n.id"
            " JOIN grade g ON g.notebook_id = m.id"
            " JOIN base_cell b ON g.cell_id = b.id ORDER BY 1, 3, 4"
        ).fetchall()
        comments = book.execute(
            "SELECT s.id, b.name, c.auto_comment FROM comment c"
            " JOIN submitted_notebook m ON c.notebook_id = m.id"
            " JOIN submitted_assignment a ON m.assignment_id = a.id"
            " JOIN student s ON a.student_id = s.id"
            " JOIN base_cell b ON c.cell_id = b.id ORDER BY 1, 2"
        ).fetchall()
        broken = book.execute("PRAGMA integrity_check").fetchall()
    files = {
        str(path.relative_to(root)): path.read_bytes()
        for name in ("autograded", "feedback")
        for path in sorted((root / name).rglob("*"))
        if path.is_file()
    }
    return {"grades": rows, "comments": comments, "check": broken, "files": files}


def only_grades(found: dict[str, Any]) -> list[Any]:
    """The rows of the gradebook."""
    return [found["grades"], found["comments"], found["check"]]


def main() -> None:
    """A run as `grader autograde` makes it, with its two kinds of Ctrl-C where STUB_GENTLY is set."""
    run = Run()
    gently = os.environ.get("STUB_GENTLY")
    with interrupted_twice(run, Console()) if gently else contextlib.nullcontext():
        print(len(run_class(Path(sys.argv[1]), int(sys.argv[2]), run, pages=True)), flush=True)


if __name__ == "__main__":
    main()
