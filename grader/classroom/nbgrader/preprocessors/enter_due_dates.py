"""What a late submission loses, by the date that the class's `class.toml` has for the student."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import AssignLatePenalties, latesubmissions

from grader.class_file import read_class_file
from grader.classroom.nbgrader.late_penalties import set_dates


class LatePenalties(AssignLatePenalties):
    """nbgrader's AssignLatePenalties, which first enters the student's date into the gradebook."""

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        about = resources["nbgrader"]
        # Called by its name there: a run puts its own connection into that place.
        with latesubmissions.Gradebook(about["db_url"]) as book:
            set_dates(book, read_class_file(Path.cwd()), about["assignment"], about["student"])
        made: tuple[NotebookNode, dict[str, Any]] = super().preprocess(nb, resources)
        return made
