"""What a feedback page says of a written answer that nobody has graded yet."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import GetGrades
from nbgrader.utils import is_solution, is_task

from grader.languages import _


class ShowGrades(GetGrades):
    """nbgrader's GetGrades, which would show such an answer as one of no points."""

    def _get_score(self, cell: NotebookNode, resources: dict[str, Any]) -> None:
        super()._get_score(cell, resources)
        place = (self.notebook_id, self.assignment_id, self.student_id)
        grade = self.gradebook.find_grade(cell.metadata.nbgrader["grade_id"], *place)
        if grade.needs_manual_grade and (is_solution(cell) or is_task(cell)):
            waits = _("Nobody has graded this answer yet: its points are still to come.")
            said = cell.metadata.nbgrader.get("comment")
            cell.metadata.nbgrader["comment"] = f"{waits}\n\n{said}" if said else waits
