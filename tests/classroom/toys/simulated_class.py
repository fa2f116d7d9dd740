"""A graded class without a kernel: planted answers are judged once each, and entered as they are.

The answers run on the engine in this process; they are the course's own, never a stranger's.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
from nbgrader.api import Grade, Gradebook, Student, SubmittedAssignment, SubmittedNotebook

from grader import engine
from grader.classroom.course.plan import Plan
from grader.classroom.course.result import GRADED, REJECTED, Result
from grader.classroom.grading.submission import rejected
from grader.classroom.nbgrader.chapters import Course, register
from grader.classroom.nbgrader.course import open_course
from grader.classroom.runs.demo import Student as Planted
from grader.classroom.runs.demo import make_class
from grader.classroom.runs.journal import FOLDER, Entry, Journal
from grader.evidence import collect_from
from grader.exercises import find
from grader.exercises.answers import answers
from grader.judging import Verdict, draw, judge, refusal

CHAPTER = "01-graphs"
LOOP = "your answer took longer than 10 seconds"


@dataclass(frozen=True)
class Simulated:
    """The course, who is in it with what planted, and what grading gave, by student: lesson by lesson."""

    course: Course
    students: tuple[Planted, ...]
    results: dict[str, tuple[Result, ...]]

    def verdicts(self, name: str) -> list[Verdict]:
        """All verdicts on a student's answers."""
        return [verdict for result in self.results[name] for verdict in result.verdicts]

    def points(self, name: str) -> float:
        """What grading gave a student."""
        return sum(result.points for result in self.results[name])


@cache
def verdict_on(exercise: str, source: str) -> Verdict:
    """The verdict on an answer's source; each is judged once."""
    asked = find(exercise)
    if "while True" in source:
        return refusal(asked, f"{LOOP}.")
    challenge = draw(asked, b"simulated")
    namespace: dict[str, Any] = {"tf": engine, "np": np}
    with engine.Graph().as_default():
        with contextlib.suppress(Exception):  # as in a notebook: the answer's names stay undefined
            exec(source, namespace)
        data = collect_from(namespace, asked.answers, challenge, engine)
    return judge(asked, challenge, data)


def result_of(student: Planted, plan: Plan, number: int) -> Result:
    """What grading the student's file would give."""
    try:
        notebook = nbformat.reads(student.files[plan.notebook].decode(), as_version=4)
    except nbformat.reader.NotJSONError:
        return rejected(plan, student.name, "the file is not JSON: it was cut off")
    sources = {
        cell.metadata["nbgrader"]["grade_id"]: cell.source
        for cell in notebook.cells
        if "nbgrader" in cell.metadata
    }
    verdicts = tuple(
        verdict_on(cell.exercise, sources[cell.after]) for cell in plan.cells if cell.exercise
    )
    points = sum(verdict.points for verdict in verdicts)
    first = plan.notebook.startswith("1-")
    looped = first and student.kind == "looping"
    return Result(
        student=student.name,
        chapter=plan.chapter,
        notebook=plan.notebook,
        status=GRADED,
        points=points,
        max_points=plan.max_points,
        seconds=10.0 if looped else 1.0 + number % 50 / 10,
        message=f"{points:g} of {plan.max_points:g} points.",
        executed=nbformat.writes(notebook),
        flags=("a test cell was edited <b>",) if first and student.kind == "tampered" else (),
        limits=(f"{verdicts[1].exercise}: {LOOP}", f"cell 9: {LOOP}") if looped else (),
        verdicts=verdicts,
    )


def simulate(root: Path, count: int, absent: tuple[str, ...] = ()) -> Simulated:
    """A course in `root` with `count` graded students, and `absent` ones who handed in nothing."""
    root.mkdir(parents=True)
    course = open_course(root)
    plans = course.plans(CHAPTER)
    students = tuple(make_class(plans, answers(CHAPTER), count, seed=7))
    register(course, CHAPTER, plans)
    results = {
        one.name: tuple(result_of(one, plan, number) for plan in plans)
        for number, one in enumerate(students)
    }
    _fill_gradebook(course, plans, results, absent)
    _fill_journal(root, results)
    _fill_folders(course, results)
    return Simulated(course, students, results)


def _fill_gradebook(
    course: Course,
    plans: Sequence[Plan],
    results: dict[str, tuple[Result, ...]],
    absent: tuple[str, ...],
) -> None:
    directory = course.directory(CHAPTER)
    by_name = {plan.notebook: plan for plan in plans}
    with Gradebook(directory.db_url, directory.course_id) as book:
        book.db.add_all([Student(id=name) for name in (*results, *absent)])
        assignment = book.find_assignment(CHAPTER)
        for name, graded in results.items():
            submission = SubmittedAssignment(assignment=assignment, student_id=name)
            lessons = {lesson.name: lesson for lesson in assignment.notebooks}
            for result in graded:
                lesson = lessons[result.notebook]
                notebook = SubmittedNotebook(notebook=lesson, assignment=submission)
                told = {verdict.exercise: verdict for verdict in result.verdicts}
                for cell in lesson.grade_cells:
                    planned = by_name[lesson.name].cell(cell.name)
                    assert planned is not None
                    verdict = told.get(planned.exercise)
                    grade = Grade(cell_id=cell.id, notebook=notebook)
                    share = verdict.points / verdict.max_points if verdict else 0.0
                    grade.auto_score = planned.points * share if planned.automatic else None
                    grade.needs_manual_grade = not planned.automatic and result.status != REJECTED
            book.db.add(submission)
        book.db.commit()


def _fill_journal(root: Path, results: dict[str, tuple[Result, ...]]) -> None:
    journal = Journal(root, CHAPTER)
    for name, graded in results.items():
        points = sum(result.points for result in graded)
        journal.append(Entry(f"key-{name}", name, points, True, graded))


def _fill_folders(course: Course, results: dict[str, tuple[Result, ...]]) -> None:
    directory = course.directory(CHAPTER)
    for name, graded in results.items():
        folder = Path(directory.format_path(directory.autograded_directory, name, CHAPTER))
        folder.mkdir(parents=True)
        for result in graded:
            (folder / f"{result.notebook}.ipynb").write_text(result.executed, encoding="utf-8")


def enter_again(simulated: Simulated, student: str, **about: Any) -> None:
    """Changes a student's line of the journal."""
    journal = Journal(simulated.course.root, CHAPTER)
    entry = journal.entries[student]
    changed = tuple(replace(result, **about) for result in entry.results)
    journal.append(replace(entry, results=changed))
    assert (simulated.course.root / FOLDER / "journal").is_dir()
