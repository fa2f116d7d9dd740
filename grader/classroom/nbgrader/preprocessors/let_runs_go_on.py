"""The last step of a release: what may fail before a reader has answered stops no run of all cells."""

from __future__ import annotations

import re
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import is_grade, is_solution

from grader.classroom.nbgrader.preprocessors.break_scenes import is_scene

# Jupyter's tag: the cell's error is shown, and the cells after it still run.
MAY_FAIL = "raises-exception"
# Ours, in a source notebook: the cell fails until the exercises above it are solved.
NEEDS_ANSWER = "needs-answer"
PREDICTION = re.compile(r'^predict\("', re.MULTILINE)


class LetRunsGoOn(NbGraderPreprocessor):
    """Tags answers, tests, predictions, crime scenes, and cells that need an answer: a run goes on there.

    Grading is not affected: nbgrader and the sandbox run every cell anyway, and look at its outputs.
    """

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, Any], cell_index: int
    ) -> tuple[NotebookNode, dict[str, Any]]:
        tags = list(cell.metadata.get("tags", ()))
        if MAY_FAIL not in tags and may_fail(cell):
            cell.metadata["tags"] = [*tags, MAY_FAIL]
        return cell, resources


def may_fail(cell: NotebookNode) -> bool:
    """Whether a cell of a release may fail with nothing, or something wrong, written into it."""
    return cell.cell_type == "code" and bool(
        is_grade(cell)
        or is_solution(cell)
        or is_scene(cell)
        or NEEDS_ANSWER in cell.metadata.get("tags", ())
        or PREDICTION.search(cell.source)
    )
