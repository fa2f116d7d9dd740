"""Saves grades as nbgrader does, except that what the judge could not judge waits for a person."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import SaveAutoGrades


class SaveJudgedGrades(SaveAutoGrades):
    """nbgrader's SaveAutoGrades, but leaves unjudged cells without points, for a person to grade.

    `resources["grader"]` may hold `unjudged`, the grade ids without a verdict, and `attention`,
    true where a person should look at every cell (of a file that is not a notebook).
    """

    def _add_score(self, cell: NotebookNode, resources: dict[str, Any]) -> None:
        super()._add_score(cell, resources)
        about = resources.get("grader", {})
        name = cell.metadata["nbgrader"]["grade_id"]
        if name not in about.get("unjudged", ()) and not about.get("attention"):
            return
        grade = self.gradebook.find_grade(
            name, self.notebook_id, self.assignment_id, self.student_id
        )
        if not about.get("attention"):
            grade.auto_score = None
        grade.needs_manual_grade = True
        self.gradebook.db.commit()
