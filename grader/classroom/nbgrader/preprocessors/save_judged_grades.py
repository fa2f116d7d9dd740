"""Saves grades as nbgrader does, but leaves to a person only what a person has not decided yet."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode, reads
from nbgrader.api import Grade
from nbgrader.preprocessors import SaveAutoGrades, saveautogrades

from grader.classroom.grading.answers import same_answers


class SaveJudgedGrades(SaveAutoGrades):
    """nbgrader's SaveAutoGrades, with other cells that wait for a person.

    Those that the judge could not judge do, without points; what the notebook's release did not ask does
    not. Those with points given by hand do not if they were decided before, their answer is the same, and
    so are the points that the machine gives.

    `resources["grader"]` may hold `unjudged`, the grade ids without a verdict, and `attention`, true where
    a person should look at every cell (of a file that is not a notebook); `resources["graded_before"]` is
    the notebook of an earlier grading, or "".
    """

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        self.same = _same_answers(resources.get("graded_before", ""), nb)
        nb, resources = super().preprocess(nb, resources)
        there = {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in nb.cells}
        # By nbgrader's name, where our session has its own book.
        self.gradebook = saveautogrades.Gradebook(self.db_url)
        with self.gradebook:
            place = (self.notebook_id, self.assignment_id, self.student_id)
            for grade in self.gradebook.find_submission_notebook(*place).grades:
                if grade.name not in there and grade.auto_score is None:
                    grade.needs_manual_grade = False  # it was not asked
            self.gradebook.db.commit()
        return nb, resources

    def _add_score(self, cell: NotebookNode, resources: dict[str, Any]) -> None:
        about = resources.get("grader", {})
        name = cell.metadata["nbgrader"]["grade_id"]
        grade = self.gradebook.find_grade(
            name, self.notebook_id, self.assignment_id, self.student_id
        )
        before = _decided(grade)
        super()._add_score(cell, resources)
        if name in about.get("unjudged", ()) or about.get("attention"):
            if not about.get("attention"):
                grade.auto_score = None
            grade.needs_manual_grade = True
        if before is not None and name in self.same:
            grade.needs_manual_grade = _decided(grade, closed=True) != before
        self.gradebook.db.commit()


def _same_answers(before: str, nb: NotebookNode) -> frozenset[str]:
    """The graded cells whose answers are as they were when the submission was graded before."""
    if not before:
        return frozenset()
    try:
        return same_answers(reads(before, as_version=4), nb)
    except Exception:  # somebody has edited it, and it may be of any shape
        return frozenset()


def _decided(grade: Grade, closed: bool = False) -> tuple[float | None, float] | None:
    """The points of machine and person if a person has decided on them; else None.

    closed: take it for decided, whatever the gradebook says.
    """
    if grade.manual_score is None or (grade.needs_manual_grade and not closed):
        return None
    return grade.auto_score, grade.manual_score
