"""`stub_grading` after the judge of toys/double was mended: one point of two becomes both.

For the students in `UNLUCKY` it fails.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import nbformat
import stub_grading as stub

from grader.classroom.course.result import REJECTED, Result
from grader.classroom.course.side_files import NONE
from grader.classroom.grading.submission import failed
from grader.judging import Verdict

EXERCISE = "toys/double"
MENDED = "mended_grading:grade"
UNLUCKY = ("student02",)


def mended(verdict: Verdict) -> Verdict:
    """What the judge says now."""
    if verdict.exercise != EXERCISE or verdict.points != 1:
        return verdict
    return replace(verdict, points=2.0, message="2 of 2 points")


def grade(
    data: bytes, plan: Any, secret: bytes, student: str, settings: Any, judge: Any, side: Any = NONE
) -> Result:
    """As `grading.grade`."""
    if student in UNLUCKY:
        return failed(plan, student, "the judge broke", 0.0)
    result = stub.grade(data, plan, secret, student, settings, judge, side)
    if result.status == REJECTED:
        return result
    verdicts = tuple(map(mended, result.verdicts))
    told = {verdict.exercise: f"{verdict.points:g}" for verdict in verdicts}
    notebook = nbformat.reads(result.executed, as_version=4)
    for cell in notebook.cells:
        planned = plan.cell(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        if planned is not None and planned.exercise:
            cell.outputs[0].data["text/plain"] = told[planned.exercise]
    points = sum(verdict.points for verdict in verdicts)
    return replace(result, verdicts=verdicts, points=points, executed=nbformat.writes(notebook))
