"""Lets the gradebook's cells follow the source, also when submissions have been graded.

nbgrader's SaveCells then refuses ("Cannot add or remove cells"), and the chapter cannot be graded any more.
Here a cell that the source has dropped leaves the gradebook with its points, which are kept in a file; if it
comes back, so do they. A new cell is ungraded in each submission. Where a judged cell is worth more or less
than before, so are the points that a machine gave; all others stay as they are. The checks that the source
had are kept, too: a submission is graded by those that it answered.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    GradeCell,
    MissingEntry,
    Notebook,
    SolutionCell,
    SourceCell,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
    TaskCell,
)
from nbgrader.preprocessors import SaveCells

from grader.classroom.course.earlier import remember
from grader.judging import DIGITS

# In the course's folder: the grades of cells that were dropped, one line for each.
DROPPED = Path(".grader") / "dropped-grades.jsonl"
GIVEN = {
    Grade: ("auto_score", "manual_score", "extra_credit", "needs_manual_grade"),
    Comment: ("auto_comment", "manual_comment"),
}
# What each submission has for a cell of this kind.
HELD: Mapping[type, tuple[type, ...]] = {
    GradeCell: (Grade,),
    SolutionCell: (Comment,),
    TaskCell: (Grade, Comment),
    SourceCell: (),
}


class FollowSource(SaveCells):
    """nbgrader's SaveCells, except that submissions keep no cell in the gradebook and none out of it."""

    def _create_notebook(self, nb: NotebookNode) -> None:
        try:
            notebook = self.gradebook.find_notebook(self.notebook_id, self.assignment_id)
        except MissingEntry:
            notebook = None
        if notebook is not None:
            self._remember(notebook)
        if notebook is not None and notebook.submissions:
            self._follow(notebook)
        super()._create_notebook(nb)

    def _remember(self, notebook: Notebook) -> None:
        """Keeps the checks that the gradebook knew, if they are others now."""
        before = {cell.name: str(cell.source) for cell in notebook.source_cells}
        now = {name: about["source"] for name, about in self.new_source_cells.items()}
        if before.items() ^ now.items():
            remember(Path(), self.assignment_id, self.notebook_id, before)

    def _follow(self, notebook: Notebook) -> None:
        """Drops and adds cells, all of them or none."""
        database = self.gradebook.db
        kinds = (
            (GradeCell, notebook.grade_cells, self.new_grade_cells),
            (SolutionCell, notebook.solution_cells, self.new_solution_cells),
            (TaskCell, notebook.task_cells, self.new_task_cells),
            (SourceCell, notebook.source_cells, self.new_source_cells),
        )
        try:
            for kind, present, wanted in kinds:
                known = {cell.name: cell for cell in present}
                for name in known.keys() - wanted.keys():
                    self._drop(kind, known[name])
                for name in sorted(wanted.keys() - known.keys()):
                    self._add(kind, name, notebook, wanted[name])
                for name in known.keys() & wanted.keys() if kind is GradeCell else ():
                    self._scale(known[name], wanted[name]["max_score"])
            database.commit()
        except BaseException:
            database.rollback()
            raise

    def _drop(self, kind: type, cell: Any) -> None:
        database = self.gradebook.db
        self.log.warning("%s is no longer in the source; its points are in %s", cell.name, DROPPED)
        for held in HELD[kind]:
            self._keep(held, cell)
            database.query(held).filter(held.cell_id == cell.id).delete()  # type: ignore[attr-defined]
        database.delete(cell)
        database.flush()

    def _add(self, kind: type, name: str, notebook: Notebook, about: Mapping[str, Any]) -> None:
        database = self.gradebook.db
        cell = kind(name=name, notebook=notebook, **about)
        database.add(cell)
        database.flush()
        for held in HELD[kind]:
            kept = {line["student"]: line["given"] for line in self._kept(held, kind, name)}
            for one in notebook.submissions:
                given = kept.get(one.student.id, {})
                database.add(held(cell_id=cell.id, notebook_id=one.id, **given))
        database.flush()

    def _scale(self, cell: GradeCell, worth: float) -> None:
        """Gives a cell's points from machine grading in the scale of its new worth."""
        if cell.max_score and cell.max_score != worth:
            database, scale = self.gradebook.db, worth / cell.max_score
            given = database.query(Grade).filter(
                Grade.cell_id == cell.id, Grade.auto_score.isnot(None)
            )
            for grade in given:
                grade.auto_score = round(grade.auto_score * scale, DIGITS)
            database.flush()

    def _keep(self, held: Any, cell: BaseCell) -> None:
        """Appends what the submissions have for a cell to the file."""
        rows = (
            self.gradebook.db.query(held, Student.id)
            .join(SubmittedNotebook, held.notebook_id == SubmittedNotebook.id)
            .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(Student, SubmittedAssignment.student_id == Student.id)
            .filter(held.cell_id == cell.id)
        )
        DROPPED.parent.mkdir(exist_ok=True)
        with DROPPED.open("a", encoding="utf-8") as file:
            for one, student in rows:
                given = {name: getattr(one, name) for name in GIVEN[held]}
                line = {**self._place(held, type(cell), cell.name), "student": student}
                file.write(json.dumps({**line, "given": given}, ensure_ascii=False) + "\n")

    def _kept(self, held: type, kind: type, name: str) -> Iterator[dict[str, Any]]:
        """What was kept of a cell, the oldest first."""
        place = self._place(held, kind, name)
        if DROPPED.is_file():
            for text in DROPPED.read_text(encoding="utf-8").splitlines():
                line = json.loads(text)
                if place.items() <= line.items():
                    yield line

    def _place(self, held: type, kind: type, name: str) -> dict[str, str]:
        return {
            "chapter": self.assignment_id,
            "notebook": self.notebook_id,
            "cell": name,
            "kind": kind.__name__,
            "what": held.__name__,
        }
