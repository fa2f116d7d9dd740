"""Writes results into nbgrader's gradebook and folders with nbgrader's own converter."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import (
    Assignment,
    Grade,
    Gradebook,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import Autograde
from nbgrader.preprocessors import ClearOutput, Execute, SaveAutoGrades

from grader.classroom.course.handed_in import Submission, copy_side_files
from grader.classroom.course.plan import Plan
from grader.classroom.course.result import REJECTED, Result
from grader.classroom.nbgrader.course import Course
from grader.classroom.nbgrader.gradebook_session import GradebookSession
from grader.classroom.nbgrader.preprocessors import JudgedExecute, PutRight, SaveJudgedGrades


class WriteGrades(Autograde):
    """nbgrader's Autograde for notebooks that have already been graded.

    results: one per notebook of the chapter, by name. cause: the error that ended it, if any.
    """

    def __init__(self, results: dict[str, Result], submission: Submission, **keywords: Any):
        super().__init__(**keywords)
        self.results = results
        self.submission = submission
        self.force = True
        self.cause: Exception | None = None
        self.beside = ""  # a folder with copies of the files beside the notebook

    def init_notebooks(self) -> None:
        """The expected notebooks, whether or not they were handed in."""
        folder = self._format_source(self.coursedir.assignment_id, self.submission.student)
        names = [os.path.join(folder, f"{name}.ipynb") for name in self.results]
        self.assignments = {folder: names}
        self.notebooks: list[str] = []

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Like nbgrader's, but takes files beside the notebook, and the time, from copies of them.

        nbgrader would follow links, wait for pipes, and read what has no end.
        """
        with tempfile.TemporaryDirectory(prefix="grader-beside-") as folder:
            try:
                if not self.submission.linked:
                    copy_side_files(self.submission, Path(folder))
                self.beside = folder
                super().init_assignment(assignment_id, student_id)
            except Exception as error:
                self.cause = error
                raise
            finally:
                self.beside = ""

    def _format_source(self, assignment_id: str, student_id: str, escape: bool = False) -> str:
        return self.beside or super()._format_source(assignment_id, student_id, escape)

    def convert_single_notebook(self, notebook_filename: str) -> None:
        try:
            self._convert(notebook_filename)
        except Exception as error:
            self.cause = error
            raise

    def _convert(self, notebook_filename: str) -> None:
        resources = self.init_single_notebook_resources(notebook_filename)
        result = self.results[resources["nbgrader"]["notebook"]]
        notebook = nbformat.v4.reads(result.executed)  # it is validated after the last step
        notebook.metadata["grader"] = {
            "status": result.status,
            "message": result.message,
            "flags": list(result.flags),
            "limits": list(result.limits),
        }
        resources["grader"] = {
            "unjudged": result.unjudged,
            "attention": result.status == REJECTED,
        }
        self.exporter._preprocessors = []
        self.exporter.optimistic_validation = True  # once, after all steps
        for step in self._steps():
            self.exporter.register_preprocessor(step)
        output, resources = self.exporter.from_notebook_node(notebook, resources=resources)
        self.write_single_notebook(output, resources)

    def _steps(self) -> list[Any]:
        """The configured steps without those that are already done."""
        done = (PutRight, ClearOutput, Execute, JudgedExecute)
        steps = [*self.sanitize_preprocessors, *self.autograde_preprocessors]
        saving = {SaveAutoGrades: SaveJudgedGrades}
        return [saving.get(step, step) for step in steps if not _is_one_of(step, done)]


def _is_one_of(step: Any, classes: tuple[Any, ...]) -> bool:
    return isinstance(step, type) and issubclass(step, classes)


def write(
    course: Course,
    submission: Submission,
    chapter: str,
    results: list[Result],
    session: GradebookSession,
) -> None:
    """Writes a student's results: gradebook, autograded notebook, late penalty.

    Raises Locked while another process writes, DiskFull, or nbgrader's NbGraderException; the
    gradebook is then unchanged.
    """
    directory = course.directory(chapter, submission.student)
    converter = WriteGrades(
        {result.notebook: result for result in results},
        submission,
        coursedir=directory,
        config=course.config,
    )
    with session.transaction():
        trouble: BaseException | None = None
        try:
            converter.start()
        except (Exception, SystemExit) as error:
            trouble = converter.cause or error
        if trouble is not None:
            # Raised here because raising within the handler would replace its own context.
            raise trouble


def autograded(course: Course, plan: Plan, student: str) -> Path:
    """The path of a student's autograded notebook."""
    directory = course.directory(plan.chapter)
    folder = directory.format_path(directory.autograded_directory, student, plan.chapter)
    return Path(folder) / f"{plan.notebook}.ipynb"


def total(course: Course, chapter: str, student: str) -> tuple[float, float, bool]:
    """A student's score in the gradebook, the maximum score, and whether a person must look."""
    directory = course.directory(chapter)
    with Gradebook(directory.db_url, directory.course_id) as gradebook:
        submission = gradebook.find_submission(chapter, student)
        return submission.score, submission.max_score, submission.needs_manual_grade


def late_penalties(course: Course, chapter: str) -> dict[tuple[str, str], float]:
    """The points that late submissions lost, by student and notebook; those that lost none are left out."""
    directory = course.directory(chapter)
    with Gradebook(directory.db_url, directory.course_id) as gradebook:
        found = (
            gradebook.db.query(
                SubmittedAssignment.student_id,
                Notebook.name,
                SubmittedNotebook.late_submission_penalty,
            )
            .select_from(SubmittedNotebook)
            .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
            .join(Notebook, SubmittedNotebook.notebook_id == Notebook.id)
            .filter(Assignment.name == chapter)
        )
        return {(student, name): float(lost) for student, name, lost in found if lost}


def waiting(course: Course, chapter: str) -> int:
    """How many answers of a chapter wait for a person."""
    directory = course.directory(chapter)
    with Gradebook(directory.db_url, directory.course_id) as gradebook:
        return (
            gradebook.db.query(Grade)
            .join(SubmittedNotebook, Grade.notebook_id == SubmittedNotebook.id)
            .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
            .filter(Assignment.name == chapter, Grade.needs_manual_grade)
            .count()
        )
